#!/bin/sh
# emcc, for what compiles many files: what it would run to compile one is asked once, with each level of optimisation, and
# kept in the folder EMCC_COMMANDS. emcc is a program in Python, whose start costs more than to compile a file.
set -eu
compiles=
level=
for argument in "$@"; do
    case $argument in
    -c) compiles=1 ;;
    -O*) level=$argument ;;
    esac
done
[ -n "$compiles" ] || exec emcc "$@"
known=$EMCC_COMMANDS/clang$level
if [ ! -s "$known" ]; then
    own=$EMCC_COMMANDS/$$
    : >"$own.c"
    # shellcheck disable=SC2086
    emcc -v -c $level "$own.c" -o "$own.o" 2>&1 | sed -n '/ -v -c /{s/ -v -c .*//;s/"//g;s/^ *//;p;q;}' >"$own.command"
    mv "$own.command" "$known"
    rm -f "$own".*
fi
command=$(cat "$known")
# one that says it otherwise compiles itself
[ -x "${command%% *}" ] || exec emcc "$@"
# shellcheck disable=SC2086
exec $command "$@"
