#!/bin/sh
# usage: assemble.sh SOURCE BUILD: assembles the package in BUILD/npm; if npm is available, packs BUILD/vrmlint-VERSION.tgz.
set -eu
npm=$1/web/npm
out=$2/npm
rm -rf "$out"
mkdir -p "$out/dist"
sed "s|^  \"name\": .*|&\n  \"version\": \"$(python3 "$1/adopt/version.py" npm)\",|" "$npm/package.json" >"$out/package.json"
cp "$npm"/*.js "$npm"/*.cjs "$npm"/*.d.ts "$npm/LICENSES.md" "$npm/README.md" "$1/LICENSE" "$out/"
cp "$npm/index.d.ts" "$out/index.d.cts" # the same for require()
sed "s/^export const \(.*\) = /exports.\1 = /" "$npm/names.js" >"$out/names.cjs"
cp "$2/program/library.mjs" "$2/program/library.wasm" "$2/program/command.wasm" "$2"/program/*.txt "$out/dist/"
cp "$2/program/command.js" "$out/dist/command.cjs"
# The files that browsers load, as modules for browser.js.
for file in library.wasm messages.en.txt messages.ja.txt rules.en.txt rules.ja.txt; do
    printf "export default '%s';\n" "$(gzip -9n <"$out/dist/$file" | base64 | tr -d '\n')" >"$out/dist/$file.js"
done
mkdir "$out/schema"
cp "$1"/schema/*.schema.json "$out/schema/"
chmod 644 "$out"/dist/* "$out"/schema/*
if command -v npm >/dev/null; then
    rm -f "$2"/vrmlint-*.tgz # of an earlier commit
    (cd "$2" && npm pack --silent --offline "$out")
fi
