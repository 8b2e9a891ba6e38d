#!/bin/sh
# Makes a release in a fresh Debian 12, independent of this machine: adopt/release_root.sh [--dev] [FOLDER [PIECE...]], with the
# arguments of adopt/release.sh. Needs root and mmdebstrap; packages come from this machine's sources, verified with its
# certificates.
# ROOT: a folder for the root (default: build-release-root/).
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=tests/platforms/step.sh
. "$top/tests/platforms/step.sh"
# shellcheck source=tests/platforms/need.sh
. "$top/tests/platforms/need.sh"
dev=
[ "${1:-}" != --dev ] || { dev=--dev && shift; }
out=${1:-$top/release}
[ $# = 0 ] || shift
root=${ROOT:-$top/build-release-root}
[ "$(id -u)" = 0 ] || { echo "adopt/release_root.sh: this needs root" >&2; exit 1; }
need mmdebstrap git
mkdir -p "$out"
out=$(cd "$out" && pwd)
mirror=${MIRROR:-$(apt-cache policy | sed -n 's|^ *[0-9]* \(https\?://[^ ]*\) [a-z]*/main .*|\1|p' | head -n 1)}
# shellcheck disable=SC2317 # a trap calls it
unmount() {
    for mounted in "$root/proc" "$root"; do
        ! mountpoint -q "$mounted" || umount "$mounted"
    done
}
trap unmount EXIT
if [ ! -d "$root/etc" ]; then
    mmdebstrap --variant=minbase --include=git,ca-certificates bookworm "$root" "${mirror:-http://deb.debian.org/debian}"
fi
for file in /etc/resolv.conf /etc/hosts /etc/ssl/certs/ca-certificates.crt; do
    [ ! -f "$file" ] || cp "$file" "$root$file"
done
rm -rf "$root/source" "$root/release"
git clone -q --no-local "$top" "$root/source"
git -C "$root/source" checkout -q "$(git -C "$top" rev-parse HEAD)"
mount --bind "$root" "$root" # buildah changes how / is mounted, so it must be a mount point
mount -t proc proc "$root/proc"
status=0
chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive \
    VRMLINT_RELEASE_URL="${VRMLINT_RELEASE_URL:-}" http_proxy="${http_proxy:-}" https_proxy="${https_proxy:-}" no_proxy="${no_proxy:-}" \
    VRMLINT_IN_ROOT=1 WORK=/build /source/adopt/release.sh ${dev:+"$dev"} /release "$@" || status=$?
[ "$status" = 0 ] || exit "$status"
cp -R "$root/release/." "$out/"
"$top/adopt/sign.sh" "$out"
