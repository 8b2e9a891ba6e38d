#!/bin/sh
# Runs vrmlint for the GitHub action (see action.yml for the variables): checks, annotates, adds a summary to the job, and exits
# with vrmlint's status. It also runs outside of GitHub: VRMLINT_PATHS=avatars adopt/action.sh
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=adopt/build.sh
. "$top/adopt/build.sh"
# shellcheck source=adopt/words.sh
. "$top/adopt/words.sh"
# shellcheck source=adopt/since.sh
. "$top/adopt/since.sh"

# Nobody who runs this sees which links the repository contains: vrmlint writes through none of them.
export CI="${CI:-true}"

finish() {
    [ -z "${GITHUB_OUTPUT:-}" ] || echo "status=$1" >>"$GITHUB_OUTPUT"
    exit "$1"
}

echo "::group::vrmlint: finding or building the program"
build_vrmlint "$top" || {
    echo "::endgroup::"
    echo "::error::vrmlint is not available; the log above shows why"
    exit 3
}
"$vrmlint" --version
echo "::endgroup::"

if ! split_words "${VRMLINT_ARGUMENTS:-}"; then
    echo "::error::the input arguments has a quote that is not closed"
    finish 2
fi
options=$words
paths=
while IFS= read -r path || [ -n "$path" ]; do
    case $path in
    *[![:space:]]*) quote_word "$path" && paths="$paths $quoted" ;;
    esac
done <<END
${VRMLINT_PATHS:-.}
END

# Fixed files of this run or an earlier one aren't checked: exclude their folder if it is below a path.
if [ -n "${VRMLINT_FIXED:-}" ]; then
    mkdir -p -- "$VRMLINT_FIXED"
    fixed=$(CDPATH="" cd -- "$VRMLINT_FIXED" && pwd -P)
    eval "set -- $paths"
    for path in "$@"; do
        folder=$(CDPATH="" cd -- "$path" 2>/dev/null && pwd -P) || continue
        below=${fixed#"${folder%/}/"}
        if [ "$below" != "$fixed" ]; then
            quote_word "/$(printf '%s\n' "$below" | sed 's/[][*?\\]/\\&/g')/" && options="$options --exclude $quoted"
        fi
    done
fi
if [ -n "${VRMLINT_BASELINE:-}" ]; then
    quote_word "$VRMLINT_BASELINE" && options="$options --baseline $quoted"
fi

# Only the check decides the job's exit status. fix gets the options that it shares with check.
if [ -n "${VRMLINT_FIXED:-}" ]; then
    eval "choose_options fix $options"
    eval "set -- $words --fail-on never --output \"\$VRMLINT_FIXED\" -- $paths"
    "$vrmlint" fix "$@" || echo "::warning::vrmlint fix could not fix or write something; the log above shows what"
fi

# With a revision to compare with, only findings that are new since then are annotated, and decide; reports have all.
comment=
[ "${VRMLINT_COMMENT:-}" != true ] || [ -z "${VRMLINT_PULL:-}" ] || comment=$VRMLINT_PULL
since=$(find_since "${VRMLINT_SINCE:-${comment:+auto}}")
status=0
if [ -n "$since" ]; then
    eval "choose_options diff $options"
    if [ -n "$comment" ]; then
        text=$(mktemp)
        eval "set -- --since \"\$since\" --format markdown --fail-on never $words"
        if eval "\"\$vrmlint\" diff \"\$@\" -- $paths" >"$text"; then
            python3 "$top/adopt/comment.py" "$comment" "$text" || echo "::warning::vrmlint could not comment on the pull request; the log above shows why"
        fi
        rm -f "$text"
    fi
    eval "set -- --since \"\$since\" --format github --fail-on \"\${VRMLINT_FAIL_ON:-error}\" $words"
    eval "\"\$vrmlint\" diff \"\$@\" -- $paths" || status=$?
    set -- --format text --fail-on never
else
    set -- --format github --fail-on "${VRMLINT_FAIL_ON:-error}"
fi
[ -z "${VRMLINT_SARIF:-}" ] || set -- "$@" --format "sarif=$VRMLINT_SARIF"
[ -z "${VRMLINT_HTML:-}" ] || set -- "$@" --format "html=$VRMLINT_HTML"
checked=0
[ "$status" -gt 1 ] || eval "\"\$vrmlint\" check \"\$@\" $options -- $paths" || checked=$?
[ "$checked" -le "$status" ] || status=$checked
case $status in
2) echo "::error::vrmlint was called with a wrong option or setting; the log above shows which" ;;
3) echo "::error::vrmlint could not read or write something; the log above shows what" ;;
esac
finish "$status"
