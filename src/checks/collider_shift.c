#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/text.h"
#include "checks/collider_shift.h"
#include "checks/from_one.h"
#include "gltf/json.h"
#include "vrm/springs.h"

enum {
    SHIFT_MOST = 16,  /* colliders on one root; more would have another reason */
    NAME_MOST = 64,   /* bytes of a name that are compared */
    NAME_LEAST = 3,   /* shorter names fit by chance */
    LEAST_FITTING = 2 /* groups whose names fit only after the shift, if no index is beyond the end */
};

/* Whether a generator is UniVRM 0.124 to 0.131, which write such files. */
static bool shifts_colliders(const char *generator)
{
    static const char begins[] = "UniVRM-0.";
    if (generator == NULL || !text_begins(generator, begins)) {
        return false;
    }
    unsigned long minor = strtoul(generator + strlen(begins), NULL, 10);
    return minor >= 124 && minor <= 131;
}

/* ---- names ---- */

/* Copies the letters and digits of a name in lower case; returns their number. */
static size_t simplify(const char *name, char out[NAME_MOST + 1])
{
    size_t length = 0;
    for (; name != NULL && *name != '\0' && length < NAME_MOST; name++) {
        if (ascii_is_letter(*name) || ascii_is_digit(*name) || (unsigned char)*name > 0x7F) {
            out[length++] = ascii_lower(*name);
        }
    }
    out[length] = '\0';
    return length;
}

/* Whether the name of a group fits a node: one contains the other ("head", "J_Bip_C_Head"). */
static bool name_fits(const char *group, const char *node)
{
    char a[NAME_MOST + 1];
    char b[NAME_MOST + 1];
    return simplify(group, a) >= NAME_LEAST && simplify(node, b) >= NAME_LEAST &&
           (strstr(a, b) != NULL || strstr(b, a) != NULL);
}

/* Whether one of the colliders of a group is on a node that fits its name, if all indices are lowered. */
static bool group_fits(const struct tree *colliders, const struct tree *nodes, const struct tree *group, size_t by)
{
    const char *name = tree_text(tree_get(group, "name"), NULL);
    const struct tree *list = tree_get(group, "colliders");
    for (size_t i = 0; name != NULL && i < tree_length(list); i++) {
        size_t index;
        size_t node;
        if (tree_index(tree_at(list, i), tree_length(colliders) + by, &index) && index >= by &&
            tree_index(tree_get(tree_at(colliders, index - by), "node"), tree_length(nodes), &node) &&
            name_fits(name, tree_text(tree_get(tree_at(nodes, node), "name"), NULL))) {
            return true;
        }
    }
    return false;
}

/* Returns how many groups fit their names after a shift, or 0 if one fits as it is. */
static size_t count_fitting(struct document *document, const struct tree *colliders, const struct tree *groups,
                            size_t by)
{
    const struct tree *nodes = document_tree(document, "/nodes");
    size_t count = 0;
    for (size_t g = 0; g < tree_length(groups); g++) {
        if (group_fits(colliders, nodes, tree_at(groups, g), 0)) {
            return 0;
        }
        count += group_fits(colliders, nodes, tree_at(groups, g), by);
    }
    return count;
}

/* ---- indices ---- */

/* The indices of all groups. */
struct indices {
    struct from_one from_one;
    size_t least;
    size_t beyond;         /* one more than the largest */
    bool used[SHIFT_MOST]; /* those that follow the last collider */
    bool valid;            /* all are indices, and none is farther beyond the end */
};

static struct indices read_indices(const struct tree *groups, size_t count)
{
    struct indices indices = {.least = count, .valid = true};
    for (size_t g = 0; g < tree_length(groups); g++) {
        const struct tree *list = tree_get(tree_at(groups, g), "colliders");
        for (size_t i = 0; i < tree_length(list); i++) {
            size_t index;
            if (!tree_index(tree_at(list, i), count + SHIFT_MOST, &index)) {
                indices.valid = false;
                return indices;
            }
            from_one_add(&indices.from_one, (double)index, count);
            indices.least = index < indices.least ? index : indices.least;
            indices.beyond = index >= indices.beyond ? index + 1 : indices.beyond;
            if (index >= count) {
                indices.used[index - count] = true;
            }
        }
    }
    return indices;
}

/* Returns how many elements the groups expect beyond the end; 0 if they don't refer to each of these. */
static size_t missing_at_end(const struct indices *indices, size_t count)
{
    size_t by = indices->beyond > count ? indices->beyond - count : 0;
    for (size_t i = 0; i < by; i++) {
        if (!indices->used[i]) {
            return 0;
        }
    }
    return by;
}

struct collider_shift collider_shift_read(struct document *document)
{
    const struct tree *extension = document_tree(document, SPRINGS_POINTER);
    const struct tree *colliders = tree_get(extension, "colliders");
    const struct tree *groups = tree_get(extension, "colliderGroups");
    const size_t count = tree_length(colliders);
    const struct indices indices = read_indices(groups, count);
    struct collider_shift shift = {.by = indices.valid && count > 0 ? missing_at_end(&indices, count) : 0};
    if (!indices.valid || count == 0 || (indices.beyond > count && shift.by == 0)) {
        return (struct collider_shift){0};
    }
    const char *generator = tree_text(tree_get(document_tree(document, "/asset"), "generator"), NULL);
    shift.exporter = shifts_colliders(generator) ? generator : NULL;
    bool sure =
        shift.by > 0 && (shift.exporter != NULL || from_one_is(&indices.from_one) ||
                         (indices.least >= shift.by && count_fitting(document, colliders, groups, shift.by) > 0));
    if (shift.by == 0 && shift.exporter != NULL) { /* the groups don't use the last collider */
        shift.by = 1;
        shift.inside = true;
        sure = count_fitting(document, colliders, groups, shift.by) >= LEAST_FITTING;
    }
    shift.lost = indices.least < shift.by;
    return sure ? shift : (struct collider_shift){0};
}
