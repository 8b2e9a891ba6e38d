# shellcheck shell=sh disable=SC2034
# build_step WORDS COMMAND...: runs a step, and shows its log if it fails.
build_step() {
    build_log=$(mktemp)
    build_status=0
    build_words=$1
    shift
    step "$build_log" "$build_words" "$@" || build_status=$?
    [ "$build_status" = 0 ] || cat "$build_log" >&2
    rm -f "$build_log"
    return "$build_status"
}

# build_vrmlint TOP: sets vrmlint to the program to run: that of the release that adopt/release.txt names; otherwise one that is
# built once from the sources in TOP. Never one that is on the PATH: it may be of another version, or of somebody else. Prints
# steps and errors to standard error. VRMLINT_RELEASE names another list than adopt/release.txt, VRMLINT_RELEASES a folder to keep
# releases in; nothing in that folder is trusted.
build_vrmlint() {
    # shellcheck source=adopt/fetch.sh
    . "$1/adopt/fetch.sh"
    build_status=0
    fetch_vrmlint "${VRMLINT_RELEASE:-$1/adopt/release.txt}" "${VRMLINT_RELEASES:-$1/build-releases}" || build_status=$?
    case $build_status in
    0) return 0 ;;
    2) return 1 ;;
    esac
    # shellcheck source=tests/platforms/step.sh
    . "$1/tests/platforms/step.sh"
    # shellcheck source=tests/platforms/need.sh
    . "$1/tests/platforms/need.sh"
    { have_build_tools || need gcc libc6-dev meson ninja-build pkg-config libjansson-dev libutf8proc-dev; } >&2 || return 1
    if [ ! -f "$1/build/build.ninja" ]; then
        build_step "Looking at what this system has" \
            meson setup "$1/build" "$1" -Dbuildtype=release -Dtests=false -Djoined=true || return 1
    fi
    if ! ninja -C "$1/build" -n src/vrmlint 2>/dev/null | grep -q 'no work to do'; then
        build_step "Building vrmlint, this once, which takes a minute or two" ninja -C "$1/build" src/vrmlint || return 1
    fi
    vrmlint=$1/build/src/vrmlint
}
