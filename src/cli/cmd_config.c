/* vrmlint config: shows the settings that apply to a path, and the origin of each. */
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "base/os_thread.h"
#include "cli/commands.h"
#include "cli/gather.h"
#include "ids/messages_command.h"
#include "report/escape.h"
#include "report/print.h"
#include "run/policies.h"
#include "run/pool.h"
#include "vrmlint.h"

enum config_form { CONFIG_FORM_TEXT, CONFIG_FORM_JSON }; /* the words of --format */

struct config_arguments {
    const char *config;
    bool no_config;
    int form;
    enum vrmlint_language language;
};

static const struct option config_options[] = {
    TEXT_OPTION("config", "FILE", struct config_arguments, config,
                N_("use the settings of FILE, as check does with the same option")),
    FLAG_OPTION("no-config", struct config_arguments, no_config,
                N_("show the settings without any file: the defaults")),
    WORD_OPTION("format", "text|json", struct config_arguments, form,
                N_("text (the default), with the rules that settings files change, or json for programs, with "
                   "every rule")),
    OPTIONS_COMMON,
};

/* The settings to show. */
struct shown_setting {
    enum vrmlint_language language;
    const char *path;
    const struct vrmlint_policy *policy;
    const struct policies_source *sources;
    size_t source_count;
    size_t *matched; /* by ignore: the findings that it matches in the files of the path */
    size_t files;    /* how many they are; 0: nothing was checked */
};

/* Returns what makes files fail, as in settings. *origin receives the settings file that sets it, or NULL. */
static const char *fail_on_name(const struct vrmlint_policy *policy, const char **origin)
{
    enum vrmlint_severity least = vrmlint_policy_fails_from(policy, origin);
    return vrmlint_policy_fails_invalid(policy) ? "invalid"
           : least == VRMLINT_OFF               ? "never"
                                                : vrmlint_severity_name(least);
}

/* ---- text ---- */

enum { ORIGIN_COLUMN = 56, TEXT_MAX = 1024 };

static size_t print_config_words(const struct shown_setting *shown, enum message words,
                                 const struct argument *arguments)
{
    return print_words(stdout, shown->language, words, arguments);
}

/* Ends a line with the origin of its setting. */
static void print_origin(const struct shown_setting *shown, size_t column, const char *origin)
{
    printf("%*s", column + 2 > ORIGIN_COLUMN ? 2 : (int)(ORIGIN_COLUMN - column), "");
    if (origin == NULL) {
        print_config_words(shown, WORDS_CONFIG_DEFAULT, NO_ARGUMENTS);
    } else {
        escape_text(stdout, origin);
    }
    putchar('\n');
}

static void text_files(const struct shown_setting *shown)
{
    print_config_words(shown, shown->source_count == 0 ? WORDS_CONFIG_NO_FILES : WORDS_CONFIG_FILES, NO_ARGUMENTS);
    putchar('\n');
    for (size_t i = 0; i < shown->source_count; i++) {
        const struct vrmlint_config *config = shown->sources[i].config;
        fputs("  ", stdout);
        escape_text(stdout, vrmlint_config_name(config));
        fputs(vrmlint_config_is_root(config) ? " (root)" : "", stdout);
        const char *before = ": ";
        for (size_t k = 0; k < vrmlint_config_block_count(config); k++) {
            if (shown->sources[i].blocks[k]) {
                printf("%spaths[%zu]", before, k);
                before = ", ";
            }
        }
        putchar('\n');
    }
}

static void text_rules(const struct shown_setting *shown)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    size_t on = 0;
    size_t reported_of = 0;
    for (size_t i = 0; i < count; i++) {
        on += vrmlint_policy_effective(shown->policy, &rules[i]) != VRMLINT_OFF;
        reported_of += vrmlint_policy_origin(shown->policy, &rules[i]) != NULL;
    }
    putchar('\n');
    print_config_words(shown, reported_of > 0 ? WORDS_CONFIG_RULES_SAID : WORDS_CONFIG_RULES,
                       ARGUMENTS(COUNT("on", on), COUNT("off", count - on)));
    putchar('\n');
    for (size_t i = 0; i < count; i++) {
        const char *origin = vrmlint_policy_origin(shown->policy, &rules[i]);
        if (origin != NULL) {
            const char *level = vrmlint_severity_name(vrmlint_policy_effective(shown->policy, &rules[i]));
            print_origin(shown, (size_t)printf("  %-44s %s", rules[i].id, level), origin);
        }
    }
}

static void text_thresholds(const struct shown_setting *shown)
{
    size_t count;
    const struct vrmlint_threshold *thresholds = vrmlint_thresholds(&count);
    putchar('\n');
    print_config_words(shown, WORDS_CONFIG_THRESHOLDS, NO_ARGUMENTS);
    putchar('\n');
    for (size_t i = 0; i < count; i++) {
        double value = vrmlint_policy_threshold_value(shown->policy, &thresholds[i]);
        const char *origin = vrmlint_policy_threshold_origin(shown->policy, &thresholds[i]);
        int column = printf("  %-36s %g ", thresholds[i].name, value);
        print_origin(shown,
                     (size_t)column + print_config_words(shown, message_of_unit(thresholds[i].unit), NO_ARGUMENTS),
                     origin);
    }
}

/* Prints the figures that settings limit, and the presets. */
static void text_budget(const struct shown_setting *shown)
{
    size_t count;
    const char *const *figures = vrmlint_figures(&count);
    putchar('\n');
    print_config_words(shown, WORDS_CONFIG_BUDGET, NO_ARGUMENTS);
    putchar('\n');
    for (size_t i = 0; i < count; i++) {
        double limit = vrmlint_policy_budget_value(shown->policy, figures[i]);
        if (!isnan(limit)) {
            printf("  %-36s %.0f\n", figures[i], limit);
        }
    }
    const struct vrmlint_budget_preset *presets = vrmlint_budget_presets(&count);
    for (size_t i = 0; i < count; i++) {
        printf("  \"preset\": \"%s\"%*s %s%s%s\n", presets[i].name, 24 - (int)strlen(presets[i].name), "",
               presets[i].source, presets[i].date == NULL ? "" : ", ", presets[i].date == NULL ? "" : presets[i].date);
    }
}

/* Returns the text of an ignore: its rule, its conditions and its reason. */
static const char *ignore_text(struct words_room *room, enum vrmlint_language language,
                               const struct vrmlint_ignore *ignore)
{
    static const enum message words[] = {WORDS_CONFIG_NODE,       WORDS_CONFIG_SPRING,   WORDS_CONFIG_BONE,
                                         WORDS_CONFIG_EXPRESSION, WORDS_CONFIG_MATERIAL, WORDS_CONFIG_TEXTURE,
                                         WORDS_CONFIG_MESH};
    enum { NAMES = sizeof words / sizeof *words };
#define NAME(member) ignore->member,
    const char *const names[] = {VRMLINT_IGNORE_NAMES(NAME)};
#undef NAME
    _Static_assert(sizeof names / sizeof *names == NAMES, "one for each");
    struct argument named[NAMES][2]; /* must exist to the end of this function */
    struct argument places[NAMES + 1];
    size_t count = 0;
    for (size_t i = 0; i < NAMES; i++) {
        if (names[i] != NULL) {
            named[i][0] = TEXT("name", names[i]);
            named[i][1] = (struct argument){.name = NULL};
            places[count++] = CLAUSE("", words[i], named[i]);
        }
    }
    if (ignore->pointer != NULL) {
        places[count++] = TERM("", ignore->pointer);
    }
    return words_text(room, language, WORDS_CONFIG_IGNORE,
                      ARGUMENTS(TERM("rule", ignore->rule), argument_list("places", places, count, count, JOIN_COMMA),
                                TERM("reason", ignore->reason)));
}

static void text_ignores(const struct shown_setting *shown)
{
    size_t count;
    const struct vrmlint_ignore *ignores = vrmlint_policy_ignores(shown->policy, &count);
    if (count > 0) {
        putchar('\n');
        print_config_words(shown, WORDS_CONFIG_IGNORED, NO_ARGUMENTS);
        putchar('\n');
    }
    for (size_t i = 0; i < count; i++) {
        const struct vrmlint_ignore *ignore = &ignores[i];
        struct words_room room;
        char text[TEXT_MAX];
        fputs("  ", stdout);
        wrap(stdout, ignore_text(&room, shown->language, ignore), 2, 4, output_width());
        snprintf(text, sizeof text, "%s:%zu:%zu", ignore->config, ignore->line, ignore->column);
        fputs("\n    ", stdout);
        escape_text(stdout, text);
        putchar('\n');
        if (shown->files > 0) {
            fputs("    ", stdout);
            print_config_words(shown, shown->matched[i] == 0 ? WORDS_CONFIG_UNMATCHED : WORDS_CONFIG_MATCHED,
                               shown->matched[i] == 0
                                   ? ARGUMENTS(COUNT("files", shown->files))
                                   : ARGUMENTS(COUNT("findings", shown->matched[i]), COUNT("files", shown->files)));
            putchar('\n');
        }
    }
}

static void show_text(const struct shown_setting *shown)
{
    const char *origin;
    print_config_words(shown, WORDS_CONFIG_FOR, ARGUMENTS(TERM("path", shown->path)));
    putchar('\n');
    text_files(shown);
    putchar('\n');
    size_t column = (size_t)printf("failOn: %s", fail_on_name(shown->policy, &origin));
    print_origin(shown, column, origin);
    enum vrmlint_severity least = vrmlint_policy_shows_from(shown->policy, &origin);
    if (least > VRMLINT_INFO) {
        print_origin(shown, (size_t)printf("minSeverity: %s", vrmlint_severity_name(least)), origin);
    }
    enum vrmlint_language language;
    if (vrmlint_policy_language(shown->policy, &language, &origin)) {
        print_origin(shown, (size_t)printf("lang: %s", vrmlint_language_name(language)), origin);
    }
    const char *baseline = vrmlint_policy_baseline(shown->policy, &origin);
    if (baseline != NULL) {
        fputs("baseline: ", stdout);
        escape_text(stdout, baseline);
        print_origin(shown, strlen("baseline: ") + strlen(baseline), origin);
    }
    if (!vrmlint_policy_reads_data(shown->policy, &origin)) {
        print_origin(shown, (size_t)printf("noData: true"), origin);
    }
    text_rules(shown);
    text_thresholds(shown);
    text_budget(shown);
    text_ignores(shown);
}

/* ---- json ---- */

/* Prints "name": "text", or null, after before. */
static void json_text(const char *before, const char *name, const char *text)
{
    printf("%s\"%s\": ", before, name);
    if (text == NULL) {
        fputs("null", stdout);
    } else {
        escape_json(stdout, text);
    }
}

static void json_files(const struct shown_setting *shown)
{
    fputs(",\n \"files\": [", stdout);
    for (size_t i = 0; i < shown->source_count; i++) {
        const struct vrmlint_config *config = shown->sources[i].config;
        json_text(i == 0 ? "{" : ", {", "path", vrmlint_config_name(config));
        printf(", \"root\": %s, \"blocks\": [", vrmlint_config_is_root(config) ? "true" : "false");
        const char *before = "";
        for (size_t k = 0; k < vrmlint_config_block_count(config); k++) {
            if (shown->sources[i].blocks[k]) {
                printf("%s%zu", before, k);
                before = ", ";
            }
        }
        fputs("]}", stdout);
    }
    fputs("]", stdout);
}

static void json_rules(const struct shown_setting *shown)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    fputs(",\n \"rules\": [", stdout);
    for (size_t i = 0; i < count; i++) {
        json_text(i == 0 ? "\n  {" : ",\n  {", "rule", rules[i].id);
        json_text(", ", "severity", vrmlint_severity_name(vrmlint_policy_effective(shown->policy, &rules[i])));
        json_text(", ", "from", vrmlint_policy_origin(shown->policy, &rules[i]));
        fputs("}", stdout);
    }
    fputs("]", stdout);
}

static void json_thresholds(const struct shown_setting *shown)
{
    size_t count;
    const struct vrmlint_threshold *thresholds = vrmlint_thresholds(&count);
    fputs(",\n \"thresholds\": [", stdout);
    for (size_t i = 0; i < count; i++) {
        json_text(i == 0 ? "\n  {" : ",\n  {", "name", thresholds[i].name);
        fputs(", \"value\": ", stdout);
        escape_json_number(stdout, vrmlint_policy_threshold_value(shown->policy, &thresholds[i]));
        json_text(", ", "unit", thresholds[i].unit);
        json_text(", ", "meaning", thresholds[i].meaning);
        json_text(", ", "from", vrmlint_policy_threshold_origin(shown->policy, &thresholds[i]));
        fputs("}", stdout);
    }
    fputs("]", stdout);
}

static void json_budget(const struct shown_setting *shown)
{
    size_t count;
    const char *const *figures = vrmlint_figures(&count);
    const char *before = "";
    fputs(",\n \"budget\": {", stdout);
    for (size_t i = 0; i < count; i++) {
        double limit = vrmlint_policy_budget_value(shown->policy, figures[i]);
        if (!isnan(limit)) {
            printf("%s\"%s\": ", before, figures[i]);
            escape_json_number(stdout, limit);
            before = ", ";
        }
    }
    putchar('}');
}

static void json_ignores(const struct shown_setting *shown)
{
    size_t count;
    const struct vrmlint_ignore *ignores = vrmlint_policy_ignores(shown->policy, &count);
    fputs(",\n \"ignores\": [", stdout);
    for (size_t i = 0; i < count; i++) {
        json_text(i == 0 ? "\n  {" : ",\n  {", "rule", ignores[i].rule);
        json_text(", ", "pointer", ignores[i].pointer);
#define NAME(member) json_text(", ", #member, ignores[i].member);
        VRMLINT_IGNORE_NAMES(NAME)
#undef NAME
        json_text(", ", "reason", ignores[i].reason);
        json_text(", ", "config", ignores[i].config);
        printf(", \"line\": %zu, \"column\": %zu", ignores[i].line, ignores[i].column);
        if (shown->files > 0) {
            printf(", \"matched\": %zu", shown->matched[i]);
        }
        putchar('}');
    }
    fputs("]", stdout);
}

static void show_json(const struct shown_setting *shown)
{
    const char *origin;
    json_text("{", "path", shown->path);
    json_files(shown);
    json_text(",\n ", "failOn", fail_on_name(shown->policy, &origin));
    json_text(", ", "failOnFrom", origin);
    enum vrmlint_severity least = vrmlint_policy_shows_from(shown->policy, &origin);
    if (least > VRMLINT_INFO) {
        json_text(", ", "minSeverity", vrmlint_severity_name(least));
        json_text(", ", "minSeverityFrom", origin);
    }
    enum vrmlint_language language;
    if (vrmlint_policy_language(shown->policy, &language, &origin)) {
        json_text(", ", "lang", vrmlint_language_name(language));
        json_text(", ", "langFrom", origin);
    }
    const char *baseline = vrmlint_policy_baseline(shown->policy, &origin);
    if (baseline != NULL) {
        json_text(",\n ", "baseline", baseline);
        json_text(", ", "baselineFrom", origin);
    }
    if (!vrmlint_policy_reads_data(shown->policy, &origin)) {
        fputs(", \"noData\": true", stdout);
        json_text(", ", "noDataFrom", origin);
    }
    json_rules(shown);
    json_thresholds(shown);
    json_budget(shown);
    json_ignores(shown);
    fputs("}\n", stdout);
}

/* ---- the command ---- */

/* Returns a path inside a folder, because settings apply to what is directly in it; other paths as they are. */
static const char *path_inside(struct arena *arena, const char *path)
{
    struct os_error ignored;
    size_t length = strlen(path);
    bool folder = strcmp(path, "-") != 0 && os_kind_of(path, &ignored) == OS_FOLDER;
    return folder && length > 0 && path[length - 1] != '/' ? arena_printf(arena, "%s/", path) : path;
}

/* The files of the path, whose findings are compared with the ignores. */
struct matching {
    struct shown_setting *shown;
    const struct inputs *inputs;
    const struct vrmlint_policy **policies;
};

static void *match_file(void *context, size_t index)
{
    const struct matching *matching = context;
    struct vrmlint_report *report = vrmlint_check_path(matching->policies[index], matching->inputs->paths[index]);
    return report == NULL ? context : report; /* context: memory ran out */
}

static void drop_report(void *made)
{
    vrmlint_report_free(made);
}

static bool count_matches(void *context, size_t index, void *made)
{
    struct shown_setting *shown = ((struct matching *)context)->shown;
    const struct vrmlint_report *report = made;
    size_t count;
    const struct vrmlint_ignore *ignores = vrmlint_policy_ignores(shown->policy, &count);
    (void)index;
    if (made == context) {
        return false;
    }
    for (size_t i = 0; i < report->ignored_count; i++) {
        const struct vrmlint_ignored *ignored = &report->ignored[i];
        for (size_t k = 0; k < count; k++) {
            if (ignores[k].line == ignored->line && ignores[k].column == ignored->column &&
                strcmp(ignores[k].config, ignored->config) == 0) {
                shown->matched[k] += ignored->count;
            }
        }
    }
    shown->files += report->error == NULL;
    drop_report(made);
    return true;
}

/* Counts for each ignore how many findings of the files in a path it matches. Returns false if settings are wrong,
 * which is reported. */
static bool find_matches(struct shown_setting *shown, struct policies *policies, struct arena *arena, const char *path,
                         enum status *status)
{
    struct os_error ignored;
    size_t count;
    vrmlint_policy_ignores(shown->policy, &count);
    if (count == 0 || strcmp(path, "-") == 0 || os_kind_of(path, &ignored) == OS_MISSING) {
        return true;
    }
    const struct settings settings = {.language = shown->language, .policies = policies, .allow_empty = true};
    struct inputs inputs = INPUTS_INIT(arena);
    char *paths[] = {arena_copy(arena, path, strlen(path))};
    gather_inputs(&settings, &inputs, 1, paths);
    struct matching matching = {shown, &inputs, gather_policies(&settings, arena, &inputs, status)};
    shown->matched = arena_array(arena, count, sizeof *shown->matched);
    const struct pool_work work = {
        .context = &matching, .make = match_file, .take = count_matches, .drop = drop_report};
    if (matching.policies != NULL) {
        pool_run(os_cores(), inputs.count, &work);
    }
    return matching.policies != NULL;
}

static enum status show_settings(const struct config_arguments *settings, struct policies *policies,
                                 struct arena *arena, const char *path)
{
    struct vrmlint_refusal refusal = {.language = settings->language};
    struct shown_setting shown = {.language = settings->language, .path = path};
    const char *asked = path_inside(arena, path);
    shown.policy = policies_find(policies, asked, &refusal);
    if (shown.policy == NULL) {
        return settings_error(&refusal);
    }
    shown.sources = policies_sources(policies, asked, &shown.source_count);
    enum status status = STATUS_FINE;
    if (!find_matches(&shown, policies, arena, path, &status)) {
        return status;
    }
    if (settings->form == CONFIG_FORM_JSON) {
        show_json(&shown);
    } else {
        show_text(&shown);
    }
    return finish_output(settings->language);
}

/* Resources that must be freed in any case. */
struct held_setting {
    struct arena *arena;
    struct vrmlint_policy *policy;
    struct policies *policies;
};

static enum status show_guarded(const struct config_arguments *settings, struct held_setting *held, const char *path)
{
    jmp_buf guard;
    if (setjmp(guard) != 0) {
        return run_error_of(settings->language, WORDS_SETTINGS, "not enough memory");
    }
    arena_guard(held->arena, &guard);
    const struct policies_options how = {held->policy, settings->config, settings->no_config};
    held->policies = policies_new(held->arena, &how);
    return show_settings(settings, held->policies, held->arena, path);
}

static enum status run_config(const struct command *command, int argc, char **argv)
{
    struct config_arguments settings = {.language = command->language};
    enum status status;
    int operands;
    if (options_parse(command, argc, argv, &settings, &operands, &status) != PARSED) {
        return status;
    }
    if (operands > 1) {
        return usage_error(command, WORDS_ONE_PATH_TOO_MANY, ARGUMENTS(TERM("path", argv[1])));
    }
    if (settings.config != NULL && settings.no_config) {
        return usage_error(command, WORDS_CONFIG_OR_NOT, NO_ARGUMENTS);
    }
    struct held_setting held = {.arena = arena_new(), .policy = vrmlint_policy_new()};
    status = held.arena == NULL || held.policy == NULL ? run_error(command->language, "vrmlint", "not enough memory")
                                                       : show_guarded(&settings, &held, operands == 0 ? "." : argv[0]);
    policies_free(held.policies);
    vrmlint_policy_free(held.policy);
    arena_free(held.arena);
    return status;
}

const struct command command_config = {
    .name = "config",
    .operands = "[PATH]",
    .summary = N_("Show the settings that apply to a path, and the origin of each"),
    .details = N_("Settings are in files .vrmlint.json, found in the folder of the checked file and the "
                  "folders above it; a nearer file overrides a farther one, and the command line overrides "
                  "all. PATH doesn't have to exist yet; without it, the working folder is used. If ignores apply, the "
                  "files of PATH are "
                  "checked, to count the findings that each ignore matches.\n"
                  "A settings file is JSON: requiredVersion (the versions of vrmlint that may read it, as in >=1.0), "
                  "select, ignore (lists of rules, families or `default`), severity "
                  "(an object: a rule or family, and error, warning, info or off), failOn, minSeverity, lang "
                  "(en or ja), noData (true: skip everything that needs the bytes of buffers and images), "
                  "thresholds (an object of numbers), budget (an object: a figure such as triangles, and the "
                  "most that a file may have of it; or preset, and the name of a budget that a platform "
                  "publishes), ignores (a list: rule; pointer, node, spring, bone, expression, material, texture or "
                  "mesh; reason), paths (a list: match, "
                  "with patterns such as old/**, and select, ignore, severity, failOn, minSeverity, noData, "
                  "thresholds, budget and ignores), exclude (a list of patterns: files and folders to leave "
                  "out inside folders), baseline and extends (the paths, relative to the settings file, of a "
                  "baseline and of another settings file that also applies), root (true: don't search further "
                  "up).\n"),
    .options = config_options,
    .run = run_config,
};
