#!/usr/bin/env bash
# tests/consumer/consumer_test.sh BUILD_DIR COMPILER: see CMakeLists.txt beside it.
set -euo pipefail
build=$1 compiler=$2
project=$(cd "$(dirname "$0")/project" && pwd)
work=$build/consumer
prefix=$work/prefix
rm -rf "$work"
fail() { echo "consumer_test: $*" >&2; exit 1; }

cmake --install "$build" --prefix "$prefix" >/dev/null
foreign=$(find "$prefix/include" -type f ! -path "$prefix/include/turnout/*.h")
[ -z "$foreign" ] || fail "installed headers that are not public: $foreign"

cmake -S "$project" -B "$work/build" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$compiler" >/dev/null
cmake --build "$work/build" >/dev/null
"$work/build/with_matcher" || fail "with_matcher"
"$work/build/with_grammar" || fail "with_grammar"
! ldd "$work/build/with_matcher" | grep -q antlr || fail "turnout::matcher alone must not need ANTLR"

PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name turnout-matcher.pc)")
export PKG_CONFIG_PATH
for library in matcher grammar; do
  flags=$(pkg-config --cflags --libs "turnout-$library") || fail "turnout-$library.pc"
  # shellcheck disable=SC2086
  "$compiler" -std=c++20 "$project/with_$library.cc" -o "$work/with_${library}_pkgconfig" $flags
  "$work/with_${library}_pkgconfig" || fail "with_$library by pkg-config"
done
