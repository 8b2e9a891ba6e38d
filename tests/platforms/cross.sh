# shellcheck shell=sh disable=SC2154
# To be sourced behind tests/platforms/jansson_source.sh: building for other machines, against libraries that are built from Debian's
# source packages.

# cross_setup WORK TRIPLE SYSTEM PROCESSOR: builds jansson and utf8proc for a machine as static libraries, once, and writes
# WORK/cross.ini for meson. SYSTEM is as cmake names it, PROCESSOR as meson does.
cross_setup() {
    cross_prefix=$1/sysroot
    for cross_library in jansson utf8proc; do
        [ ! -f "$cross_prefix/done-$cross_library" ] || continue
        debian_source "$1" "$cross_library" "lib$cross_library-dev" || return 1
        cmake -S "$debian_source" -B "$1/$cross_library" -DCMAKE_SYSTEM_NAME="$3" -DCMAKE_SYSTEM_PROCESSOR="$4" \
            -DCMAKE_C_COMPILER="$2-gcc" -DCMAKE_INSTALL_PREFIX="$cross_prefix" -DCMAKE_INSTALL_LIBDIR=lib \
            -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF -DCMAKE_C_FLAGS="-fPIC -ffile-prefix-map=$debian_source=." \
            -DJANSSON_BUILD_DOCS=OFF -DJANSSON_EXAMPLES=OFF -DJANSSON_WITHOUT_TESTS=ON -DUTF8PROC_ENABLE_TESTING=OFF &&
            cmake --build "$1/$cross_library" --target install && touch "$cross_prefix/done-$cross_library" || return 1
        cp "$debian_source"/LICENSE* "$cross_prefix/LICENSE-$cross_library.txt" || return 1
    done
    cat >"$1/cross.ini" <<END_OF_FILE
[binaries]
c = '$2-gcc'
ar = '$2-ar'
strip = '$2-strip'
windres = '$2-windres'
pkgconfig = 'pkg-config'
[properties]
pkg_config_libdir = '$cross_prefix/lib/pkgconfig'
[host_machine]
system = '$(echo "$3" | tr '[:upper:]' '[:lower:]')'
cpu_family = '$4'
cpu = '$4'
endian = 'little'
END_OF_FILE
}
