using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using UnityEditor;
using UnityEngine;

namespace Vrmlint {
    // A check of files in the background.
    public sealed class Checks {
        public static Func<Program> MakeProgram = () => new Program(FindProgram(), Words.Language); // tests replace it
        static readonly HashSet<Checks> running = new HashSet<Checks>();

        public string Progress = "";   // a line of the program; empty at first
        public string Failure;         // why nothing was checked; null if it was
        public List<Report> Reports = new List<Report>();
        public List<Document> Documents = new List<Document>(); // one for each report; null if its file can't be read
        public bool IsRunning { get; private set; }
        readonly CancellationTokenSource cancel = new CancellationTokenSource();

        // Begins to check files. done is called on Unity's thread, but not after Stop().
        public Checks(IEnumerable<string> paths, Action<Checks> done) {
            string[] files = paths.Select(Path.GetFullPath).ToArray();
            Program program = MakeProgram();
            Text missing = Application.platform == RuntimePlatform.OSXEditor ? Text.NoProgramMac : Text.NoProgram;
            Failure = File.Exists(program.Path) ? null : Words.Say(missing);
            IsRunning = true;
            lock (running) { running.Add(this); }
            ThreadPool.QueueUserWorkItem(_ => Work(program, files, done));
        }

        void Work(Program program, string[] files, Action<Checks> done) {
            var reports = new List<Report>();
            List<Document> documents = null;
            string failure = Failure;
            try {
                reports = failure != null ? reports : program.Check(files, cancel.Token, line => Progress = line);
                documents = reports.ConvertAll(report => Document.Open(report.Path));
            } catch (OperationCanceledException) {
                return;
            } catch (Exception error) {
                failure = error.Message;
                reports.Clear();
            }
            Later.Run(() => {
                if (!cancel.IsCancellationRequested) {
                    Finish();
                    Reports = reports;
                    Documents = documents ?? new List<Document>();
                    Failure = failure;
                    done(this);
                }
            });
        }

        // Ends the check, and its process.
        public void Stop() {
            cancel.Cancel();
            Finish();
        }

        void Finish() {
            IsRunning = false;
            lock (running) { running.Remove(this); }
        }

        // Ends all checks before Unity loads the scripts again or quits, which would leave their processes behind.
        [InitializeOnLoadMethod]
        static void Watch() {
            AssemblyReloadEvents.beforeAssemblyReload += StopAll;
            EditorApplication.quitting += StopAll;
        }

        public static void StopAll() {
            List<Checks> all;
            lock (running) { all = running.ToList(); }
            all.ForEach(one => one.Stop());
        }

        // Explains a rule in the background. done gets the text, or why there is none.
        public static void Explain(string rule, Action<string> done) {
            Program program = MakeProgram();
            ThreadPool.QueueUserWorkItem(_ => {
                string text;
                try {
                    text = program.Explain(rule, CancellationToken.None);
                } catch (Exception error) {
                    text = error.Message;
                }
                Later.Run(() => done(text));
            });
        }

        // Returns the path of the program: the chosen one, the one in the package, or the one on the PATH. Only absolute folders of
        // the PATH count: a project may contain a program of this name.
        public static string FindProgram() {
            string chosen = Words.ChosenProgram, bundled = BundledProgram();
            if (chosen != "") { return Path.GetFullPath(chosen); }
            if (bundled != null && File.Exists(bundled)) { return bundled; }
            string name = Application.platform == RuntimePlatform.WindowsEditor ? "vrmlint.exe" : "vrmlint";
            string folders = Environment.GetEnvironmentVariable("PATH") ?? "";
            return folders.Split(Path.PathSeparator).Select(folder => folder.Trim('"')).Where(IsAbsolute).Select(folder => Path.Combine(folder, name))
                .FirstOrDefault(File.Exists) ?? bundled ?? name;
        }

        static bool IsAbsolute(string folder) {
            try {
                return Path.IsPathRooted(folder) && (Path.DirectorySeparatorChar == '/' || Path.GetPathRoot(folder).Contains(":") || folder.StartsWith(@"\\", StringComparison.Ordinal));
            } catch (ArgumentException) { return false; } // characters that no path has
        }

        // Unity doesn't import folders that end in ~. Returns null on a system that the package has no program for.
        static string BundledProgram() {
            UnityEditor.PackageManager.PackageInfo package = UnityEditor.PackageManager.PackageInfo.FindForAssembly(typeof(Checks).Assembly);
            string folder = package == null ? Path.GetFullPath("Packages/io.github.vrmlint") : package.resolvedPath;
            switch (Application.platform) {
                case RuntimePlatform.WindowsEditor: return Path.Combine(folder, "Programs~", "windows-x86_64", "vrmlint.exe");
                case RuntimePlatform.LinuxEditor: return Path.Combine(folder, "Programs~", "linux-x86_64", "vrmlint");
                default: return null;
            }
        }
    }
}
