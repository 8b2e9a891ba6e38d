// Programs that misbehave, and damaged files.
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

static partial class EditorTest {
    static string Failure(string name, int seconds = 60) {
        Use(Fake(name), seconds);
        VrmlintWindow window = VrmlintWindow.Open(null, files[0]);
        Wait(window);
        Draw(window);
        return window.Check.Failure ?? "";
    }

    static void TestPrograms() {
        Expect(Failure("hangs", 1).Contains("longer than 1 seconds"), "a program that hangs is ended");
        Expect(Failure("hangs_in_child", 1).Contains("longer than 1 seconds"), "also if its child keeps the pipe open");
        Expect(Failure("hangs_at_version", 1).Contains("longer than 1 seconds"), "also if it hangs before the check");
        Expect(Failure("crashes").Contains("no complete report"), "a program that crashes is reported");
        Expect(Failure("half").Contains("no complete report"), "half a report is none");
        Expect(Failure("other_json").Contains("no complete report"), "other JSON is none");
        Expect(Failure("deep").Contains("no complete report"), "deep JSON is none");
        Expect(Failure("says").Contains("vrmlint: out of order"), "an error is shown in the program's own words");
        Expect(Failure("other").Contains("is not vrmlint"), "another program is recognized");
        string old = Failure("old");
        Expect(old.Contains("is vrmlint 0.9.0") && old.Contains("1.0.0 or newer") && !old.Contains("\n"), "an old program is reported in one line");
        Expect(Failure("no program").Contains("The program vrmlint is missing"), "a missing program is reported");
        Expect(Failure("unmarked") == "", "a program that lost its mark is marked again");
        Expect(Failure("folder").Contains("missing"), "a folder is no program");
        UnityEngine.Application.platform = RuntimePlatform.OSXEditor;
        Expect(Failure("no program").Contains("no program for macOS"), "the truth about macOS");
        UnityEngine.Application.platform = RuntimePlatform.LinuxEditor;

        // cancelling ends the process at once
        Use(Fake("hangs"), 60);
        VrmlintWindow window = VrmlintWindow.Open(null, files[0]);
        Thread.Sleep(200);
        string pid = Fake("hangs") + ".pid";
        WaitFor(() => File.Exists(pid) && File.ReadAllText(pid).EndsWith("\n"), "the program runs");
        int process = int.Parse(File.ReadAllText(pid));
        Draw(window, "Stop");
        WaitFor(() => !IsRunning(process), "its process ends when the check is stopped");

        // a program that is killed at random moments
        Use(Fake("killed"), 60);
        int failed = 0, passed = 0;
        for (int i = 0; i < 40; i++) {
            window.Begin(files);
            Wait(window);
            Draw(window);
            failed += window.Check.Failure != null ? 1 : 0;
            passed += window.Check.Failure == null ? 1 : 0;
        }
        Console.WriteLine($"killed at random: {failed} runs failed, {passed} were fast enough");
        Expect(failed > 0, "some were killed");

        TestCancelled();
        TestProgramFound();
    }

    // Stops checks at random moments.
    static void TestCancelled() {
        Use(program, 60);
        VrmlintWindow window = VrmlintWindow.Open(null);
        var random = new System.Random(5);
        for (int i = 0; i < 60; i++) {
            window.Begin(files);
            Thread.Sleep(random.Next(12));
            EditorApplication.Tick();
            Draw(window, random.Next(2) == 0 ? "Stop" : "Check Again");
            if (random.Next(8) == 0) {
                AssemblyReloadEvents.Reload();
            }
        }
        window.Begin(files);
        Wait(window);
        Expect(window.Check.Reports.Count == files.Length, "after all that, a check succeeds: " + window.Check.Failure);
    }

    static void TestProgramFound() {
        Words.ChosenProgram = program;
        Expect(Checks.FindProgram() == program, "the chosen program is run");
        Words.ChosenProgram = "";
        string path = Environment.GetEnvironmentVariable("PATH");
        Environment.SetEnvironmentVariable("PATH", ".:here::" + Path.GetDirectoryName(program));
        Directory.SetCurrentDirectory(fakes); // has a program of this name
        Expect(Checks.FindProgram() == Path.Combine(Path.GetDirectoryName(program), Path.GetFileName(program)), "otherwise that on the PATH, never that in the working folder: " + Checks.FindProgram());
        UnityEditor.PackageManager.PackageInfo.Found = new UnityEditor.PackageManager.PackageInfo { resolvedPath = fakes };
        Expect(Checks.FindProgram() == Path.Combine(fakes, "Programs~", "linux-x86_64", "vrmlint"), "that in the package before it");
        Environment.SetEnvironmentVariable("PATH", path);
        Checks.StopAll();
        EditorApplication.Quit();
    }

    static bool IsRunning(int process) {
        try {
            return !Process.GetProcessById(process).HasExited;
        } catch (ArgumentException) {
            return false;
        }
    }

    // Damaged copies of files, some at a time. Nothing but a report, or a reason why there is none, may come of them.
    static void TestDamaged(int count) {
        string[] whole = files.Skip(1).Where(file => new FileInfo(file).Length < 300000).ToArray();
        GameObject[] roots = whole.Select(file => new Imported(file).Root).ToArray();
        string folder = Directory.CreateDirectory(Path.Combine(Path.GetTempPath(), "vrmlint-damaged-" + Process.GetCurrentProcess().Id)).FullName;
        var random = new System.Random(7);
        int reports = 0, failed = 0, findings = 0, unread = 0;
        VrmlintWindow window = VrmlintWindow.Open(null);
        for (int begin = 0; begin < count; begin += 20) {
            var paths = new List<string>();
            int chosen = random.Next(whole.Length);
            for (int i = 0; i < 20; i++) {
                paths.Add(Path.Combine(folder, i + ".vrm"));
                File.WriteAllBytes(paths[i], Damage(File.ReadAllBytes(whole[(chosen + i) % whole.Length]), random));
            }
            window = VrmlintWindow.Open(roots[chosen], paths.ToArray());
            Wait(window);
            failed += window.Check.Failure != null ? 1 : 0;
            reports += window.Check.Reports.Count;
            unread += window.Check.Documents.Count(document => document == null);
            findings += window.Check.Reports.Sum(report => report.Findings.Count);
            for (int i = 0; i < window.Check.Reports.Count; i++) {
                window.Check.Reports[i].Findings.Take(200).ToList().ForEach(finding => window.Objects(window.Check.Documents[i], finding));
            }
            Draw(window);
            Draw(window, "Show advice too");
        }
        Directory.Delete(folder, true);
        Console.WriteLine($"damaged: {reports} reports with {findings} findings, {unread} files without JSON that can be read, {failed} failures");
        Expect(reports == (count + 19) / 20 * 20 && failed == 0, "each damaged file has a report");
    }

    static byte[] Damage(byte[] content, System.Random random) {
        int json = content.Length > 20 && content[0] == 'g' ? Math.Min(content.Length, 20 + BitConverter.ToInt32(content, 12)) : content.Length;
        bool keepsSyntax = random.Next(3) > 0; // then other numbers and names, which lead to other objects or to none
        for (int n = random.Next(1, 30); n > 0; n--) {
            int at = random.Next(random.Next(4) > 0 ? json : content.Length);
            const string likely = "0123456789-.eE{}[]\",:\\ntf";
            if (!keepsSyntax) {
                content[at] = random.Next(3) > 0 ? (byte)likely[random.Next(likely.Length)] : (byte)random.Next(256);
            } else if (char.IsLetterOrDigit((char)content[at]) && content[at] < 128) {
                content[at] = char.IsDigit((char)content[at]) ? (byte)('1' + random.Next(9)) : (byte)('a' + random.Next(26));
            }
        }
        if (!keepsSyntax && random.Next(4) == 0) {
            Array.Resize(ref content, random.Next(content.Length + 1));
        }
        return content;
    }
}
