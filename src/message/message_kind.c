/*
 * The kind of a finding: what it has in common with findings that differ only in their things and in measured values.
 *
 * Names of things (a joint, a material), counts and numbers don't count. Everything else does: the sentence, names of
 * properties, strings of the file, and above all the suggested change, such as another "did you mean" or another
 * order.
 */
#include <string.h>

#include "base/ascii.h"
#include "base/fnv.h"
#include "ids/all.h"
#include "message/message_template.h"

/* Whether words name a thing, or a measured value, by other things in them: a row NAMES lists them. */
static bool names_by_others(enum message words)
{
    switch ((unsigned)words) { /* the ids of each table are enumerators of their own */
#define NAMES(words) case words:
#define COUNTS_AS(message, as)
#define BARE(message)
#include "ids/kinds_table.def"
#undef NAMES
#undef COUNTS_AS
#undef BARE
        return true;
    default:
        return false;
    }
}

/* Whether words have an index or a name of their own, "node {index} {name}". */
static bool names_itself(enum message words)
{
    static const char *const own[] = {"{index", "{name", "{term}"};
    for (const char *at = strchr(message_line(words).english, '{'); at != NULL; at = strchr(at + 1, '{')) {
        for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
            if (strncmp(at, own[i], strlen(own[i])) == 0) {
                return true;
            }
        }
    }
    return false;
}

static bool is_thing(const struct argument *argument)
{
    return argument->kind == ARGUMENT_SAID &&
           (names_itself(argument->as.said.words) || names_by_others(argument->as.said.words));
}

/*
 * Whether an argument fills a placeholder with the name of a thing as a string or term, or with the time of a
 * measurement. "name" as a term is a property. "correct" is the present name of something with an older name, or a
 * name in another letter case: a file with one such mistake usually has it in all names.
 */
static bool is_who_or_when(const struct argument *argument)
{
    static const char *const places[] = {"other", "first",  "last",   "before",    "bone",    "bones",
                                         "map",   "next",   "when",   "direction", "parent",  "textures",
                                         "empty", "holder", "member", "any",       "written", "correct"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (strcmp(places[i], argument->name) == 0) {
            return true;
        }
    }
    return argument->kind == ARGUMENT_TEXT && strcmp(argument->name, "name") == 0;
}

/* Whether a string begins with a prefix, in any letter case. */
static bool begins_with(const char *text, const char *prefix, size_t length)
{
    size_t i = 0;
    while (i < length && ascii_lower(text[i]) == ascii_lower(prefix[i])) {
        i++;
    }
    return i == length;
}

/*
 * Returns the length of the part of a term that is a name among several of the same kind: a key of a map whose keys
 * are the names that a shader chooses, or a map of the gaze. *keep: the length of the part that is the kind.
 * Returns 0 for other terms.
 */
static size_t measure_key(const char *at, size_t *keep)
{
    static const char *const maps[] = {"floatProperties.", "vectorProperties.", "textureProperties.", "keywordMap.",
                                       "tagMap.",          "lookAtHorizontal",  "lookAtVertical",     "rangeMap"};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        size_t length = strlen(maps[i]);
        if (begins_with(at, maps[i], length)) {
            *keep = i < 5 ? length : 6; /* "lookAt", "rangeM" */
            return length + strcspn(at + length, ".[/ ");
        }
    }
    return 0;
}

/* Adds a term without indices in a path, "weights[3]", "colliders/2/node", and without keys that a shader chooses. */
static uint64_t add_term(uint64_t kind, const char *term)
{
    const char *before = "";
    for (const char *at = term; *at != '\0'; before = at++) {
        bool begins = at == term || strchr("/[ ", *before) != NULL;
        size_t keep = 0;
        size_t key = begins ? measure_key(at, &keep) : 0;
        if (key > 0) {
            kind = fnv_add(kind, at, keep);
            at += key - 1;
            continue;
        }
        size_t digits = strspn(at, "0123456789");
        if (digits > 0 && begins && strchr("/] ", at[digits]) != NULL) {
            at += digits - 1;
            kind = fnv_add(kind, "#", 1);
        } else {
            kind = fnv_add(kind, at, 1);
        }
    }
    return fnv_add(kind, "", 1);
}

static uint64_t add_bytes(uint64_t kind, const char *bytes, size_t length)
{
    return fnv_add(fnv_add(kind, bytes == NULL ? "" : bytes, bytes == NULL ? 0 : length), "", 1);
}

/* Adds a string of the file. For a map of the gaze, adds only the kind of name. */
static uint64_t add_text(uint64_t kind, const char *bytes, size_t length)
{
    size_t keep = 0;
    return add_bytes(kind, bytes, bytes != NULL && measure_key(bytes, &keep) == length ? keep : length);
}

static uint64_t add_words(uint64_t kind, enum message words)
{
    return fnv_add(kind, (const char[]){(char)(words & 0xFF), (char)(words >> 8)}, 2);
}

static uint64_t add_argument(uint64_t kind, const struct argument *argument);

static uint64_t add_all(uint64_t kind, const struct argument *arguments)
{
    for (; arguments != NULL && arguments->name != NULL; arguments++) {
        kind = add_argument(kind, arguments);
    }
    return kind;
}

/* Adds the correct order of a chain, where names count. */
static uint64_t add_order(uint64_t kind, const struct argument *list)
{
    for (size_t i = 0; i < list->as.list.shown; i++) {
        const struct argument *item = &list->as.list.items[i];
        for (size_t k = 0; item->kind == ARGUMENT_SAID && k < 2; k++) {
            const char *name = item->as.said.names[k];
            kind = add_bytes(kind, name, name == NULL ? 0 : strlen(name));
        }
    }
    return kind;
}

static uint64_t add_list(uint64_t kind, const struct argument *list)
{
    for (size_t i = 0; i < list->as.list.shown; i++) {
        struct argument item = list->as.list.items[i];
        item.name = ""; /* most items have no name */
        kind = add_argument(kind, &item);
    }
    return kind;
}

static uint64_t add_argument(uint64_t kind, const struct argument *argument)
{
    if (is_who_or_when(argument) || is_thing(argument)) {
        return kind;
    }
    switch (argument->kind) {
    case ARGUMENT_COUNT:
    case ARGUMENT_NUMBER:
        break;
    case ARGUMENT_TEXT:
        return add_text(kind, argument->as.text.bytes, argument->as.text.length);
    case ARGUMENT_TERM:
    case ARGUMENT_MARKED:
        return add_term(kind, argument->as.term);
    case ARGUMENT_SAID:
        return add_all(add_words(kind, argument->as.said.words), argument->as.said.inner);
    case ARGUMENT_LIST:
        return strcmp(argument->name, "order") == 0 ? add_order(kind, argument) : add_list(kind, argument);
    }
    return kind;
}

/* Returns the message that a message counts as, by a row COUNTS_AS: the same mistake in things that only some apps
 * need, or that have other limits, is one mistake. */
static enum message common_message(enum message message)
{
    switch ((unsigned)message) {
#define NAMES(words)
#define BARE(message)
#define COUNTS_AS(message, as)                                                                                         \
    case message:                                                                                                      \
        return as;
#include "ids/kinds_table.def"
#undef COUNTS_AS
#undef BARE
    default:
        return message;
    }
}

/* Whether the arguments of a message don't count, by a row BARE. */
static bool is_bare(enum message message)
{
    switch ((unsigned)message) {
#define BARE(message) case message:
#define COUNTS_AS(message, as)
#include "ids/kinds_table.def"
#undef NAMES
#undef COUNTS_AS
#undef BARE
        return true;
    default:
        return false;
    }
}

uint64_t message_kind(enum message message, const struct argument *arguments)
{
    bool bare = is_bare(message);
    uint64_t kind = add_all(add_words(FNV_START, common_message(message)), bare ? NULL : arguments) & MESSAGE_KIND_MOST;
    return kind == 0 ? 1 : kind;
}

const struct argument *message_who(const struct argument *arguments)
{
    for (; arguments != NULL && arguments->name != NULL; arguments++) {
        if (is_thing(arguments)) {
            return arguments;
        }
        const struct argument *inner = arguments->kind == ARGUMENT_SAID ? message_who(arguments->as.said.inner) : NULL;
        if (inner != NULL) {
            return inner;
        }
    }
    return NULL;
}

/* Uses the first number that has a limit, or else the first number. */
double message_badness(const struct argument *arguments)
{
    double first = NAN;
    for (; arguments != NULL && arguments->name != NULL; arguments++) {
        if (arguments->kind != ARGUMENT_NUMBER) {
            continue;
        }
        double value = arguments->as.number.value;
        double limit = arguments->as.number.limit;
        if (!isnan(limit)) {
            return isfinite(value) ? fabs(value - limit) : HUGE_VAL;
        }
        if (isnan(first)) {
            first = isfinite(value) ? fabs(value) : HUGE_VAL;
        }
    }
    return isnan(first) ? 0 : first;
}
