/*
 * Whether the extensions are declared, in their places and rightly named, and what files may hold together.
 * Catalogue: spring-bone.md section 2.1, constraint-animation.md sections 1.7 and 2.5, packaging.
 */
#include "checks/packaging/packaging.h"

#include <string.h>

#include "base/pointer.h"
#include "gltf/expect.h"

/* extensionsUsed or extensionsRequired. */
struct listing {
    const json_t *json;
    size_t at[EXTENSION_COUNT];            /* where the extension's name stands; SIZE_MAX: nowhere */
    const char *misspelt[EXTENSION_COUNT]; /* a name there that was probably meant to be the extension's; or NULL */
};

struct packaging {
    struct check *check;
    struct document *document;
    size_t in_place[EXTENSION_COUNT]; /* instances where they belong */
    size_t astray[EXTENSION_COUNT];   /* under their own name, elsewhere */
    size_t misnamed[EXTENSION_COUNT]; /* under a name that is nearly theirs, anywhere */
    const char *avatar;               /* where VRMC_vrm or VRM is, or NULL */
    struct listing used;
    struct listing required;
};

/* Reads a list; what in it isn't a name is reported once. */
static struct listing read_listing(struct document *document, const char *member)
{
    struct listing listing = {.json = document_tree(document, pointer_key(document->arena, "", member))};
    struct expect expect = expect_document(document);
    struct expect_path list = {.key = member};
    expect_array(&expect, &list, listing.json);
    for (enum extension_id id = 0; id < EXTENSION_COUNT; id++) {
        listing.at[id] = SIZE_MAX;
    }
    size_t count = tree_is_array(listing.json) ? tree_count(listing.json) : 0;
    for (size_t i = 0; i < count; i++) {
        const json_t *element = tree_at(listing.json, i);
        if (!tree_is_string(element)) {
            expect_text(&expect, &(struct expect_path){.up = &list, .index = i}, element);
            expect.quiet = true;
            continue;
        }
        const char *name = tree_text(element, NULL);
        enum extension_id id = extension_by_name(name);
        if (id != EXTENSION_COUNT && listing.at[id] == SIZE_MAX) {
            listing.at[id] = i;
        } else if (id == EXTENSION_COUNT) {
            id = extension_misspelt(name);
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
            if (id == EXTENSION_COUNT ? extension_misspelt(name) != EXTENSION_COUNT
                                      : !extension_belongs(id, pointer, at)) {
                return true;
            }
        }
        names = pointer_token_is(token, length, "extensions", strlen("extensions"));
    }
    return false;
}

/* What carries an extension: "Node 4 'Hips'". */
static const char *carrier(const struct packaging *packaging, const struct extension_place *place)
{
    struct arena *arena = packaging->check->arena;
    size_t length = strlen(place->pointer);
    size_t tail = strlen("/extensions/") + strlen(place->name);
    const char *owner = arena_copy(arena, place->pointer, length > tail ? length - tail : 0);
    return name_pointer(packaging->check->avatar, owner, false);
}

/* VRMMetalKit's own invention: a limit, in degrees, in an extended collider on a joint. */
static bool report_angle_limit(const struct packaging *packaging, const struct extension_place *place)
{
    size_t indices[4];
    const char *rest;
    if (!pointer_match(place->pointer,
                       SPRINGS_POINTER "/springs/#/joints/#/extensions/VRMC_springBone_extended_collider", indices,
                       &rest) ||
        *rest != '\0') {
        return false;
    }
    const json_t *value = tree_get(document_tree(packaging->document, place->pointer), "angleLimit");
    if (value == NULL) {
        return false;
    }
    double degrees;
    bool measured = tree_number(value, &degrees);
    const double to_radians = 0.017453292519943295;
    struct finding *finding = report_english(
        packaging->check->findings, RULE_COLLIDER_WRONG_LOCATION, place->pointer,
        "%s carries VRMC_springBone_extended_collider with an angleLimit, which no specification knows and apps pass "
        "over: use VRMC_springBone_limit with a cone%s",
        carrier(packaging, place),
        measured
            ? arena_printf(packaging->check->arena, " of %.4g (%.4g degrees in radians)", degrees * to_radians, degrees)
            : "");
    if (measured) {
        finding_measure(finding, "angle", degrees * to_radians);
    }
    return true;
}

/* One level too deep: in the shape of a collider that hasn't got one in the right place. */
static bool report_in_shape(const struct packaging *packaging, const struct extension_place *place)
{
    size_t indices[4];
    const char *rest;
    if (!pointer_match(place->pointer,
                       SPRINGS_POINTER "/colliders/#/shape/extensions/VRMC_springBone_extended_collider", indices,
                       &rest) ||
        *rest != '\0') {
        return false;
    }
    char *pointer =
        arena_printf(packaging->check->arena,
                     SPRINGS_POINTER "/colliders/%zu/extensions/VRMC_springBone_extended_collider", indices[0]);
    bool free = document_tree(packaging->document, pointer) == NULL;
    struct finding *finding =
        report_english(packaging->check->findings, RULE_COLLIDER_WRONG_LOCATION, place->pointer,
                       "%s has VRMC_springBone_extended_collider inside its shape, where apps pass over it: %s",
                       name_pointer(packaging->check->avatar, place->pointer, false),
                       free ? "move it one level up, into extensions of the collider"
                            : "the collider itself has one too, so delete this one");
    if (free) {
        finding_fix(finding, VRMLINT_FIX_REPAIR);
    }
    return true;
}

static void report_stray(const struct packaging *packaging, const struct extension_place *place, enum extension_id id)
{
    if (id == EXTENSION_COLLIDER && (report_angle_limit(packaging, place) || report_in_shape(packaging, place))) {
        return;
    }
    const struct extension *extension = &extension_table[id];
    bool taken = extension_is_single(id) && packaging->in_place[id] > 0;
    struct finding *finding =
        report_english(packaging->check->findings, extension_rule(id, "wrong-location"), place->pointer,
                       "%s carries %s, but apps look for it only %s, so that %s: %s", carrier(packaging, place),
                       extension->name, extension->where, extension_table[id].unread,
                       taken ? "the file has one there already, so merge the two or delete this one" : "put it there");
    if (id == EXTENSION_SPRINGBONE && !taken) {
        finding_fix(finding, VRMLINT_FIX_UNSAFE);
    }
}

static void report_misnamed(const struct packaging *packaging, const struct extension_place *place,
                            enum extension_id id)
{
    const struct extension *extension = &extension_table[id];
    struct arena *arena = packaging->check->arena;
    size_t length = strlen(place->pointer) - strlen(place->name);
    const char *renamed = arena_printf(arena, "%.*s%s", (int)length, place->pointer, extension->name);
    bool in_place = extension_place_is_right(id, renamed);
    struct finding *finding = report_english(
        packaging->check->findings, extension_rule(id, "misnamed"), place->pointer,
        "%s carries an extension %s, which no app knows, so that %s: rename it to %s%s%s", carrier(packaging, place),
        name_quote(arena, place->name), extension_table[id].unread, extension->name,
        in_place ? "" : " and move it to where it belongs, ", in_place ? "" : extension->where);
    /* of constraints several kinds of drafts went by other names, so that a look is needed */
    if (in_place && id != EXTENSION_CONSTRAINT && extension_same_but_case(place->name, extension->name)) {
        finding_fix(finding, VRMLINT_FIX_SAFE);
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
        } else if ((id = extension_misspelt(place->name)) != EXTENSION_COUNT) {
            packaging->misnamed[id]++;
        } else if (strcmp(place->pointer, "/extensions/VRMC_vrm") == 0 ||
                   (packaging->avatar == NULL && strcmp(place->pointer, "/extensions/VRM") == 0)) {
            packaging->avatar = place->pointer;
        }
    }
}

static void check_places(const struct packaging *packaging)
{
    const struct document *document = packaging->document;
    for (size_t i = 0; i < document->extension_count; i++) {
        const struct extension_place *place = &document->extensions[i];
        enum extension_id id = extension_by_name(place->name);
        if (id != EXTENSION_COUNT) {
            if (!extension_place_is_right(id, place->pointer) && !is_in_stray(place->pointer)) {
                report_stray(packaging, place, id);
            }
        } else if ((id = extension_misspelt(place->name)) != EXTENSION_COUNT && !is_in_stray(place->pointer)) {
            report_misnamed(packaging, place, id);
        }
    }
}

static const char *entry(const struct packaging *packaging, const char *list, size_t index)
{
    return pointer_index(packaging->check->arena, list, index);
}

static void check_declared(const struct packaging *packaging, enum extension_id id)
{
    const struct listing *used = &packaging->used;
    const char *name = extension_table[id].name;
    struct findings *findings = packaging->check->findings;
    if (packaging->in_place[id] == 0 || used->at[id] != SIZE_MAX) {
        return;
    }
    if (used->json == NULL) {
        report_english(findings, extension_rule(id, "not-declared"), "",
                       "The file has %s, but no extensionsUsed: add extensionsUsed and list %s there", name, name);
    } else if (tree_is_array(used->json) && used->misspelt[id] != NULL) {
        report_english(findings, extension_rule(id, "not-declared"), "/extensionsUsed",
                       "The file has %s, but extensionsUsed lists it as %s; %s: correct the name to %s", name,
                       name_quote(packaging->check->arena, used->misspelt[id]), extension_table[id].undeclared, name);
    } else if (tree_is_array(used->json)) {
        report_english(findings, extension_rule(id, "not-declared"), "/extensionsUsed",
                       "The file has %s, but extensionsUsed doesn't list it; %s: add %s to extensionsUsed", name,
                       extension_table[id].undeclared, name);
    }
}

/* A .vrma is its extension: without it nothing else of the lists matters. */
static bool is_named_vrma(const struct packaging *packaging)
{
    const char *dot = strrchr(packaging->document->path, '.');
    return dot != NULL && extension_same_but_case(dot, ".vrma");
}

/* What is in extensions has schemas of its own; that it must be an object is glTF's. */
static void check_root(const struct packaging *packaging)
{
    struct document *document = packaging->document;
    if (document_has(document, "extensions") && !document_has_object(document, "extensions")) {
        struct expect expect = expect_document(document);
        expect_object(&expect, &(struct expect_path){.key = "extensions"}, document_tree(document, "/extensions"));
    }
}

static void check_listed(const struct packaging *packaging, enum extension_id id)
{
    const char *name = extension_table[id].name;
    struct findings *findings = packaging->check->findings;
    size_t used = packaging->used.at[id];
    size_t required = packaging->required.at[id];
    if (packaging->in_place[id] > 0) {
        if (required != SIZE_MAX) {
            report_english(
                findings, extension_rule(id, "listed-as-required"), entry(packaging, "/extensionsRequired", required),
                "extensionsRequired lists %s, so that viewers without it refuse the whole file: remove it there and "
                "leave it in extensionsUsed",
                name);
        }
    } else if (packaging->astray[id] + packaging->misnamed[id] > 0) {
        return; /* it is there, and what is wrong with it has been said */
    } else if ((required != SIZE_MAX || used != SIZE_MAX) && extension_may_be_hidden(packaging->document, id)) {
        return; /* what is wrong where it should be has been said */
    } else if (required != SIZE_MAX) {
        report_english(
            findings, extension_rule(id, "required-but-absent"), entry(packaging, "/extensionsRequired", required),
            "extensionsRequired lists %s, which isn't in the file, so that viewers without it refuse the file for "
            "nothing: remove the name from extensionsRequired%s",
            name, used == SIZE_MAX ? "" : " and extensionsUsed");
    } else if (used != SIZE_MAX && !(id == EXTENSION_ANIMATION && is_named_vrma(packaging))) {
        report_english(
            findings, extension_rule(id, "declared-but-absent"), entry(packaging, "/extensionsUsed", used),
            "extensionsUsed lists %s, but the file has no %s: export it again if there should be some, or remove "
            "the name",
            name, extension_table[id].what);
    }
}

/* Springs of both generations, or of none. */
static void check_springs(const struct packaging *packaging)
{
    const char *pointer = SPRINGS_POINTER;
    const json_t *root = document_tree(packaging->document, pointer);
    if (!tree_is_object(root)) {
        return;
    }
    struct findings *findings = packaging->check->findings;
    if (tree_get(root, "springs") == NULL) {
        report_english(
            findings, RULE_SPRINGBONE_NO_SPRINGS, pointer,
            "VRMC_springBone holds no springs, so that nothing moves%s: add the springs that were meant, or delete "
            "the extension",
            tree_get(root, "colliders") == NULL ? "" : "; colliders do nothing by themselves");
    }
    const char *old_pointer = VRM0_POINTER;
    const json_t *old = tree_get(document_tree(packaging->document, old_pointer), "boneGroups");
    if (tree_is_array(old) && tree_count(old) > 0) {
        struct finding *finding = report_english(
            findings, RULE_SPRINGBONE_MIXED_GENERATIONS, pointer,
            "The file has springs of VRM 1.0 and %zu %s of springs of VRM 0.x; each app moves only one of the two "
            "sets: keep the one that fits the rest of the avatar",
            tree_count(old), tree_count(old) == 1 ? "group" : "groups");
        finding_relate_english(finding, old_pointer, "the springs of VRM 0.x");
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
        const char *pointer = arena_copy(packaging->check->arena, cursor.pointer, strlen(cursor.pointer));
        if (i == 0) {
            finding = report_english(
                packaging->check->findings, RULE_LIMIT_DRAFT_EXTENSION, pointer,
                "%zu %s by VRMC_springBone_limit, a draft that few apps know: look at the avatar without "
                "limits too",
                packaging->in_place[EXTENSION_LIMIT],
                packaging->in_place[EXTENSION_LIMIT] == 1 ? "joint is limited" : "joints are limited");
            finding_measure(finding, "limits", (double)packaging->in_place[EXTENSION_LIMIT]);
        } else {
            finding_relate_english(finding, pointer, "another limit");
        }
    }
}

static void check_animation(const struct packaging *packaging)
{
    struct findings *findings = packaging->check->findings;
    bool present = packaging->in_place[EXTENSION_ANIMATION] > 0;
    /* a misspelt name is only a warning, but that nothing plays is more than that: then both are said */
    if (!present && is_named_vrma(packaging) && packaging->astray[EXTENSION_ANIMATION] == 0) {
        report_english(
            findings, RULE_ANIMATION_MISSING_EXTENSION, "",
            "The file is named .vrma but has no VRMC_vrm_animation, so that nothing plays: export it with a tool "
            "that writes VRM animations");
    }
    if (!present) {
        return;
    }
    if (is_named_vrma(packaging) && !packaging->document->container.is_glb) {
        report_english(
            findings, RULE_ANIMATION_NOT_GLB, "",
            "The file is named .vrma but is JSON text, which Blender's importer doesn't read: pack it as GLB");
    }
    if (packaging->avatar != NULL) {
        struct finding *finding =
            report_english(findings, RULE_ANIMATION_WITH_VRM, VRMA_POINTER,
                           "The file holds both an avatar and a VRM animation, of which many apps take "
                           "only one: put the animation into a file of its own");
        finding_relate_english(finding, packaging->avatar, "the avatar");
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
    check_root(&packaging);
    count_places(&packaging);
    check_places(&packaging);
    for (enum extension_id id = 0; id < EXTENSION_COUNT; id++) {
        check_declared(&packaging, id);
        check_listed(&packaging, id);
    }
    check_springs(&packaging);
    check_draft(&packaging);
    check_animation(&packaging);
    packaging_versions(check);
}
