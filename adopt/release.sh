#!/bin/sh
# Builds all files of a release into FOLDER (default: release/): adopt/release.sh [--dev] [FOLDER [PIECE...]]. Only a tree for
# whose version CHANGELOG.md has a date is a release; with --dev, the files of another tree get development versions (see
# adopt/version.py), which other packages must not depend on. Pieces are linux-x86_64,
# linux-aarch64, windows, deb, npm, page, blender, unity and container; all of them if none is named. Installs what it needs if it may
# (as root, or with sudo without a password), and fails if a piece can't be made.
# The same commit always gives the same bytes, independent of time, machine and installed packages: times are the commit's,
# owners have no names, libraries are built from Debian's sources, and everything is compiled in Debian 12. On another system,
# the script first makes a root with Debian 12 (adopt/release_root.sh).
# WORK: a folder for intermediate files (default: build-release/). VRMLINT_SIGNING_KEY: an SSH private key to sign with.
# VRMLINT_RELEASE_URL: the address that the files will have.
set -eu
umask 022
top=$(cd "$(dirname "$0")/.." && pwd)
for part in step need jansson_source cross; do
    # shellcheck disable=SC1090
    . "$top/tests/platforms/$part.sh"
done
if [ -n "$(git -C "$top" status --porcelain --untracked-files=no)" ]; then
    echo "adopt/release.sh: files differ from the commit; commit or restore them first" >&2
    exit 1
fi
if [ "${1:-}" != --dev ]; then
    python3 "$top/adopt/version.py" release >/dev/null || exit 1
fi
# shellcheck disable=SC1091 # the system's description of itself
if [ "$([ ! -f /etc/os-release ] || . /etc/os-release; echo "${VERSION_CODENAME:-}")" != bookworm ]; then
    exec "$top/adopt/release_root.sh" "$@"
fi
LC_ALL=C.UTF-8
TZ=UTC
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$top" log -1 --format=%ct)}
VRMLINT_COMMIT=$(git -C "$top" rev-parse HEAD)
export LC_ALL TZ SOURCE_DATE_EPOCH VRMLINT_COMMIT
unset CFLAGS CPPFLAGS LDFLAGS
[ "${1:-}" != --dev ] || shift
version=$(python3 "$top/adopt/version.py")
url=${VRMLINT_RELEASE_URL:-https://github.com/vrmlint/vrmlint/releases/download/v$version}
out=${1:-$top/release}
[ $# = 0 ] || shift
pieces=${*:-linux-x86_64 linux-aarch64 windows deb npm page blender unity container}
mkdir -p "$out" "${WORK:-$top/build-release}"
out=$(cd "$out" && pwd)
work=$(cd "${WORK:-$top/build-release}" && pwd)

# native: builds the program for this machine, which prints what the rules say.
native() {
    [ -f "$work/native/build.ninja" ] || logged native-setup meson setup "$work/native" "$top" --buildtype=release -Djoined=true -Dtests=false
    logged native-build ninja -C "$work/native" src/vrmlint
}

# pages FOLDER: writes the pages for artists, those of the rules and the licence as files that open with a double click on every
# system.
pages() {
    native
    python3 "$top/adopt/page.py" "$top/docs/first-ten-minutes-artist.md" "$1/First ten minutes.html"
    python3 "$top/adopt/page.py" "$top/docs/first-ten-minutes-artist.ja.md" "$1/最初の10分.html"
    for page in Rules ルール; do
        python3 "$top/adopt/page.py" --rules "$work/native/src/vrmlint" "$1/$page.html"
    done
    cp "$top/LICENSE" "$1/LICENSE.txt"
}

# pack_tar FOLDER, pack_zip FOLDER: packs the folder below $work/pack as $out/FOLDER.tar.gz or .zip, with fixed order and times.
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

# logged NAME COMMAND...: runs a command whose output goes to $work/NAME.log, and prints its end if the command fails.
logged() {
    logged_name=$1
    shift
    "$@" >"$work/$logged_name.log" 2>&1 || {
        tail -n 40 "$work/$logged_name.log" >&2
        return 1
    }
}

# All builds have the same features, independent of the machine. Regular expressions in users' schemas are only in the Debian
# package, which gets fixes of libpcre2 with the system.
features="-Dregex=disabled -Dutf8proc=enabled"

# linux ARCHITECTURE TRIPLE: builds the program and the wheel for Python, with libraries that are built here.
linux() {
    # The generators of schema/ run on this machine, with its compiler and jansson; no part of these gets into the piece.
    need cmake dpkg-dev gcc libc6-dev libjansson-dev meson ninja-build pkg-config python3
    mkdir -p "$work/$1"
    logged "$1-libraries" cross_setup "$work/$1" "$2" Linux "$1"
    # shellcheck disable=SC2086
    [ -f "$work/$1/build/build.ninja" ] || logged "$1-setup" meson setup "$work/$1/build" "$top" --buildtype=release -Dtests=false \
        $features --cross-file "$work/$1/cross.ini"
    rm -f "$work/$1/build/src/build_id.c" # it contains the commit
    logged "$1-build" ninja -C "$work/$1/build" src/vrmlint adopt/python/libvrmlint-python.so
    linux_name=vrmlint-$version-linux-$1
    fresh "$linux_name"
    "$2-strip" -s -o "$work/pack/$linux_name/vrmlint" "$work/$1/build/src/vrmlint"
    pages "$work/pack/$linux_name"
    cp "$work/$1"/sysroot/LICENSE-*.txt "$work/pack/$linux_name/"
    pack_tar "$linux_name"
    "$2-strip" -s -o "$work/$1/libvrmlint-python.so" "$work/$1/build/adopt/python/libvrmlint-python.so"
    python3 "$top/adopt/python/wheel.py" "$work/$1/libvrmlint-python.so" "$out" "$SOURCE_DATE_EPOCH" "$1" "$work/$1"/sysroot/LICENSE-*.txt
}

make_piece() {
    case $1 in
    linux-x86_64)
        linux x86_64 x86_64-linux-gnu
        ;;
    linux-aarch64)
        need gcc-aarch64-linux-gnu libc6-dev-arm64-cross
        linux aarch64 aarch64-linux-gnu
        ;;
    windows)
        need gcc libc6-dev libjansson-dev meson ninja-build pkg-config gcc-mingw-w64-x86-64
        rm -f "$work/cross-windows/vrmlint/src/build_id.c"
        # shellcheck disable=SC2086
        BUILD=$work/cross-windows logged windows "$top/tests/platforms/windows.sh" --buildtype=release $features
        windows_name=vrmlint-$version-windows-x86_64
        fresh "$windows_name"
        x86_64-w64-mingw32-strip -s -o "$work/pack/$windows_name/vrmlint.exe" "$work/cross-windows/vrmlint/src/vrmlint.exe"
        # the page that the program opens
        [ -f "$out/vrmlint-$version.html" ] || make_piece page
        cp "$out/vrmlint-$version.html" "$work/pack/$windows_name/vrmlint.html"
        pages "$work/pack/$windows_name"
        cp "$work"/cross-windows/sysroot/LICENSE-*.txt "$work/pack/$windows_name/"
        pack_zip "$windows_name"
        ;;
    deb)
        need build-essential debhelper meson ninja-build pkg-config python3 libjansson-dev libutf8proc-dev libpcre2-dev
        rm -rf "$work/deb"
        mkdir -p "$work/deb/vrmlint"
        git -C "$top" archive HEAD | tar -x -C "$work/deb/vrmlint"
        sed -i "1s/(.*)/($(python3 "$top/adopt/version.py" debian))/" "$work/deb/vrmlint/debian/changelog"
        logged deb env -C "$work/deb/vrmlint" DEB_BUILD_OPTIONS=nocheck dpkg-buildpackage -b -us -uc -Pnocheck
        cp "$work"/deb/vrmlint_*.deb "$out/"
        ;;
    npm | page)
        need emscripten
        { command -v node && command -v npm; } >/dev/null || need nodejs npm # they may be installed from elsewhere than Debian
        if [ "$1" = npm ]; then
            BUILD=$work/web logged npm "$top/web/build.sh" npm
            (cd "$work/web/npm" && npm pack --silent --pack-destination "$out" >/dev/null)
        else
            BUILD=$work/web logged page "$top/web/build.sh"
            fresh "vrmlint-$version-page"
            cp -R "$work/web/page/." "$work/pack/vrmlint-$version-page/"
            native
            for page in rules.html rules.ja.html; do
                python3 "$top/adopt/page.py" --rules "$work/native/src/vrmlint" "$work/pack/vrmlint-$version-page/$page"
            done
            pack_zip "vrmlint-$version-page"
            cp "$work/web/vrmlint.html" "$out/vrmlint-$version.html"
        fi
        ;;
    blender)
        # with the programs of the pieces for Linux and Windows inside
        fresh blender
        [ -f "$out/vrmlint-$version-linux-x86_64.tar.gz" ] || make_piece linux-x86_64
        [ -f "$out/vrmlint-$version-windows-x86_64.zip" ] || make_piece windows
        tar -xzf "$out/vrmlint-$version-linux-x86_64.tar.gz" -C "$work/pack/blender" --strip-components=1
        python3 -m zipfile -e "$out/vrmlint-$version-windows-x86_64.zip" "$work/pack/blender/windows"
        python3 "$top/adopt/blender/pack.py" "$version" "$out/vrmlint-$version-blender.zip" "$SOURCE_DATE_EPOCH" "$work/pack/blender/vrmlint" \
            "$work/pack/blender/windows/vrmlint-$version-windows-x86_64/vrmlint.exe" "$work"/pack/blender/LICENSE-*.txt
        ;;
    unity)
        # the package contains the programs as they are in the other pieces
        [ -f "$out/vrmlint-$version-linux-x86_64.tar.gz" ] || make_piece linux-x86_64
        [ -f "$out/vrmlint-$version-windows-x86_64.zip" ] || make_piece windows
        fresh unity
        tar -xzf "$out/vrmlint-$version-linux-x86_64.tar.gz" -C "$work/pack/unity"
        python3 -m zipfile -e "$out/vrmlint-$version-windows-x86_64.zip" "$work/pack/unity"
        python3 "$top/adopt/unity_package.py" pack "$out" "$url" "$SOURCE_DATE_EPOCH" \
            "linux-x86_64=$work/pack/unity/vrmlint-$version-linux-x86_64" "windows-x86_64=$work/pack/unity/vrmlint-$version-windows-x86_64"
        ;;
    container)
        need buildah
        [ -f "$out/vrmlint-$version-linux-x86_64.tar.gz" ] || make_piece linux-x86_64
        fresh container
        tar -xzf "$out/vrmlint-$version-linux-x86_64.tar.gz" -C "$work/pack/container" --strip-components=1
        rm -f "$out/vrmlint-$version-container.tar"
        tag=vrmlint:$(echo "$version" | tr + -) # a + may not be in a tag
        logged container buildah --storage-driver vfs --root "$work/storage" --runroot "$work/storage-run" build --isolation chroot \
            --timestamp "$SOURCE_DATE_EPOCH" --tag "$tag" --file "$top/adopt/Containerfile" "$work/pack/container"
        logged container-archive buildah --storage-driver vfs --root "$work/storage" --runroot "$work/storage-run" push \
            "$tag" "oci-archive:$work/container.tar:$tag"
        python3 "$top/adopt/pack.py" --tar "$work/container.tar" "$out/vrmlint-$version-container.tar" "$SOURCE_DATE_EPOCH"
        ;;
    *)
        echo "adopt/release.sh: there is no piece '$1'" >&2
        return 2
        ;;
    esac
}

need git python3
for piece in $pieces; do
    echo "== $piece"
    make_piece "$piece"
done
rm -f "$out/SHA256SUMS" "$out/SHA256SUMS.sig" "$out/release.txt"
python3 "$top/adopt/spdx.py" "$work" "$out" "$SOURCE_DATE_EPOCH" "$VRMLINT_COMMIT"
sums=$(cd "$out" && sha256sum ./* | sed 's|  \./|  |')
echo "$sums" >"$out/SHA256SUMS"
# The list for adopt/fetch.sh: the tagged commit has it as adopt/release.txt.
printf '%s\n%s\n' "$url" "$sums" >"$out/release.txt"
[ -n "${VRMLINT_IN_ROOT:-}" ] || "$top/adopt/sign.sh" "$out"
cat "$out/SHA256SUMS"
