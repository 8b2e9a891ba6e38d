# shellcheck shell=sh
# To be sourced after tests/platforms/step.sh.
# need PACKAGE...: makes sure that Debian packages are installed. Installs missing ones if it may (as root, or with sudo without
# a password); otherwise prints what to install, and fails.
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
    need_log=$(mktemp)
    # shellcheck disable=SC2086
    step "$need_log" "Installing what is missing, which may take a minute or two:$missing" install_packages $missing || {
        tail -n 5 "$need_log" >&2
        rm -f "$need_log"
        echo "Could not install$missing; please install them, then run this again" >&2
        return 1
    }
    rm -f "$need_log"
}

# Installs Debian packages, as root or not; updates the lists of packages only if the first try fails.
install_packages() {
    # shellcheck disable=SC2086
    $as_root apt-get install -y --no-install-recommends "$@" ||
        { $as_root apt-get update && $as_root apt-get install -y --no-install-recommends "$@"; }
}

# have_build_tools: the same test for systems without dpkg: whether the tools are on the PATH.
have_build_tools() {
    command -v meson >/dev/null && command -v ninja >/dev/null && command -v pkg-config >/dev/null &&
        command -v "${CC:-cc}" >/dev/null && pkg-config --exists jansson
}
