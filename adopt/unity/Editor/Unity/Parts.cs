using System;
using System.Collections.Generic;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Vrmlint {
    // Parts of UniVRM's components, by the names of their types and serialized fields. Without a reference to UniVRM the package
    // compiles without it, and works with each version of it, in Packages/ or in Assets/.
    public static class Parts {
        public const string Instance = "UniVRM10.Vrm10Instance", Joint = "UniVRM10.VRM10SpringBoneJoint", Collider = "UniVRM10.VRM10SpringBoneCollider";
        public const string OldSpring = "VRM.VRMSpringBone", OldColliders = "VRM.VRMSpringBoneColliderGroup", OldExpressions = "VRM.VRMBlendShapeProxy";
        public static readonly string[] Constraints = { "UniVRM10.Vrm10AimConstraint", "UniVRM10.Vrm10RollConstraint", "UniVRM10.Vrm10RotationConstraint" };
        public static readonly string[] Presets = {
            "Happy", "Angry", "Sad", "Relaxed", "Surprised", "Aa", "Ih", "Ou", "Ee", "Oh", "Blink", "BlinkLeft", "BlinkRight", "LookUp", "LookDown",
            "LookLeft", "LookRight", "Neutral",
        };

        public static bool IsOf(Component component, string type) {
            return component != null && component.GetType().FullName == type; // null: its script is missing
        }

        // Returns the components of a type on an object, in their order.
        public static List<Component> On(GameObject on, string type) =>
            on == null ? new List<Component>() : new List<Component>(on.GetComponents<Component>()).FindAll(component => IsOf(component, type));

        public static Component FirstOn(GameObject on, string type) {
            List<Component> found = On(on, type);
            return found.Count > 0 ? found[0] : null;
        }

        // Returns the components of a type below an object, in the order of the hierarchy.
        public static List<Component> Below(Transform root, string type, bool includeInactive) =>
            new List<Component>(root.GetComponentsInChildren<Component>(includeInactive)).FindAll(component => IsOf(component, type));

        // Returns the object in a field; null if there is none.
        public static Object Reference(Object holder, string path) {
            SerializedProperty property = holder == null ? null : new SerializedObject(holder).FindProperty(path);
            return property == null ? null : property.objectReferenceValue;
        }

        // Returns the elements of an array; none if there is no such array.
        public static IEnumerable<SerializedProperty> Elements(SerializedProperty array) {
            for (int i = 0; array != null && array.isArray && i < array.arraySize; i++) {
                yield return array.GetArrayElementAtIndex(i);
            }
        }

        public static IEnumerable<SerializedProperty> Elements(Object holder, string path) =>
            Elements(holder == null ? null : new SerializedObject(holder).FindProperty(path));

        public static string TextOf(SerializedProperty of, string field) {
            SerializedProperty property = of.FindPropertyRelative(field);
            return property == null ? "" : property.stringValue ?? "";
        }

        public static Transform TransformOf(Object thing) {
            var component = thing as Component;
            var on = thing as GameObject;
            return component != null ? component.transform : on != null ? on.transform : null;
        }

        public static string NameOf(Object thing) {
            Transform at = TransformOf(thing);
            return at != null ? at.gameObject.name : thing != null ? thing.name : "";
        }

        // Writes a number into a field. Unity records the change, so Undo takes it back.
        public static bool Write(Object holder, string field, Func<float, float> change) {
            if (holder == null) { return false; }
            var serialized = new SerializedObject(holder);
            SerializedProperty property = serialized.FindProperty(field);
            if (property == null) { return false; }
            property.floatValue = change(property.floatValue);
            serialized.ApplyModifiedProperties();
            return true;
        }
    }
}
