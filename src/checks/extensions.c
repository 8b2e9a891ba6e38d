#include "checks/extensions.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/pointer.h"
#include "checks/checks.h"

static const struct extension_version springbone_versions[] = {
    {"1.0", VERSION_RELEASED, "VRMC_springBone-1.0"},
    {"1.0-beta", VERSION_PRERELEASE, "VRMC_springBone-1.0-beta"},
};

static const struct extension_version collider_versions[] = {
    {"1.0", VERSION_RELEASED, "VRMC_springBone_extended_collider-1.0"},
};

/* The draft is all there is, so that it doesn't count as something that 1.0 came after. */
static const struct extension_version limit_versions[] = {
    {"1.0-draft", VERSION_RELEASED, "VRMC_springBone_limit-1.0-draft"},
};

static const struct extension_version constraint_versions[] = {
    {"1.0", VERSION_RELEASED, "VRMC_node_constraint-1.0"},
    {"1.0-beta", VERSION_PRERELEASE, "VRMC_node_constraint-1.0-beta"},
    {"1.0-draft", VERSION_PRERELEASE, "VRMC_node_constraint-1.0-draft-DE"},
};

static const struct extension_version animation_versions[] = {
    {"1.0", VERSION_RELEASED, "VRMC_vrm_animation-1.0"},
    {"1.0-draft", VERSION_PRERELEASE, "VRMC_vrm_animation-1.0-draft"},
};

/* No text: VRM 0.x has one layout, whatever its specVersion says. */
static const struct extension_version vrm0_versions[] = {
    {"", VERSION_RELEASED, "VRM-0.x-secondaryAnimation"},
};

#define VERSIONS(list) (list), sizeof(list) / sizeof(list)[0]

const struct extension extension_table[FAMILY_COUNT] = {
    [FAMILY_SPRINGBONE] = {"VRMC_springBone", "/extensions/VRMC_springBone", "in extensions at the root of the file",
                           "spring bones", VERSIONS(springbone_versions)},
    [FAMILY_COLLIDER] = {"VRMC_springBone_extended_collider",
                         "/extensions/VRMC_springBone/colliders/#/extensions/VRMC_springBone_extended_collider",
                         "in extensions of a collider of VRMC_springBone", "extended collider",
                         VERSIONS(collider_versions)},
    [FAMILY_LIMIT] = {"VRMC_springBone_limit",
                      "/extensions/VRMC_springBone/springs/#/joints/#/extensions/VRMC_springBone_limit",
                      "in extensions of a spring's joint", "limit", VERSIONS(limit_versions)},
    [FAMILY_CONSTRAINT] = {"VRMC_node_constraint", "/nodes/#/extensions/VRMC_node_constraint",
                           "in extensions of the node that it moves", "constraint", VERSIONS(constraint_versions)},
    [FAMILY_ANIMATION] = {"VRMC_vrm_animation", "/extensions/VRMC_vrm_animation",
                          "in extensions at the root of the file", "VRM animation", VERSIONS(animation_versions)},
    [FAMILY_VRM0] = {"VRM", "/extensions/VRM/secondaryAnimation", "in VRM, in extensions at the root of the file",
                     "spring bones of VRM 0.x", VERSIONS(vrm0_versions)},
};

enum family extension_by_name(const char *name)
{
    for (enum family family = 0; family < FAMILY_VRM0; family++) {
        if (strcmp(name, extension_table[family].name) == 0) {
            return family;
        }
    }
    return FAMILY_COUNT;
}

bool extension_same_but_case(const char *a, const char *b)
{
    while (*a != '\0' && ascii_lower(*a) == ascii_lower(*b)) {
        a++;
        b++;
    }
    return *a == *b;
}

enum { PLAIN_MAX = 64 /* longer than any of our names */ };

/* What is left of a name when nothing counts that people get wrong; false for names that are too long to be meant. */
static bool plain(const char *name, char *out)
{
    size_t length = 0;
    for (; *name != '\0'; name++) {
        if (*name != '_' && *name != '-' && *name != ' ') {
            if (length + 2 >= PLAIN_MAX) {
                return false;
            }
            out[length++] = ascii_lower(*name);
        }
    }
    out[length] = '\0';
    if (strncmp(out, "vmrc", 4) == 0 || strncmp(out, "vrcm", 4) == 0) {
        memcpy(out, "vrmc", 4);
    } else if (length > 3 && strncmp(out, "vrm", 3) == 0 && out[3] != 'c') {
        memmove(out + 4, out + 3, length - 3 + 1);
        out[3] = 'c';
        length++;
    }
    if (length > 0 && out[length - 1] == 's') {
        out[length - 1] = '\0';
    }
    return true;
}

enum family extension_misspelt(const char *name)
{
    static const struct {
        const char *plain;
        enum family family;
    } others[] = {
        {"vrmcconstraint", FAMILY_CONSTRAINT},       {"vrmcanimation", FAMILY_ANIMATION},
        {"vrmcextendedcollider", FAMILY_COLLIDER},   {"vrmcspringboneextended", FAMILY_COLLIDER},
        {"vrmcspringbonecollider", FAMILY_COLLIDER}, {"vrmcspringbonejointlimit", FAMILY_LIMIT},
    };
    char is[PLAIN_MAX];
    if (extension_by_name(name) != FAMILY_COUNT || !plain(name, is)) {
        return FAMILY_COUNT;
    }
    for (enum family family = 0; family < FAMILY_VRM0; family++) {
        char right[PLAIN_MAX];
        if (plain(extension_table[family].name, right) && strcmp(is, right) == 0) {
            return family;
        }
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (strcmp(is, others[i].plain) == 0) {
            return others[i].family;
        }
    }
    return FAMILY_COUNT;
}

bool extension_place_is_right(enum family family, const char *pointer)
{
    size_t indices[4];
    const char *rest;
    return pointer_match(pointer, extension_table[family].place, indices, &rest) && *rest == '\0';
}

const struct extension_version *extension_version(enum family family, const json_t *spec_version)
{
    const struct extension *extension = &extension_table[family];
    size_t length;
    const char *text = tree_text(spec_version, &length);
    for (size_t i = 0; text != NULL && i < extension->version_count; i++) {
        const char *known = extension->versions[i].text;
        if (strlen(known) == length && memcmp(known, text, length) == 0) {
            return &extension->versions[i];
        }
    }
    return NULL;
}

/* The layout of January 2022 can't be told from that of 2021, and fits into its schema. */
static const char *draft_constraint_schema(const json_t *instance)
{
    switch (constraint_layout(instance)) {
    case LAYOUT_1_0:
    case LAYOUT_DRAFT_D:
        return "VRMC_node_constraint-1.0-draft-DE";
    case LAYOUT_DRAFT_C:
        return "VRMC_node_constraint-1.0-draft-C";
    case LAYOUT_DRAFT_A:
    case LAYOUT_DRAFT_B:
        break;
    }
    return "VRMC_node_constraint-1.0-draft-A";
}

const char *extension_schema(enum family family, const json_t *instance)
{
    const struct extension *extension = &extension_table[family];
    const struct extension_version *version = extension_version(family, tree_get(instance, "specVersion"));
    if (family == FAMILY_VRM0 || version == NULL) {
        return extension->versions[0].schema;
    }
    bool several = family == FAMILY_CONSTRAINT && strcmp(version->text, "1.0-draft") == 0;
    return several ? draft_constraint_schema(instance) : version->schema;
}

struct extension_cursor extension_cursor(struct document *document, enum family family)
{
    static const char *const lists[FAMILY_COUNT] = {
        [FAMILY_SPRINGBONE] = "/extensions/VRMC_springBone",   [FAMILY_COLLIDER] = "/extensions/VRMC_springBone",
        [FAMILY_LIMIT] = "/extensions/VRMC_springBone",        [FAMILY_CONSTRAINT] = "/nodes",
        [FAMILY_ANIMATION] = "/extensions/VRMC_vrm_animation", [FAMILY_VRM0] = "/extensions/VRM/secondaryAnimation",
    };
    struct extension_cursor cursor = {.family = family, .list = document_tree(document, lists[family])};
    if (family == FAMILY_COLLIDER) {
        cursor.list = tree_get(cursor.list, "colliders");
    } else if (family == FAMILY_LIMIT) {
        cursor.list = tree_get(cursor.list, "springs");
    }
    return cursor;
}

static const json_t *carried(const json_t *owner, enum family family)
{
    return tree_extension(owner, extension_table[family].name);
}

/* The only instance, where it is. */
static bool next_root(struct extension_cursor *cursor)
{
    cursor->value = cursor->outer++ == 0 ? cursor->list : NULL;
    snprintf(cursor->pointer, sizeof cursor->pointer, "%s", extension_table[cursor->family].place);
    return cursor->value != NULL;
}

/* The next element of the list that carries one. */
static bool next_element(struct extension_cursor *cursor, const char *list)
{
    size_t count = tree_is_array(cursor->list) ? tree_count(cursor->list) : 0;
    while (cursor->outer < count) {
        size_t at = cursor->outer++;
        cursor->value = carried(tree_at(cursor->list, at), cursor->family);
        if (cursor->value != NULL) {
            snprintf(cursor->pointer, sizeof cursor->pointer, "%s/%zu/extensions/%s", list, at,
                     extension_table[cursor->family].name);
            return true;
        }
    }
    return false;
}

static bool next_limit(struct extension_cursor *cursor)
{
    size_t count = tree_is_array(cursor->list) ? tree_count(cursor->list) : 0;
    for (; cursor->outer < count; cursor->outer++, cursor->inner = 0) {
        const json_t *joints = tree_get(tree_at(cursor->list, cursor->outer), "joints");
        size_t joint_count = tree_is_array(joints) ? tree_count(joints) : 0;
        while (cursor->inner < joint_count) {
            size_t at = cursor->inner++;
            cursor->value = carried(tree_at(joints, at), cursor->family);
            if (cursor->value != NULL) {
                snprintf(cursor->pointer, sizeof cursor->pointer,
                         SPRINGS_POINTER "/springs/%zu/joints/%zu/extensions/%s", cursor->outer, at,
                         extension_table[cursor->family].name);
                return true;
            }
        }
    }
    return false;
}

bool extension_next(struct extension_cursor *cursor)
{
    switch (cursor->family) {
    case FAMILY_COLLIDER:
        return next_element(cursor, SPRINGS_POINTER "/colliders");
    case FAMILY_CONSTRAINT:
        return next_element(cursor, "/nodes");
    case FAMILY_LIMIT:
        return next_limit(cursor);
    case FAMILY_SPRINGBONE:
    case FAMILY_ANIMATION:
    case FAMILY_VRM0:
    case FAMILY_COUNT:
        break;
    }
    return next_root(cursor);
}

/* ---- what can't be read ---- */

static bool is_unlike(const json_t *value, bool like(const json_t *value))
{
    return value != NULL && !like(value);
}

/* Whether a list, one of its elements or what extends these has a wrong type. */
static bool hides(const json_t *list)
{
    bool unlike = is_unlike(list, tree_is_array);
    for (size_t i = 0; !unlike && i < tree_count(list); i++) {
        const json_t *element = tree_at(list, i);
        unlike = !tree_is_object(element) || is_unlike(tree_get(element, "extensions"), tree_is_object);
    }
    return unlike;
}

/* The same of the joints of all springs. */
static bool joints_hide(const json_t *springs)
{
    bool unlike = is_unlike(springs, tree_is_array);
    for (size_t i = 0; !unlike && i < tree_count(springs); i++) {
        const json_t *spring = tree_at(springs, i);
        unlike = !tree_is_object(spring) || hides(tree_get(spring, "joints"));
    }
    return unlike;
}

bool extension_may_be_hidden(struct document *document, enum family family)
{
    const json_t *springs = document_tree(document, extension_table[FAMILY_SPRINGBONE].place);
    bool in_springs = family == FAMILY_COLLIDER || family == FAMILY_LIMIT;
    if (family == FAMILY_CONSTRAINT) {
        return hides(document_tree(document, "/nodes"));
    }
    if (document_has(document, "extensions") && !document_has_object(document, "extensions")) {
        return true;
    }
    return in_springs && (is_unlike(springs, tree_is_object) ||
                          (family == FAMILY_COLLIDER ? hides(tree_get(springs, "colliders"))
                                                     : joints_hide(tree_get(springs, "springs"))));
}
