#!/bin/sh
# Compiles the package for Unity as Unity would, against types that stand in for those of Unity and UniVRM, and its tests:
# build.sh PACKAGE FOLDER writes FOLDER/EditorTest.exe. Any warning about the package is an error. C# 7.3 is what Unity 2019 has;
# mcs calls that 7.2.
set -eu
here=$(cd "$(dirname "$0")/unity" && pwd)
package=$1 out=$2
mkdir -p "$out"
compile() {
    compile_name=$1
    shift
    mcs -langversion:7.2 -codepage:utf8 -warn:4 -out:"$out/$compile_name" "$@"
}
strictly() { compile "$@" -warnaserror -target:library; }
compile UnityEngine.dll -target:library -nowarn:0108,0649,0660,0661 "$here/UnityEngine.cs"
compile UnityEditor.dll -target:library -nowarn:0108,0067 -r:"$out/UnityEngine.dll" "$here/UnityEditor.cs"
compile UniVRM.dll -target:library -nowarn:0649 -r:"$out/UnityEngine.dll" -r:"$out/UnityEditor.dll" "$here/UniVRM.cs"
strictly Vrmlint.Core.dll "$package"/Editor/Core/*.cs
unity="-r:$out/UnityEngine.dll -r:$out/UnityEditor.dll -r:$out/Vrmlint.Core.dll"
# shellcheck disable=SC2086
strictly Vrmlint.Editor.dll $unity "$package"/Editor/Unity/*.cs
unity="$unity -r:$out/Vrmlint.Editor.dll -r:$out/UniVRM.dll"
# each as Unity compiles it: with UniVRM for that version of VRM
for version in 0 10; do
    # shellcheck disable=SC2086
    strictly "Vrmlint.Editor.UniVRM$version.dll" $unity "$package/Editor/UniVRM$version"/*.cs
    unity="$unity -r:$out/Vrmlint.Editor.UniVRM$version.dll"
done
# shellcheck disable=SC2086
compile EditorTest.exe $unity "$here"/EditorTest*.cs
