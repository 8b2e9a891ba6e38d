#!/bin/sh
# usage: assemble.sh SOURCE BUILD: bundles the page into BUILD/page, when BUILD/npm exists. Exits with 77 if npm isn't available
# or can't install the packages of the page. SOURCE and BUILD are absolute paths: BUILD is the target of a symbolic link.
set -eu
page=$1/web/page
work=$2/page-source
out=$2/page
command -v npm >/dev/null || { echo "no npm: the page isn't built" >&2; exit 77; }
mkdir -p "$2/packages"
if ! cmp -s "$page/package.json" "$2/packages/package.json" || [ ! -d "$2/packages/node_modules" ]; then
    cp "$page/package.json" "$2/packages/"
    (cd "$2/packages" && npm install --no-audit --no-fund --no-package-lock --loglevel=error) || {
        echo "npm could not install what the page is made of" >&2
        exit 77
    }
fi
rm -rf "$work" "$out"
mkdir -p "$work" "$out"
cp "$page"/*.js "$work/"
ln -s "$2/packages/node_modules" "$work/node_modules"
rm -rf "$2/report"
cp -r "$1/web/report" "$2/report" # the page's modules import from it
# Bundle in the common parent folder: the names of split chunks depend on paths.
bundle() {
    (cd "$1" && packages/node_modules/.bin/esbuild "page-source/$2" --bundle --minify --format=esm --target=es2022 --charset=utf8 \
        --legal-comments=none --outdir="$3" --log-level=warning ${4:+"$4"})
}
bundle "$2" main.js page --splitting
bundle "$2" worker.js page
# Bundle again as one script each, for the page in one file.
rm -rf "$2/page-bundled"
bundle "$2" main.js page-bundled
bundle "$2" worker.js page-bundled --format=iife # Chromium doesn't support module workers in a page from a file
cat "$1/web/report/report.css" "$page/page.css" >"$out/page.css"
cp "$page/index.html" "$page/icon.svg" "$2/program/library.wasm" "$2"/program/*.txt "$out/"

# The licences of everything in the page.
{
    printf 'vrmlint\n\n'
    cat "$1/LICENSE" "$1/web/npm/LICENSES.md"
    for package in three @pixiv/three-vrm; do
        printf '\n\n%s %s\n\n' "$package" "$(sed -n 's/.*"version": "\(.*\)".*/\1/p' "$2/packages/node_modules/$package/package.json" | head -1)"
        cat "$2/packages/node_modules/$package/LICENSE"
    done
} >"$out/licences.txt"

node "$page/single.mjs" "$out" "$2/page-bundled" "$2/vrmlint.html"

# The files that the page caches for offline use. The cache's name changes whenever one of them changes.
version=$(cd "$out" && find . -type f | sort | xargs sha256sum | sha256sum | cut -c1-16)
list=$(cd "$out" && find . -type f | sort | sed "s|^\./\(.*\)|'\1', |" | tr -d '\n')
sed -e "s|@VERSION@|$version|" -e "s|/\* @FILES@ \*/|'./', $list|" "$page/service.js" >"$out/service.js"

# zipped EXPRESSION...: prints how many bytes are loaded, gzipped, of the files that find selects
zipped() {
    find "$out" -type f "$@" -exec sh -c 'for name; do gzip -9 <"$name" | wc -c; done' sh {} + | awk '{sum += $1} END {print sum}'
}
echo "page: gzipped, library.wasm $(zipped -name '*.wasm') bytes, texts $(zipped -name '*.??.txt'), all else $(zipped ! -name '*.wasm' ! -name '*.??.txt')"
