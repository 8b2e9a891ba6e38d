#!/bin/sh
# What pre-commit runs (see .pre-commit-hooks.yaml): vrmlint, built in the hook's own clone the first time. "fix" as the
# first argument mends the files instead of checking them.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=adopt/build.sh
. "$top/adopt/build.sh"
build_vrmlint "$top" 2>"$top/build.log" || {
    cat "$top/build.log" >&2
    exit 3
}
rm -f "$top/build.log"
if [ "${1:-}" = fix ]; then
    shift
    exec "$vrmlint" fix --in-place "$@"
fi
exec "$vrmlint" check "$@"
