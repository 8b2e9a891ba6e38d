using System;
using System.Collections.Generic;
using System.IO;
using System.Text;

namespace Vrmlint {
    // The JSON of a .vrm, .vrma, .glb or .gltf file, as far as it leads to objects of a scene.
    public sealed class Document {
        const int LargestJson = 256 << 20; // bytes
        const int Unseen = -2;             // the parent of a node outside of the scene

        public readonly object Root;
        public readonly List<object> Nodes;
        readonly int[] parents;  // -1 for the root nodes of the scene
        readonly int[] ordinals; // of each node among the children of its parent
        readonly Dictionary<string, int> names = new Dictionary<string, int>(); // how many nodes have a name

        public Document(object root) {
            Root = root;
            Nodes = Json.List(root, "nodes");
            parents = new int[Nodes.Count];
            ordinals = new int[Nodes.Count];
            for (int i = 0; i < Nodes.Count; i++) {
                parents[i] = Unseen;
                string name = NodeName(i) ?? "";
                names.TryGetValue(name, out int count);
                names[name] = count + 1;
            }
            var open = new Stack<int>();
            Attach(Children(-1), -1, open);
            while (open.Count > 0) {
                int node = open.Pop();
                Attach(Children(node), node, open);
            }
        }

        // Returns null if the file has no JSON that can be read.
        public static Document Open(string path) {
            try {
                using (var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete)) {
                    byte[] head = Read(file, 20);
                    bool isBinary = head.Length == 20 && head[0] == 'g' && head[1] == 'l' && head[2] == 'T' && head[3] == 'F';
                    long size = isBinary ? Number(head, 12) : file.Length;
                    if (size > LargestJson || size > file.Length || (isBinary && Number(head, 16) != 0x4E4F534A)) { return null; }
                    file.Position = isBinary ? 20 : 0;
                    return new Document(Json.Read(Encoding.UTF8.GetString(Read(file, (int)size)).TrimStart('\uFEFF')));
                }
            } catch (Exception) { return null; } // then findings lead to no objects, but are shown all the same
        }

        static uint Number(byte[] bytes, int at) => (uint)(bytes[at] | bytes[at + 1] << 8 | bytes[at + 2] << 16 | bytes[at + 3] << 24);

        // Reads up to a number of bytes; fewer only at the end of the file.
        static byte[] Read(Stream from, int size) {
            var bytes = new byte[size];
            int count = 0;
            for (int more = 1; count < size && more > 0; count += more) { more = from.Read(bytes, count, size - count); }
            Array.Resize(ref bytes, count);
            return bytes;
        }

        // Returns the children of a node; those of the scene for -1.
        List<object> Children(int node) {
            int scene = Math.Max(0, Json.Index(Root, "scene"));
            return node >= 0 ? Json.List(Nodes[node], "children") : Json.List(Json.At(Json.Get(Root, "scenes"), scene), "nodes");
        }

        void Attach(List<object> children, int parent, Stack<int> open) {
            for (int i = 0; i < children.Count; i++) {
                int child = Json.Index(children[i]);
                if (child >= 0 && child < parents.Length && parents[child] == Unseen) { // otherwise broken, or a cycle
                    parents[child] = parent;
                    ordinals[child] = i;
                    open.Push(child);
                }
            }
        }

        public bool IsInScene(int node) => node >= 0 && node < parents.Length && parents[node] != Unseen;
        public int Parent(int node) => parents[node];
        public int ChildCount(int node) => Children(node).Count;

        // Returns the way from the root of the avatar to a node: which child at each step. UniVRM writes and reads children in the
        // order of the hierarchy, so the same steps lead to the same Transform.
        public List<int> Way(int node) {
            var way = new List<int>();
            for (; node >= 0; node = parents[node]) { way.Add(ordinals[node]); }
            way.Reverse();
            return way;
        }

        public string NodeName(int node) => Json.Text(Json.At(Nodes, node), "name");
        public bool HasName(string name) => names.ContainsKey(name);
        public bool HasNamesake(int node) => names[NodeName(node) ?? ""] > 1;

        // Returns an element of a list of the document, such as meshes.
        public object Element(string list, int index) => Json.At(Json.Get(Root, list), index);
        public object Extension(string name) => Json.Get(Root, "extensions", name);

        // Returns the first node whose member has a value, such as its mesh; -1 if no node has.
        public int NodeWith(string member, int value) => value < 0 ? -1 : Nodes.FindIndex(node => Json.Index(node, member) == value);
    }
}
