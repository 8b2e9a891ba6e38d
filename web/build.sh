#!/bin/sh
# Builds the WebAssembly versions of vrmlint with emscripten, into build-web/ (or the folder BUILD):
#   npm/    the package for npm: the command and the library as WebAssembly
#   page/   the web page, and vrmlint.html, the same page in one file; needs npm for three, @pixiv/three-vrm and esbuild.
#           `web/build.sh npm` leaves it out
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=tests/platforms/step.sh
. "$top/tests/platforms/step.sh"
# shellcheck source=tests/platforms/need.sh
. "$top/tests/platforms/need.sh"
# shellcheck source=tests/platforms/jansson_source.sh
. "$top/tests/platforms/jansson_source.sh"

need emscripten gcc libc6-dev libjansson-dev pkg-config meson ninja-build dpkg-dev python3
work=${BUILD:-$top/build-web}
mkdir -p "$work"
work=$(cd "$work" && pwd)
jobs=${JOBS:-$(nproc)}
# emscripten is written in Python. Run it with Debian's Python: another python3 that is first in PATH may be a slow wrapper.
[ ! -x /usr/bin/python3 ] || export EMSDK_PYTHON="${EMSDK_PYTHON:-/usr/bin/python3}"
export EMCC_COMMANDS="$work/emcc"
mkdir -p "$EMCC_COMMANDS"

# Features that all browsers and Node versions with SIMD support have. Large blocks of memory are moved by bulk memory
# instructions (memory.c).
features="-msimd128 -mnontrapping-fptoint -msign-ext"

# compile FOLDER FLAG...: compiles each C file listed on standard input to FOLDER/NAME.o
compile() {
    mkdir -p "$1"
    folder=$1
    shift
    # shellcheck disable=SC2016 # sh -c has arguments of its own
    xargs -P "$jobs" -I '{}' sh -c 'file=$1; emcc=$2; folder=$3; shift 3; exec sh "$emcc" -std=gnu11 -ffp-contract=off "$@" -c "$file" -o "$folder/$(basename "$file" .c).o"' \
        sh '{}' "$top/web/emcc.sh" "$folder" "$@"
}

# ---- the library, and the command's parts ----

# jansson, with its authors' configuration for systems without configure: running configure takes longer than compiling
if [ ! -f "$work/sysroot/jansson.pc" ]; then
    jansson_source "$work"
    mkdir -p "$work/sysroot"
    # shellcheck disable=SC2154 # jansson_source sets it
    cp "$jansson_source/android/jansson_config.h" "$jansson_source/src/jansson.h" "$work/sysroot/"
    printf '#define HAVE_%s 1\n' STDINT_H UNISTD_H SYS_TIME_H GETTIMEOFDAY GETPID >"$work/sysroot/jansson_private_config.h"
    # shellcheck disable=SC2086
    find "$jansson_source/src" -name '*.c' | compile "$work/jansson" -O2 $features -DNDEBUG -DHAVE_CONFIG_H -I"$work/sysroot"
    emar rcs "$work/sysroot/libjansson.a" "$work"/jansson/*.o
    printf 'Name: jansson\nDescription: JSON\nVersion: %s\nCflags: -I%s\nLibs: -L%s -ljansson\n' \
        "$(sed -n 's/^#define JANSSON_VERSION "\(.*\)"$/\1/p' "$work/sysroot/jansson.h")" "$work/sysroot" "$work/sysroot" \
        >"$work/sysroot/jansson.pc"
fi
printf "[properties]\npkg_config_libdir = '%s'\n[binaries]\nc = ['sh', '%s']\n" "$work/sysroot" "$top/web/emcc.sh" >"$work/sysroot.ini"
if [ ! -f "$work/wasm/build.ninja" ]; then
    # emscripten 3.1.6 isn't known to all versions of Meson as a compiler of C17
    meson setup "$work/wasm" "$top" --cross-file "$top/web/emscripten.ini" --cross-file "$work/sysroot.ini" \
        -Djoined=true -Dc_std=gnu11 -Dc_args="$features" -Doptimization=s -Ddebug=false -Db_ndebug=true -Dtests=false -Dutf8proc=disabled
fi
ninja -C "$work/wasm" -j "$jobs" src/libvrmlint.a src/libvrmlint-command.a

# Compile the hot files for speed and all others for size.
fast() {
    # shellcheck disable=SC2086
    sed "s|^|$top/src/|; s|\$|.c|" "$top/web/fast.txt" | compile "$work/fast" -O2 $features -D_XOPEN_SOURCE=700 -DNDEBUG \
        -I"$top/src" -I"$work/wasm/src" -I"$work/sysroot"
    compile "$work/fast" -O2 -msimd128 -mbulk-memory -fno-builtin <<MEMORY
$top/web/memory.c
MEMORY
}
if [ ! -f "$work/fast/memory.o" ] || [ -n "$(find "$top/src" "$top/web" -newer "$work/fast/memory.o" \( -name '*.[ch]' -o -name fast.txt \))" ]; then
    rm -rf "$work/fast"
    fast
fi

# ---- the two programs ----

# Debian's emscripten needs Debian's Node packages, even if node itself comes from elsewhere.
export NODE_PATH="/usr/share/nodejs${NODE_PATH:+:$NODE_PATH}"

# link NAME EXTENSION ARGUMENT...: links one program, with the options that both share. The memory grows on demand; data nested
# deeply in a file is not kept on the stack. Most of the size is texts: they go to files of their own, which both programs
# share, so that a page loads only the texts that it shows. A large function with one caller isn't inlined: the JIT would
# optimize it again together with its caller. Compressed, the program is smaller without hints of alignment, which engines
# ignore, and with the functions that are called in most places first. The small allocator is good enough, because most memory
# is requested in large pieces (base/arena.c).
link() {
    name=$1
    extension=$2
    shift 2
    # shellcheck disable=SC2086
    emcc -std=gnu11 -Oz $features -mbulk-memory -ffp-contract=off -I"$top/src" -I"$work/wasm/src" -I"$work/sysroot" "$@" "$work"/fast/*.o \
        "$work/wasm/src/libvrmlint-command.a" "$work/wasm/src/libvrmlint.a" "$work/sysroot/libjansson.a" \
        -sMALLOC=emmalloc -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=16MB -sTOTAL_STACK=4MB -sFILESYSTEM=1 -sASSERTIONS=0 \
        -sBINARYEN_EXTRA_PASSES=--one-caller-inline-max-function-size=200,--dealign,--reorder-functions \
        -Wl,--print-map -o "$work/program/$name.$extension" >"$work/$name.map"
    python3 "$top/web/cut.py" "$work/program/$name.wasm" "$work/$name.map" "$work/program" messages.en.txt=messages_en \
        messages.ja.txt=ja_messages rules.en.txt=rules_en rules.ja.txt=ja_rules
}

mkdir -p "$work/program"
# The library, for bytes in any environment. It doesn't detect the environment: its caller passes the WebAssembly.
link library mjs "$top/web/number.c" "$top/web/surface.c" "$top/web/surface_diff.c" "$top/web/surface_tables.c" --no-entry --pre-js "$top/web/library_pre.js" \
    -sMODULARIZE=1 -sEXPORT_ES6=1 -sUSE_ES6_IMPORT_META=0 -sENVIRONMENT=shell -sEXPORT_NAME=start \
    -sFORCE_FILESYSTEM=1 -sEXPORTED_FUNCTIONS=_malloc,_free \
    -sEXPORTED_RUNTIME_METHODS=FS,UTF8ToString,stringToUTF8,lengthBytesUTF8,HEAPU8,HEAPU32,HEAPF64
# The command, which reads and writes the machine's files.
link command js "$top/src/main.c" "$top/web/command_system.c" --pre-js "$top/web/command_pre.js" \
    -sENVIRONMENT=node -sNODERAWFS=1 -sEXIT_RUNTIME=1 -sNODEJS_CATCH_EXIT=0 -sNODEJS_CATCH_REJECTION=0

for file in "$work"/program/*.wasm "$work"/program/*.txt; do
    printf '%s: %s bytes, %s gzipped\n' "$(basename "$file")" "$(wc -c <"$file")" "$(gzip -9 <"$file" | wc -c)"
done

# ---- the package for npm ----

sh "$top/web/npm/assemble.sh" "$top" "$work"

# ---- the page ----

[ "${1:-}" = npm ] || sh "$top/web/page/assemble.sh" "$top" "$work"
