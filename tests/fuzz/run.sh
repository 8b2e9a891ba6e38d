#!/bin/sh
# Fuzzes every target for a while, seeded from the fixtures: run.sh [SECONDS a target, 60 if not given]
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=tests/need.sh
. "$top/tests/need.sh"

seconds=${1:-60}
need clang libclang-rt-dev meson ninja-build pkg-config libjansson-dev
build=${BUILD:-$top/build-fuzz}
[ -f "$build/build.ninja" ] ||
    CC=clang meson setup "$build" "$top" -Dfuzz=true -Dtests=true -Db_sanitize=address,undefined -Db_lundef=false >/dev/null
ninja -C "$build" >/dev/null
seeds=$build/seeds
rm -rf "$seeds"
mkdir -p "$seeds" "$build/schemas"
find "$top/fixtures" -type f \( -name '*.gltf' -o -name '*.glb' -o -name '*.vrm' -o -name '*.vrma' \) -size -24k |
    while read -r file; do
        cp "$file" "$seeds/$(printf %s "${file#"$top"/fixtures/}" | tr / _)"
    done
cp "$top"/schema/*.json "$build/schemas"
for program in "$build"/tests/fuzz/fuzz_*; do
    [ -d "$program" ] && continue
    name=$(basename "$program")
    case $name in
    fuzz_schema) corpus=$build/schemas ;;
    *) corpus=$seeds ;;
    esac
    mkdir -p "$build/found/$name"
    printf '%s: %s s ... ' "$name" "$seconds"
    if ! "$program" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=65536 -print_final_stats=1 \
        -artifact_prefix="$build/found/$name/" "$build/found/$name" "$corpus" >"$build/$name.log" 2>&1; then
        tail -n 30 "$build/$name.log" >&2
        exit 1
    fi
    sed -n 's/^stat::number_of_executed_units: */executions: /p' "$build/$name.log"
done
