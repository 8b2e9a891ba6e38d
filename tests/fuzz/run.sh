#!/bin/sh
# Fuzzes every target for a while, seeded from the fixtures: run.sh [SECONDS a target, 60 if not given]
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=tests/step.sh
. "$top/tests/step.sh"
# shellcheck source=tests/need.sh
. "$top/tests/need.sh"

seconds=${1:-60}
need clang libclang-rt-dev meson ninja-build pkg-config libjansson-dev
build=${BUILD:-$top/build-fuzz}
[ -f "$build/build.ninja" ] ||
    CC=clang meson setup "$build" "$top" -Dfuzz=true -Dtests=true -Db_sanitize=address,undefined -Db_lundef=false >/dev/null
ninja -C "$build" >"$build/build.log" 2>&1 || {
    cat "$build/build.log" >&2
    exit 1
}
seeds=$build/seeds
rm -rf "$seeds"
mkdir -p "$seeds" "$build/schemas" "$build/settings" "$build/data" "$build/images" "$build/records" "$build/baselines" "$build/poses"
find "$top/fixtures" -type f \( -name '*.gltf' -o -name '*.glb' -o -name '*.vrm' -o -name '*.vrma' \) -size -24k |
    while read -r file; do
        cp "$file" "$seeds/$(printf %s "${file#"$top"/fixtures/}" | tr / _)"
    done
cp "$top"/schema/*.json "$build/schemas"
head -c 2048 /dev/zero >"$build/data/zeros"
seq 1000 | head -c 2048 >"$build/data/digits"
# the images of the fixtures, out of their data URIs
find "$top/fixtures/texture" -name '*.gltf' | sort | while read -r file; do
    sed -n 's/.*"uri": "data:image[^,]*;base64,\([A-Za-z0-9+/=]*\)".*/\1/p' "$file" | while read -r data; do
        printf %s "$data" | base64 -d >"$build/images/$(printf %s "$data" | cksum | tr ' ' -)"
    done
done
{ cat "$top/tests/fuzz/settings.json" && printf '\0old/x/a.vrm'; } >"$build/settings/seed"
cp "$top/tests/golden/"*.ndjson "$build/records" 2>/dev/null || :
cat >"$build/records/summary" <<'END'
{"summary": {"files": 2, "error": 1, "warning": 0, "info": 3, "shard": {"number": 1, "of": 2}}}
END
cat >"$build/baselines/seed" <<'END'
# vrmlint baseline 1
a.gltf
  0123456789abcdef:1 json/duplicate-key A message
END
printf 'px,py,pz,qx,qy,qz,qw\n0,1.5,-2e-3,0,0,0,1\n' >"$build/poses/seed"

# fuzz PROGRAM CORPUS: says how often it ran, or how it failed.
fuzz() {
    name=$(basename "$1")
    mkdir -p "$build/found/$name"
    if ! "$1" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=65536 -print_final_stats=1 \
        -artifact_prefix="$build/found/$name/" "$build/found/$name" "$2" >"$build/$name.log" 2>&1; then
        tail -n 30 "$build/$name.log" >&2
        return 1
    fi
    echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$build/$name.log") executions in $seconds s"
}

# As many at a time as there are targets: each is one thread.
running=
for target in container positions schema check config data image record baseline poses fix; do
    corpus=$seeds
    [ "$target" = schema ] && corpus=$build/schemas
    [ "$target" = config ] && corpus=$build/settings
    [ "$target" = data ] && corpus=$build/data
    [ "$target" = image ] && corpus=$build/images
    [ "$target" = record ] && corpus=$build/records
    [ "$target" = baseline ] && corpus=$build/baselines
    [ "$target" = poses ] && corpus=$build/poses
    fuzz "$build/tests/fuzz/fuzz_$target" "$corpus" &
    running="$running $!"
done
failed=0
for one in $running; do
    wait "$one" || failed=1
done
exit "$failed"
