/*
 * Whether the extensions are declared, in their places and rightly named, and what files may hold together.
 * Catalogue: spring-bone.md section 2.1, constraint-animation.md sections 1.7 and 2.5, packaging.
 */
#include "checks/packaging/packaging.h"

#include <string.h>

#include "base/pointer.h"
#include "gltf/expect.h"

static const struct {
    enum rule not_declared;
    enum rule declared_but_absent;
    enum rule required_but_absent;
    enum rule listed_as_required;
    enum rule wrong_location;
    enum rule misnamed;
    const char *undeclared; /* what comes of it when extensionsUsed lacks the name */
    const char *unread;     /* what comes of it when nobody finds the data */
} rules[FAMILY_VRM0] = {
    [FAMILY_SPRINGBONE] =
        {
            .not_declared = RULE_SPRINGBONE_NOT_DECLARED,
            .declared_but_absent = RULE_SPRINGBONE_DECLARED_BUT_ABSENT,
            .required_but_absent = RULE_SPRINGBONE_REQUIRED_BUT_ABSENT,
            .listed_as_required = RULE_SPRINGBONE_LISTED_AS_REQUIRED,
            .wrong_location = RULE_SPRINGBONE_WRONG_LOCATION,
            .misnamed = RULE_SPRINGBONE_MISNAMED,
            .undeclared = "apps such as three-vrm then drop all springs",
            .unread = "nothing of it moves",
        },
    [FAMILY_COLLIDER] =
        {
            .not_declared = RULE_COLLIDER_NOT_DECLARED,
            .declared_but_absent = RULE_COLLIDER_DECLARED_BUT_ABSENT,
            .required_but_absent = RULE_COLLIDER_REQUIRED_BUT_ABSENT,
            .listed_as_required = RULE_COLLIDER_LISTED_AS_REQUIRED,
            .wrong_location = RULE_COLLIDER_WRONG_LOCATION,
            .misnamed = RULE_COLLIDER_MISNAMED,
            .undeclared = "apps may then use the fallback shapes only",
            .unread = "it does nothing",
        },
    [FAMILY_LIMIT] =
        {
            .not_declared = RULE_LIMIT_NOT_DECLARED,
            .declared_but_absent = RULE_LIMIT_DECLARED_BUT_ABSENT,
            .required_but_absent = RULE_LIMIT_REQUIRED_BUT_ABSENT,
            .listed_as_required = RULE_LIMIT_LISTED_AS_REQUIRED,
            .wrong_location = RULE_LIMIT_WRONG_LOCATION,
            .misnamed = RULE_LIMIT_MISNAMED,
            .undeclared = "apps may then let the joints swing freely",
            .unread = "it limits nothing",
        },
    [FAMILY_CONSTRAINT] =
        {
            .not_declared = RULE_CONSTRAINT_NOT_DECLARED,
            .declared_but_absent = RULE_CONSTRAINT_DECLARED_BUT_ABSENT,
            .required_but_absent = RULE_CONSTRAINT_REQUIRED_BUT_ABSENT,
            .listed_as_required = RULE_CONSTRAINT_LISTED_AS_REQUIRED,
            .wrong_location = RULE_CONSTRAINT_WRONG_LOCATION,
            .misnamed = RULE_CONSTRAINT_MISNAMED,
            .undeclared = "apps such as three-vrm then drop all constraints",
            .unread = "it moves nothing",
        },
    [FAMILY_ANIMATION] =
        {
            .not_declared = RULE_ANIMATION_NOT_DECLARED,
            .declared_but_absent = RULE_ANIMATION_DECLARED_BUT_ABSENT,
            .required_but_absent = RULE_ANIMATION_REQUIRED_BUT_ABSENT,
            .listed_as_required = RULE_ANIMATION_LISTED_AS_REQUIRED,
            .wrong_location = RULE_ANIMATION_WRONG_LOCATION,
            .misnamed = RULE_ANIMATION_MISNAMED,
            .undeclared = "apps such as three-vrm then play nothing",
            .unread = "nothing of it plays",
        },
};

/* extensionsUsed or extensionsRequired. */
struct listing {
    const json_t *json;
    size_t at[FAMILY_VRM0];            /* where the family's name stands; SIZE_MAX: nowhere */
    const char *misspelt[FAMILY_VRM0]; /* a name there that was probably meant to be the family's; or NULL */
};

struct packaging {
    struct check *check;
    struct document *document;
    size_t in_place[FAMILY_VRM0]; /* instances where they belong */
    size_t astray[FAMILY_VRM0];   /* under their own name, elsewhere */
    size_t misnamed[FAMILY_VRM0]; /* under a name that is nearly theirs, anywhere */
    const char *avatar;           /* where VRMC_vrm or VRM is, or NULL */
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
    for (enum family family = 0; family < FAMILY_VRM0; family++) {
        listing.at[family] = SIZE_MAX;
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
        enum family family = extension_by_name(name);
        if (family != FAMILY_COUNT && listing.at[family] == SIZE_MAX) {
            listing.at[family] = i;
        } else if (family == FAMILY_COUNT) {
            family = extension_misspelt(name);
            if (family != FAMILY_COUNT) {
                listing.misspelt[family] = name;
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
            enum family family = extension_by_name(name);
            size_t indices[4];
            const char *rest = NULL;
            if (family == FAMILY_COUNT
                    ? extension_misspelt(name) != FAMILY_COUNT
                    : !pointer_match(pointer, extension_table[family].place, indices, &rest) || rest != at) {
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

static void report_stray(const struct packaging *packaging, const struct extension_place *place, enum family family)
{
    if (family == FAMILY_COLLIDER && (report_angle_limit(packaging, place) || report_in_shape(packaging, place))) {
        return;
    }
    const struct extension *extension = &extension_table[family];
    bool is_root = family == FAMILY_SPRINGBONE || family == FAMILY_ANIMATION;
    bool taken = is_root && packaging->in_place[family] > 0;
    struct finding *finding =
        report_english(packaging->check->findings, rules[family].wrong_location, place->pointer,
                       "%s carries %s, but apps look for it only %s, so that %s: %s", carrier(packaging, place),
                       extension->name, extension->where, rules[family].unread,
                       taken ? "the file has one there already, so merge the two or delete this one" : "put it there");
    if (family == FAMILY_SPRINGBONE && !taken) {
        finding_fix(finding, VRMLINT_FIX_UNSAFE);
    }
}

static void report_misnamed(const struct packaging *packaging, const struct extension_place *place, enum family family)
{
    const struct extension *extension = &extension_table[family];
    struct arena *arena = packaging->check->arena;
    size_t length = strlen(place->pointer) - strlen(place->name);
    const char *renamed = arena_printf(arena, "%.*s%s", (int)length, place->pointer, extension->name);
    bool in_place = extension_place_is_right(family, renamed);
    struct finding *finding =
        report_english(packaging->check->findings, rules[family].misnamed, place->pointer,
                       "%s carries an extension %s, which no app knows, so that %s: rename it to %s%s%s",
                       carrier(packaging, place), name_quote(arena, place->name), rules[family].unread, extension->name,
                       in_place ? "" : " and move it to where it belongs, ", in_place ? "" : extension->where);
    /* of constraints several kinds of drafts went by other names, so that a look is needed */
    if (in_place && family != FAMILY_CONSTRAINT && extension_same_but_case(place->name, extension->name)) {
        finding_fix(finding, VRMLINT_FIX_SAFE);
    }
}

static void count_places(struct packaging *packaging)
{
    const struct document *document = packaging->document;
    for (size_t i = 0; i < document->extension_count; i++) {
        const struct extension_place *place = &document->extensions[i];
        enum family family = extension_by_name(place->name);
        if (family != FAMILY_COUNT) {
            bool right = extension_place_is_right(family, place->pointer);
            (right ? packaging->in_place : packaging->astray)[family]++;
        } else if ((family = extension_misspelt(place->name)) != FAMILY_COUNT) {
            packaging->misnamed[family]++;
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
        enum family family = extension_by_name(place->name);
        if (family != FAMILY_COUNT) {
            if (!extension_place_is_right(family, place->pointer) && !is_in_stray(place->pointer)) {
                report_stray(packaging, place, family);
            }
        } else if ((family = extension_misspelt(place->name)) != FAMILY_COUNT && !is_in_stray(place->pointer)) {
            report_misnamed(packaging, place, family);
        }
    }
}

static const char *entry(const struct packaging *packaging, const char *list, size_t index)
{
    return pointer_index(packaging->check->arena, list, index);
}

static void check_declared(const struct packaging *packaging, enum family family)
{
    const struct listing *used = &packaging->used;
    const char *name = extension_table[family].name;
    struct findings *findings = packaging->check->findings;
    if (packaging->in_place[family] == 0 || used->at[family] != SIZE_MAX) {
        return;
    }
    if (used->json == NULL) {
        report_english(findings, rules[family].not_declared, "",
                       "The file has %s, but no extensionsUsed: add extensionsUsed and list %s there", name, name);
    } else if (tree_is_array(used->json) && used->misspelt[family] != NULL) {
        report_english(findings, rules[family].not_declared, "/extensionsUsed",
                       "The file has %s, but extensionsUsed lists it as %s; %s: correct the name to %s", name,
                       name_quote(packaging->check->arena, used->misspelt[family]), rules[family].undeclared, name);
    } else if (tree_is_array(used->json)) {
        report_english(findings, rules[family].not_declared, "/extensionsUsed",
                       "The file has %s, but extensionsUsed doesn't list it; %s: add %s to extensionsUsed", name,
                       rules[family].undeclared, name);
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

static void check_listed(const struct packaging *packaging, enum family family)
{
    const char *name = extension_table[family].name;
    struct findings *findings = packaging->check->findings;
    size_t used = packaging->used.at[family];
    size_t required = packaging->required.at[family];
    if (packaging->in_place[family] > 0) {
        if (required != SIZE_MAX) {
            report_english(
                findings, rules[family].listed_as_required, entry(packaging, "/extensionsRequired", required),
                "extensionsRequired lists %s, so that viewers without it refuse the whole file: remove it there and "
                "leave it in extensionsUsed",
                name);
        }
    } else if (packaging->astray[family] + packaging->misnamed[family] > 0) {
        return; /* it is there, and what is wrong with it has been said */
    } else if ((required != SIZE_MAX || used != SIZE_MAX) && extension_may_be_hidden(packaging->document, family)) {
        return; /* what is wrong where it should be has been said */
    } else if (required != SIZE_MAX) {
        report_english(
            findings, rules[family].required_but_absent, entry(packaging, "/extensionsRequired", required),
            "extensionsRequired lists %s, which isn't in the file, so that viewers without it refuse the file for "
            "nothing: remove the name from extensionsRequired%s",
            name, used == SIZE_MAX ? "" : " and extensionsUsed");
    } else if (used != SIZE_MAX && !(family == FAMILY_ANIMATION && is_named_vrma(packaging))) {
        report_english(
            findings, rules[family].declared_but_absent, entry(packaging, "/extensionsUsed", used),
            "extensionsUsed lists %s, but the file has no %s: export it again if there should be some, or remove "
            "the name",
            name, extension_table[family].what);
    }
}

/* Springs of both generations, or of none. */
static void check_springs(const struct packaging *packaging)
{
    const char *pointer = extension_table[FAMILY_SPRINGBONE].place;
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
    const char *old_pointer = extension_table[FAMILY_VRM0].place;
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
    if (packaging->in_place[FAMILY_LIMIT] == 0) {
        return;
    }
    struct extension_cursor cursor = extension_cursor(packaging->document, FAMILY_LIMIT);
    struct finding *finding = NULL;
    for (size_t i = 0; extension_next(&cursor) && i < FINDING_LIST_MAX; i++) {
        const char *pointer = arena_copy(packaging->check->arena, cursor.pointer, strlen(cursor.pointer));
        if (i == 0) {
            finding = report_english(
                packaging->check->findings, RULE_LIMIT_DRAFT_EXTENSION, pointer,
                "%zu %s by VRMC_springBone_limit, a draft that few apps know: look at the avatar without "
                "limits too",
                packaging->in_place[FAMILY_LIMIT],
                packaging->in_place[FAMILY_LIMIT] == 1 ? "joint is limited" : "joints are limited");
            finding_measure(finding, "limits", (double)packaging->in_place[FAMILY_LIMIT]);
        } else {
            finding_relate_english(finding, pointer, "another limit");
        }
    }
}

static void check_animation(const struct packaging *packaging)
{
    struct findings *findings = packaging->check->findings;
    bool present = packaging->in_place[FAMILY_ANIMATION] > 0;
    /* a misspelt name is only a warning, but that nothing plays is more than that: then both are said */
    if (!present && is_named_vrma(packaging) && packaging->astray[FAMILY_ANIMATION] == 0) {
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
            report_english(findings, RULE_ANIMATION_WITH_VRM, extension_table[FAMILY_ANIMATION].place,
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
    for (enum family family = 0; family < FAMILY_VRM0; family++) {
        check_declared(&packaging, family);
        check_listed(&packaging, family);
    }
    check_springs(&packaging);
    check_draft(&packaging);
    check_animation(&packaging);
    packaging_versions(check);
}
