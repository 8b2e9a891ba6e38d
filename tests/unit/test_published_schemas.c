/*
 * Our schemas compared with the published ones: both judge the same values, which are made by walking through the
 * published schema. Differences are allowed only if they are in published_differences.h.
 */
#include "json_trees.h"
#include "support.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "published_differences.h"
#include "published_files.h"
#include "schema/schema.h"
#include "schema_bench.h"

enum { DIFFERENCES = sizeof differences / sizeof *differences };

/* One comparison of two schemas. */
struct run {
    struct published all;
    const char *name; /* name of our schema */
    struct schema *ours;
    struct schema *theirs;
    json_t *holder; /* the value that both judge is its member "value" */
    size_t count;
    size_t accepted;
    size_t rejected;
    size_t listed;
    size_t unlisted;
    size_t hits[DIFFERENCES];
};

/* A position in the value that is changed. */
struct slot {
    json_t *parent;
    const char *key; /* NULL: use index */
    size_t index;
    const char *pointer;
};

static bool is_listed(struct run *run, const char *pointer, const char *change, bool accepted)
{
    char barred[256];
    snprintf(barred, sizeof barred, "|%s|", change);
    for (size_t i = 0; i < DIFFERENCES; i++) {
        const struct difference *d = &differences[i];
        size_t length = strcspn(d->ours, "*");
        bool same = d->ours[length] == '*' ? strncmp(d->ours, run->name, length) == 0 : strcmp(d->ours, run->name) == 0;
        if (same && d->accepted == accepted && pattern_takes(d->at, pointer) &&
            (d->changes == NULL || strstr(d->changes, barred) != NULL)) {
            run->hits[i]++;
            return true;
        }
    }
    return false;
}

/* Compares the verdicts of both schemas on the current value. */
static void judge(struct run *run, const char *pointer, const char *change)
{
    static const struct schema_evaluation how = {.pointer = ""};
    const json_t *value = json_object_get(run->holder, "value");
    bool ours = evaluate_json(run->ours, value, &how);
    bool theirs = evaluate_json(run->theirs, value, &how);
    run->count++;
    run->accepted += ours && theirs;
    run->rejected += !ours && !theirs;
    if (ours == theirs) {
        return;
    }
    if (is_listed(run, pointer, change, ours)) {
        run->listed++;
        return;
    }
    run->unlisted++;
    print_message("%s: %s at '%s' is %s only by ours\n", run->name, change, pointer, ours ? "accepted" : "rejected");
}

/* ---- reading the published schema ---- */

/* Returns a keyword of a schema, of a schema that it refers to, or of its allOf. */
static const json_t *look(const struct run *run, const json_t *schema, const char *keyword)
{
    const json_t *value = json_object_get(schema, keyword);
    if (value != NULL) {
        return value;
    }
    const char *reference = json_string_value(json_object_get(schema, "$ref"));
    if (reference != NULL) {
        return look(run, published_document(&run->all, reference), keyword);
    }
    size_t i;
    const json_t *part;
    json_array_foreach(json_object_get(schema, "allOf"), i, part)
    {
        value = look(run, part, keyword);
        if (value != NULL) {
            return value;
        }
    }
    return NULL;
}

static bool has_type(const struct run *run, const json_t *schema, const char *type)
{
    const char *text = json_string_value(look(run, schema, "type"));
    return text != NULL && strcmp(text, type) == 0;
}

/* Whether an alternative of oneOf requires the member, and which. */
static bool alternative_of(const struct run *run, const json_t *schema, const char *member, size_t *which)
{
    const json_t *alternatives = look(run, schema, "oneOf");
    for (size_t i = 0; i < json_array_size(alternatives); i++) {
        const json_t *required = json_object_get(json_array_get(alternatives, i), "required");
        if (strcmp(json_string_value(json_array_get(required, 0)), member) == 0) {
            *which = i;
            return true;
        }
    }
    return false;
}

static bool is_required(const struct run *run, const json_t *schema, const char *member)
{
    size_t i;
    const json_t *name;
    json_array_foreach(look(run, schema, "required"), i, name)
    {
        if (strcmp(json_string_value(name), member) == 0) {
            return true;
        }
    }
    return false;
}

/* ---- making values ---- */

static json_t *make(const struct run *run, const json_t *schema, bool full, unsigned alternatives);

/* Returns an object. alternatives: bit i includes the i-th alternative of oneOf. */
static json_t *make_object(const struct run *run, const json_t *schema, bool full, unsigned alternatives)
{
    json_t *object = json_object();
    const char *name;
    const json_t *value;
    json_object_foreach((json_t *)(uintptr_t)look(run, schema, "properties"), name, value)
    {
        size_t which = 0;
        bool wanted = alternative_of(run, schema, name, &which) ? (alternatives >> which & 1) != 0
                                                                : full || is_required(run, schema, name);
        if (wanted) {
            json_object_set_new(object, name, make(run, value, full, 1));
        }
    }
    const json_t *others = look(run, schema, "additionalProperties");
    if (full && json_is_object(others)) {
        json_object_set_new(object, "smirk", make(run, others, full, 1));
    }
    return object;
}

static json_t *make(const struct run *run, const json_t *schema, bool full, unsigned alternatives)
{
    const json_t *choice = look(run, schema, "enum");
    if (choice != NULL) {
        return json_deep_copy(json_array_get(choice, 0));
    }
    if (has_type(run, schema, "string")) {
        return json_string("text");
    }
    if (has_type(run, schema, "integer")) {
        return json_integer(1);
    }
    if (has_type(run, schema, "number")) {
        return json_real(0.5);
    }
    if (has_type(run, schema, "boolean")) {
        return json_true();
    }
    if (has_type(run, schema, "array")) {
        json_t *array = json_array();
        json_int_t least = json_integer_value(look(run, schema, "minItems"));
        for (json_int_t i = 0; i < (least < 1 ? 1 : least); i++) {
            json_array_append_new(array, make(run, look(run, schema, "items"), full, 1));
        }
        return array;
    }
    return make_object(run, schema, full, alternatives);
}

/* ---- changing values ---- */

static json_t *slot_get(const struct slot *slot)
{
    return slot->key != NULL ? json_object_get(slot->parent, slot->key) : json_array_get(slot->parent, slot->index);
}

/* Sets the value at a slot and takes ownership of it. */
static void slot_set(const struct slot *slot, json_t *value)
{
    int failed = slot->key != NULL ? json_object_set_new(slot->parent, slot->key, value)
                                   : json_array_set_new(slot->parent, slot->index, value);
    assert_int_equal(failed, 0);
}

/* Judges the value with another one at the slot, which it takes, and restores the old one. */
static void try_value(struct run *run, const struct slot *slot, const char *change, json_t *value)
{
    json_t *before = json_incref(slot_get(slot));
    slot_set(slot, value);
    judge(run, slot->pointer, change);
    slot_set(slot, before);
}

static void try_text(struct run *run, const struct slot *slot, const char *text)
{
    json_t *value = json_loads(text, JSON_DECODE_ANY, NULL);
    assert_non_null(value);
    try_value(run, slot, text, value);
}

static void try_kinds(struct run *run, const struct slot *slot)
{
    static const char *const texts[] = {
        "null",  "true",   "false",  "\"\"",    "\"text\"", "\"+X\"",  "0",    "1",
        "-1",    "2.5",    "-2.5",   "1.0",     "-1.0",     "1000000", "1e17", "1e18",
        "-1e18", "3.4e38", "3.5e38", "-3.5e38", "[]",       "[1]",     "{}",   "{\"a\": 1}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        try_text(run, slot, texts[i]);
    }
}

static void try_bounds(struct run *run, const json_t *schema, const struct slot *slot)
{
    static const char *const keywords[] = {"minimum", "maximum"};
    static const double steps[] = {-0.001, 0, 0.001};
    for (size_t i = 0; i < 2; i++) {
        const json_t *bound = look(run, schema, keywords[i]);
        for (size_t k = 0; bound != NULL && k < 3; k++) {
            try_value(run, slot, "near a bound", json_real(json_number_value(bound) + steps[k]));
        }
    }
}

static void try_choices(struct run *run, const json_t *schema, const struct slot *slot)
{
    size_t i;
    const json_t *choice;
    json_array_foreach(look(run, schema, "enum"), i, choice)
    {
        const char *text = json_string_value(choice);
        char changed[64];
        try_value(run, slot, "a choice", json_string(text));
        snprintf(changed, sizeof changed, "%c%s", text[0] ^ 0x20, text + 1);
        try_value(run, slot, "a choice in another case", json_string(changed));
        snprintf(changed, sizeof changed, "%s ", text);
        try_value(run, slot, "a choice and a blank", json_string(changed));
    }
}

static void visit(struct run *run, const json_t *schema, const struct slot *slot);

static void visit_array(struct run *run, const json_t *schema, const struct slot *slot)
{
    const json_t *items = look(run, schema, "items");
    size_t length = json_array_size(slot_get(slot));
    for (size_t other = length - 1; other <= length + 2; other++) {
        json_t *array = json_array();
        for (size_t i = 0; i < other; i++) {
            json_array_append(array, json_array_get(slot_get(slot), 0));
        }
        char change[32];
        snprintf(change, sizeof change, "length %zu", other);
        try_value(run, slot, change, array);
    }
    for (size_t i = 0; i < length; i++) {
        char *pointer = arena_printf(run->all.arena, "%s/%zu", slot->pointer, i);
        visit(run, items, &(struct slot){.parent = slot_get(slot), .index = i, .pointer = pointer});
    }
}

static void visit_members(struct run *run, const json_t *schema, const struct slot *slot)
{
    const json_t *properties = look(run, schema, "properties");
    const char *name;
    const json_t *value;
    json_t *names = json_deep_copy(slot_get(slot)); /* the object must not change during the iteration */
    json_object_foreach(names, name, value)
    {
        const json_t *member = json_object_get(properties, name);
        member = member != NULL ? member : look(run, schema, "additionalProperties");
        char *pointer = arena_printf(run->all.arena, "%s/%s", slot->pointer, name);
        json_t *without = json_copy(slot_get(slot));
        json_object_del(without, name);
        json_t *with = json_incref(slot_get(slot));
        slot_set(slot, without);
        judge(run, pointer, "missing");
        slot_set(slot, with);
        visit(run, member, &(struct slot){.parent = slot_get(slot), .key = name, .pointer = pointer});
    }
    json_decref(names);
}

static void visit_object(struct run *run, const json_t *schema, const struct slot *slot)
{
    char *pointer = arena_printf(run->all.arena, "%s/unheardOf", slot->pointer);
    json_object_set_new(slot_get(slot), "unheardOf", json_integer(1));
    const struct slot other = {.parent = slot_get(slot), .key = "unheardOf", .pointer = pointer};
    judge(run, pointer, "an unknown member");
    try_kinds(run, &other);
    json_object_del(slot_get(slot), "unheardOf");
    size_t alternatives = json_array_size(look(run, schema, "oneOf"));
    if (alternatives == 0) {
        visit_members(run, schema, slot);
        return;
    }
    json_t *before = json_incref(slot_get(slot));
    for (unsigned set = 0; set < 1U << alternatives; set++) {
        try_value(run, slot, "other alternatives", make(run, schema, true, set));
        try_value(run, slot, "other alternatives", make(run, schema, false, set));
    }
    for (size_t i = 0; i < alternatives; i++) {
        slot_set(slot, make(run, schema, true, 1U << i));
        visit_members(run, schema, slot);
    }
    slot_set(slot, before);
}

/* Tries all changes of the value at a slot and of everything in it. Both schemas accept the value as it is. */
static void visit(struct run *run, const json_t *schema, const struct slot *slot)
{
    try_kinds(run, slot);
    try_bounds(run, schema, slot);
    try_choices(run, schema, slot);
    if (json_is_array(slot_get(slot))) {
        visit_array(run, schema, slot);
    } else if (json_is_object(slot_get(slot)) && look(run, schema, "type") != NULL) {
        visit_object(run, schema, slot);
    }
}

/* ---- comparison ---- */

/* Compares two schemas and adds to hits how often each listed difference occurred. */
static void compare(const char *ours, const char *folder, const char *theirs, size_t *hits)
{
    static struct run run;
    run = (struct run){.name = ours};
    published_load(&run.all, folder);
    run.ours = published_compile(&run.all, ours);
    run.theirs = published_compile(&run.all, theirs);
    const json_t *schema = published_document(&run.all, theirs);
    run.holder = json_object();
    const struct slot root = {.parent = run.holder, .key = "value", .pointer = ""};
    slot_set(&root, make(&run, schema, false, 1));
    judge(&run, "", "the least");
    slot_set(&root, make(&run, schema, true, 1));
    judge(&run, "", "everything");
    assert_int_equal(run.accepted, 2);
    visit(&run, schema, &root);
    json_decref(run.holder);
    print_message("%s: %zu values, %zu accepted and %zu rejected by both, %zu listed differences\n", ours, run.count,
                  run.accepted, run.rejected, run.listed);
    assert_int_equal(run.unlisted, 0);
    assert_true(run.count >= 300 && run.accepted >= 50 && run.rejected >= 50);
    for (size_t i = 0; i < DIFFERENCES; i++) {
        hits[i] += run.hits[i];
    }
    published_free(&run.all);
}

static void test_published(void **state)
{
    (void)state;
    static const struct {
        const char *ours, *folder, *theirs;
    } pairs[] = {
        {"VRMC_springBone-1.0", "VRMC_springBone-1.0", "VRMC_springBone.schema.json"},
        {"VRMC_springBone-1.0-beta", "VRMC_springBone-1.0", "VRMC_springBone.schema.json"},
        {"VRMC_springBone_extended_collider-1.0", "VRMC_springBone_extended_collider-1.0",
         "VRMC_springBone_extended_collider.schema.json"},
        {"VRMC_springBone_limit-1.0-draft", "VRMC_springBone_limit-1.0-draft", "VRMC_springBone_limit.schema.json"},
        {"VRMC_node_constraint-1.0", "VRMC_node_constraint-1.0", "VRMC_node_constraint.schema.json"},
        {"VRMC_node_constraint-1.0-beta", "VRMC_node_constraint-1.0", "VRMC_node_constraint.schema.json"},
        {"VRMC_node_constraint-1.0-draft-DE", "VRMC_node_constraint-1.0", "VRMC_node_constraint.schema.json"},
        {"VRMC_vrm_animation-1.0", "VRMC_vrm_animation-1.0", "VRMC_vrm_animation.schema.json"},
        {"VRMC_vrm_animation-1.0-draft", "VRMC_vrm_animation-1.0", "VRMC_vrm_animation.schema.json"},
        {"VRM-0.x-secondaryAnimation", "0.0", "vrm.secondaryanimation.schema.json"},
    };
    size_t hits[DIFFERENCES] = {0};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        compare(pairs[i].ours, pairs[i].folder, pairs[i].theirs, hits);
    }
    for (size_t i = 0; i < DIFFERENCES; i++) {
        if (hits[i] == 0) {
            fail_msg("listed, but it doesn't occur: %s at %s (%s)", differences[i].ours, differences[i].at,
                     differences[i].reason);
        }
    }
}

TEST_PROGRAM(published_schemas)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_published)};
    return RUN_WITH_EXTERNAL(PUBLISHED_FOLDER, tests);
}
