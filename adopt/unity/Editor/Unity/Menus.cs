using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Vrmlint {
    public static class Menus {
        const string OfAssets = "Assets/Check with vrmlint", OfObjects = "GameObject/Check with vrmlint";

        public static bool IsAvatar(string path) => new[] { ".vrm", ".vrma", ".glb" }.Contains(Path.GetExtension(path).ToLowerInvariant());
        static string[] Chosen() => Selection.assetGUIDs.Select(AssetDatabase.GUIDToAssetPath).Where(IsAvatar).ToArray();

        [MenuItem(OfAssets, true)]
        public static bool CanCheckAssets() => Chosen().Length > 0;

        [MenuItem(OfAssets, false, 1101)]
        public static void CheckAssets() {
            string[] chosen = Chosen();
            Later.Safely(() => VrmlintWindow.Open(chosen.Length == 1 ? Imported(chosen[0]) : null, chosen));
        }

        [MenuItem(OfObjects, true)]
        public static bool CanCheckObject() => Selection.activeGameObject != null;

        // Shows what stops the export of an avatar. If it was imported from a file of the project, checks that file too.
        [MenuItem(OfObjects, false, 40)]
        public static void CheckObject() {
            Later.Safely(() => {
                GameObject avatar = Selection.activeGameObject.transform.root.gameObject;
                string path = PrefabUtility.GetPrefabAssetPathOfNearestInstanceRoot(avatar) ?? "";
                VrmlintWindow.Open(avatar, IsAvatar(path) ? new[] { path } : new string[0]);
            });
        }

        [MenuItem("Window/vrmlint")]
        public static void OpenWindow() {
            EditorWindow.GetWindow<VrmlintWindow>("vrmlint").Show();
        }

        // Returns what UniVRM makes of a file: an asset of the same path for VRM 1.0, a prefab beside it for 0.x.
        public static GameObject Imported(string path) {
            var asset = AssetDatabase.LoadAssetAtPath<GameObject>(path);
            return asset != null ? asset : AssetDatabase.LoadAssetAtPath<GameObject>(Path.ChangeExtension(path, ".prefab"));
        }
    }

    // Checks files when Unity imports them, if the user wants that.
    public sealed class ImportCheck : AssetPostprocessor {
        // Writes a line to the console for each file with errors or warnings. A click on it shows the file in the project.
        public static void OnPostprocessAllAssets(string[] imported, string[] deleted, string[] moved, string[] movedFrom) {
            Later.Safely(() => {
                string[] paths = imported.Where(Menus.IsAvatar).ToArray();
                if (Words.ChecksImports && paths.Length > 0) { new Checks(paths, done => Log(done, paths)); }
            });
        }

        static void Log(Checks done, string[] paths) {
            if (done.Failure != null) { Debug.LogWarning("vrmlint: " + done.Failure); }
            foreach (Report report in done.Reports) {
                string path = Array.Find(paths, one => Path.GetFullPath(one) == report.Path) ?? report.Path;
                string line = "vrmlint: " + path + ": " + (report.Unread ?? VrmlintWindow.Counts(report));
                Object asset = Menus.Imported(path);
                if (report.Count(Severity.Error) > 0) {
                    Debug.LogError(line, asset);
                } else if (report.Count(Severity.Warning) > 0 || report.Unread != null) {
                    Debug.LogWarning(line, asset);
                }
            }
        }
    }

    // The page of settings, in Edit > Preferences.
    public static class Preferences {
        static readonly string[] languages = { "", "en", "ja" };

        [SettingsProvider]
        public static SettingsProvider Make() =>
            new SettingsProvider("Preferences/vrmlint", SettingsScope.User) { label = "vrmlint", guiHandler = _ => Later.Safely(Draw) };

        public static void Draw() {
            Words.ChosenProgram = EditorGUILayout.TextField(Words.Say(Text.ProgramSetting), Words.ChosenProgram);
            EditorGUILayout.LabelField(Words.Say(Text.ProgramUsed, "program", Checks.FindProgram()), EditorStyles.wordWrappedLabel);
            int language = Math.Max(0, Array.IndexOf(languages, Words.ChosenLanguage));
            Words.ChosenLanguage = languages[EditorGUILayout.Popup(Words.Say(Text.LanguageSetting), language, new[] { Words.Say(Text.LikeUniVrm), "English", "日本語" })];
            Words.ChecksImports = EditorGUILayout.Toggle(Words.Say(Text.ImportSetting), Words.ChecksImports);
        }
    }
}
