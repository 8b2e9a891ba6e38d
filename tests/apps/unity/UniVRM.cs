// Stands in for UniVRM: what the package uses of it, which tests/apps/univrm_members.py compares with its sources, and what the
// tests put into scenes. The exporters do what theirs do to the scene, and write a file that the test chooses.
using System;
using System.Collections.Generic;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UniGLTF {
    public enum ErrorLevels { Info, Warning, Error, Critical }

    public struct ValidationContext {
        public Type Type;
        public Object Context;
        public Action Extended;
    }

    public struct Validation {
        public readonly ErrorLevels ErrorLevel;
        public readonly string Message;
        public ValidationContext Context;

        Validation(ErrorLevels level, string message, ValidationContext context) {
            ErrorLevel = level;
            Message = message;
            Context = context;
        }

        public static Validation Error(string message, ValidationContext context = default(ValidationContext)) => new Validation(ErrorLevels.Error, message, context);
        public static Validation Warning(string message, ValidationContext context = default(ValidationContext)) => new Validation(ErrorLevels.Warning, message, context);
    }

    public delegate IEnumerable<Validation> Validator(GameObject root);

    public sealed class ExporterDialogState {
        public GameObject ExportRoot { get; set; }
    }

    public abstract class ExportDialogBase : EditorWindow {
        protected ExporterDialogState State { get; } = new ExporterDialogState { ExportRoot = Selection.activeObject as GameObject };
        protected abstract IEnumerable<Validator> ValidatorFactory();
        protected abstract bool DoGUI(bool isValid);
        protected abstract void ExportPath(string path);

        // What the window does in OnGUI.
        public List<Validation> Draw() {
            var found = new List<Validation>();
            foreach (Validator validator in ValidatorFactory()) {
                found.AddRange(validator(State.ExportRoot));
            }
            DoGUI(true);
            return found;
        }

        public void ClickExport(string path) {
            ExportPath(path);
            Close();
        }
    }
}

namespace UniHumanoid {
    public class Humanoid : MonoBehaviour { }
}

namespace UniVRM10 {
    public class VRM10ExportSettings : ScriptableObject {
        public bool FreezeMesh = false;
    }

    public class VRM10ExportDialog : UniGLTF.ExportDialogBase {
        public static Action<string> Write;
        VRM10ExportSettings m_settings = new VRM10ExportSettings();
        public void Freeze() => m_settings.FreezeMesh = true;
        protected override IEnumerable<UniGLTF.Validator> ValidatorFactory() => new UniGLTF.Validator[0];
        protected override bool DoGUI(bool isValid) => true;

        protected override void ExportPath(string path) {
            State.ExportRoot.AddComponent<UniHumanoid.Humanoid>();
            Write(path);
        }
    }

    public class VRM10SpringBoneJoint : MonoBehaviour {
        public float m_stiffnessForce = 1, m_gravityPower, m_dragForce = 0.4f, m_jointRadius = 0.02f;
    }

    public class VRM10SpringBoneCollider : MonoBehaviour { }

    public class VRM10SpringBoneColliderGroup : MonoBehaviour {
        public List<VRM10SpringBoneCollider> Colliders = new List<VRM10SpringBoneCollider>();
    }

    public class Vrm10AimConstraint : MonoBehaviour {
        public Transform Source;
    }

    public class Vrm10RollConstraint : MonoBehaviour {
        public Transform Source;
    }

    public class Vrm10RotationConstraint : MonoBehaviour {
        public Transform Source;
    }

    public struct MorphTargetBinding {
        public string RelativePath;
        public int Index;
    }

    public struct MaterialColorBinding {
        public string MaterialName;
    }

    public struct MaterialUVBinding {
        public string MaterialName;
    }

    public class VRM10Expression : ScriptableObject {
        public MorphTargetBinding[] MorphTargetBindings = new MorphTargetBinding[0];
        public MaterialColorBinding[] MaterialColorBindings = new MaterialColorBinding[0];
        public MaterialUVBinding[] MaterialUVBindings = new MaterialUVBinding[0];
    }

    public class VRM10ObjectExpression {
        public VRM10Expression Happy, Angry, Sad, Relaxed, Surprised, Aa, Ih, Ou, Ee, Oh, Blink, BlinkLeft, BlinkRight, LookUp, LookDown, LookLeft, LookRight, Neutral;
        public List<VRM10Expression> CustomClips = new List<VRM10Expression>();
    }

    public struct RendererFirstPersonFlags {
        public string Renderer;
    }

    public class VRM10ObjectFirstPerson {
        public List<RendererFirstPersonFlags> Renderers = new List<RendererFirstPersonFlags>();
    }

    public class VRM10Object : ScriptableObject {
        public VRM10ObjectExpression Expression = new VRM10ObjectExpression();
        public VRM10ObjectFirstPerson FirstPerson = new VRM10ObjectFirstPerson();
    }

    public class Vrm10InstanceSpringBone {
        public class Spring {
            public string Name;
            public List<VRM10SpringBoneColliderGroup> ColliderGroups = new List<VRM10SpringBoneColliderGroup>();
            public List<VRM10SpringBoneJoint> Joints = new List<VRM10SpringBoneJoint>();
            public Transform Center;
        }

        public List<VRM10SpringBoneColliderGroup> ColliderGroups = new List<VRM10SpringBoneColliderGroup>();
        public List<Spring> Springs = new List<Spring>();
    }

    public class Vrm10Instance : MonoBehaviour {
        public VRM10Object Vrm;
        public Vrm10InstanceSpringBone SpringBone = new Vrm10InstanceSpringBone();
    }
}

namespace VRM {
    public class VRMExporterWizard : UniGLTF.ExportDialogBase {
        protected override IEnumerable<UniGLTF.Validator> ValidatorFactory() => new UniGLTF.Validator[0];
        protected override bool DoGUI(bool isValid) => true;
        protected override void ExportPath(string path) => UniVRM10.VRM10ExportDialog.Write(path);
    }

    public class VRMSpringBone : MonoBehaviour {
        public float m_stiffnessForce = 1, m_gravityPower, m_dragForce = 0.4f, m_hitRadius = 0.02f;
        public List<Transform> RootBones = new List<Transform>();
    }

    public class VRMSpringBoneColliderGroup : MonoBehaviour { }
    public class VRMFirstPerson : MonoBehaviour { }
    public class VRMLookAtHead : MonoBehaviour { }
    public class VRMMetaObject : ScriptableObject { }

    public class VRMMeta : MonoBehaviour {
        public VRMMetaObject Meta;
    }

    public struct BlendShapeBinding {
        public string RelativePath;
        public int Index;
    }

    public class BlendShapeClip : ScriptableObject {
        public BlendShapeBinding[] Values = new BlendShapeBinding[0];
    }

    public class BlendShapeAvatar : ScriptableObject {
        public List<BlendShapeClip> Clips = new List<BlendShapeClip>();
    }

    public class VRMBlendShapeProxy : MonoBehaviour {
        public BlendShapeAvatar BlendShapeAvatar;
    }
}
