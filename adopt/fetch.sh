# shellcheck shell=sh disable=SC2034
# To be sourced. Programs of a release, which is named in a file such as adopt/release.txt: its first line is the address of
# the folder that holds the release, the others are those of its SHA256SUMS.

# download ADDRESS FILE
download() {
    if command -v curl >/dev/null; then
        curl -fsSL --proto '=https,file' --max-time 120 -o "$2" "$1"
    elif command -v wget >/dev/null; then
        wget -q -T 120 -O "$2" "$1"
    else
        return 1
    fi
}

# fetch_vrmlint LIST FOLDER: sets vrmlint to the release's program for this machine, which it fetches to FOLDER, once.
# Returns 1 where there is none, or it can't be had; 2, saying so, when what came isn't what the list names.
fetch_vrmlint() {
    [ -s "$1" ] || return 1
    case $(uname -s) in
    Linux) fetch_name=$(sed -n "s/^[0-9a-f]\{64\}  \(vrmlint-[^ /]*-linux-$(uname -m)\)\.tar\.gz\$/\1/p" "$1" | head -n 1) ;;
    *) fetch_name= ;;
    esac
    [ -n "$fetch_name" ] || return 1
    if [ ! -x "$2/$fetch_name/vrmlint" ]; then
        mkdir -p "$2" || return 1
        fetch_file=$(mktemp "$2/fetched.XXXXXX") || return 1
        echo "Fetching $fetch_name" >&2
        if ! download "$(head -n 1 "$1")/$fetch_name.tar.gz" "$fetch_file"; then
            rm -f "$fetch_file"
            echo "It could not be fetched; building vrmlint instead" >&2
            return 1
        fi
        fetch_sum=$(sed -n "s/^\([0-9a-f]\{64\}\)  $fetch_name\.tar\.gz\$/\1/p" "$1")
        if [ "$(sha256sum <"$fetch_file" | cut -d ' ' -f 1)" != "$fetch_sum" ]; then
            rm -f "$fetch_file"
            echo "What came as $fetch_name.tar.gz is not what was released: its SHA-256 is another" >&2
            return 2
        fi
        tar -xzf "$fetch_file" -C "$2"
        rm -f "$fetch_file"
    fi
    vrmlint=$2/$fetch_name/vrmlint
}
