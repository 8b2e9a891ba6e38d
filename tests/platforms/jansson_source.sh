# shellcheck shell=sh disable=SC2034
# To be sourced. Fetches sources of libraries from this machine's package sources, with a separate list, so that the machine's
# own list doesn't change.

# debian_source FOLDER SOURCE PACKAGE: fetches the source of a package to FOLDER/source/SOURCE-VERSION, once, and sets the
# variable debian_source to that path.
debian_source() {
    if ! ls -d "$1/source/$2"-*/ >/dev/null 2>&1; then
        mkdir -p "$1/apt/lists/partial" "$1/source"
        apt-cache madison "$3" |
            sed -n 's|^.* \([^ ]*\) \([^ /]*\)/\([^ ]*\) [^ ]* Packages$|deb-src \1 \2 \3|p' | sort -u >"$1/apt/sources.list"
        [ -s "$1/apt/sources.list" ] || { echo "apt knows no source of $3: try apt-get update" >&2; return 1; }
        (
            cd "$1/source"
            for source_step in update "source $2"; do
                # shellcheck disable=SC2086
                apt-get -qq -o "Dir::Etc::sourcelist=$1/apt/sources.list" -o Dir::Etc::sourceparts=/dev/null \
                    -o "Dir::State::lists=$1/apt/lists" $source_step || exit 1
            done
        ) || return 1
    fi
    debian_source=$(cd "$1/source/$2"-*/ && pwd)
}

# jansson_source FOLDER: the same for jansson; sets the variable jansson_source.
jansson_source() {
    debian_source "$1" jansson libjansson-dev && jansson_source=$debian_source
}
