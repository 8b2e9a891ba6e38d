#include "tables/extensions.h"

#include <string.h>

#include "base/ascii.h"
#include "base/nearest.h"
#include "base/pointer.h"
#include "ids/messages_extensions.h"

/* Lists of the table, each ended by an empty element. */
#define TEXTS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define STRUCTS(type, ...) ((const struct type[]){__VA_ARGS__, {0}})
#define PLACES(...) .places = TEXTS(__VA_ARGS__)
#define MEANT_BY(...) .meant_by = TEXTS(__VA_ARGS__)
#define PARTS(...) .parts = STRUCTS(extension_part, __VA_ARGS__)
#define VERSIONS(...) .versions = STRUCTS(extension_version, __VA_ARGS__)
#define OLDER(...) .older = STRUCTS(extension_layout, __VA_ARGS__)
#define SAID(id)                                                                                                       \
    .where = WORDS_##id##_WHERE, .what = WORDS_##id##_WHAT, .undeclared = WORDS_##id##_UNDECLARED,                     \
    .unread = WORDS_##id##_UNREAD, .unversioned = WORDS_##id##_UNVERSIONED
/* For extensions of a material itself, with shared words. */
#define SAID_OF_SURFACE(id)                                                                                            \
    .where = WORDS_SURFACE_WHERE, .what = WORDS_##id##_WHAT, .undeclared = WORDS_SURFACE_UNDECLARED,                   \
    .unread = WORDS_SURFACE_UNREAD, .unversioned = WORDS_SURFACE_UNVERSIONED
/* clang-format off */
#define RELEASED(of_text, ...) {.text = (of_text), .status = VERSION_RELEASED, .schema = __VA_ARGS__}
#define PRERELEASE(of_text, ...) {.text = (of_text), .status = VERSION_PRERELEASE, .schema = __VA_ARGS__}
/* clang-format on */

const struct extension extension_table[EXTENSION_COUNT] = {
#define EXTENSION(id, of_name, of_family, ...)                                                                         \
    [EXTENSION_##id] = {.name = (of_name), .family = (of_family), __VA_ARGS__},
#include "tables/extensions.def"
#undef EXTENSION
};

static bool is_called(enum extension_id id, const char *name, size_t length)
{
    const struct extension *extension = &extension_table[id];
    return !extension->is_member && strlen(extension->name) == length && memcmp(extension->name, name, length) == 0;
}

static enum extension_id by_name(const char *name, size_t length)
{
    enum extension_id id = 0;
    while (id < EXTENSION_COUNT && !is_called(id, name, length)) {
        id++;
    }
    return id;
}

enum extension_id extension_by_name(const char *name)
{
    return by_name(name, strlen(name));
}

bool extension_same_but_case(const char *a, const char *b)
{
    size_t same = ascii_alike(a, b, SIZE_MAX);
    return a[same] == b[same];
}

/* Returns the extension whose name differs by one or two letters; if the name is as short as VRM, only by one. */
static enum extension_id nearest_extension(const char *name, size_t length)
{
    enum { SHORT = 4, TYPING_ERROR = 2 };
    struct nearest nearest = nearest_within(name, length, TYPING_ERROR);
    for (enum extension_id id = 0; id < EXTENSION_COUNT; id++) {
        if (!extension_table[id].is_member) {
            nearest_offer(&nearest, extension_table[id].name);
        }
    }
    bool near = nearest.best.text != NULL && nearest.distance <= (nearest.best.length < SHORT ? 1 : TYPING_ERROR);
    return near ? by_name(nearest.best.text, nearest.best.length) : EXTENSION_COUNT;
}

enum extension_id extension_nearly(const char *name)
{
    return extension_by_name(name) == EXTENSION_COUNT ? nearest_extension(name, strlen(name)) : EXTENSION_COUNT;
}

bool extension_is_of_interest(const char *name, size_t length)
{
    if (length >= 3 && ascii_lower(name[0]) == 'v') {
        char second = ascii_lower(name[1]);
        char third = ascii_lower(name[2]);
        if ((second == 'r' && third == 'm') || (second == 'm' && third == 'r')) {
            return true;
        }
    }
    return by_name(name, length) != EXTENSION_COUNT || nearest_extension(name, length) != EXTENSION_COUNT;
}

enum { PLAIN_MAX = 64 /* longer than any of our names */ };

/* Writes the plain form of a name, without the details that are often wrong. Returns false if the name is too long
 * for any extension. */
static bool write_plain_name(const char *name, char *out)
{
    size_t length = 0;
    for (; *name != '\0'; name++) {
        if (*name != '_' && *name != '-' && *name != ' ') {
            if (length + 2 >= PLAIN_MAX) {
                return false;
            }
            out[length++] = ascii_lower(*name);
        }
    }
    out[length] = '\0';
    if (strncmp(out, "vmrc", 4) == 0 || strncmp(out, "vrcm", 4) == 0) {
        memcpy(out, "vrmc", 4);
    } else if (length > 3 && strncmp(out, "vrm", 3) == 0 && out[3] != 'c') {
        memmove(out + 4, out + 3, length - 3 + 1);
        out[3] = 'c';
        length++;
    }
    if (length > 0 && out[length - 1] == 's') {
        out[length - 1] = '\0';
    }
    return true;
}

static bool is_meant(const struct extension *extension, const char *name)
{
    char right[PLAIN_MAX];
    /* The first letter is kept, so most names are excluded by it. */
    bool same = !extension->is_member && ascii_lower(*extension->name) == *name &&
                write_plain_name(extension->name, right) && strcmp(name, right) == 0;
    for (const char *const *other = extension->meant_by; !same && other != NULL && *other != NULL; other++) {
        same = strcmp(name, *other) == 0;
    }
    return same;
}

enum extension_id extension_misspelt(const char *name)
{
    char is[PLAIN_MAX];
    if (extension_by_name(name) != EXTENSION_COUNT || !write_plain_name(name, is)) {
        return EXTENSION_COUNT;
    }
    enum extension_id id = 0;
    while (id < EXTENSION_COUNT && !is_meant(&extension_table[id], is)) {
        id++;
    }
    return id;
}

bool extension_belongs(enum extension_id id, const char *pointer, const char *end)
{
    for (const char *const *place = extension_table[id].places; *place != NULL; place++) {
        size_t indices[EXTENSION_LISTS_MAX];
        const char *rest;
        if (pointer_match(pointer, *place, indices, &rest) && rest == end) {
            return true;
        }
    }
    return false;
}

bool extension_place_is_right(enum extension_id id, const char *pointer)
{
    return extension_belongs(id, pointer, pointer + strlen(pointer));
}

bool extension_is_single(enum extension_id id)
{
    return strpbrk(extension_table[id].places[0], "#*") == NULL && extension_table[id].places[1] == NULL;
}

bool extension_has_versions(enum extension_id id)
{
    return *extension_table[id].versions[0].text != '\0';
}

enum rule family_rule(const char *family, const char *name)
{
    size_t length = strlen(family);
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    for (size_t i = 0; i < count; i++) {
        const char *id = rules[i].id;
        if (id[0] == family[0] && strncmp(id, family, length) == 0 && id[length] == '/' &&
            strcmp(id + length + 1, name) == 0) {
            return (enum rule)i;
        }
    }
    return RULE_NONE;
}

enum rule extension_rule(enum extension_id id, const char *name)
{
    return family_rule(extension_table[id].family, name);
}
