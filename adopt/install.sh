#!/bin/sh
# Installs vrmlint in FOLDER (default: /usr/local/bin): a release's program, verified by its checksum, or one built here.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=adopt/build.sh
. "$top/adopt/build.sh"
build_vrmlint "$top"
install -D -m 755 -- "$vrmlint" "${1:-/usr/local/bin}/vrmlint"
