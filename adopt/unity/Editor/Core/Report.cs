using System;
using System.Collections.Generic;
using System.Linq;

namespace Vrmlint {
    public enum Severity { Info, Warning, Error }

    public sealed class Verdict {
        public string App, Kind; // Kind: refuses, loses, fine...
        public List<string> Loses = new List<string>();
    }

    public sealed class Step {
        public string Tool, Text; // Tool: unity, blender...
    }

    // A number that a simulation found for a parameter of a spring.
    public sealed class Remedy {
        public string Parameter; // Stiffness, GravityPower, DragForce or HitRadius
        public double Needed;
        public bool IsLeast;     // joints need at least this number, otherwise at most
    }

    public sealed class Finding {
        public string Rule, Message, Pointer;
        public Severity Severity;
        public List<string> Related = new List<string>(); // pointers
        public List<Step> Steps = new List<Step>();
        public List<Remedy> Remedies = new List<Remedy>();
    }

    // Findings of one rule, which the window shows below one heading.
    public sealed class Group {
        public Severity Severity;
        public string Rule;
        public List<Finding> Findings = new List<Finding>();
    }

    // What vrmlint reports about a file.
    public sealed class Report {
        public string Path, Unread; // Unread: why the file could not be read; null if it could
        public List<Verdict> Verdicts = new List<Verdict>();
        public List<Finding> Findings = new List<Finding>();

        static readonly string[] Parameters = { "Stiffness", "GravityPower", "DragForce", "HitRadius" };

        public int Count(Severity severity) => Findings.Count(finding => finding.Severity == severity);

        // Returns the findings by severity, the worst first, and by rule in the order of the report.
        public List<Group> Groups() {
            return Findings.GroupBy(finding => new { finding.Severity, finding.Rule }).OrderByDescending(group => group.Key.Severity)
                .Select(group => new Group { Severity = group.Key.Severity, Rule = group.Key.Rule, Findings = group.ToList() }).ToList();
        }

        // Returns the steps to show: first those for Unity, then those for other tools, with their names.
        public static List<string> StepsHere(Finding finding) => finding.Steps.OrderByDescending(step => step.Tool == "unity")
            .Select(step => (step.Tool == "blender" ? "Blender: " : step.Tool == "vroid" ? "VRoid Studio: " : "") + step.Text).ToList();

        // Reads the report for several files. Throws FormatException if the text is no such report.
        public static List<Report> Read(string json) {
            var files = Json.Get(Json.Read(json), "files") as List<object>;
            if (files == null) { throw new FormatException("not a report"); }
            return files.Select(ReadFile).ToList();
        }

        static Report ReadFile(object file) {
            var report = new Report { Path = Json.Text(file, "path") ?? "" };
            if (Json.Get(file, "size") == null) { report.Unread = Json.Text(Json.At(Json.Get(file, "skipped"), 0), "why"); }
            report.Verdicts.AddRange(Json.List(file, "verdicts").Select(verdict => new Verdict {
                App = Json.Text(verdict, "app") ?? "", Kind = Json.Text(verdict, "verdict") ?? "", Loses = Json.List(verdict, "loses").OfType<string>().ToList(),
            }));
            report.Findings.AddRange(Json.List(file, "findings").Select(ReadFinding));
            return report;
        }

        static Finding ReadFinding(object value) {
            string severity = Json.Text(value, "severity");
            var finding = new Finding {
                Rule = Json.Text(value, "rule") ?? "", Message = Json.Text(value, "message") ?? "", Pointer = Json.Text(value, "pointer") ?? "",
                Severity = severity == "error" ? Severity.Error : severity == "warning" ? Severity.Warning : Severity.Info,
            };
            finding.Related.AddRange(Json.List(value, "related").Select(place => Json.Text(place, "pointer") ?? ""));
            finding.Steps.AddRange(Json.List(value, "steps").Select(step => new Step { Tool = Json.Text(step, "tool"), Text = Json.Text(step, "text") })
                .Where(step => !string.IsNullOrEmpty(step.Text)));
            foreach (string parameter in Parameters) {
                double? present = Json.Number(Json.Get(value, "data"), "present" + parameter), needed = Json.Number(Json.Get(value, "data"), "needed" + parameter);
                if (present.HasValue && needed.HasValue) {
                    finding.Remedies.Add(new Remedy { Parameter = parameter, Needed = needed.Value, IsLeast = needed > present });
                }
            }
            return finding;
        }
    }
}
