#!/bin/sh
# Builds what is missing and lints the bundled avatars (or the PATHs and options given).
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=tests/need.sh
. "$top/tests/need.sh"

have_build_tools || need gcc libc6-dev meson ninja-build pkg-config libjansson-dev libutf8proc-dev
build=$top/build
[ -f "$build/build.ninja" ] || meson setup --buildtype=release "$build" "$top" >"$top/build.log" 2>&1 || {
    cat "$top/build.log" >&2
    exit 3
}
rm -f "$top/build.log"
ninja -C "$build" src/vrmlint >"$build/build.log" 2>&1 || {
    cat "$build/build.log" >&2
    exit 3
}
if [ $# -gt 0 ]; then
    exec "$build/src/vrmlint" "$@"
fi
cd "$top"
"$build/src/vrmlint" fixtures/whole || [ $? = 1 ]
echo
echo "That was: build/src/vrmlint fixtures/whole    Now try it on an avatar of your own."
