#!/bin/bash -eu
# Builds the fuzz targets for OSS-Fuzz, which sets CC, CFLAGS, LIB_FUZZING_ENGINE and OUT. Meson adds no sanitizers, because
# they are in CFLAGS already.
cd "$SRC/vrmlint"
meson setup build-oss-fuzz -Dfuzz=true -Dfuzz_engine="$LIB_FUZZING_ENGINE" -Db_lundef=false -Dprefer_static=true
# shellcheck disable=SC2046
ninja -C build-oss-fuzz $(printf 'tests/fuzz/fuzz_%s ' check container fix simulate positions schema users record config data baseline poses image)
for target in build-oss-fuzz/tests/fuzz/fuzz_*; do
    if [ -f "$target" ] && [ -x "$target" ]; then
        cp "$target" "$OUT/"
    fi
done
# seeds: the project's own, and the fixtures for targets that take whole files
find fixtures -type f -size -24k \( -name '*.gltf' -o -name '*.glb' -o -name '*.vrm' -o -name '*.vrma' \) >seeds.txt
for pair in check:models container:models fix:models simulate:models positions:models schema:schemas users:users \
    record:records config:settings data:data baseline:baselines poses:poses image:images; do
    find "tests/fuzz/seeds/${pair#*:}" -type f >own.txt
    [ "${pair#*:}" != models ] || cat seeds.txt >>own.txt
    zip -q "$OUT/fuzz_${pair%:*}_seed_corpus.zip" -@ <own.txt
done
