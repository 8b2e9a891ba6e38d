#include "checks/mapping.h"

/* Whether the node of a bone is a descendant of the node of its parent; true if either isn't judged. */
static bool bone_is_below(const struct mapping *mapping, size_t node, size_t above)
{
    return node == SCENE_NONE || above == SCENE_NONE || scene_is_above(mapping->scene, above, node);
}

/* Two bones that are exchanged on trial. */
struct swap {
    size_t one;
    size_t other;
};

static size_t node_of(const struct mapping *mapping, const struct swap *swap, size_t bone)
{
    return mapping->nodes[bone == swap->one ? swap->other : bone == swap->other ? swap->one : bone];
}

static bool is_of(const struct swap *swap, size_t bone)
{
    return bone == swap->one || bone == swap->other;
}

/* Whether left and right are on the correct sides after the exchange; true if the two bones aren't counterparts. */
static bool keeps_sides(const struct mapping *mapping, const struct swap *swap)
{
    bool are_sides = bone_mirrored(swap->one) == swap->other && swap->one != swap->other;
    double left = scene_position(mapping->scene, node_of(mapping, swap, swap->one)).x;
    double right = scene_position(mapping->scene, node_of(mapping, swap, swap->other)).x;
    return !are_sides || (mapping->faces_back ? left < right : left > right);
}

/* Whether exchanging two bones fixes everything that is wrong with them and their children, and that is more than one
 * bone. */
static bool swap_fixes(const struct mapping *mapping, const struct swap *swap)
{
    size_t wrong = 0;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t parent = mapping->parents[bone];
        if (parent == BONE_COUNT || !(is_of(swap, bone) || is_of(swap, parent))) {
            continue;
        }
        if (!bone_is_below(mapping, node_of(mapping, swap, bone), node_of(mapping, swap, parent))) {
            return false;
        }
        wrong += mapping->misplaced[bone].is;
    }
    return wrong > 1 && keeps_sides(mapping, swap);
}

/* Records the exchange as the cause for all misplaced bones that either bone affects. */
static void record_swap(struct mapping *mapping, const struct swap *swap)
{
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (mapping->misplaced[bone].is && (is_of(swap, bone) || is_of(swap, mapping->parents[bone]))) {
            mapping->misplaced[bone].culprit = swap->one;
            mapping->misplaced[bone].other = swap->other;
        }
    }
}

static bool find_exchanged(struct mapping *mapping, size_t bone)
{
    for (size_t with = 0; with < BONE_COUNT; with++) {
        struct swap swap = with < bone ? (struct swap){with, bone} : (struct swap){bone, with};
        if (mapping->nodes[with] != SCENE_NONE && with != bone && swap_fixes(mapping, &swap)) {
            record_swap(mapping, &swap);
            return true;
        }
    }
    return false;
}

/* Returns the bone that causes a misplaced one. A bone whose parent is misplaced but which is below that parent's
 * parent is itself correct. */
static size_t culprit_of(const struct mapping *mapping, size_t bone)
{
    size_t parent = mapping->parents[bone];
    if (!mapping->misplaced[parent].is) {
        return parent;
    }
    size_t above = mapping->parents[parent];
    return bone_is_below(mapping, mapping->nodes[bone], mapping->nodes[above]) ? above : parent;
}

void mapping_judge(struct mapping *mapping)
{
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t parent = mapping->parents[bone];
        bool is = parent != BONE_COUNT && !bone_is_below(mapping, mapping->nodes[bone], mapping->nodes[parent]);
        mapping->misplaced[bone] = (struct misplaced){.is = is, .other = BONE_COUNT};
    }
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        struct misplaced *misplaced = &mapping->misplaced[bone];
        if (misplaced->is && misplaced->other == BONE_COUNT && !find_exchanged(mapping, bone) &&
            !find_exchanged(mapping, mapping->parents[bone])) {
            misplaced->culprit = culprit_of(mapping, bone);
        }
    }
}

bool mapping_is_reversed(const struct mapping *mapping, size_t bone)
{
    const struct misplaced *misplaced = &mapping->misplaced[bone];
    size_t parent = mapping->parents[bone];
    bool with_others = misplaced->other != BONE_COUNT && !(is_of(&(struct swap){bone, parent}, misplaced->culprit) &&
                                                           is_of(&(struct swap){bone, parent}, misplaced->other));
    return !with_others && scene_is_above(mapping->scene, mapping->nodes[bone], mapping->nodes[parent]);
}
