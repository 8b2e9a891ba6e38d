#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "base/text.h"
#include "cli/cmd_rules.h"
#include "cli/commands.h"
#include "cli/examples.h"
#include "cli/options.h"
#include "ids/messages_claims.h"
#include "ids/messages_command.h"
#include "ids/messages_panels.h"
#include "ids/messages_report.h"
#include "message/steps.h"
#include "report/claims.h"
#include "report/print.h"
#include "vrmlint.h"

enum { INDENT = 2, LABEL = 11 };

static void print_text(const char *text, int indent)
{
    printf("%*s", indent, "");
    wrap(stdout, text, (size_t)indent, (size_t)indent, output_width());
    putchar('\n');
}

/* ---- budgets ---- */

/* Prints the limits of a preset, as a sentence that is wrapped. */
static void print_limits(const char *preset, int indent)
{
    char line[1024] = "";
    size_t length = 0;
    size_t count;
    const char *const *figures = vrmlint_figures(&count);
    struct vrmlint_policy *policy = vrmlint_policy_new();
    struct vrmlint_refusal refusal = {0};
    if (policy == NULL || !vrmlint_policy_budget_preset(policy, preset, &refusal)) {
        vrmlint_policy_free(policy);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        double limit = vrmlint_policy_budget_value(policy, figures[i]);
        if (!isnan(limit) && length < sizeof line) {
            length += (size_t)snprintf(line + length, sizeof line - length, "%s%s %.0f", length == 0 ? "" : ", ",
                                       figures[i], limit);
        }
    }
    vrmlint_policy_free(policy);
    if (length > 0) {
        print_text(line, indent);
    }
}

/* Prints the budgets that platforms publish: the name, the platform and the source, then its limits and requirements.
 * Each line begins with indent spaces. */
static void explain_budgets(enum vrmlint_language language, int indent)
{
    size_t count;
    const struct vrmlint_budget_preset *presets = vrmlint_budget_presets(&count);
    for (size_t i = 0; i < count; i++) {
        printf("%*s%s: %s%s%s, VRM %s%s%s. %s (%s)\n", indent, "", presets[i].name, presets[i].platform,
               *presets[i].rank == '\0' ? "" : ", ", presets[i].rank, presets[i].generations,
               *presets[i].loader == '\0' ? "" : ", ", presets[i].loader, presets[i].source, presets[i].date);
        print_limits(presets[i].name, indent + INDENT);
        const char *const sentences[] = {vrmlint_budget_requirements(&presets[i], language),
                                         vrmlint_budget_note(&presets[i], language)};
        for (size_t k = 0; k < sizeof sentences / sizeof *sentences; k++) {
            if (*sentences[k] != '\0') {
                print_text(sentences[k], indent + INDENT);
            }
        }
    }
}

/* ---- symptoms ---- */

/* Prints all symptoms, one per line. */
static void explain_all_symptoms(enum vrmlint_language language)
{
    size_t count;
    const struct vrmlint_symptom *symptoms = vrmlint_symptoms(&count);
    for (size_t i = 0; i < count; i++) {
        print_text(vrmlint_symptom_text(&symptoms[i], VRMLINT_SYMPTOM, language), 0);
    }
}

/* Prints the rules of a symptom, with their summaries; a family counts as one line. */
static void print_matching_rules(enum vrmlint_language language, const struct vrmlint_symptom *symptom)
{
    char name[64];
    for (const char *at = symptom->rules; *at != '\0';) {
        size_t length = strcspn(at, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        at += length;
        at += *at == ' ';
        const struct vrmlint_rule *rule = vrmlint_rule_by_id(name);
        int column = printf("%*s%-34s ", INDENT, "", name);
        if (rule != NULL) {
            wrap(stdout, vrmlint_rule_text(rule, VRMLINT_SUMMARY, language), (size_t)column, INDENT + INDENT,
                 output_width());
        } else {
            print_words(stdout, language, WORDS_SYMPTOM_FAMILY, NO_ARGUMENTS);
        }
        putchar('\n');
    }
}

/* Prints the symptoms that are most similar to some words, with their rules. Returns false if none is similar. */
static bool explain_symptoms(enum vrmlint_language language, const char *words)
{
    size_t count;
    size_t best = 0;
    const struct vrmlint_symptom *symptoms = vrmlint_symptoms(&count);
    for (size_t i = 0; i < count; i++) {
        size_t likeness = vrmlint_symptom_likeness(&symptoms[i], words);
        best = likeness > best ? likeness : best;
    }
    bool first = true;
    for (size_t i = 0; i < count && best > 0; i++) {
        if (vrmlint_symptom_likeness(&symptoms[i], words) == best) {
            if (!first) {
                putchar('\n');
            }
            print_text(vrmlint_symptom_text(&symptoms[i], VRMLINT_SYMPTOM, language), 0);
            print_text(vrmlint_symptom_text(&symptoms[i], VRMLINT_SYMPTOM_CHECK, language), INDENT);
            putchar('\n');
            print_matching_rules(language, &symptoms[i]);
            first = false;
        }
    }
    return best > 0;
}

/* vrmlint explain: explains a rule, why it exists, and what to do. */

struct explain_arguments {
    int format; /* index in "text|markdown" */
    bool symptom;
};

enum { FORMAT_MARKDOWN = 1 };

static const struct option explain_options[] = {
    WORD_OPTION("format", "text|markdown", struct explain_arguments, format,
                N_("text (the default), or a page in Markdown")),
    FLAG_OPTION("symptom", struct explain_arguments, symptom,
                N_("explain a symptom, such as \"hair shakes\", instead of a rule: which rules can cause it, and what "
                   "to check; "
                   "without words, list all symptoms")),
    OPTIONS_COMMON,
};

/* Whether a rule is about budgets, so that its explanation lists those that platforms publish. */
static bool is_about_budgets(const struct vrmlint_rule *rule)
{
    return text_begins(rule->id, "budget/");
}

static const struct example *example_of(const char *rule)
{
    for (const struct example *example = examples; example->rule != NULL; example++) {
        if (strcmp(example->rule, rule) == 0) {
            return example;
        }
    }
    return NULL;
}

static enum message fix_meaning(enum vrmlint_fix fix)
{
    static const enum message meanings[] = {
        [VRMLINT_FIX_NONE] = WORDS_RULE_FIX_NONE,
        [VRMLINT_FIX_SAFE] = WORDS_RULE_FIX_SAFE,
        [VRMLINT_FIX_REPAIR] = WORDS_RULE_FIX_REPAIR,
        [VRMLINT_FIX_UNSAFE] = WORDS_RULE_FIX_UNSAFE,
    };
    return meanings[fix];
}

static enum message runs_meaning(const struct vrmlint_rule *rule)
{
    return rule->opt_in ? WORDS_RULE_OPTS_IN : WORDS_RULE_RUNS_ALWAYS;
}

/* Returns the version that added a rule, and the one that deprecated it. */
static const char *life_of(struct words_room *room, const struct vrmlint_rule *rule, enum vrmlint_language language)
{
    return *rule->deprecated == '\0'
               ? rule->since
               : words_text(room, language, WORDS_RULE_DEPRECATED,
                            ARGUMENTS(TERM("since", rule->since), TERM("deprecated", rule->deprecated)));
}

/* ---- severities and fixes of a rule's findings ---- */

enum { VALUES = 4 };

/* Returns the usual value, and the others that findings have, which are a set of bits. names: by value. */
static const char *usual_and_others(struct words_room *room, enum vrmlint_language language, enum message usual,
                                    int value, unsigned found, const struct argument names[VALUES])
{
    struct words_room first;
    struct argument others[VALUES];
    size_t count = 0;
    for (int i = 0; i < VALUES; i++) {
        if (i != value && (found & 1U << i) != 0) {
            others[count++] = names[i];
        }
    }
    if (count == 0) {
        return words_text(room, language, usual, NO_ARGUMENTS);
    }
    return words_text(room, language, WORDS_RULE_SOMETIMES,
                      ARGUMENTS(TERM("usual", words_text(&first, language, usual, NO_ARGUMENTS)),
                                argument_list("others", others, count, count, JOIN_OR)));
}

static const char *severities_of(struct words_room *room, const struct vrmlint_rule *rule,
                                 enum vrmlint_language language)
{
    const struct argument names[VALUES] = {[VRMLINT_INFO] = WORD("", words_of_severity(VRMLINT_INFO)),
                                           [VRMLINT_WARNING] = WORD("", words_of_severity(VRMLINT_WARNING)),
                                           [VRMLINT_ERROR] = WORD("", words_of_severity(VRMLINT_ERROR))};
    const struct example *example = example_of(rule->id);
    return usual_and_others(room, language, words_of_severity(rule->severity), (int)rule->severity,
                            example == NULL ? 0 : example->severities, names);
}

/* Returns what the specifications say about findings of a rule. */
static const char *classes_of(struct words_room *room, const struct vrmlint_rule *rule, enum vrmlint_language language)
{
    static const enum message meanings[] = {[VRMLINT_ADVICE] = WORDS_CLASS_OF_ADVICE,
                                            [VRMLINT_SHOULD] = WORDS_CLASS_OF_SHOULD,
                                            [VRMLINT_MUST] = WORDS_CLASS_OF_MUST};
    const struct argument names[VALUES] = {[VRMLINT_ADVICE] = WORD("", words_of_class(VRMLINT_ADVICE)),
                                           [VRMLINT_SHOULD] = WORD("", words_of_class(VRMLINT_SHOULD)),
                                           [VRMLINT_MUST] = WORD("", words_of_class(VRMLINT_MUST))};
    unsigned found = 0;
    for (unsigned i = 0; i < MESSAGE_LIMIT; i++) {
        if (message_is_of((enum message)i, rule_number(rule))) {
            found |= 1U << vrmlint_rule_class(rule, message_line((enum message)i).variant);
        }
    }
    enum vrmlint_class usual = vrmlint_rule_class(rule, NULL);
    return usual_and_others(room, language, meanings[usual], (int)usual, found, names);
}

static const char *fixes_of(struct words_room *room, const struct vrmlint_rule *rule, enum vrmlint_language language)
{
    const struct argument names[VALUES] = {[VRMLINT_FIX_NONE] = WORD("", WORDS_FIX_NAME_NONE),
                                           [VRMLINT_FIX_SAFE] = WORD("", WORDS_FIX_NAME_SAFE),
                                           [VRMLINT_FIX_REPAIR] = WORD("", WORDS_FIX_NAME_REPAIR),
                                           [VRMLINT_FIX_UNSAFE] = WORD("", WORDS_FIX_NAME_UNSAFE)};
    const struct example *example = example_of(rule->id);
    return usual_and_others(room, language, fix_meaning(rule->fix), (int)rule->fix,
                            example == NULL ? 0 : example->fixes, names);
}

/* ---- text ---- */

static void print_title(enum vrmlint_language language, enum message title)
{
    putchar('\n');
    print_words(stdout, language, title, NO_ARGUMENTS);
    putchar('\n');
}

static void print_paragraph(const char *text)
{
    printf("%*s", INDENT, "");
    wrap(stdout, text, INDENT, INDENT, output_width());
    putchar('\n');
}

static void print_section(enum vrmlint_language language, enum message title, const char *text)
{
    if (*text != '\0') {
        print_title(language, title);
        print_paragraph(text);
    }
}

/* Prints a note of an example: its name, and up to two arguments after colons. */
static void print_note(enum vrmlint_language language, const char *note, size_t length)
{
    static const struct {
        const char *name;
        enum message words;
        const char *places[2];
    } notes[] = {
        {"NODES", WORDS_EXAMPLE_NODES, {NULL}},
        {"MORE", WORDS_EXAMPLE_MORE, {"count"}},
        {"IN_ALL", WORDS_EXAMPLE_IN_ALL, {"count"}},
        {"EMPTY", WORDS_EXAMPLE_EMPTY, {NULL}},
        {"MAGIC", WORDS_EXAMPLE_MAGIC, {"text"}},
        {"VERSION", WORDS_EXAMPLE_VERSION, {"count"}},
        {"LENGTH", WORDS_EXAMPLE_LENGTH, {"count"}},
        {"CHUNK_LENGTH", WORDS_EXAMPLE_CHUNK_LENGTH, {"index", "count"}},
        {"CHUNK_TYPE", WORDS_EXAMPLE_CHUNK_TYPE, {"index", "text"}},
        {"END", WORDS_EXAMPLE_END, {NULL}},
    };
    char parts[3][64] = {""}; /* the name, and the arguments */
    for (size_t part = 0; part < 3 && length > 0; part++) {
        const char *colon = part < 2 ? memchr(note, ':', length) : NULL;
        size_t size = colon == NULL ? length : (size_t)(colon - note);
        snprintf(parts[part], sizeof parts[part], "%.*s", (int)size, note);
        size += colon != NULL;
        note += size;
        length -= size;
    }
    size_t i = 0;
    while (strcmp(notes[i].name, parts[0]) != 0) {
        i++;
        assert(i < sizeof notes / sizeof notes[0] && "src/examples.py makes a note that isn't in the table");
    }
    const char *const *places = notes[i].places;
    const struct argument *arguments = ARGUMENTS(TERM(places[0], parts[1]), TERM(places[1], parts[2]));
    print_words(stdout, language, notes[i].words, places[0] == NULL ? NO_ARGUMENTS : arguments);
}

/* Prints a line of an example with its notes. */
static void print_explain_line(enum vrmlint_language language, const char *line, size_t length)
{
    const char *end = line + length;
    while (line < end) {
        const char *note = memchr(line, '\1', (size_t)(end - line));
        const char *text_end = note == NULL ? end : note;
        printf("%.*s", (int)(text_end - line), line);
        line = text_end;
        if (note != NULL) {
            const char *behind = memchr(note, '\2', (size_t)(end - note));
            print_note(language, note + 1, (size_t)(behind - note - 1));
            line = behind + 1;
        }
    }
}

static void print_lines(enum vrmlint_language language, const char *text, int indent)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        printf("%*s", length == 0 ? 0 : indent, "");
        print_explain_line(language, text, length);
        putchar('\n');
        text += length + (text[length] == '\n');
    }
}

static void print_example(enum vrmlint_language language, enum message title, const char *text)
{
    if (*text == '\0') {
        return;
    }
    print_title(language, title);
    print_lines(language, text, INDENT);
}

/* Prints "severity   error". */
static void print_field(enum vrmlint_language language, enum message label, const char *text)
{
    size_t column = print_words(stdout, language, label, NO_ARGUMENTS);
    printf("%*s%s\n", column < LABEL ? (int)(LABEL - column) : 1, "", text);
}

/* Whether a rule is about avatars of VRM 1.0, which VSeeFace doesn't read at all. */
static bool is_about_vrm1(const struct vrmlint_rule *rule)
{
    return text_begins(rule->id, "vrm/");
}

/* Prints what apps do with files that have a finding of the rule. */
static void print_claims(enum vrmlint_language language, const struct vrmlint_rule *rule)
{
    struct vrmlint_claim claims[VRMLINT_CLAIMS_MOST];
    size_t count = vrmlint_rule_claims(rule, NULL, claims);
    if (count > 0 || is_about_vrm1(rule)) {
        print_title(language, WORDS_CLAIMS_HEAD);
    }
    claims_text(stdout, language, claims, count, INDENT, output_width());
    if (is_about_vrm1(rule)) {
        struct words_room room;
        print_paragraph(words_text(&room, language, WORDS_VERDICT_VSEEFACE, NO_ARGUMENTS));
    }
}

/* Prints all messages of the rule, with the names of the arguments, and what apps do in that case if it differs. */
static void print_messages(enum vrmlint_language language, const struct vrmlint_rule *rule)
{
    struct vrmlint_claim claims[VRMLINT_CLAIMS_MOST];
    bool first = true;
    enum rule number = rule_number(rule);
    for (unsigned i = 0; i < MESSAGE_LIMIT; i++) {
        if (message_is_of((enum message)i, number)) {
            struct words_room room;
            if (first) {
                print_title(language, WORDS_RULE_SAYS);
            }
            print_paragraph(words_outline(&room, language, (enum message)i, false));
            size_t claimed = claims_of_message(rule, message_line((enum message)i).variant, claims);
            claims_text(stdout, language, claims, claimed, 2 * INDENT, output_width());
            first = false;
        }
    }
}

/* Prints where tools show what the rule is about: a line each. */
static void explain_steps(enum vrmlint_language language, const struct vrmlint_rule *rule, bool markdown)
{
    struct words_room title;
    struct words_room line;
    bool first = true;
    for (unsigned way = 0; way < STEPS_WAYS; way++) {
        enum message tool;
        enum message path = steps_of_rule(rule, way, &tool);
        if (path == MESSAGE_NONE) {
            continue;
        }
        if (first && markdown) {
            fputs("\n## ", stdout);
            print_words(stdout, language, WORDS_STEPS_WHERE, NO_ARGUMENTS);
            fputs("\n\n", stdout);
        } else if (first) {
            print_title(language, WORDS_STEPS_WHERE);
        }
        first = false;
        const struct argument *arguments =
            ARGUMENTS(TERM("tool", words_text(&title, language, tool, NO_ARGUMENTS)), WORD("steps", path));
        const char *text = words_text(&line, language, WORDS_STEPS_LINE, arguments);
        if (markdown) {
            printf("- %s\n", text);
        } else {
            print_paragraph(text);
        }
    }
}

static void explain_rule(const struct vrmlint_rule *rule, enum vrmlint_language language)
{
    struct words_room room;
    puts(rule->id);
    print_paragraph(vrmlint_rule_text(rule, VRMLINT_SUMMARY, language));
    putchar('\n');
    print_field(language, WORDS_RULE_SEVERITY, severities_of(&room, rule, language));
    print_field(language, WORDS_RULE_CLASS, classes_of(&room, rule, language));
    print_field(language, WORDS_RULE_RUNS, words_text(&room, language, runs_meaning(rule), NO_ARGUMENTS));
    print_field(language, WORDS_RULE_FIX, fixes_of(&room, rule, language));
    if (*rule->spec != '\0') {
        print_field(language, WORDS_RULE_SPEC, rule->spec);
    }
    print_field(language, WORDS_RULE_SINCE, life_of(&room, rule, language));
    if (*rule->formerly != '\0') {
        print_field(language, WORDS_RULE_FORMERLY, rule->formerly);
    }
    print_section(language, WORDS_RULE_WHY, vrmlint_rule_text(rule, VRMLINT_WHY, language));
    print_section(language, WORDS_HEAD_WHAT_TO_DO, vrmlint_rule_text(rule, VRMLINT_HOW, language));
    explain_steps(language, rule, false);
    print_claims(language, rule);
    if (is_about_budgets(rule)) {
        print_title(language, WORDS_RULE_BUDGETS);
        explain_budgets(language, INDENT);
    }
    print_messages(language, rule);
    const struct example *example = example_of(rule->id);
    if (example != NULL) {
        print_example(language, WORDS_RULE_FAILS, example->fails);
        print_example(language, WORDS_RULE_PASSES, example->passes);
    }
}

/* ---- a page of the documentation ---- */

static void print_fenced(enum vrmlint_language language, enum message title, const char *text)
{
    if (*text != '\0') {
        fputs("\n## ", stdout);
        print_words(stdout, language, title, NO_ARGUMENTS);
        fputs("\n\n```text\n", stdout);
        print_lines(language, text, 0);
        fputs("```\n", stdout);
    }
}

static void print_part(enum vrmlint_language language, enum message title, const char *text)
{
    fputs("\n## ", stdout);
    print_words(stdout, language, title, NO_ARGUMENTS);
    printf("\n\n%s\n", text);
}

static void print_item(enum vrmlint_language language, enum message label, const char *text)
{
    fputs("- ", stdout);
    print_words(stdout, language, label, NO_ARGUMENTS);
    printf(": %s\n", text);
}

static void print_claims_heading(enum vrmlint_language language)
{
    fputs("\n## ", stdout);
    print_words(stdout, language, WORDS_CLAIMS_HEAD, NO_ARGUMENTS);
    putchar('\n');
}

/* Prints what apps do, and in which cases they do something else. */
static void print_claims_markdown(enum vrmlint_language language, const struct vrmlint_rule *rule)
{
    struct vrmlint_claim claims[VRMLINT_CLAIMS_MOST];
    enum rule number = rule_number(rule);
    bool first = true;
    for (unsigned i = 0; i <= MESSAGE_LIMIT; i++) { /* claims for all messages (MESSAGE_NONE) come first */
        enum message message = i == 0 ? MESSAGE_NONE : (enum message)(i - 1);
        size_t claimed = message == MESSAGE_NONE ? vrmlint_rule_claims(rule, NULL, claims)
                         : !message_is_of(message, number)
                             ? 0
                             : claims_of_message(rule, message_line(message).variant, claims);
        if (claimed == 0) {
            continue;
        }
        if (first) {
            print_claims_heading(language);
        }
        first = false;
        struct words_room room;
        printf("\n%s%s%s", message == MESSAGE_NONE ? "" : "> ",
               message == MESSAGE_NONE ? "" : words_outline(&room, language, message, false),
               message == MESSAGE_NONE ? "" : "\n\n");
        claims_markdown(stdout, language, claims, claimed);
    }
    if (is_about_vrm1(rule)) {
        struct words_room room;
        if (first) {
            print_claims_heading(language);
        }
        printf("\n%s\n", words_text(&room, language, WORDS_VERDICT_VSEEFACE, NO_ARGUMENTS));
    }
}

static void explain_markdown(const struct vrmlint_rule *rule, enum vrmlint_language language)
{
    struct words_room room;
    printf("# %s\n\n**%s**: ", rule->id, severities_of(&room, rule, language));
    printf("%s%s\n\n", vrmlint_rule_text(rule, VRMLINT_SUMMARY, language), message_template(WORDS_FULL_STOP, language));
    print_item(language, WORDS_RULE_RUNS, words_text(&room, language, runs_meaning(rule), NO_ARGUMENTS));
    print_item(language, WORDS_RULE_CLASS, classes_of(&room, rule, language));
    print_item(language, WORDS_RULE_FIX, fixes_of(&room, rule, language));
    if (*rule->spec != '\0') {
        print_item(language, WORDS_RULE_SPECIFICATION, rule->spec);
    }
    print_item(language, WORDS_RULE_SINCE, life_of(&room, rule, language));
    if (*rule->formerly != '\0') {
        print_item(language, WORDS_RULE_FORMERLY, rule->formerly);
    }
    print_part(language, WORDS_RULE_WHY, vrmlint_rule_text(rule, VRMLINT_WHY, language));
    print_part(language, WORDS_HEAD_WHAT_TO_DO, vrmlint_rule_text(rule, VRMLINT_HOW, language));
    explain_steps(language, rule, true);
    print_claims_markdown(language, rule);
    if (is_about_budgets(rule)) {
        print_part(language, WORDS_RULE_BUDGETS, "```text");
        explain_budgets(language, 0);
        puts("```");
    }
    const struct example *example = example_of(rule->id);
    if (example != NULL) {
        print_fenced(language, WORDS_RULE_FAILS, example->fails);
        print_fenced(language, WORDS_RULE_PASSES, example->passes);
    }
}

static enum status report_unknown_rule(const struct command *command, const char *name)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    struct nearest nearest = nearest_to(name, strlen(name));
    for (size_t i = 0; i < count; i++) {
        size_t length = rules_family_length(&rules[i]);
        struct nearest_text whole = {rules[i].id, strlen(rules[i].id)};
        nearest_offer_as(&nearest, whole, whole);
        nearest_offer_as(&nearest, (struct nearest_text){rules[i].id + length + 1, whole.length - length - 1}, whole);
        nearest_offer_as(&nearest, (struct nearest_text){rules[i].id, length},
                         (struct nearest_text){rules[i].id, length});
    }
    if (nearest.best.text == NULL) {
        return usage_error(command, WORDS_NO_RULE_OF_ALL, ARGUMENTS(TERM("name", name)));
    }
    return usage_error_meant(command, WORDS_NO_RULE, ARGUMENTS(TERM("name", name)), nearest.best.text,
                             nearest.best.length);
}

/* Explains the symptom that operands describe. */
static enum status explain_symptom(const struct command *command, int count, char **operands)
{
    char words[1024] = "";
    size_t length = 0;
    for (int i = 0; i < count && length < sizeof words; i++) {
        length += (size_t)snprintf(words + length, sizeof words - length, "%s%s", i == 0 ? "" : " ", operands[i]);
    }
    if (count == 0) {
        explain_all_symptoms(command->language);
    } else if (!explain_symptoms(command->language, words)) {
        return usage_error(command, WORDS_NO_SYMPTOM, ARGUMENTS(TERM("name", words)));
    }
    return finish_output(command->language);
}

static enum status run_explain(const struct command *command, int argc, char **argv)
{
    enum status status;
    int operands;
    struct explain_arguments settings = {0};
    if (options_parse(command, argc, argv, &settings, &operands, &status) != PARSED) {
        return status;
    }
    if (settings.symptom) {
        return explain_symptom(command, operands, argv);
    }
    if (operands != 1) {
        return usage_error(command, operands == 0 ? WORDS_EXPLAIN_NEEDS_RULE : WORDS_EXPLAIN_ONE_RULE, NO_ARGUMENTS);
    }
    const struct vrmlint_rule *rule = vrmlint_rule_by_id(argv[0]);
    if (rule != NULL && settings.format == FORMAT_MARKDOWN) {
        explain_markdown(rule, command->language);
    } else if (rule != NULL) {
        explain_rule(rule, command->language);
    } else if (rules_text(stdout, command->language, argv[0], false) == 0 &&
               rules_text(stdout, command->language, argv[0], true) == 0) {
        return report_unknown_rule(command, argv[0]);
    }
    return finish_output(command->language);
}

const struct command command_explain = {
    .name = "explain",
    .operands = "RULE",
    .summary = N_("Explain a rule, with an example that fails and one that passes; for a family, list its rules, and "
                  "for words of an id, such as hit-radius, those that have them"),
    .options = explain_options,
    .run = run_explain,
};
