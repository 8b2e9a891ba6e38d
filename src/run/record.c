/* Reads a line of ndjson back into the report that it was written from. */
#include <math.h>
#include <setjmp.h>
#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "gltf/json.h"
#include "gltf/positions.h"
#include "ids/messages_refusals.h"
#include "ids/messages_skipped.h"
#include "members.h"
#include "message/message.h"
#include "run/lint.h"
#include "run/within.h"

struct record_reading {
    struct lint_run *run;
    const struct tree *tree;
    const struct vrmlint_rule *rule; /* the last one that was found: most are repeated */
    struct vrmlint_refusal *refusal;
};

static bool refuse_record(const struct record_reading *reading, enum message words, const char *name)
{
    return refusal_print(reading->refusal, words, ARGUMENTS(TERM("name", name)));
}

/* ---- values ---- */

static const char *own_text(const struct record_reading *reading, const char *text, size_t length)
{
    return text == NULL ? NULL : arena_copy(reading->run->arena, text, length);
}

static bool take_text(const struct record_reading *reading, const struct tree *value,
                      const struct report_member *member, const char *key, const char **out)
{
    size_t length;
    const char *text = tree_text(value, &length);
    *out = text == NULL ? member->absent : own_text(reading, text, length);
    bool missing = value == NULL && (member->absent != NULL || member->when != MEMBER_ALWAYS);
    return text != NULL || missing || refuse_record(reading, WORDS_RECORD_NO_TEXT, key);
}

/* Reads a path. Escapes such as \xFF become the bytes that they were written for. */
static bool take_record_path(const struct record_reading *reading, const struct tree *value,
                             const struct report_member *member, const char *key, const char **out)
{
    if (!take_text(reading, value, member, key, out)) {
        return false;
    }
    size_t length = strlen(*out);
    char *path = arena_alloc(reading->run->arena, length + 1);
    size_t used = 0;
    for (size_t at = 0; at < length; at++) {
        int byte = ascii_escaped(*out + at, length - at, "\\x");
        path[used++] = byte > 0 ? (char)byte : (*out)[at];
        at += byte > 0 ? 3 : 0;
    }
    *out = path;
    return true;
}

/* Reads a text in all languages. Published records have one language, which is stored as English. */
static bool take_words(const struct record_reading *reading, const struct tree *value,
                       const struct report_member *member, const char *key, struct vrmlint_text *out)
{
    if (!tree_is_object(value)) {
        return take_text(reading, value, member, key, &out->in[VRMLINT_ENGLISH]);
    }
    for (unsigned language = 0; language < VRMLINT_LANGUAGE_COUNT; language++) {
        size_t length;
        const char *text = tree_text(tree_get(value, vrmlint_language_name((enum vrmlint_language)language)), &length);
        out->in[language] = own_text(reading, text, length);
    }
    return true;
}

/* Reads a whole number from 0 to 2^53. */
static bool take_count(const struct record_reading *reading, const struct tree *json,
                       const struct report_member *member, uint64_t *out)
{
    double value;
    if (json == NULL && member->when != MEMBER_ALWAYS) {
        return true;
    }
    if (!tree_number(json, &value) || value < 0 || value > 0x1p53 || value != (double)(uint64_t)value) {
        return refuse_record(reading, WORDS_RECORD_NO_COUNT, member->key);
    }
    *out = (uint64_t)value;
    return true;
}

/* Reads a number. Numbers that JSON lacks are strings. */
static bool take_number(const struct record_reading *reading, const struct tree *json, const char *key, double *out)
{
    static const struct {
        const char *text;
        double value;
    } words[] = {{"Infinity", INFINITY}, {"-Infinity", -INFINITY}, {"NaN", NAN}};
    const char *text = tree_text(json, NULL);
    bool known = tree_number(json, out);
    for (size_t i = 0; !known && text != NULL && i < sizeof words / sizeof *words; i++) {
        known = strcmp(text, words[i].text) == 0;
        *out = words[i].value;
    }
    return known || refuse_record(reading, WORDS_RECORD_NO_NUMBER, key);
}

static const char *severity_name(unsigned value)
{
    return vrmlint_severity_name((enum vrmlint_severity)value);
}

static const char *fix_name(unsigned value)
{
    return vrmlint_fix_name((enum vrmlint_fix)value);
}

static bool take_word(const struct record_reading *reading, const struct tree *json, const struct report_member *member,
                      const char *(*name)(unsigned value), unsigned first, unsigned last, unsigned *out)
{
    const char *text = tree_text(json, NULL);
    for (unsigned value = first; text != NULL && value <= last; value++) {
        if (strcmp(text, name(value)) == 0) {
            *out = value;
            return true;
        }
    }
    return refuse_record(reading, WORDS_RECORD_UNKNOWN, member->key);
}

static bool take_rule(struct record_reading *reading, const struct tree *json, const struct vrmlint_rule **out)
{
    const char *id = tree_text(json, NULL);
    if (json == NULL && *out != NULL) {
        return true;
    }
    if (id == NULL) {
        return refuse_record(reading, WORDS_RECORD_LACKS_RULE, "rule");
    }
    if (reading->rule == NULL || strcmp(reading->rule->id, id) != 0) {
        reading->rule = vrmlint_rule_by_id(id);
    }
    *out = reading->rule;
    return reading->rule != NULL || refuse_record(reading, WORDS_RECORD_NO_RULE, id);
}

/* ---- members, from their tables ---- */

static bool take_members(struct record_reading *reading, const struct report_member *members, const struct tree *json,
                         void *in);

/* Reads a value into a member. key: its name for error messages. */
static bool take_value(struct record_reading *reading, const struct report_member *member, const char *key,
                       const struct tree *value, void *in)
{
    void *at = (char *)in + member->offset;
    uint64_t count = 0;
    unsigned word = 0;
    bool ok = true;
    switch (member->kind) {
    case MEMBER_TEXT:
        return take_text(reading, value, member, key, at);
    case MEMBER_PATH:
        return take_record_path(reading, value, member, key, at);
    case MEMBER_WORDS:
        return take_words(reading, value, member, key, at);
    case MEMBER_COUNT:
        ok = take_count(reading, value, member, &count);
        *(size_t *)at = (size_t)count;
        return ok && ((size_t)count == count || refuse_record(reading, WORDS_RECORD_NO_COUNT, member->key));
    case MEMBER_BYTES:
        return take_count(reading, value, member, at);
    case MEMBER_NUMBER:
        if (value == NULL && member->when != MEMBER_ALWAYS) {
            return true;
        }
        return take_number(reading, value, key, at);
    case MEMBER_FLAG:
        tree_flag(value, at);
        return true;
    case MEMBER_SEVERITY:
        ok = take_word(reading, value, member, severity_name, VRMLINT_INFO, VRMLINT_ERROR, &word);
        *(enum vrmlint_severity *)at = (enum vrmlint_severity)word;
        return ok;
    case MEMBER_FIX:
        ok = take_word(reading, value, member, fix_name, VRMLINT_FIX_NONE, VRMLINT_FIX_UNSAFE, &word);
        *(enum vrmlint_fix *)at = (enum vrmlint_fix)word;
        return ok;
    case MEMBER_RULE:
        return take_rule(reading, value, at);
    default:
        return true;
    }
}

/* Reads the i-th finding before folding. Missing members are copied from the finding that represents it. If folding
 * didn't change it, only the index of that one in the list after folding is written. */
static bool take_place(struct record_reading *reading, const struct tree *json, struct vrmlint_report *report, size_t i,
                       struct vrmlint_finding *place)
{
    bool is_object = tree_is_object(json);
    const struct tree *listed = is_object ? tree_get(json, MEMBER_LISTED) : json;
    const struct tree *index = listed == NULL ? tree_get(json, MEMBER_OF) : listed;
    const struct vrmlint_finding *represents = NULL;
    uint64_t of = SIZE_MAX;
    if (index != NULL) {
        if (!take_count(reading, index, &member_each, &of) || of >= report->finding_count) {
            return refuse_record(reading, WORDS_RECORD_NO_COUNT, member_each.key);
        }
        represents = &report->findings[of];
        *place = *represents;
    }
    bool ok = true;
    if (is_object) {
        *place = (struct vrmlint_finding){.rule = represents == NULL ? NULL : represents->rule};
        ok = take_members(reading, member_each.of, json, place);
        place->variant = represents == NULL || place->variant != NULL ? place->variant : represents->variant;
    }
    place->within = (size_t)of;
    place->number = listed != NULL ? (size_t)of : report->finding_count + i;
    return ok;
}

static bool take_list(struct record_reading *reading, const struct report_member *member, const struct tree *list,
                      void *in)
{
    if (list == NULL && (member->when == MEMBER_MERGED || member->when == MEMBER_KNOWN)) {
        return true;
    }
    bool fits = member->kind == MEMBER_MAP ? tree_is_object(list) : tree_is_array(list);
    size_t count = fits ? tree_count(list) : 0;
    char *elements = arena_array(reading->run->arena, count, member->size);
    void *entry = member->kind == MEMBER_MAP ? tree_first(list) : NULL;
    for (size_t i = 0; i < count; i++) {
        char *element = elements + i * member->size;
        const struct report_member *of = member->of;
        bool ok;
        if (member->kind == MEMBER_MAP) {
            const char *key = tree_key(entry);
            *(const char **)(void *)(element + of[0].offset) = own_text(reading, key, strlen(key));
            ok = take_value(reading, &of[1], key, tree_value(entry), element);
            entry = tree_next(list, entry);
        } else if (of->key == NULL) {
            ok = take_value(reading, of, member->key, tree_at(list, i), element);
        } else if (member == &member_each) {
            struct vrmlint_finding *place = (void *)element;
            ok = take_place(reading, tree_at(list, i), in, i, place);
        } else {
            ok = take_members(reading, of, tree_at(list, i), element);
            if (of == members_of_finding && tree_get(tree_at(list, i), "number") == NULL) {
                ((struct vrmlint_finding *)(void *)element)->number = i; /* take_place() finds it by this */
            }
        }
        if (!ok) {
            return false;
        }
    }
    memcpy((char *)in + member->offset, &elements, sizeof elements);
    memcpy((char *)in + member->count, &count, sizeof count);
    return true;
}

static bool take_members(struct record_reading *reading, const struct report_member *members, const struct tree *json,
                         void *in)
{
    bool ok = true;
    for (const struct report_member *member = members; ok && !member->ends; member++) {
        const struct tree *value = member->key == NULL ? NULL : tree_get(json, member->key);
        if (member->when == MEMBER_COPIED) {
            continue;
        }
        if (member->kind == MEMBER_IF) {
            bool *is_there = (bool *)((char *)in + member->offset);
            *is_there = tree_get(json, member->of->key) != NULL;
            ok = !*is_there || take_members(reading, member->of, json, in);
        } else if (member->kind == MEMBER_GROUP) {
            ok = (value == NULL && member->when == MEMBER_SET) || take_members(reading, member->of, value, in);
        } else if (member->kind == MEMBER_LIST || member->kind == MEMBER_MAP) {
            ok = take_list(reading, member, value, in);
        } else {
            ok = take_value(reading, member, member->key, value, in);
        }
    }
    return ok;
}

/* ---- lines ---- */

/* Whether the skipped part is the whole file, in whichever language that is written. */
static bool is_all_of_it(const struct vrmlint_text *what)
{
    for (unsigned language = 0; language < VRMLINT_LANGUAGE_COUNT; language++) {
        const char *all = message_template(WORDS_SKIPPED_FILE, (enum vrmlint_language)language);
        if (strcmp(vrmlint_text_in(what, VRMLINT_ENGLISH), all) == 0) {
            return true;
        }
    }
    return false;
}

/* Moves the error of a file that could not be read from the skipped parts to the report. */
static void find_error(struct vrmlint_report *report)
{
    if (report->skipped_count > 0 && is_all_of_it(&report->skipped[0].what)) {
        report->error = vrmlint_text_in(&report->skipped[0].why, VRMLINT_ENGLISH);
        report->skipped++;
        report->skipped_count--;
    }
}

static bool take_file(struct record_reading *reading)
{
    struct vrmlint_report *report = &reading->run->report;
    if (!tree_is_array(tree_get(reading->tree, "findings"))) {
        return refuse_record(reading, WORDS_RECORD_LACKS, "findings");
    }
    if (!take_members(reading, members_of_report, reading->tree, report) ||
        !take_list(reading, &member_each, tree_get(reading->tree, member_each.key), report)) {
        return false;
    }
    size_t counts[VRMLINT_ERROR + 1] = {0};
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        counts[finding->severity]++;
        for (size_t k = 0; k < finding->data_count; k++) { /* of its rule and file that aren't listed */
            bool more = strcmp(finding->data[k].name, "more") == 0 && finding->data[k].value < (double)SIZE_MAX;
            counts[finding->severity] += more ? (size_t)finding->data[k].value : 0;
        }
    }
    find_error(report);
    return memcmp(counts, report->counts, sizeof counts) == 0 || refuse_record(reading, WORDS_RECORD_CHANGED, "counts");
}

/* Reads the manifest. Members that older versions don't write, or that are too long, are left empty. */
static void take_manifest(const struct tree *tool, struct vrmlint_manifest *manifest)
{
    const struct {
        const char *key;
        char *text;
        size_t size;
    } members[] = {
        {"version", manifest->version, sizeof manifest->version},
        {"build", manifest->build, sizeof manifest->build},
        {"settings", manifest->settings, sizeof manifest->settings},
        {"rules", manifest->rules, sizeof manifest->rules},
        {"date", manifest->date, sizeof manifest->date},
        {"language", manifest->language, sizeof manifest->language},
    };
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        size_t length;
        const char *text = tree_text(tree_get(tool, members[i].key), &length);
        if (text != NULL && length < members[i].size) {
            memcpy(members[i].text, text, length);
        }
    }
}

static bool take_record_summary(struct record_reading *reading, const struct tree *json, struct vrmlint_record *record)
{
    static const struct report_member of_shard[] = {
        {"number", MEMBER_COUNT, MEMBER_ALWAYS, .offset = offsetof(struct vrmlint_record, shard)},
        {"of", MEMBER_COUNT, MEMBER_ALWAYS, .offset = offsetof(struct vrmlint_record, shards)},
        {.ends = true},
    };
    static const struct report_member of_summary[] = {
        {"files", MEMBER_COUNT, MEMBER_ALWAYS, .offset = offsetof(struct vrmlint_record, files)},
        {.ends = true},
    };
    const struct tree *shard = tree_get(json, "shard");
    take_manifest(tree_get(reading->tree, "tool"), &record->manifest);
    return take_members(reading, of_summary, json, record) &&
           (shard == NULL || take_members(reading, of_shard, shard, record));
}

static bool take_record_line(struct record_reading *reading, const char *line, size_t size,
                             struct vrmlint_record *record)
{
    struct arena *arena = reading->run->arena;
    struct scan_result scan = scan_text(arena, line, size, os_random(), NULL);
    if (scan.status != SCAN_OK || scan.root_kind != '{') {
        return refusal_print(reading->refusal, WORDS_RECORD_NO_JSON, NO_ARGUMENTS);
    }
    reading->tree = tree_load(tree_pool_new(arena), line, scan.root);
    const struct tree *summary = tree_get(reading->tree, "summary");
    if (summary != NULL) {
        return take_record_summary(reading, summary, record);
    }
    record->report = &reading->run->report;
    return take_file(reading);
}

bool record_read_within(struct arena *within, const char *line, size_t size, struct vrmlint_record *record,
                        struct vrmlint_refusal *refusal)
{
    struct record_reading reading = {.run = lint_run_new(""), .refusal = refusal};
    *record = (struct vrmlint_record){0};
    if (reading.run == NULL) {
        return refusal_print(refusal, WORDS_NO_MEMORY, NO_ARGUMENTS);
    }
    jmp_buf guard;
    volatile bool ok = false;
    int end = setjmp(guard);
    if (end == 0) {
        arena_guard(reading.run->arena, &guard);
        arena_follow(reading.run->arena, within);
        ok = take_record_line(&reading, line, size, record);
    } else if (end != ARENA_EXHAUSTED) {
        arena_free(reading.run->arena);
        arena_end(within, (enum arena_end)end);
    } else {
        refusal_print(refusal, WORDS_NO_MEMORY, NO_ARGUMENTS);
    }
    arena_guard(reading.run->arena, NULL);
    arena_follow(reading.run->arena, NULL);
    if (!ok || record->report == NULL) {
        arena_free(reading.run->arena);
        record->report = NULL;
    }
    return ok;
}

bool vrmlint_record_read(const char *line, size_t size, struct vrmlint_record *record, struct vrmlint_refusal *refusal)
{
    return record_read_within(NULL, line, size, record, refusal);
}

/* ---- whole reports ---- */

static bool split_report(struct arena *arena, const char *text, size_t size, struct vrmlint_manifest *manifest,
                         void (*each)(void *context, const char *path, const char *record), void *context)
{
    size_t mark = utf8_mark(text, size);
    text += mark;
    size -= mark;
    struct scan_result scan = scan_text(arena, text, size, os_random(), NULL);
    const struct tree *json = scan.status != SCAN_OK ? NULL : tree_load(tree_pool_new(arena), text, scan.root);
    const struct tree *files = tree_get(json, "files");
    if (!tree_is_array(files)) {
        return false;
    }
    take_manifest(tree_get(json, "tool"), manifest);
    size_t count = tree_count(files);
    struct position *places = arena_array(arena, count, sizeof *places);
    for (size_t i = 0; i < count; i++) {
        places[i].pointer = arena_printf(arena, "/files/%zu", i);
    }
    positions_find(arena, text, size, places, count);
    for (size_t i = 0; i < count; i++) {
        const struct span *span = &places[i].value;
        const char *path = tree_text(tree_get(tree_at(files, i), "path"), NULL);
        each(context, path == NULL ? "" : path, arena_copy(arena, text + span->begin, span->end - span->begin));
    }
    return true;
}

bool report_split_within(struct arena *within, const char *text, size_t size, struct vrmlint_manifest *manifest,
                         void (*each)(void *context, const char *path, const char *record), void *context)
{
    struct arena *arena = arena_open(within);
    *manifest = (struct vrmlint_manifest){0};
    bool ok = split_report(arena, text, size, manifest, each, context);
    arena_close(arena);
    return ok;
}

bool vrmlint_report_split(const char *text, size_t size, struct vrmlint_manifest *manifest, bool *no_memory,
                          void (*each)(void *context, const char *path, const char *record), void *context)
{
    struct arena *arena = arena_new();
    volatile bool ok = false;
    jmp_buf guard;
    *manifest = (struct vrmlint_manifest){0};
    *no_memory = arena == NULL;
    if (arena == NULL) {
        return false;
    }
    if (setjmp(guard) == 0) {
        arena_guard(arena, &guard);
        ok = split_report(arena, text, size, manifest, each, context);
    } else {
        *no_memory = true;
    }
    arena_free(arena);
    return ok;
}
