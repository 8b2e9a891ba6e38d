#!/bin/sh
# A faster emcc for builds of many files. It asks emcc once for each optimization level which command compiles a file, and keeps
# the answer in the folder EMCC_COMMANDS. emcc is a Python program, and starting it takes longer than compiling a file.
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
# An emcc with other output compiles the file itself.
[ -x "${command%% *}" ] || exec emcc "$@"
# shellcheck disable=SC2086
exec $command "$@"
