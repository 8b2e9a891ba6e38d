# shellcheck shell=sh
# To be read with `.` by builds for other systems: jansson_source FOLDER leaves the source of Debian's jansson in
# FOLDER/source/jansson-VERSION/. It needs apt-get, apt-cache and dpkg-dev.

jansson_source() {
    # It comes from wherever this machine takes its packages; in a list of our own, so that the machine's stays.
    mkdir -p "$1/apt/lists/partial" "$1/source"
    apt-cache madison libjansson-dev |
        sed -n 's|^.* \([^ ]*\) \([^ /]*\)/\([^ ]*\) [^ ]* Packages$|deb-src \1 \2 \3|p' | sort -u >"$1/apt/sources.list"
    [ -s "$1/apt/sources.list" ] || { echo "apt knows no source of libjansson-dev: try apt-get update" >&2; return 1; }
    (
        cd "$1/source" || exit 1
        for verb in update 'source jansson'; do
            # shellcheck disable=SC2086 # verb and argument are two words
            apt-get -qq -o "Dir::Etc::sourcelist=$1/apt/sources.list" -o Dir::Etc::sourceparts=/dev/null \
                -o "Dir::State::lists=$1/apt/lists" $verb || exit 1
        done
    )
}
