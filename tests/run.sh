#!/bin/sh
# Builds everything and runs all tests, or builds and runs those whose names are given, with all that they print:
#   tests/run.sh fixtures fix
# Arguments that begin with - go to meson setup, for example:
#   CC=clang tests/run.sh -Db_sanitize=address,undefined -Db_lundef=false
# VRMLINT_EXTERNAL: a folder with external test data; tests that need it are skipped without it. BUILD: the build folder.
# SUITES: arguments to meson test that select tests, such as "--no-suite scripts", or names.
# WRAP: a command that runs each test (hostile inputs are smaller then), such as "valgrind --error-exitcode=9".
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=tests/platforms/step.sh
. "$top/tests/platforms/step.sh"
# shellcheck source=tests/platforms/need.sh
. "$top/tests/platforms/need.sh"

CC=${CC:-gcc}
export CC
# splits the arguments into names of tests and options for meson setup
names=
for argument in "$@"; do
    shift
    case $argument in
    -*) set -- "$@" "$argument" ;;
    *) names="$names $argument" ;;
    esac
done
if ! { have_build_tools && pkg-config --exists cmocka && command -v mandoc >/dev/null; }; then
    need "$CC" libc6-dev meson ninja-build pkg-config libjansson-dev libutf8proc-dev libpcre2-dev libcmocka-dev mandoc
fi
build=${BUILD:-$top/build-tests-$CC}
# Without a terminal, logs stay short: what a step prints is shown if the step fails.
quietly() {
    if [ -t 1 ]; then
        "$@"
        return
    fi
    quiet_log=$(mktemp)
    quiet_status=0
    "$@" >"$quiet_log" 2>&1 || quiet_status=$?
    [ "$quiet_status" = 0 ] || tail -n 200 "$quiet_log"
    rm -f "$quiet_log"
    return "$quiet_status"
}
echo "1 of 3: looking at what this system has"
[ -f "$build/build.ninja" ] ||
    quietly meson setup "$build" "$top" -Dwerror=true -Dexternal="${VRMLINT_EXTERNAL:-}" "$@"
if [ -n "$names" ]; then
    # shellcheck disable=SC2086
    exec meson test -C "$build" -v $names
fi
echo "2 of 3: building the program and its tests, which takes a few minutes the first time"
quietly ninja -C "$build"
echo "3 of 3: running the tests, which takes a few minutes"
status=0
if [ -z "${WRAP:-}" ]; then
    quiet=--quiet
    [ ! -t 1 ] || quiet=
    # shellcheck disable=SC2086
    meson test -C "$build" --print-errorlogs $quiet ${SUITES:-} || status=$?
    python3 "$top/tests/project/skips.py" "$build"
    exit "$status"
fi
export VRMLINT_SMALL=1 VRMLINT_WRAPPED=1
# shellcheck disable=SC2086
meson test -C "$build" --print-errorlogs --no-suite scripts --no-suite repeats ${SUITES:-} --wrap "$WRAP" --timeout-multiplier 20
# The scripts run the command hundreds of times, which sanitized builds do already: here it runs once for each code path. The
# findings of the avatars (status 1) are expected.
program=$(cd "$build" && pwd)/src/vrmlint
cd "$top"
for arguments in "rules" "explain springbone/duplicate-joint" "check fixtures/whole" \
    "check --format json fixtures/whole" "simulate --steps 20 --motion shake fixtures/whole/mistakes.vrm"; do
    status=0
    # shellcheck disable=SC2086
    $WRAP "$program" $arguments >/dev/null || status=$?
    [ "$status" -le 1 ] || { echo "vrmlint $arguments: exit status $status" >&2; exit 1; }
done
