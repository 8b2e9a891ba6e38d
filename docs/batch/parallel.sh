#!/bin/sh
# Checks a library on one machine, in shards, with GNU parallel: parallel.sh LIST OUT [SHARDS]
# LIST: a file with a path a line. OUT: a folder for reports, their history and the cache. Run it again if anything has
# gone wrong: only shards without a record, or with files that could not be read, are run once more. Records of another
# day, version, list or other settings are never used again. Ends with 0 if everything was checked.
set -eu
list=$1
out=$2
shards=${3:-32}
run=$out/run

mkdir -p -- "$run" "$out/history"
manifest=$(vrmlint list --manifest --files-from "$list" 2>"$out/list.log" || :; cksum <"$list"; echo "$shards shards")
if [ "$manifest" != "$(cat -- "$run/manifest" 2>/dev/null)" ]; then
    rm -rf -- "$run"
    mkdir -- "$run"
    printf '%s\n' "$manifest" >"$run/manifest"
fi

for shard in $(seq "$shards"); do # a record has its name only once it is whole
    record=$run/$shard.ndjson
    if ! [ -e "$record" ] || tail -n 1 -- "$record" | grep -q '"unread"'; then
        echo "$shard"
    fi
done | parallel --quote \
    vrmlint check --jobs 1 --fail-on never --files-from "$list" --shard "{}/$shards" \
    --cache "$out/cache" --format "ndjson=$run/{}.ndjson" ||
    echo "Some shards failed; run this again" >&2

vrmlint merge --fail-on never --files-from "$list" --format "ndjson=$run/audit" --format "json=$out/report.json" \
    --format text -- "$run"

# The audit is done: keep it, and say what has changed since the last one.
last=
for audit in "$out"/history/*.ndjson; do
    last=$audit
done
now=$out/history/$(date -u +%Y-%m-%dT%H%M%SZ).ndjson
mv -- "$run/audit" "$now"
rm -rf -- "$run"
if [ -e "$last" ] && [ "$last" != "$now" ]; then
    vrmlint diff --fail-on never -- "$last" "$now"
fi
