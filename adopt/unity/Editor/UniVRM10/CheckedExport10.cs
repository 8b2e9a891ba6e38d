using System.Collections.Generic;
using System.Linq;
using UniGLTF;
using UnityEditor;
using UnityEngine;

namespace Vrmlint {
    // UniVRM's own export window with three additions: it reports before the export why that would fail, checks the file that was
    // exported, and has a button that checks without saving.
    public sealed class CheckedExport10 : UniVRM10.VRM10ExportDialog {
        [MenuItem("VRM1/Export VRM 1.0 and Check...", false, 2)]
        public static void OpenChecked() {
            GetWindow<CheckedExport10>("Export VRM 1.0").Show();
        }

        // Ours first, because UniVRM's own throw for some avatars.
        protected override IEnumerable<Validator> ValidatorFactory() => new Validator[] { Validate }.Concat(base.ValidatorFactory());

        IEnumerable<Validation> Validate(GameObject avatar) {
            bool? freezes = ExportCheck.Setting(this, typeof(UniVRM10.VRM10ExportDialog), "m_settings", "FreezeMesh");
            return ExportCheck.Reasons(avatar, freezes).Select(reason => {
                var context = new ValidationContext { Type = typeof(Object), Context = reason.Where, Extended = () => ExportCheck.Draw(reason) };
                return reason.IsError ? Validation.Error(ExportCheck.Head(reason), context) : Validation.Warning(ExportCheck.Head(reason), context);
            });
        }

        protected override void ExportPath(string path) {
            ExportCheck.Export(base.ExportPath, path, State.ExportRoot);
        }

        protected override bool DoGUI(bool isValid) {
            bool hasChanged = base.DoGUI(isValid);
            if (isValid && ExportCheck.Button()) {
                EditorApplication.delayCall += CheckOnly; // not while the window is drawn
            }
            return hasChanged;
        }

        void CheckOnly() {
            ExportCheck.CheckOnly(base.ExportPath, State.ExportRoot);
        }
    }
}
