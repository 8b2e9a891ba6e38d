#!/bin/sh
# Puts vrmlint into FOLDER (default: /usr/local/bin): a release's program, checked by its sum, or one that is built here.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=adopt/build.sh
. "$top/adopt/build.sh"
build_vrmlint "$top"
[ "$vrmlint" = vrmlint ] || install -D -m 755 -- "$vrmlint" "${1:-/usr/local/bin}/vrmlint"
