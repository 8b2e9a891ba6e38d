#!/bin/sh
# Builds the versions for the web and for npm (web/build.sh), and compares both with the native command: findings, output, exit
# statuses, and the page in a browser. Skips (77) with the reason without emscripten, node and npm; parts that need Chromium,
# packages from npm or VRMLINT_EXTERNAL print their own reason. VRMLINT: the native program, if not build/src/vrmlint.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
native=${VRMLINT:-$top/build/src/vrmlint}
for program in emcc node npm; do
    command -v $program >/dev/null || { echo "skipped: there is no $program"; exit 77; }
done
[ -x "$native" ] || { echo "skipped: there is no $native to compare with"; exit 77; }
work=${BUILD:-$top/build-web}
mkdir -p "$work"
work=$(cd "$work" && pwd)
if ! BUILD=$work sh "$top/web/build.sh" npm; then
    echo "web/build.sh failed" >&2
    exit 1
fi
corpus=
[ -z "${VRMLINT_EXTERNAL:-}" ] || corpus=$VRMLINT_EXTERNAL/corpus
packed=$(ls "$work"/vrmlint-*.tgz)
node "$top/web/tests/npm.mjs" "$packed" "$native" "$top" "$work/installed" ${corpus:+"$corpus"}

status=0
node "$top/web/tests/bundlers.mjs" "$packed" "$top" "$work/bundlers" || status=$?
[ $status -eq 0 ] || [ $status -eq 77 ] || exit $status

# The page needs packages that npm may be unable to download.
status=0
sh "$top/web/page/assemble.sh" "$top" "$work" || status=$?
if [ $status -eq 77 ]; then
    echo "skipped: the page"
    exit 0
fi
[ $status -eq 0 ] || exit $status
node "$top/web/tests/page.mjs" "$work/page" "$work/packages" "$native" "$top" ${corpus:+"$corpus"} || status=$?
[ $status -eq 0 ] || [ $status -eq 77 ] || exit $status
