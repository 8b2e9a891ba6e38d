#!/bin/sh
# usage: assemble.sh SOURCE BUILD: puts the package together in BUILD/npm, and packs it as BUILD/vrmlint-VERSION.tgz where
# npm is there.
set -eu
npm=$1/web/npm
out=$2/npm
rm -rf "$out"
mkdir -p "$out/dist"
sed "s|^  \"name\": .*|&\n  \"version\": \"$(cat "$1/VERSION")\",|" "$npm/package.json" >"$out/package.json"
cp "$npm/core.js" "$npm/node.js" "$npm/browser.js" "$npm/compile.cjs" "$npm/index.d.ts" "$npm/vrmlint.cjs" \
    "$npm/LICENSES.md" "$npm/README.md" "$1/LICENSE" "$out/"
cp "$2/program/library.mjs" "$2/program/library.wasm" "$2/program/command.wasm" "$2"/program/*.txt "$out/dist/"
cp "$2/program/command.js" "$out/dist/command.cjs"
chmod 644 "$out"/dist/*
if command -v npm >/dev/null; then
    (cd "$2" && npm pack --silent --offline "$out")
fi
