#!/bin/sh
# Fuzzes every target for a while, with seeds/ and the fixtures as seeds: run.sh [SECONDS per target, default 60]
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=tests/platforms/step.sh
. "$top/tests/platforms/step.sh"
# shellcheck source=tests/platforms/need.sh
. "$top/tests/platforms/need.sh"

seconds=${1:-60}
need clang libclang-rt-dev meson ninja-build pkg-config libjansson-dev
build=${BUILD:-$top/build-fuzz}
optimization=1
[ -z "${VRMLINT_SMALL:-}" ] || optimization=0
[ -f "$build/build.ninja" ] ||
    CC=clang CC_LD=lld meson setup "$build" "$top" -Dfuzz=true -Dtests=true -Djoined=true -Db_sanitize=address,undefined -Db_lundef=false \
        -Doptimization="$optimization" -Dc_args=-g1 -Ddebug=false >/dev/null
ninja -C "$build" fuzz_targets >"$build/build.log" 2>&1 || {
    cat "$build/build.log" >&2
    exit 1
}
# a short run would spend all its time on the seeds, and drive_* have run each of them
most=${VRMLINT_SMALL:+30}

# fuzz TARGET FOLDER...: prints how often it ran, or how it failed. Seeds are the folders' files, but only the models of
# fixtures.
fuzz() {
    name=fuzz_$1
    slowest=10
    [ "$1" != work ] || slowest=120 # it checks a file in three sizes and counts the work: its time means nothing
    shift
    if [ ! -x "$build/tests/fuzz/$name" ]; then
        echo "$name: not in this build, which cannot count work"
        return
    fi
    mkdir -p "$build/found/$name"
    find "$@" -type f -size -24k | grep -E '/tests/fuzz/seeds/|/schema/|\.(gltf|glb|vrma?)$' | sort -R |
        head -n "${most:-100000}" | paste -s -d , - | tr -d '\n' >"$build/$name.seeds"
    if ! "$build/tests/fuzz/$name" -max_total_time="$seconds" -timeout="$slowest" -rss_limit_mb=2048 -max_len=65536 -print_final_stats=1 \
        -artifact_prefix="$build/found/$name/" -seed_inputs="@$build/$name.seeds" "$build/found/$name" >"$build/$name.log" 2>&1; then
        tail -n 30 "$build/$name.log" >&2
        return 1
    fi
    echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$build/$name.log") executions in $seconds s"
}

# All targets run at once: each has one thread.
at=$top/tests/fuzz/seeds
running=
for target in work check container fix simulate positions schema users record config data baseline poses image; do
    case $target in
    schema) fuzz $target "$at/schemas" "$top/schema" ;;
    work) fuzz $target "$at/work" "$at/models" "$top/fixtures" ;;
    users | data | poses) fuzz $target "$at/$target" ;;
    config) fuzz $target "$at/settings" ;;
    image | record | baseline) fuzz $target "$at/${target}s" ;;
    *) fuzz $target "$at/models" "$top/fixtures" ;;
    esac &
    running="$running $!"
done
failed=0
for one in $running; do
    wait "$one" || failed=1
done
exit "$failed"
