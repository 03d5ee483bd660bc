#!/bin/sh
# tests/embed_test.sh EMBED: the program of the README prints the filters that events satisfy.
set -eu

seen=$(printf '%s\n' \
  '{"type":"order","total":120,"customer":{"region":"eu-2"},"tags":["new","gift"]}' \
  '{"type":"order","total":99.5,"customer":{"region":"us-1"},"tags":[]}' \
  '{"type":"order","total":100.01}' | "$1")
wanted="type = 'order' AND total > 100
customer.region IN ('eu-1', 'eu-2')
'gift' = ANY(tags)
type = 'order' AND total > 100"
# The matcher yields ids in no order.
if [ "$(echo "$seen" | sort)" != "$(echo "$wanted" | sort)" ]; then
  printf 'expected:\n%s\nprinted:\n%s\n' "$wanted" "$seen" >&2
  exit 1
fi
if printf '{"type":\n' | "$1" 2>/dev/null; then
  echo "an event that is not JSON must fail" >&2
  exit 1
fi
