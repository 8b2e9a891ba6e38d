#!/bin/sh
# Tests the program for Windows with wine: BUILD is the folder in which tests/platforms/windows.sh has built it, NATIVE a program of the
# same sources for this machine, WEB the folder of web/build.sh, whose page is opened in a browser if it is there. Exits with 77
# and a message without wine. Arguments select tests.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
command -v wine >/dev/null || {
    echo "skipped: no wine here, so that the program for Windows is built but not run"
    exit 77
}
BUILD=$(cd "${BUILD:-$top/build-windows}" && pwd)
VRMLINT_NATIVE=$(realpath "${NATIVE:-$top/build/src/vrmlint}")
VRMLINT=$BUILD/vrmlint/src/vrmlint.exe
VRMLINT_SOURCE=$top
VRMLINT_WEB=$(realpath -m "${WEB:-$top/build-web}")
# wine uses UTF-8 for file names; vrmlint doesn't take its language from LC_CTYPE
VRMLINT_WRAP="env LC_CTYPE=C.UTF-8 wine"
VRMLINT_WIDTHS=1
WINEPREFIX=$BUILD/wine
WINEDEBUG=-all
export VRMLINT_NATIVE VRMLINT VRMLINT_SOURCE VRMLINT_WEB VRMLINT_WRAP VRMLINT_WIDTHS WINEPREFIX WINEDEBUG
[ -d "$WINEPREFIX" ] || wine wineboot -i >/dev/null 2>&1 || :
exec python3 "$top/tests/platforms/windows_wine.py" "$@"
