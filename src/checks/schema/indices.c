/* Reports invalid indices found by the schema checker. */
#include <math.h>
#include <string.h>

#include "checks/absent.h"
#include "checks/collider_shift.h"
#include "checks/from_one.h"
#include "checks/schema/labels.h"
#include "checks/schema/refused.h"
#include "checks/schema/reports.h"
#include "ids/messages_gltf.h"
#include "ids/messages_shared.h"
#include "ids/messages_vrm.h"

/* Returns the index as a number; 0 if it isn't one. */
static double value_of(const struct fault *fault)
{
    double number = 0;
    tree_number(fault->failure->value, &number);
    return number;
}

/* The things that an index selects: nouns for them, and their list. */
struct counted {
    const char *name;
    enum message one;
    enum message several;
    const char *list; /* JSON pointer; NULL if it depends on the instance */
};

static const struct counted *counted_by(const struct fault *fault)
{
    static const struct counted kinds[] = {
        {"colliders", WORDS_NOUN_COLLIDER, WORDS_NOUN_COLLIDERS, "/extensions/VRMC_springBone/colliders"},
        {"colliderGroups", WORDS_NOUN_GROUP, WORDS_NOUN_GROUPS, "/extensions/VRMC_springBone/colliderGroups"},
        {"accessors", WORDS_NOUN_ACCESSOR, WORDS_NOUN_ACCESSORS, "/accessors"},
        {"animationSamplers", WORDS_NOUN_SAMPLER, WORDS_NOUN_SAMPLERS, NULL},
        {"bufferViews", WORDS_NOUN_BUFFER_VIEW, WORDS_NOUN_BUFFER_VIEWS, "/bufferViews"},
        {"buffers", WORDS_NOUN_BUFFER, WORDS_NOUN_BUFFERS, "/buffers"},
        {"cameras", WORDS_NOUN_CAMERA, WORDS_NOUN_CAMERAS, "/cameras"},
        {"images", WORDS_NOUN_IMAGE, WORDS_NOUN_IMAGES, "/images"},
        {"lights", WORDS_NOUN_LIGHT, WORDS_NOUN_LIGHTS, NULL},
        {"materials", WORDS_NOUN_MATERIAL, WORDS_NOUN_MATERIALS, "/materials"},
        {"meshes", WORDS_NOUN_MESH, WORDS_NOUN_MESHES, "/meshes"},
        {"samplers", WORDS_NOUN_SAMPLER, WORDS_NOUN_SAMPLERS, "/samplers"},
        {"scenes", WORDS_NOUN_SCENE, WORDS_NOUN_SCENES, "/scenes"},
        {"skins", WORDS_NOUN_SKIN, WORDS_NOUN_SKINS, "/skins"},
        {"textures", WORDS_NOUN_TEXTURE, WORDS_NOUN_TEXTURES, "/textures"},
        {"variants", WORDS_NOUN_VARIANT, WORDS_NOUN_VARIANTS, NULL},
        {"texCoords", WORDS_NOUN_COORDS, WORDS_NOUN_COORDS, NULL},
        {"targets", WORDS_NOUN_TARGET, WORDS_NOUN_TARGETS, NULL},
        {"mesh", WORDS_NOUN_MESH, WORDS_NOUN_MESHES, "/meshes"},
        {"shapes", WORDS_NOUN_SHAPE, WORDS_NOUN_SHAPES, NULL},
    };
    static const struct counted nodes = {"nodes", WORDS_NOUN_NODE, WORDS_NOUN_NODES, "/nodes"};
    bool any = strcmp(fault->failure->name, "any") == 0; /* VRM 0.x: the member's name determines the list */
    const char *name = any ? fault->key : fault->failure->name;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(name, kinds[i].name) == 0) {
            return &kinds[i];
        }
    }
    return &nodes;
}

struct argument fault_index_noun(const struct fault *fault)
{
    return WORD("thing", counted_by(fault)->one);
}

/* Returns the index as an argument, written like an integer. */
static struct argument the_index(const struct fault *fault)
{
    return NUMBER("index", value_of(fault), 15);
}

/* The owner of an index, and whether the index may be removed from it. */
enum owner { OF_ENTRY, OF_LISTED, OF_CENTER, OF_CONSTRAINT, OF_REQUIRED, OF_ANIMATION, OF_MEMBER, OWNERS };

/* Whether the index is in an optional list that must not become empty. */
static bool is_of_listed(const struct fault *fault)
{
    static const char *const lists[] = {"/morphTargetBinds/", "/materialColorBinds/", "/textureTransformBinds/",
                                        "/meshAnnotations/"};
    if (fault->instance->extension == EXTENSION_SPRINGBONE) {
        return fault->is_element && strstr(fault->failure->pointer, "/colliderGroups/") != NULL &&
               strstr(fault->failure->pointer, "/springs/") != NULL;
    }
    if (fault->instance->extension != EXTENSION_VRM1) {
        return false;
    }
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (strstr(fault->failure->pointer, lists[i]) != NULL) {
            return true;
        }
    }
    return false;
}

/* Whether it is an element that its list needs: one of the two joints of a chain, the only collider of a group. */
static bool is_only_one(const struct fault *fault)
{
    struct place place = place_at(fault->failure->pointer);
    const struct tree *root = fault->instance->value;
    return fault_is_at(fault, PLACE_JOINT, "node")
               ? tree_count(tree_get(tree_at(tree_get(root, "springs"), place.index[0]), "joints")) <= 2
               : fault->instance->extension == EXTENSION_SPRINGBONE && fault->is_element &&
                     strstr(fault->failure->pointer, "/colliders/") != NULL && tree_count(fault->parent) == 1;
}

/* Whether a member or an element of core glTF can't be removed without another mistake or loss of data. */
static bool is_needed_of_core(const struct fault *fault)
{
    if (fault->is_element) { /* nodes of scenes and children may be removed; joints of a skin may not, because vertices
                                refer to them by index */
        return strcmp(fault->key, "joints") == 0;
    }
    bool is_image = strcmp(fault->instance->pointer, "/images") == 0;
    if (is_image && strcmp(fault->key, "bufferView") == 0) {
        return tree_get(fault->parent, "uri") == NULL;
    }
    bool is_target = strcmp(fault->key, "node") == 0; /* of an animation's channel: optional for some extensions */
    return !is_target && (fault_key_is_required(fault->key) || strcmp(fault->key, "POSITION") == 0);
}

static enum owner owner_of(const struct fault *fault)
{
    if (fault_is_core(fault)) {
        return strcmp(fault->failure->name, "animationSamplers") == 0 ? OF_ANIMATION
               : is_needed_of_core(fault)                             ? OF_REQUIRED
                                                                      : OF_MEMBER;
    }
    return fault_is_at(fault, PLACE_SPRING, "center")           ? OF_CENTER
           : fault->instance->extension == EXTENSION_CONSTRAINT ? OF_CONSTRAINT
           /* removing a collider would leave groups empty and shift the indices of others */
           : fault_is_of_material(fault) || fault_of_required_bone(fault) ||
                   fault_is_at(fault, PLACE_COLLIDER, "node") || is_only_one(fault) || fault_is_needed(fault)
               ? OF_REQUIRED
           : is_of_listed(fault) ? OF_LISTED
                                 : OF_ENTRY;
}

struct finding *fault_report_fraction(const struct fault *fault)
{
    struct finding *finding = fault_report(fault, SHARED_INDEX_NOT_INTEGER__DEFAULT,
                                           ARGUMENTS(fault_value(fault), the_index(fault), fault_index_noun(fault)));
    finding_measure(finding, "value", value_of(fault));
    return finding;
}

struct finding *fault_report_infinite_index(const struct fault *fault)
{
    double value = value_of(fault);
    struct finding *finding =
        fault_report(fault, value > 0 ? SHARED_NOT_FINITE__LARGE_INDEX : SHARED_NOT_FINITE__SMALL_INDEX,
                     ARGUMENTS(fault_value(fault), fault_index_noun(fault)));
    finding_measure(finding, "value", value > 0 ? INFINITY : -INFINITY);
    return finding;
}

struct finding *fault_report_float(const struct fault *fault)
{
    struct finding *finding = fault_is_refused(fault) ? fault_report(fault, SHARED_INDEX_WRITTEN_AS_FLOAT__REFUSED,
                                                                     ARGUMENTS(fault_value(fault)))
                                                      : fault_report(fault, SHARED_INDEX_WRITTEN_AS_FLOAT__DEFAULT,
                                                                     ARGUMENTS(fault_value(fault), the_index(fault)));
    finding_set_number(finding, "0", value_of(fault));
    return finding;
}

struct finding *fault_report_negative(const struct fault *fault)
{
    struct argument value = fault_value(fault);
    struct argument index = the_index(fault);
    struct finding *finding;
    if (owner_of(fault) == OF_CENTER) {
        finding = fault_report(
            fault, value_of(fault) == -1 ? SHARED_NEGATIVE_INDEX__CENTER_AS_IN_VRM0 : SHARED_NEGATIVE_INDEX__CENTER,
            ARGUMENTS(value, index));
        finding_fix(finding, VRMLINT_FIX_REPAIR);
    } else {
        static const enum message negative[] = {
            [OF_ENTRY] = SHARED_NEGATIVE_INDEX__DEFAULT,     [OF_LISTED] = SHARED_NEGATIVE_INDEX__LISTED,
            [OF_CONSTRAINT] = SHARED_NEGATIVE_INDEX__SOURCE, [OF_REQUIRED] = SHARED_NEGATIVE_INDEX__REQUIRED,
            [OF_ANIMATION] = SHARED_NEGATIVE_INDEX__MEMBER,  [OF_MEMBER] = SHARED_NEGATIVE_INDEX__MEMBER};
        finding = fault_report(fault, negative[owner_of(fault)], ARGUMENTS(value, index, fault_index_noun(fault)));
        if (fault->instance->extension == EXTENSION_VRM1 &&
            fault_is_at(fault, PLACE_EXTENSION, "VRMC_vrm/meta/thumbnailImage")) {
            finding_fix(finding, VRMLINT_FIX_SAFE); /* UniVRM's conversion writes this if there is none */
            finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "0", NULL);
        }
    }
    finding_measure(finding, "index", value_of(fault));
    return finding;
}

static enum vrmlint_fix unresolved_fix(const struct fault *fault)
{
    if (fault_is_at(fault, PLACE_JOINT, "node")) {
        struct place place = place_at(fault->failure->pointer);
        const struct tree *spring = tree_at(tree_get(fault->instance->value, "springs"), place.index[0]);
        size_t count = tree_count(tree_get(spring, "joints"));
        return count >= 3 && place.index[1] == count - 1 ? VRMLINT_FIX_UNSAFE : VRMLINT_FIX_NONE;
    }
    bool fixable = fault->instance->extension == EXTENSION_SPRINGBONE && owner_of(fault) != OF_REQUIRED;
    return fixable ? VRMLINT_FIX_REPAIR : VRMLINT_FIX_NONE;
}

/* The messages for lists of no, one or several elements. */
static const enum message unresolved[OWNERS][3] = {
    [OF_ENTRY] = {SHARED_UNRESOLVED_INDEX__NONE, SHARED_UNRESOLVED_INDEX__ONE, SHARED_UNRESOLVED_INDEX__DEFAULT},
    [OF_LISTED] = {SHARED_UNRESOLVED_INDEX__LISTED_NONE, SHARED_UNRESOLVED_INDEX__LISTED_ONE,
                   SHARED_UNRESOLVED_INDEX__LISTED},
    [OF_CENTER] = {SHARED_UNRESOLVED_INDEX__CENTER_NONE, SHARED_UNRESOLVED_INDEX__CENTER_ONE,
                   SHARED_UNRESOLVED_INDEX__CENTER},
    [OF_CONSTRAINT] = {SHARED_UNRESOLVED_INDEX__SOURCE_NONE, SHARED_UNRESOLVED_INDEX__SOURCE_ONE,
                       SHARED_UNRESOLVED_INDEX__SOURCE},
    [OF_REQUIRED] = {SHARED_UNRESOLVED_INDEX__REQUIRED_NONE, SHARED_UNRESOLVED_INDEX__REQUIRED_ONE,
                     SHARED_UNRESOLVED_INDEX__REQUIRED},
    [OF_ANIMATION] = {SHARED_UNRESOLVED_INDEX__ANIMATION_NONE, SHARED_UNRESOLVED_INDEX__ANIMATION_ONE,
                      SHARED_UNRESOLVED_INDEX__ANIMATION},
    [OF_MEMBER] = {SHARED_UNRESOLVED_INDEX__MEMBER_NONE, SHARED_UNRESOLVED_INDEX__MEMBER_ONE,
                   SHARED_UNRESOLVED_INDEX__MEMBER},
};

/* Whether the springs count their collider groups from 1. */
static bool is_from_one(const struct fault *fault)
{
    struct instance *instance = fault->instance;
    if (instance->extension != EXTENSION_SPRINGBONE || strcmp(fault->failure->name, "colliderGroups") != 0) {
        return false;
    }
    if (!instance->groups_judged) {
        instance->groups_judged = true;
        instance->groups_from_one = groups_are_from_one(tree_get(instance->value, "springs"), fault->failure->count);
    }
    return instance->groups_from_one;
}

/* Whether the index is of a collider in a group, and the list of colliders has shifted, which collider/list-shifted
 * reports. To delete the entry would hide that. */
static bool is_shifted(const struct fault *fault)
{
    struct instance *instance = fault->instance;
    if (instance->extension != EXTENSION_SPRINGBONE || strcmp(fault->failure->name, "colliders") != 0) {
        return false;
    }
    if (!instance->colliders_judged) {
        instance->colliders_judged = true;
        instance->colliders_shifted = collider_shift_read(instance->check->avatar->document).by > 0;
    }
    return instance->colliders_shifted;
}

struct finding *fault_report_unresolved(const struct fault *fault)
{
    size_t count = fault->failure->count;
    const struct counted *counted = counted_by(fault);
    struct argument value = fault_value(fault);
    struct argument index = the_index(fault);
    if (fault->failure->problem == SCHEMA_INDEX_NEGATIVE) {
        struct finding *negative =
            fault_report(fault,
                         owner_of(fault) == OF_REQUIRED ? SHARED_UNRESOLVED_INDEX__NEGATIVE_REQUIRED
                                                        : SHARED_UNRESOLVED_INDEX__NEGATIVE_VALUE,
                         ARGUMENTS(value, index, fault_index_noun(fault)));
        finding_measure(negative, "index", value_of(fault));
        return negative;
    }
    struct argument things = WORD("things", count != 1 ? counted->several : counted->one);
    bool from_one = is_from_one(fault);
    bool open = from_one || is_shifted(fault); /* another index is meant */
    enum message message = from_one ? SHARED_UNRESOLVED_INDEX__FROM_ONE
                                    : unresolved[open ? OF_REQUIRED : owner_of(fault)][count < 2 ? count : 2];
    struct finding *finding =
        count < 2 ? fault_report(fault, message, ARGUMENTS(value, index, things))
                  : fault_report(fault, message,
                                 ARGUMENTS(value, index, things, COUNT("count", count), COUNT("last", count - 1)));
    finding_fix(finding, open ? VRMLINT_FIX_NONE : unresolved_fix(fault));
    if (!open && (owner_of(fault) == OF_ENTRY || owner_of(fault) == OF_LISTED)) {
        finding_edit_at(finding, VRMLINT_EDIT_REMOVE, fault->is_element ? "0" : "1", NULL);
    }
    finding_measure(finding, "index", value_of(fault));
    finding_measure(finding, "count", (double)count);
    if (counted->list != NULL && !open) {
        absent_lead(fault->instance->check, finding, counted->list, value_of(fault), count);
    }
    return finding;
}
