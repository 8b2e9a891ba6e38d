#!/bin/sh
# Cross-compiles for Windows with mingw-w64, against jansson and utf8proc built from Debian's source packages; what the
# build itself runs is compiled with the machine's own. Further arguments go to meson setup. BUILD: the build folder.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=tests/platforms/step.sh
. "$top/tests/platforms/step.sh"
# shellcheck source=tests/platforms/need.sh
. "$top/tests/platforms/need.sh"
# shellcheck source=tests/platforms/jansson_source.sh
. "$top/tests/platforms/jansson_source.sh"
# shellcheck source=tests/platforms/cross.sh
. "$top/tests/platforms/cross.sh"

need gcc libc6-dev libjansson-dev pkg-config gcc-mingw-w64-x86-64 meson ninja-build cmake dpkg-dev
work=${BUILD:-$top/build-windows}
mkdir -p "$work"
work=$(cd "$work" && pwd)
cross_setup "$work" x86_64-w64-mingw32 Windows x86_64
[ -f "$work/vrmlint/build.ninja" ] ||
    meson setup "$work/vrmlint" "$top" --cross-file "$work/cross.ini" -Dwerror=true -Dtests=false "$@"
ninja -C "$work/vrmlint"
ls -l "$work/vrmlint/src/vrmlint.exe"
