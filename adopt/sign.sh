#!/bin/sh
# Signs the checksums of a release in FOLDER with VRMLINT_SIGNING_KEY, an SSH private key: adopt/sign.sh FOLDER. SECURITY.md
# describes how to verify the signature.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
for part in step need; do
    # shellcheck disable=SC1090
    . "$top/tests/platforms/$part.sh"
done
sums=${1:?usage: adopt/sign.sh FOLDER}/SHA256SUMS
if [ -z "${VRMLINT_SIGNING_KEY:-}" ]; then
    echo "adopt/sign.sh: not signed, because VRMLINT_SIGNING_KEY names no key" >&2
    exit 0
fi
need openssh-client
rm -f "$sums.sig"
ssh-keygen -q -Y sign -f "$VRMLINT_SIGNING_KEY" -n vrmlint-release "$sums"
