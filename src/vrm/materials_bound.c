/* Finds the colours of materials that expressions of VRM 1.0 and 0.x and animations of KHR_animation_pointer change. */
#include <string.h>

#include "base/sort.h"
#include "vrm/materials_parts.h"

static const struct {
    const char *type; /* materialColorBinds of VRMC_vrm 1.0 */
    const char *key;  /* propertyName of VRM 0.x: this, or a name that begins with it */
    unsigned bit;
} colors[] = {
    {"color", "_Color", BOUND_COLOR},           {"emissionColor", "_EmissionColor", BOUND_EMISSION},
    {"shadeColor", "_ShadeColor", BOUND_SHADE}, {"matcapColor", NULL, BOUND_MATCAP},
    {"rimColor", "_RimColor", BOUND_RIM},       {"outlineColor", "_OutlineColor", BOUND_OUTLINE},
};

enum { COLORS = sizeof colors / sizeof *colors, ALL_BITS = 63 };

/* ---- VRM 1.0 ---- */

static void read_binds(struct materials *materials, const struct tree *expressions)
{
    for (void *at = tree_first(expressions); at != NULL; at = tree_next(expressions, at)) {
        const struct tree *binds = tree_get(tree_value(at), "materialColorBinds");
        for (size_t i = 0; tree_is_array(binds) && i < tree_count(binds); i++) {
            const char *type = tree_text(tree_get(tree_at(binds, i), "type"), NULL);
            size_t material;
            if (type == NULL || !tree_index(tree_get(tree_at(binds, i), "material"), materials->count, &material)) {
                continue;
            }
            for (size_t k = 0; k < COLORS; k++) {
                materials->items[material].bound |= strcmp(type, colors[k].type) == 0 ? colors[k].bit : 0;
            }
        }
    }
}

/* ---- animations ---- */

static bool has_name(const struct document *document, const char *name)
{
    for (size_t i = 0; i < document->name_count; i++) {
        if (strcmp(document->names[i], name) == 0) {
            return true;
        }
    }
    return false;
}

static void read_pointers(struct materials *materials, struct document *document)
{
    const struct tree *animations = document_tree(document, "/animations");
    for (size_t a = 0; tree_is_array(animations) && a < tree_count(animations); a++) {
        const struct tree *channels = tree_get(tree_at(animations, a), "channels");
        for (size_t c = 0; tree_is_array(channels) && c < tree_count(channels); c++) {
            const struct tree *target = tree_get(tree_at(channels, c), "target");
            const char *pointer = tree_text(tree_get(tree_extension(target, "KHR_animation_pointer"), "pointer"), NULL);
            struct place place = place_at(pointer == NULL ? "" : pointer);
            if (place.kind == PLACE_MATERIAL && place.member != NULL && place.index[0] < materials->count) {
                materials->items[place.index[0]].bound |= ALL_BITS;
            }
        }
    }
}

/* ---- VRM 0.x ---- */

struct named {
    const char *name;
    size_t index; /* of a material, or the count of materials plus the index of an entry of materialProperties */
};

static int compare_named(const void *left, const void *right)
{
    return strcmp(((const struct named *)left)->name, ((const struct named *)right)->name);
}

static unsigned bit_of(const char *property)
{
    for (size_t i = 0; i < COLORS; i++) {
        if (colors[i].key != NULL && strncmp(property, colors[i].key, strlen(colors[i].key)) == 0) {
            return colors[i].bit;
        }
    }
    return 0;
}

static void bind_named(struct materials *materials, const struct named *named, size_t count, const char *name,
                       unsigned bit)
{
    size_t at = 0;
    SORT_SEARCH(at, 0, count, strcmp(named[at].name, name) < 0);
    for (; at < count && strcmp(named[at].name, name) == 0; at++) {
        size_t index = named[at].index;
        unsigned *bound = index < materials->count ? &materials->items[index].bound
                                                   : &materials->olds[index - materials->count].bound;
        if ((*bound & bit) == bit) {
            break; /* all materials of a name get the same bits */
        }
        *bound |= bit;
    }
}

static void read_values(struct materials *materials, const struct tree *groups, const struct named *named, size_t count)
{
    for (size_t g = 0; tree_is_array(groups) && g < tree_count(groups); g++) {
        const struct tree *values = tree_get(tree_at(groups, g), "materialValues");
        for (size_t i = 0; tree_is_array(values) && i < tree_count(values); i++) {
            const char *name = tree_text(tree_get(tree_at(values, i), "materialName"), NULL);
            const char *property = tree_text(tree_get(tree_at(values, i), "propertyName"), NULL);
            if (name != NULL && property != NULL && bit_of(property) != 0) {
                bind_named(materials, named, count, name, bit_of(property));
            }
        }
    }
}

static void read_groups(struct materials *materials, struct document *document)
{
    const struct tree *groups =
        tree_get(document_tree(document, "/extensions/VRM/blendShapeMaster"), "blendShapeGroups");
    if (groups == NULL) {
        return;
    }
    struct arena *room = arena_open(document->arena);
    struct named *named = arena_array(room, materials->count + materials->old_count, sizeof *named);
    size_t count = 0;
    for (size_t i = 0; i < materials->count; i++) {
        if (materials->items[i].name != NULL) {
            named[count++] = (struct named){materials->items[i].name, i};
        }
    }
    for (size_t i = 0; i < materials->old_count; i++) {
        if (materials->olds[i].name != NULL) {
            named[count++] = (struct named){materials->olds[i].name, materials->count + i};
        }
    }
    sort_array(room, named, count, sizeof *named, compare_named);
    read_values(materials, groups, named, count);
    arena_close(room);
    /* apps search for both names, so what one of a pair has holds for both */
    for (size_t i = 0; i < materials->count && i < materials->old_count; i++) {
        materials->items[i].bound |= materials->olds[i].bound;
        materials->olds[i].bound = materials->items[i].bound;
    }
}

void materials_read_bound(struct materials *materials, struct document *document)
{
    const struct tree *expressions = document_tree(document, "/extensions/VRMC_vrm/expressions");
    read_binds(materials, tree_get(expressions, "preset"));
    read_binds(materials, tree_get(expressions, "custom"));
    if (has_name(document, "KHR_animation_pointer")) {
        read_pointers(materials, document);
    }
    read_groups(materials, document);
}
