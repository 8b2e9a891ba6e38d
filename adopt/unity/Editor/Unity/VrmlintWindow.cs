using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Vrmlint {
    // The window: what stops the export of the avatar, what apps do with the checked files, and the findings, each with buttons that
    // select its objects.
    public sealed class VrmlintWindow : EditorWindow {
        const int MostObjects = 6, MostFindings = 50; // of a finding, and of a rule; more would slow the drawing down

        [SerializeField] GameObject root; // the avatar, in the scene or imported
        [SerializeField] string[] paths = new string[0]; // kept when Unity loads the scripts again; the files are checked again then
        [SerializeField] bool showsInfos;
        Checks check;
        List<Reason> reasons;
        List<string> missingWindows = new List<string>();
        Vector2 scroll;
        readonly HashSet<string> opened = new HashSet<string>(); // foldouts
        readonly Dictionary<Finding, List<Object>> objects = new Dictionary<Finding, List<Object>>();
        readonly Dictionary<string, string> explained = new Dictionary<string, string>(); // by rule

        public Checks Check => check;

        public static VrmlintWindow Open(GameObject root, params string[] paths) {
            var window = GetWindow<VrmlintWindow>("vrmlint");
            window.root = root;
            window.Begin(paths);
            window.Show();
            return window;
        }

        public void Begin(params string[] files) {
            Stop();
            Forget();
            paths = files;
            check = files.Length == 0 ? null : new Checks(files, done => Forget());
        }

        void Stop() {
            if (check != null && check.IsRunning) { check.Stop(); }
        }

        // Forgets what was found in the scene, which has changed.
        void Forget() {
            objects.Clear();
            reasons = null;
            Repaint();
        }

        void OnEnable() {
            EditorApplication.hierarchyChanged += Forget;
            missingWindows = ExportWindows.Missing();
            if (check == null && paths != null && paths.Length > 0) {
                Later.Safely(() => Begin(paths.Where(File.Exists).ToArray()));
            }
        }

        void OnDisable() {
            EditorApplication.hierarchyChanged -= Forget;
            Stop();
        }

        void OnInspectorUpdate() {
            if (check != null && check.IsRunning) {
                Repaint(); // for the line of progress
            }
        }

        public void OnGUI() {
            Later.Safely(Draw);
        }

        void Draw() {
            DrawHead();
            if (missingWindows.Count > 0 && GUILayout.Button(Words.Say(Text.SwitchOn))) { ExportWindows.SwitchOn(missingWindows); }
            scroll = EditorGUILayout.BeginScrollView(scroll);
            DrawReasons();
            if (check != null && check.Failure != null) { EditorGUILayout.HelpBox(check.Failure, MessageType.Error); }
            for (int i = 0; check != null && i < check.Reports.Count; i++) { DrawReport(check.Reports[i], check.Documents[i]); }
            EditorGUILayout.EndScrollView();
        }

        void DrawHead() {
            var chosen = (GameObject)EditorGUILayout.ObjectField(Words.Say(Text.Avatar), root, typeof(GameObject), true);
            if (chosen != root) {
                root = chosen;
                Forget();
            }
            bool isRunning = check != null && check.IsRunning;
            using (new GUILayout.HorizontalScope()) {
                GUI.enabled = !isRunning && paths.Length > 0;
                bool again = GUILayout.Button(Words.Say(Text.CheckAgain));
                GUI.enabled = true;
                if (again) { Begin(paths); }
                if (GUILayout.Button(Words.Say(Text.ChooseFile))) {
                    string file = EditorUtility.OpenFilePanel("vrmlint", "", "vrm,vrma,glb,gltf");
                    if (!string.IsNullOrEmpty(file)) { Begin(file); }
                }
                if (isRunning && GUILayout.Button(Words.Say(Text.Stop))) { Stop(); }
            }
            if (isRunning) {
                EditorGUILayout.LabelField(check.Progress == "" ? Words.Say(Text.Checking) : check.Progress);
            } else if (paths.Length == 0) {
                EditorGUILayout.LabelField(Words.Say(Text.NothingYet));
            }
        }

        void DrawReasons() {
            if (root == null || EditorUtility.IsPersistent(root)) {
                return; // what was imported is not exported
            }
            reasons = reasons ?? BeforeExport.Find(root, null);
            if (reasons.Count == 0) { return; }
            EditorGUILayout.LabelField(Words.Say(Text.Before), EditorStyles.boldLabel);
            foreach (Reason reason in reasons) {
                EditorGUILayout.HelpBox(reason.Message, reason.IsError ? MessageType.Error : MessageType.Warning);
                DrawObject(reason.Where);
            }
        }

        void DrawReport(Report report, Document document) {
            EditorGUILayout.LabelField(Path.GetFileName(report.Path), EditorStyles.boldLabel);
            if (report.Unread != null) {
                EditorGUILayout.HelpBox(report.Unread, MessageType.Error);
                return;
            }
            foreach (Verdict verdict in report.Verdicts) {
                EditorGUILayout.HelpBox(Words.Say(Text.VerdictLine, "app", verdict.App, "verdict", Verdicts.Say(verdict)), Verdicts.Icon(verdict));
            }
            EditorGUILayout.LabelField(Counts(report));
            if (report.Count(Severity.Info) > 0) { showsInfos = GUILayout.Toggle(showsInfos, Words.Say(Text.ShowInfos)); }
            foreach (Group group in report.Groups().Where(group => showsInfos || group.Severity != Severity.Info)) {
                DrawGroup(report, document, group);
            }
        }

        public static string Counts(Report report) {
            return string.Join(Words.Say(Text.Comma), new[] {
                Words.Say(Text.Errors, "count", report.Count(Severity.Error)), Words.Say(Text.Warnings, "count", report.Count(Severity.Warning)),
                Words.Say(Text.Infos, "count", report.Count(Severity.Info)),
            });
        }

        bool Foldout(string key, string label) {
            bool isOpen = EditorGUILayout.Foldout(opened.Contains(key), label, true);
            if (isOpen ? opened.Add(key) : opened.Remove(key)) { Repaint(); }
            return isOpen;
        }

        // Draws the first finding of a rule, and the others below a foldout.
        void DrawGroup(Report report, Document document, Group group) {
            using (new GUILayout.VerticalScope(GUI.skin.box)) {
                int others = group.Findings.Count - 1;
                DrawFinding(document, group.Findings[0]);
                if (others > 0 && Foldout(report.Path + group.Rule + group.Severity, Words.Say(Text.Others, "count", others))) {
                    group.Findings.Skip(1).Take(MostFindings).ToList().ForEach(finding => DrawFinding(document, finding));
                }
                DrawWhatToDo(report, group);
            }
        }

        void DrawFinding(Document document, Finding finding) {
            EditorGUILayout.HelpBox(finding.Message, finding.Severity == Severity.Error ? MessageType.Error
                : finding.Severity == Severity.Warning ? MessageType.Warning : MessageType.Info);
            foreach (Object thing in Objects(document, finding)) { DrawObject(thing); }
            foreach (Remedy remedy in finding.Remedies.Where(_ => document != null && root != null && !EditorUtility.IsPersistent(root))) {
                string label = Words.Say(Text.Set, "parameter", remedy.Parameter, "value", remedy.Needed.ToString("0.####", System.Globalization.CultureInfo.InvariantCulture));
                if (GUILayout.Button(label) && !Scene.Tune(document, Target.Find(document, finding.Pointer), root.transform, remedy)) {
                    ShowNotification(new GUIContent(Words.Say(Text.NotInScene)));
                }
            }
        }

        void DrawWhatToDo(Report report, Group group) {
            if (!Foldout(report.Path + group.Rule + group.Severity + "?", Words.Say(Text.WhatToDo))) { return; }
            Report.StepsHere(group.Findings[0]).ForEach(step => EditorGUILayout.LabelField(step, EditorStyles.wordWrappedLabel));
            if (!explained.TryGetValue(group.Rule, out string text)) {
                explained[group.Rule] = text = "";
                Checks.Explain(group.Rule, made => {
                    explained[group.Rule] = made;
                    Repaint();
                });
            }
            EditorGUILayout.LabelField(text, EditorStyles.wordWrappedLabel);
        }

        static void DrawObject(Object thing) {
            if (thing != null && GUILayout.Button("[" + thing.GetType().Name + "] " + Parts.NameOf(thing))) {
                Scene.Select(thing);
            }
        }

        // Returns the objects of a finding and of its other places, each once.
        public List<Object> Objects(Document document, Finding finding) {
            if (!objects.TryGetValue(finding, out List<Object> found)) {
                objects[finding] = found = new List<Object>();
                foreach (string pointer in new[] { finding.Pointer }.Concat(finding.Related)) {
                    Object thing = document == null || root == null || found.Count == MostObjects ? null : Scene.Find(document, Target.Find(document, pointer), root.transform);
                    if (thing != null && !found.Contains(thing)) { found.Add(thing); }
                }
            }
            return found.FindAll(thing => thing != null); // some may have been deleted since
        }
    }

    // What verdicts are called.
    public static class Verdicts {
        // Names of texts follow from those in reports: VerdictNoAvatar from no-avatar.
        static string Say(string prefix, string name, params object[] values) =>
            Enum.TryParse(prefix + name.Replace("-", ""), true, out Text text) ? Words.Say(text, values) : name;

        public static string Say(Verdict verdict) =>
            Say("Verdict", verdict.Kind, "what", string.Join(Words.Say(Text.Comma), verdict.Loses.Select(part => Say("Part", part))));

        public static MessageType Icon(Verdict verdict) => new[] { "refuses", "no-avatar", "hangs" }.Contains(verdict.Kind) ? MessageType.Error
            : new[] { "may-refuse", "loses" }.Contains(verdict.Kind) ? MessageType.Warning : MessageType.Info;
    }
}
