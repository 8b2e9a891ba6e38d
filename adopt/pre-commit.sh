#!/bin/sh
# What pre-commit runs (see .pre-commit-hooks.yaml): vrmlint, a release's or built in the hook's own clone the first time.
# "fix" as the first argument mends the files instead of checking them.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=adopt/build.sh
. "$top/adopt/build.sh"
# pre-commit keeps what a hook prints until it ends, and shows it only when it fails: what is being done, which may take
# two minutes the first time, is said to the terminal itself, where there is one.
if { true >/dev/tty; } 2>/dev/null; then
    exec 3>/dev/tty
fi
build_vrmlint "$top" || exit 3
if [ "${1:-}" = fix ]; then
    shift
    exec "$vrmlint" fix --in-place "$@"
fi
exec "$vrmlint" check "$@"
