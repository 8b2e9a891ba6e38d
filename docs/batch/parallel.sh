#!/bin/sh
# Checks a library on one machine, in shards, with GNU parallel: parallel.sh LIST OUT [SHARDS]
# LIST: a file with one path per line. OUT: a folder for reports, their history and the cache. Run it again after a failure:
# only shards without a record, or with files that could not be read, run once more. Records of another day, version, list or
# other settings are never reused. Exits with 0 if everything was checked.
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

for shard in $(seq "$shards"); do # a record gets its name only when it is complete
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

# The audit is complete: keep it, and print what has changed since the last one.
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
