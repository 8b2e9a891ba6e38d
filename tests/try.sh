#!/bin/sh
# Builds what is missing and checks the bundled avatars (or the given PATHs, with the given options).
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=tests/platforms/step.sh
. "$top/tests/platforms/step.sh"
# shellcheck source=tests/platforms/need.sh
. "$top/tests/platforms/need.sh"

have_build_tools || need gcc libc6-dev meson ninja-build pkg-config libjansson-dev libutf8proc-dev
build=$top/build
log=$(mktemp)
trap 'rm -f "$log"' EXIT
failed() {
    cat "$log" >&2
    exit 3
}
[ -f "$build/build.ninja" ] || step "$log" "Looking at what this system has" \
    meson setup --buildtype=release -Djoined=true -Dtests=false "$build" "$top" || failed
if ! ninja -C "$build" -n src/vrmlint 2>/dev/null | grep -q 'no work to do'; then
    step "$log" "Building vrmlint, which takes a minute or two the first time" ninja -C "$build" src/vrmlint || failed
fi
if [ $# -gt 0 ]; then
    rm -f "$log"
    exec "$build/src/vrmlint" "$@"
fi
cd "$top"
"$build/src/vrmlint" fixtures/whole || [ $? = 1 ]
echo
echo "That was: build/src/vrmlint fixtures/whole    Now try it on an avatar of your own."
