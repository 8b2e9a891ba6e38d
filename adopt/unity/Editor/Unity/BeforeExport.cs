using System;
using System.Collections.Generic;
using System.Linq;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Vrmlint {
    // A reason why UniVRM's exporter writes no file, or a wrong one.
    public sealed class Reason {
        public bool IsError; // no file, or a wrong one; otherwise something is left out
        public string Message;
        public Object Where; // to select
    }

    // Finds what makes UniVRM's exporters fail, before the export. After one fails there is no file to check, and for VRM 1.0
    // only a line in the console. Each check names the exception, or what the exporter writes instead.
    public sealed class BeforeExport {
        const int Most = 50;

        readonly Transform root;
        readonly List<Reason> reasons = new List<Reason>();

        BeforeExport(Transform root) { this.root = root; }

        // Returns the reasons for an avatar of either version, the errors first. freezesMesh: whether the export makes new meshes;
        // null if that isn't known.
        public static List<Reason> Find(GameObject avatar, bool? freezesMesh) {
            if (avatar == null) { return new List<Reason>(); }
            var check = new BeforeExport(avatar.transform);
            try {
                if (Parts.FirstOn(avatar, Parts.OldExpressions) != null || Parts.FirstOn(avatar, "VRM.VRMMeta") != null) {
                    check.OldExpressions();
                    check.OldSprings();
                } else {
                    check.Meshes(freezesMesh);
                    Component instance = Parts.FirstOn(avatar, Parts.Instance);
                    if (instance != null) {
                        check.ColliderGroups(instance);
                        check.Springs(instance);
                        check.Constraints();
                        check.Avatar(Parts.Reference(instance, "Vrm"), instance);
                    }
                }
            } catch (Exception error) {
                check.Add(false, avatar, Text.BeforeFailed, "error", error.Message); // a component of a version that isn't known
            }
            return check.reasons.OrderByDescending(reason => reason.IsError).ToList();
        }

        void Add(bool isError, Object where, Text text, params object[] values) {
            if (reasons.Count < Most) {
                reasons.Add(new Reason { IsError = isError, Where = where, Message = Words.Say(text, values) });
            }
        }

        bool IsInside(Transform at) => at != null && (at == root || at.IsChildOf(root));
        static bool IsExported(Renderer renderer) => renderer != null && renderer.enabled && renderer.gameObject.activeInHierarchy;

        static Mesh MeshOf(Renderer renderer) {
            var skinned = renderer as SkinnedMeshRenderer;
            var filter = skinned == null && renderer != null ? renderer.GetComponent<MeshFilter>() : null;
            return skinned != null ? skinned.sharedMesh : filter != null ? filter.sharedMesh : null;
        }

        // ---- meshes of VRM 1.0: ModelExporter ----

        void Meshes(bool? freezesMesh) {
            var users = new Dictionary<Mesh, Renderer>();
            foreach (Renderer renderer in root.GetComponentsInChildren<Renderer>().Where(IsExported)) {
                Mesh mesh = MeshOf(renderer);
                var skinned = renderer as SkinnedMeshRenderer;
                if (mesh == null || mesh.vertexCount == 0) {
                    continue; // not exported
                }
                if (skinned != null) {
                    // Dictionary.Add throws ArgumentException at the second skinned renderer of a mesh
                    if (freezesMesh != true && users.TryGetValue(mesh, out Renderer first)) {
                        Add(freezesMesh == false, renderer, Text.MeshShared, "renderer", Parts.NameOf(renderer), "other", Parts.NameOf(first), "mesh", mesh.name);
                    }
                    Bones(skinned);
                }
                if (!users.ContainsKey(mesh)) { users.Add(mesh, renderer); }
            }
        }

        void Bones(SkinnedMeshRenderer renderer) {
            Transform[] bones = renderer.bones ?? new Transform[0];
            Transform stray = bones.Concat(new[] { renderer.rootBone }).FirstOrDefault(bone => bone != null && !IsInside(bone));
            if (bones.Length > 0 && stray != null) { // KeyNotFoundException
                Add(true, renderer, Text.BoneOutside, "renderer", Parts.NameOf(renderer), "bone", Parts.NameOf(stray));
            }
            int empty = bones.Count(bone => bone == null);
            if (empty > 0) { // written as node 0
                Add(false, renderer, Text.BoneEmpty, "renderer", Parts.NameOf(renderer), "count", empty);
            }
        }

        // ---- spring bones of VRM 1.0: Vrm10Exporter.ExportSpringBone ----

        void ColliderGroups(Component instance) {
            if (Parts.FirstOn(root.gameObject, Parts.Collider) != null) { // left out of colliders, but counted in the indices of groups
                Add(true, root.gameObject, Text.ColliderOnRoot, "avatar", root.name);
            }
            int number = 0;
            foreach (SerializedProperty slot in Parts.Elements(instance, "SpringBone.ColliderGroups")) {
                Object group = slot.objectReferenceValue;
                if (group == null) { // NullReferenceException
                    Add(true, instance, Text.GroupEmpty, "number", number);
                }
                foreach (Object collider in Parts.Elements(group, "Colliders").Select(one => one.objectReferenceValue).Where(one => one != null)) {
                    Transform at = Parts.TransformOf(collider);
                    if (!IsInside(at) || !at.gameObject.activeInHierarchy) {
                        Add(false, collider, IsInside(at) ? Text.ColliderInactive : Text.ColliderOutside, "collider", Parts.NameOf(collider), "group", Parts.NameOf(group));
                    }
                }
                number++;
            }
        }

        void Springs(Component instance) {
            List<Object> groups = Parts.Elements(instance, "SpringBone.ColliderGroups").Select(one => one.objectReferenceValue).ToList();
            int number = 0;
            foreach (SerializedProperty spring in Parts.Elements(instance, "SpringBone.Springs")) {
                string name = number++ + " '" + Parts.TextOf(spring, "Name") + "'";
                Joints(instance, spring, name);
                SerializedProperty center = spring.FindPropertyRelative("Center");
                Transform at = center == null ? null : Parts.TransformOf(center.objectReferenceValue);
                if (at != null && (at == root || !IsInside(at))) { // KeyNotFoundException outside; the root is no node
                    Add(at != root, at, at == root ? Text.CenterIsRoot : Text.CenterOutside, "spring", name, "center", at.name);
                }
                foreach (Object group in Parts.Elements(spring.FindPropertyRelative("ColliderGroups")).Select(one => one.objectReferenceValue)) {
                    if (group != null && !groups.Contains(group)) {
                        Add(false, group, Text.GroupUnlisted, "spring", name, "group", Parts.NameOf(group));
                    }
                }
            }
        }

        void Joints(Component instance, SerializedProperty spring, string name) {
            int number = 0;
            foreach (SerializedProperty slot in Parts.Elements(spring.FindPropertyRelative("Joints"))) {
                Transform at = Parts.TransformOf(slot.objectReferenceValue);
                if (at == null) { // NullReferenceException
                    Add(true, instance, Text.JointEmpty, "spring", name, "number", number);
                } else if (!IsInside(at)) { // KeyNotFoundException
                    Add(true, at, Text.JointOutside, "spring", name, "joint", at.name);
                } else if (at == root) {
                    Add(false, at, Text.JointOnRoot, "spring", name);
                }
                number++;
            }
        }

        // ---- constraints of VRM 1.0: Vrm10Exporter.ExportConstraints; those of inactive objects are not exported ----

        void Constraints() {
            var seen = new HashSet<GameObject>();
            foreach (Component constraint in root.GetComponentsInChildren<Component>().Where(one => Parts.Constraints.Any(type => Parts.IsOf(one, type)))) {
                string name = Parts.NameOf(constraint);
                Transform source = Parts.TransformOf(Parts.Reference(constraint, "Source"));
                if (source == null) { // NullReferenceException
                    Add(true, constraint, Text.SourceEmpty, "constraint", name);
                } else if (source == root || !IsInside(source)) { // written as source -1; KeyNotFoundException
                    Add(true, constraint, source == root ? Text.SourceIsRoot : Text.SourceOutside, "constraint", name, "source", source.name);
                }
                if (constraint.transform == root) { // nodes[-1]: ArgumentOutOfRangeException
                    Add(true, constraint, Text.ConstraintOnRoot, "constraint", name);
                }
                if (!seen.Add(constraint.gameObject)) { // the last one replaces the others
                    Add(false, constraint, Text.ConstraintTwice, "constraint", name);
                }
            }
        }

        // ---- expressions and first person of VRM 1.0 ----

        void Avatar(Object avatar, Component instance) {
            if (avatar == null) {
                Add(false, instance, Text.NoVrm, "avatar", root.name);
                return;
            }
            var names = new HashSet<string>();
            foreach (Object clip in Parts.Elements(avatar, "Expression.CustomClips").Select(one => one.objectReferenceValue)) {
                if (clip == null) { // NullReferenceException
                    Add(true, avatar, Text.ExpressionEmpty);
                } else if (!names.Add(clip.name)) { // ToDictionary: ArgumentException
                    Add(true, clip, Text.ExpressionTwice, "expression", clip.name);
                }
                Binds(clip);
            }
            foreach (string preset in Parts.Presets) { Binds(Parts.Reference(avatar, "Expression." + preset)); }
            foreach (SerializedProperty flags in Parts.Elements(avatar, "FirstPerson.Renderers")) {
                string path = Parts.TextOf(flags, "Renderer");
                Transform at = root.Find(path);
                if (at == null || at.GetComponent<Renderer>() == null) { // NullReferenceException
                    Add(true, avatar, Text.FirstPersonMissing, "path", path);
                }
            }
        }

        // Binds that lead to nothing are left out, with a warning in the console.
        void Binds(Object clip) {
            foreach (SerializedProperty bind in Parts.Elements(clip, "MorphTargetBindings")) {
                Bind(clip, Parts.TextOf(bind, "RelativePath"), bind.FindPropertyRelative("Index"));
            }
            var exported = new HashSet<string>(root.GetComponentsInChildren<Renderer>().Where(IsExported)
                .SelectMany(renderer => renderer.sharedMaterials).Where(material => material != null).Select(material => material.name));
            foreach (SerializedProperty bind in Parts.Elements(clip, "MaterialColorBindings").Concat(Parts.Elements(clip, "MaterialUVBindings"))) {
                string material = Parts.TextOf(bind, "MaterialName");
                if (!exported.Contains(material)) {
                    Add(false, clip, Text.BindMaterialMissing, "expression", clip.name, "material", material);
                }
            }
        }

        void Bind(Object clip, string path, SerializedProperty index) {
            Transform at = root.Find(path);
            Renderer renderer = at == null ? null : at.GetComponent<Renderer>();
            Mesh mesh = MeshOf(renderer);
            if (!IsExported(renderer) || mesh == null) {
                Add(false, clip, Text.BindMeshMissing, "expression", clip.name, "path", path);
            } else if (index != null && (index.intValue < 0 || index.intValue >= mesh.blendShapeCount)) { // written as it is
                Add(true, clip, Text.BindShapeMissing, "expression", clip.name, "number", index.intValue, "mesh", mesh.name, "count", mesh.blendShapeCount);
            }
        }

        // ---- VRM 0.x: what UniVRM's own validation doesn't report, or what makes it fail ----

        void OldExpressions() {
            Component proxy = Parts.FirstOn(root.gameObject, Parts.OldExpressions);
            Object avatar = Parts.Reference(proxy, "BlendShapeAvatar");
            foreach (Object clip in Parts.Elements(avatar, "Clips").Select(one => one.objectReferenceValue)) {
                if (clip == null) { // VRMBlendShapeProxyValidator throws NullReferenceException
                    Add(false, avatar, Text.ClipEmpty);
                }
                foreach (SerializedProperty bind in Parts.Elements(clip, "Values")) {
                    Bind(clip, Parts.TextOf(bind, "RelativePath"), bind.FindPropertyRelative("Index"));
                }
            }
        }

        void OldSprings() {
            // UniVRM validates springs of active objects only, but exports those of inactive ones too
            foreach (Component spring in Parts.Below(root, Parts.OldSpring, true).Where(one => !one.gameObject.activeInHierarchy)) {
                List<Object> bones = Parts.Elements(spring, "RootBones").Select(one => one.objectReferenceValue).ToList();
                if (bones.Any(bone => bone == null || !IsInside(Parts.TransformOf(bone)))) { // written as node -1
                    Add(true, spring, Text.OldBoneMissing, "spring", Parts.NameOf(spring));
                }
            }
        }
    }
}
