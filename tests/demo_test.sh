#!/bin/sh
# tests/demo_test.sh TURNOUT: the orders of the demo go where expected.tsv says.
set -eu
cd "$(dirname "$0")/../examples/orders"

seen=$("$1" match --filters filters.tsv --events events.jsonl)
if [ "$seen" != "$(cat expected.tsv)" ]; then
  printf 'expected:\n%s\nprinted:\n%s\n' "$(cat expected.tsv)" "$seen" >&2
  exit 1
fi
