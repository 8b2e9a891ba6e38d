#include "gltf/expect.h"

#include <string.h>

#include "base/buf.h"
#include "base/pointer.h"
#include "base/quote.h"

/* 2^53: up to here doubles hold every whole number. */
#define WHOLE_MAX 9007199254740992.0

enum { STEPS_MAX = 12, NUMBERS_MAX = 16 };

/* A path from the root down. */
struct steps {
    const struct expect_path *at[STEPS_MAX];
    size_t count;
};

static struct steps steps_of(const struct expect_path *path)
{
    struct steps steps = {.count = 0};
    for (const struct expect_path *at = path; at != NULL && steps.count < STEPS_MAX; at = at->up) {
        steps.count++;
    }
    for (size_t i = steps.count; i-- > 0; path = path->up) {
        steps.at[i] = path;
    }
    return steps;
}

const char *expect_pointer(struct arena *arena, const struct expect_path *path)
{
    struct steps steps = steps_of(path);
    struct buf buf = BUF_INIT(arena);
    for (size_t i = 0; i < steps.count; i++) {
        if (steps.at[i]->key != NULL) {
            pointer_add_key(&buf, steps.at[i]->key, strlen(steps.at[i]->key));
        } else {
            pointer_add_index(&buf, steps.at[i]->index);
        }
    }
    return buf_text(&buf);
}

/* What an element of an array is called, or NULL. */
static const char *noun_of(const char *key, bool top)
{
    static const char *const outer[][2] = {
        {"nodes", "Node"}, {"scenes", "Scene"}, {"skins", "Skin"}, {"animations", "Animation"}};
    static const char *const inner[][2] = {{"channels", "channel"}, {"samplers", "sampler"}};
    size_t count = top ? sizeof outer / sizeof *outer : sizeof inner / sizeof *inner;
    for (size_t i = 0; i < count; i++) {
        const char *const *row = top ? outer[i] : inner[i];
        if (strcmp(row[0], key) == 0) {
            return row[1];
        }
    }
    return NULL;
}

/* Writes whom a place belongs to; returns how many steps that took. */
static size_t add_subject(struct buf *buf, const struct steps *steps)
{
    size_t used = 0;
    while (used + 1 < steps->count && steps->at[used]->key != NULL && steps->at[used + 1]->key == NULL) {
        const char *noun = noun_of(steps->at[used]->key, used == 0);
        if (noun == NULL) {
            break;
        }
        const struct expect_path *element = steps->at[used + 1];
        buf_printf(buf, "%s%s %zu", used == 0 ? "" : ", ", noun, element->index);
        if (element->name != NULL) {
            buf_printf(buf, " %s", quote_text(buf->arena, element->name));
        } else if (used == 0) {
            buf_str(buf, " (unnamed)");
        }
        used += 2;
    }
    if (used == 0) {
        buf_str(buf, "The file");
    }
    return used;
}

const char *expect_subject(struct arena *arena, const struct expect_path *path)
{
    struct steps steps = steps_of(path);
    struct buf buf = BUF_INIT(arena);
    add_subject(&buf, &steps);
    return buf_text(&buf);
}

/* An element of a transform has a name of its own; NULL for those of other arrays. */
static const char *component(const struct expect_path *element)
{
    static const char *const names[] = {"x", "y", "z", "w"};
    const char *array = element->up == NULL ? NULL : element->up->key;
    bool transform = array != NULL && (strcmp(array, "translation") == 0 || strcmp(array, "rotation") == 0 ||
                                       strcmp(array, "scale") == 0);
    return transform && element->index < 4 ? names[element->index] : NULL;
}

/* "Node 4 'Hips': children[2]", and "Node 4" where the element itself is meant. */
static const char *label(struct arena *arena, const struct expect_path *path)
{
    struct steps steps = steps_of(path);
    struct buf buf = BUF_INIT(arena);
    size_t used = add_subject(&buf, &steps);
    for (size_t i = used; i < steps.count; i++) {
        const char *key = steps.at[i]->key != NULL ? steps.at[i]->key : component(steps.at[i]);
        if (key == NULL) {
            buf_printf(&buf, "[%zu]", steps.at[i]->index);
        } else {
            buf_printf(&buf, "%s%s", i == used ? ": " : ".", key);
        }
    }
    return buf_text(&buf);
}

static void wrong_type(const struct expect *expect, const struct expect_path *path, const json_t *value,
                       const char *wanted)
{
    if (expect->quiet) {
        return;
    }
    struct arena *arena = expect->document->arena;
    double number;
    const char *is = tree_kind(value);
    if (tree_number(value, &number)) {
        is = fabs(number) == TREE_OVERFLOW ? "a number that overflows" : arena_printf(arena, "%.15g", number);
    }
    report_english(expect->document->findings, RULE_GLTF_WRONG_TYPE, expect_pointer(arena, path),
                   "%s is %s, must be %s: replace it, or export the file again", label(arena, path), is, wanted);
}

int expect_major(const char *version)
{
    size_t major = strspn(version, "0123456789");
    size_t minor = version[major] == '.' ? strspn(version + major + 1, "0123456789") : 0;
    if (major == 0 || minor == 0 || version[major + 1 + minor] != '\0') {
        return -1;
    }
    const char *digits = version + strspn(version, "0");
    size_t count = (size_t)(version + major - digits);
    return count == 0 ? 0 : count == 1 ? *digits - '0' : 10;
}

struct expect expect_document(struct document *document)
{
    struct expect expect = {.document = document};
    const char *version = tree_text(tree_get(document_tree(document, "/asset"), "version"), NULL);
    int major = version == NULL ? -1 : expect_major(version);
    expect.quiet = major >= 0 && major != 2;
    return expect;
}

bool expect_object(const struct expect *expect, const struct expect_path *path, const json_t *value)
{
    if (value != NULL && !tree_is_object(value)) {
        wrong_type(expect, path, value, "an object");
    }
    return tree_is_object(value);
}

bool expect_array(const struct expect *expect, const struct expect_path *path, const json_t *value)
{
    if (value != NULL && !tree_is_array(value)) {
        wrong_type(expect, path, value, "an array");
    }
    return tree_is_array(value);
}

const char *expect_text(const struct expect *expect, const struct expect_path *path, const json_t *value)
{
    if (value != NULL && !tree_is_string(value)) {
        wrong_type(expect, path, value, "a string");
    }
    const char *text = tree_text(value, NULL);
    return text == NULL || *text == '\0' ? NULL : text;
}

size_t expect_bound(const json_t *list)
{
    return list == NULL ? 0 : tree_is_array(list) ? tree_count(list) : EXPECT_ANY;
}

size_t expect_list(const struct expect *expect, const char *key)
{
    struct document *document = expect->document;
    if (!document_has(document, key) || document_has_array(document, key)) {
        return document_count(document, key);
    }
    expect_array(expect, &(struct expect_path){.key = key},
                 document_tree(document, pointer_key(document->arena, "", key)));
    return EXPECT_ANY;
}

static void unresolved(const struct expect *expect, const struct expect_path *path, double number, size_t count,
                       const char *noun)
{
    struct arena *arena = expect->document->arena;
    struct findings *findings = expect->document->findings;
    if (expect->quiet || !findings_want(findings, RULE_GLTF_UNRESOLVED_INDEX)) {
        return;
    }
    const char *owner = strcmp(noun, "samplers") == 0 ? "animation" : "file";
    const char *what;
    if (count == EXPECT_ANY) {
        what = "but an index starts at 0: correct it, or take it out";
    } else if (count == 0) {
        what = arena_printf(arena, "but the %s has no %s: take it out", owner, noun);
    } else if (count == 1) {
        what = arena_printf(arena, "must be 0, the only one of the %s's %s: correct it, or take it out", owner, noun);
    } else {
        what = arena_printf(arena, "must be 0 to %zu, one of the %s's %s: correct it, or take it out", count - 1, owner,
                            noun);
    }
    report_english(findings, RULE_GLTF_UNRESOLVED_INDEX, expect_pointer(arena, path), "%s is %.15g, %s",
                   label(arena, path), number, what);
}

static void not_finite(const struct expect *expect, const struct expect_path *path)
{
    struct arena *arena = expect->document->arena;
    if (!expect->quiet) {
        report_english(expect->document->findings, RULE_GLTF_NOT_FINITE, expect_pointer(arena, path),
                       "%s lies beyond what apps can hold (3.4e38) and becomes infinite: write a sensible number",
                       label(arena, path));
    }
}

bool expect_index(const struct expect *expect, const struct expect_path *path, const json_t *value, size_t count,
                  const char *noun, size_t *out)
{
    if (value == NULL) {
        return false;
    }
    if (count != EXPECT_ANY && tree_index(value, count, out)) {
        return true;
    }
    double number;
    if (!tree_number(value, &number) || number != trunc(number)) {
        wrong_type(expect, path, value, "a whole number");
    } else if (fabs(number) == TREE_OVERFLOW) {
        not_finite(expect, path);
    } else if (count != EXPECT_ANY || number < 0) {
        unresolved(expect, path, number, count, noun);
    }
    return false;
}

bool expect_whole(const struct expect *expect, const struct expect_path *path, const json_t *value, uint64_t *out)
{
    double number;
    if (value == NULL) {
        return false;
    }
    if (tree_number(value, &number) && fabs(number) == TREE_OVERFLOW) {
        not_finite(expect, path);
        return false;
    }
    if (!tree_number(value, &number) || number < 0 || number != trunc(number)) {
        wrong_type(expect, path, value, "a whole number of 0 or more");
        return false;
    }
    *out = number < WHOLE_MAX ? (uint64_t)number : (uint64_t)WHOLE_MAX;
    return true;
}

bool expect_numbers(const struct expect *expect, const struct expect_path *path, const json_t *value, double *out,
                    size_t count)
{
    struct arena *arena = expect->document->arena;
    if (!tree_is_array(value)) {
        if (value != NULL) {
            wrong_type(expect, path, value, arena_printf(arena, "an array of %zu numbers", count));
        }
        return false;
    }
    size_t length = tree_count(value);
    if (length != count) {
        if (!expect->quiet) {
            report_english(expect->document->findings, RULE_GLTF_ARRAY_LENGTH, expect_pointer(arena, path),
                           "%s has %zu element%s, must have exactly %zu: write %zu numbers", label(arena, path), length,
                           length == 1 ? "" : "s", count, count);
        }
        return false;
    }
    double numbers[NUMBERS_MAX] = {0};
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        struct expect_path element = {.up = path, .index = i};
        const json_t *item = tree_at(value, i);
        if (!tree_is_number(item)) {
            wrong_type(expect, &element, item, "a number");
            good = false;
        } else if (!tree_number(item, &numbers[i]) || !(fabs(numbers[i]) <= EXPECT_NUMBER_MAX)) {
            good = false;
            not_finite(expect, &element);
        }
    }
    if (good) {
        memcpy(out, numbers, count * sizeof *out);
    }
    return good;
}
