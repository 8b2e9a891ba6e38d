/* Bones that are mapped one level off, as the names of the nodes show: leftUpperLeg is "LeftLeg" below "LeftUpLeg",
 * head is "HeadTop_End" below "Head". */
#include "checks/body/levels.h"

#include <string.h>

#include "base/ascii.h"
#include "ids/messages_vrm.h"

enum { STEM_MAX = 31, CHILDREN_MAX = 64 };

enum limb_kind { LIMB_LEG, LIMB_ARM, LIMB_NECK };

/* Names of limb nodes in common skeletons, without side, prefixes and separators. level: along the limb, from the
 * body outwards. */
static const struct stem {
    const char *name;
    enum limb_kind limb;
    int level;
} stems[] = {
    {"upleg", LIMB_LEG, 0},      {"upperleg", LIMB_LEG, 0}, {"thigh", LIMB_LEG, 0},    {"leg", LIMB_LEG, 1},
    {"lowerleg", LIMB_LEG, 1},   {"calf", LIMB_LEG, 1},     {"shin", LIMB_LEG, 1},     {"knee", LIMB_LEG, 1},
    {"foot", LIMB_LEG, 2},       {"ankle", LIMB_LEG, 2},    {"toebase", LIMB_LEG, 3},  {"toe", LIMB_LEG, 3},
    {"toes", LIMB_LEG, 3},       {"ball", LIMB_LEG, 3},     {"toeend", LIMB_LEG, 4},   {"toesend", LIMB_LEG, 4},
    {"toebaseend", LIMB_LEG, 4}, {"toenub", LIMB_LEG, 4},   {"shoulder", LIMB_ARM, 0}, {"clavicle", LIMB_ARM, 0},
    {"collar", LIMB_ARM, 0},     {"arm", LIMB_ARM, 1},      {"upperarm", LIMB_ARM, 1}, {"uparm", LIMB_ARM, 1},
    {"forearm", LIMB_ARM, 2},    {"lowerarm", LIMB_ARM, 2}, {"elbow", LIMB_ARM, 2},    {"hand", LIMB_ARM, 3},
    {"wrist", LIMB_ARM, 3},      {"neck", LIMB_NECK, 0},    {"head", LIMB_NECK, 1},    {"headtopend", LIMB_NECK, 2},
    {"headtop", LIMB_NECK, 2},   {"headend", LIMB_NECK, 2}, {"headnub", LIMB_NECK, 2}, {"足", LIMB_LEG, 0},
    {"ひざ", LIMB_LEG, 1},       {"足首", LIMB_LEG, 2},     {"つま先", LIMB_LEG, 3},   {"肩", LIMB_ARM, 0},
    {"腕", LIMB_ARM, 1},         {"ひじ", LIMB_ARM, 2},     {"手首", LIMB_ARM, 3},     {"首", LIMB_NECK, 0},
    {"頭", LIMB_NECK, 1},        {"頭先", LIMB_NECK, 2},
};

/* Words in names of nodes that don't distinguish the bones of a limb. */
static const char *const fillers[] = {"left", "right",     "l",   "r",   "bip",  "bip001", "bip01", "j",
                                      "c",    "mixamorig", "def", "org", "bone", "jnt",    "joint"};

static bool is_filler(const char *word, size_t length)
{
    for (size_t i = 0; i < sizeof fillers / sizeof *fillers; i++) {
        if (strlen(fillers[i]) == length && memcmp(fillers[i], word, length) == 0) {
            return true;
        }
    }
    return false;
}

/* Returns the length of a word in non-Latin letters, and skips a side at its beginning. */
static size_t other_length(const char **name)
{
    static const char *const sides[] = {"左", "右"};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        *name += strncmp(*name, sides[i], strlen(sides[i])) == 0 ? strlen(sides[i]) : 0;
    }
    size_t length = 0;
    while ((unsigned char)(*name)[length] > 0x7F) {
        length++;
    }
    return length;
}

/* Returns the length of the word at the beginning of a name: up to a separator, or to a capital after a small letter
 * ("LeftUpLeg" has three words). */
static size_t word_length(const char *name)
{
    size_t length = 0;
    while (ascii_is_letter(name[length]) || ascii_is_digit(name[length])) {
        length++;
        if (ascii_is_upper(name[length]) && !ascii_is_upper(name[length - 1])) {
            break;
        }
    }
    return length;
}

/* Writes a name in lower case without fillers and separators; returns false if it is too long. */
static bool reduce_name(const char *name, char *text)
{
    const char *colon = strrchr(name, ':');
    const char *at = colon != NULL ? colon + 1 : name;
    size_t size = 0;
    while (*at != '\0') {
        size_t length = word_length(at);
        length = length == 0 ? other_length(&at) : length;
        if (size + length > STEM_MAX) {
            return false;
        }
        for (size_t i = 0; i < length; i++) {
            text[size + i] = ascii_lower(at[i]);
        }
        size += is_filler(text + size, length) ? 0 : length;
        at += length;
        at += length == 0 && *at != '\0';
    }
    text[size] = '\0';
    return true;
}

/* Returns the stem of a name, or NULL. */
static const struct stem *stem_of(const char *name)
{
    static const char converted[] = "mixamorig"; /* "mixamorigHead": a prefix that lost its colon */
    char text[STEM_MAX + 1];
    if (name == NULL || !reduce_name(name, text)) {
        return NULL;
    }
    const char *rest = strncmp(text, converted, strlen(converted)) == 0 ? text + strlen(converted) : text;
    for (size_t i = 0; i < sizeof stems / sizeof *stems; i++) {
        if (strcmp(rest, stems[i].name) == 0) {
            return &stems[i];
        }
    }
    return NULL;
}

static const struct stem *stem_of_node(const struct body *body, size_t node)
{
    return node == SCENE_NONE ? NULL : stem_of(body->scene->nodes[node].name);
}

static bool is_like(const struct stem *stem, const struct stem *own)
{
    return stem != NULL && stem->limb == own->limb && stem->level == own->level;
}

/* Whether the intended node belongs to another bone: to the one whose node this bone has, or to the counterpart. Both
 * cases are reported as exchanged bones. */
static bool is_taken(const struct body *body, const struct stem *own, const struct stem *found, size_t intended)
{
    for (size_t other = 0; other < BONE_COUNT; other++) {
        const struct stem *of = body->nodes[other] == intended ? stem_of(bones[other].name) : NULL;
        if (of != NULL && (is_like(found, of) || is_like(own, of))) {
            return true;
        }
    }
    return false;
}

/* Returns the first child of a node that is named like a bone, or SCENE_NONE. */
static size_t child_like(const struct body *body, size_t node, const struct stem *own)
{
    const struct scene *scene = body->scene;
    size_t begin = scene->children_begin[node];
    for (size_t i = begin; i < scene->children_begin[node + 1] && i < begin + CHILDREN_MAX; i++) {
        if (is_like(stem_of_node(body, scene->children[i]), own)) {
            return scene->children[i];
        }
    }
    return SCENE_NONE;
}

size_t body_intended_node(const struct body *body, size_t bone)
{
    size_t node = body->nodes[bone];
    const struct stem *found = stem_of_node(body, node);
    const struct stem *own = found == NULL ? NULL : stem_of(bones[bone].name);
    size_t intended = SCENE_NONE;
    if (own == NULL || own->limb != found->limb) {
        return SCENE_NONE;
    }
    if (found->level == own->level + 1) {
        size_t parent = body->scene->nodes[node].parent;
        intended = is_like(stem_of_node(body, parent), own) ? parent : SCENE_NONE;
    } else if (found->level + 1 == own->level) {
        intended = child_like(body, node, own);
    }
    return intended != SCENE_NONE && is_taken(body, own, found, intended) ? SCENE_NONE : intended;
}

/* ---- reporting ---- */

/* The bones of a body that are mapped one level off. */
struct levels {
    struct body body;
    size_t intended[BONE_COUNT]; /* SCENE_NONE for the others */
    size_t first;
    size_t count;
};

static void find_levels(struct levels *levels)
{
    levels->first = BONE_COUNT;
    levels->count = 0;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        levels->intended[bone] = body_intended_node(&levels->body, bone);
        if (levels->intended[bone] != SCENE_NONE) {
            levels->first = levels->first == BONE_COUNT ? bone : levels->first;
            levels->count++;
        }
    }
}

/* Returns the first bone that would be below its parent bone if the parent were mapped to the intended node, or
 * BONE_COUNT. */
static size_t find_misplaced(const struct levels *levels)
{
    const struct body *body = &levels->body;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t parent = body->nodes[bone] == SCENE_NONE ? BONE_COUNT : body_parent(body, bone);
        if (parent != BONE_COUNT && levels->intended[parent] != SCENE_NONE &&
            !scene_is_above(body->scene, body->nodes[parent], body->nodes[bone]) &&
            scene_is_above(body->scene, levels->intended[parent], body->nodes[bone])) {
            return bone;
        }
    }
    return BONE_COUNT;
}

static void report_levels(const struct levels *levels)
{
    const struct body *body = &levels->body;
    const struct avatar *avatar = body->check->avatar;
    struct argument names[BONE_COUNT];
    size_t named = 0;
    size_t astray = find_misplaced(levels);
    size_t example = astray == BONE_COUNT ? levels->first : body_parent(body, astray);
    for (size_t bone = 0; bone < BONE_COUNT && named < FINDING_LIST_MAX; bone++) {
        if (levels->intended[bone] != SCENE_NONE) {
            names[named++] = body_name("", body, bone);
        }
    }
    struct finding *finding = body_report(
        body,
        astray != BONE_COUNT ? MESSAGE_VRM_BONE_ONE_LEVEL_OFF__ASTRAY
        : levels->count > 1  ? MESSAGE_VRM_BONE_ONE_LEVEL_OFF__SEVERAL
                             : MESSAGE_VRM_BONE_ONE_LEVEL_OFF__DEFAULT,
        body_entry(body, example, "node"),
        ARGUMENTS(body_bone("bone", body, example), the_node("node", avatar, body->nodes[example]),
                  the_node("intended", avatar, levels->intended[example]), body_name("name", body, example),
                  COUNT("count", levels->count), argument_list("bones", names, named, levels->count, JOIN_AND),
                  astray == BONE_COUNT ? argument_end() : body_name("child", body, astray)));
    finding_measure(finding, "bones", (double)levels->count);
    if (astray != BONE_COUNT) {
        finding_severity(finding, VRMLINT_ERROR); /* as severe as a bone that isn't below its parent bone */
    }
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (bone != example && levels->intended[bone] != SCENE_NONE) {
            body_relate(body, finding, RELATED_VRM_BONE_ONE_LEVEL_OFF__DEFAULT, body_entry(body, bone, "node"), bone);
        }
    }
}

void check_body_levels(struct check *check)
{
    for (enum dialect dialect = 0; dialect < DIALECTS; dialect++) {
        struct levels levels;
        if (body_read(&levels.body, check, dialect)) {
            find_levels(&levels);
            if (levels.count > 0) {
                report_levels(&levels);
            }
        }
    }
}
