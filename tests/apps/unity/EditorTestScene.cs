// Makes a scene from a file, as UniVRM's importers do: game objects in the order of children, their names, components, materials.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using UnityEngine;
using UniVRM10;
using Vrmlint;

sealed class Imported {
    public GameObject Root; // null if the file can't be read
    public readonly List<Transform> Nodes = new List<Transform>();
    public Vrm10Instance Instance;
    readonly object json;

    public Imported(string path) {
        try {
            byte[] bytes = File.ReadAllBytes(path);
            bool isBinary = bytes.Length > 20 && Encoding.ASCII.GetString(bytes, 0, 4) == "glTF";
            json = Json.Read(isBinary ? Encoding.UTF8.GetString(bytes, 20, BitConverter.ToInt32(bytes, 12)) : Encoding.UTF8.GetString(bytes));
        } catch (Exception) {
            return;
        }
        Root = new GameObject(Path.GetFileNameWithoutExtension(path));
        MakeNodes();
        MakeMeshes();
        MakeAvatar();
        MakeOldAvatar();
    }

    List<object> List(string name) => Json.List(json, name);
    static List<object> List(object from, string name) => Json.List(from, name);
    Transform Node(object of, string name = "node") => Nodes.ElementAtOrDefault(Json.Index(of, name) < 0 ? int.MaxValue : Json.Index(of, name));

    static T Component<T>(Transform at) where T : Component, new() => at == null ? null : at.GetComponent<T>() ?? at.gameObject.AddComponent<T>();

    void MakeNodes() {
        var used = new HashSet<string>();
        foreach (object node in List("nodes")) {
            string name = (Json.Text(node, "name") ?? "").Replace('/', '_');
            name = name == "" ? "nodeIndex_" + Nodes.Count : name;
            string unique = name;
            for (int n = 2; !used.Add(unique); n++) {
                unique = name + "__UNIGLTF__DUPLICATED__" + n;
            }
            Nodes.Add(new GameObject(unique).transform);
        }
        for (int i = 0; i < Nodes.Count; i++) {
            Attach(List(List("nodes")[i], "children"), Nodes[i]);
        }
        Attach(List(Json.At(Json.Get(json, "scenes"), Math.Max(0, Json.Index(json, "scene"))), "nodes"), Root.transform);
    }

    void Attach(List<object> children, Transform to) {
        foreach (int child in children.Select(Json.Index).Where(child => child >= 0 && child < Nodes.Count)) {
            if (Nodes[child].parent == null && !to.IsChildOf(Nodes[child])) {
                Nodes[child].SetParent(to);
            }
        }
    }

    void MakeMeshes() {
        List<Texture> images = List("images").Select((image, i) => new Texture { name = Json.Text(image, "name")
            ?? Json.Text(List("textures").Find(texture => Json.Index(texture, "source") == i), "name") ?? "" }).ToList();
        List<Material> materials = List("materials").Select(material => {
            var made = new Material { name = Json.Text(material, "name") ?? "" };
            Textures(material, made, images, 0);
            return made;
        }).ToList();
        for (int i = 0; i < Nodes.Count; i++) {
            int mesh = Json.Index(List("nodes")[i], "mesh");
            if (mesh >= 0) {
                var renderer = Component<SkinnedMeshRenderer>(Nodes[i]);
                renderer.sharedMesh = new Mesh { name = "mesh" + mesh };
                renderer.sharedMaterials = List(Json.At(Json.Get(json, "meshes"), mesh), "primitives").Select(primitive => materials.ElementAtOrDefault(Json.Index(primitive, "material"))).ToArray();
            }
        }
    }

    // Finds each {"index": N} in a material, also in its extensions.
    void Textures(object value, Material material, List<Texture> images, int depth) {
        var members = value as Dictionary<string, object>;
        foreach (KeyValuePair<string, object> member in members != null && depth < 6 ? members : new Dictionary<string, object>()) {
            int source = Json.Index(Json.At(Json.Get(json, "textures"), Json.Index(member.Value, "index")), "source");
            if (source >= 0 && source < images.Count) {
                material.Textures[member.Key + depth] = images[source];
            }
            Textures(member.Value, material, images, depth + 1);
        }
    }

    void MakeAvatar() {
        object springBone = Json.Get(json, "extensions", "VRMC_springBone"), vrm = Json.Get(json, "extensions", "VRMC_vrm");
        if (springBone == null && vrm == null) {
            return;
        }
        Instance = Root.AddComponent<Vrm10Instance>();
        Instance.Vrm = new VRM10Object { name = "vrm" };
        var colliders = List(springBone, "colliders").Select(one => Node(one) == null ? null : Node(one).gameObject.AddComponent<VRM10SpringBoneCollider>()).ToList();
        foreach (object group in List(springBone, "colliderGroups")) {
            var made = Root.AddComponent<VRM10SpringBoneColliderGroup>();
            made.Colliders.AddRange(List(group, "colliders").Select(one => colliders.ElementAtOrDefault(Json.Index(one))));
            Instance.SpringBone.ColliderGroups.Add(made);
        }
        foreach (object spring in List(springBone, "springs")) {
            var made = new Vrm10InstanceSpringBone.Spring { Name = Json.Text(spring, "name") };
            made.Joints.AddRange(List(spring, "joints").Select(joint => Component<VRM10SpringBoneJoint>(Node(joint))));
            Instance.SpringBone.Springs.Add(made);
        }
        for (int i = 0; i < Nodes.Count; i++) {
            if (Json.Get(List("nodes")[i], "extensions", "VRMC_node_constraint") != null) {
                Component<Vrm10RotationConstraint>(Nodes[i]);
            }
        }
        foreach (string preset in Parts.Presets) {
            string name = char.ToLowerInvariant(preset[0]) + preset.Substring(1);
            if (Json.Get(vrm, "expressions", "preset", name) != null) {
                typeof(VRM10ObjectExpression).GetField(preset).SetValue(Instance.Vrm.Expression, new VRM10Expression { name = name });
            }
        }
        var custom = Json.Get(vrm, "expressions", "custom") as Dictionary<string, object> ?? new Dictionary<string, object>();
        Instance.Vrm.Expression.CustomClips.AddRange(custom.Keys.Select(name => new VRM10Expression { name = name }));
    }

    void MakeOldAvatar() {
        object vrm = Json.Get(json, "extensions", "VRM");
        if (vrm == null) {
            return;
        }
        Root.AddComponent<VRM.VRMMeta>().Meta = new VRM.VRMMetaObject();
        Root.AddComponent<VRM.VRMFirstPerson>();
        Root.AddComponent<VRM.VRMLookAtHead>();
        var avatar = new VRM.BlendShapeAvatar();
        avatar.Clips.AddRange(List(Json.Get(vrm, "blendShapeMaster"), "blendShapeGroups").Select(group => new VRM.BlendShapeClip { name = Json.Text(group, "name") ?? "" }));
        Root.AddComponent<VRM.VRMBlendShapeProxy>().BlendShapeAvatar = avatar;
        object secondary = Json.Get(vrm, "secondaryAnimation");
        Transform known = Root.transform.Find("secondary");
        GameObject on = known != null ? known.gameObject : new GameObject("secondary");
        on.transform.SetParent(Root.transform);
        foreach (object group in List(secondary, "boneGroups")) {
            on.AddComponent<VRM.VRMSpringBone>().RootBones.AddRange(List(group, "bones").Select(bone => Nodes.ElementAtOrDefault(Json.Index(bone))));
        }
        foreach (object group in List(secondary, "colliderGroups")) {
            Component<VRM.VRMSpringBoneColliderGroup>(Node(group));
        }
    }
}
