// Stands in for UnityEngine: the types that the package and its tests use, with the behaviour of Unity's manual. Nothing is drawn.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;

namespace UnityEngine {
    public class Object {
        static int last;
        readonly int id = ++last;
        bool isDestroyed;
        public string name { get; set; } = "";

        public static void DestroyImmediate(Object thing) {
            if (!ReferenceEquals(thing, null)) {
                thing.isDestroyed = true;
            }
        }

        public static implicit operator bool(Object thing) => !ReferenceEquals(thing, null) && !thing.isDestroyed;
        public static bool operator ==(Object a, Object b) => ReferenceEquals(a, b) || (!(bool)a && !(bool)b);
        public static bool operator !=(Object a, Object b) => !(a == b);
        public override bool Equals(object other) => ReferenceEquals(this, other);
        public override int GetHashCode() => id;
    }

    public class ScriptableObject : Object { }

    public class Component : Object {
        public GameObject gameObject { get; internal set; }
        public Transform transform => gameObject.transform;
        public T GetComponent<T>() where T : class => gameObject.GetComponent<T>();
        public T[] GetComponents<T>() where T : class => gameObject.GetComponents<T>();
        public T[] GetComponentsInChildren<T>(bool includeInactive = false) where T : class => gameObject.GetComponentsInChildren<T>(includeInactive);
    }

    public class Behaviour : Component {
        public bool enabled = true;
    }

    public class MonoBehaviour : Behaviour { }

    public class Transform : Component, IEnumerable {
        readonly List<Transform> children = new List<Transform>();
        public Transform parent { get; private set; }
        public Transform root => parent == null ? this : parent.root;
        public int childCount => children.Count;
        public new string name {
            get { return gameObject.name; }
            set { gameObject.name = value; }
        }

        public Transform GetChild(int index) => children[index];
        public IEnumerator GetEnumerator() => children.GetEnumerator();
        public bool IsChildOf(Transform other) => this == other || (parent != null && parent.IsChildOf(other));

        public void SetParent(Transform to) {
            if (parent != null) {
                parent.children.Remove(this);
            }
            parent = to;
            if (to != null) {
                to.children.Add(this);
            }
        }

        // Follows names separated by slashes. The empty path leads to the Transform itself.
        public Transform Find(string path) {
            Transform at = this;
            foreach (string step in path.Split(new[] { '/' }, StringSplitOptions.RemoveEmptyEntries)) {
                at = at == null ? null : at.children.Find(child => child.name == step);
            }
            return at;
        }
    }

    public sealed class GameObject : Object {
        readonly List<Component> components = new List<Component>();
        public bool activeSelf = true;

        public GameObject(string name) {
            this.name = name;
            AddComponent<Transform>();
        }

        public Transform transform => (Transform)components[0];
        public bool activeInHierarchy => activeSelf && (transform.parent == null || transform.parent.gameObject.activeInHierarchy);

        public T AddComponent<T>() where T : Component, new() {
            var made = new T { gameObject = this, name = name };
            components.Add(made);
            return made;
        }

        // A component whose script is missing appears as null.
        public void AddMissing() => components.Add(null);

        public T GetComponent<T>() where T : class => components.Find(one => one is T && one) as T;
        public T[] GetComponents<T>() where T : class => components.Where(one => ReferenceEquals(one, null) ? typeof(T) == typeof(Component) : one is T && one).Select(one => one as T).ToArray();

        public T[] GetComponentsInChildren<T>(bool includeInactive = false) where T : class {
            var found = new List<T>();
            Collect(found, includeInactive);
            return found.ToArray();
        }

        void Collect<T>(List<T> found, bool includeInactive) where T : class {
            if (includeInactive || activeInHierarchy) {
                found.AddRange(GetComponents<T>());
                foreach (Transform child in transform) {
                    child.gameObject.Collect(found, includeInactive);
                }
            }
        }
    }

    public class Texture : Object { }

    public class Material : Object {
        public readonly Dictionary<string, Texture> Textures = new Dictionary<string, Texture>();
        public string[] GetTexturePropertyNames() => Textures.Keys.ToArray();
        public Texture GetTexture(string property) => Textures[property];
    }

    public class Mesh : Object {
        public int vertexCount = 3, blendShapeCount;
    }

    public class Renderer : Component {
        public bool enabled = true;
        public Material[] sharedMaterials = new Material[0];
    }

    public class MeshRenderer : Renderer { }

    public class SkinnedMeshRenderer : Renderer {
        public Mesh sharedMesh;
        public Transform[] bones = new Transform[0];
        public Transform rootBone;
    }

    public class MeshFilter : Component {
        public Mesh sharedMesh;
    }

    public struct Vector2 { }
    public enum SystemLanguage { English, Japanese }
    public enum RuntimePlatform { OSXEditor, WindowsEditor, LinuxEditor }

    public static class Application {
        public static SystemLanguage systemLanguage = SystemLanguage.English;
        public static RuntimePlatform platform = RuntimePlatform.LinuxEditor;
    }

    public static class Debug {
        public static readonly List<string> Lines = new List<string>();
        public static void Log(object message, Object context = null) => Lines.Add("log " + message);
        public static void LogWarning(object message, Object context = null) => Lines.Add("warning " + message);
        public static void LogError(object message, Object context = null) => Lines.Add("error " + message);
    }

    [AttributeUsage(AttributeTargets.Field)]
    public sealed class SerializeField : Attribute { }

    public class GUIContent {
        public readonly string text;

        public GUIContent(string text) {
            this.text = text;
        }
    }

    public class ExitGUIException : Exception { }
    public class GUIStyle { }
    public class GUILayoutOption { }

    public class GUISkin {
        public GUIStyle box = new GUIStyle();
    }

    public static class GUI {
        public static bool enabled = true;
        public static GUISkin skin = new GUISkin();
    }

    // Draws into a list of lines. Buttons are in brackets; a test names the one that it clicks.
    public static class GUILayout {
        public static readonly List<string> Drawn = new List<string>();
        public static string Click;

        public static bool Button(string text, params GUILayoutOption[] options) {
            Drawn.Add("[" + text + "]");
            return text == Click && GUI.enabled;
        }

        public static bool Toggle(bool value, string text, params GUILayoutOption[] options) => Button(text) ? !value : value;

        public sealed class HorizontalScope : IDisposable {
            public HorizontalScope(params GUILayoutOption[] options) { }
            public void Dispose() { }
        }

        public sealed class VerticalScope : IDisposable {
            public VerticalScope(GUIStyle style, params GUILayoutOption[] options) { }
            public void Dispose() { }
        }
    }
}
