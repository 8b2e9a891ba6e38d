using System.Collections.Generic;
using System.Linq;

namespace Vrmlint {
    public enum Kind { None, Node, Material, Image, Expression, Spring, Collider, ColliderGroup, Constraint, Meta, LookAt, FirstPerson, Avatar }

    // The thing that a pointer of a finding leads into, as an artist knows it.
    public struct Target {
        public Kind Kind;
        public int Index;   // in its list, such as the number of a spring; -1 without one
        public int Joint;   // of a spring; -1 for the spring itself
        public string Name; // of an expression, a material or an image
        public int Node;    // the node that the thing is at; -1 if it is at none
        public bool IsOld;  // whether it is of VRM 0.x
        public bool IsCustom; // of an expression

        static Target Make(Kind kind, int index = -1, int node = -1, string name = null) {
            return new Target { Kind = kind, Index = index, Node = node, Name = name, Joint = -1 };
        }

        static Target AtNode(int node) => Make(node < 0 ? Kind.None : Kind.Node, node, node);

        // Finds the target of an RFC 6901 pointer.
        public static Target Find(Document document, string pointer) {
            string[] steps = pointer.Split('/').Skip(1).Select(step => step.Replace("~1", "/").Replace("~0", "~")).ToArray();
            string first = Step(steps, 0), second = Step(steps, 1);
            switch (first) {
                case "extensions":
                    object extension = document.Extension(second);
                    switch (second) {
                        case "VRMC_springBone": return InSprings(extension, steps);
                        case "VRMC_vrm":
                        case "VRMC_vrm_animation": return InAvatar(extension, steps);
                        case "VRM": return InOldAvatar(document, extension, steps);
                        default: return Make(Kind.None);
                    }
                case "animations": return InAnimation(document.Element(first, Number(second)), steps);
                default: return InList(document, first, Number(second), steps);
            }
        }

        static string Step(string[] steps, int at) => at < steps.Length ? steps[at] : "";
        static int Number(string step) => step.Length < 10 && step.Length > 0 && step.All(c => c >= '0' && c <= '9') ? int.Parse(step) : -1;

        static Target InList(Document document, string list, int index, string[] steps) {
            object element = document.Element(list, index);
            if (element == null) { return Make(Kind.None); }
            string name = Json.Text(element, "name");
            switch (list) {
                case "nodes": return Make(Step(steps, 2) == "extensions" && Step(steps, 3) == "VRMC_node_constraint" ? Kind.Constraint : Kind.Node, index, index);
                case "meshes": return AtNode(document.NodeWith("mesh", index));
                case "skins": return AtNode(document.NodeWith("skin", index));
                case "materials": return Make(Kind.Material, index, -1, name);
                case "images": return Image(document, index);
                case "textures": return Image(document, Json.Index(element, "source"), name);
                case "accessors": return AtNode(NodeOfAccessor(document, index));
                case "bufferViews": return InBufferView(document, index);
                default: return Make(Kind.None);
            }
        }

        // An image is named by itself; if it has no name, by its texture, as the importers do.
        static Target Image(Document document, int index, string nameOfTexture = null) {
            string name = Json.Text(document.Element("images", index), "name") ?? nameOfTexture
                ?? Json.Text(Json.List(document.Root, "textures").Find(texture => Json.Index(texture, "source") == index), "name");
            return Make(index < 0 ? Kind.None : Kind.Image, index, -1, name);
        }

        static Target InBufferView(Document document, int index) {
            int image = Json.List(document.Root, "images").FindIndex(one => Json.Index(one, "bufferView") == index);
            int accessor = Json.List(document.Root, "accessors").FindIndex(one => Json.Index(one, "bufferView") == index);
            return image >= 0 ? Image(document, image) : AtNode(NodeOfAccessor(document, accessor));
        }

        // Returns a node whose mesh, skin or movement has its numbers in an accessor; -1 if there is none.
        static int NodeOfAccessor(Document document, int accessor) {
            if (accessor < 0) { return -1; }
            List<object> meshes = Json.List(document.Root, "meshes");
            for (int mesh = 0; mesh < meshes.Count; mesh++) {
                if (Json.List(meshes[mesh], "primitives").Any(primitive => HasAccessor(primitive, accessor))) {
                    return document.NodeWith("mesh", mesh);
                }
            }
            int skin = Json.List(document.Root, "skins").FindIndex(one => Json.Index(one, "inverseBindMatrices") == accessor);
            if (skin >= 0) { return document.NodeWith("skin", skin); }
            foreach (object animation in Json.List(document.Root, "animations")) {
                int sampler = Json.List(animation, "samplers").FindIndex(one => Json.Index(one, "input") == accessor || Json.Index(one, "output") == accessor);
                object channel = sampler < 0 ? null : Json.List(animation, "channels").Find(one => Json.Index(one, "sampler") == sampler);
                if (channel != null) { return Json.Index(Json.Get(channel, "target"), "node"); }
            }
            return -1;
        }

        static bool HasAccessor(object primitive, int accessor) {
            return Json.Index(primitive, "indices") == accessor || HasValue(Json.Get(primitive, "attributes"), accessor)
                || Json.List(primitive, "targets").Any(target => HasValue(target, accessor));
        }

        static bool HasValue(object attributes, int accessor) {
            var members = attributes as Dictionary<string, object>;
            return members != null && members.Values.Any(value => Json.Index(value) == accessor);
        }

        // Finds the node that a channel moves; for a sampler, that of its first channel.
        static Target InAnimation(object animation, string[] steps) {
            int index = Number(Step(steps, 3));
            object channel = Step(steps, 2) == "channels" ? Json.At(Json.Get(animation, "channels"), index)
                : Step(steps, 2) == "samplers" ? Json.List(animation, "channels").Find(one => Json.Index(one, "sampler") == index) : null;
            return AtNode(Json.Index(Json.Get(channel, "target"), "node"));
        }

        static Target InSprings(object extension, string[] steps) {
            int index = Number(Step(steps, 3));
            object part = Json.At(Json.Get(extension, Step(steps, 2)), index);
            switch (Step(steps, 2)) {
                case "colliders": return Make(Kind.Collider, index, Json.Index(part, "node"));
                case "colliderGroups":
                    int collider = Json.Index(Json.At(Json.Get(part, "colliders"), 0));
                    return Make(Kind.ColliderGroup, index, Json.Index(Json.At(Json.Get(extension, "colliders"), collider), "node"));
                case "springs":
                    int joint = Step(steps, 4) == "joints" ? Number(Step(steps, 5)) : -1;
                    object inSpring = Json.At(Json.Get(part, "joints"), joint < 0 ? 0 : joint);
                    Target target = Make(Kind.Spring, index, Json.Index(inSpring, "node"));
                    target.Joint = joint;
                    return target;
                default: return Make(Kind.None);
            }
        }

        static Target InAvatar(object extension, string[] steps) {
            switch (Step(steps, 2)) {
                case "meta": return Make(Kind.Meta);
                case "lookAt": return Make(Kind.LookAt);
                case "firstPerson":
                    object annotation = Json.At(Json.Get(extension, "firstPerson", "meshAnnotations"), Number(Step(steps, 4)));
                    return Make(Kind.FirstPerson, -1, Json.Index(annotation, "node"));
                case "humanoid": return Make(Kind.Avatar, -1, Json.Index(Json.Get(extension, "humanoid", "humanBones", Step(steps, 4)), "node"));
                case "expressions":
                    Target target = Make(steps.Length > 4 ? Kind.Expression : Kind.None, -1, -1, Step(steps, 4));
                    target.IsCustom = Step(steps, 3) == "custom";
                    return target;
                default: return Make(Kind.None);
            }
        }

        static Target InOldAvatar(Document document, object extension, string[] steps) {
            string part = Step(steps, 2), list = Step(steps, 3);
            int index = Number(Step(steps, 4));
            object element = Json.At(Json.Get(extension, part, list), index);
            Target target = Make(Kind.None);
            switch (part) {
                case "meta": target = Make(Kind.Meta); break;
                case "materialProperties": target = Make(Kind.Material, Number(list), -1, Json.Text(document.Element("materials", Number(list)), "name")); break;
                case "firstPerson":
                    target = Make(list.StartsWith("lookAt", System.StringComparison.Ordinal) ? Kind.LookAt : Kind.FirstPerson, -1,
                        Json.Index(Json.Get(extension, part), "firstPersonBone"));
                    break;
                case "humanoid": target = Make(Kind.Avatar, index, Json.Index(element, "node")); break;
                case "blendShapeMaster": target = Make(element == null ? Kind.None : Kind.Expression, index, -1, Json.Text(element, "name")); break;
                case "secondaryAnimation":
                    target = element == null ? target : list == "colliderGroups" ? Make(Kind.ColliderGroup, index, Json.Index(element, "node"))
                        : Make(Kind.Spring, index, Json.Index(Json.At(Json.Get(element, "bones"), 0)));
                    break;
            }
            target.IsOld = true;
            return target;
        }
    }
}
