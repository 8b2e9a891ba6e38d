#!/bin/sh
# Static analysis of the sources with clang-tidy and cppcheck: analyse.sh BUILD, a build folder with its compile commands.
set -eu
cd "$(dirname "$0")/.."
build=${1:?usage: analyse.sh BUILD}
git ls-files 'src/*.c' | xargs -P "$(nproc)" -n 6 clang-tidy --quiet -p "$build" --warnings-as-errors='*' 2>&1 |
    { grep -v -e ' warnings generated' -e '^Suppressed' -e '^Use -header-filter' || true; } >"$build/tidy.log"
if [ -s "$build/tidy.log" ]; then
    cat "$build/tidy.log" >&2
    exit 1
fi
# va_copy() is unknown to older versions of cppcheck
cppcheck --quiet --error-exitcode=1 --std=c11 --inline-suppr --enable=warning,performance,portability \
    --suppress=missingInclude --suppress=missingIncludeSystem --suppress=va_list_usedBeforeStarted \
    -Isrc -j "$(nproc)" src
