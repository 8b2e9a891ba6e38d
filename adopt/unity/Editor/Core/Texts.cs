using System;
using System.Text.RegularExpressions;

namespace Vrmlint {
    // What the package says by itself, in the languages of vrmlint. TextTable.cs has the texts, and is generated.
    public static partial class Texts {
        // Returns a text with its {placeholders} replaced: values are names and values in turn. {count|1 file|# files} chooses the
        // singular or the plural.
        public static string Say(string language, Text text, params object[] values) {
            return Regex.Replace(table[(int)text, language == "ja" ? 1 : 0], @"\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}", match => {
                int at = Array.IndexOf(values, match.Groups[1].Value);
                string value = at >= 0 && at + 1 < values.Length ? Convert.ToString(values[at + 1]) : "";
                return !match.Groups[2].Success ? value : value == "1" ? match.Groups[2].Value : match.Groups[3].Value.Replace("#", value);
            });
        }
    }
}
