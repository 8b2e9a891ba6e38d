#!/bin/sh
# The library and the command under ThreadSanitizer: threads.sh [BUILD]. A race ends it.
# Runs the tests of what threads share, and checks, caches and merges with eight jobs.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
build=${1:-$top/build-threads}
[ -f "$build/build.ninja" ] ||
    CC="${CC:-gcc}" meson setup "$build" "$top" -Db_sanitize=thread -Db_lundef=false -Djoined=true -Doptimization=0 \
        -Dc_args=-g1 -Dexternal="${VRMLINT_EXTERNAL:-}" >/dev/null
ninja -C "$build" src/vrmlint tests/test_threads >"$build/build.log" 2>&1 || {
    cat "$build/build.log" >&2
    exit 1
}
TSAN_OPTIONS="halt_on_error=1 exitcode=66 ${TSAN_OPTIONS:-}"
VRMLINT_SOURCE=$top
VRMLINT_SMALL=1
export TSAN_OPTIONS VRMLINT_SOURCE VRMLINT_SMALL
program=$build/src/vrmlint
work=$build/threads
rm -rf "$work"
mkdir -p "$work"

# races STATUS...: whether a run came to one of the statuses that it may come to
run() {
    status=0
    "$@" >"$work/out" 2>"$work/err" || status=$?
    if [ "$status" -gt 1 ] || grep -q 'WARNING: ThreadSanitizer' "$work/err"; then
        cat "$work/err" >&2
        echo "threads.sh: status $status: $*" >&2
        exit 1
    fi
}

for name in pool helpers stops record; do
    run "$build/tests/test_threads" "$name"
done
files=$top/fixtures/springbone
run "$program" --no-config --jobs 1 --format "json=$work/one.json" "$files"
run "$program" --no-config --jobs 8 --format "json=$work/eight.json" "$files"
cmp "$work/one.json" "$work/eight.json"
run "$program" --no-config --jobs 8 --cache "$work/cache" --format "ndjson=$work/a.ndjson" --statistics --format text "$files"
run "$program" --no-config --jobs 8 --cache "$work/cache" --format "ndjson=$work/b.ndjson" "$files"
run "$program" merge --format "json=$work/merged.json" "$work/b.ndjson"
run "$program" --no-config --jobs 8 --timeout 0.001 --fail-on never "$files"
# one file alone, with which seven threads help
python3 "$top/tests/cli/springy.py" "$work/springy.gltf"
for format in text json; do
    run "$program" --no-config --select default,sim --fail-on never --jobs 1 --format "$format=$work/one" "$work/springy.gltf"
    run "$program" --no-config --select default,sim --fail-on never --jobs 8 --format "$format=$work/eight" "$work/springy.gltf"
    cmp "$work/one" "$work/eight"
done
for seconds in 0.01 0.03 0.1 0.3; do
    run "$program" --no-config --jobs 8 --timeout "$seconds" --fail-on never "$work/springy.gltf"
done
run "$program" fix --jobs 8 --no-config "$top/fixtures/collider"
echo "no races"
