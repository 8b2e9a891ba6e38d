#!/bin/sh
# What pre-commit runs (see .pre-commit-hooks.yaml): vrmlint, built in the hook's own clone the first time.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=adopt/build.sh
. "$top/adopt/build.sh"
build_vrmlint "$top" 2>"$top/build.log" || {
    cat "$top/build.log" >&2
    exit 3
}
rm -f "$top/build.log"
exec "$vrmlint" check "$@"
