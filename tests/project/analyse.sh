#!/bin/sh
# Static analysis of the sources with clang-tidy: analyse.sh BUILD [deep], a build folder with its compile commands.
# Without "deep", clang's analyser stays within functions and gives up on large ones: this takes a tenth of the time and finds
# almost the same. "deep" takes minutes; use it after changes of memory handling. It also runs cppcheck.
set -eu
cd "$(dirname "$0")/../.."
build=${1:?usage: analyse.sh BUILD [deep]}
depth=${2:-}
set -- --extra-arg=-Wno-unknown-warning-option # of a build by gcc
if [ "$depth" != deep ]; then
    for argument in -Xclang -analyzer-config -Xclang mode=shallow -Xclang -analyzer-config -Xclang max-nodes=5000; do
        set -- "$@" "--extra-arg=$argument"
    done
fi
find schema src -name '*.c' -print0 |
    xargs -0 -P "$(nproc)" -n 12 clang-tidy --quiet -p "$build" --warnings-as-errors='*' "$@" \
    >"$build/tidy.log" 2>"$build/tidy-counts.log" || {
    cat "$build/tidy-counts.log" "$build/tidy.log" >&2
    exit 1
}
# This checker remembers va_start() as the first file of a process has it, and takes other functions for it in the next files: a
# process for each file that uses it.
grep -rlZ --include='*.c' 'va_start\|va_copy' schema src |
    xargs -0 -P "$(nproc)" -n 1 clang-tidy --quiet -p "$build" --warnings-as-errors='*' --checks='-*,clang-analyzer-valist.*,-clang-analyzer-valist.Uninitialized' \
    "$@" 2>"$build/tidy-counts.log" || {
    cat "$build/tidy-counts.log" >&2
    exit 1
}
[ "$depth" = deep ] || exit 0
# Older versions of cppcheck don't know va_copy(), nor that a called function writes to a buffer that it gets. __MINGW32__ only
# selects a format: checking everything twice for it would take a minute more.
# cppcheck's own -j usually waits for one file before it begins the next.
find schema src -name '*.c' -print0 |
    xargs -0 -P "$(nproc)" -n 24 cppcheck --quiet --error-exitcode=1 --std=c11 --inline-suppr \
    --enable=warning,performance,portability --suppress=missingInclude --suppress=missingIncludeSystem \
    --suppress=va_list_usedBeforeStarted --suppress=ctuuninitvar -U__MINGW32__ -Isrc
