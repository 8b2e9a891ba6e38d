using UnityEditor;
using UnityEngine;

namespace Vrmlint {
    // What the user has chosen, and texts in the user's language.
    public static class Words {
        const string LanguageKey = "vrmlint.language", ProgramKey = "vrmlint.program", ImportKey = "vrmlint.onImport";

        // The language that was chosen for vrmlint; empty to follow UniVRM's windows.
        public static string ChosenLanguage { get { return EditorPrefs.GetString(LanguageKey, ""); } set { EditorPrefs.SetString(LanguageKey, value); } }

        public static string ChosenProgram { get { return EditorPrefs.GetString(ProgramKey, ""); } set { EditorPrefs.SetString(ProgramKey, value); } }

        // Off by default: a project may have hundreds of avatars.
        public static bool ChecksImports { get { return EditorPrefs.GetBool(ImportKey, false); } set { EditorPrefs.SetBool(ImportKey, value); } }

        // "en" or "ja": the chosen language, else that of UniVRM's windows, else that of the system.
        public static string Language {
            get {
                foreach (string language in new[] { ChosenLanguage, EditorPrefs.GetString("VRM_LANG", "") }) {
                    if (language == "en" || language == "ja") { return language; }
                }
                return Application.systemLanguage == SystemLanguage.Japanese ? "ja" : "en";
            }
        }

        public static string Say(Text text, params object[] values) => Texts.Say(Language, text, values);
    }
}
