#!/bin/bash -eu
# Builds the fuzz targets as OSS-Fuzz wants them: CC, CFLAGS, LIB_FUZZING_ENGINE and OUT are its own. The build stays
# without sanitizers of Meson's, since those are in CFLAGS already.
cd "$SRC/vrmlint"
meson setup build-oss-fuzz -Dfuzz=true -Dfuzz_engine="$LIB_FUZZING_ENGINE" -Db_lundef=false -Dprefer_static=true
# shellcheck disable=SC2046
ninja -C build-oss-fuzz $(printf 'tests/fuzz/fuzz_%s ' container positions schema check config data image record baseline poses fix)
for target in build-oss-fuzz/tests/fuzz/fuzz_*; do
    if [ -f "$target" ] && [ -x "$target" ]; then
        cp "$target" "$OUT/"
    fi
done
# seeds: the fixtures, for what takes whole files
find fixtures -type f -size -24k \( -name '*.gltf' -o -name '*.glb' -o -name '*.vrm' -o -name '*.vrma' \) >seeds.txt
for name in container positions check fix; do
    zip -q "$OUT/fuzz_${name}_seed_corpus.zip" -@ <seeds.txt
done
