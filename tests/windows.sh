#!/bin/sh
# Cross-compiles for Windows with mingw-w64, against jansson built from Debian's source package; what the build itself runs
# is compiled with the machine's own.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=tests/need.sh
. "$top/tests/need.sh"
# shellcheck source=tests/jansson_source.sh
. "$top/tests/jansson_source.sh"

need gcc libc6-dev libjansson-dev pkg-config gcc-mingw-w64-x86-64 meson ninja-build cmake dpkg-dev
work=${BUILD:-$top/build-windows}
mkdir -p "$work"
work=$(cd "$work" && pwd)
if [ ! -f "$work/sysroot/lib/pkgconfig/jansson.pc" ]; then
    jansson_source "$work"
    cmake -S "$work"/source/jansson-*/ -B "$work/jansson" -DCMAKE_SYSTEM_NAME=Windows \
        -DCMAKE_C_COMPILER=x86_64-w64-mingw32-gcc -DCMAKE_INSTALL_PREFIX="$work/sysroot" -DCMAKE_BUILD_TYPE=Release \
        -DJANSSON_BUILD_DOCS=OFF -DJANSSON_EXAMPLES=OFF -DJANSSON_WITHOUT_TESTS=ON
    cmake --build "$work/jansson" --target install
fi
cat >"$work/mingw.ini" <<END
[binaries]
c = 'x86_64-w64-mingw32-gcc'
ar = 'x86_64-w64-mingw32-ar'
strip = 'x86_64-w64-mingw32-strip'
windres = 'x86_64-w64-mingw32-windres'
pkgconfig = 'pkg-config'
[properties]
pkg_config_libdir = '$work/sysroot/lib/pkgconfig'
[host_machine]
system = 'windows'
cpu_family = 'x86_64'
cpu = 'x86_64'
endian = 'little'
END
[ -f "$work/vrmlint/build.ninja" ] ||
    meson setup "$work/vrmlint" "$top" --cross-file "$work/mingw.ini" -Dwerror=true -Dtests=false
ninja -C "$work/vrmlint"
ls -l "$work/vrmlint/src/vrmlint.exe"
