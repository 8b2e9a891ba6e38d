#!/bin/sh
# usage: portable.sh [FOLDER...]
# Builds the command for other machines: i386 (32 bits, with gcc and with clang), arm64 and s390x (big-endian). Runs it with
# qemu-user on the fixtures and the FOLDERs, compares its findings with those of this machine's own command (severity, rule,
# pointer and text of each), and runs the library's tests there. Does the same with this machine's own command in a locale with
# decimal commas, and with one that is built with musl. Prints which parts can't run here and skips them.
# BUILD is the work folder, MACHINES a selection of "i386 i386-clang arm64 s390x commas musl".
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
work=${BUILD:-$top/build-portable}
mkdir -p "$work"
work=$(cd "$work" && pwd)
failed=0
skipped=

skip() {
    echo "skipped: $1: $2"
    skipped="$skipped $1"
}

# Debian's sources of jansson and cmocka, from this machine's package sources; with a separate list, so that the machine's own
# list doesn't change.
fetch_sources() {
    [ -z "$(find "$work/source" -maxdepth 1 -name 'cmocka-*' -type d 2>/dev/null)" ] || return 0
    command -v apt-cache >/dev/null && command -v dpkg-source >/dev/null && command -v cmake >/dev/null || return 1
    mkdir -p "$work/apt/lists/partial" "$work/source"
    apt-cache madison libjansson-dev |
        sed -n 's|^.* \([^ ]*\) \([^ /]*\)/\([^ ]*\) [^ ]* Packages$|deb-src \1 \2 \3|p' | sort -u >"$work/apt/sources.list"
    [ -s "$work/apt/sources.list" ] || return 1
    own_apt() {
        apt-get -qq -o "Dir::Etc::sourcelist=$work/apt/sources.list" -o Dir::Etc::sourceparts=/dev/null \
            -o "Dir::State::lists=$work/apt/lists" "$@"
    }
    (cd "$work/source" && own_apt update && own_apt source jansson cmocka) >"$work/sources.log" 2>&1
}

# library MACHINE COMPILER NAME OPTION...: builds a library from its source into the machine's folder
library() {
    machine=$1
    compiler=$2
    name=$3
    shift 3
    [ -f "$work/$machine/sysroot/lib/pkgconfig/$name.pc" ] || {
        cmake -S "$work/source/$name"-*/ -B "$work/$machine/$name" -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_C_COMPILER="$compiler" \
            -DCMAKE_INSTALL_PREFIX="$work/$machine/sysroot" -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_BUILD_TYPE=Release "$@" &&
            cmake --build "$work/$machine/$name" --target install
    } >>"$work/$machine.log" 2>&1
}

# build MACHINE COMPILER AR CPU_FAMILY ENDIAN [EMULATOR]: builds the tests, and the command at $work/MACHINE/build/src/vrmlint
# as one static file, as in releases. MACHINE-clang is built by clang, with the libraries of MACHINE.
build() {
    libraries=$work/${1%-clang}/sysroot/lib
    library "${1%-clang}" "$2" jansson -DJANSSON_BUILD_DOCS=OFF -DJANSSON_EXAMPLES=OFF -DJANSSON_WITHOUT_TESTS=ON || return 1
    library "${1%-clang}" "$2" cmocka -DBUILD_SHARED_LIBS=OFF -DWITH_EXAMPLES=OFF || return 1
    compiler="'$2'"
    [ "${1%-clang}" = "$1" ] || compiler="'clang', '--target=${2%-gcc}'"
    ! command -v ccache >/dev/null || compiler="'ccache', $compiler"
    theirs=/usr/${2%-gcc}/lib
    wrapper="'env', 'LD_LIBRARY_PATH=$libraries'"
    if "$theirs/ld-linux.so.2" --version >/dev/null 2>&1; then
        # 32 bits run directly on this processor: qemu 7.2 hangs if threads of such a program wait for each other
        wrapper="'$theirs/ld-linux.so.2', '--library-path', '$theirs:$libraries'"
    elif [ -n "${6:-}" ]; then
        wrapper="$wrapper, '$6', '-L', '${theirs%/lib}'"
    fi
    cat >"$work/$1.ini" <<END
[binaries]
c = [$compiler]
ar = '$3'
pkgconfig = 'pkg-config'
exe_wrapper = [$wrapper]
[properties]
pkg_config_libdir = '$libraries/pkgconfig'
needs_exe_wrapper = true
[host_machine]
system = 'linux'
cpu_family = '$4'
cpu = '$4'
endian = '$5'
END
    [ -f "$work/$1/build/build.ninja" ] ||
        meson setup "$work/$1/build" "$top" --cross-file "$work/$1.ini" --buildtype=release \
            -Dexternal="${VRMLINT_EXTERNAL:-}" >>"$work/$1.log" 2>&1 || return 1
    ninja -C "$work/$1/build" ${NINJA_JOBS:+-j$NINJA_JOBS} src/vrmlint >>"$work/$1.log" 2>&1 || return 1
    # a test that can't be compiled counts as failed: gcc 12 for ARM can't compile one of them
    ninja -C "$work/$1/build" ${NINJA_JOBS:+-j$NINJA_JOBS} -k 0 >>"$work/$1.log" 2>&1 || :
}

list_files() {
    find "$top/fixtures" "$@" -type f \( -name '*.gltf' -o -name '*.glb' -o -name '*.vrm' -o -name '*.vrma' \) | LC_ALL=C sort
}

# findings COMMAND...: prints the command's findings in all files
findings() {
    "$@" check --no-config --format json --files-from "$work/files" >"$work/report.json" 2>"$work/errors" || [ $? -le 2 ] ||
        return 1
    python3 - "$work/report.json" <<'END'
import json, sys
with open(sys.argv[1]) as file:
    for report in json.load(file)['files']:
        for finding in report['findings']:
            print(report['path'], finding['severity'], finding['rule'], finding['pointer'], finding['message'], sep='\t')
END
}

# compare NAME COMMAND...
compare() {
    name=$1
    shift
    findings "$@" >"$work/$name.findings" || { echo "FAILED: $name: $(tail -n 1 "$work/errors")"; failed=1; return; }
    if cut -f 1-4 "$work/$name.findings" | cmp -s - "$work/own.rules"; then
        texts=$(diff "$work/own.findings" "$work/$name.findings" | grep -c '^>' || true)
        echo "$name: the same $(wc -l <"$work/own.findings") findings in $(wc -l <"$work/files") files; $texts with another text"
        diff "$work/own.findings" "$work/$name.findings" | head -n 6 || true
    else
        echo "FAILED: $name finds something else:"
        cut -f 1-4 "$work/$name.findings" | diff "$work/own.rules" - | head -n 20 || true
        failed=1
    fi
}

# try MACHINE COMPILER AR CPU_FAMILY ENDIAN [EMULATOR]
try() {
    case " ${MACHINES:-i386 i386-clang arm64 s390x commas musl} " in *" $1 "*) ;; *) return 0 ;; esac
    command -v "$2" >/dev/null || { skip "$1" "no $2"; return 0; }
    [ "${1%-clang}" = "$1" ] || command -v clang >/dev/null || { skip "$1" "no clang"; return 0; }
    [ -z "${6:-}" ] || command -v "$6" >/dev/null || { skip "$1" "no $6"; return 0; }
    fetch_sources || { skip "$1" "no sources of jansson and cmocka"; return 0; }
    build "$1" "$2" "$3" "$4" "$5" "${6:-}" || { echo "FAILED: $1 can't be built:"; tail -n 5 "$work/$1.log"; failed=1; return 0; }
    compare "$1" ${6:+"$6" -L "/usr/${2%-gcc}"} "$work/$1/build/src/vrmlint"
    # the scripts would start the command directly, as a program of this machine
    VRMLINT_SMALL=1 meson test -C "$work/$1/build" --no-rebuild --no-suite scripts --no-suite repeats --timeout-multiplier 20 \
        >"$work/$1.tests" 2>&1 || failed=1
    sed -n "s/^\(Ok\|Fail\|Timeout\|Skipped\): */$1: tests, \1: /p; s/ \(FAIL\|TIMEOUT\) .*/&/p" "$work/$1.tests"
}

if ! command -v meson >/dev/null || ! command -v python3 >/dev/null; then
    echo "skipped: no meson or python3"
    exit 77
fi
own=${VRMLINT:-}
if [ -z "$own" ]; then
    [ -f "$work/own/build.ninja" ] || meson setup "$work/own" "$top" --buildtype=release -Dtests=false >"$work/own.log" 2>&1
    ninja -C "$work/own" ${NINJA_JOBS:+-j$NINJA_JOBS} src/vrmlint >>"$work/own.log" 2>&1
    own=$work/own/src/vrmlint
fi
list_files "$@" >"$work/files"
findings "$own" >"$work/own.findings"
cut -f 1-4 "$work/own.findings" >"$work/own.rules"

case " ${MACHINES:-commas} " in
*" commas "*)
    comma=$(locale -a 2>/dev/null | grep -iE '^(de|fr|es|it)_.*utf' | head -n 1)
    # no such locale is installed: make one
    if [ -z "$comma" ] && mkdir -p "$work/locales" && localedef -i de_DE -f UTF-8 "$work/locales/de_DE.utf8" 2>/dev/null; then
        comma=de_DE.utf8
        export LOCPATH="$work/locales"
    fi
    if [ -n "$comma" ]; then compare commas env LC_ALL="$comma" LANGUAGE=en "$own"; else
        skip commas "no locale with decimal commas is installed, nor can one be made"
    fi
    ;;
esac
try i386 i686-linux-gnu-gcc i686-linux-gnu-ar x86 little qemu-i386
try i386-clang i686-linux-gnu-gcc i686-linux-gnu-ar x86 little qemu-i386
try s390x s390x-linux-gnu-gcc s390x-linux-gnu-ar s390x big qemu-s390x
try arm64 aarch64-linux-gnu-gcc aarch64-linux-gnu-ar aarch64 little qemu-aarch64
try musl musl-gcc ar "$(uname -m)" little
[ -z "$skipped" ] || echo "skipped:$skipped"
exit $failed
