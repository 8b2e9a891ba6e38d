#!/bin/sh
# The entry point of pre-commit's hooks (see .pre-commit-hooks.yaml): adopt/pre-commit.sh [check|installed|fix] [OPTION...]
# FILE...
# check runs a release's program, or one that is built in the hook's own clone the first time; installed runs only the program
# on the PATH; fix fixes the files instead of checking them.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=adopt/build.sh
. "$top/adopt/build.sh"
command=check
case ${1:-} in
check | installed | fix)
    command=$1
    shift
    ;;
esac
# pre-commit captures what a hook prints, and shows it only if the hook fails. Building may take two minutes, so the progress is
# printed directly to the terminal if there is one.
if { true >/dev/tty; } 2>/dev/null; then
    exec 3>/dev/tty
fi
if [ "$command" != installed ]; then
    build_vrmlint "$top" || exit 3
elif command -v vrmlint >/dev/null; then
    vrmlint=vrmlint
else
    echo "vrmlint is not on the PATH: install it, or use the hook vrmlint, which fetches or builds it" >&2
    exit 3
fi
# Options of the user's configuration and names of committed files come in one list. A committed file may be named like an
# option (--baseline=b.vrm), so every argument that names a file is passed as a path: ./--baseline=b.vrm.
for argument in "$@"; do
    shift
    case $argument in
    -*) if [ -e "./$argument" ] || [ -L "./$argument" ]; then argument=./$argument; fi ;;
    esac
    set -- "$@" "$argument"
done
if [ "$command" = fix ]; then
    exec "$vrmlint" fix --in-place --force-exclude "$@"
fi
exec "$vrmlint" check --force-exclude "$@"
