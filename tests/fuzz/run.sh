#!/bin/sh
# Fuzzes every target for a while, seeded from seeds/ and the fixtures: run.sh [SECONDS a target, 60 if not given]
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
# models: the fixtures, beside the seeds
models=$build/models
rm -rf "$models"
mkdir -p "$models"
# a short run would spend all its time on them
every=${VRMLINT_SMALL:+40}
find "$top/fixtures" -type f \( -name '*.gltf' -o -name '*.glb' -o -name '*.vrm' -o -name '*.vrma' \) -size -24k | sort |
    awk -v every="${every:-1}" 'NR % every == 0' |
    while read -r file; do
        cp "$file" "$models/$(printf %s "${file#"$top"/fixtures/}" | tr / _)"
    done

# fuzz PROGRAM SEEDS...: says how often it ran, or how it failed.
fuzz() {
    program=$1
    name=$(basename "$1")
    shift
    mkdir -p "$build/found/$name"
    if ! "$program" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=65536 -print_final_stats=1 \
        -artifact_prefix="$build/found/$name/" "$build/found/$name" "$@" >"$build/$name.log" 2>&1; then
        tail -n 30 "$build/$name.log" >&2
        return 1
    fi
    echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$build/$name.log") executions in $seconds s"
}

# As many at a time as there are targets: each is one thread.
running=
for target in check container fix simulate positions schema users record config data baseline poses image; do
    program=$build/tests/fuzz/fuzz_$target
    at=$top/tests/fuzz/seeds
    case $target in
    schema) fuzz "$program" "$at/schemas" "$top/schema" ;;
    users) fuzz "$program" "$at/users" ;;
    config) fuzz "$program" "$at/settings" ;;
    data) fuzz "$program" "$at/data" ;;
    image) fuzz "$program" "$at/images/png" "$at/images/jpeg" "$at/images/webp" "$at/images/ktx2" ;;
    record) fuzz "$program" "$at/records" ;;
    baseline) fuzz "$program" "$at/baselines" ;;
    poses) fuzz "$program" "$at/poses" ;;
    *) fuzz "$program" "$at/models" "$models" ;;
    esac &
    running="$running $!"
done
failed=0
for one in $running; do
    wait "$one" || failed=1
done
exit "$failed"
