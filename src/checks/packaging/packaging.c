/*
 * Whether the extensions are declared, in their places and rightly named, and what files may hold together.
 */
#include "checks/packaging/packaging.h"

#include <string.h>

#include "base/json_value.h"
#include "base/pointer.h"
#include "base/sort.h"
#include "checks/mends.h"
#include "gltf/expect.h"

/* extensionsUsed or extensionsRequired. */
struct listing {
    const struct tree *json;
    size_t at[EXTENSION_COUNT];            /* where the extension's name stands; SIZE_MAX: nowhere */
    const char *misspelt[EXTENSION_COUNT]; /* a name there that was probably meant to be the extension's; or NULL */
};

struct packaging {
    struct check *check;
    struct document *document;
    size_t in_place[EXTENSION_COUNT]; /* instances where they belong */
    size_t astray[EXTENSION_COUNT];   /* under their own name, elsewhere */
    size_t misnamed[EXTENSION_COUNT]; /* under a name that is nearly theirs, anywhere */
    bool lost[EXTENSION_COUNT];       /* nothing but such a name stands where it belongs */
    const char *avatar;               /* where VRMC_vrm or VRM is, or NULL */
    struct listing used;
    struct listing required;
};

/* A name in a list. */
struct listed {
    const char *name;
    size_t index;
};

static int compare_listed(const void *left, const void *right)
{
    const struct listed *a = left;
    const struct listed *b = right;
    return strcmp(a->name, b->name);
}

/* Names that stand more than once, at all but the first. */
static void check_twice(struct document *document, const struct tree *list, enum place_kind kind, enum message message)
{
    size_t count = 0;
    struct arena *room = arena_open(document->arena);
    struct listed *names = arena_array(room, tree_count(list), sizeof *names);
    for (size_t i = 0; i < tree_count(list); i++) {
        const char *name = tree_text(tree_at(list, i), NULL);
        if (name != NULL) {
            names[count++] = (struct listed){name, i};
        }
    }
    sort_array(room, names, count, sizeof *names, compare_listed);
    for (size_t i = 1, first = 0; i < count; i++) {
        if (strcmp(names[i].name, names[first].name) != 0) {
            first = i;
            continue;
        }
        struct finding *finding = report(document->findings, message, place_of(kind, names[i].index, 0, NULL),
                                         ARGUMENTS(TEXT("name", names[i].name), COUNT("first", names[first].index),
                                                   COUNT("second", names[i].index)));
        finding_relate(finding, RELATED_GLTF_DUPLICATE_ITEM__DEFAULT, place_of(kind, names[first].index, 0, NULL),
                       NO_ARGUMENTS);
    }
    arena_close(room);
}

/* Reads a list; what in it isn't a name the schema reports. */
static struct listing read_listing(struct document *document, const char *member)
{
    struct listing listing = {.json = document_tree(document, pointer_key(document->arena, "", member))};
    for (enum extension_id id = 0; id < EXTENSION_COUNT; id++) {
        listing.at[id] = SIZE_MAX;
    }
    size_t count = tree_is_array(listing.json) ? tree_count(listing.json) : 0;
    for (size_t i = 0; i < count; i++) {
        const struct tree *element = tree_at(listing.json, i);
        if (!tree_is_string(element)) {
            continue;
        }
        const char *name = tree_text(element, NULL);
        enum extension_id id = extension_by_name(name);
        if (id != EXTENSION_COUNT && listing.at[id] == SIZE_MAX) {
            listing.at[id] = i;
        } else if (id == EXTENSION_COUNT) {
            id = extension_misspelt(name);
            id = id == EXTENSION_COUNT ? extension_nearly(name) : id;
            if (id != EXTENSION_COUNT) {
                listing.misspelt[id] = name;
            }
        }
    }
    return listing;
}

/*
 * Whether a place lies in an extension that is itself in a wrong place or under a wrong name: what is in there comes
 * right along with it.
 */
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

/* What carries an extension: "node 4 'Hips'". */
static struct argument the_carrier(const struct packaging *packaging, const struct extension_place *place)
{
    size_t length = strlen(place->pointer);
    size_t tail = strlen("/extensions/") + strlen(place->name);
    struct place owner =
        place_at(arena_copy(packaging->check->arena, place->pointer, length > tail ? length - tail : 0));
    return the_place("carrier", packaging->check->avatar, &owner, false);
}

/* VRMMetalKit's own invention: a limit, in degrees, in an extended collider on a joint. */
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

/* One level too deep: in the shape of a collider that hasn't got one in the right place. */
static bool report_in_shape(const struct packaging *packaging, const struct extension_place *place)
{
    struct place at = place_at(place->pointer);
    if (!place_is(place->pointer, PLACE_COLLIDER, "shape/extensions/VRMC_springBone_extended_collider")) {
        return false;
    }
    struct place right = place_collider(at.index[0], "extensions/VRMC_springBone_extended_collider");
    struct buf pointer = BUF_INIT(packaging->check->arena);
    place_put(&pointer, &right);
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

/* A rule of packaging; RULE_COUNT where the extension is of glTF at large, whose own rules say it. */
static enum rule packaging_rule(enum extension_id id, const char *name)
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
    struct finding *finding =
        report_shared(packaging->check->findings, packaging_rule(id, "wrong-location"),
                      taken ? SHARED_WRONG_LOCATION__TAKEN : SHARED_WRONG_LOCATION__DEFAULT, place_at(place->pointer),
                      ARGUMENTS(the_carrier(packaging, place), TERM("extension", extension->name),
                                WORD("where", extension->where), WORD("effect", extension->unread)));
    if (id == EXTENSION_SPRINGBONE && !taken) {
        finding_fix(finding, VRMLINT_FIX_UNSAFE);
        finding_edit_at(finding, VRMLINT_EDIT_MOVE, "0", SPRINGS_POINTER);
    }
}

/* What is lost with it is more than an option: springs, constraints, an animation, the avatar. */
static bool is_needed(enum extension_id id)
{
    return id != EXTENSION_COLLIDER && id != EXTENSION_LIMIT && id < EXTENSION_MTOON;
}

/* A place as it would be if what stands there had an extension's name. */
static const char *renamed_place(const struct packaging *packaging, const struct extension_place *place,
                                 enum extension_id id)
{
    size_t length = (size_t)(strrchr(place->pointer, '/') + 1 - place->pointer);
    return arena_printf(packaging->check->arena, "%.*s%s", (int)length, place->pointer, extension_table[id].name);
}

/* The extension that a wrong name was meant for, or EXTENSION_COUNT. A name that is merely a letter or two off isn't
 * one where the right one is there, or has no place. */
static enum extension_id meant_by(const struct packaging *packaging, const struct extension_place *place)
{
    enum extension_id id = extension_misspelt(place->name);
    if (id != EXTENSION_COUNT) {
        return extension_rule(id, "misnamed") == RULE_COUNT ? EXTENSION_COUNT : id;
    }
    id = extension_nearly(place->name);
    if (id == EXTENSION_COUNT || extension_rule(id, "misnamed") == RULE_COUNT) {
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
    /* of constraints several kinds of drafts went by other names, so that a look is needed */
    if (in_place && id != EXTENSION_CONSTRAINT && extension_same_but_case(place->name, extension->name) &&
        document_tree(packaging->document, renamed) == NULL) {
        finding_fix(finding, VRMLINT_FIX_REPAIR); /* what was passed over counts now */
        finding_edit_at(finding, VRMLINT_EDIT_RENAME, "0", extension->name);
        packaging_rename(finding, "extensionsUsed", packaging->used.json, place->name, extension->name);
        packaging_rename(finding, "extensionsRequired", packaging->required.json, place->name, extension->name);
    }
}

static void count_places(struct packaging *packaging)
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
}

static void check_places(struct packaging *packaging)
{
    const struct document *document = packaging->document;
    for (size_t i = 0; i < document->extension_count; i++) {
        const struct extension_place *place = &document->extensions[i];
        enum extension_id id = extension_by_name(place->name);
        if (id != EXTENSION_COUNT) {
            if (!extension_place_is_right(id, place->pointer) && !is_in_stray(place->pointer)) {
                report_stray(packaging, place, id);
            }
        } else if ((id = meant_by(packaging, place)) != EXTENSION_COUNT && !is_in_stray(place->pointer)) {
            report_misnamed(packaging, place, id);
        }
    }
}

static void check_declared(const struct packaging *packaging, enum extension_id id)
{
    const struct listing *used = &packaging->used;
    struct findings *findings = packaging->check->findings;
    if (packaging->in_place[id] == 0 || used->at[id] != SIZE_MAX) {
        return;
    }
    enum rule rule = extension_rule(id, "not-declared");
    struct argument name = TERM("extension", extension_table[id].name);
    struct argument effect = WORD("effect", extension_table[id].undeclared);
    struct place list = place_of(PLACE_FILE, 0, 0, "extensionsUsed");
    if (used->json == NULL) {
        finding_edit(report_shared(findings, rule, SHARED_NOT_DECLARED__NO_LIST, place_file(), ARGUMENTS(name)),
                     VRMLINT_EDIT_SET, list,
                     arena_printf(packaging->check->arena, "[\"%s\"]", extension_table[id].name));
    } else if (tree_is_array(used->json) && used->misspelt[id] != NULL) {
        struct finding *finding = report_shared(findings, rule, SHARED_NOT_DECLARED__MISSPELT, list,
                                                ARGUMENTS(name, TEXT("name", used->misspelt[id]), effect));
        packaging_rename(finding, "extensionsUsed", used->json, used->misspelt[id], extension_table[id].name);
    } else if (tree_is_array(used->json)) {
        finding_edit(report_shared(findings, rule, SHARED_NOT_DECLARED__DEFAULT, list, ARGUMENTS(name, effect)),
                     VRMLINT_EDIT_INSERT, place_of(PLACE_FILE, 0, 0, "extensionsUsed/-"),
                     json_word(&(struct json_value){""}, extension_table[id].name));
    }
}

static bool is_named(const struct packaging *packaging, const char *ending)
{
    const char *dot = strrchr(packaging->document->path, '.');
    return dot != NULL && extension_same_but_case(dot, ending);
}

/* A .vrma is its extension: without it nothing else of the lists matters. */
static bool is_named_vrma(const struct packaging *packaging)
{
    return is_named(packaging, ".vrma");
}

static void check_listed(const struct packaging *packaging, enum extension_id id)
{
    size_t used = packaging->used.at[id];
    size_t required = packaging->required.at[id];
    if (used == SIZE_MAX && required == SIZE_MAX) {
        return;
    }
    if (extension_rule(id, "declared-but-absent") == RULE_COUNT) {
        return; /* those of Khronos may be listed without need */
    }
    struct argument name = TERM("extension", extension_table[id].name);
    struct findings *findings = packaging->check->findings;
    struct place entry = place_of(PLACE_REQUIRED, required, 0, NULL);
    if (packaging->in_place[id] > 0) {
        if (required != SIZE_MAX) {
            report_shared(findings, packaging_rule(id, "listed-as-required"), SHARED_LISTED_AS_REQUIRED__DEFAULT, entry,
                          ARGUMENTS(name));
        }
    } else if (packaging->astray[id] + packaging->misnamed[id] > 0) {
        return; /* it is there, and what is wrong with it has been said */
    } else if (extension_may_be_hidden(packaging->document, id)) {
        return; /* what is wrong where it should be has been said */
    } else if (required != SIZE_MAX) {
        struct finding *finding =
            report_shared(findings, packaging_rule(id, "required-but-absent"),
                          used == SIZE_MAX ? SHARED_REQUIRED_BUT_ABSENT__DEFAULT : SHARED_REQUIRED_BUT_ABSENT__USED_TOO,
                          entry, ARGUMENTS(name));
        if (used != SIZE_MAX) {
            finding_edit(finding, VRMLINT_EDIT_REMOVE, place_of(PLACE_USED, used, 0, NULL), NULL);
        }
    } else if (used != SIZE_MAX && !(id == EXTENSION_ANIMATION && is_named_vrma(packaging))) {
        report_shared(findings, packaging_rule(id, "declared-but-absent"), SHARED_DECLARED_BUT_ABSENT__DEFAULT,
                      place_of(PLACE_USED, used, 0, NULL), ARGUMENTS(name, WORD("what", extension_table[id].what)));
    }
}

/* Springs of both generations, or of none. */
static void check_springs(const struct packaging *packaging)
{
    const struct tree *root = document_tree(packaging->document, SPRINGS_POINTER);
    if (!tree_is_object(root)) {
        return;
    }
    struct findings *findings = packaging->check->findings;
    if (tree_get(root, "springs") == NULL) {
        report(findings,
               tree_get(root, "colliders") == NULL ? MESSAGE_SPRINGBONE_NO_SPRINGS__DEFAULT
                                                   : MESSAGE_SPRINGBONE_NO_SPRINGS__COLLIDERS_ONLY,
               place_at(SPRINGS_POINTER), NO_ARGUMENTS);
    }
    const struct tree *old = tree_get(document_tree(packaging->document, VRM0_POINTER), "boneGroups");
    if (tree_is_array(old) && tree_count(old) > 0) {
        struct finding *finding = report(findings, MESSAGE_SPRINGBONE_MIXED_GENERATIONS__DEFAULT,
                                         place_at(SPRINGS_POINTER), ARGUMENTS(COUNT("count", tree_count(old))));
        finding_relate(finding, RELATED_SPRINGBONE_MIXED_GENERATIONS__DEFAULT, place_at(VRM0_POINTER), NO_ARGUMENTS);
        finding_measure(finding, "groups", (double)tree_count(old));
    }
}

/* Once per file: the artist should know that few apps act on limits. */
static void check_draft(const struct packaging *packaging)
{
    if (packaging->in_place[EXTENSION_LIMIT] == 0) {
        return;
    }
    struct extension_cursor cursor = extension_cursor(packaging->document, EXTENSION_LIMIT);
    struct finding *finding = NULL;
    for (size_t i = 0; extension_next(&cursor) && i < FINDING_LIST_MAX; i++) {
        if (i == 0) {
            finding = report(packaging->check->findings, MESSAGE_LIMIT_DRAFT_EXTENSION__DEFAULT,
                             place_at(cursor.pointer), ARGUMENTS(COUNT("count", packaging->in_place[EXTENSION_LIMIT])));
            finding_measure(finding, "limits", (double)packaging->in_place[EXTENSION_LIMIT]);
        } else {
            finding_relate(finding, RELATED_LIMIT_DRAFT_EXTENSION__DEFAULT, place_at(cursor.pointer), NO_ARGUMENTS);
        }
    }
}

static void check_animation(const struct packaging *packaging)
{
    struct findings *findings = packaging->check->findings;
    bool present = packaging->in_place[EXTENSION_ANIMATION] > 0;
    if (!present && is_named_vrma(packaging) && packaging->astray[EXTENSION_ANIMATION] == 0 &&
        !packaging->lost[EXTENSION_ANIMATION]) {
        report(findings, MESSAGE_ANIMATION_MISSING_EXTENSION__DEFAULT, place_file(), NO_ARGUMENTS);
    }
    if (!present) {
        return;
    }
    if (is_named_vrma(packaging) && !packaging->document->container.is_glb) {
        report(findings, MESSAGE_ANIMATION_NOT_GLB__DEFAULT, place_file(), NO_ARGUMENTS);
    }
    if (packaging->avatar != NULL) {
        struct finding *finding =
            report(findings, MESSAGE_ANIMATION_WITH_VRM__DEFAULT, place_at(VRMA_POINTER), NO_ARGUMENTS);
        finding_relate(finding, RELATED_ANIMATION_WITH_VRM__DEFAULT, place_at(packaging->avatar), NO_ARGUMENTS);
    }
}

/* An extension is there, or was meant to be. */
static bool is_meant(const struct packaging *packaging, enum extension_id id)
{
    return packaging->in_place[id] + packaging->astray[id] + packaging->misnamed[id] > 0;
}

/* What a file named .vrm holds, and whether it holds one avatar. */
static void check_avatar(const struct packaging *packaging)
{
    struct findings *findings = packaging->check->findings;
    bool is_vrm = is_named(packaging, ".vrm");
    if (is_vrm && !is_meant(packaging, EXTENSION_VRM1) && !is_meant(packaging, EXTENSION_VRM)) {
        report(findings, MESSAGE_VRM_MISSING_EXTENSION__DEFAULT, place_file(), NO_ARGUMENTS);
    }
    if (is_vrm && packaging->avatar != NULL && !packaging->document->container.is_glb) {
        struct finding *finding = report(findings, MESSAGE_VRM_NOT_GLB__DEFAULT, place_file(), NO_ARGUMENTS);
        if (!mend_can_pack(packaging->document)) {
            finding_fix(finding, VRMLINT_FIX_NONE); /* their bytes would have to be packed too */
        } else {
            finding_edit(finding, VRMLINT_EDIT_REBUILD, place_file(), "glb");
        }
    }
    if (packaging->in_place[EXTENSION_VRM1] > 0 && packaging->in_place[EXTENSION_VRM] > 0) {
        struct finding *finding =
            report(findings, MESSAGE_VRM_WITH_VRM0__DEFAULT, place_at("/extensions/VRM"), NO_ARGUMENTS);
        finding_relate(finding, RELATED_VRM_WITH_VRM0__DEFAULT, place_at("/extensions/VRMC_vrm"), NO_ARGUMENTS);
        finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "0", NULL);
        mend_unlist(finding, PLACE_USED, packaging->used.at[EXTENSION_VRM]);
        mend_unlist(finding, PLACE_REQUIRED, packaging->required.at[EXTENSION_VRM]);
    }
}

void check_packaging(struct check *check)
{
    struct document *document = check->avatar->document;
    struct packaging packaging = {
        .check = check,
        .document = document,
        .used = read_listing(document, "extensionsUsed"),
        .required = read_listing(document, "extensionsRequired"),
    };
    check_twice(document, packaging.used.json, PLACE_USED, MESSAGE_GLTF_DUPLICATE_ITEM__USED);
    check_twice(document, packaging.required.json, PLACE_REQUIRED, MESSAGE_GLTF_DUPLICATE_ITEM__REQUIRED);
    count_places(&packaging);
    check_places(&packaging);
    for (enum extension_id id = 0; id < EXTENSION_COUNT; id++) {
        if (!extension_table[id].is_member) {
            check_declared(&packaging, id);
            check_listed(&packaging, id);
        }
    }
    check_springs(&packaging);
    check_draft(&packaging);
    check_animation(&packaging);
    check_avatar(&packaging);
    packaging_versions(check);
}
