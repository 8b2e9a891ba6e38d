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
#include "ids/messages_animation.h"
#include "ids/messages_animation_tracks.h"
#include "ids/messages_buffer.h"
#include "ids/messages_collider.h"
#include "ids/messages_gltf.h"
#include "ids/messages_mesh.h"
#include "ids/messages_mtoon.h"
#include "ids/messages_shared.h"
#include "ids/messages_sim.h"
#include "ids/messages_springbone.h"
#include "ids/messages_texture.h"
#include "ids/messages_vrm.h"
#include "ids/messages_vrm0.h"
#include "ids/messages_vrm0_avatar.h"
#include "ids/messages_vrm_face.h"
#include "ids/messages_words.h"
#include "message/message_template.h"

/* Whether words name a thing, or a measured value, by other things in them. */
static bool names_by_others(enum message words)
{
    static const enum message names[] = {
        WORDS_SIM_WORST_JOINT,
        WORDS_SIM_WORST_BONE,
        WORDS_CHANNELS,
        WORDS_CHANNELS_OF_SAME_TIMES,
        WORDS_ALONE,
        WORDS_CHANNELS_OF_SAME_KEYS,
        WORDS_KEY,
        WORDS_KEY_AT,
        WORDS_ONE_KEY,
        WORDS_ONE_KEY_WITH,
        WORDS_SOME_KEYS,
        WORDS_SOME_KEYS_WORST,
        WORDS_USE_IN_PART,
        WORDS_SOME_KEYS_FIRST_WORST,
        WORDS_USE_IN_TARGET,
        WORDS_USE_IN_SKIN,
        WORDS_USE_IN_SAMPLER,
        WORDS_USE_NONE,
        WORDS_BRANCH,
        WORDS_NODE_OF_SPRING,
        WORDS_RING_COLLIDER,
        WORDS_RING_BELOW,
        WORDS_CHILDREN_OF,
        WORDS_ANIMATION_CHANNELS,
        WORDS_FROM_TO,
        WORDS_ONLY_MORE,
        WORDS_ITS_SPHERE,
        WORDS_ITS_CAPSULE,
        WORDS_EXTENDED_SPHERE,
        WORDS_EXTENDED_CAPSULE,
        WORDS_EXTENDED_PLANE,
        WORDS_POSITIONS,
        WORDS_POSITIONS_OF_TARGET,
        WORDS_PART_ITS_SPHERE,
        WORDS_PART_ITS_CAPSULE,
        WORDS_PART_ROLL_CONSTRAINT,
        WORDS_PART_AIM_CONSTRAINT,
        WORDS_PART_ROTATION_CONSTRAINT,
        WORDS_PART_CONE_LIMIT,
        WORDS_PART_HINGE_LIMIT,
        WORDS_PART_SPHERICAL_LIMIT,
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (names[i] == words) {
            return true;
        }
    }
    return false;
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

/* Returns the message that a message counts as: the same mistake in things that only some apps need, or that have
 * other limits, is one mistake. Sets bare if the arguments don't count. */
static enum message common_message(enum message message, bool *bare)
{
    switch ((unsigned)message) { /* ids of other headers too */
    case SHARED_UNRESOLVED_INDEX__REQUIRED_NONE:
        return SHARED_UNRESOLVED_INDEX__NONE;
    case SHARED_UNRESOLVED_INDEX__REQUIRED_ONE:
        return SHARED_UNRESOLVED_INDEX__ONE;
    case SHARED_UNRESOLVED_INDEX__REQUIRED:
        return SHARED_UNRESOLVED_INDEX__DEFAULT;
    case SHARED_UNRESOLVED_INDEX__NEGATIVE_REQUIRED:
        return SHARED_UNRESOLVED_INDEX__NEGATIVE_VALUE;
    case SHARED_NEGATIVE_INDEX__REQUIRED:
        return SHARED_NEGATIVE_INDEX__DEFAULT;
    case SHARED_MISSING_PROPERTY__REQUIRED_BONE:
    case SHARED_MISSING_PROPERTY__NODE:
    case SHARED_MISSING_PROPERTY__REQUIRED_NODE:
        return SHARED_MISSING_PROPERTY__MOVING_NODE;
    case MESSAGE_ANIMATION_UNKNOWN_BONE__NEAR_STILL:
    case MESSAGE_ANIMATION_UNKNOWN_BONE__FOREIGN:
        return MESSAGE_ANIMATION_UNKNOWN_BONE__OTHER_CASE;
    case MESSAGE_VRM0_CENTER_NOT_ANCESTOR__SEVERAL:
        return MESSAGE_VRM0_CENTER_NOT_ANCESTOR__ONE;
    case MESSAGE_ANIMATION_ACCESSOR_OUT_OF_BOUNDS__TIMES:
    case MESSAGE_ANIMATION_ACCESSOR_OUT_OF_BOUNDS__VALUES:
        *bare = true;
        return MESSAGE_ANIMATION_ACCESSOR_OUT_OF_BOUNDS__VALUES;
    case MESSAGE_VRM0_GROUP_UNNAMED__ABSENT:
        return MESSAGE_VRM0_GROUP_UNNAMED__PRESET;
    case MESSAGE_ACCESSOR_BOUNDS_MISMATCH__MIN_TOO_LARGE:
    case MESSAGE_ACCESSOR_BOUNDS_MISMATCH__MIN_TOO_SMALL:
    case MESSAGE_ACCESSOR_BOUNDS_MISMATCH__MAX_TOO_SMALL:
    case MESSAGE_ACCESSOR_BOUNDS_MISMATCH__MAX_TOO_LARGE:
    case MESSAGE_ACCESSOR_BOUNDS_MISMATCH__MIN_OF_OTHERS:
    case MESSAGE_ACCESSOR_BOUNDS_MISMATCH__MAX_OF_OTHERS:
    case MESSAGE_ACCESSOR_BOUNDS_MISMATCH__MIN_OF_TIMES:
    case MESSAGE_ACCESSOR_BOUNDS_MISMATCH__MAX_OF_TIMES:
    case MESSAGE_ACCESSOR_BOUNDS_MISMATCH__MIN:
    case MESSAGE_ACCESSOR_BOUNDS_MISMATCH__MAX:
        *bare = true;
        return MESSAGE_ACCESSOR_BOUNDS_MISMATCH__MIN;
    case MESSAGE_VRM_NODE_NOT_IN_SCENE__ANNOTATION:
    case MESSAGE_VRM_NODE_NOT_IN_SCENE__BIND:
        *bare = true;
        return MESSAGE_VRM_NODE_NOT_IN_SCENE__BIND;
    case SHARED_VALUE_OUT_OF_RANGE__PERCENT:
        return SHARED_VALUE_OUT_OF_RANGE__ABOVE;
    case MESSAGE_VRM0_DRAG_RANGE__PERCENT:
        return MESSAGE_VRM0_DRAG_RANGE__ABOVE;
    case MESSAGE_GLTF_ARRAY_LENGTH__BOUNDS:
    case MESSAGE_ACCESSOR_DATA_LOST__DEFAULT:
    case MESSAGE_MESH_SHARED_VIEW_WITHOUT_STRIDE__DEFAULT:
    case MESSAGE_ACCESSOR_BOUNDS_TYPE__DEFAULT:
    case MESSAGE_MTOON_TEXTURE_TRANSFORMS_DIFFER__DEFAULT:
    case MESSAGE_MTOON_V0_KEYWORD_MISMATCH__DEFAULT:
    case MESSAGE_TEXTURE_TRANSFORM_ZERO_SCALE__DEFAULT:
    case MESSAGE_TEXTURE_TRANSFORM_ASTRAY__OFFSET:
    case MESSAGE_TEXTURE_TRANSFORM_ASTRAY__SCALE:
        *bare = true;
        return message;
    case MESSAGE_MTOON_V0_RENDER_QUEUE_RANGE__ONE:
    case MESSAGE_MTOON_V0_RENDER_QUEUE_RANGE__RANGE:
        *bare = true;
        return MESSAGE_MTOON_V0_RENDER_QUEUE_RANGE__ONE;
    default:
        return message;
    }
}

uint64_t message_kind(enum message message, const struct argument *arguments)
{
    bool bare = false;
    message = common_message(message, &bare);
    uint64_t kind = add_all(add_words(FNV_START, message), bare ? NULL : arguments) & MESSAGE_KIND_MOST;
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
