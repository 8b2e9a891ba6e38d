#!/bin/sh
# Makes all that is handed out, into FOLDER (default: release/): adopt/release.sh [FOLDER [PIECE...]]. Pieces are linux-x86_64,
# linux-aarch64, windows, deb, npm, page and blender; all of them if none is named. The same commit gives the same bytes,
# whenever and wherever, on the same release of Debian: times are the commit's, names and owners nobody's.
# WORK: a folder for what is built on the way (default: build-release/).
set -eu
umask 022
top=$(cd "$(dirname "$0")/.." && pwd)
for part in step need jansson_source cross; do
    # shellcheck disable=SC1090
    . "$top/tests/$part.sh"
done
LC_ALL=C.UTF-8
TZ=UTC
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$top" log -1 --format=%ct)}
export LC_ALL TZ SOURCE_DATE_EPOCH
version=$(sed -n "s/^ *version: '\(.*\)',$/\1/p" "$top/meson.build" | head -n 1)
out=${1:-$top/release}
[ $# = 0 ] || shift
pieces=${*:-linux-x86_64 linux-aarch64 windows deb npm page blender}
mkdir -p "$out" "${WORK:-$top/build-release}"
out=$(cd "$out" && pwd)
work=$(cd "${WORK:-$top/build-release}" && pwd)

# pages FOLDER: the artist's pages and the licences, as texts that open by a double click everywhere.
pages() {
    python3 "$top/adopt/page.py" "$top/docs/first-ten-minutes-artist.md" "$1/First ten minutes.html"
    python3 "$top/adopt/page.py" "$top/docs/first-ten-minutes-artist.ja.md" "$1/最初の10分.html"
    cp "$top/LICENSE" "$1/LICENSE.txt"
}

# pack_tar FOLDER, pack_zip FOLDER: the folder below $work/pack as a .tar.gz or .zip of that name in $out, in an order and at a time of its own.
pack_tar() {
    tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=gnu -C "$work/pack" -cf - "$1" |
        gzip -9n >"$out/$1.tar.gz"
}
pack_zip() {
    python3 "$top/adopt/pack.py" "$work/pack/$1" "$out/$1.zip" "$SOURCE_DATE_EPOCH"
}
fresh() {
    rm -rf "$work/pack/$1"
    mkdir -p "$work/pack/$1"
}

# built NAME ARGUMENT...: a release build in $work/NAME, set up with the arguments.
built() {
    built_folder=$work/$1
    shift
    [ -f "$built_folder/build.ninja" ] ||
        meson setup "$built_folder" "$top" --buildtype=release -Dtests=false "$@" >"$built_folder.log" ||
        { cat "$built_folder.log" >&2; return 1; }
    ninja -C "$built_folder" >"$built_folder.log" || { cat "$built_folder.log" >&2; return 1; }
}

# linux ARCHITECTURE BUILD STRIP LICENCES
linux() {
    linux_name=vrmlint-$version-linux-$1
    fresh "$linux_name"
    "$3" -s -o "$work/pack/$linux_name/vrmlint" "$work/$2/src/vrmlint"
    pages "$work/pack/$linux_name"
    for library in jansson utf8proc; do
        cp "$4/LICENSE-$library.txt" "$work/pack/$linux_name/"
    done
    pack_tar "$linux_name"
}

licences() {
    mkdir -p "$work/licences"
    cp /usr/share/doc/libjansson4/copyright "$work/licences/LICENSE-jansson.txt" 2>/dev/null ||
        cp /usr/share/doc/libjansson-dev/copyright "$work/licences/LICENSE-jansson.txt"
    cp /usr/share/doc/libutf8proc-dev/copyright "$work/licences/LICENSE-utf8proc.txt"
}

make_piece() {
    case $1 in
    linux-x86_64)
        need gcc libc6-dev meson ninja-build pkg-config libjansson-dev libutf8proc-dev
        built x86_64
        licences
        linux x86_64 x86_64 strip "$work/licences"
        ;;
    linux-aarch64)
        need gcc-aarch64-linux-gnu libc6-dev-arm64-cross meson ninja-build pkg-config libjansson-dev cmake dpkg-dev
        mkdir -p "$work/cross-aarch64"
        cross_setup "$work/cross-aarch64" aarch64-linux-gnu Linux aarch64 >"$work/cross-aarch64.log"
        built aarch64 --cross-file "$work/cross-aarch64/cross.ini"
        linux aarch64 aarch64 aarch64-linux-gnu-strip "$work/cross-aarch64/sysroot"
        ;;
    windows)
        need gcc-mingw-w64-x86-64
        BUILD=$work/cross-windows "$top/tests/windows.sh" --buildtype=release >"$work/windows.log"
        windows_name=vrmlint-$version-windows-x86_64
        fresh "$windows_name"
        x86_64-w64-mingw32-strip -s -o "$work/pack/$windows_name/vrmlint.exe" "$work/cross-windows/vrmlint/src/vrmlint.exe"
        pages "$work/pack/$windows_name"
        cp "$work"/cross-windows/sysroot/LICENSE-*.txt "$work/pack/$windows_name/"
        pack_zip "$windows_name"
        ;;
    deb)
        need debhelper dpkg-dev mandoc libcmocka-dev
        rm -rf "$work/deb"
        mkdir -p "$work/deb/vrmlint"
        git -C "$top" archive HEAD | tar -x -C "$work/deb/vrmlint"
        (cd "$work/deb/vrmlint" && DEB_BUILD_OPTIONS=nocheck dpkg-buildpackage -b -us -uc -P'nocheck' >"$work/deb.log" 2>&1) ||
            { cat "$work/deb.log" >&2; return 1; }
        cp "$work"/deb/vrmlint_*.deb "$out/"
        ;;
    npm | page)
        if [ ! -x "$top/web/build.sh" ] || ! command -v emcc >/dev/null || ! command -v npm >/dev/null; then
            echo "skipped: $1 (it needs web/build.sh, emscripten and npm)" >&2
            return 0
        fi
        if [ "$1" = npm ]; then
            BUILD=$work/web "$top/web/build.sh" npm >"$work/npm.log"
            (cd "$work/web/npm" && npm pack --silent --pack-destination "$out")
        else
            BUILD=$work/web "$top/web/build.sh" >"$work/page.log"
            fresh "vrmlint-$version-page"
            cp -R "$work/web/page/." "$work/pack/vrmlint-$version-page/"
            pack_zip "vrmlint-$version-page"
            cp "$work/web/vrmlint.html" "$out/vrmlint-$version.html"
        fi
        ;;
    blender)
        fresh vrmlint_panel
        cp "$top"/adopt/blender/vrmlint_panel/*.py "$top"/adopt/blender/vrmlint_panel/blender_manifest.toml "$top/LICENSE" "$work/pack/vrmlint_panel/"
        pack_zip vrmlint_panel
        mv "$out/vrmlint_panel.zip" "$out/vrmlint-$version-blender.zip"
        ;;
    *)
        echo "adopt/release.sh: there is no piece '$1'" >&2
        return 2
        ;;
    esac
}

for piece in $pieces; do
    echo "== $piece"
    make_piece "$piece"
done
rm -f "$out/SHA256SUMS"
sums=$(cd "$out" && sha256sum ./* | sed 's|  \./|  |')
echo "$sums" >"$out/SHA256SUMS"
cat "$out/SHA256SUMS"
