/* Checks for extensions in wrong places, or under similar names. */
#include <math.h>
#include <string.h>

#include "base/among.h"
#include "base/ascii.h"
#include "base/pointer.h"
#include "checks/packaging/packaging.h"
#include "ids/messages_collider.h"
#include "ids/messages_gltf.h"
#include "ids/messages_shared.h"
#include "ids/messages_vrm.h"
#include "ids/messages_vrm0.h"

/* Whether a place is within an extension that is itself in a wrong place or under a wrong name. It becomes right
 * together with that extension. */
static bool is_in_stray(const char *pointer)
{
    const char *at = pointer;
    const char *token;
    size_t length;
    bool names = false; /* the next token is an extension's name */
    while (pointer_next(&at, &token, &length) && *at != '\0') {
        char name[EXTENSION_POINTER_MAX];
        if (names && length < sizeof name) {
            memcpy(name, token, length);
            name[length] = '\0';
            enum extension_id id = extension_by_name(name);
            if (id == EXTENSION_COUNT
                    ? extension_misspelt(name) != EXTENSION_COUNT || extension_nearly(name) != EXTENSION_COUNT
                    : !extension_belongs(id, pointer, at)) {
                return true;
            }
        }
        names = pointer_token_is(token, length, "extensions", strlen("extensions"));
    }
    return false;
}

/* Returns the name of the element that carries an extension: "node 4 'Hips'". */
static struct argument the_carrier(const struct packaging *packaging, const struct extension_place *place)
{
    size_t length = strlen(place->pointer);
    size_t tail = strlen("/extensions/") + strlen(place->name);
    struct place owner =
        place_at(arena_copy(packaging->check->arena, place->pointer, length > tail ? length - tail : 0));
    return the_place("carrier", packaging->check->avatar, &owner, false);
}

/* Reports an invention of VRMMetalKit: a limit, in degrees, in an extended collider on a joint. Returns whether it
 * did. */
static bool report_angle_limit(const struct packaging *packaging, const struct extension_place *place)
{
    if (!place_is(place->pointer, PLACE_JOINT, "extensions/VRMC_springBone_extended_collider")) {
        return false;
    }
    const struct tree *value = tree_get(document_tree(packaging->document, place->pointer), "angleLimit");
    if (value == NULL) {
        return false;
    }
    double degrees;
    bool measured = tree_number(value, &degrees);
    const double to_radians = 0.017453292519943295;
    struct findings *findings = packaging->check->findings;
    struct argument carrier = the_carrier(packaging, place);
    if (measured) {
        struct finding *finding =
            report(findings, MESSAGE_COLLIDER_WRONG_LOCATION__MEASURED_ANGLE_LIMIT, place_at(place->pointer),
                   ARGUMENTS(carrier, NUMBER("radians", degrees * to_radians, 4),
                             argument_number("angle", degrees, NAN, UNIT_DEGREES, 4)));
        finding_measure(finding, "angle", degrees * to_radians);
    } else {
        report(findings, MESSAGE_COLLIDER_WRONG_LOCATION__ANGLE_LIMIT, place_at(place->pointer), ARGUMENTS(carrier));
    }
    return true;
}

/* Reports an extension one level too deep: in the shape of a collider. Returns whether it did. */
static bool report_in_shape(const struct packaging *packaging, const struct extension_place *place)
{
    struct place at = place_at(place->pointer);
    if (!place_is(place->pointer, PLACE_COLLIDER, "shape/extensions/VRMC_springBone_extended_collider")) {
        return false;
    }
    struct place right = place_collider(at.index[0], "extensions/VRMC_springBone_extended_collider");
    struct buf pointer = BUF_INIT(packaging->check->arena);
    place_write(&pointer, &right);
    bool free = document_tree(packaging->document, buf_text(&pointer)) == NULL;
    struct finding *finding =
        report(packaging->check->findings,
               free ? MESSAGE_COLLIDER_WRONG_LOCATION__IN_SHAPE : MESSAGE_COLLIDER_WRONG_LOCATION__IN_SHAPE_TOO, at,
               ARGUMENTS(the_collider("collider", packaging->check->avatar, at.index[0])));
    if (free) {
        finding_fix(finding, VRMLINT_FIX_REPAIR);
        finding_move(finding, "0", "3/extensions/VRMC_springBone_extended_collider");
    }
    return true;
}

enum rule packaging_rule(enum extension_id id, const char *name)
{
    return extension_table[id].is_general ? family_rule("gltf", name) : extension_rule(id, name);
}

static void report_stray(const struct packaging *packaging, const struct extension_place *place, enum extension_id id)
{
    if (id == EXTENSION_COLLIDER && (report_angle_limit(packaging, place) || report_in_shape(packaging, place))) {
        return;
    }
    const struct extension *extension = &extension_table[id];
    bool taken = extension_is_single(id) && packaging->in_place[id] > 0;
    struct finding *finding = report_shared(
        packaging->check->findings, packaging_rule(id, "wrong-location"),
        taken ? SHARED_WRONG_LOCATION__TAKEN : SHARED_WRONG_LOCATION__DEFAULT, place_at(place->pointer),
        ARGUMENTS(the_carrier(packaging, place), TERM("extension", extension->name), WORD("where", extension->where),
                  taken ? argument_end() : WORD("effect", extension->unread)));
    if (id == EXTENSION_SPRINGBONE && !taken) {
        finding_fix(finding, VRMLINT_FIX_UNSAFE);
        finding_edit_at(finding, VRMLINT_EDIT_MOVE, "0", SPRINGS_POINTER);
    }
}

/* Whether the loss of an extension is more than the loss of an option: springs, constraints, an animation, the
 * avatar. */
static bool is_needed(enum extension_id id)
{
    return id != EXTENSION_COLLIDER && id != EXTENSION_LIMIT && id < EXTENSION_MTOON;
}

/* Returns the pointer that a place would have with an extension's name. */
static const char *renamed_place(const struct packaging *packaging, const struct extension_place *place,
                                 enum extension_id id)
{
    size_t length = (size_t)(strrchr(place->pointer, '/') + 1 - place->pointer);
    return arena_printf(packaging->check->arena, "%.*s%s", (int)length, place->pointer, extension_table[id].name);
}

/* Returns the extension for which a wrong name was meant, or EXTENSION_COUNT. A name that differs by only a letter or
 * two doesn't count if the right one exists, or isn't allowed there. */
static enum extension_id meant_by(const struct packaging *packaging, const struct extension_place *place)
{
    enum extension_id id = extension_misspelt(place->name);
    if (id != EXTENSION_COUNT) {
        return packaging_rule(id, "misnamed") == RULE_NONE ? EXTENSION_COUNT : id;
    }
    id = extension_nearly(place->name);
    if (id == EXTENSION_COUNT || packaging_rule(id, "misnamed") == RULE_NONE) {
        return EXTENSION_COUNT;
    }
    const char *renamed = renamed_place(packaging, place, id);
    bool is_avatar = id == EXTENSION_VRM && document_tree(packaging->document, "/extensions/VRMC_vrm") != NULL;
    return extension_place_is_right(id, renamed) && document_tree(packaging->document, renamed) == NULL && !is_avatar
               ? id
               : EXTENSION_COUNT;
}

static void report_misnamed(struct packaging *packaging, const struct extension_place *place, enum extension_id id)
{
    const struct extension *extension = &extension_table[id];
    const char *renamed = renamed_place(packaging, place, id);
    bool in_place = extension_place_is_right(id, renamed);
    struct argument arguments[] = {
        the_carrier(packaging, place),
        TEXT("name", place->name),
        WORD("effect", extension->unread),
        TERM("extension", extension->name),
        in_place ? argument_end() : WORD("where", extension->where),
        {.name = NULL},
    };
    struct finding *finding = report_shared(packaging->check->findings, packaging_rule(id, "misnamed"),
                                            in_place ? SHARED_MISNAMED__DEFAULT : SHARED_MISNAMED__ASTRAY,
                                            place_at(place->pointer), arguments);
    if (in_place && is_needed(id) && document_tree(packaging->document, renamed) == NULL) {
        finding_severity(finding, VRMLINT_ERROR);
        packaging->lost[id] = true;
    }
    /* the kinds of constraints had other names in several drafts, so a person must check them */
    if (in_place && id != EXTENSION_CONSTRAINT && extension_same_but_case(place->name, extension->name) &&
        document_tree(packaging->document, renamed) == NULL) {
        finding_fix(finding, VRMLINT_FIX_REPAIR); /* what apps ignored takes effect after the fix */
        finding_edit_at(finding, VRMLINT_EDIT_RENAME, "0", extension->name);
        packaging_rename(finding, "extensionsUsed", packaging->used.json, place->name, extension->name);
        packaging_rename(finding, "extensionsRequired", packaging->required.json, place->name, extension->name);
    }
}

/* Returns the extension for which a wrong name was meant, if that has no rule for wrong names, is allowed there and
 * is missing; EXTENSION_COUNT for others. */
static enum extension_id general_meant_by(const struct packaging *packaging, const struct extension_place *place)
{
    enum { PREFIX = 3 }; /* with another vendor prefix it is another extension */
    enum extension_id id = extension_misspelt(place->name);
    id = id == EXTENSION_COUNT ? extension_nearly(place->name) : id;
    if (id == EXTENSION_COUNT || packaging_rule(id, "misnamed") != RULE_NONE ||
        ascii_alike(place->name, extension_table[id].name, PREFIX) < PREFIX) {
        return EXTENSION_COUNT;
    }
    const char *renamed = renamed_place(packaging, place, id);
    return extension_place_is_right(id, renamed) && document_tree(packaging->document, renamed) == NULL
               ? id
               : EXTENSION_COUNT;
}

static void report_general_misnamed(const struct packaging *packaging, const struct extension_place *place,
                                    enum extension_id id)
{
    const char *name = extension_table[id].name;
    struct finding *finding =
        report(packaging->check->findings, MESSAGE_GLTF_UNKNOWN_PROPERTY__EXTENSION_MEANT, place_at(place->pointer),
               ARGUMENTS(the_carrier(packaging, place), TEXT("name", place->name), TEXT("meant", name)));
    finding_fix(finding, VRMLINT_FIX_NONE);
    if (extension_same_but_case(place->name, name)) {
        finding_fix(finding, VRMLINT_FIX_REPAIR);
        finding_edit_at(finding, VRMLINT_EDIT_RENAME, "0", name);
        packaging_rename(finding, "extensionsUsed", packaging->used.json, place->name, name);
        packaging_rename(finding, "extensionsRequired", packaging->required.json, place->name, name);
    }
}

/* Whether the content under the key of VRM 0.x is VRM 1.0: bones by name, and its version or meta data. */
static bool is_newer(const struct tree *root)
{
    const char *version = tree_text(tree_get(root, "specVersion"), NULL);
    const struct tree *meta = tree_get(root, "meta");
    return tree_is_object(tree_get(tree_get(root, "humanoid"), "humanBones")) &&
           ((version != NULL && strncmp(version, "1.", 2) == 0) ||
            (tree_get(meta, "authors") != NULL && tree_get(meta, "licenseUrl") != NULL));
}

/* Whether the content under the key of VRM 1.0 is VRM 0.x: a list of bones, and parts that only VRM 0.x has. */
static bool is_older(const struct tree *root)
{
    return tree_is_array(tree_get(tree_get(root, "humanoid"), "humanBones")) &&
           (tree_get(root, "blendShapeMaster") != NULL || tree_get(root, "secondaryAnimation") != NULL ||
            tree_get(root, "materialProperties") != NULL);
}

/* Returns the generation whose avatar is under the key of the other one, while its own key is missing;
 * EXTENSION_COUNT if the avatar is in its right place. */
static enum extension_id generation_of(const struct packaging *packaging, const struct extension_place *place)
{
    const struct tree *root = document_tree(packaging->document, place->pointer);
    if (strcmp(place->pointer, "/extensions/VRM") == 0 && is_newer(root)) {
        return document_tree(packaging->document, "/extensions/VRMC_vrm") == NULL ? EXTENSION_VRM1 : EXTENSION_COUNT;
    }
    if (strcmp(place->pointer, "/extensions/VRMC_vrm") == 0 && is_older(root)) {
        return document_tree(packaging->document, "/extensions/VRM") == NULL ? EXTENSION_VRM : EXTENSION_COUNT;
    }
    return EXTENSION_COUNT;
}

static void report_generation(struct packaging *packaging, const struct extension_place *place, enum extension_id id)
{
    const char *name = extension_table[id].name;
    struct finding *finding = report(packaging->check->findings,
                                     id == EXTENSION_VRM1 ? MESSAGE_VRM_MISNAMED__NEWER : MESSAGE_VRM0_MISNAMED__OLDER,
                                     place_at(place->pointer), NO_ARGUMENTS);
    finding_severity(finding, VRMLINT_ERROR);
    packaging->lost[id] = true;
    finding_fix(finding, VRMLINT_FIX_REPAIR);
    finding_edit_at(finding, VRMLINT_EDIT_RENAME, "0", name);
    packaging_rename(finding, "extensionsUsed", packaging->used.json, place->name, name);
    packaging_rename(finding, "extensionsRequired", packaging->required.json, place->name, name);
}

/* Whether the extras of an object have an extension. An avatar of VRM 0.x must have a humanoid, because its name is
 * short. */
static bool is_in_extras(const struct tree *extras, enum extension_id id)
{
    const struct tree *value = tree_get(extras, extension_table[id].name);
    return tree_is_object(value) && tree_count(value) > 0 &&
           (id != EXTENSION_VRM || tree_get(value, "humanoid") != NULL);
}

/* Returns the pointer of an extension that is in the extras of an object where it belongs in extensions; NULL if there
 * is none. Exporters write custom properties of modelling tools there. */
static const char *in_extras(const struct packaging *packaging, enum extension_id id)
{
    static const char *const lists[] = {"/nodes/#/extensions/", "/materials/#/extensions/"};
    struct arena *arena = packaging->check->arena;
    const char *name = extension_table[id].name;
    const char *place = extension_table[id].places[0];
    const char *belongs = strstr(place, "/extensions/");
    if (extension_table[id].is_general || extension_table[id].is_member || belongs == NULL ||
        strcmp(belongs + strlen("/extensions/"), name) != 0) {
        return NULL;
    }
    if (belongs == place) {
        bool is_there = is_in_extras(document_tree(packaging->document, "/extras"), id);
        return is_there ? arena_printf(arena, "/extras/%s", name) : NULL;
    }
    if (!BEGINS_AMONG(place, lists)) {
        return NULL;
    }
    const char *list = arena_copy(arena, place, (size_t)(belongs - place) - strlen("/#"));
    const struct tree *items = document_tree(packaging->document, list);
    for (size_t i = 0; i < tree_length(items); i++) {
        if (is_in_extras(tree_get(tree_at(items, i), "extras"), id)) {
            return arena_printf(arena, "%s/%zu/extras/%s", list, i, name);
        }
    }
    return NULL;
}

void packaging_count_places(struct packaging *packaging)
{
    const struct document *document = packaging->document;
    for (size_t i = 0; i < document->extension_count; i++) {
        const struct extension_place *place = &document->extensions[i];
        enum extension_id id = extension_by_name(place->name);
        if (id != EXTENSION_COUNT) {
            bool right = extension_place_is_right(id, place->pointer);
            (right ? packaging->in_place : packaging->astray)[id]++;
        } else if ((id = meant_by(packaging, place)) != EXTENSION_COUNT) {
            packaging->misnamed[id]++;
        }
        if (strcmp(place->pointer, "/extensions/VRMC_vrm") == 0 ||
            (packaging->avatar == NULL && strcmp(place->pointer, "/extensions/VRM") == 0)) {
            packaging->avatar = place->pointer;
        }
    }
    for (enum extension_id id = 0; id < EXTENSION_COUNT; id++) {
        if (packaging->in_place[id] + packaging->astray[id] + packaging->misnamed[id] == 0) {
            packaging->extras[id] = in_extras(packaging, id);
            packaging->astray[id] += packaging->extras[id] != NULL;
        }
    }
}

void packaging_check_places(struct packaging *packaging)
{
    const struct document *document = packaging->document;
    for (size_t i = 0; i < document->extension_count; i++) {
        const struct extension_place *place = &document->extensions[i];
        enum extension_id id = extension_by_name(place->name);
        enum extension_id generation = generation_of(packaging, place);
        if (generation != EXTENSION_COUNT) {
            report_generation(packaging, place, generation);
        } else if (id != EXTENSION_COUNT) {
            if (!extension_place_is_right(id, place->pointer) && !is_in_stray(place->pointer)) {
                report_stray(packaging, place, id);
            }
        } else if ((id = meant_by(packaging, place)) != EXTENSION_COUNT && !is_in_stray(place->pointer)) {
            report_misnamed(packaging, place, id);
        } else if ((id = general_meant_by(packaging, place)) != EXTENSION_COUNT && !is_in_stray(place->pointer)) {
            report_general_misnamed(packaging, place, id);
        }
    }
    for (enum extension_id id = 0; id < EXTENSION_COUNT; id++) {
        if (packaging->extras[id] != NULL) {
            report_shared(packaging->check->findings, packaging_rule(id, "wrong-location"),
                          SHARED_WRONG_LOCATION__EXTRAS, place_at(packaging->extras[id]),
                          ARGUMENTS(TERM("extension", extension_table[id].name),
                                    WORD("where", extension_table[id].where),
                                    WORD("effect", extension_table[id].unread)));
        }
    }
}
