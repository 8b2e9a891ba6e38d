#include "gltf/expect.h"

#include <string.h>

#include "base/buf.h"
#include "base/pointer.h"

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

/* Makes the argument say whom a place belongs to; returns how many steps that took. */
static size_t name_subject(struct argument *subject, const struct steps *steps)
{
    static const struct {
        const char *key;
        enum message words;
    } outer[] = {{"nodes", WORDS_NODE_HEADING},
                 {"scenes", WORDS_SCENE},
                 {"skins", WORDS_SKIN},
                 {"animations", WORDS_ANIMATION}},
      inner[] = {{"channels", WORDS_CHANNEL_BARE}, {"samplers", WORDS_SAMPLER}};
    size_t used = 0;
    for (size_t i = 0; i < sizeof outer / sizeof *outer && steps->count >= 2; i++) {
        if (steps->at[0]->key != NULL && strcmp(steps->at[0]->key, outer[i].key) == 0) {
            subject->as.said.words = outer[i].words;
            subject->as.said.index[0] = steps->at[1]->index;
            subject->as.said.names[0] = steps->at[1]->name;
            used = 2;
        }
    }
    for (size_t i = 0; i < sizeof inner / sizeof *inner && used == 2 && steps->count >= 4; i++) {
        if (steps->at[2]->key != NULL && strcmp(steps->at[2]->key, inner[i].key) == 0) {
            subject->as.said.words = inner[i].words;
            subject->as.said.index[1] = steps->at[3]->index;
            used = 4;
        }
    }
    return used;
}

struct argument expect_subject(const char *as, const struct expect_path *path)
{
    struct steps steps = steps_of(path);
    struct argument subject = WORD(as, WORDS_THE_FILE);
    name_subject(&subject, &steps);
    return subject;
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

/* "Node 4 'Hips': children[2]", and "Node 4" where the element itself is meant; room holds what it is made of. */
static struct argument the_value(struct arena *arena, const struct expect_path *path, struct argument room[3])
{
    struct steps steps = steps_of(path);
    struct argument subject = WORD("value", WORDS_THE_FILE);
    size_t used = name_subject(&subject, &steps);
    if (used == steps.count) {
        return subject;
    }
    struct buf buf = BUF_INIT(arena);
    for (size_t i = used; i < steps.count; i++) {
        const char *key = steps.at[i]->key != NULL ? steps.at[i]->key : component(steps.at[i]);
        if (key == NULL) {
            buf_printf(&buf, "[%zu]", steps.at[i]->index);
        } else {
            buf_printf(&buf, "%s%s", i == used ? "" : ".", key);
        }
    }
    room[0] = argument_as("thing", subject);
    room[1] = TERM("path", buf_text(&buf));
    room[2] = (struct argument){.name = NULL};
    return CLAUSE("value", WORDS_VALUE, room);
}

static void wrong_type(const struct expect *expect, const struct expect_path *path, const json_t *value,
                       struct argument wanted)
{
    if (expect->quiet) {
        return;
    }
    struct arena *arena = expect->document->arena;
    double number;
    struct argument room[3];
    struct argument is = WORD("is", tree_kind(value));
    if (tree_number(value, &number)) {
        is = fabs(number) == TREE_OVERFLOW ? WORD("is", WORDS_A_NUMBER_THAT_OVERFLOWS) : NUMBER("is", number, 15);
    }
    report(expect->document->findings, MESSAGE_GLTF_WRONG_TYPE__DEFAULT, place_at(expect_pointer(arena, path)),
           ARGUMENTS(the_value(arena, path, room), is, wanted));
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
        wrong_type(expect, path, value, WORD("wanted", WORDS_KIND_OBJECT));
    }
    return tree_is_object(value);
}

bool expect_array(const struct expect *expect, const struct expect_path *path, const json_t *value)
{
    if (value != NULL && !tree_is_array(value)) {
        wrong_type(expect, path, value, WORD("wanted", WORDS_KIND_ARRAY));
    }
    return tree_is_array(value);
}

const char *expect_text(const struct expect *expect, const struct expect_path *path, const json_t *value)
{
    if (value != NULL && !tree_is_string(value)) {
        wrong_type(expect, path, value, WORD("wanted", WORDS_KIND_STRING));
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
                       enum message noun)
{
    struct arena *arena = expect->document->arena;
    struct findings *findings = expect->document->findings;
    if (expect->quiet || !findings_want(findings, RULE_GLTF_UNRESOLVED_INDEX)) {
        return;
    }
    struct argument room[3];
    struct argument value = the_value(arena, path, room);
    struct argument index = NUMBER("index", number, 15);
    struct argument owner = WORD("owner", noun == WORDS_NOUN_SAMPLERS ? WORDS_NOUN_ANIMATION : WORDS_NOUN_FILE);
    struct argument things = WORD("things", noun);
    struct place place = place_at(expect_pointer(arena, path));
    if (count == EXPECT_ANY) {
        report(findings, MESSAGE_GLTF_UNRESOLVED_INDEX__NEGATIVE, place, ARGUMENTS(value, index));
    } else if (count == 0) {
        report(findings, MESSAGE_GLTF_UNRESOLVED_INDEX__NONE, place, ARGUMENTS(value, index, owner, things));
    } else if (count == 1) {
        report(findings, MESSAGE_GLTF_UNRESOLVED_INDEX__ONE, place, ARGUMENTS(value, index, owner, things));
    } else {
        report(findings, MESSAGE_GLTF_UNRESOLVED_INDEX__DEFAULT, place,
               ARGUMENTS(value, index, owner, things, COUNT("last", count - 1)));
    }
}

static void not_finite(const struct expect *expect, const struct expect_path *path)
{
    struct arena *arena = expect->document->arena;
    if (!expect->quiet) {
        struct argument room[3];
        report(expect->document->findings, MESSAGE_GLTF_NOT_FINITE__DEFAULT, place_at(expect_pointer(arena, path)),
               ARGUMENTS(the_value(arena, path, room)));
    }
}

bool expect_index(const struct expect *expect, const struct expect_path *path, const json_t *value, size_t count,
                  enum message noun, size_t *out)
{
    if (value == NULL) {
        return false;
    }
    if (count != EXPECT_ANY && tree_index(value, count, out)) {
        return true;
    }
    double number;
    if (!tree_number(value, &number) || number != trunc(number)) {
        wrong_type(expect, path, value, WORD("wanted", WORDS_A_WHOLE_NUMBER));
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
        wrong_type(expect, path, value, WORD("wanted", WORDS_A_WHOLE_NUMBER_FROM_0));
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
            wrong_type(expect, path, value,
                       CLAUSE("wanted", WORDS_AN_ARRAY_OF_NUMBERS, ARGUMENTS(COUNT("count", count))));
        }
        return false;
    }
    size_t length = tree_count(value);
    if (length != count) {
        if (!expect->quiet) {
            struct argument room[3];
            report(expect->document->findings, MESSAGE_GLTF_ARRAY_LENGTH__DEFAULT,
                   place_at(expect_pointer(arena, path)),
                   ARGUMENTS(the_value(arena, path, room), COUNT("length", length), COUNT("count", count)));
        }
        return false;
    }
    double numbers[NUMBERS_MAX] = {0};
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        struct expect_path element = {.up = path, .index = i};
        const json_t *item = tree_at(value, i);
        if (!tree_is_number(item)) {
            wrong_type(expect, &element, item, WORD("wanted", WORDS_KIND_NUMBER));
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
