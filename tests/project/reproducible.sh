#!/bin/sh
# Builds the release of this commit twice, in folders with different names and depths, and compares the results byte by byte.
# Takes as long as two builds; it doesn't use ccache, which would only return the first results. WORK: a build folder.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
work=${WORK:-$(mktemp -d)}
CCACHE_DISABLE=1
export CCACHE_DISABLE
for place in first "second, and deeper/down/here"; do
    rm -rf "${work:?}/$place"
    mkdir -p "$work/$place"
    git -C "$top" archive HEAD | tar -x -C "$work/$place"
    meson setup "$work/$place/build" "$work/$place" --buildtype=release -Dtests=false >"$work/log"
    ninja -C "$work/$place/build" src/vrmlint src/libvrmlint.a >>"$work/log" || { tail -n 20 "$work/log" >&2; exit 1; }
    sleep 1
done
for file in src/vrmlint src/libvrmlint.a; do
    cmp "$work/first/build/$file" "$work/second, and deeper/down/here/build/$file"
done
echo "the same bytes: $(sha256sum <"$work/first/build/src/vrmlint")"
[ -n "${WORK:-}" ] || rm -rf "$work"
