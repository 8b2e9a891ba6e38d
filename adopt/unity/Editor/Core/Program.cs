using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;

namespace Vrmlint {
    // A reason why nothing was checked, as a sentence for the artist.
    public sealed class CheckFailed : Exception {
        public CheckFailed(string message) : base(message) { }
    }

    // The command vrmlint, which runs as a process of its own: it can be ended at any moment, and its end is not Unity's. All
    // functions block, so they belong on another thread than Unity's. They throw CheckFailed, or OperationCanceledException
    // when they were cancelled.
    public sealed class Program {
        public static readonly Version Oldest = new Version(1, 0, 0); // the oldest program whose report has all that is shown
        const int LargestOutput = 256 << 20; // characters
        const int Patience = 10;             // seconds for anything but a check

        public readonly string Path;
        readonly string language;
        readonly int seconds; // that a check may take

        public Program(string path, string language, int seconds = 60) {
            Path = path;
            this.language = language;
            this.seconds = seconds;
        }

        string Say(Text text, params object[] values) => Texts.Say(language, text, values);

        // Checks files, and returns a report for each. progress gets a line about a long run now and then, on another thread.
        public List<Report> Check(IEnumerable<string> files, CancellationToken cancel, Action<string> progress) {
            RequireVersion(cancel);
            // Names go through standard input: a command line has a limit, and each system quotes in its own way.
            byte[] names = Encoding.UTF8.GetBytes(string.Concat(files.Select(file => file + "\0")));
            string output = Run("check --format json --color never --progress " + (progress == null ? "never" : "always")
                + " --lang " + language + " --files-from -", names, seconds, cancel, progress, out string errors);
            try {
                return Report.Read(output);
            } catch (FormatException) {
                throw new CheckFailed(errors.Length > 0 ? errors : Say(Text.NoReport, "program", Path));
            }
        }

        // Returns what a rule is about, why it matters, and what to do.
        public string Explain(string rule, CancellationToken cancel) {
            if (!Regex.IsMatch(rule, "^[a-z0-9/-]+$")) { throw new CheckFailed(Say(Text.NoReport, "program", Path)); }
            string text = Run("explain --lang " + language + " " + rule, new byte[0], Math.Min(Patience, seconds), cancel, null, out string errors);
            return text.Length > 0 ? text : errors;
        }

        // Throws with one line if the program isn't vrmlint, or is older than this package.
        public void RequireVersion(CancellationToken cancel) {
            string text = Run("--version", new byte[0], Math.Min(Patience, seconds), cancel, null, out string errors);
            Match match = Regex.Match(text, @"^vrmlint (\d{1,6}\.\d{1,6}\.\d{1,6})\b");
            if (!match.Success) { throw new CheckFailed(Say(Text.NotVrmlint, "program", Path)); }
            if (new Version(match.Groups[1].Value) < Oldest) {
                throw new CheckFailed(Say(Text.TooOld, "program", Path, "version", match.Groups[1].Value, "needed", Oldest.ToString()));
            }
        }

        string Run(string arguments, byte[] input, int limit, CancellationToken cancel, Action<string> progress, out string errors) {
            cancel.ThrowIfCancellationRequested();
            var utf8 = new UTF8Encoding(false);
            using (var process = new Process()) {
                process.StartInfo = new ProcessStartInfo(Path, arguments) {
                    UseShellExecute = false, CreateNoWindow = true, StandardOutputEncoding = utf8, StandardErrorEncoding = utf8,
                    RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true,
                };
                Start(process, true);
                try {
                    var output = new Pipe(process.StandardOutput, LargestOutput, null);
                    var said = new Pipe(process.StandardError, LargestOutput, progress);
                    Feed(process.StandardInput.BaseStream, input);
                    Wait(process, output, limit, cancel);
                    errors = said.Take().Trim();
                    return output.Take();
                } finally {
                    End(process);
                }
            }
        }

        // Starts the program. Some installers of packages forget that it is one, so on Linux it is marked as such if need be.
        void Start(Process process, bool marks) {
            try {
                process.Start();
            } catch (Exception error) {
                if (!marks || System.IO.Path.DirectorySeparatorChar != '/' || !File.Exists(Path)) {
                    throw new CheckFailed(Say(Text.NotStarted, "program", Path, "error", error.Message));
                }
                using (Process chmod = Process.Start("/bin/chmod", "u+x \"" + Path.Replace("\\", "\\\\").Replace("\"", "\\\"") + "\"")) {
                    chmod.WaitForExit(1000);
                }
                Start(process, false);
            }
        }

        void Wait(Process process, Pipe output, int limit, CancellationToken cancel) {
            Stopwatch watch = Stopwatch.StartNew();
            while (!process.WaitForExit(20)) {
                cancel.ThrowIfCancellationRequested();
                if (watch.Elapsed.TotalSeconds > limit) { throw new CheckFailed(Say(Text.TooLong, "seconds", limit)); }
                if (output.IsTooLong) { throw new CheckFailed(Say(Text.NoReport, "program", Path)); }
            }
            cancel.ThrowIfCancellationRequested();
        }

        // Writes on a thread of its own, because a program that doesn't read would block it.
        static void Feed(Stream into, byte[] input) {
            StartThread(() => {
                try {
                    into.Write(input, 0, input.Length);
                    into.Close();
                } catch (Exception) { } // the program has ended without reading everything; its output shows why
            });
        }

        internal static Thread StartThread(ThreadStart work) {
            var thread = new Thread(work) { IsBackground = true };
            thread.Start();
            return thread;
        }

        static void End(Process process) {
            try {
                if (!process.HasExited) {
                    process.Kill();
                    process.WaitForExit(1000);
                }
            } catch (Exception) { } // it ended by itself in the meantime
        }
    }

    // Reads what a program prints until its end, on a thread of its own: a pipe that nobody reads blocks the program.
    sealed class Pipe {
        const string EndOfLine = "\x1b[K"; // after each line of progress, which begins with a carriage return

        readonly StringBuilder text = new StringBuilder();
        readonly Thread thread;
        public volatile bool IsTooLong;

        public Pipe(TextReader from, int limit, Action<string> progress) {
            thread = Program.StartThread(() => {
                try {
                    Read(from, limit, progress);
                } catch (Exception) { } // the program was ended, and its pipe closed
            });
        }

        void Read(TextReader from, int limit, Action<string> progress) {
            var buffer = new char[4096];
            for (int count; (count = from.Read(buffer, 0, buffer.Length)) > 0;) {
                lock (text) {
                    IsTooLong |= text.Length + count > limit;
                    if (IsTooLong) { return; }
                    text.Append(buffer, 0, count);
                }
                if (progress != null) { TakeProgress(progress); }
            }
        }

        // Removes complete lines of progress from the text, and passes the last of them on.
        void TakeProgress(Action<string> progress) {
            string line = null;
            lock (text) {
                string all = text.ToString();
                int end = all.LastIndexOf(EndOfLine, StringComparison.Ordinal);
                if (end < 0) { return; }
                var kept = new StringBuilder(); // errors between the lines of progress
                foreach (string part in all.Substring(0, end).Split(new[] { EndOfLine }, StringSplitOptions.None)) {
                    int begin = part.LastIndexOf('\r');
                    kept.Append(begin < 0 ? part : part.Substring(0, begin));
                    line = begin >= 0 && begin + 1 < part.Length ? part.Substring(begin + 1) : line;
                }
                text.Clear().Append(kept).Append(all, end + EndOfLine.Length, all.Length - end - EndOfLine.Length);
            }
            if (line != null) { progress(line); }
        }

        // Returns what was read. Waits no longer than a second: a process that the program left behind may keep the pipe open.
        public string Take() {
            thread.Join(1000);
            lock (text) { return text.ToString(); }
        }
    }
}
