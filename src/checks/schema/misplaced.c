/* Members in the wrong object of their extension, and an object that contains another one with its own name. Each is
 * one mistake, however many members are affected. */
#include "checks/schema/misplaced.h"

#include <string.h>

#include "base/among.h"
#include "base/pointer.h"
#include "checks/absent.h"
#include "checks/schema/labels.h"
#include "checks/schema/reports.h"
#include "ids/messages_gltf.h"
#include "ids/messages_shared.h"
#include "ids/messages_vrm.h"
#include "ids/messages_vrm0.h"

/* Meta data with the names of the other generation. All of them are reported once. */

static const char *const old_names[] = {"title",
                                        "author",
                                        "reference",
                                        "texture",
                                        "allowedUserName",
                                        "violentUssageName",
                                        "sexualUssageName",
                                        "commercialUssageName",
                                        "licenseName",
                                        "otherPermissionUrl",
                                        NULL};
static const char *const new_names[] = {"name",
                                        "authors",
                                        "references",
                                        "thumbnailImage",
                                        "licenseUrl",
                                        "avatarPermission",
                                        "allowExcessivelyViolentUsage",
                                        "allowExcessivelySexualUsage",
                                        "commercialUsage",
                                        "allowPoliticalOrReligiousUsage",
                                        "allowAntisocialOrHateUsage",
                                        "creditNotation",
                                        "allowRedistribution",
                                        "modification",
                                        "copyrightInformation",
                                        "thirdPartyLicenses",
                                        NULL};
static const char *const new_needed[] = {"name", "authors", "licenseUrl", NULL};
static const char *const old_needed[] = {"title", "author", NULL};

/* The meta data names of the other generation. */
static const struct generation {
    enum extension_id extension;
    enum message message;
    const char *const *names;  /* that only the other generation has */
    const char *const *needed; /* required in this generation; the first two are the title and the author */
} generations[] = {
    {EXTENSION_VRM1, MESSAGE_VRM_UNKNOWN_PROPERTY__OLD_META, old_names, new_needed},
    {EXTENSION_VRM, MESSAGE_VRM0_UNKNOWN_PROPERTY__NEW_META, new_names, old_needed},
};

enum { NAMES_LEAST = 3, NAMES_LEAST_ALONE = 2 }; /* fewer may be leftovers or separate mistakes */

static const struct generation *generation_of(enum extension_id extension)
{
    return extension == generations[0].extension   ? &generations[0]
           : extension == generations[1].extension ? &generations[1]
                                                   : NULL;
}

static bool is_one_of(const char *const *names, const char *name)
{
    while (*names != NULL && strcmp(*names, name) != 0) {
        names++;
    }
    return *names != NULL;
}

/* Returns how many of the names an object has, and the first ones as arguments. */
static size_t find_names(const char *const *wanted, const struct tree *meta, struct argument names[FINDING_LIST_MAX])
{
    size_t count = 0;
    for (; *wanted != NULL; wanted++) {
        if (tree_get(meta, *wanted) != NULL) {
            if (count < FINDING_LIST_MAX) {
                names[count] = TERM("name", *wanted);
            }
            count++;
        }
    }
    return count;
}

bool fault_is_other_meta(const struct fault *fault)
{
    struct argument names[FINDING_LIST_MAX];
    const struct generation *generation = generation_of(fault->instance->extension);
    if (generation == NULL || fault->kind != KIND_UNKNOWN_PROPERTY ||
        fault->parent != tree_get(fault->instance->value, "meta") || !is_one_of(generation->names, fault->key)) {
        return false;
    }
    bool is_alone = tree_get(fault->parent, generation->needed[0]) == NULL &&
                    tree_get(fault->parent, generation->needed[1]) == NULL;
    size_t least = is_alone ? NAMES_LEAST_ALONE : NAMES_LEAST;
    return find_names(generation->names, fault->parent, names) >= least;
}

void fault_report_other_meta(const struct fault *fault)
{
    struct check *check = fault->instance->check;
    const struct generation *generation = generation_of(fault->instance->extension);
    if (fault->instance->meta_reported) {
        return;
    }
    fault->instance->meta_reported = true;
    struct argument names[FINDING_LIST_MAX];
    size_t count = find_names(generation->names, fault->parent, names);
    size_t shown = count < FINDING_LIST_MAX ? count : FINDING_LIST_MAX;
    struct finding *finding =
        report(check->findings, generation->message, place_at(fault_outer(fault)),
               ARGUMENTS(COUNT("count", count), argument_list("names", names, shown, count, JOIN_AND)));
    finding_measure(finding, "count", (double)count);
    for (size_t i = 0; finding != NULL && !finding->counted && generation->needed[i] != NULL; i++) {
        if (tree_get(fault->parent, generation->needed[i]) == NULL) {
            if (fault->instance->extension == EXTENSION_VRM1) {
                finding_severity(finding, VRMLINT_ERROR);
            }
            absent_note(check, finding, ABSENT_NAME,
                        pointer_key(check->arena, fault_outer(fault), generation->needed[i]));
        }
    }
}

/* An object of an extension, by its path within the extension, and its members. */
struct misplaced_part {
    enum extension_id extension;
    const char *path;
    const char *const *members; /* NULL: the names of the bones */
};

#define MEMBERS(...)                                                                                                   \
    (const char *const[])                                                                                              \
    {                                                                                                                  \
        __VA_ARGS__, NULL                                                                                              \
    }

static const struct misplaced_part parts[] = {
    {EXTENSION_VRM1, "", MEMBERS("specVersion", "meta", "humanoid", "firstPerson", "lookAt", "expressions")},
    {EXTENSION_VRM1, "/meta",
     MEMBERS("name", "version", "authors", "copyrightInformation", "contactInformation", "references",
             "thirdPartyLicenses", "thumbnailImage", "licenseUrl", "avatarPermission", "allowExcessivelyViolentUsage",
             "allowExcessivelySexualUsage", "commercialUsage", "allowPoliticalOrReligiousUsage",
             "allowAntisocialOrHateUsage", "creditNotation", "allowRedistribution", "modification", "otherLicenseUrl")},
    {EXTENSION_VRM1, "/humanoid", MEMBERS("humanBones")},
    {EXTENSION_VRM1, "/humanoid/humanBones", NULL},
    {EXTENSION_VRM1, "/firstPerson", MEMBERS("meshAnnotations")},
    {EXTENSION_VRM1, "/lookAt",
     MEMBERS("type", "offsetFromHeadBone", "rangeMapHorizontalInner", "rangeMapHorizontalOuter", "rangeMapVerticalDown",
             "rangeMapVerticalUp")},
    {EXTENSION_VRM1, "/expressions", MEMBERS("preset", "custom")},
    {EXTENSION_ANIMATION, "", MEMBERS("specVersion", "humanoid", "expressions", "lookAt")},
    {EXTENSION_ANIMATION, "/humanoid", MEMBERS("humanBones")},
    {EXTENSION_ANIMATION, "/humanoid/humanBones", NULL},
    {EXTENSION_ANIMATION, "/expressions", MEMBERS("preset", "custom")},
    {EXTENSION_ANIMATION, "/lookAt", MEMBERS("node", "offsetFromHeadBone")},
    {EXTENSION_VRM, "",
     MEMBERS("exporterVersion", "specVersion", "meta", "humanoid", "firstPerson", "blendShapeMaster",
             "secondaryAnimation", "materialProperties")},
    {EXTENSION_VRM, "/meta",
     MEMBERS("title", "version", "author", "contactInformation", "reference", "texture", "allowedUserName",
             "violentUssageName", "sexualUssageName", "commercialUssageName", "otherPermissionUrl", "licenseName",
             "otherLicenseUrl")},
    {EXTENSION_VRM, "/humanoid",
     MEMBERS("humanBones", "armStretch", "legStretch", "upperArmTwist", "lowerArmTwist", "upperLegTwist",
             "lowerLegTwist", "feetSpacing", "hasTranslationDoF")},
    {EXTENSION_VRM, "/firstPerson",
     MEMBERS("firstPersonBone", "firstPersonBoneOffset", "meshAnnotations", "lookAtTypeName", "lookAtHorizontalInner",
             "lookAtHorizontalOuter", "lookAtVerticalDown", "lookAtVerticalUp")},
    {EXTENSION_VRM, "/blendShapeMaster", MEMBERS("blendShapeGroups")},
    {EXTENSION_VRM, "/secondaryAnimation", MEMBERS("boneGroups", "colliderGroups")},
    {EXTENSION_SPRINGBONE, "", MEMBERS("specVersion", "colliders", "colliderGroups", "springs")},
    {EXTENSION_SPRINGBONE, "/springs/#", MEMBERS("joints")},
};

enum { PARTS = sizeof parts / sizeof *parts, SHOWN_MAX = 5 };

static bool is_list_element(const struct misplaced_part *part)
{
    return strchr(part->path, '#') != NULL;
}

/* Returns the i-th member of a part, or NULL after the last. */
static const char *member_of(const struct misplaced_part *part, size_t i)
{
    return part->members != NULL ? part->members[i] : i < BONE_COUNT ? bones[i].name : NULL;
}

static bool has_member(const struct misplaced_part *part, const char *name)
{
    const char *member = "";
    for (size_t i = 0; member != NULL && strcmp(member, name) != 0; i++) {
        member = member_of(part, i);
    }
    return member != NULL;
}

/* Returns the part that holds the member of a fault, or NULL. */
static const struct misplaced_part *holder_of(const struct fault *fault)
{
    for (size_t i = 0; i < PARTS; i++) {
        size_t indices[4];
        const char *rest;
        if (parts[i].extension == fault->instance->extension &&
            pointer_match(fault->rest, parts[i].path, indices, &rest) && *rest == '/' &&
            strchr(rest + 1, '/') == NULL) {
            return &parts[i];
        }
    }
    return NULL;
}

/* Returns the value of a part in the instance, or NULL. *broken is set if something in its place isn't an object. */
static const struct tree *misplaced_value_of(const struct fault *fault, const struct misplaced_part *part, bool *broken)
{
    const struct tree *value = fault->instance->value;
    const char *at = part->path;
    const char *token;
    size_t length;
    while (value != NULL && pointer_next(&at, &token, &length)) {
        value = tree_get(value, arena_copy(fault->instance->check->arena, token, length));
    }
    *broken = value != NULL && !tree_is_object(value);
    return *broken ? NULL : value;
}

/* Whether a name is too common to tell where it belongs. */
static bool is_common(const char *name)
{
    static const char *const common[] = {"name", "version", "type", "node", "title", "texture", "reference"};
    return IS_AMONG(name, common);
}

/* The members of a part that its own object lacks and the holder has: the first ones as arguments, the first name,
 * and whether one of the names is specific to the part. */
struct misplaced_members {
    const struct misplaced_part *part;
    const struct tree *target; /* NULL if the object is missing */
    struct argument names[SHOWN_MAX];
    size_t count;
    const char *first;
    bool is_sure;
};

/* Whether `from` has a member that `target` lacks and that doesn't belong to the holder, the part of `from`. For
 * elements of lists only specVersion is sure not to belong there. */
static bool is_moved(const struct misplaced_part *holder, const struct tree *from, const struct tree *target,
                     const char *name)
{
    return tree_get(from, name) != NULL && tree_get(target, name) == NULL && !has_member(holder, name) &&
           (!is_list_element(holder) || strcmp(name, "specVersion") == 0);
}

static bool find_moved(const struct fault *fault, const struct misplaced_part *holder,
                       const struct misplaced_part *part, struct misplaced_members *moved)
{
    bool broken = false;
    *moved = (struct misplaced_members){.part = part, .target = misplaced_value_of(fault, part, &broken)};
    const char *name;
    for (size_t i = 0; !broken && (name = member_of(part, i)) != NULL; i++) {
        if (!is_moved(holder, fault->parent, moved->target, name)) {
            continue;
        }
        if (moved->count < SHOWN_MAX) {
            moved->names[moved->count] = TERM("name", name);
        }
        moved->first = moved->count == 0 ? name : moved->first;
        moved->is_sure = moved->is_sure || !is_common(name);
        moved->count++;
    }
    return moved->is_sure;
}

/* Whether the member has the same name as the object that holds it. */
static bool is_nested(const struct fault *fault, const struct misplaced_part *holder)
{
    const char *slash = strrchr(holder->path, '/');
    const char *name = slash == NULL ? extension_table[holder->extension].name : slash + 1;
    return !is_list_element(holder) && strcmp(fault->key, name) == 0 && tree_is_object(fault->failure->value);
}

static bool find_misplaced(const struct fault *fault, struct misplaced_members *moved)
{
    const struct misplaced_part *holder = fault->kind == KIND_UNKNOWN_PROPERTY ? holder_of(fault) : NULL;
    for (size_t i = 0; holder != NULL && i < PARTS; i++) {
        if (&parts[i] != holder && parts[i].extension == holder->extension && !is_list_element(&parts[i]) &&
            has_member(&parts[i], fault->key) && find_moved(fault, holder, &parts[i], moved)) {
            return true;
        }
    }
    return false;
}

bool fault_is_misplaced(const struct fault *fault)
{
    struct arena *arena = fault->instance->check->arena;
    struct arena_mark mark = arena_mark(arena);
    struct misplaced_members moved;
    const struct misplaced_part *holder = fault->kind == KIND_UNKNOWN_PROPERTY ? holder_of(fault) : NULL;
    bool is_misplaced = holder != NULL && (is_nested(fault, holder) || find_misplaced(fault, &moved));
    arena_release(arena, mark);
    return is_misplaced;
}

/* Records for each moved member that it is elsewhere, and the same for the missing objects on its path. Raises the
 * finding to an error if something is lost. */
static void note_moved(const struct fault *fault, struct finding *finding, const struct misplaced_members *moved,
                       const struct misplaced_part *holder)
{
    struct check *check = fault->instance->check;
    const struct misplaced_part *part = moved->part;
    const char *object = arena_printf(check->arena, "%s%s", fault->instance->pointer, part->path);
    const char *name;
    bool is_error = false;
    for (size_t i = 0; (name = member_of(part, i)) != NULL; i++) {
        if (is_moved(holder, fault->parent, moved->target, name)) {
            absent_note(check, finding, ABSENT_NAME, pointer_key(check->arena, object, name));
            is_error = is_error || fault_loses_member(object, name);
        }
    }
    for (size_t end = strlen(part->path); moved->target == NULL && end > 0; end--) {
        const char *lost = arena_printf(check->arena, "%s%.*s", fault->instance->pointer, (int)end, part->path);
        if ((end == strlen(part->path) || part->path[end] == '/') &&
            document_tree(check->avatar->document, lost) == NULL) {
            const char *slash = strrchr(lost, '/');
            absent_note(check, finding, ABSENT_NAME, lost);
            is_error =
                is_error || fault_loses_member(arena_copy(check->arena, lost, (size_t)(slash - lost)), slash + 1);
        }
    }
    if (is_error) {
        finding_severity(finding, VRMLINT_ERROR);
    }
}

/* Does the same for an object within one of its own name. */
static void note_inner(const struct fault *fault, struct finding *finding, const struct misplaced_part *part)
{
    struct check *check = fault->instance->check;
    const char *object = fault_outer(fault);
    const char *name;
    for (size_t i = 0; (name = member_of(part, i)) != NULL; i++) {
        if (tree_get(fault->failure->value, name) != NULL && tree_get(fault->parent, name) == NULL) {
            absent_note(check, finding, ABSENT_NAME, pointer_key(check->arena, object, name));
            if (fault_loses_member(object, name)) {
                finding_severity(finding, VRMLINT_ERROR);
            }
        }
    }
}

/* Returns an argument such as "VRMC_vrm.humanoid.humanBones". */
static struct argument the_target(const struct fault *fault, const struct misplaced_part *part)
{
    struct buf buf = BUF_INIT(fault->instance->check->arena);
    buf_str(&buf, extension_table[part->extension].name);
    for (const char *at = part->path; *at != '\0'; at++) {
        buf_char(&buf, *at == '/' ? '.' : *at);
    }
    return TERM("target", buf_text(&buf));
}

static struct finding *report_nested(const struct fault *fault, const struct misplaced_part *holder,
                                     struct argument place)
{
    struct finding *finding =
        fault_report(fault, SHARED_UNKNOWN_PROPERTY__NESTED, ARGUMENTS(place, TERM("key", fault->key)));
    finding_fix(finding, VRMLINT_FIX_NONE);
    if (finding != NULL && !finding->counted) {
        note_inner(fault, finding, holder);
    }
    return finding;
}

const char *misplaced_home(struct check *check, const char *name)
{
    for (size_t i = 0; i < PARTS && !is_common(name); i++) {
        const char *extension = extension_table[parts[i].extension].name;
        const char *pointer = arena_printf(check->arena, "/extensions/%s", extension);
        const struct tree *value = *parts[i].path == '\0' ? document_tree(check->avatar->document, pointer) : NULL;
        if (tree_is_object(value) && has_member(&parts[i], name) && tree_get(value, name) == NULL) {
            return pointer;
        }
    }
    return NULL;
}

struct finding *misplaced_report(struct check *check, const char *name, const char *place, const char *home)
{
    struct finding *finding = report(check->findings, MESSAGE_GLTF_UNKNOWN_PROPERTY__OF_EXTENSION, place_at(place),
                                     ARGUMENTS(TEXT("key", name), TERM("place", place), TERM("target", home)));
    const char *pointer = pointer_key(check->arena, home, name);
    finding_fix(finding, VRMLINT_FIX_REPAIR);
    finding_edit_at(finding, VRMLINT_EDIT_MOVE, "0", pointer);
    absent_note(check, finding, ABSENT_NAME, pointer);
    if (fault_loses_member(home, name)) {
        finding_severity(finding, VRMLINT_ERROR);
    }
    return finding;
}

/* Adds edits that move all of them. Their target must exist. */
static void add_moves(const struct fault *fault, struct finding *finding, const struct misplaced_members *moved,
                      const struct misplaced_part *holder)
{
    struct arena *arena = fault->instance->check->arena;
    const char *object = arena_printf(arena, "%s%s", fault->instance->pointer, moved->part->path);
    const char *name;
    for (size_t i = 0; (name = member_of(moved->part, i)) != NULL; i++) {
        if (is_moved(holder, fault->parent, moved->target, name)) {
            finding_edit_at(finding, VRMLINT_EDIT_MOVE, arena_printf(arena, "1/%s", name),
                            pointer_key(arena, object, name));
        }
    }
}

struct finding *fault_report_misplaced(const struct fault *fault)
{
    struct misplaced_members moved;
    const struct misplaced_part *holder = holder_of(fault);
    struct argument place = argument_as("holder", fault_place(fault, fault_outer(fault)));
    if (!find_misplaced(fault, &moved)) {
        return report_nested(fault, holder, place);
    }
    if (strcmp(fault->key, moved.first) != 0) {
        return NULL; /* reported with the first */
    }
    size_t shown = moved.count < SHOWN_MAX ? moved.count : SHOWN_MAX;
    enum message message = moved.target == NULL        ? SHARED_UNKNOWN_PROPERTY__MISPLACED_NEW
                           : *moved.part->path == '\0' ? SHARED_UNKNOWN_PROPERTY__MISPLACED_UP
                                                       : SHARED_UNKNOWN_PROPERTY__MISPLACED;
    struct finding *finding =
        fault_report(fault, message,
                     ARGUMENTS(place, COUNT("count", moved.count), the_target(fault, moved.part),
                               argument_list("names", moved.names, shown, moved.count, JOIN_AND)));
    finding_measure(finding, "count", (double)moved.count);
    finding_fix(finding, moved.target == NULL ? VRMLINT_FIX_NONE : VRMLINT_FIX_REPAIR);
    if (finding != NULL && !finding->counted) {
        note_moved(fault, finding, &moved, holder);
        if (moved.target != NULL) {
            add_moves(fault, finding, &moved, holder);
        }
    }
    return finding;
}
