/* A line of ndjson read back: the report it was written from. */
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include "gltf/json.h"
#include "run/lint.h"

/* A member more must be read here too, once report/json.c writes it. Curves and drawings aren't written. */
_Static_assert(sizeof(void *) != 8 || sizeof(struct vrmlint_report) == 23 * sizeof(void *),
               "vrmlint_report has changed");
_Static_assert(sizeof(void *) != 8 || sizeof(struct vrmlint_finding) == 21 * sizeof(void *),
               "vrmlint_finding has changed");

/* What a file that could not be read says it has skipped. */
#define ALL_OF_IT "the file"

struct reading {
    struct lint_run *run;
    json_t *tree;
    const struct vrmlint_rule *rule; /* the last one looked up: most come in runs */
    char *error;
    size_t error_size;
};

static bool refuse(const struct reading *reading, const char *what, const char *name)
{
    snprintf(reading->error, reading->error_size, "%s%s", what, name);
    return false;
}

/* A text, in the report's arena. absent: what stands for one that isn't there; NULL: it must be there. */
static bool take_text(const struct reading *reading, const json_t *json, const char *key, const char *absent,
                      const char **out)
{
    size_t length;
    const json_t *value = tree_get(json, key);
    const char *text = tree_text(value, &length);
    if (text == NULL && (value != NULL || absent == NULL)) {
        return refuse(reading, "it is no record of vrmlint, for it lacks a text ", key);
    }
    *out = text == NULL ? absent : arena_copy(reading->run->arena, text, length);
    return true;
}

/* The same, in the language of the record. */
static bool take_words(const struct reading *reading, const json_t *json, const char *key, const char *absent,
                       struct vrmlint_text *out)
{
    return take_text(reading, json, key, absent, &out->in[VRMLINT_ENGLISH]);
}

/* A whole number from 0 to 2^53. */
static bool take_count(const struct reading *reading, const json_t *json, const char *key, size_t *out)
{
    double value;
    if (!tree_number(tree_get(json, key), &value) || value < 0 || value > 0x1p53 || value != (double)(size_t)value) {
        return refuse(reading, "it is no record of vrmlint, for it lacks a count ", key);
    }
    *out = (size_t)value;
    return true;
}

static bool take_word(const struct reading *reading, const json_t *json, const char *key,
                      const char *(*name)(unsigned value), unsigned first, unsigned last, unsigned *out)
{
    const char *text = tree_text(tree_get(json, key), NULL);
    for (unsigned value = first; text != NULL && value <= last; value++) {
        if (strcmp(text, name(value)) == 0) {
            *out = value;
            return true;
        }
    }
    return refuse(reading, "it is no record of vrmlint, for it has no known ", key);
}

static const char *severity_name(unsigned value)
{
    return vrmlint_severity_name((enum vrmlint_severity)value);
}

static const char *fix_name(unsigned value)
{
    return vrmlint_fix_name((enum vrmlint_fix)value);
}

/* ---- findings ---- */

static bool take_rule(struct reading *reading, const json_t *json, const struct vrmlint_rule **out)
{
    const char *id = tree_text(tree_get(json, "rule"), NULL);
    if (id == NULL) {
        return refuse(reading, "it is no record of vrmlint, for a finding lacks its ", "rule");
    }
    if (reading->rule == NULL || strcmp(reading->rule->id, id) != 0) {
        reading->rule = vrmlint_rule_by_id(id);
    }
    *out = reading->rule;
    return reading->rule != NULL || refuse(reading, "this version of vrmlint knows no rule ", id);
}

static bool take_related(struct reading *reading, const json_t *list, struct vrmlint_finding *out)
{
    size_t count = tree_count(list);
    struct vrmlint_related *related = arena_array(reading->run->arena, count, sizeof *related);
    for (size_t i = 0; i < count; i++) {
        if (!take_text(reading, tree_at(list, i), "pointer", NULL, &related[i].pointer) ||
            !take_words(reading, tree_at(list, i), "message", NULL, &related[i].message)) {
            return false;
        }
    }
    out->related = related;
    out->related_count = count;
    return true;
}

/* Numbers; those that JSON lacks are texts, which strtod() reads as well. */
static bool take_data(struct reading *reading, const json_t *object, struct vrmlint_finding *out)
{
    static const struct {
        const char *text;
        double value;
    } words[] = {{"Infinity", INFINITY}, {"-Infinity", -INFINITY}, {"NaN", NAN}};
    struct vrmlint_measure *data = arena_array(reading->run->arena, tree_count(object), sizeof *data);
    for (void *i = tree_first(object); i != NULL; i = tree_next(object, i)) {
        struct vrmlint_measure *measure = &data[out->data_count++];
        const char *name = tree_key(i);
        const char *text = tree_text(tree_value(i), NULL);
        bool known = tree_number(tree_value(i), &measure->value);
        measure->name = arena_copy(reading->run->arena, name, strlen(name));
        for (size_t k = 0; !known && text != NULL && k < sizeof words / sizeof *words; k++) {
            known = strcmp(text, words[k].text) == 0;
            measure->value = words[k].value;
        }
        if (!known) {
            return refuse(reading, "it is no record of vrmlint, for there is no number in ", name);
        }
    }
    out->data = data;
    return true;
}

static bool take_place(struct reading *reading, const json_t *json, struct vrmlint_finding *out)
{
    size_t offset = 0;
    size_t length = 0;
    out->has_place = tree_get(json, "line") != NULL;
    if (!out->has_place) {
        return true;
    }
    bool ok = take_count(reading, json, "line", &out->line) && take_count(reading, json, "column", &out->column) &&
              take_count(reading, json, "offset", &offset) &&
              (tree_get(json, "length") == NULL || take_count(reading, json, "length", &length));
    out->offset = offset;
    out->length = length;
    return ok;
}

static bool take_finding(struct reading *reading, const json_t *json, struct vrmlint_finding *out)
{
    unsigned severity;
    unsigned fix;
    if (!take_rule(reading, json, &out->rule) ||
        !take_word(reading, json, "severity", severity_name, VRMLINT_INFO, VRMLINT_ERROR, &severity) ||
        !take_word(reading, json, "fix", fix_name, VRMLINT_FIX_NONE, VRMLINT_FIX_UNSAFE, &fix) ||
        !take_words(reading, json, "message", NULL, &out->message) ||
        !take_text(reading, json, "pointer", NULL, &out->pointer) ||
        !take_words(reading, json, "subject", "The file", &out->subject) ||
        !take_text(reading, json, "excerpt", "", &out->excerpt) ||
        !take_text(reading, json, "fingerprint", "", &out->fingerprint) || !take_place(reading, json, out) ||
        !take_related(reading, tree_get(json, "related"), out) || !take_data(reading, tree_get(json, "data"), out)) {
        return false;
    }
    out->severity = (enum vrmlint_severity)severity;
    out->fix = (enum vrmlint_fix)fix;
    return true;
}

static bool take_findings(struct reading *reading, const json_t *list)
{
    struct vrmlint_report *report = &reading->run->report;
    struct vrmlint_finding *findings = arena_array(reading->run->arena, tree_count(list), sizeof *findings);
    if (!tree_is_array(list)) {
        return refuse(reading, "it is no record of vrmlint, for it lacks ", "findings");
    }
    for (size_t i = 0; i < tree_count(list); i++) {
        if (!take_finding(reading, tree_at(list, i), &findings[i])) {
            return false;
        }
        report->counts[findings[i].severity]++;
    }
    report->findings = findings;
    report->finding_count = tree_count(list);
    return true;
}

/* ---- what else there is of a file ---- */

static bool take_extensions(struct reading *reading, const json_t *object)
{
    struct vrmlint_report *report = &reading->run->report;
    struct arena *arena = reading->run->arena;
    struct vrmlint_extension *extensions = arena_array(arena, tree_count(object), sizeof *extensions);
    for (void *i = tree_first(object); i != NULL; i = tree_next(object, i)) {
        struct vrmlint_extension *extension = &extensions[report->extension_count++];
        extension->name = arena_copy(arena, tree_key(i), strlen(tree_key(i)));
        if (!take_text(reading, object, tree_key(i), NULL, &extension->version)) {
            return false;
        }
    }
    report->extensions = extensions;
    return true;
}

static bool take_unchecked(struct reading *reading, const json_t *list)
{
    struct vrmlint_report *report = &reading->run->report;
    const char **unchecked = arena_array(reading->run->arena, tree_count(list), sizeof *unchecked);
    for (size_t i = 0; i < tree_count(list); i++) {
        size_t length;
        const char *text = tree_text(tree_at(list, i), &length);
        if (text == NULL) {
            return refuse(reading, "it is no record of vrmlint, for there is no text in ", "unchecked");
        }
        unchecked[report->unchecked_count++] = arena_copy(reading->run->arena, text, length);
    }
    report->unchecked = unchecked;
    return true;
}

static bool take_skipped(struct reading *reading, const json_t *list)
{
    struct vrmlint_report *report = &reading->run->report;
    struct vrmlint_skipped *skipped = arena_array(reading->run->arena, tree_count(list), sizeof *skipped);
    for (size_t i = 0; i < tree_count(list); i++) {
        struct vrmlint_skipped *skip = &skipped[report->skipped_count];
        if (!take_words(reading, tree_at(list, i), "what", NULL, &skip->what) ||
            !take_words(reading, tree_at(list, i), "why", NULL, &skip->why)) {
            return false;
        }
        if (strcmp(skip->what.in[VRMLINT_ENGLISH], ALL_OF_IT) == 0) {
            report->trouble = skip->why.in[VRMLINT_ENGLISH];
        } else {
            report->skipped_count++;
        }
    }
    report->skipped = skipped;
    return true;
}

static bool take_ignored(struct reading *reading, const json_t *list)
{
    struct vrmlint_report *report = &reading->run->report;
    struct vrmlint_ignored *ignored = arena_array(reading->run->arena, tree_count(list), sizeof *ignored);
    for (size_t i = 0; i < tree_count(list); i++) {
        const json_t *json = tree_at(list, i);
        struct vrmlint_ignored *out = &ignored[report->ignored_count++];
        if (!take_text(reading, json, "rule", NULL, &out->rule) ||
            !take_text(reading, json, "reason", NULL, &out->reason) ||
            !take_text(reading, json, "config", NULL, &out->config) || !take_count(reading, json, "line", &out->line) ||
            !take_count(reading, json, "column", &out->column) || !take_count(reading, json, "count", &out->count)) {
            return false;
        }
    }
    report->ignored = ignored;
    return true;
}

static bool take_file(struct reading *reading)
{
    struct vrmlint_report *report = &reading->run->report;
    const json_t *json = reading->tree;
    const json_t *counts = tree_get(json, "counts");
    size_t stated = 0;
    tree_flag(tree_get(json, "glb"), &report->glb);
    return take_text(reading, json, "path", NULL, &report->path) &&
           (tree_get(json, "generator") == NULL || take_text(reading, json, "generator", NULL, &report->generator)) &&
           take_extensions(reading, tree_get(json, "extensions")) &&
           take_unchecked(reading, tree_get(json, "unchecked")) && take_skipped(reading, tree_get(json, "skipped")) &&
           take_ignored(reading, tree_get(json, "ignored")) &&
           (tree_get(counts, "ignored") == NULL || take_count(reading, counts, "ignored", &report->ignored_findings)) &&
           (tree_get(counts, "known") == NULL || take_count(reading, counts, "known", &report->known_findings)) &&
           take_findings(reading, tree_get(json, "findings")) && take_count(reading, counts, "error", &stated) &&
           (stated == report->counts[VRMLINT_ERROR] ||
            refuse(reading, "it has been changed: its findings don't come to its ", "counts"));
}

static bool take_summary(struct reading *reading, const json_t *json, struct vrmlint_record *record)
{
    const json_t *shard = tree_get(json, "shard");
    return take_count(reading, json, "files", &record->files) &&
           (shard == NULL || (take_count(reading, shard, "number", &record->shard) &&
                              take_count(reading, shard, "of", &record->shards)));
}

static bool take_line(struct reading *reading, const char *line, size_t size, struct vrmlint_record *record)
{
    struct arena *arena = reading->run->arena;
    struct scan_result scan = scan_text(arena, line, size, os_random(), NULL);
    if (scan.status != SCAN_OK || scan.root_kind != '{') {
        return refuse(reading, "it is no JSON object", "");
    }
    tree_load(arena, line, scan.root, NULL, &reading->tree);
    const json_t *summary = tree_get(reading->tree, "summary");
    if (summary != NULL) {
        return take_summary(reading, summary, record);
    }
    record->report = &reading->run->report;
    return take_file(reading);
}

bool vrmlint_record_read(const char *line, size_t size, struct vrmlint_record *record, char *error, size_t error_size)
{
    struct reading reading = {.run = lint_run_new(""), .error = error, .error_size = error_size};
    *record = (struct vrmlint_record){0};
    if (reading.run == NULL) {
        return refuse(&reading, "not enough memory", "");
    }
    jmp_buf guard;
    volatile bool ok = false;
    if (setjmp(guard) == 0) {
        arena_guard(reading.run->arena, &guard);
        ok = take_line(&reading, line, size, record);
    } else {
        refuse(&reading, "not enough memory", "");
    }
    arena_guard(reading.run->arena, NULL);
    tree_release(reading.tree);
    if (!ok || record->report == NULL) {
        arena_free(reading.run->arena);
        record->report = NULL;
    }
    return ok;
}
