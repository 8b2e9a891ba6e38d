/* Reports missing members and unknown names. Often the two are one mistake. */
#include <string.h>

#include "base/among.h"
#include "base/json_value.h"
#include "base/pointer.h"
#include "checks/absent.h"
#include "checks/schema/labels.h"
#include "checks/schema/refused.h"
#include "checks/schema/reports.h"
#include "ids/messages_shared.h"
#include "ids/messages_springbone.h"
#include "message/claims.h"
#include "message/member_names.h"

/* The message for a missing property: its consequence and how to fix it. */
static const struct missing {
    enum extension_id extension;
    enum message message;
    const char *key;
    const char *number; /* for VRM 0.x: the value that three-vrm uses; other apps use another */
} missing[] = {
    {EXTENSION_SPRINGBONE, SHARED_MISSING_PROPERTY__JOINTS, "joints", NULL},
    {EXTENSION_SPRINGBONE, SHARED_MISSING_PROPERTY__JOINT_NODE, "node", NULL},
    {EXTENSION_SPRINGBONE, SHARED_MISSING_PROPERTY__SHAPE, "shape", NULL},
    {EXTENSION_SPRINGBONE, SHARED_MISSING_PROPERTY__COLLIDERS, "colliders", NULL},
    {EXTENSION_LIMIT, SHARED_MISSING_PROPERTY__LIMIT, "limit", NULL},
    {EXTENSION_LIMIT, SHARED_MISSING_PROPERTY__ANGLE, "angle", NULL},
    {EXTENSION_LIMIT, SHARED_MISSING_PROPERTY__ANGLE, "pitch", NULL},
    {EXTENSION_LIMIT, SHARED_MISSING_PROPERTY__ANGLE, "yaw", NULL},
    {EXTENSION_CONSTRAINT, SHARED_MISSING_PROPERTY__CONSTRAINT, "constraint", NULL},
    {EXTENSION_CONSTRAINT, SHARED_MISSING_PROPERTY__SOURCE, "source", NULL},
    {EXTENSION_CONSTRAINT, SHARED_MISSING_PROPERTY__ROLL_AXIS, "rollAxis", NULL},
    {EXTENSION_CONSTRAINT, SHARED_MISSING_PROPERTY__AIM_AXIS, "aimAxis", NULL},
    {EXTENSION_ANIMATION, SHARED_MISSING_PROPERTY__HUMAN_BONES, "humanBones", NULL},
    {EXTENSION_ANIMATION, SHARED_MISSING_PROPERTY__MOVING_NODE, "node", NULL},
    {EXTENSION_VRM, SHARED_MISSING_PROPERTY__META, "meta", NULL},
    {EXTENSION_VRM, SHARED_MISSING_PROPERTY__SHADER, "shader", NULL},
    {EXTENSION_VRM0, SHARED_MISSING_PROPERTY__BONE_GROUP_GROUPS, "colliderGroups", NULL},
    {EXTENSION_VRM0, SHARED_MISSING_PROPERTY__FILLED_IN, "stiffiness", "1"},
    {EXTENSION_VRM0, SHARED_MISSING_PROPERTY__FILLED_IN, "gravityPower", "0"},
    {EXTENSION_VRM0, SHARED_MISSING_PROPERTY__FILLED_IN_DOWNWARD, "gravityDir", NULL},
    {EXTENSION_VRM0, SHARED_MISSING_PROPERTY__FILLED_IN, "dragForce", "0.4"},
    {EXTENSION_VRM0, SHARED_MISSING_PROPERTY__FILLED_IN, "hitRadius", "0"},
    {EXTENSION_VRM0, SHARED_MISSING_PROPERTY__FILLED_IN, "x", "0"},
    {EXTENSION_VRM0, SHARED_MISSING_PROPERTY__FILLED_IN, "y", "0"},
    {EXTENSION_VRM0, SHARED_MISSING_PROPERTY__FILLED_IN, "z", "0"},
};

/* Returns a member of the failure's own place as a relative pointer. */
static const char *member_here(const struct fault *fault, const char *name)
{
    struct buf out = BUF_INIT(fault->instance->check->arena);
    buf_char(&out, '0');
    pointer_add_key(&out, name, strlen(name));
    return buf_text(&out);
}

/* Whether it is the entry of a bone of an avatar. In animations only required bones have a special message. */
static bool is_entry_of_bone(const struct fault *fault)
{
    return fault->instance->extension == EXTENSION_VRM1 && text_begins(fault->rest, "/humanoid/humanBones/");
}

/* Whether it is a joint without which its spring would be no chain. */
static bool is_needed_joint(const struct fault *fault)
{
    size_t spring = place_at(fault->failure->pointer).index[0];
    return fault_is_at(fault, PLACE_JOINT, NULL) &&
           tree_count(tree_get(tree_at(tree_get(fault->instance->value, "springs"), spring), "joints")) <= 2;
}

/* Reports all members that an object lacks with the same consequence in one finding. They are reported one after the
 * other. */
static struct finding *report_lacking(const struct fault *fault, enum message message, struct argument value)
{
    struct lacking *lacking = &fault->instance->lacking;
    struct arena *arena = fault->instance->check->arena;
    bool goes_on = lacking->finding != NULL && !lacking->finding->counted && lacking->finding->message == message &&
                   lacking->object == fault->failure->value && lacking->level == fault->failure->level;
    if (!goes_on) {
        *lacking = (struct lacking){.object = fault->failure->value, .level = fault->failure->level};
    }
    if (lacking->count < LACKING_SHOWN) {
        lacking->names[lacking->count] = the_member_in_file(arena, "name", fault->failure->name);
    }
    size_t count = ++lacking->count;
    size_t shown = count < LACKING_SHOWN ? count : LACKING_SHOWN;
    struct argument absent = argument_list("missing", lacking->names, shown, count, JOIN_NOR);
    if (goes_on) {
        finding_reword(lacking->finding, message, ARGUMENTS(value, absent));
    } else {
        lacking->finding = fault_report(fault, message, ARGUMENTS(value, absent));
    }
    return lacking->finding;
}

static const struct missing *missing_of(const struct fault *fault)
{
    for (size_t i = 0; i < sizeof missing / sizeof missing[0]; i++) {
        if (missing[i].extension == fault->instance->extension && strcmp(missing[i].key, fault->failure->name) == 0) {
            return &missing[i];
        }
    }
    return NULL;
}

/* Whether the object is empty. All that it lacks, including the required version, is one mistake. */
static bool is_hollow(const struct fault *fault)
{
    return tree_is_object(fault->failure->value) && tree_count(fault->failure->value) == 0;
}

static struct finding *report_hollow(const struct fault *fault, struct finding *first)
{
    struct lacking *lacking = &fault->instance->lacking;
    bool goes_on = first == NULL && lacking->object == fault->failure->value;
    bool versioned = *fault->rest == '\0' && fault->instance->extension != EXTENSION_COUNT &&
                     extension_has_versions(fault->instance->extension);
    if (!goes_on) {
        *lacking = (struct lacking){.finding = first, .object = fault->failure->value, .level = fault->failure->level};
        lacking->names[lacking->count++] = TERM("name", fault->failure->name);
        if (versioned) {
            lacking->names[lacking->count++] = TERM("name", "specVersion");
        } else if (*fault->rest == '\0' && fault->instance->extension == EXTENSION_VRM0) {
            lacking->names[lacking->count++] = TERM("name", "humanoid");
            lacking->names[lacking->count++] = TERM("name", "materialProperties");
        } else if (fault_is_at(fault, PLACE_BONE_GROUP, NULL)) {
            lacking->names[lacking->count++] = TERM("name", "center"); /* no schema requires it, but apps differ */
            finding_edit_at(first, VRMLINT_EDIT_SET, "0/center", "-1");
            finding_edit_at(first, VRMLINT_EDIT_SET, "0/gravityDir", "{\"x\":0,\"y\":-1,\"z\":0}");
            finding_edit_at(first, VRMLINT_EDIT_SET, "0/colliderGroups", "[]");
        }
    } else if (lacking->count < LACKING_SHOWN) {
        lacking->names[lacking->count++] = TERM("name", fault->failure->name);
    }
    if (lacking->count > 1) {
        struct argument names = argument_list("name", lacking->names, lacking->count, lacking->count, JOIN_AND);
        bool is_bone = fault_is_at(fault, PLACE_VRM0_BONE, NULL);
        enum message message =
            is_bone && !fault_is_needed(fault) ? SHARED_MISSING_PROPERTY__EMPTY_ENTRY : SHARED_MISSING_PROPERTY__EMPTY;
        finding_reword(lacking->finding, message, ARGUMENTS(fault_value(fault), names));
    }
    return lacking->finding;
}

/* Whether the file is an avatar of VRM 0.x, in which UniVRM doesn't read the springs of VRM 1.0. */
static bool is_of_vrm0(const struct fault *fault)
{
    struct document *document = fault->instance->check->avatar->document;
    return document_tree(document, "/extensions/VRM") != NULL &&
           document_tree(document, "/extensions/VRMC_vrm") == NULL;
}

/* Whether it is part of an animation, whose keyframes are not written by hand. */
static bool is_of_keyframes(const struct fault *fault)
{
    enum place_kind kind = place_at(fault->failure->pointer).kind;
    return kind == PLACE_SAMPLER || kind == PLACE_CHANNEL || kind == PLACE_ANIMATION;
}

/* Reports a property that doesn't exist under any name, with the message for its name. */
static struct finding *report_lone(const struct fault *fault)
{
    struct argument value = fault_value(fault);
    struct argument name = the_member_in_file(fault->instance->check->arena, "name", fault->failure->name);
    if (fault_of_required_bone(fault) || fault_loses_bone(fault)) {
        bool is_animation = fault->instance->extension == EXTENSION_ANIMATION;
        return fault_report(
            fault, is_animation ? SHARED_MISSING_PROPERTY__REQUIRED_NODE : SHARED_MISSING_PROPERTY__REQUIRED_BONE,
            ARGUMENTS(value, name));
    }
    bool is_needed = fault_is_needed(fault);
    if (is_entry_of_bone(fault) && !fault_carries_bone(fault)) {
        return fault_report(fault, is_needed ? SHARED_MISSING_PROPERTY__EYE : SHARED_MISSING_PROPERTY__NODE,
                            ARGUMENTS(value, name));
    }
    bool is_animated = place_at(fault->failure->pointer).kind == PLACE_ANIMATED_BONE && is_needed;
    if ((fault_is_at(fault, PLACE_VRM0_BONE, NULL) || is_animated) && strcmp(fault->failure->name, "node") == 0) {
        return fault_report(fault,
                            is_needed ? SHARED_MISSING_PROPERTY__NEEDED_NODE : SHARED_MISSING_PROPERTY__MOVING_NODE,
                            ARGUMENTS(value, name));
    }
    const struct missing *line = missing_of(fault);
    if (line != NULL && line->message == SHARED_MISSING_PROPERTY__JOINT_NODE &&
        fault_is_at(fault, PLACE_COLLIDER, NULL)) {
        return fault_report(fault, SHARED_MISSING_PROPERTY__COLLIDER_NODE, ARGUMENTS(value, name));
    }
    if (line != NULL && line->message == SHARED_MISSING_PROPERTY__LIMIT && is_of_vrm0(fault)) {
        return fault_report(fault, SHARED_MISSING_PROPERTY__LIMIT_IN_VRM0, ARGUMENTS(value, name));
    }
    bool may_go = !is_needed_joint(fault) && !is_needed;
    if (line != NULL && (line->message != SHARED_MISSING_PROPERTY__JOINT_NODE || may_go)) {
        return line->number == NULL
                   ? fault_report(fault, line->message, ARGUMENTS(value, name))
                   : fault_report(fault, line->message, ARGUMENTS(value, name, TERM("number", line->number)));
    }
    bool is_refused = !is_of_keyframes(fault) && fault_is_refused(fault);
    bool must_stay =
        is_needed || strstr(fault->failure->pointer, "/morphTargetBinds/") != NULL; /* it would move nothing */
    struct finding *finding = report_lacking(fault,
                                             is_of_keyframes(fault) ? SHARED_MISSING_PROPERTY__KEYFRAMES
                                             : !is_refused          ? SHARED_MISSING_PROPERTY__DEFAULT
                                             : must_stay            ? SHARED_MISSING_PROPERTY__REFUSED_NEEDED
                                                                    : SHARED_MISSING_PROPERTY__REFUSED,
                                             value);
    if (finding != NULL && is_refused) {
        finding->in_univrm = EFFECT_REFUSES + 1;
    }
    return finding;
}

static struct finding *report_absent(const struct fault *fault)
{
    const struct lacking *lacking = &fault->instance->lacking;
    const struct missing *line = missing_of(fault);
    bool goes_on = is_hollow(fault) && lacking->object == fault->failure->value && lacking->finding != NULL &&
                   !lacking->finding->counted;
    struct finding *finding = goes_on ? NULL : report_lone(fault);
    if (is_hollow(fault) && (goes_on || (finding != NULL && !finding->counted))) {
        finding = report_hollow(fault, finding);
    }
    if (line != NULL && line->number != NULL) {
        finding_edit_at(finding, VRMLINT_EDIT_SET, member_here(fault, line->key), line->number);
    }
    return finding;
}

static bool has_bones(const struct tree *humanoid)
{
    for (size_t i = 0; i < BONE_COUNT; i++) {
        if (tree_get(humanoid, bones[i].name) != NULL) {
            return true;
        }
    }
    return false;
}

/* Returns the names of pitch and yaw in revision A of the limit's draft, or NULL. All revisions have the same version
 * number. */
static const char *revision_a_name(const struct fault *fault, const char *name)
{
    if (fault->instance->extension != EXTENSION_LIMIT) {
        return NULL;
    }
    return strcmp(name, "pitch") == 0 ? "phi" : strcmp(name, "yaw") == 0 ? "theta" : NULL;
}

/* Returns a member whose name differs only in letter case, or NULL. */
static const char *name_in_other_case(const struct tree *object, const char *name)
{
    for (void *i = tree_first(object); i != NULL; i = tree_next(object, i)) {
        if (extension_same_but_case(tree_key(i), name)) {
            return tree_key(i);
        }
    }
    return NULL;
}

/* Reports a property that exists under the name of another version or in another letter case; NULL if
 * there is none. */
static struct finding *report_other_name(const struct fault *fault)
{
    const char *name = fault->failure->name;
    const char *old = revision_a_name(fault, name);
    struct argument value = fault_value(fault);
    if (old != NULL && tree_get(fault->failure->value, old) != NULL) {
        struct finding *finding = fault_report(fault, SHARED_MISSING_PROPERTY__FIRST_REVISION,
                                               ARGUMENTS(value, TERM("name", name), TERM("old", old)));
        finding_edit_at(finding, VRMLINT_EDIT_RENAME, member_here(fault, old), name);
        return finding;
    }
    if (fault->instance->extension == EXTENSION_VRM0 && strcmp(name, "stiffiness") == 0 &&
        tree_get(fault->failure->value, "stiffness") != NULL) {
        return fault_report(fault, SHARED_MISSING_PROPERTY__SPELT_AS_IN_1_0, ARGUMENTS(value, TERM("name", name)));
    }
    if (fault->instance->extension == EXTENSION_ANIMATION && strcmp(name, "humanBones") == 0 &&
        has_bones(fault->failure->value)) {
        return fault_report(fault, SHARED_MISSING_PROPERTY__FIRST_DRAFT,
                            ARGUMENTS(value, the_member_in_file(fault->instance->check->arena, "name", name)));
    }
    const char *near = name_in_other_case(fault->failure->value, name);
    if (near != NULL) {
        struct finding *finding = fault_report(fault, SHARED_MISSING_PROPERTY__OTHER_CASE,
                                               ARGUMENTS(value, TEXT("name", name), TEXT("old", near)));
        finding_edit_at(finding, VRMLINT_EDIT_RENAME, member_here(fault, near), name);
        return finding;
    }
    return NULL;
}

/* Records a missing member with absent_note(). */
static void note_member(const struct fault *fault, struct finding *finding, enum absent_what what, const char *object,
                        const char *name)
{
    struct check *check = fault->instance->check;
    if (finding != NULL && !finding->counted) {
        absent_note(check, finding, what, pointer_key(check->arena, object, name));
    }
}

bool fault_is_hollow(const struct tree *object)
{
    static const char *const labels[] = {"name", "center", "colliderGroups", "joints", "colliders"};
    for (void *i = tree_first(object); i != NULL; i = tree_next(object, i)) {
        if (!IS_AMONG(tree_key(i), labels)) {
            return false;
        }
    }
    return true;
}

struct finding *fault_report_missing(const struct fault *fault)
{
    enum extension_id id = fault->instance->extension;
    struct finding *finding = report_other_name(fault);
    bool renamed = finding != NULL;
    enum vrmlint_fix fix = VRMLINT_FIX_NONE;
    if (renamed) {
        bool is_repair =
            id == EXTENSION_VRM0 || id == EXTENSION_LIMIT || id == EXTENSION_ANIMATION || id == EXTENSION_VRM1;
        fix = is_repair ? VRMLINT_FIX_REPAIR : fix;
    } else {
        finding = report_absent(fault);
        bool fixable =
            finding != NULL && finding->message != SHARED_MISSING_PROPERTY__DEFAULT &&
            (id == EXTENSION_VRM0 || fault_is_at(fault, PLACE_SPRING, NULL) || fault_is_at(fault, PLACE_GROUP, NULL));
        bool may_hold = fixable && id == EXTENSION_SPRINGBONE && !fault_is_hollow(fault->failure->value);
        fix = may_hold ? VRMLINT_FIX_UNSAFE : fixable ? VRMLINT_FIX_REPAIR : fix;
    }
    finding_fix(finding, fix);
    note_member(fault, finding, renamed ? ABSENT_SPOILT : ABSENT_LACKS, fault->failure->pointer, fault->failure->name);
    return finding;
}

/* Whether it is a member that VRM 0.x has in the group and VRM 1.0 in each joint. */
static bool is_joint_key_of_spring(const struct fault *fault)
{
    static const char *const keys[] = {"stiffness",  "stiffiness", "gravityPower",
                                       "gravityDir", "dragForce",  "hitRadius"};
    return IS_AMONG(fault->key, keys) && fault_is_at(fault, PLACE_SPRING, fault->key);
}

/* Returns the fix class for an unknown name. */
static enum vrmlint_fix rename_fix(const struct fault *fault)
{
    const struct schema_failure *failure = fault->failure;
    if (is_joint_key_of_spring(fault)) {
        return VRMLINT_FIX_UNSAFE;
    }
    if (failure->hint == NULL || !failure->hint_is_name || tree_get(fault->parent, failure->hint) != NULL) {
        return VRMLINT_FIX_NONE;
    }
    enum extension_id id = fault->instance->extension;
    bool careful = id == EXTENSION_CONSTRAINT || id == EXTENSION_ANIMATION || id == EXTENSION_VRM1;
    if (careful && !extension_same_but_case(fault->key, failure->hint)) {
        return VRMLINT_FIX_NONE;
    }
    return VRMLINT_FIX_REPAIR; /* what apps ignored takes effect after the fix */
}

/* Copies a member of a spring to those joints that lack it, and removes it from the spring. */
static void hand_to_joints(const struct fault *fault, struct finding *finding)
{
    const char *key = strcmp(fault->key, "stiffiness") == 0 ? "stiffness" : fault->key;
    const struct tree *value = fault->failure->value;
    const struct tree *joints = tree_get(fault->parent, "joints");
    struct json_value room;
    struct vec3 direction;
    double number;
    const char *text = tree_number(value, &number) ? json_number(&room, number)
                       : tree_vec3(value, &direction)
                           ? json_numbers(&room, (const double[]){direction.x, direction.y, direction.z}, 3)
                           : NULL;
    if (text == NULL || !tree_is_array(joints)) {
        finding_fix(finding, VRMLINT_FIX_NONE);
        return;
    }
    for (size_t i = 0; i < tree_count(joints); i++) {
        const struct tree *joint = tree_at(joints, i);
        if (tree_is_object(joint) && tree_get(joint, key) == NULL) {
            finding_edit_at(finding, VRMLINT_EDIT_SET,
                            arena_printf(fault->instance->check->arena, "1/joints/%zu/%s", i, key), text);
        }
    }
    finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "0", NULL);
}

/* Whether a name was meant as the list of all springs, which then doesn't exist. */
static bool is_list_of_springs(const struct fault *fault)
{
    return fault->instance->extension == EXTENSION_SPRINGBONE && fault->parent == fault->instance->value &&
           strcmp(fault->failure->hint, "springs") == 0;
}

/* Returns the message for an unknown name if a known one was likely meant. */
static enum message rename_message(const struct fault *fault)
{
    const char *hint = fault->failure->hint;
    const char *old = revision_a_name(fault, hint);
    return tree_get(fault->parent, hint) != NULL         ? SHARED_UNKNOWN_PROPERTY__MEANT_TOO
           : old != NULL && strcmp(old, fault->key) == 0 ? SHARED_UNKNOWN_PROPERTY__SECOND_REVISION
                                                         : SHARED_UNKNOWN_PROPERTY__MEANT;
}

/* Returns the member that a hint recommends instead of an unknown one; NULL if none. */
static const char *member_of_hint(const char *hint)
{
    static const char *const members[][2] = {
        {"HINT_BONES", "joints"},
        {"HINT_BONE_GROUPS", "springs"},
        {"HINT_VRM0_SPRINGS", "boneGroups"},
        {"HINT_VRM0_JOINTS", "bones"},
        {"HINT_BELONGS_IN_COLLIDERS", "colliders"},
        {"HINT_VRM1_LICENSE_NAME", "licenseUrl"},
        {"HINT_SPRING_ROOT", "joints"},
        {"HINT_SHAPES_OF_GROUP", "colliders"},
        {"HINT_BELONGS_IN_SHAPE", "shape"},
        {"HINT_BELONGS_IN_SPHERE_OR_CAPSULE_OF_SHAPE", "shape"},
        {"HINT_BELONGS_IN_CAPSULE_OF_SHAPE", "shape"},
        {"HINT_BELONGS_IN_EXTENDED_SHAPE", "shape"},
        {"HINT_BELONGS_IN_LIMIT", "limit"},
        {"HINT_PITCH_OF_CONE", "angle"},
        {"HINT_PITCH_OF_HINGE", "angle"},
        {"HINT_BELONGS_IN_CONSTRAINT", "constraint"},
        {"HINT_BELONGS_IN_KIND_OF_CONSTRAINT", "constraint"},
        {"HINT_BELONGS_IN_DRAFT_KIND_OF_CONSTRAINT", "constraint"},
        {"HINT_BELONGS_IN_ROTATION_OF_CONSTRAINT", "constraint"},
        {"HINT_SOURCES", "source"},
        {"HINT_AIM_VECTOR", "aimAxis"},
        {"HINT_BELONGS_IN_SPRINGS", "springs"},
        {"HINT_BELONGS_IN_HUMANOID", "humanoid"},
        {"HINT_VRM1_MESH", "node"},
        {"HINT_VRM1_MATERIAL_NAME", "material"},
    };
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        if (strcmp(hint, members[i][0]) == 0) {
            return members[i][1];
        }
    }
    return NULL;
}

/* Records that a member has another name, or that its parts are beside it, so that it isn't reported as
 * missing too. */
static void note_name(const struct fault *fault, struct finding *finding)
{
    const char *hint = fault->failure->hint;
    const char *name = hint == NULL ? NULL : fault->failure->hint_is_name ? hint : member_of_hint(hint);
    if (name != NULL && tree_get(fault->parent, name) == NULL) {
        note_member(fault, finding, ABSENT_NAME, fault_outer(fault), name);
    }
    const struct tree *primitives = tree_get(fault->parent, "primitives");
    bool of_mesh = hint != NULL && strcmp(hint, "HINT_BELONGS_IN_PRIMITIVES") == 0;
    for (size_t i = 0; of_mesh && i < tree_length(primitives); i++) {
        if (tree_get(tree_at(primitives, i), "targets") == NULL) {
            note_member(fault, finding, ABSENT_NAME,
                        arena_printf(fault->instance->check->arena, "%s/primitives/%zu", fault_outer(fault), i),
                        "targets");
        }
    }
}

/* Whether an entry of VRM 0.x has its bone's name as the key of its node, and no member that names the bone. */
static bool is_bone_as_key(const struct fault *fault)
{
    return fault->instance->extension == EXTENSION_VRM && place_is(fault_outer(fault), PLACE_VRM0_BONE, NULL) &&
           (bone_by_name(fault->key) < BONE_COUNT || bone_is_old_thumb(fault->key)) &&
           tree_get(fault->parent, "bone") == NULL;
}

/* Whether a known name was probably meant. Not extras or extensions of KHR_texture_transform, because UniVRM doesn't
 * load a file with them, or of what a shape contains, such as a sphere, where the format has none. */
static bool has_meant_name(const struct fault *fault)
{
    const char *hint = fault->failure->hint_is_name ? fault->failure->hint : NULL;
    return hint != NULL &&
           !(tree_is_general_key(hint) && (strstr(fault->failure->pointer, "/KHR_texture_transform/") != NULL ||
                                           strstr(fault_outer(fault), "/shape/") != NULL));
}

struct finding *fault_report_unknown(const struct fault *fault)
{
    const struct schema_failure *failure = fault->failure;
    struct argument value = argument_as("holder", fault_place(fault, fault_outer(fault)));
    struct argument key = TEXT("key", fault->key);
    struct argument title = TERM("title", fault->instance->title);
    struct finding *finding;
    if (failure->hint != NULL && fault_loses_motion(fault) && is_list_of_springs(fault)) {
        finding = report(fault->instance->check->findings, MESSAGE_SPRINGBONE_UNKNOWN_PROPERTY__SPRINGS,
                         place_at(failure->pointer), ARGUMENTS(value, key, title, fault_meant(fault)));
    } else if (is_bone_as_key(fault)) {
        finding =
            fault_report(fault, SHARED_UNKNOWN_PROPERTY__BONE_AS_KEY, ARGUMENTS(value, argument_as("member", key)));
        note_member(fault, finding, ABSENT_NAME, fault_outer(fault), "bone");
        note_member(fault, finding, ABSENT_NAME, fault_outer(fault), "node");
    } else if (has_meant_name(fault)) {
        finding = fault_report(fault, rename_message(fault), ARGUMENTS(value, key, title, fault_meant(fault)));
    } else if (failure->hint != NULL && !failure->hint_is_name) {
        /* findings for all misplaced members with the same target are one */
        bool belongs = text_begins(failure->hint, "HINT_BELONGS");
        finding = belongs ? fault_report(fault, SHARED_UNKNOWN_PROPERTY__BELONGS,
                                         ARGUMENTS(value, argument_as("member", key), title, fault_hint(fault)))
                          : fault_report(fault, SHARED_UNKNOWN_PROPERTY__HINT,
                                         ARGUMENTS(value, key, title, fault_hint(fault)));
    } else {
        finding = fault_report(fault,
                               fault_is_refused(fault)           ? SHARED_UNKNOWN_PROPERTY__REFUSED
                               : tree_is_general_key(fault->key) ? SHARED_UNKNOWN_PROPERTY__ONE_UP
                                                                 : SHARED_UNKNOWN_PROPERTY__DEFAULT,
                               ARGUMENTS(value, key, title));
    }
    bool is_open = failure->hint_is_name && !has_meant_name(fault);
    finding_fix(finding, is_open ? VRMLINT_FIX_NONE : rename_fix(fault));
    if (is_joint_key_of_spring(fault)) {
        hand_to_joints(fault, finding);
    } else if (has_meant_name(fault)) {
        finding_edit_at(finding, VRMLINT_EDIT_RENAME, "0", failure->hint);
    }
    if (!is_joint_key_of_spring(fault)) {
        note_name(fault, finding);
    }
    return finding;
}

bool fault_is_copied(const struct fault *fault)
{
    return fault->kind == KIND_UNKNOWN_PROPERTY &&
           (strcmp(fault->key, "isVector3") == 0 ||
            (fault->instance->extension == EXTENSION_ANIMATION && fault->parent == fault->instance->value &&
             strcmp(fault->key, "meta") == 0));
}
