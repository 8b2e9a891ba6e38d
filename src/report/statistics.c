#include "report/statistics.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/grow.h"
#include "base/os.h"
#include "base/sort.h"
#include "ids/messages_report.h"
#include "report/escape.h"
#include "report/print.h"
#include "report/verdict.h"

/* Earlier names of exporters. */
static const struct {
    const char *before;
    const char *now;
} renamed[] = {
    {"saturday06_blender_vrm_exporter_experimental", "VRM Add-on for Blender"},
};

static bool is_separator(char c)
{
    return c == ' ' || c == '-' || c == '_' || c == '/' || c == '(';
}

/* Returns the length of a version at the beginning of a text; 0 if it is missing. Digits without a dot, or a letter
 * before them, are a version only at the end of the text: in "3dsmax 2021 v1.5", 2021 isn't one. */
static size_t version_length(const char *text, bool lettered)
{
    size_t length = strspn(text, "0123456789.");
    while (length > 0 && text[length - 1] == '.') {
        length--;
    }
    bool ends = text[length] == '\0' || strchr(" ,;)+-_/", text[length]) != NULL;
    bool whole = lettered || memchr(text, '.', length) != NULL || text[length] == '\0';
    return length > 0 && ascii_is_digit(*text) && ends && whole ? length : 0;
}

struct exporter_name exporter_split(const char *generator)
{
    struct exporter_name name = {generator, strlen(generator), ""};
    for (const char *at = generator; *at != '\0'; at++) {
        bool lettered = strchr("vVr", at[1]) != NULL && at[1] != '\0';
        size_t length = is_separator(*at) ? version_length(at + 1 + lettered, lettered) : 0;
        if (length > 0 && length < EXPORTER_VERSION && at > generator) {
            memcpy(name.version, at + 1 + lettered, length);
            name.length = (size_t)(at - generator);
            break;
        }
    }
    while (name.length > 0 && is_separator(generator[name.length - 1])) {
        name.length--;
    }
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++) {
        if (strlen(renamed[i].before) == name.length && memcmp(renamed[i].before, generator, name.length) == 0) {
            name.text = renamed[i].now;
            name.length = strlen(name.text);
        }
    }
    return name;
}

/* Compares the numbers at the beginning of two texts, of any length, and moves after them. */
static int compare_numbers(const char **a, const char **b)
{
    *a += strspn(*a, "0");
    *b += strspn(*b, "0");
    size_t left = strspn(*a, "0123456789");
    size_t right = strspn(*b, "0123456789");
    int order = left != right ? (left > right) - (left < right) : memcmp(*a, *b, left);
    *a += left;
    *b += right;
    return order;
}

int exporter_compare_versions(const char *a, const char *b)
{
    const char *left = a;
    const char *right = b;
    while (*left != '\0' && *right != '\0') {
        int order = compare_numbers(&left, &right);
        if (order != 0) {
            return order;
        }
        left += *left == '.';
        right += *right == '.';
    }
    int order = (*left != '\0') - (*right != '\0');
    return order != 0 ? order : strcmp(a, b);
}

/* Prints statistics on a page: the tables for terminals, unchanged. */

enum { WIDTH = 120 /* columns */ };

/* Prints the lines of a text, which it splits: escape_xml() spells out line feeds. */
static void print_statistics_lines(FILE *out, char *text)
{
    for (char *end = strchr(text, '\n'); end != NULL; text = end + 1, end = strchr(text, '\n')) {
        *end = '\0';
        escape_xml(out, text);
        fputc('\n', out);
    }
    escape_xml(out, text);
}

void statistics_html(struct reporter *reporter, const struct statistics *statistics, enum message heading,
                     const char *id)
{
    FILE *out = reporter->out;
    struct os_memory text = {0};
    const struct report_options options = {.language = reporter->options.language, .width = WIDTH};
    FILE *memory = os_memory_open(&text);
    if (memory != NULL) {
        statistics_text(memory, statistics, &options);
    }
    if (memory == NULL || !os_memory_close(&text)) {
        reporter->no_memory = true;
    } else {
        fprintf(out, "<section aria-labelledby=\"%s\">\n<h2 id=\"%s\">", id, id);
        print_words(out, options.language, heading, NO_ARGUMENTS);
        fputs("</h2>\n<pre class=\"statistics\" tabindex=\"0\">", out);
        print_statistics_lines(out, text.text);
        fputs("</pre>\n</section>\n", out);
    }
    free(text.text);
}

/* Limits of memory for hostile files: real libraries have fewer exporters. */
enum { GENERATORS_MAX = 1000, VERSIONS_MAX = 2000 /* of all exporters */, STATISTICS_INDENT = 2 };

struct rule_tally {
    size_t count; /* findings */
    size_t files; /* with any */
};

/* A rule and how often it was found. */
struct counted_rule {
    const struct vrmlint_rule *rule;
    struct rule_tally tally;
};

struct exporter_version {
    char text[EXPORTER_VERSION];
    size_t files;
    size_t *with; /* by rule: the files that have a finding of it */
};

/* The versions of an exporter, in their order. */
struct exporter_versions {
    struct exporter_version *list;
    size_t count;
    size_t capacity;
};

struct generator {
    char *name;  /* "" for files that name none */
    bool others; /* counts all exporters that there was no room for */
    size_t files;
    size_t counts[VRMLINT_ERROR + 1];
    struct rule_tally *rules; /* by index in the table */
    struct exporter_versions versions;
};

/* A figure over all files. */
struct figure_tally {
    double largest; /* in one file */
    double total;
};

/* What an app does with the files. */
struct app_tally {
    size_t files[APP_VERDICTS];
    size_t lost[VERDICT_PARTS]; /* files of which it loses parts of this kind */
};

struct statistics {
    struct app_tally apps[VERDICT_APPS];
    const struct vrmlint_rule *table;
    size_t rule_count;
    struct rule_tally *rules;
    struct generator **generators; /* sorted by name, except the last one, which counts the others */
    size_t generator_count;
    size_t version_room; /* versions that may still be added */
    bool has_figures;
    const char *const *figure_names;
    size_t figure_count;
    struct figure_tally *figures;
    struct counted_rule *order;        /* scratch space for sorting rules */
    const struct generator **in_order; /* the same for exporters */
    bool no_memory;                    /* something was not counted */
    bool only_findings;
    size_t *seen; /* by rule: findings in the current file; all zero between files */
};

/* ---- collecting ---- */

static void versions_free(struct exporter_versions *versions)
{
    for (size_t i = 0; i < versions->count; i++) {
        free(versions->list[i].with);
    }
    free(versions->list);
}

static void generator_free(struct generator *generator)
{
    if (generator != NULL) {
        free(generator->name);
        free(generator->rules);
        versions_free(&generator->versions);
        free(generator);
    }
}

static struct generator *generator_new(const struct statistics *statistics, const struct exporter_name *name,
                                       bool others)
{
    struct generator *generator = calloc(1, sizeof *generator);
    if (generator == NULL) {
        return NULL;
    }
    generator->others = others;
    generator->name = calloc(name->length + 1, 1);
    generator->rules = calloc(statistics->rule_count, sizeof *generator->rules);
    if (generator->name == NULL || generator->rules == NULL) {
        generator_free(generator);
        return NULL;
    }
    memcpy(generator->name, name->text, name->length);
    return generator;
}

struct statistics *statistics_new(void)
{
    struct statistics *statistics = calloc(1, sizeof *statistics);
    if (statistics == NULL) {
        return NULL;
    }
    statistics->table = vrmlint_rules(&statistics->rule_count);
    statistics->rules = calloc(statistics->rule_count, sizeof *statistics->rules);
    statistics->seen = calloc(statistics->rule_count, sizeof *statistics->seen);
    statistics->figure_names = vrmlint_figures(&statistics->figure_count);
    statistics->figures = calloc(statistics->figure_count, sizeof *statistics->figures);
    statistics->order = calloc(statistics->rule_count, sizeof *statistics->order);
    statistics->in_order = calloc(GENERATORS_MAX + 1, sizeof(struct generator *));
    statistics->generators = calloc(GENERATORS_MAX + 1, sizeof(struct generator *));
    if (statistics->rules != NULL && statistics->seen != NULL && statistics->figures != NULL &&
        statistics->generators != NULL && statistics->order != NULL && statistics->in_order != NULL) {
        const struct exporter_name others = {"(others)", strlen("(others)"), ""};
        statistics->version_room = VERSIONS_MAX;
        statistics->generators[0] = generator_new(statistics, &others, true);
    }
    if (statistics->generators == NULL || statistics->generators[0] == NULL) {
        statistics_free(statistics);
        return NULL;
    }
    return statistics;
}

void statistics_only_findings(struct statistics *statistics)
{
    statistics->only_findings = true;
}

void statistics_free(struct statistics *statistics)
{
    if (statistics == NULL) {
        return;
    }
    for (size_t i = 0; statistics->generators != NULL && i <= statistics->generator_count; i++) {
        generator_free(statistics->generators[i]);
    }
    free(statistics->generators);
    free(statistics->rules);
    free(statistics->seen);
    free(statistics->figures);
    free(statistics->order);
    free(statistics->in_order);
    free(statistics);
}

static int compare_names(const char *name, const struct exporter_name *other)
{
    int order = strncmp(name, other->text, other->length);
    return order != 0 ? order : name[other->length] != '\0';
}

/* Returns the exporter of a name, which is added if there is room; otherwise the one that counts the others. */
static struct generator *find_generator(struct statistics *statistics, const struct exporter_name *name)
{
    struct generator **generators = statistics->generators;
    size_t at;
    SORT_SEARCH(at, 0, statistics->generator_count, compare_names(generators[at]->name, name) < 0);
    if (at < statistics->generator_count && compare_names(generators[at]->name, name) == 0) {
        return generators[at];
    }
    struct generator *added =
        statistics->generator_count < GENERATORS_MAX ? generator_new(statistics, name, false) : NULL;
    if (added == NULL) {
        statistics->no_memory = statistics->no_memory || statistics->generator_count < GENERATORS_MAX;
        return generators[statistics->generator_count];
    }
    memmove(generators + at + 1, generators + at, (statistics->generator_count - at + 1) * sizeof *generators);
    generators[at] = added;
    statistics->generator_count++;
    return added;
}

/* Returns a version, which is added if it is new; NULL if memory runs out, or *room, the number of versions that may
 * still be added, is used up. */
static struct exporter_version *find_version(struct exporter_versions *versions, const char *text, size_t rule_count,
                                             size_t *room)
{
    size_t at;
    SORT_SEARCH(at, 0, versions->count, exporter_compare_versions(versions->list[at].text, text) < 0);
    if (at < versions->count && strcmp(versions->list[at].text, text) == 0) {
        return &versions->list[at];
    }
    size_t *with =
        *room == 0 || !grow_by_one(&versions->list, versions->count, &versions->capacity, sizeof *versions->list)
            ? NULL
            : calloc(rule_count, sizeof *with);
    if (with == NULL) {
        return NULL;
    }
    struct exporter_version *added = &versions->list[at];
    memmove(added + 1, added, (versions->count - at) * sizeof *added);
    *added = (struct exporter_version){.with = with};
    memcpy(added->text, text, strlen(text) + 1);
    versions->count++;
    --*room;
    return added;
}

static void add_verdicts(struct statistics *statistics, const struct vrmlint_report *report)
{
    struct app_verdict verdicts[VERDICT_APPS];
    size_t count = verdicts_of(report, verdicts);
    for (size_t i = 0; i < count; i++) {
        struct app_tally *tally = &statistics->apps[verdicts[i].app];
        bool says_nothing = verdicts[i].kind == APP_LOADS_FINE || verdicts[i].kind == APP_UNKNOWN;
        if (says_nothing && statistics->only_findings) {
            continue; /* about the file as a whole */
        }
        tally->files[verdicts[i].kind]++;
        for (unsigned at = 0; verdict_lost(&verdicts[i], &at, NULL) != NULL;) {
            tally->lost[at - 1]++;
        }
    }
}

bool statistics_add(struct statistics *statistics, const struct vrmlint_report *report)
{
    if (report->error != NULL) {
        return !statistics->no_memory; /* its content is unknown */
    }
    const struct exporter_name name = exporter_split(report->generator == NULL ? "" : report->generator);
    struct generator *generator = find_generator(statistics, &name);
    struct exporter_version *version = NULL;
    if (*name.version != '\0' && !generator->others) {
        version = find_version(&generator->versions, name.version, statistics->rule_count, &statistics->version_room);
    }
    generator->files++;
    if (version != NULL) {
        version->files++;
    }
    for (int severity = VRMLINT_INFO; severity <= VRMLINT_ERROR; severity++) {
        generator->counts[severity] += report->counts[severity];
    }
    for (size_t i = 0; i < report->figure_count && !statistics->only_findings; i++) {
        size_t figure = 0;
        while (figure < statistics->figure_count &&
               strcmp(statistics->figure_names[figure], report->figures[i].name) != 0) {
            figure++;
        }
        if (figure < statistics->figure_count) {
            struct figure_tally *tally = &statistics->figures[figure];
            double value = report->figures[i].value;
            statistics->has_figures = true;
            tally->total += value;
            tally->largest = value > tally->largest ? value : tally->largest;
        }
    }
    for (size_t i = 0; i < report->finding_count; i++) {
        size_t rule = (size_t)(report->findings[i].rule - statistics->table);
        bool first = statistics->seen[rule]++ == 0;
        size_t count = 1 + shown_more(&report->findings[i]);
        statistics->rules[rule].count += count;
        statistics->rules[rule].files += first;
        generator->rules[rule].count += count;
        generator->rules[rule].files += first;
        if (version != NULL && first) {
            version->with[rule]++;
        }
    }
    for (size_t i = 0; i < report->finding_count; i++) {
        statistics->seen[report->findings[i].rule - statistics->table] = 0;
    }
    add_verdicts(statistics, report);
    return !statistics->no_memory;
}

/* ---- sorting ---- */

static int by_count(const void *left, const void *right)
{
    const struct counted_rule *a = left;
    const struct counted_rule *b = right;
    if (a->tally.count != b->tally.count) {
        return a->tally.count > b->tally.count ? -1 : 1;
    }
    return strcmp(a->rule->id, b->rule->id);
}

/* Returns the rules that were found, the most frequent first; valid until the next call. */
static struct counted_rule *in_order(const struct statistics *statistics, const struct rule_tally *rules, size_t *count)
{
    struct counted_rule *list = statistics->order;
    *count = 0;
    for (size_t i = 0; i < statistics->rule_count; i++) {
        if (rules[i].count > 0) {
            list[(*count)++] = (struct counted_rule){&statistics->table[i], rules[i]};
        }
    }
    sort_in_place(list, *count, sizeof *list, by_count);
    return list;
}

static int by_files(const void *left, const void *right)
{
    const struct generator *a = *(struct generator *const *)left;
    const struct generator *b = *(struct generator *const *)right;
    if (a->others != b->others) {
        return a->others ? 1 : -1;
    }
    if (a->files != b->files) {
        return a->files > b->files ? -1 : 1;
    }
    return strcmp(a->name, b->name);
}

/* Returns the exporters that have files, those with the most files first; valid until the next call. */
static const struct generator **sorted_exporters(const struct statistics *statistics, size_t *count)
{
    const struct generator **list = statistics->in_order;
    *count = 0;
    for (size_t i = 0; i <= statistics->generator_count; i++) {
        if (statistics->generators[i]->files > 0) {
            list[(*count)++] = statistics->generators[i];
        }
    }
    sort_in_place(list, *count, sizeof *list, by_files);
    return list;
}

/* ---- printing ---- */

/* Prints a heading above a column of numbers, aligned to the right. */
static void print_heading(FILE *out, const struct report_options *options, enum message heading, size_t width)
{
    struct words_room room;
    const char *text = words_text(&room, options->language, heading, NO_ARGUMENTS);
    size_t columns = escape_text(NULL, text);
    fprintf(out, "%*s%s", columns < width ? (int)(width - columns) : 1, "", text);
}

static void text_rules(FILE *out, const struct statistics *statistics, const struct report_options *options)
{
    size_t count;
    struct counted_rule *rules = in_order(statistics, statistics->rules, &count);
    fputc('\n', out);
    if (count == 0) {
        print_words(out, options->language, WORDS_NOTHING_FOUND, NO_ARGUMENTS);
    } else {
        print_heading(out, options, WORDS_HEAD_FINDINGS, STATISTICS_INDENT + 8);
        print_heading(out, options, WORDS_HEAD_FILES, 8);
        fputs("  ", out);
        print_words(out, options->language, WORDS_HEAD_RULE, NO_ARGUMENTS);
    }
    fputc('\n', out);
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "%*s%8zu  %6zu  %s\n", STATISTICS_INDENT, "", rules[i].tally.count, rules[i].tally.files,
                rules[i].rule->id);
    }
}

enum { NAME_COLUMN = STATISTICS_INDENT + 36, NAME_MOST = 160 /* columns of a name: a longer one is suspicious */ };

/* Prints the name of an exporter. Versions are at the end of names, so it is wrapped rather than cut. */
static void text_name(FILE *out, const char *name, const struct report_options *options)
{
    struct words_room room;
    if (escape_text(NULL, name) > NAME_MOST) {
        wrap_cut(out, name, NAME_MOST);
    } else {
        wrap(out, *name == '\0' ? words_text(&room, options->language, WORDS_NO_EXPORTER, NO_ARGUMENTS) : name,
             NAME_COLUMN, NAME_COLUMN + 2, options->width);
    }
}

/* Prints the rule that one exporter's files violate most often. */
static void text_most(FILE *out, const struct statistics *statistics, const struct generator *generator,
                      const struct report_options *options)
{
    size_t count;
    struct counted_rule *rules = in_order(statistics, generator->rules, &count);
    if (count > 0) {
        fprintf(out, "%*s", NAME_COLUMN, "");
        print_words(out, options->language, WORDS_MOST_OFTEN,
                    ARGUMENTS(TERM("rule", rules[0].rule->id), COUNT("findings", rules[0].tally.count),
                              COUNT("files", rules[0].tally.files)));
        fputc('\n', out);
    }
}

/* Prints a name and its version, or the first and last of several: "UniGLTF (1.28 to 2.51.0)". */
static void text_exporter(FILE *out, const struct generator *generator, const struct report_options *options)
{
    const struct exporter_versions *versions = &generator->versions;
    text_name(out, generator->name, options);
    if (versions->count == 1) {
        fprintf(out, " %s", versions->list[0].text);
    } else if (versions->count > 1) {
        fputc(' ', out);
        print_words(
            out, options->language, WORDS_VERSIONS,
            ARGUMENTS(TERM("first", versions->list[0].text), TERM("last", versions->list[versions->count - 1].text)));
    }
}

static void text_exporters(FILE *out, const struct statistics *statistics, const struct report_options *options)
{
    size_t count;
    const struct generator **list = sorted_exporters(statistics, &count);
    if (count > 0) {
        fputc('\n', out);
        print_heading(out, options, WORDS_HEAD_FILES, STATISTICS_INDENT + 8);
        print_heading(out, options, WORDS_HEAD_ERRORS, 8);
        print_heading(out, options, WORDS_HEAD_WARNINGS, 10);
        print_heading(out, options, WORDS_SEVERITY_INFO, 8);
        fputs("  ", out);
        print_words(out, options->language, WORDS_HEAD_EXPORTER, NO_ARGUMENTS);
        fputc('\n', out);
    }
    for (size_t i = 0; i < count; i++) {
        const struct generator *generator = list[i];
        fprintf(out, "%*s%8zu  %6zu  %8zu  %6zu  ", STATISTICS_INDENT, "", generator->files,
                generator->counts[VRMLINT_ERROR], generator->counts[VRMLINT_WARNING], generator->counts[VRMLINT_INFO]);
        if (generator->others) {
            print_words(out, options->language, WORDS_OTHER_EXPORTERS, NO_ARGUMENTS);
        } else {
            text_exporter(out, generator, options);
        }
        fputc('\n', out);
        text_most(out, statistics, generator, options);
    }
}

/* Prints the figures of the files: the largest value of one file, and the total. */
static void text_figures(FILE *out, const struct statistics *statistics, const struct report_options *options)
{
    if (!statistics->has_figures) {
        return;
    }
    fputc('\n', out);
    print_heading(out, options, WORDS_HEAD_MOST, STATISTICS_INDENT + 12);
    print_heading(out, options, WORDS_HEAD_ALL, 14);
    fputs("  ", out);
    print_words(out, options->language, WORDS_HEAD_FIGURE, NO_ARGUMENTS);
    fputc('\n', out);
    for (size_t i = 0; i < statistics->figure_count; i++) {
        fprintf(out, "%*s%12.0f  %12.0f  %s\n", STATISTICS_INDENT, "", statistics->figures[i].largest,
                statistics->figures[i].total, statistics->figure_names[i]);
    }
}

static void text_app_line(FILE *out, const struct report_options *options, const struct app_verdict *verdict,
                          size_t files)
{
    struct words_room name;
    struct words_room does;
    if (files > 0) {
        fprintf(out, "%*s%7zu  ", STATISTICS_INDENT, "", files);
        print_words(out, options->language, WORDS_VERDICT_LINE,
                    ARGUMENTS(TERM("app", verdict_app_in(&name, options->language, verdict->app)),
                              TERM("verdict", verdict_words(&does, options->language, verdict))));
        fputc('\n', out);
    }
}

/* Prints what each app does with how many files, the worst first; what it loses has a line for each kind of part. */
static void text_apps(FILE *out, const struct statistics *statistics, const struct report_options *options)
{
    bool is_first = true;
    for (size_t app = 0; app < VERDICT_APPS; app++) {
        const struct app_tally *tally = &statistics->apps[app];
        for (size_t kind = APP_VERDICTS; kind-- > 0;) {
            struct app_verdict verdict = {(enum verdict_app)app, (enum app_verdict_kind)kind, 0};
            if (tally->files[kind] > 0 && is_first) {
                fputc('\n', out);
                print_heading(out, options, WORDS_HEAD_FILES, STATISTICS_INDENT + 7);
                fputs("  ", out);
                print_words(out, options->language, WORDS_HEAD_APP, NO_ARGUMENTS);
                fputc('\n', out);
                is_first = false;
            }
            for (size_t part = 0; kind == APP_LOSES && part < VERDICT_PARTS; part++) {
                verdict.lost = 1U << part;
                text_app_line(out, options, &verdict, tally->lost[part]);
            }
            text_app_line(out, options, &verdict, kind == APP_LOSES ? 0 : tally->files[kind]);
        }
    }
}

void statistics_text(FILE *out, const struct statistics *statistics, const struct report_options *options)
{
    text_rules(out, statistics, options);
    text_exporters(out, statistics, options);
    text_apps(out, statistics, options);
    text_figures(out, statistics, options);
}

static void json_rules(FILE *out, const struct statistics *statistics, const struct rule_tally *rules)
{
    size_t count;
    struct counted_rule *list = in_order(statistics, rules, &count);
    fputs("\"rules\": [", out);
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "%s{\"rule\": \"%s\", \"count\": %zu, \"files\": %zu}", i == 0 ? "" : ", ", list[i].rule->id,
                list[i].tally.count, list[i].tally.files);
    }
    fputc(']', out);
}

/* Prints the versions of an exporter, and the rules that their files violate; nothing if no file names a version. */
static void json_versions(FILE *out, const struct statistics *statistics, const struct generator *generator)
{
    const struct exporter_versions *versions = &generator->versions;
    const char *between = "";
    for (size_t i = 0; i < versions->count; i++) {
        fputs(i == 0 ? ", \"versions\": [{\"version\": " : "]}, {\"version\": ", out);
        escape_json(out, versions->list[i].text);
        fprintf(out, ", \"files\": %zu, \"rules\": [", versions->list[i].files);
        between = "";
        for (size_t rule = 0; rule < statistics->rule_count; rule++) {
            if (versions->list[i].with[rule] > 0) {
                fprintf(out, "%s{\"rule\": \"%s\", \"files\": %zu}", between, statistics->table[rule].id,
                        versions->list[i].with[rule]);
                between = ", ";
            }
        }
    }
    fputs(versions->count > 0 ? "]}]" : "", out);
}

/* Prints for each app how many files it does what with, and of how many it loses what. */
static void json_apps(FILE *out, const struct statistics *statistics)
{
    size_t files = 0;
    for (size_t kind = 0; kind < APP_VERDICTS; kind++) {
        files += statistics->apps[0].files[kind] + statistics->apps[1].files[kind] + statistics->apps[2].files[kind];
    }
    if (files == 0) {
        return;
    }
    fputs(", \"apps\": [", out);
    for (size_t app = 0; app < VERDICT_APPS; app++) {
        const struct app_tally *tally = &statistics->apps[app];
        fprintf(out, "%s{\"app\": \"%s\", \"verdicts\": {", app == 0 ? "" : ", ",
                verdict_app_name((enum verdict_app)app));
        for (size_t kind = APP_VERDICTS; kind-- > 0;) {
            fprintf(out, "\"%s\": %zu%s", verdict_kind_name((enum app_verdict_kind)kind), tally->files[kind],
                    kind > 0 ? ", " : "}, \"loses\": {");
        }
        for (unsigned part = 0; part < VERDICT_PARTS; part++) {
            unsigned at = part;
            struct app_verdict verdict = {(enum verdict_app)app, APP_LOSES, 1U << part};
            fprintf(out, "%s\"%s\": %zu", part == 0 ? "" : ", ", verdict_lost(&verdict, &at, NULL), tally->lost[part]);
        }
        fputs("}}", out);
    }
    fputc(']', out);
}

void statistics_json(FILE *out, const struct statistics *statistics)
{
    size_t count;
    const struct generator **list = sorted_exporters(statistics, &count);
    json_rules(out, statistics, statistics->rules);
    fputs(", \"generators\": [", out);
    for (size_t i = 0; i < count; i++) {
        fputs(i == 0 ? "{\"generator\": " : ", {\"generator\": ", out);
        escape_json(out, list[i]->name);
        fprintf(out, ", \"files\": %zu", list[i]->files);
        for (int severity = VRMLINT_ERROR; severity >= VRMLINT_INFO; severity--) {
            fprintf(out, ", \"%s\": %zu", vrmlint_severity_name((enum vrmlint_severity)severity),
                    list[i]->counts[severity]);
        }
        fputs(", ", out);
        json_rules(out, statistics, list[i]->rules);
        json_versions(out, statistics, list[i]);
        fputc('}', out);
    }
    fputc(']', out);
    json_apps(out, statistics);
    if (statistics->has_figures) {
        fputs(", \"figures\": {", out);
        for (size_t i = 0; i < statistics->figure_count; i++) {
            fprintf(out, "%s\"%s\": {\"largest\": %.0f, \"total\": %.0f}", i == 0 ? "" : ", ",
                    statistics->figure_names[i], statistics->figures[i].largest, statistics->figures[i].total);
        }
        fputc('}', out);
    }
}
