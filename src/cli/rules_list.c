#include "cli/rules_list.h"

#include <string.h>

#include "report/escape.h"
#include "report/say.h"

size_t rules_family_length(const struct vrmlint_rule *rule)
{
    return strcspn(rule->id, "/");
}

static bool is_of(const struct vrmlint_rule *rule, const char *family)
{
    size_t length = rules_family_length(rule);
    return family == NULL || (strlen(family) == length && memcmp(rule->id, family, length) == 0);
}

enum { SEVERITY_WIDTH = 9 }; /* the widest and the space behind it */

size_t rules_text(FILE *out, enum vrmlint_language language, const char *family)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    size_t widest = 0;
    for (size_t i = 0; i < count; i++) {
        size_t length = is_of(&rules[i], family) ? strlen(rules[i].id) : 0;
        widest = length > widest ? length : widest;
    }
    struct said room;
    const char *word = said(&room, language, WORDS_RULE_OFF, NO_ARGUMENTS);
    size_t off = escape_terminal(NULL, word, strlen(word)) + 2;
    size_t listed = 0;
    for (size_t i = 0; i < count; i++) {
        if (is_of(&rules[i], family)) {
            fprintf(out, "%-*s  ", (int)widest, rules[i].id);
            size_t columns = say(out, language, say_severity(rules[i].severity), NO_ARGUMENTS);
            fprintf(out, "%*s", (int)(SEVERITY_WIDTH - columns), "");
            columns = rules[i].opt_in ? say(out, language, WORDS_RULE_OFF, NO_ARGUMENTS) : 0;
            fprintf(out, "%*s%s\n", (int)(off - columns), "", vrmlint_rule_text(&rules[i], VRMLINT_SUMMARY, language));
            listed++;
        }
    }
    return listed;
}

static void json_text(FILE *out, const char *name, const char *text)
{
    fprintf(out, ", \"%s\": ", name);
    escape_json(out, text);
}

void rules_json(FILE *out)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    fputs("{\"tool\": {\"name\": \"vrmlint\"", out);
    json_text(out, "version", vrmlint_version());
    fputs("},\n \"rules\": [", out);
    for (size_t i = 0; i < count; i++) {
        const struct vrmlint_rule *rule = &rules[i];
        fprintf(out, "%s  {\"rule\": \"%s\", \"severity\": \"%s\", \"opt_in\": %s, \"fix\": \"%s\"",
                i == 0 ? "\n" : ",\n", rule->id, vrmlint_severity_name(rule->severity), rule->opt_in ? "true" : "false",
                vrmlint_fix_name(rule->fix));
        json_text(out, "summary", rule->summary);
        json_text(out, "why", rule->why);
        json_text(out, "how", rule->how);
        json_text(out, "spec", rule->spec);
        fputc('}', out);
    }
    fputs("]}\n", out);
}

/* Text in a cell: what would end the cell, or be taken for a tag or an emphasis, is escaped. */
static void markdown_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        if (strchr("|<>*_`\\[]", *text) != NULL) {
            fputc('\\', out);
        }
        fputc(*text, out);
    }
}

void rules_markdown(FILE *out, enum vrmlint_language language)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    static const enum message heads[] = {WORDS_HEAD_RULE, WORDS_RULE_SEVERITY, WORDS_RULE_WRONG};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        fputs("| ", out);
        say(out, language, heads[i], NO_ARGUMENTS);
        fputc(' ', out);
    }
    fputs("|\n|---|---|---|\n", out);
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "| `%s` | ", rules[i].id);
        say(out, language, say_severity(rules[i].severity), NO_ARGUMENTS);
        if (rules[i].opt_in) {
            say(out, language, WORDS_COMMA, NO_ARGUMENTS);
            say(out, language, WORDS_RULE_OFF, NO_ARGUMENTS);
        }
        fputs(" | ", out);
        markdown_text(out, vrmlint_rule_text(&rules[i], VRMLINT_SUMMARY, language));
        fputs(" |\n", out);
    }
}

/* Text lines of a manual are kept shorter than this, in bytes. */
enum { MDOC_LINE = 78 };

static void mdoc_word(FILE *out, const char *word, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        fputc(word[i], out);
        fputs(word[i] == '\\' ? "e" : "", out);
    }
}

/* Sentences for a manual, each beginning a line as mandoc wants it; no line of them may look like a request. */
static void mdoc_text(FILE *out, const char *text)
{
    size_t column = 0;
    bool sentence_ended = false;
    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        if (column > 0 && (sentence_ended || column + 1 + length > MDOC_LINE)) {
            fputc('\n', out);
            column = 0;
        } else if (column > 0) {
            fputc(' ', out);
            column++;
        }
        if (column == 0 && (*text == '.' || *text == '\'')) {
            fputs("\\&", out);
        }
        mdoc_word(out, text, length);
        column += length;
        sentence_ended = length > 0 && strchr(".?!", text[length - 1]) != NULL;
        text += length + (text[length] == ' ');
    }
    fputc('\n', out);
}

static void mdoc_rule(FILE *out, const struct vrmlint_rule *rule)
{
    fprintf(out, ".It Sy %s Pq %s%s\n", rule->id, vrmlint_severity_name(rule->severity),
            rule->opt_in ? ", opt-in" : "");
    mdoc_text(out, rule->summary);
    fputs(".Pp\n", out);
    mdoc_text(out, rule->why);
    if (*rule->how != '\0') {
        fputs(".Pp\n", out);
        mdoc_text(out, rule->how);
    }
    if (*rule->spec != '\0') {
        fputs(".Pp\nSpecification:\n", out);
        mdoc_text(out, rule->spec);
    }
}

void rules_mdoc(FILE *out)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    fputs(".\\\" Made by vrmlint rules --format mdoc.\n"
          ".Dd November 21, 2026\n.Dt VRMLINT-RULES 7\n.Os\n"
          ".Sh NAME\n.Nm vrmlint-rules\n.Nd the rules that vrmlint checks\n"
          ".Sh DESCRIPTION\n"
          "Each rule with its severity, what is wrong, why it matters, and what to do.\n"
          "Opt-in rules run only when they are selected by id or family.\n"
          ".Ql vrmlint explain RULE\n"
          "shows an example that fails, and one that passes, as well.\n",
          out);
    for (size_t i = 0; i < count; i++) {
        size_t length = rules_family_length(&rules[i]);
        if (i == 0 || strncmp(rules[i].id, rules[i - 1].id, length + 1) != 0) {
            fprintf(out, "%s.Ss Family %.*s\n.Bl -tag -width Ds\n", i == 0 ? "" : ".El\n", (int)length, rules[i].id);
        }
        mdoc_rule(out, &rules[i]);
    }
    fputs(".El\n.Sh SEE ALSO\n.Sy vrmlint Ns Pq 1\n", out);
}
