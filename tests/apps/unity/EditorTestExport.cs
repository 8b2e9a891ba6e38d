// What makes UniVRM's exporters fail, and the export windows.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using UniGLTF;
using UnityEditor;
using UnityEngine;
using UniVRM10;
using Vrmlint;
using Debug = UnityEngine.Debug;
using Object = UnityEngine.Object;

static partial class EditorTest {
    // An avatar without mistakes: hips with a mesh, a spring with two joints, a collider, a constraint, expressions.
    sealed class Good {
        public readonly GameObject Root = new GameObject("Avatar"), Stray = new GameObject("Stray");
        public readonly Transform Hips, Hair, Tip;
        public readonly SkinnedMeshRenderer Body;
        public readonly Vrm10Instance Instance;
        public readonly Vrm10InstanceSpringBone.Spring Spring;
        public readonly VRM10SpringBoneColliderGroup Group;
        public readonly Vrm10AimConstraint Constraint;
        public readonly VRM10Expression Happy;

        public Good() {
            Hips = Add("Hips", Root.transform);
            Hair = Add("Hair", Hips);
            Tip = Add("Tip", Hair);
            Body = Add("Body", Root.transform).gameObject.AddComponent<SkinnedMeshRenderer>();
            Body.sharedMesh = new Mesh { name = "body", blendShapeCount = 2 };
            Body.sharedMaterials = new[] { new Material { name = "skin" } };
            Body.bones = new[] { Hips, Hair };
            Body.rootBone = Hips;
            Instance = Root.AddComponent<Vrm10Instance>();
            Group = Hips.gameObject.AddComponent<VRM10SpringBoneColliderGroup>();
            Group.Colliders.Add(Hips.gameObject.AddComponent<VRM10SpringBoneCollider>());
            Instance.SpringBone.ColliderGroups.Add(Group);
            Spring = new Vrm10InstanceSpringBone.Spring { Name = "hair", Center = Hips };
            Spring.Joints.Add(Hair.gameObject.AddComponent<VRM10SpringBoneJoint>());
            Spring.Joints.Add(Tip.gameObject.AddComponent<VRM10SpringBoneJoint>());
            Spring.ColliderGroups.Add(Group);
            Instance.SpringBone.Springs.Add(Spring);
            Constraint = Tip.gameObject.AddComponent<Vrm10AimConstraint>();
            Constraint.Source = Hips;
            Happy = new VRM10Expression {
                name = "happy", MorphTargetBindings = new[] { new MorphTargetBinding { RelativePath = "Body", Index = 1 } },
                MaterialColorBindings = new[] { new MaterialColorBinding { MaterialName = "skin" } }, MaterialUVBindings = new[] { new MaterialUVBinding { MaterialName = "skin" } },
            };
            Instance.Vrm = new VRM10Object { name = "vrm" };
            Instance.Vrm.Expression.Happy = Happy;
            Instance.Vrm.Expression.CustomClips.Add(new VRM10Expression { name = "wink" });
            Instance.Vrm.FirstPerson.Renderers.Add(new RendererFirstPersonFlags { Renderer = "Body" });
            Root.AddMissing();
        }

        public Transform Add(string name, Transform parent) {
            Transform made = new GameObject(name).transform;
            made.SetParent(parent);
            return made;
        }

        public T On<T>(Transform at) where T : Component, new() => at.gameObject.AddComponent<T>();
    }

    // Breaks the avatar in one way, and expects exactly that reason, with its object.
    static void Breaks(string what, bool isError, Func<Good, Object> change, string words, bool? freezes = false) {
        var good = new Good();
        Object where = change(good);
        List<Reason> reasons = BeforeExport.Find(good.Root, freezes);
        string all = string.Join(" | ", reasons.Select(reason => reason.Message));
        Expect(reasons.Count == 1 && reasons[0].IsError == isError && reasons[0].Where == where && reasons[0].Message.Contains(words), what + ": " + all);
        Expect(!all.Contains("{") && !all.Contains("''"), "complete sentences: " + all);
    }

    static SkinnedMeshRenderer Second(Good good) {
        SkinnedMeshRenderer second = good.On<SkinnedMeshRenderer>(good.Add("Body 2", good.Root.transform));
        second.sharedMesh = good.Body.sharedMesh;
        return second;
    }

    static void TestBeforeExport() {
        Expect(BeforeExport.Find(new Good().Root, false).Count == 0, "a good avatar has no reasons: " + string.Join(" | ", BeforeExport.Find(new Good().Root, false).Select(reason => reason.Message)));
        Expect(BeforeExport.Find(null, false).Count == 0, "nor has none");
        Breaks("a shared mesh", true, Second, "same mesh 'body'");
        Breaks("a shared mesh, if it isn't known what is frozen", false, Second, "Freeze Mesh", null);
        var frozen = new Good();
        Second(frozen);
        Expect(BeforeExport.Find(frozen.Root, true).Count == 0, "frozen meshes aren't shared");
        var inactive = new Good();
        Second(inactive).gameObject.activeSelf = false;
        Expect(BeforeExport.Find(inactive.Root, false).Count == 0, "inactive meshes aren't exported");
        Breaks("a bone outside", true, good => { good.Body.bones = new[] { good.Stray.transform }; return good.Body; }, "'Stray'");
        Breaks("a root bone outside", true, good => { good.Body.rootBone = good.Stray.transform; return good.Body; }, "'Stray'");
        Breaks("an empty bone", false, good => { good.Body.bones = new[] { good.Hips, null, null }; return good.Body; }, "2 empty bone slots");
        Breaks("an empty joint", true, good => { good.Spring.Joints[1] = null; return good.Instance; }, "Slot 1 of the joints of spring 0 'hair'");
        Breaks("a deleted joint", true, good => { Object.DestroyImmediate(good.Spring.Joints[0]); return good.Instance; }, "Slot 0");
        Breaks("a joint outside", true, good => { good.Spring.Joints.Add(good.On<VRM10SpringBoneJoint>(good.Stray.transform)); return good.Stray.transform; }, "'Stray'");
        Breaks("a joint on the root", false, good => { good.Spring.Joints.Insert(0, good.On<VRM10SpringBoneJoint>(good.Root.transform)); return good.Root.transform; }, "leaves out");
        Breaks("a center outside", true, good => good.Spring.Center = good.Stray.transform, "'Stray' as its center");
        Breaks("the root as center", false, good => good.Spring.Center = good.Root.transform, "root of the avatar as its center");
        Breaks("an empty collider group", true, good => { good.Instance.SpringBone.ColliderGroups.Add(null); return good.Instance; }, "Slot 1 of the list of collider groups");
        Breaks("a group that isn't listed", false, good => { var group = good.On<VRM10SpringBoneColliderGroup>(good.Tip); good.Spring.ColliderGroups.Add(group); return group; }, "collider group 'Tip'");
        Breaks("a collider on the root", true, good => { good.On<VRM10SpringBoneCollider>(good.Root.transform); return good.Root; }, "has a spring bone collider");
        Breaks("a collider outside", false, good => { var one = good.On<VRM10SpringBoneCollider>(good.Stray.transform); good.Group.Colliders.Add(one); return one; }, "not part of the avatar");
        Breaks("an inactive collider", false, good => {
            var one = good.On<VRM10SpringBoneCollider>(good.Add("Off", good.Hips));
            one.gameObject.activeSelf = false;
            good.Group.Colliders.Add(one);
            return one;
        }, "is inactive");
        Breaks("no source", true, good => { good.Constraint.Source = null; return good.Constraint; }, "has no source");
        Breaks("a source outside", true, good => { good.Constraint.Source = good.Stray.transform; return good.Constraint; }, "source 'Stray'");
        Breaks("the root as source", true, good => { good.Constraint.Source = good.Root.transform; return good.Constraint; }, "root of the avatar as its source");
        Breaks("a constraint on the root", true, good => { var one = good.On<Vrm10RollConstraint>(good.Root.transform); one.Source = good.Hips; return one; }, "The root of the avatar, 'Avatar', has a constraint");
        Breaks("two constraints", false, good => { var one = good.On<Vrm10RotationConstraint>(good.Tip); one.Source = good.Hips; return one; }, "several constraints");
        Breaks("no VRM10 object", false, good => { good.Instance.Vrm = null; return good.Instance; }, "no VRM10 Object");
        Breaks("an empty expression", true, good => { good.Instance.Vrm.Expression.CustomClips.Add(null); return good.Instance.Vrm; }, "custom expressions has an empty slot");
        Breaks("two expressions of one name", true, good => { var clip = new VRM10Expression { name = "wink" }; good.Instance.Vrm.Expression.CustomClips.Add(clip); return clip; }, "called 'wink'");
        Breaks("a first-person renderer that is gone", true, good => { good.Instance.Vrm.FirstPerson.Renderers.Add(new RendererFirstPersonFlags { Renderer = "Gone/Hat" }); return good.Instance.Vrm; }, "'Gone/Hat'");
        Breaks("a bind to a missing material", false, good => { good.Happy.MaterialColorBindings[0].MaterialName = "gone"; return good.Happy; }, "material 'gone'");
        Breaks("a UV bind to a missing material", false, good => { good.Happy.MaterialUVBindings[0].MaterialName = "gone"; return good.Happy; }, "material 'gone'");
        Breaks("a bind to a missing mesh", false, good => { good.Happy.MorphTargetBindings[0].RelativePath = "Gone"; return good.Happy; }, "mesh of 'Gone'");
        Breaks("a bind to a mesh that is switched off", false, good => {
            var second = Second(good);
            second.enabled = false;
            good.Happy.MorphTargetBindings[0].RelativePath = "Body 2";
            return good.Happy;
        }, "mesh of 'Body 2'");
        Breaks("a bind to a missing blend shape", true, good => { good.Happy.MorphTargetBindings[0].Index = 2; return good.Happy; }, "blend shape 2");
        var many = new Good();
        many.Spring.Joints.AddRange(Enumerable.Repeat<VRM10SpringBoneJoint>(null, 10000));
        Expect(BeforeExport.Find(many.Root, false).Count == 50, "not more reasons than anybody reads");
        Words.ChosenLanguage = "ja";
        Breaks("Japanese", true, good => { good.Spring.Joints[1] = null; return good.Instance; }, "1番の枠が空");
        Words.ChosenLanguage = "";
    }

    static void TestOldAvatar() {
        var root = new GameObject("Old");
        var avatar = new VRM.BlendShapeAvatar();
        root.AddComponent<VRM.VRMBlendShapeProxy>().BlendShapeAvatar = avatar;
        var body = new GameObject("Body");
        body.transform.SetParent(root.transform);
        body.AddComponent<SkinnedMeshRenderer>().sharedMesh = new Mesh { name = "body", blendShapeCount = 1 };
        avatar.Clips.Add(new VRM.BlendShapeClip { name = "joy", Values = new[] { new VRM.BlendShapeBinding { RelativePath = "Body" } } });
        Expect(BeforeExport.Find(root, false).Count == 0, "a good avatar of VRM 0.x has no reasons");
        avatar.Clips.Add(null);
        avatar.Clips.Add(new VRM.BlendShapeClip { name = "fun", Values = new[] { new VRM.BlendShapeBinding { RelativePath = "Body", Index = 7 } } });
        var spring = new GameObject("secondary").AddComponent<VRM.VRMSpringBone>();
        spring.transform.SetParent(root.transform);
        spring.gameObject.activeSelf = false;
        spring.RootBones.Add(null);
        List<Reason> reasons = BeforeExport.Find(root, false);
        Expect(reasons.Count == 3 && reasons[0].IsError && reasons[1].IsError && !reasons[2].IsError, "reasons of VRM 0.x: " + string.Join(" | ", reasons.Select(reason => reason.Message)));
        Expect(reasons.Any(reason => reason.Where == spring) && reasons.Any(reason => reason.Where == avatar) && reasons.Any(reason => reason.Where == avatar.Clips[2]), "with their objects");
    }

    static void TestExportWindows() {
        string bad = files[0];
        GameObject avatar = new Imported(bad).Root;
        Selection.activeObject = avatar;
        VRM10ExportDialog.Write = path => File.Copy(bad, path, true);
        string exported = Path.Combine(Path.GetTempPath(), "エクスポート " + System.Diagnostics.Process.GetCurrentProcess().Id + ".vrm");
        File.Delete(exported);
        EditorWindow.Opened.Clear();
        new CheckedExport10().ClickExport(exported);
        Wait(Opened);
        Expect(Opened.Check.Reports.Single().Count(Severity.Error) == 5 && Draw(Opened).Any(line => line.StartsWith("[[VRM10SpringBoneJoint]")), "an export is checked, and leads into the scene");
        foreach (ExportDialogBase window in new ExportDialogBase[] { new CheckedExport10(), new CheckedExport0() }) {
            EditorWindow.Opened.Clear();
            VRM10ExportDialog.Write = path => { };
            window.ClickExport(exported);
            Expect(Opened == null, "an export that wrote nothing isn't checked");
        }
        EditorWindow.Opened.Clear();
        VRM10ExportDialog.Write = path => { throw new InvalidOperationException("no mesh"); };
        bool hasThrown = false;
        try {
            new CheckedExport0().ClickExport(exported);
        } catch (InvalidOperationException) {
            hasThrown = true;
        }
        Expect(hasThrown && Opened == null, "UniVRM's own exception is left to UniVRM");
        File.Delete(exported);

        // without saving
        ExportCheck.Temporary = Path.Combine(Path.GetTempPath(), "vrmlint-only-" + System.Diagnostics.Process.GetCurrentProcess().Id, "avatar.vrm");
        foreach (UniHumanoid.Humanoid added in avatar.GetComponents<UniHumanoid.Humanoid>()) {
            Object.DestroyImmediate(added);
        }
        VRM10ExportDialog.Write = path => File.Copy(bad, path, true);
        DrawDialog(new CheckedExport10(), "Check without saving");
        Wait(Opened);
        Expect(Opened.Check.Reports.Single().Count(Severity.Error) == 5, "a check without saving");
        Expect(avatar.GetComponent<UniHumanoid.Humanoid>() == null, "which leaves the scene as it was");
        EditorWindow.Opened.Clear();
        VRM10ExportDialog.Write = path => { throw new InvalidOperationException("no mesh"); };
        Debug.Lines.Clear();
        DrawDialog(new CheckedExport0(), "Check without saving");
        Expect(Opened == null && Debug.Lines.Count == 1 && Debug.Lines[0].Contains("no mesh"), "a check without saving that fails is a line in the console");
        Debug.Lines.Clear();
        Directory.Delete(Path.GetDirectoryName(ExportCheck.Temporary), true);

        // UniVRM's validation
        var good = new Good();
        Selection.activeObject = good.Root;
        var dialog = new CheckedExport10();
        Expect(DrawDialog(dialog).Count == 0, "a good avatar is valid");
        good.Spring.Joints[1] = null;
        Second(good);
        good.Happy.MorphTargetBindings[0].RelativePath = "Gone";
        EditorApplication.timeSinceStartup += 10;
        List<Validation> found = DrawDialog(dialog);
        Expect(found.Count == 3 && found[0].ErrorLevel == ErrorLevels.Error && found[2].ErrorLevel == ErrorLevels.Warning && found.All(one => one.Context.Context != null), "reasons are lines of UniVRM's validation, with objects");
        GUILayout.Drawn.Clear();
        found.ForEach(one => one.Context.Extended());
        Expect(Has(GUILayout.Drawn, "Slot 1 of the joints of spring 0 'hair'") && found.All(one => one.Message.StartsWith("vrmlint: ")), "with whole sentences");
        dialog.Freeze();
        EditorApplication.timeSinceStartup += 10;
        Expect(DrawDialog(dialog).Count == 2, "Freeze Mesh is taken into account");
        Selection.activeObject = null;
        Expect(DrawDialog(new CheckedExport10()).Count == 0, "no avatar");
        Expect(ExportWindows.Missing().Count == 0, "both windows were compiled");
        ExportWindows.SwitchOn(new List<string> { "VRMLINT_UNIVRM10" });
        ExportWindows.SwitchOn(new List<string> { "VRMLINT_UNIVRM10" });
        Expect(PlayerSettings.Symbols == "VRMLINT_UNIVRM10", "a symbol is defined once");
    }

    static List<Validation> DrawDialog(ExportDialogBase dialog, string click = null) {
        GUILayout.Click = click;
        List<Validation> found = dialog.Draw();
        GUILayout.Click = null;
        EditorApplication.Tick();
        return found;
    }
}
