#!/bin/sh
# What the GitHub action runs (see action.yml for the variables): checks, annotates, adds a summary to the job, and ends
# with vrmlint's exit status. Runs outside of GitHub too: VRMLINT_PATHS=avatars adopt/action.sh
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=adopt/build.sh
. "$top/adopt/build.sh"

echo "::group::vrmlint: finding or building the program"
build_vrmlint "$top" || {
    echo "::endgroup::"
    echo "::error::vrmlint could not be had; the log above says why"
    exit 3
}
"$vrmlint" --version
echo "::endgroup::"

# Further options are words as on a command line; paths may hold spaces, so they are lines of a file.
# shellcheck disable=SC2086
set -- --format github --fail-on "${VRMLINT_FAIL_ON:-error}" ${VRMLINT_ARGUMENTS:-}
[ -z "${VRMLINT_SARIF:-}" ] || set -- "$@" --format "sarif=$VRMLINT_SARIF"
[ -z "${VRMLINT_HTML:-}" ] || set -- "$@" --format "html=$VRMLINT_HTML"
[ -z "${VRMLINT_BASELINE:-}" ] || set -- "$@" --baseline "$VRMLINT_BASELINE"
list=$(mktemp)
trap 'rm -f "$list"' EXIT
printf '%s\n' "${VRMLINT_PATHS:-.}" | sed '/^[[:space:]]*$/d' >"$list"

# What the mended files hold is for whoever takes them; how the job ends, the check alone decides.
if [ -n "${VRMLINT_FIXED:-}" ]; then
    mkdir -p "$VRMLINT_FIXED"
    "$vrmlint" fix --fail-on never ${VRMLINT_BASELINE:+--baseline "$VRMLINT_BASELINE"} --output "$VRMLINT_FIXED" \
        --files-from "$list" || echo "::warning::vrmlint fix could not mend or write something; the log above names it"
fi

status=0
"$vrmlint" check "$@" --files-from "$list" || status=$?
[ -z "${GITHUB_OUTPUT:-}" ] || echo "status=$status" >>"$GITHUB_OUTPUT"
case $status in
2) echo "::error::vrmlint was called with a wrong option or setting; the log above names it" ;;
3) echo "::error::vrmlint could not read or write something; the log above names it" ;;
esac
exit "$status"
