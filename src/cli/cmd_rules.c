#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "cli/cmd_rules.h"
#include "cli/commands.h"
#include "ids/messages_command.h"
#include "ids/messages_report.h"
#include "ids/messages_words.h"
#include "report/escape.h"
#include "report/print.h"

size_t rules_family_length(const struct vrmlint_rule *rule)
{
    return strcspn(rule->id, "/");
}

/* Whether a rule is of a family; or, by name, whether the words of a name are among those of its own. */
static bool is_of(const struct vrmlint_rule *rule, const char *name, bool by_name)
{
    size_t length = rules_family_length(rule);
    if (name == NULL || !by_name) {
        return name == NULL || (strlen(name) == length && memcmp(rule->id, name, length) == 0);
    }
    const char *own = rule->id + length + 1;
    const char *at = *name == '\0' ? NULL : strstr(own, name);
    while (at != NULL && ((at > own && at[-1] != '-') || (at[strlen(name)] != '-' && at[strlen(name)] != '\0'))) {
        at = strstr(at + 1, name);
    }
    return at != NULL;
}

enum { SEVERITY_WIDTH = 9, CLASS_WIDTH = 8 }; /* of the widest, and the spaces after it */

size_t rules_text(FILE *out, enum vrmlint_language language, const char *name, bool by_name)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    size_t widest = 0;
    for (size_t i = 0; i < count; i++) {
        size_t length = is_of(&rules[i], name, by_name) ? strlen(rules[i].id) : 0;
        widest = length > widest ? length : widest;
    }
    struct words_room room;
    const char *word = words_text(&room, language, WORDS_RULE_OFF, NO_ARGUMENTS);
    size_t off = escape_text(NULL, word) + 2;
    size_t listed = 0;
    for (size_t i = 0; i < count; i++) {
        if (is_of(&rules[i], name, by_name)) {
            fprintf(out, "%-*s  ", (int)widest, rules[i].id);
            size_t columns = print_words(out, language, words_of_severity(rules[i].severity), NO_ARGUMENTS);
            fprintf(out, "%*s", (int)(SEVERITY_WIDTH - columns), "");
            columns = print_words(out, language, words_of_class(vrmlint_rule_class(&rules[i], NULL)), NO_ARGUMENTS);
            fprintf(out, "%*s", (int)(CLASS_WIDTH - columns), "");
            columns = rules[i].opt_in ? print_words(out, language, WORDS_RULE_OFF, NO_ARGUMENTS) : 0;
            fprintf(out, "%*s%s\n", (int)(off - columns), "", vrmlint_rule_text(&rules[i], VRMLINT_SUMMARY, language));
            listed++;
        }
    }
    return listed;
}

/* Writes {"tool": ..., "rules": [{...}, ...]} with every field of the table. */
static void rules_json(FILE *out)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    fputs("{\"tool\": {\"name\": \"vrmlint\"", out);
    member_text(out, "version", vrmlint_full_version(), false);
    fputs("},\n \"rules\": [", out);
    for (size_t i = 0; i < count; i++) {
        const struct vrmlint_rule *rule = &rules[i];
        fprintf(out, "%s  {\"rule\": \"%s\", \"severity\": \"%s\", \"class\": \"%s\", \"opt_in\": %s, \"fix\": \"%s\"",
                i == 0 ? "\n" : ",\n", rule->id, vrmlint_severity_name(rule->severity),
                vrmlint_class_name(vrmlint_rule_class(rule, NULL)), rule->opt_in ? "true" : "false",
                vrmlint_fix_name(rule->fix));
        member_text(out, "summary", rule->summary, false);
        member_text(out, "why", rule->why, false);
        member_text(out, "how", rule->how, false);
        member_text(out, "spec", rule->spec, false);
        member_text(out, "since", rule->since, false);
        if (*rule->deprecated != '\0') {
            member_text(out, "deprecated", rule->deprecated, false);
        }
        if (*rule->formerly != '\0') {
            member_text(out, "formerly", rule->formerly, false);
        }
        fputc('}', out);
    }
    fputs("]}\n", out);
}

/* Writes the text of a cell. Characters that would end the cell, or start a tag or an emphasis, are escaped. */
static void markdown_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        if (strchr("|<>*_`\\[]", *text) != NULL) {
            fputc('\\', out);
        }
        fputc(*text, out);
    }
}

/* Writes a table in Markdown. */
static void rules_markdown(FILE *out, enum vrmlint_language language)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    static const enum message heads[] = {WORDS_HEAD_RULE, WORDS_RULE_SEVERITY, WORDS_RULE_CLASS, WORDS_RULE_WRONG};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        fputs("| ", out);
        print_words(out, language, heads[i], NO_ARGUMENTS);
        fputc(' ', out);
    }
    fputs("|\n|---|---|---|---|\n", out);
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "| `%s` | ", rules[i].id);
        print_words(out, language, words_of_severity(rules[i].severity), NO_ARGUMENTS);
        if (rules[i].opt_in) {
            print_words(out, language, WORDS_COMMA, NO_ARGUMENTS);
            print_words(out, language, WORDS_RULE_OFF, NO_ARGUMENTS);
        }
        fputs(" | ", out);
        print_words(out, language, words_of_class(vrmlint_rule_class(&rules[i], NULL)), NO_ARGUMENTS);
        fputs(" | ", out);
        markdown_text(out, vrmlint_rule_text(&rules[i], VRMLINT_SUMMARY, language));
        fputs(" |\n", out);
    }
}

enum { RULE_FAMILY_MAX = 40 }; /* more than the longest name of a family */

/* Text lines of a manual page are shorter than this, in bytes, if they have spaces. */
enum { MDOC_LINE = 78 };

/* Writes a word, and marks where a line may end inside it: formatters only look for spaces. */
static void mdoc_word(FILE *out, const char *word, size_t length)
{
    for (size_t at = 0; at < length;) {
        size_t whole = wrap_unbroken(word + at);
        for (size_t end = at + whole; at < end; at++) {
            fputc(word[at], out);
            fputs(word[at] == '\\' ? "e" : "", out);
        }
        fputs(at < length ? "\\:" : "", out);
    }
}

/* Writes sentences for a manual page, each on a new line as mandoc requires. No line may look like a request. */
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

static void mdoc_words(FILE *out, enum vrmlint_language language, const char *before, enum message words)
{
    struct words_room room;
    fputs(before, out);
    mdoc_text(out, words_text(&room, language, words, NO_ARGUMENTS));
}

static void mdoc_head(FILE *out, enum vrmlint_language language, const char *macro, enum message words)
{
    fputs(macro, out);
    print_words(out, language, words, NO_ARGUMENTS);
    fputc('\n', out);
}

static void mdoc_rule(FILE *out, enum vrmlint_language language, const struct vrmlint_rule *rule)
{
    fprintf(out, ".It Sy %s Pq ", rule->id);
    print_words(out, language, words_of_severity(rule->severity), NO_ARGUMENTS);
    print_words(out, language, WORDS_COMMA, NO_ARGUMENTS);
    print_words(out, language, words_of_class(vrmlint_rule_class(rule, NULL)), NO_ARGUMENTS);
    if (rule->opt_in) {
        print_words(out, language, WORDS_COMMA, NO_ARGUMENTS);
        print_words(out, language, WORDS_RULE_OFF, NO_ARGUMENTS);
    }
    fputc('\n', out);
    mdoc_text(out, vrmlint_rule_text(rule, VRMLINT_SUMMARY, language));
    fputs(".Pp\n", out);
    mdoc_text(out, vrmlint_rule_text(rule, VRMLINT_WHY, language));
    if (*rule->how != '\0') {
        fputs(".Pp\n", out);
        mdoc_text(out, vrmlint_rule_text(rule, VRMLINT_HOW, language));
    }
    if (*rule->spec != '\0') {
        mdoc_words(out, language, ".Pp\n", WORDS_MANUAL_SPECIFICATION);
        mdoc_text(out, rule->spec);
    }
}

/* Writes the manual page vrmlint-rules(7). */
static void rules_mdoc(FILE *out, enum vrmlint_language language)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    fprintf(out,
            ".\\\" Made by vrmlint rules --format mdoc.\n.Dd November 21, 2026\n.Dt VRMLINT-RULES 7\n.Os vrmlint %s\n",
            vrmlint_version());
    mdoc_head(out, language, ".Sh ", WORDS_MANUAL_NAME);
    mdoc_head(out, language, ".Nm vrmlint-rules\n.Nd ", WORDS_MANUAL_RULES);
    mdoc_head(out, language, ".Sh ", WORDS_MANUAL_DESCRIPTION);
    mdoc_words(out, language, "", WORDS_MANUAL_ABOUT);
    mdoc_words(out, language, "", WORDS_MANUAL_OPT_IN);
    mdoc_words(out, language, "", WORDS_MANUAL_EXPLAIN);
    for (size_t i = 0; i < count; i++) {
        size_t length = rules_family_length(&rules[i]);
        if (i == 0 || strncmp(rules[i].id, rules[i - 1].id, length + 1) != 0) {
            char family[RULE_FAMILY_MAX];
            snprintf(family, sizeof family, "%.*s", (int)length, rules[i].id);
            fputs(i == 0 ? ".Ss " : ".El\n.Ss ", out);
            print_words(out, language, WORDS_MANUAL_FAMILY, ARGUMENTS(TERM("family", family)));
            fputs("\n.Bl -tag -width Ds\n", out);
        }
        mdoc_rule(out, language, &rules[i]);
    }
    mdoc_head(out, language, ".El\n.Sh ", WORDS_MANUAL_SEE_ALSO);
    fputs(".Sy vrmlint Ns Pq 1\n", out);
}

/* vrmlint rules: lists all rules. */

enum rules_form { RULES_FORM_TEXT, RULES_FORM_JSON, RULES_FORM_MARKDOWN, RULES_FORM_MDOC }; /* the words of --format */

struct rules_arguments {
    int form;
};

static const struct option rules_options[] = {
    WORD_OPTION(
        "format", "text|json|markdown|mdoc", struct rules_arguments, form,
        N_("a line per rule (text, the default), every field of the table (json), a table for a web page (markdown), "
           "or the manual page vrmlint-rules(7) (mdoc)")),
    OPTIONS_COMMON,
};

static enum status run_rules(const struct command *command, int argc, char **argv)
{
    struct rules_arguments settings = {RULES_FORM_TEXT};
    enum status status;
    int operands;
    if (options_parse(command, argc, argv, &settings, &operands, &status) != PARSED) {
        return status;
    }
    if (operands > 0) {
        return usage_error(command, WORDS_RULES_TAKES_NONE, ARGUMENTS(TERM("name", argv[0])));
    }
    switch ((enum rules_form)settings.form) {
    case RULES_FORM_TEXT:
        rules_text(stdout, command->language, NULL, false);
        break;
    case RULES_FORM_JSON:
        rules_json(stdout);
        break;
    case RULES_FORM_MARKDOWN:
        rules_markdown(stdout, command->language);
        break;
    case RULES_FORM_MDOC:
        rules_mdoc(stdout, command->language);
        break;
    }
    return finish_output(command->language);
}

const struct command command_rules = {
    .name = "rules",
    .operands = "",
    .summary = N_("List every rule"),
    .options = rules_options,
    .run = run_rules,
};
