// EditorTest.exe SECTION PROGRAM FAKES FILE...: the package's logic over stand-ins of Unity, with scenes made from real files.
// SECTION is window, programs, export or damaged. FAKES is a folder of programs that misbehave. Prints what it measured, and
// "all of it held" at the end.
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading;
using UnityEditor;
using UnityEngine;
using Vrmlint;
using Debug = UnityEngine.Debug;
using Object = UnityEngine.Object;

static partial class EditorTest {
    static int failures;
    static string program, fakes;
    static bool isWindows;
    static string[] files;

    static void Expect(bool holds, string what) {
        if (!holds) {
            failures++;
            Console.WriteLine("FAILED: " + what);
        }
    }

    static int Main(string[] arguments) {
        program = Path.GetFullPath(arguments[1]);
        fakes = arguments[2];
        files = arguments.Skip(3).Select(file => char.IsDigit(file[0]) ? file : Path.GetFullPath(file)).ToArray();
        isWindows = Path.DirectorySeparatorChar == '\\';
        UnityEngine.Application.platform = isWindows ? RuntimePlatform.WindowsEditor : RuntimePlatform.LinuxEditor;
        Use(program, 60);
        Later.Start();
        switch (arguments[0]) {
            case "window": TestNodes(); TestFindings(); TestWindow(); TestTuning(); TestMenus(); TestCancelled(); break;
            case "programs": TestPrograms(); break;
            case "export": TestBeforeExport(); TestOldAvatar(); TestExportWindows(); break;
            case "damaged": TestDamaged(int.Parse(files[0])); break;
            default: Expect(false, "no section " + arguments[0]); break;
        }
        Expect(!Debug.Lines.Any(line => line.Contains("Exception")), "no exception in the console: " + string.Join("\n", Debug.Lines));
        Console.WriteLine(failures == 0 ? "all of it held" : failures + " failures");
        return failures == 0 ? 0 : 1;
    }

    static void Use(string path, int seconds) => Checks.MakeProgram = () => new Vrmlint.Program(path, Words.Language, seconds);
    static string Fake(string name) => Path.Combine(fakes, name);

    static void WaitFor(Func<bool> isDone, string what) {
        Stopwatch watch = Stopwatch.StartNew();
        while (!isDone() && watch.Elapsed.TotalSeconds < 60) {
            Thread.Sleep(2);
            EditorApplication.Tick();
        }
        Expect(isDone(), what);
    }

    static void Wait(VrmlintWindow window) => WaitFor(() => window.Check == null || !window.Check.IsRunning, "the check ends");

    static List<string> Draw(VrmlintWindow window, string click = null) {
        GUILayout.Drawn.Clear();
        GUILayout.Click = click;
        window.OnGUI();
        GUILayout.Click = null;
        return GUILayout.Drawn;
    }

    static VrmlintWindow Opened => EditorWindow.Opened.TryGetValue(typeof(VrmlintWindow), out EditorWindow window) ? (VrmlintWindow)window : null;

    static bool Has(List<string> lines, params string[] words) => lines.Any(line => words.All(line.Contains));

    // ---- nodes ----

    static void TestNodes() {
        var random = new System.Random(3);
        int total = 0, wrong = 0, lost = 0, changed = 0, wrongAfter = 0, foundAfter = 0;
        foreach (string file in files) {
            Document document = Document.Open(file);
            var scene = new Imported(file);
            if (document == null || scene.Root == null) {
                continue;
            }
            List<int> nodes = Enumerable.Range(0, document.Nodes.Count).Where(document.IsInScene).ToList();
            foreach (int node in nodes) {
                Transform found = Vrmlint.Scene.FindNode(document, node, scene.Root.transform);
                total++;
                lost += found == null ? 1 : 0;
                wrong += found != null && found != scene.Nodes[node] ? 1 : 0;
            }
            Edit(scene, random);
            foreach (int node in nodes) {
                Transform found = Vrmlint.Scene.FindNode(document, node, scene.Root.transform);
                changed++;
                foundAfter += found == scene.Nodes[node] ? 1 : 0;
                if (found != null && found != scene.Nodes[node]) {
                    Console.WriteLine($"  wrong: {Path.GetFileName(file)} node {node} '{document.NodeName(node)}', now '{scene.Nodes[node].name}': found '{found.name}'");
                }
                wrongAfter += found != null && found != scene.Nodes[node] ? 1 : 0;
            }
        }
        Console.WriteLine($"nodes: {total - lost - wrong} of {total} found, {wrong} wrong; after 8 edits of each hierarchy {foundAfter} of {changed} found, {wrongAfter} wrong");
        Expect(total > 50 && wrong == 0 && lost * 1000 <= total, "each node is found"); // fixtures have nodes with several parents
        Expect(wrongAfter == 0 && foundAfter > 0, "after edits no wrong node is found");
    }

    // Does what an artist does: deletes, adds, moves and renames objects.
    static void Edit(Imported scene, System.Random random) {
        List<Transform> all = scene.Nodes.Where(node => node.parent != null).ToList();
        for (int i = 0; i < 8 && all.Count > 3; i++) {
            Transform one = all[random.Next(all.Count)], parent = one.parent;
            switch (random.Next(4)) {
                case 0: one.SetParent(null); break;
                case 1: new GameObject("Added" + i).transform.SetParent(parent); break;
                case 2:
                    one.SetParent(null);
                    if (parent != null) {
                        one.SetParent(parent); // as the last
                    }
                    break;
                default: one.name += " new"; break;
            }
        }
    }

    // ---- findings ----

    static readonly string[] withObjects = {
        "/nodes/", "/materials/", "/images/", "/textures/", "/meshes/", "/skins/", "/extensions/VRMC_springBone/", "/extensions/VRMC_vrm/expressions/",
        "/extensions/VRM/secondaryAnimation/", "/extensions/VRM/blendShapeMaster/blendShapeGroups/", "/extensions/VRM/materialProperties/",
    };

    static void TestFindings() {
        var program = new Vrmlint.Program(EditorTest.program, "en");
        List<Report> reports = program.Check(files, CancellationToken.None, null);
        Expect(reports.Count == files.Length && reports.Select(one => one.Path).OrderBy(one => one).SequenceEqual(files.OrderBy(one => one)), "a report for each file");
        int all = 0, led = 0, expected = 0, reached = 0;
        var missed = new List<string>();
        foreach (Report report in reports) {
            Document document = Document.Open(report.Path);
            GameObject root = new Imported(report.Path).Root;
            List<Group> groups = report.Groups();
            Expect(groups.Sum(group => group.Findings.Count) == report.Findings.Count, "groups have each finding once");
            Expect(groups.Zip(groups.Skip(1), (a, b) => a.Severity >= b.Severity).All(holds => holds), "the worst groups come first");
            Expect(groups.Select(group => group.Rule + group.Severity).Distinct().Count() == groups.Count, "a group for each rule");
            foreach (Finding finding in report.Findings) {
                bool isLed = document != null && root != null && new[] { finding.Pointer }.Concat(finding.Related)
                    .Any(pointer => Vrmlint.Scene.Find(document, Target.Find(document, pointer), root.transform) != null);
                bool isExpected = withObjects.Any(begin => finding.Pointer.StartsWith(begin, StringComparison.Ordinal));
                all++;
                led += isLed ? 1 : 0;
                expected += isExpected ? 1 : 0;
                reached += isExpected && isLed ? 1 : 0;
                if (isExpected && !isLed) {
                    missed.Add("  without object: " + Path.GetFileName(report.Path) + " " + finding.Rule + " " + finding.Pointer);
                }
            }
        }
        missed.Take(20).ToList().ForEach(Console.WriteLine);
        Console.WriteLine($"findings: {all} in {reports.Count} files, {led} lead to an object; {reached} of {expected} about a node, material, image, expression, spring or collider");
        Expect(expected > 0 && reached >= 0.85 * expected, "at least 85 of 100 lead to their object");
    }

    // ---- the window ----

    static void TestWindow() {
        string bad = files[0]; // fixtures/whole/mistakes.vrm
        var scene = new Imported(bad);
        VrmlintWindow window = VrmlintWindow.Open(scene.Root, bad);
        Expect(Draw(window).Contains("Checking..."), "the window shows that it checks");
        Wait(window);
        List<string> drawn = Draw(window).ToList();
        Expect(Has(drawn, "UniVRM", "loses"), "verdicts are shown");
        Expect(drawn.FindIndex(line => line.StartsWith("Error: ")) >= 0 && Has(drawn, "5 errors, 2 warnings, 0 info"), "errors are shown and counted");
        string button = drawn.Find(line => line.StartsWith("[[VRM10SpringBoneJoint] Hair_R_2"));
        Expect(button != null, "a finding about a joint has a button");
        Draw(window, button?.Substring(1, button.Length - 2));
        Expect(Selection.activeGameObject != null && Selection.activeGameObject.name == "Hair_R_2" && EditorGUIUtility.Pinged is UniVRM10.VRM10SpringBoneJoint, "the button selects and shows the joint");
        Draw(window, "What to do");
        WaitFor(() => Draw(window).Any(line => line.Contains("springbone/") && line.Contains("\n")), "a rule is explained");
        EditorPrefs.SetString("VRM_LANG", "ja");
        window.Begin(bad);
        Wait(window);
        Expect(Has(Draw(window), "エラー5件") && Has(Draw(window), "Error: ", "スプリング"), "UniVRM's language is followed");
        EditorPrefs.SetString("VRM_LANG", "");
        Application.systemLanguage = SystemLanguage.Japanese;
        Expect(Words.Language == "ja", "otherwise the language of the system");
        Words.ChosenLanguage = "en";
        Expect(Words.Language == "en", "unless one was chosen");
        Words.ChosenLanguage = "";
        Application.systemLanguage = SystemLanguage.English;
        Object.DestroyImmediate(scene.Nodes[0].gameObject);
        EditorApplication.ChangeHierarchy();
        Draw(window);
        Object.DestroyImmediate(scene.Root);
        EditorApplication.ChangeHierarchy();
        Expect(Has(Draw(window), "エラー5件") || Has(Draw(window), "5 errors"), "without the avatar the findings stay");
        string folder = Directory.CreateDirectory(Path.Combine(Path.GetTempPath(), (isWindows ? "髪 " : "髪 \"a\" ") + "'b' $c & d" + Process.GetCurrentProcess().Id)).FullName;
        string odd = Path.Combine(folder, "髪あ %TEMP% %d.vrm");
        File.Copy(bad, odd);
        window.Begin(odd);
        Wait(window);
        Expect(window.Check.Failure == null && window.Check.Reports[0].Path == odd && window.Check.Reports[0].Count(Severity.Error) == 5, "an odd path is checked: " + window.Check.Failure);
        Directory.Delete(folder, true);
        window.Begin(odd);
        Wait(window);
        Expect(Draw(window).Any(line => line.StartsWith("Error: ") && !line.Contains("spring")) && window.Check.Reports[0].Unread != null, "a missing file is reported");
        for (int i = 0; i < 20; i++) {
            window.Begin(files[i % files.Length]);
        }
        Wait(window);
        Expect(window.Check.Reports[0].Path == files[19 % files.Length], "the last of several checks counts");
        string[] many = Enumerable.Repeat(files, 1 + 200 / files.Length).SelectMany(one => one).ToArray();
        window.Begin(many);
        WaitFor(() => window.Check.Progress != "" || !window.Check.IsRunning, "progress or the end");
        Expect(window.Check.Progress.Contains("file"), "the progress of a long run is shown: " + window.Check.Progress);
        Draw(window, "Stop");
        Expect(!window.Check.IsRunning, "a check can be stopped");
        window.Begin(bad);
        AssemblyReloadEvents.Reload();
        window.Close();
    }

    static readonly string steps = "{\"files\": [{\"path\": \"a.vrm\", \"size\": 1, \"findings\": [{\"rule\": \"springbone/x\", \"severity\": \"error\", \"message\": \"m\", "
        + "\"pointer\": \"/extensions/VRMC_springBone/springs/0\", \"steps\": [{\"tool\": \"blender\", \"text\": \"in Blender\"}, {\"tool\": \"unity\", \"text\": \"in Unity\"}], "
        + "\"data\": {\"presentStiffness\": 1, \"neededStiffness\": 2.5}}]}]}";

    static void TestTuning() {
        Finding finding = Report.Read(steps)[0].Findings[0];
        Expect(Report.StepsHere(finding).SequenceEqual(new[] { "in Unity", "Blender: in Blender" }), "the steps for Unity are shown first");
        finding.Steps.RemoveAll(step => step.Tool == "unity");
        Expect(Report.StepsHere(finding).SequenceEqual(new[] { "Blender: in Blender" }), "without any for Unity the others are shown");
        Remedy remedy = finding.Remedies.Single();
        Expect(remedy.Parameter == "Stiffness" && remedy.IsLeast, "numbers of the simulation are read");
        Document document = Document.Open(files[0]);
        var scene = new Imported(files[0]);
        Target target = Target.Find(document, finding.Pointer);
        Expect(Vrmlint.Scene.Tune(document, target, scene.Root.transform, remedy), "a number is written");
        Expect(scene.Instance.SpringBone.Springs[0].Joints.All(joint => joint.m_stiffnessForce >= 2.5f) && Undo.Groups.Count == 1, "into each joint, with a name for Undo");
        Expect(!Vrmlint.Scene.Tune(document, target, new GameObject("other").transform, remedy), "not into another avatar");
    }

    static void TestMenus() {
        string bad = files[0];
        var asset = new Imported(bad).Root;
        AssetDatabase.Paths[asset] = bad;
        Debug.Lines.Clear();
        ImportCheck.OnPostprocessAllAssets(new[] { bad }, new string[0], new string[0], new string[0]);
        for (int i = 0; i < 20; i++) {
            Thread.Sleep(2);
            EditorApplication.Tick();
        }
        Expect(Debug.Lines.Count == 0, "imports aren't checked by default");
        Words.ChecksImports = true;
        ImportCheck.OnPostprocessAllAssets(new[] { bad, "/x.png" }, new string[0], new string[0], new string[0]);
        WaitFor(() => Debug.Lines.Count > 0, "imports are checked on request");
        Expect(Debug.Lines.Count == 1 && Debug.Lines[0].StartsWith("error vrmlint: " + bad + ": 5 errors"), "with one line a file: " + string.Join("\n", Debug.Lines));
        Expect(!Menus.CanCheckAssets(), "nothing is selected");
        Selection.assetGUIDs = new[] { "1" };
        AssetDatabase.Guids["1"] = bad;
        Expect(Menus.CanCheckAssets(), "an avatar is selected");
        Menus.CheckAssets();
        Wait(Opened);
        Expect(Opened.Check.Reports.Count == 1 && Draw(Opened).Any(line => line.StartsWith("[[")), "the menu of assets checks");
        Selection.activeObject = new Imported(bad).Root;
        Expect(Menus.CanCheckObject(), "an object is selected");
        Menus.CheckObject();
        Draw(Opened);
        Preferences.Make().guiHandler("");
        Expect(Has(GUILayout.Drawn, "Runs "), "the settings are drawn");
    }
}
