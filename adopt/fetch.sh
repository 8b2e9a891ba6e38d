# shellcheck shell=sh disable=SC2034
# To be sourced. Fetches programs of a release that a file such as adopt/release.txt describes: its first line is the address of
# the release's folder, the others are those of its SHA256SUMS.

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

# has_sum FILE: whether the file is the listed archive.
has_sum() {
    [ -f "$1" ] && [ "$(sha256sum <"$1" | cut -d ' ' -f 1)" = "$fetch_sum" ]
}

# fetch_vrmlint LIST FOLDER: sets vrmlint to the release's program for this machine. Its archive is fetched to FOLDER once; the
# checksum of the archive is compared at each run, and the program with the one in the archive. Returns 1 if the release has no
# such program, or it can't be fetched and unpacked; 2 if the archive's checksum isn't the listed one. Prints why.
fetch_vrmlint() {
    [ -s "$1" ] || return 1
    case $(uname -s) in
    Linux) fetch_name=$(sed -n "s/^[0-9a-f]\{64\}  \(vrmlint-[^ /]*-linux-$(uname -m)\)\.tar\.gz\$/\1/p" "$1" | head -n 1) ;;
    *) fetch_name= ;;
    esac
    [ -n "$fetch_name" ] || return 1
    fetch_sum=$(sed -n "s/^\([0-9a-f]\{64\}\)  $fetch_name\.tar\.gz\$/\1/p" "$1" | head -n 1)
    vrmlint=$2/$fetch_name/vrmlint
    mkdir -p "$2" || return 1
    find "$2" -maxdepth 1 -name 'fetched.*' -mtime +0 -exec rm -rf {} + # left by killed runs
    fetch_work=$(mktemp -d "$2/fetched.XXXXXX") || return 1
    fetch_status=0
    fetch_into "$1" "$2" || fetch_status=$?
    rm -rf "$fetch_work"
    return "$fetch_status"
}

# fetch_into LIST FOLDER: does it, in $fetch_work; returns as fetch_vrmlint does.
fetch_into() {
    fetch_kept=$2/$fetch_name.tar.gz
    fetch_file=$fetch_work/$fetch_name.tar.gz
    if has_sum "$fetch_kept" && cp -- "$fetch_kept" "$fetch_file" && has_sum "$fetch_file"; then
        # a program that differs was planted, or truncated by a full disk
        if [ ! -L "$vrmlint" ] && tar -xzOf "$fetch_file" "$fetch_name/vrmlint" | cmp -s - "$vrmlint"; then
            return 0
        fi
    else
        echo "Fetching $fetch_name" >&2
        if ! download "$(head -n 1 "$1")/$fetch_name.tar.gz" "$fetch_file"; then
            echo "It could not be fetched; building vrmlint instead" >&2
            return 1
        fi
        if ! has_sum "$fetch_file"; then
            echo "The archive $fetch_name.tar.gz is not the released one: its SHA-256 differs" >&2
            return 2
        fi
    fi
    if ! tar -xzf "$fetch_file" -C "$fetch_work" || ! "$fetch_work/$fetch_name/vrmlint" --version >/dev/null; then
        echo "It could not be unpacked to $2; building vrmlint instead" >&2
        return 1
    fi
    # Renaming single files is atomic: concurrent and later runs find either the whole program or none.
    mkdir -p "$2/$fetch_name" && mv -f "$fetch_work/$fetch_name/vrmlint" "$vrmlint" && mv -f "$fetch_file" "$fetch_kept"
}
