#!/bin/sh
# Checks a library on one machine, in shards, with GNU parallel: parallel.sh LIST OUT [SHARDS]
# LIST: a file with a path a line. OUT: a folder for the records, the log of the jobs and the cache. Run it again when
# anything has gone wrong: only what failed, was killed or was never begun is run once more.
set -eu
list=$1
out=$2
shards=${3:-32}

mkdir -p -- "$out"
seq "$shards" |
    parallel --quote --joblog "$out/joblog" --resume-failed \
        vrmlint check --jobs 1 --fail-on never --files-from "$list" --shard "{}/$shards" \
        --cache "$out/cache" --format "ndjson=$out/{}.ndjson" ||
    echo "Some shards failed; run this again" >&2
exec vrmlint merge --files-from "$list" --format "json=$out/report.json" --format text -- "$out"/*.ndjson
