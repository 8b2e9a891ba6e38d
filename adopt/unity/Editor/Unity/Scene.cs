using System;
using System.Collections.Generic;
using System.Linq;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Vrmlint {
    // Finds the objects that findings are about, in a scene or in an imported avatar.
    public static class Scene {
        // Returns the object to select for a target: its component or asset if it has one, otherwise its game object. Null if the
        // scene has no such object any more: no object is better than a wrong one.
        public static Object Find(Document document, Target target, Transform root) {
            if (root == null || target.Kind == Kind.None) { return null; }
            Transform at = document.IsInScene(target.Node) ? FindNode(document, target.Node, root) : null;
            GameObject on = at == null ? null : at.gameObject;
            Object part = target.IsOld ? FindOldPart(target, on, root) : FindPart(document, target, on, root);
            return part != null ? part : target.Kind == Kind.Avatar && target.Node < 0 ? root.gameObject : (Object)on;
        }

        static Object FindPart(Document document, Target target, GameObject on, Transform root) {
            Component instance = Parts.FirstOn(root.gameObject, Parts.Instance);
            bool isInList = target.Kind == Kind.Spring || target.Kind == Kind.Collider || target.Kind == Kind.ColliderGroup;
            if (isInList && target.Index < 0) { return instance; } // it is about the whole list, which the component has
            switch (target.Kind) {
                case Kind.Spring:
                    Object joint = Parts.Reference(instance, "SpringBone.Springs.Array.data[" + target.Index + "].Joints.Array.data[" + Math.Max(0, target.Joint) + "]");
                    bool isThere = joint != null && on != null && Parts.TransformOf(joint) == on.transform; // otherwise springs were changed since
                    return isThere ? joint : Parts.FirstOn(on, Parts.Joint);
                case Kind.Collider:
                    List<object> colliders = Json.List(document.Extension("VRMC_springBone"), "colliders");
                    int before = colliders.Take(target.Index).Count(one => Json.Index(one, "node") == target.Node);
                    return Parts.On(on, Parts.Collider).ElementAtOrDefault(before);
                case Kind.ColliderGroup: return Parts.Reference(instance, "SpringBone.ColliderGroups.Array.data[" + target.Index + "]");
                case Kind.Constraint: return Parts.Constraints.Select(type => Parts.FirstOn(on, type)).FirstOrDefault(one => one != null);
                case Kind.Expression: return FindExpression(target, Parts.Reference(instance, "Vrm"));
                case Kind.Meta:
                case Kind.LookAt:
                case Kind.FirstPerson: return Parts.Reference(instance, "Vrm");
                case Kind.Material: return Materials(root).FirstOrDefault(one => one.name == target.Name);
                case Kind.Image: return FindTexture(target.Name, root);
                default: return null;
            }
        }

        static Object FindOldPart(Target target, GameObject on, Transform root) {
            switch (target.Kind) {
                // bone groups are exported in the order of the hierarchy, also from inactive objects
                case Kind.Spring: return Parts.Below(root, Parts.OldSpring, true).ElementAtOrDefault(target.Index);
                case Kind.ColliderGroup: return Parts.FirstOn(on, Parts.OldColliders);
                case Kind.Expression:
                    Object avatar = Parts.Reference(Parts.FirstOn(root.gameObject, Parts.OldExpressions), "BlendShapeAvatar");
                    return Parts.Reference(avatar, "Clips.Array.data[" + target.Index + "]");
                case Kind.Meta: return Parts.Reference(Parts.FirstOn(root.gameObject, "VRM.VRMMeta"), "Meta");
                case Kind.FirstPerson: return Parts.FirstOn(root.gameObject, "VRM.VRMFirstPerson");
                case Kind.LookAt: return Parts.FirstOn(root.gameObject, "VRM.VRMLookAtHead");
                case Kind.Material: return Materials(root).FirstOrDefault(one => one.name == target.Name);
                default: return null;
            }
        }

        static Object FindExpression(Target target, Object avatar) {
            if (target.IsCustom) {
                return Parts.Elements(avatar, "Expression.CustomClips").Select(one => one.objectReferenceValue)
                    .FirstOrDefault(clip => clip != null && clip.name == target.Name);
            }
            string preset = Array.Find(Parts.Presets, name => string.Equals(name, target.Name, StringComparison.OrdinalIgnoreCase));
            return preset == null ? null : Parts.Reference(avatar, "Expression." + preset);
        }

        public static IEnumerable<Material> Materials(Transform root) =>
            root.GetComponentsInChildren<Renderer>(true).SelectMany(renderer => renderer.sharedMaterials).Where(material => material != null).Distinct();

        static Object FindTexture(string name, Transform root) {
            return string.IsNullOrEmpty(name) ? null : Materials(root)
                .SelectMany(material => material.GetTexturePropertyNames().Select(property => material.GetTexture(property)))
                .FirstOrDefault(texture => texture != null && texture.name == name);
        }

        // Returns the Transform of a node: the one at its place in the hierarchy if it has the node's name, otherwise the only one
        // with that name.
        public static Transform FindNode(Document document, int node, Transform root) {
            Transform at = root;
            foreach (int child in document.Way(node)) { at = at != null && child < at.childCount ? at.GetChild(child) : null; }
            bool isAlone = !document.HasNamesake(node);
            if (at != null && IsNamed(at, document, node) && (isAlone || IsUnchanged(document, node, at))) { return at; }
            if (!isAlone || string.IsNullOrEmpty(document.NodeName(node))) {
                return null; // only its place tells which of its namesakes it is
            }
            List<Transform> named = root.GetComponentsInChildren<Transform>(true).Where(other => other != root && IsNamed(other, document, node)).Take(2).ToList();
            return named.Count == 1 ? named[0] : null;
        }

        // Whether nothing was added, removed or renamed on the way to a node.
        static bool IsUnchanged(Document document, int node, Transform at) {
            for (; node >= 0; node = document.Parent(node), at = at.parent) {
                if (at.parent == null || !IsNamed(at, document, node) || at.parent.childCount != document.ChildCount(document.Parent(node))) {
                    return false;
                }
            }
            return true;
        }

        // Whether a Transform has the name of a node. UniVRM's importer turns '/' into '_', numbers nameless nodes, and marks
        // namesakes; the exporter of VRM 0.x numbers namesakes.
        static bool IsNamed(Transform at, Document document, int node) {
            string name = (document.NodeName(node) ?? "").Replace('/', '_'), has = at.name.Replace('/', '_');
            return has == name || document.HasName(at.name) ? has == name : (name == "" && has == "nodeIndex_" + node) || (name != "" && has.StartsWith(name + "__UNIGLTF__DUPLICATED__", StringComparison.Ordinal))
                || IsNumbered(has, name) || IsNumbered(name, has);
        }

        static bool IsNumbered(string longer, string name) {
            return name != "" && longer.Length > name.Length + 1 && longer.StartsWith(name + "_", StringComparison.Ordinal)
                && longer.Skip(name.Length + 1).All(c => c >= '0' && c <= '9');
        }

        // Selects an object, and shows where it is.
        public static void Select(Object thing) {
            if (thing == null) { return; }
            var component = thing as Component;
            Selection.activeObject = component != null ? component.gameObject : thing;
            if (EditorUtility.IsPersistent(thing)) { EditorUtility.FocusProjectWindow(); }
            EditorGUIUtility.PingObject(thing);
        }

        // Writes a number that a simulation found into all joints of a spring that differ too much from it. Returns false if the
        // scene has no such spring.
        public static bool Tune(Document document, Target target, Transform root, Remedy remedy) {
            if (target.Kind != Kind.Spring || root == null || EditorUtility.IsPersistent(root.gameObject)) { return false; }
            target.Joint = target.IsOld ? -1 : 0;
            Object first = Find(document, target, root);
            IEnumerable<Object> holders = target.IsOld ? new[] { first }
                : Parts.Elements(Parts.FirstOn(root.gameObject, Parts.Instance), "SpringBone.Springs.Array.data[" + target.Index + "].Joints").Select(one => one.objectReferenceValue);
            if (first == null || (!target.IsOld && holders.FirstOrDefault() != first)) { return false; }
            string field = remedy.Parameter == "HitRadius" ? target.IsOld ? "m_hitRadius" : "m_jointRadius"
                : remedy.Parameter == "Stiffness" ? "m_stiffnessForce" : remedy.Parameter == "DragForce" ? "m_dragForce" : "m_gravityPower";
            var needed = (float)remedy.Needed;
            Undo.SetCurrentGroupName("vrmlint: " + remedy.Parameter);
            return holders.ToList().FindAll(holder => Parts.Write(holder, field, has => remedy.IsLeast ? Math.Max(has, needed) : Math.Min(has, needed))).Count > 0;
        }
    }
}
