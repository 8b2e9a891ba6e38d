#!/bin/sh
# Builds everything and runs all tests. Further arguments go to meson setup, for example:
#   CC=clang tests/run.sh -Db_sanitize=address,undefined -Db_lundef=false
# VRMLINT_EXTERNAL: a folder with external test data; tests that need it skip without. BUILD: the build folder.
# WRAP: a program to run each test under (hostile inputs are made smaller then), such as "valgrind --error-exitcode=9".
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=tests/need.sh
. "$top/tests/need.sh"

CC=${CC:-gcc}
export CC
if ! { have_build_tools && pkg-config --exists cmocka && command -v mandoc >/dev/null; }; then
    need "$CC" libc6-dev meson ninja-build pkg-config libjansson-dev libcmocka-dev mandoc
fi
build=${BUILD:-$top/build-tests-$CC}
[ -f "$build/build.ninja" ] ||
    meson setup "$build" "$top" -Dwerror=true -Dexternal="${VRMLINT_EXTERNAL:-}" "$@"
ninja -C "$build"
if [ -z "${WRAP:-}" ]; then
    exec meson test -C "$build" --print-errorlogs
fi
export VRMLINT_SMALL=1
# Not the interpreters of the scripts are wrapped, but what they run.
meson test -C "$build" --print-errorlogs --no-suite scripts --wrap "$WRAP" --timeout-multiplier 20
export VRMLINT_WRAP="$WRAP"
exec meson test -C "$build" --print-errorlogs --suite scripts --timeout-multiplier 20
