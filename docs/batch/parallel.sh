#!/bin/sh
# Checks a library on one machine, in shards, with GNU parallel: parallel.sh LIST OUT [SHARDS]
# LIST: a file with one path per line. OUT: a folder for reports, their history and the cache. Run it again after a failure:
# only shards without a record, or with files that could not be read, run once more. Records of another day, version, list or
# other settings are never reused. Exits with 0 if everything was checked, and with 3 if a file could not be read or made vrmlint
# crash; all other files are in the report then, too.
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

# Checks a shard. If the program crashes, checks the shard again without the file that it names; a record of its own lists that
# file as one that could not be read. The cache has what was checked before the crash.
check=$(
    cat <<'END'
list=$1 run=$2 cache=$3 shard=$4 shards=$5
work=$run/$shard
rm -f -- "$work.crashed" "$work.crashed.ndjson"
cp -- "$list" "$work.list"
while
    status=0
    LC_ALL=C vrmlint check --jobs 1 --fail-on never --files-from "$work.list" --shard "$shard/$shards" --cache "$cache" \
        --format "ndjson=$work.ndjson" 2>"$work.log" || status=$?
    cat -- "$work.log" >&2
    crashed=$(sed -n 's/^vrmlint: \(.*\): the program crashed while it was working on this file$/\1/p' "$work.log")
    [ "$status" -gt 128 ] && grep -qxF -e "$crashed" "$work.list"
do
    printf '%s\n' "$crashed" >>"$work.crashed"
    grep -vxF -e "$crashed" -- "$work.list" >"$work.rest" || :
    mv -- "$work.rest" "$work.list"
done
if [ "$status" -le 128 ] && [ -e "$work.crashed" ]; then
    status=3
    tool=$(sed -n '$s/.*"tool"/"tool"/p' "$work.ndjson")
    sed 's/[\"]/\\&/g' "$work.crashed" | while read -r path; do
        printf '{"path":"%s","extensions":{},"unchecked":[],"skipped":[{"what":"the file","why":"the program crashed"}],' "$path"
        echo '"counts":{"error":0,"warning":0,"info":0},"figures":{},"findings":[]}'
        printf '{"summary":{"files":1,"error":0,"warning":0,"info":0,"unread":1},%s\n' "$tool"
    done >"$work.crashed.ndjson"
fi
exit "$status"
END
)

for shard in $(seq "$shards"); do # a record gets its name only when it is complete
    record=$run/$shard.ndjson
    if ! [ -e "$record" ] || [ -e "$run/$shard.crashed" ] || tail -n 1 -- "$record" | grep -q '"unread"'; then
        echo "$shard"
    fi
done | parallel --quote sh -c "$check" sh "$list" "$run" "$out/cache" "{}" "$shards" ||
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
