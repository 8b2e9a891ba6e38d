using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Vrmlint {
    // Reads JSON: objects become Dictionary<string, object>, arrays List<object>, numbers double. The static functions find
    // values in them, and return null for whatever is missing or has another type.
    public sealed class Json {
        const int Deepest = 512; // levels; each takes stack

        readonly string text;
        int at;

        Json(string text) { this.text = text; }

        // Throws FormatException if the text isn't JSON.
        public static object Read(string text) {
            var reader = new Json(text);
            object value = reader.Value(0);
            reader.SkipSpace();
            if (reader.at != text.Length) { throw reader.Wrong("something follows the JSON"); }
            return value;
        }

        public static object Get(object value, string name) {
            var members = value as Dictionary<string, object>;
            return members != null && members.TryGetValue(name, out object found) ? found : null;
        }

        // Follows several names, one below the other.
        public static object Get(object value, string first, string second, params string[] rest) {
            object found = Get(Get(value, first), second);
            foreach (string name in rest) { found = Get(found, name); }
            return found;
        }

        public static string Text(object value, string name) => Get(value, name) as string;
        public static double? Number(object value, string name) => Get(value, name) as double?;

        // Returns a value as an index, or -1 if it isn't one.
        public static int Index(object value) {
            double number = value as double? ?? -1;
            return number >= 0 && number <= int.MaxValue && number == Math.Floor(number) ? (int)number : -1;
        }

        public static int Index(object value, string name) => Index(Get(value, name));

        // Returns the elements of an array; none if the value isn't an array.
        public static List<object> List(object value) => value as List<object> ?? new List<object>();
        public static List<object> List(object value, string name) => List(Get(value, name));

        public static object At(object list, int index) {
            var items = list as List<object>;
            return items != null && index >= 0 && index < items.Count ? items[index] : null;
        }

        FormatException Wrong(string what) => new FormatException(what + ", at character " + at);
        char Next => at < text.Length ? text[at] : '\0';

        void SkipSpace() {
            while (Next == ' ' || Next == '\n' || Next == '\r' || Next == '\t') { at++; }
        }

        object Word(string word, object value) {
            if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0) { throw Wrong("not a value"); }
            at += word.Length;
            return value;
        }

        object Value(int depth) {
            if (depth > Deepest) { throw Wrong("the JSON is nested too deeply"); }
            SkipSpace();
            switch (Next) {
                case '{': return Members(depth);
                case '[': return Items(depth);
                case '"': return String();
                case 't': return Word("true", true);
                case 'f': return Word("false", false);
                case 'n': return Word("null", null);
                default: return Number();
            }
        }

        // Skips what is between two elements. Returns false at the end of the array or object.
        bool Continues(char end, bool isFirst) {
            SkipSpace();
            if (Next == end) {
                at++;
                return false;
            }
            if (!isFirst && Next != ',') { throw Wrong("a comma is missing"); }
            at += isFirst ? 0 : 1;
            return true;
        }

        object Members(int depth) {
            var members = new Dictionary<string, object>();
            at++;
            while (Continues('}', members.Count == 0)) {
                SkipSpace();
                if (Next != '"') { throw Wrong("a name is missing"); }
                string name = String();
                SkipSpace();
                Word(":", null);
                members[name] = Value(depth + 1); // of several with one name the last counts, as for UniVRM
            }
            return members;
        }

        object Items(int depth) {
            var items = new List<object>();
            at++;
            while (Continues(']', items.Count == 0)) { items.Add(Value(depth + 1)); }
            return items;
        }

        string String() {
            var made = new StringBuilder();
            for (at++; Next != '"'; at++) {
                if (at >= text.Length) { throw Wrong("a string has no end"); }
                made.Append(text[at] == '\\' ? Escaped() : text[at]);
            }
            at++;
            return made.ToString();
        }

        // Reads an escape, and stays at its last character.
        char Escaped() {
            at++;
            int known = "bfnrt".IndexOf(Next);
            if (known >= 0) { return "\b\f\n\r\t"[known]; }
            if (Next != 'u') { return Next; }
            if (at + 5 > text.Length
                || !ushort.TryParse(text.Substring(at + 1, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out ushort unit)) {
                throw Wrong("not an escape");
            }
            at += 4;
            return (char)unit;
        }

        object Number() {
            int start = at;
            while (at < text.Length && "+-.eE0123456789".IndexOf(text[at]) >= 0) { at++; }
            if (!double.TryParse(text.Substring(start, at - start), NumberStyles.Float, CultureInfo.InvariantCulture, out double number)) {
                throw Wrong("not a value");
            }
            return number;
        }
    }
}
