#!/bin/sh
# Builds what is used where there is no C compiler, by emscripten, into build-web/ (or the folder BUILD):
#   npm/    the package for npm: the command and the library as WebAssembly
#   page/   the web page; needs npm for three, @pixiv/three-vrm and esbuild. `web/build.sh npm` leaves it out
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=tests/need.sh
. "$top/tests/need.sh"
# shellcheck source=tests/jansson_source.sh
. "$top/tests/jansson_source.sh"

need emscripten gcc libc6-dev libjansson-dev pkg-config meson ninja-build cmake dpkg-dev
work=${BUILD:-$top/build-web}
mkdir -p "$work"
work=$(cd "$work" && pwd)
jobs=${JOBS:-$(nproc)}

# ---- the library, and the command's parts ----

if [ ! -f "$work/sysroot/lib/pkgconfig/jansson.pc" ]; then
    jansson_source "$work"
    # shellcheck disable=SC2154 # jansson_source sets it
    emcmake cmake -S "$jansson_source" -B "$work/jansson" -DCMAKE_INSTALL_PREFIX="$work/sysroot" \
        -DCMAKE_BUILD_TYPE=MinSizeRel -DJANSSON_BUILD_DOCS=OFF -DJANSSON_EXAMPLES=OFF -DJANSSON_WITHOUT_TESTS=ON
    cmake --build "$work/jansson" --target install
fi
printf "[properties]\npkg_config_libdir = '%s'\n" "$work/sysroot/lib/pkgconfig" >"$work/sysroot.ini"
if [ ! -f "$work/wasm/build.ninja" ]; then
    # emscripten 3.1.6 isn't known to all versions of Meson as a compiler of C17
    meson setup "$work/wasm" "$top" --cross-file "$top/web/emscripten.ini" --cross-file "$work/sysroot.ini" \
        -Dc_std=gnu11 -Dc_args=-Oz -Doptimization=s -Ddebug=false -Db_ndebug=true -Dtests=false -Dutf8proc=disabled
fi
ninja -C "$work/wasm" -j "$jobs" src/libvrmlint.a src/libvrmlint-command.a

# What moves is where the time goes: compiled for speed, with vectors, it is several times as fast, for a few bytes more.
mkdir -p "$work/fast"
fast() {
    for source; do
        object=$work/fast/$(basename "$source" .c).o
        emcc -std=gnu11 -O2 -msimd128 -ffp-contract=off -D_XOPEN_SOURCE=700 -DNDEBUG -I"$top/src" \
            -I"$work/sysroot/include" -c "$source" -o "$object"
    done
}
if [ -z "$(find "$work/fast" -name '*.o')" ] || [ -n "$(find "$top/src" -name '*.h' -newer "$work/fast/world.o")" ] ||
    [ -n "$(find "$top/src/sim" -newer "$work/fast/world.o")" ]; then
    fast "$top"/src/sim/*.c
fi

# ---- two programs of it ----

# Debian's emscripten asks for Debian's packages of Node, also where node itself comes from elsewhere.
export NODE_PATH="/usr/share/nodejs${NODE_PATH:+:$NODE_PATH}"

# What both have in common. The memory grows as files ask for; what is deep in a file isn't on the stack.
link() {
    emcc -std=gnu11 -Oz -msimd128 -ffp-contract=off -I"$top/src" -I"$work/sysroot/include" "$@" "$work"/fast/*.o \
        "$work/wasm/src/libvrmlint-command.a" \
        "$work/wasm/src/libvrmlint.a" "$work/sysroot/lib/libjansson.a" -sALLOW_MEMORY_GROWTH=1 \
        -sINITIAL_MEMORY=16MB -sTOTAL_STACK=4MB -sFILESYSTEM=1 -sASSERTIONS=0
}

mkdir -p "$work/program"
# For bytes, anywhere. It isn't told what it runs in: it gets its WebAssembly from who starts it.
link "$top/web/surface.c" --no-entry --pre-js "$top/web/library_pre.js" -o "$work/program/library.mjs" \
    -sMODULARIZE=1 -sEXPORT_ES6=1 -sUSE_ES6_IMPORT_META=0 -sENVIRONMENT=shell -sEXPORT_NAME=start \
    -sFORCE_FILESYSTEM=1 -sEXPORTED_FUNCTIONS=_malloc,_free \
    -sEXPORTED_RUNTIME_METHODS=FS,UTF8ToString,stringToUTF8,lengthBytesUTF8,HEAPU8,HEAPU32,HEAPF64
# The command, on the files of the machine.
link "$top/src/main.c" "$top/web/command_system.c" --pre-js "$top/web/command_pre.js" -o "$work/program/command.js" \
    -sENVIRONMENT=node -sNODERAWFS=1 -sEXIT_RUNTIME=1 -sNODEJS_CATCH_EXIT=0 -sNODEJS_CATCH_REJECTION=0

for wasm in library command; do
    printf '%s.wasm: %s bytes, %s gzipped\n' "$wasm" "$(wc -c <"$work/program/$wasm.wasm")" \
        "$(gzip -9 <"$work/program/$wasm.wasm" | wc -c)"
done

# ---- the package for npm ----

sh "$top/web/npm/assemble.sh" "$top" "$work"

# ---- the page ----

[ "${1:-}" = npm ] || sh "$top/web/page/assemble.sh" "$top" "$work"
