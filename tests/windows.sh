#!/bin/sh
# Cross-compiles for Windows with mingw-w64, against jansson and utf8proc built from Debian's source packages; what the
# build itself runs is compiled with the machine's own. Further arguments go to meson setup. BUILD: the build folder.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=tests/step.sh
. "$top/tests/step.sh"
# shellcheck source=tests/need.sh
. "$top/tests/need.sh"
# shellcheck source=tests/jansson_source.sh
. "$top/tests/jansson_source.sh"
# shellcheck source=tests/cross.sh
. "$top/tests/cross.sh"

need gcc libc6-dev libjansson-dev pkg-config gcc-mingw-w64-x86-64 meson ninja-build cmake dpkg-dev
work=${BUILD:-$top/build-windows}
mkdir -p "$work"
work=$(cd "$work" && pwd)
cross_setup "$work" x86_64-w64-mingw32 Windows x86_64
[ -f "$work/vrmlint/build.ninja" ] ||
    meson setup "$work/vrmlint" "$top" --cross-file "$work/cross.ini" -Dwerror=true -Dtests=false "$@"
ninja -C "$work/vrmlint"
ls -l "$work/vrmlint/src/vrmlint.exe"
