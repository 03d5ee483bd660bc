#!/usr/bin/env bash
# tests/nats_router_test.sh BIN_DIR: runs nats_router against a real nats-server on a free port of the loopback interface and
# checks which copies arrive, and that ending it loses nothing. Exit status 77: skipped.
set -euo pipefail
bin=$1
cd "$(dirname "$0")/.."
PATH=$PATH:/usr/sbin
command -v nats-server >/dev/null || { echo "skipped: nats-server is not installed"; exit 77; }

work=$(mktemp -d)
pids=()
cleanup() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait || true
  rm -rf "$work"
}
trap cleanup EXIT
fail() { echo "nats_router_test: $*" >&2; exit 1; }

# Waits for a line that contains $2 on the open descriptor $1, and leaves it in $line.
await() {
  while IFS= read -r -t 30 -u "$1" line; do
    [[ $line != *"$2"* ]] || return 0
  done
  fail "no line with \"$2\""
}

mkfifo "$work/server" "$work/router"
nats-server -a 127.0.0.1 -p -1 >"$work/server" 2>&1 &
pids+=($!)
exec 3<"$work/server"
await 3 "Listening for client connections on 127.0.0.1:"
url=nats://127.0.0.1:${line##*:}
await 3 "Server is ready"

"$bin/nats_router" examples/nats_router/filters.tsv "$url" >"$work/router" &
router=$!
pids+=($router)
exec 4<"$work/router"
await 4 "routing in.>"

"$bin/nats_router_check" "$url" || fail "copies"
"$bin/nats_router_check" "$url" "$router" || fail "drain"
status=0
wait "$router" || status=$?
[ "$status" -eq 0 ] || fail "the router ended with status $status"
await 4 "2007 messages, 2009 copies, 2 unmatched, 2 without a JSON body, 0 failures"

# What cannot work is said and ends at once.
printf '1\ttype = \n' >"$work/bad.tsv"
if "$bin/nats_router" "$work/bad.tsv" "$url" 2>"$work/error"; then fail "a bad filter was accepted"; fi
grep -q 'line 1 of the file' "$work/error" || fail "the bad filter's line is not named: $(cat "$work/error")"
if "$bin/nats_router" examples/nats_router/filters.tsv nats://127.0.0.1:1 2>"$work/error" >"$work/output"; then
  fail "a server that is not there was accepted"
fi
echo "nats_router: ok"
