using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Vrmlint {
    // The export windows need UniVRM at compile time. In Packages/ its version switches them on; in Assets/, where UniVRM up to
    // 0.130 is installed, the user does so by a button, which defines a symbol of the project.
    public static class ExportWindows {
        static readonly string[,] windows = {
            { "UniVRM10.VRM10ExportDialog", "Vrmlint.CheckedExport10", "VRMLINT_UNIVRM10" }, { "VRM.VRMExporterWizard", "Vrmlint.CheckedExport0", "VRMLINT_UNIVRM0" },
        };

        static Type Find(string type) => AppDomain.CurrentDomain.GetAssemblies().Select(assembly => assembly.GetType(type)).FirstOrDefault(one => one != null);

        // Returns the symbols of the windows that could be compiled, and aren't.
        public static List<string> Missing() {
            var missing = new List<string>();
            for (int i = 0; i < windows.GetLength(0); i++) {
                bool isThere = Find(windows[i, 0]) != null && Find("UniGLTF.ValidationContext") != null; // since UniVRM 0.80
                if (isThere && Find(windows[i, 1]) == null) { missing.Add(windows[i, 2]); }
            }
            return missing;
        }

        public static void SwitchOn(List<string> symbols) {
            BuildTargetGroup group = EditorUserBuildSettings.selectedBuildTargetGroup;
            IEnumerable<string> all = PlayerSettings.GetScriptingDefineSymbolsForGroup(group).Split(';').Concat(symbols).Where(symbol => symbol != "").Distinct();
            PlayerSettings.SetScriptingDefineSymbolsForGroup(group, string.Join(";", all));
        }
    }

    // What the export windows of both versions of VRM do in addition to UniVRM's.
    public static class ExportCheck {
        public static string Temporary = "Temp/vrmlint.vrm"; // Unity empties the folder Temp of a project when it quits
        const double Fresh = 0.5; // seconds for which reasons are kept: UniVRM validates at each event of its window

        static List<Reason> reasons = new List<Reason>();
        static GameObject reasonsOf;
        static double reasonsAt = double.NegativeInfinity;

        public static List<Reason> Reasons(GameObject avatar, bool? freezesMesh) {
            double now = EditorApplication.timeSinceStartup;
            if (avatar != reasonsOf || now - reasonsAt > Fresh || now < reasonsAt) {
                reasons = BeforeExport.Find(avatar, freezesMesh);
                reasonsOf = avatar;
                reasonsAt = now;
            }
            return reasons;
        }

        // UniVRM shows messages in one line, which cuts off sentences: the line names the object, and the sentences follow below it.
        public static string Head(Reason reason) => "vrmlint: " + Parts.NameOf(reason.Where);
        public static void Draw(Reason reason) => EditorGUILayout.LabelField(reason.Message, EditorStyles.wordWrappedLabel);

        // Exports, and checks the file if one was written: UniVRM's window for VRM 1.0 only logs a failure.
        public static void Export(Action<string> export, string path, GameObject avatar) {
            DateTime before = Written(path);
            export(path);
            Later.Safely(() => {
                if (Written(path) != before) { VrmlintWindow.Open(avatar, path); }
            });
        }

        static DateTime Written(string path) => File.Exists(path) ? File.GetLastWriteTimeUtc(path) : DateTime.MinValue;
        public static bool Button() => GUILayout.Button(Words.Say(Text.CheckOnly));

        // Exports into a temporary file, and leaves the scene as it was: UniVRM's exporter adds a component to the avatar.
        public static void CheckOnly(Action<string> export, GameObject avatar) {
            const string Added = "UniHumanoid.Humanoid";
            if (avatar == null) { return; }
            bool had = Parts.FirstOn(avatar, Added) != null;
            Later.Safely(() => {
                Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(Temporary)));
                File.Delete(Temporary);
                Export(export, Path.GetFullPath(Temporary), avatar);
            });
            Later.Safely(() => {
                if (!had) { Object.DestroyImmediate(Parts.FirstOn(avatar, Added)); }
            });
        }

        // Returns a setting of an export window that only the window itself can see; null if this version has none by that name.
        public static bool? Setting(object window, Type type, string field, string name) {
            FieldInfo settings = type.GetField(field, BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public);
            object value = settings == null ? null : settings.GetValue(window);
            if (value == null) { return null; }
            FieldInfo setting = value.GetType().GetField(name);
            return setting == null ? false : setting.GetValue(value) as bool?;
        }
    }
}
