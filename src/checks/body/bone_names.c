/* Names of unknown bones, in VRM 1.0 and in VRM animations. In VRM 0.x the schema check finds them. */
#include <string.h>

#include "base/ascii.h"
#include "base/pointer.h"
#include "checks/absent.h"
#include "checks/animation/names.h"
#include "checks/body/body.h"
#include "checks/body/levels.h"
#include "checks/likely.h"
#include "ids/messages_animation.h"
#include "ids/messages_vrm.h"
#include "tables/extensions.h"

/* Bones that are mapped one level off, as the names of the nodes show: leftUpperLeg is "LeftLeg" below "LeftUpLeg",
 * head is "HeadTop_End" below "Head". */

enum { STEM_MAX = 31, CHILDREN_MAX = 64 };

enum limb_kind { LIMB_LEG, LIMB_ARM, LIMB_NECK };

/* Names of limb nodes in common skeletons, without side, prefixes and separators. level: along the limb, from the
 * body outwards. */
static const struct stem {
    const char *name;
    enum limb_kind limb;
    int level;
} stems[] = {
    {"upleg", LIMB_LEG, 0},      {"upperleg", LIMB_LEG, 0},    {"thigh", LIMB_LEG, 0},       {"leg", LIMB_LEG, 1},
    {"lowerleg", LIMB_LEG, 1},   {"calf", LIMB_LEG, 1},        {"shin", LIMB_LEG, 1},        {"knee", LIMB_LEG, 1},
    {"foot", LIMB_LEG, 2},       {"ankle", LIMB_LEG, 2},       {"toebase", LIMB_LEG, 3},     {"toe", LIMB_LEG, 3},
    {"toes", LIMB_LEG, 3},       {"ball", LIMB_LEG, 3},        {"toeend", LIMB_LEG, 4},      {"toesend", LIMB_LEG, 4},
    {"toebaseend", LIMB_LEG, 4}, {"toenub", LIMB_LEG, 4},      {"shoulder", LIMB_ARM, 0},    {"clavicle", LIMB_ARM, 0},
    {"collar", LIMB_ARM, 0},     {"arm", LIMB_ARM, 1},         {"upperarm", LIMB_ARM, 1},    {"uparm", LIMB_ARM, 1},
    {"forearm", LIMB_ARM, 2},    {"lowerarm", LIMB_ARM, 2},    {"elbow", LIMB_ARM, 2},       {"hand", LIMB_ARM, 3},
    {"wrist", LIMB_ARM, 3},      {"handend", LIMB_ARM, 4},     {"handnub", LIMB_ARM, 4},     {"neck", LIMB_NECK, 0},
    {"head", LIMB_NECK, 1},      {"headtopend", LIMB_NECK, 2}, {"headtop", LIMB_NECK, 2},    {"headend", LIMB_NECK, 2},
    {"headnub", LIMB_NECK, 2},   {"足", LIMB_LEG, 0},          {"ひざ", LIMB_LEG, 1},        {"足首", LIMB_LEG, 2},
    {"つま先", LIMB_LEG, 3},     {"肩", LIMB_ARM, 0},          {"腕", LIMB_ARM, 1},          {"ひじ", LIMB_ARM, 2},
    {"手首", LIMB_ARM, 3},       {"首", LIMB_NECK, 0},         {"頭", LIMB_NECK, 1},         {"頭先", LIMB_NECK, 2},
    {"shldr", LIMB_ARM, 1},      {"shldrbend", LIMB_ARM, 1},   {"forearmbend", LIMB_ARM, 2}, {"thighbend", LIMB_LEG, 0},
};

/* Words in names of nodes that don't distinguish the bones of a limb. */
static const char *const fillers[] = {"left",      "right", "l",   "r",    "bip", "bip001", "bip01", "j",   "c",
                                      "mixamorig", "def",   "org", "bone", "jnt", "joint",  "cc",    "base"};

static bool is_filler(const char *word, size_t length)
{
    for (size_t i = 0; i < sizeof fillers / sizeof *fillers; i++) {
        if (*fillers[i] == *word && strlen(fillers[i]) == length && memcmp(fillers[i], word, length) == 0) {
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
        *name += text_begins(*name, sides[i]) ? strlen(sides[i]) : 0;
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
        size += length > 0 && is_filler(text + size, length) ? 0 : length;
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
    const char *rest = text_begins(text, converted) ? text + strlen(converted) : text;
    for (size_t i = 0; i < sizeof stems / sizeof *stems; i++) {
        if (*rest == *stems[i].name && strcmp(rest, stems[i].name) == 0) {
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

struct bone_list {
    struct check *check;
    enum dialect dialect;
    const struct tree *bones;
    bool is_foreign; /* some name belongs to another skeleton; then names in another letter case count as that too */
};

static const char *bones_pointer(const struct bone_list *list)
{
    return list->dialect == DIALECT_VRM1 ? VRM1_POINTER "/humanoid/humanBones" : VRMA_POINTER "/humanoid/humanBones";
}

static struct finding *report_name(const struct bone_list *list, enum message message, const char *name,
                                   struct argument meant, struct argument metacarpal)
{
    return report_twin(list->check->findings, list->dialect, message,
                       place_at(pointer_key(list->check->arena, bones_pointer(list), name)),
                       ARGUMENTS(TEXT("name", name), meant, metacarpal));
}

/* Whether the animation leaves the node of an entry as it is. */
static bool name_is_still(const struct bone_list *list, const char *name)
{
    const struct avatar *avatar = list->check->avatar;
    const struct vrma *vrma = avatar->vrma;
    size_t node = scene_resolve(avatar->scene, tree_get(tree_get(list->bones, name), "node"));
    if (node == SCENE_NONE || node >= vrma->node_count) {
        return false;
    }
    for (size_t i = vrma->channels_begin[node]; i < vrma->channels_begin[node + 1]; i++) {
        if (!check_channel_is_still(list->check, vrma->channels[i])) {
            return false;
        }
    }
    return true;
}

/* Reports the middle bone of a thumb of VRM 0.x. VRM 1.0 shifted the names of the thumb by one joint. If the thumb
 * has names of both generations, the right mapping is unknown. */
static void report_thumb(const struct bone_list *list, const char *name)
{
    int side = (int)(strstr(name, "Thumb") - name);
    const char *first = arena_printf(list->check->arena, "%.*sThumbMetacarpal", side, name);
    const char *second = arena_printf(list->check->arena, "%.*sThumbProximal", side, name);
    bool has_second = tree_get(list->bones, second) != NULL;
    struct finding *finding =
        report_name(list, MESSAGE_VRM_UNKNOWN_BONE__THUMB, name, TEXT("now", second), TEXT("metacarpal", first));
    /* in an avatar, the joint needs the previous one */
    if (tree_get(list->bones, first) != NULL || (!has_second && list->dialect == DIALECT_VRM1)) {
        finding_fix(finding, VRMLINT_FIX_NONE);
        return;
    }
    finding_fix(finding, VRMLINT_FIX_UNSAFE);
    if (has_second) {
        finding_edit_at(finding, VRMLINT_EDIT_RENAME, arena_printf(list->check->arena, "1/%s", second), first);
    }
    finding_edit_at(finding, VRMLINT_EDIT_RENAME, "0", second);
}

/* Returns the bone for a name in another letter case or of another skeleton; NULL for other names. */
static const char *bone_renamed(const char *name)
{
    return bone_by_name(name) == BONE_COUNT ? bone_elsewhere(name) : NULL;
}

/* Whether a name is from another skeleton, and not just in another letter case. */
static bool is_foreign(const char *name)
{
    const char *right = bone_renamed(name);
    return right != NULL && !extension_same_but_case(name, right);
}

/* Whether a bone required by VRM 1.0 exists only in another letter case or under the name of another skeleton. */
static bool renaming_loses_bones(const struct bone_list *list)
{
    for (void *i = tree_first(list->bones); i != NULL; i = tree_next(list->bones, i)) {
        const char *name = tree_key(i);
        const char *right = bone_renamed(name);
        if (right != NULL && bones[bone_by_name(right)].required && tree_get(list->bones, right) == NULL) {
            return true;
        }
    }
    return false;
}

/* Reports a name in another letter case or of another skeleton. All of them are one mistake, as severe as
 * the worst. */
static void report_renamed(const struct bone_list *list, enum message message, const char *name, const char *right)
{
    bool is_animation = list->dialect == DIALECT_ANIMATION;
    bool still = is_animation && !bones[bone_by_name(right)].required && name_is_still(list, name);
    struct finding *finding = report_name(list, still ? MESSAGE_ANIMATION_UNKNOWN_BONE__NEAR_STILL : message, name,
                                          TEXT("correct", right), argument_end());
    if (still) {
        finding_severity(finding, VRMLINT_INFO);
    } else if (is_animation || renaming_loses_bones(list)) {
        finding_severity(finding, VRMLINT_ERROR);
    }
    absent_note(list->check, finding, ABSENT_NAME, pointer_key(list->check->arena, bones_pointer(list), right));
    finding_fix(finding, VRMLINT_FIX_UNSAFE);
    finding_edit_at(finding, VRMLINT_EDIT_RENAME, "0", right);
}

/*
 * Reports an unknown name if its node also belongs to an expression or the gaze, and the animation moves that.
 * Returns whether it is so. three-vrm searches the bone of a node first, under any name, and plays nothing else with
 * the node.
 */
static bool check_taken(const struct bone_list *list, const char *name)
{
    struct check *check = list->check;
    const struct vrma *vrma = check->avatar->vrma;
    size_t node = scene_resolve(check->avatar->scene, tree_get(tree_get(list->bones, name), "node"));
    if (list->dialect != DIALECT_ANIMATION || node >= vrma->node_count || name_is_still(list, name)) {
        return false;
    }
    const struct vrma_node *role = &vrma->roles[node];
    bool is_taken = role->bone == BONE_COUNT && (role->expression != VRMA_NONE || role->look_at);
    if (is_taken) {
        struct argument other = role->expression != VRMA_NONE
                                    ? the_animated_expression("other", check, role->expression)
                                    : the_animated_gaze("other", check);
        struct finding *finding = report_name(list, MESSAGE_ANIMATION_UNKNOWN_BONE__TAKEN, name, other, argument_end());
        finding_severity(finding, VRMLINT_ERROR);
        finding_fix(finding, VRMLINT_FIX_UNSAFE);
        finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "0", NULL);
    }
    return is_taken;
}

static void report_unknown(const struct bone_list *list, const char *name)
{
    bool is_animation = list->dialect == DIALECT_ANIMATION;
    const char *near = likely_bone(name);
    bool is_free = near != NULL && tree_get(list->bones, near) == NULL;
    struct argument none = argument_end();
    if (is_free && (is_foreign(name) || (list->is_foreign && bone_elsewhere(name) != NULL)) &&
        !(is_animation && bones[bone_by_name(near)].class == BONE_EYE)) {
        report_renamed(list, MESSAGE_VRM_UNKNOWN_BONE__FOREIGN, name, near);
    } else if (bone_is_old_thumb(name)) {
        report_thumb(list, name);
    } else if (near != NULL && is_animation && bones[bone_by_name(near)].class == BONE_EYE) {
        struct finding *finding = report_name(list, MESSAGE_ANIMATION_UNKNOWN_BONE__EYE, name, none, none);
        finding_fix(finding, VRMLINT_FIX_UNSAFE);
        finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "0", NULL);
    } else if (is_animation && !is_free && name_is_still(list, name)) {
        struct finding *finding = report_name(list, MESSAGE_ANIMATION_UNKNOWN_BONE__STILL, name, none, none);
        finding_severity(finding, VRMLINT_INFO);
        finding_fix(finding, VRMLINT_FIX_UNSAFE);
        finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "0", NULL);
    } else if (near != NULL && (is_animation || is_free)) {
        if (is_free && extension_same_but_case(name, near)) {
            report_renamed(list, MESSAGE_VRM_UNKNOWN_BONE__OTHER_CASE, name, near);
            return;
        }
        bool is_needed = is_free && !is_animation && bones[bone_by_name(near)].required;
        bool still = is_free && is_animation && name_is_still(list, name);
        struct finding *finding = report_name(list,
                                              is_needed ? MESSAGE_VRM_UNKNOWN_BONE__NEEDED
                                              : still   ? MESSAGE_ANIMATION_UNKNOWN_BONE__NEAR_STILL
                                                        : MESSAGE_VRM_UNKNOWN_BONE__MEANT,
                                              name, TEXT(still ? "correct" : "meant", near), none);
        if (is_needed) {
            finding_severity(finding, VRMLINT_ERROR);
        }
        if (is_free) {
            absent_note(list->check, finding, ABSENT_NAME, pointer_key(list->check->arena, bones_pointer(list), near));
        }
        if (is_free) {
            finding_fix(finding, VRMLINT_FIX_UNSAFE);
            finding_edit_at(finding, VRMLINT_EDIT_RENAME, "0", near);
        }
        if (is_free && is_animation) { /* if it moves, the movement is lost */
            finding_severity(finding, still ? VRMLINT_INFO : VRMLINT_ERROR);
        }
    } else {
        report_name(list, MESSAGE_VRM_UNKNOWN_BONE__DEFAULT, name, none, none);
    }
}

/* Checks extras and extensions, which any object may have. three-vrm looks up their node and throws if they have
 * none. */
static void check_general(const struct bone_list *list, const char *name)
{
    size_t node;
    const struct tree *entry = tree_get(list->bones, name);
    if (list->dialect == DIALECT_VRM1 &&
        !tree_index(tree_get(entry, "node"), list->check->avatar->scene->bound, &node)) {
        struct finding *finding =
            report_name(list, MESSAGE_VRM_UNKNOWN_BONE__GENERAL, name, argument_end(), argument_end());
        finding_severity(finding, VRMLINT_ERROR);
        finding_fix(finding, VRMLINT_FIX_UNSAFE);
        finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "0", NULL);
    }
}

/* Reports bones one level too deep, in an entry that has the name of the list. */
static void report_nested(const struct bone_list *list, const char *name, const struct tree *inner)
{
    struct finding *finding = report_name(list, MESSAGE_VRM_UNKNOWN_BONE__NESTED, name, argument_end(), argument_end());
    finding_severity(finding, VRMLINT_ERROR);
    finding_fix(finding, VRMLINT_FIX_NONE);
    absent_note(list->check, finding, ABSENT_NAME, bones_pointer(list));
    for (size_t i = 0; i < BONE_COUNT; i++) {
        if (tree_get(inner, bones[i].name) != NULL && tree_get(list->bones, bones[i].name) == NULL) {
            absent_note(list->check, finding, ABSENT_NAME,
                        pointer_key(list->check->arena, bones_pointer(list), bones[i].name));
        }
    }
}

static void check_list(struct bone_list *list)
{
    bool is_beta = list->dialect == DIALECT_VRM1 && list->check->avatar->vrm1->is_beta;
    for (void *i = tree_first(list->bones); i != NULL && !list->is_foreign; i = tree_next(list->bones, i)) {
        list->is_foreign = is_foreign(tree_key(i));
    }
    for (void *i = tree_first(list->bones); i != NULL; i = tree_next(list->bones, i)) {
        const char *name = tree_key(i);
        if (tree_is_general_key(name)) {
            check_general(list, name);
        } else if (strcmp(name, "humanBones") == 0 && humanoid_is_nested(tree_value(i))) {
            report_nested(list, name, tree_value(i));
        } else if (bone_by_name(name) == BONE_COUNT && !(is_beta && bone_is_old_thumb(name)) &&
                   !check_taken(list, name)) {
            report_unknown(list, name);
        }
    }
}

void check_bone_names(struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    check_list(&(struct bone_list){check, DIALECT_VRM1, check->avatar->humanoid->bones, false});
    /* in a flat layout other members may be beside the bones; the schema has checked them */
    check_list(&(struct bone_list){check, DIALECT_ANIMATION, vrma->flat ? NULL : vrma->bones, false});
}
