#!/bin/sh
# Checks the avatars in an archive: archive.sh ARCHIVE [OPTION...]
# ARCHIVE: a zip, tar (also compressed) or 7z file, or - for standard input. OPTION: of vrmlint check; name files for reports with
# their whole path, because vrmlint runs in the unpacked archive. TMPDIR needs room for what is unpacked, and is left as it was.
# Settings in the archive don't apply, because its author decides about them. Exits as vrmlint check does, with 3 also if not
# everything could be unpacked; the rest is checked. bsdtar is in the package libarchive-tools of Debian, and part of macOS.
set -eu
archive=$1
shift
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
status=0
# bsdtar writes nothing outside of the folder: neither by .. in names nor through links in the archive
bsdtar -x -f "$archive" -C "$work" --no-same-owner --no-same-permissions || status=3
chmod -R u+rwX -- "$work"
checked=0
(cd -- "$work" && vrmlint check --no-config "$@" .) || checked=$?
[ "$status" -gt "$checked" ] || status=$checked
exit "$status"
