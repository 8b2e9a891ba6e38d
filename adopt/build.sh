# shellcheck shell=sh disable=SC2034
# build_vrmlint TOP: sets vrmlint to the program to run: the one on the PATH, or one that is built from the sources in
# TOP, once. Says on standard error what goes wrong.
build_vrmlint() {
    if command -v vrmlint >/dev/null; then
        vrmlint=vrmlint
        return 0
    fi
    # shellcheck source=tests/need.sh
    . "$1/tests/need.sh"
    { have_build_tools || need gcc libc6-dev meson ninja-build pkg-config libjansson-dev libutf8proc-dev; } >&2 || return 1
    if [ ! -f "$1/build/build.ninja" ]; then
        meson setup "$1/build" "$1" -Dbuildtype=release -Dtests=false >&2 || return 1
    fi
    ninja -C "$1/build" src/vrmlint >&2 || return 1
    vrmlint=$1/build/src/vrmlint
}
