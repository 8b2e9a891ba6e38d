// Stands in for UnityEditor, like UnityEngine.cs.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityEditor {
    [AttributeUsage(AttributeTargets.Method)]
    public sealed class MenuItem : Attribute {
        public MenuItem(string path, bool isValidation = false, int priority = 1000) { }
    }

    [AttributeUsage(AttributeTargets.Method)]
    public sealed class InitializeOnLoadMethodAttribute : Attribute { }

    [AttributeUsage(AttributeTargets.Method)]
    public sealed class SettingsProviderAttribute : Attribute { }

    public enum SettingsScope { User, Project }

    public class SettingsProvider {
        public string label;
        public Action<string> guiHandler;
        public SettingsProvider(string path, SettingsScope scope) { }
    }

    public class EditorWindow : ScriptableObject {
        public static readonly Dictionary<Type, EditorWindow> Opened = new Dictionary<Type, EditorWindow>();

        public static T GetWindow<T>(string title = null) where T : EditorWindow, new() {
            if (!Opened.TryGetValue(typeof(T), out EditorWindow window)) {
                Opened[typeof(T)] = window = new T();
                Send(window, "OnEnable");
            }
            return (T)window;
        }

        // Calls one of Unity's messages.
        public static void Send(EditorWindow window, string message) {
            MethodInfo method = window.GetType().GetMethod(message, BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public);
            if (method != null) {
                method.Invoke(window, null);
            }
        }

        public void Show() { }
        public void Repaint() { }
        public void ShowNotification(GUIContent content) => GUILayout.Drawn.Add("notification: " + content.text);

        public void Close() {
            Send(this, "OnDisable");
            Opened.Remove(GetType());
        }
    }

    public class AssetPostprocessor { }

    public enum MessageType { None, Info, Warning, Error }

    public static class EditorStyles {
        public static GUIStyle wordWrappedLabel = new GUIStyle(), boldLabel = new GUIStyle();
    }

    public static class EditorGUILayout {
        public static Vector2 BeginScrollView(Vector2 at, params GUILayoutOption[] options) => at;
        public static void EndScrollView() { }
        public static void HelpBox(string text, MessageType type) => GUILayout.Drawn.Add(type + ": " + text);
        public static void LabelField(string text, params GUILayoutOption[] options) => GUILayout.Drawn.Add(text);
        public static void LabelField(string text, GUIStyle style, params GUILayoutOption[] options) => GUILayout.Drawn.Add(text);
        public static Object ObjectField(string label, Object value, Type type, bool allowsScene, params GUILayoutOption[] options) => value;
        public static bool Foldout(bool isOpen, string label, bool onLabel) => GUILayout.Button(label) ? !isOpen : isOpen;
        public static bool Toggle(string label, bool value, params GUILayoutOption[] options) => GUILayout.Toggle(value, label);
        public static int Popup(string label, int chosen, string[] choices, params GUILayoutOption[] options) => chosen;
        public static string TextField(string label, string text, params GUILayoutOption[] options) => text;
    }

    public static class EditorGUIUtility {
        public static Object Pinged;
        public static void PingObject(Object thing) => Pinged = thing;
    }

    public static class Selection {
        public static Object activeObject;
        public static string[] assetGUIDs = new string[0];
        public static GameObject activeGameObject => activeObject as GameObject;
    }

    public static class EditorPrefs {
        static readonly Dictionary<string, object> values = new Dictionary<string, object>();
        public static string GetString(string key, string otherwise) => values.TryGetValue(key, out object value) ? (string)value : otherwise;
        public static bool GetBool(string key, bool otherwise) => values.TryGetValue(key, out object value) ? (bool)value : otherwise;
        public static void SetString(string key, string value) => values[key] = value;
        public static void SetBool(string key, bool value) => values[key] = value;
    }

    public static class EditorUtility {
        public static string Chosen = "";
        public static string OpenFilePanel(string title, string folder, string extensions) => Chosen;
        public static bool IsPersistent(Object thing) => AssetDatabase.Paths.ContainsKey(thing);
        public static void FocusProjectWindow() { }
    }

    public static class EditorApplication {
        public delegate void CallbackFunction();
        public static CallbackFunction update, delayCall;
        public static event Action hierarchyChanged = () => { }, quitting = () => { };
        public static double timeSinceStartup;
        public static void ChangeHierarchy() => hierarchyChanged();
        public static void Quit() => quitting();

        // Does what Unity does a hundred times a second.
        public static void Tick() {
            CallbackFunction later = delayCall;
            delayCall = null;
            later?.Invoke();
            update?.Invoke();
        }
    }

    public static class AssemblyReloadEvents {
        public delegate void AssemblyReloadCallback();
        public static event AssemblyReloadCallback beforeAssemblyReload = () => { };
        public static void Reload() => beforeAssemblyReload();
    }

    public static class AssetDatabase {
        public static readonly Dictionary<Object, string> Paths = new Dictionary<Object, string>();
        public static readonly Dictionary<string, string> Guids = new Dictionary<string, string>();
        public static string GUIDToAssetPath(string guid) => Guids.TryGetValue(guid, out string path) ? path : "";
        public static T LoadAssetAtPath<T>(string path) where T : Object => Paths.Where(pair => pair.Value == path).Select(pair => pair.Key as T).FirstOrDefault(one => one != null);
    }

    public enum BuildTargetGroup { Standalone }

    public static class EditorUserBuildSettings {
        public static BuildTargetGroup selectedBuildTargetGroup => BuildTargetGroup.Standalone;
    }

    public static class PlayerSettings {
        public static string Symbols = "";
        public static string GetScriptingDefineSymbolsForGroup(BuildTargetGroup group) => Symbols;
        public static void SetScriptingDefineSymbolsForGroup(BuildTargetGroup group, string symbols) => Symbols = symbols;
    }

    public static class PrefabUtility {
        public static string GetPrefabAssetPathOfNearestInstanceRoot(Object thing) => "";
    }

    public static class Undo {
        public static readonly List<string> Groups = new List<string>();
        public static void SetCurrentGroupName(string name) => Groups.Add(name);
    }

    // A value in a public field of an object, by reflection.
    public class SerializedProperty {
        readonly Func<object> get;
        readonly Action<object> set;

        public SerializedProperty(Func<object> get, Action<object> set) {
            this.get = get;
            this.set = set;
        }

        public bool isArray => get() is IList;
        public int arraySize => ((IList)get()).Count;
        public int intValue => Convert.ToInt32(get());
        public string stringValue => get() as string;

        public Object objectReferenceValue {
            get {
                var thing = get() as Object;
                return thing ? thing : null;
            }
        }

        public float floatValue {
            get { return Convert.ToSingle(get()); }
            set { set(value); }
        }

        public SerializedProperty GetArrayElementAtIndex(int index) {
            var list = (IList)get();
            return new SerializedProperty(() => list[index], value => list[index] = value);
        }

        public SerializedProperty FindPropertyRelative(string path) {
            SerializedProperty at = this;
            foreach (string step in path.Replace(".Array.data[", ".[").Split('.')) {
                object holder = at?.get();
                if (holder == null) {
                    return null;
                }
                if (step.StartsWith("[")) {
                    int index = int.Parse(step.Trim('[', ']'));
                    at = at.isArray && index < at.arraySize ? at.GetArrayElementAtIndex(index) : null;
                } else {
                    FieldInfo field = holder.GetType().GetField(step);
                    at = field == null ? null : new SerializedProperty(() => field.GetValue(holder), value => field.SetValue(holder, value));
                }
            }
            return at;
        }
    }

    public class SerializedObject {
        readonly SerializedProperty whole;

        public SerializedObject(Object target) {
            if (target == null) {
                throw new ArgumentException("Object at index 0 is null"); // as Unity does
            }
            whole = new SerializedProperty(() => target, null);
        }

        public SerializedProperty FindProperty(string path) => whole.FindPropertyRelative(path);
        public bool ApplyModifiedProperties() => true;
    }
}

namespace UnityEditor.PackageManager {
    public class PackageInfo {
        public static PackageInfo Found;
        public string resolvedPath;
        public static PackageInfo FindForAssembly(Assembly assembly) => Found;
    }
}
