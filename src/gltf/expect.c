#include "gltf/expect.h"

#include <string.h>

#include "base/buf.h"
#include "base/pointer.h"
#include "ids/messages_words.h"

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

/* What is of another form has been, or will be, reported by the schemas: here it merely isn't used. */

bool expect_object(const struct expect *expect, const struct expect_path *path, const struct tree *value)
{
    (void)expect;
    (void)path;
    return tree_is_object(value);
}

bool expect_array(const struct expect *expect, const struct expect_path *path, const struct tree *value)
{
    (void)expect;
    (void)path;
    return tree_is_array(value);
}

const char *expect_text(const struct expect *expect, const struct expect_path *path, const struct tree *value)
{
    (void)expect;
    (void)path;
    const char *text = tree_text(value, NULL);
    return text == NULL || *text == '\0' ? NULL : text;
}

size_t expect_bound(const struct tree *list)
{
    return list == NULL ? 0 : tree_is_array(list) ? tree_count(list) : EXPECT_ANY;
}

size_t expect_list(const struct expect *expect, const char *key)
{
    const struct document *document = expect->document;
    return !document_has(document, key) || document_has_array(document, key) ? document_count(document, key)
                                                                             : EXPECT_ANY;
}

bool expect_index(const struct expect *expect, const struct expect_path *path, const struct tree *value, size_t count,
                  enum message noun, size_t *out)
{
    (void)expect;
    (void)path;
    (void)noun;
    return count != EXPECT_ANY && tree_index(value, count, out);
}

bool expect_whole(const struct expect *expect, const struct expect_path *path, const struct tree *value, uint64_t *out)
{
    (void)expect;
    (void)path;
    double number;
    if (!tree_number(value, &number) || fabs(number) == TREE_OVERFLOW || number < 0 || number != trunc(number)) {
        return false;
    }
    *out = number < WHOLE_MAX ? (uint64_t)number : (uint64_t)WHOLE_MAX;
    return true;
}

bool expect_numbers(const struct expect *expect, const struct expect_path *path, const struct tree *value, double *out,
                    size_t count)
{
    (void)expect;
    (void)path;
    double numbers[NUMBERS_MAX] = {0};
    bool good = tree_is_array(value) && tree_count(value) == count;
    for (size_t i = 0; good && i < count; i++) {
        good = tree_number(tree_at(value, i), &numbers[i]) && fabs(numbers[i]) <= EXPECT_NUMBER_MAX;
    }
    if (good) {
        memcpy(out, numbers, count * sizeof *out);
    }
    return good;
}
