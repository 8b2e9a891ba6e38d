#!/bin/sh
# Static analysis of the sources with clang-tidy: analyse.sh BUILD [deep], a build folder with its compile commands.
# Without "deep", clang's analyser stays within functions and gives up on large ones: in a tenth of the time it finds nearly
# all that it would. "deep" (minutes) is for what was changed in memory handling, and asks cppcheck as well.
set -eu
cd "$(dirname "$0")/.."
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
[ "$depth" = deep ] || exit 0
# va_copy() is unknown to older versions of cppcheck, and so is that whoever gets room for a text writes it. __MINGW32__
# only names a format: to look at all twice for it would take a minute.
# Its own -j waits for a file before it begins with the next, most of the time.
find schema src -name '*.c' -print0 |
    xargs -0 -P "$(nproc)" -n 24 cppcheck --quiet --error-exitcode=1 --std=c11 --inline-suppr \
    --enable=warning,performance,portability --suppress=missingInclude --suppress=missingIncludeSystem \
    --suppress=va_list_usedBeforeStarted --suppress=ctuuninitvar -U__MINGW32__ -Isrc
