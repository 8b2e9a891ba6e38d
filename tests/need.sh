# shellcheck shell=sh
# need PACKAGE...: makes sure that Debian packages are there. Installs what is missing when it may (root, or sudo without
# a password); otherwise says what to install, and fails.
need() {
    missing=
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
    done
    [ -z "$missing" ] && return 0
    if ! command -v apt-get >/dev/null; then
        echo "Please install the equivalents of these Debian packages, then run this again:$missing" >&2
        return 1
    fi
    if [ "$(id -u)" = 0 ]; then
        as_root=
    elif sudo -n true 2>/dev/null; then
        as_root=sudo
    else
        echo "Please install what is missing, then run this again:" >&2
        echo "    sudo apt-get install$missing" >&2
        return 1
    fi
    echo "Installing:$missing"
    # shellcheck disable=SC2086
    { $as_root apt-get install -y -qq $missing ||
        { $as_root apt-get update -qq && $as_root apt-get install -y -qq $missing; }; } >/dev/null 2>&1 || {
        echo "Could not install$missing; please install them, then run this again" >&2
        return 1
    }
}

# have PACKAGE...: the same test, for systems without dpkg: whether the tools are on the PATH already.
have_build_tools() {
    command -v meson >/dev/null && command -v ninja >/dev/null && command -v pkg-config >/dev/null &&
        command -v "${CC:-cc}" >/dev/null && pkg-config --exists jansson
}
