/* vrmlint explain: what a rule means, why, and what to do. */
#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "cli/commands.h"
#include "cli/examples.h"
#include "cli/rules_list.h"
#include "report/wrap.h"
#include "vrmlint.h"

enum { INDENT = 2, LABEL = 11 };

struct settings {
    int format; /* place in "text|markdown" */
};

enum { FORMAT_MARKDOWN = 1 };

static const struct option options[] = {
    {.name = "format",
     .argument = "text|markdown",
     .help = "text (the default), or a page in Markdown, as the documentation has one for each rule",
     .kind = OPTION_WORD,
     .offset = offsetof(struct settings, format)},
    OPTIONS_COMMON,
};

static const struct example *example_of(const char *rule)
{
    for (const struct example *example = examples; example->rule != NULL; example++) {
        if (strcmp(example->rule, rule) == 0) {
            return example;
        }
    }
    return NULL;
}

static const char *fix_meaning(enum vrmlint_fix fix)
{
    switch (fix) {
    case VRMLINT_FIX_SAFE:
        return "safe: mending it changes nothing in an app that follows the specification";
    case VRMLINT_FIX_REPAIR:
        return "repair: it can be made valid in one determined way";
    case VRMLINT_FIX_UNSAFE:
        return "unsafe: it can be mended, but somebody must look at the result";
    default:
        return "none: it needs whoever made the avatar";
    }
}

static void put_section(const char *title, const char *text)
{
    if (*text != '\0') {
        printf("\n%s\n%*s", title, INDENT, "");
        wrap(stdout, text, INDENT, INDENT, output_width());
        putchar('\n');
    }
}

static void put_example(const char *title, const char *text)
{
    if (*text == '\0') {
        return;
    }
    printf("\n%s\n", title);
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        printf("%*s%.*s\n", length == 0 ? 0 : INDENT, "", (int)length, text);
        text += length + (text[length] == '\n');
    }
}

static void explain(const struct vrmlint_rule *rule)
{
    printf("%s\n%*s", rule->id, INDENT, "");
    wrap(stdout, rule->summary, INDENT, INDENT, output_width());
    printf("\n\n%-*s%s\n", LABEL, "severity", vrmlint_severity_name(rule->severity));
    printf("%-*s%s\n", LABEL, "runs", rule->opt_in ? "only when selected by its id or family (opt-in)" : "by default");
    printf("%-*s%s\n", LABEL, "fix", fix_meaning(rule->fix));
    if (*rule->spec != '\0') {
        printf("%-*s%s\n", LABEL, "spec", rule->spec);
    }
    put_section("Why", rule->why);
    put_section("What to do", rule->how);
    const struct example *example = example_of(rule->id);
    if (example != NULL) {
        put_example("An example that fails", example->fails);
        put_example("An example that passes", example->passes);
    }
}

static void put_fenced(const char *title, const char *text)
{
    if (*text != '\0') {
        printf("\n## %s\n\n```text\n%s%s```\n", title, text, text[strlen(text) - 1] == '\n' ? "" : "\n");
    }
}

/* A page of the documentation. */
static void explain_markdown(const struct vrmlint_rule *rule)
{
    printf("# %s\n\n**%s**: %s.\n\n", rule->id, vrmlint_severity_name(rule->severity), rule->summary);
    printf("- runs: %s\n", rule->opt_in ? "only when selected by its id or family (opt-in)" : "by default");
    printf("- fix: %s\n", fix_meaning(rule->fix));
    if (*rule->spec != '\0') {
        printf("- specification: %s\n", rule->spec);
    }
    printf("\n## Why\n\n%s\n\n## What to do\n\n%s\n", rule->why, rule->how);
    const struct example *example = example_of(rule->id);
    if (example != NULL) {
        put_fenced("An example that fails", example->fails);
        put_fenced("An example that passes", example->passes);
    }
}

static enum status unknown(const struct command *command, const char *name)
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
        return usage_error(command, "there is no rule or family '%s'; vrmlint rules lists them", name);
    }
    return usage_error(command, "there is no rule or family '%s'; did you mean '%.*s'?", name, (int)nearest.best.length,
                       nearest.best.text);
}

static enum status run(const struct command *command, int argc, char **argv)
{
    enum status status;
    int operands;
    struct settings settings = {0};
    if (options_parse(command, argc, argv, &settings, &operands, &status) != PARSED) {
        return status;
    }
    if (operands != 1) {
        return usage_error(command, operands == 0 ? "explain needs a RULE; vrmlint rules lists them"
                                                  : "explain takes one RULE at a time");
    }
    const struct vrmlint_rule *rule = vrmlint_rule_by_id(argv[0]);
    if (rule != NULL && settings.format == FORMAT_MARKDOWN) {
        explain_markdown(rule);
    } else if (rule != NULL) {
        explain(rule);
    } else if (rules_text(stdout, argv[0]) == 0) {
        return unknown(command, argv[0]);
    }
    return finish_output();
}

const struct command command_explain = {
    .name = "explain",
    .operands = "RULE",
    .summary = "Say what a rule means, why, with an example that fails and one that passes; a family lists its rules",
    .options = options,
    .run = run,
};
