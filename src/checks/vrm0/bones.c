/*
 * VRM 0.x: the humanoid's entries, and the nodes that they lead to, in the order of the table of bones.
 */
#include <string.h>

#include "base/nearest.h"
#include "base/sort.h"
#include "checks/mapping.h"
#include "checks/mends.h"
#include "checks/vrm0/avatar.h"
#include "ids/messages_vrm0_avatar.h"

struct skeleton {
    struct check *check;
    const struct scene *scene;
    const struct vrm0_avatar *vrm0;
    bool shared[BONE_COUNT];  /* its node is another bone's too */
    size_t count;             /* nodes of the scene with a name */
    struct named_node *named; /* these, side by side where they have one name */
};

/* ---- entries ---- */

/* Entries whose bone isn't known, any of which may be meant to be one that is missing; at most as many as there are
 * bones. */
struct strangers {
    size_t count;
    size_t entries[BONE_COUNT];
    size_t meant[BONE_COUNT]; /* the bone whose name is nearest, BONE_COUNT where none is near, or TAKEN */
};

enum { TAKEN = BONE_COUNT + 1 };

static size_t bone_meant(const char *name)
{
    struct nearest nearest = nearest_to(name, strlen(name));
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        nearest_offer(&nearest, vrm0_bone_name(bone));
    }
    return nearest.best.text == NULL ? BONE_COUNT : vrm0_bone_by_name(nearest.best.text);
}

static void find_strangers(const struct vrm0_avatar *vrm0, struct strangers *strangers)
{
    strangers->count = 0;
    for (size_t i = 0; i < vrm0->entry_count && strangers->count < BONE_COUNT; i++) {
        if (vrm0->entry_bone[i] == BONE_COUNT) {
            const char *name = tree_text(tree_get(tree_at(vrm0->human_bones, i), "bone"), NULL);
            strangers->entries[strangers->count] = i;
            strangers->meant[strangers->count++] = name == NULL ? BONE_COUNT : bone_meant(name);
        }
    }
}

/* Relates the entry that is meant to be a bone: the first whose name is near, or else, if any may be, of which none is.
 */
static void relate_stranger(struct finding *finding, struct strangers *strangers, size_t bone, bool any)
{
    size_t at = 0;
    while (at < strangers->count && strangers->meant[at] != bone) {
        at++;
    }
    for (size_t i = 0; any && at == strangers->count && i < strangers->count; i++) {
        at = strangers->meant[i] == BONE_COUNT ? i : at;
    }
    if (at < strangers->count) {
        strangers->meant[at] = TAKEN;
        finding_relate(finding, RELATED_VRM0_REQUIRED_BONE_MISSING__DEFAULT,
                       place_of(PLACE_VRM0_BONE, strangers->entries[at], 0, NULL), NO_ARGUMENTS);
    }
}

/* Of 0.x these are required too, but apps do without. */
static bool is_optional(size_t bone)
{
    return strcmp(bones[bone].name, "chest") == 0 || strcmp(bones[bone].name, "neck") == 0;
}

static bool is_missing(const struct vrm0_avatar *vrm0, size_t bone)
{
    return (bones[bone].required || is_optional(bone)) && vrm0->entries[bone] == SCENE_NONE;
}

static void report_missing(const struct skeleton *skeleton, size_t bone, struct strangers *strangers, bool any)
{
    bool also = is_optional(bone);
    struct finding *finding =
        report(skeleton->check->findings,
               also ? MESSAGE_VRM0_REQUIRED_BONE_MISSING__BY_THE_TEXT : MESSAGE_VRM0_REQUIRED_BONE_MISSING__DEFAULT,
               place_of(PLACE_VRM0_HUMANOID, 0, 0, "humanBones"), ARGUMENTS(TERM("bone", vrm0_bone_name(bone))));
    if (also) {
        finding_severity(finding, VRMLINT_WARNING);
    }
    relate_stranger(finding, strangers, bone, any);
}

static void check_required(const struct skeleton *skeleton)
{
    const struct vrm0_avatar *vrm0 = skeleton->vrm0;
    struct strangers strangers;
    size_t missing = 0;
    find_strangers(vrm0, &strangers);
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        missing += is_missing(vrm0, bone);
    }
    if (tree_count(vrm0->human_bones) == strangers.count) {
        struct finding *finding = report(skeleton->check->findings, MESSAGE_VRM0_REQUIRED_BONE_MISSING__ALL,
                                         place_of(PLACE_VRM0_HUMANOID, 0, 0, "humanBones"), NO_ARGUMENTS);
        relate_stranger(finding, &strangers, BONE_COUNT, true);
        return;
    }
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (is_missing(vrm0, bone)) {
            report_missing(skeleton, bone, &strangers, missing <= strangers.count);
        }
    }
}

static void check_repeats(const struct skeleton *skeleton)
{
    const struct vrm0_avatar *vrm0 = skeleton->vrm0;
    for (size_t i = 0; i < vrm0->entry_count; i++) {
        size_t bone = vrm0->entry_bone[i];
        if (bone == BONE_COUNT || vrm0->entries[bone] == i) {
            continue;
        }
        struct finding *finding = report(
            skeleton->check->findings, MESSAGE_VRM0_BONE_DUPLICATE__DEFAULT, place_of(PLACE_VRM0_BONE, i, 0, "bone"),
            ARGUMENTS(TERM("bone", vrm0_bone_name(bone)), COUNT("first", vrm0->entries[bone]), COUNT("second", i)));
        finding_relate(finding, RELATED_VRM0_BONE_DUPLICATE__FIRST,
                       place_of(PLACE_VRM0_BONE, vrm0->entries[bone], 0, "bone"), NO_ARGUMENTS);
    }
}

/* ---- nodes ---- */

static void check_shared(struct skeleton *skeleton)
{
    struct check *check = skeleton->check;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t node = skeleton->vrm0->nodes[bone];
        size_t first = 0;
        while (first < bone && (node == SCENE_NONE || skeleton->vrm0->nodes[first] != node)) {
            first++;
        }
        if (first == bone) {
            continue;
        }
        skeleton->shared[bone] = true;
        skeleton->shared[first] = true;
        struct finding *finding =
            report(check->findings, MESSAGE_VRM0_BONE_DUPLICATE_NODE__DEFAULT, vrm0_place_bone(check, bone),
                   ARGUMENTS(TERM("first", vrm0_bone_name(first)), TERM("second", vrm0_bone_name(bone)),
                             the_node("node", check->avatar, node)));
        finding_relate(finding, RELATED_VRM0_BONE_DUPLICATE_NODE__FIRST, vrm0_place_bone(check, first), NO_ARGUMENTS);
    }
}

/* The next bone up the table that has an entry; BONE_COUNT for none. */
static size_t parent_of(const struct skeleton *skeleton, size_t bone)
{
    const char *name = bones[bone].parent;
    while (name != NULL) {
        size_t parent = bone_by_name(name);
        if (skeleton->vrm0->entries[parent] != SCENE_NONE) {
            return parent;
        }
        name = bones[parent].parent;
    }
    return BONE_COUNT;
}

static void map(const struct skeleton *skeleton, struct mapping *mapping)
{
    const size_t *nodes = skeleton->vrm0->nodes;
    *mapping = (struct mapping){.scene = skeleton->scene, .faces_back = true};
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        bool is_judged =
            nodes[bone] != SCENE_NONE && skeleton->scene->nodes[nodes[bone]].in_default && !skeleton->shared[bone];
        mapping->nodes[bone] = is_judged ? nodes[bone] : SCENE_NONE;
        mapping->parents[bone] = parent_of(skeleton, bone);
    }
    mapping_judge(mapping);
}

static void relate_bone(const struct check *check, struct finding *finding, size_t bone)
{
    finding_relate(finding, RELATED_VRM0_BONE_BAD_PARENT__DEFAULT, vrm0_place_bone(check, bone),
                   ARGUMENTS(TERM("bone", vrm0_bone_name(bone))));
}

static void check_parent(const struct skeleton *skeleton, const struct mapping *mapping, size_t bone)
{
    struct check *check = skeleton->check;
    const struct misplaced *misplaced = &mapping->misplaced[bone];
    if (!misplaced->is) {
        return;
    }
    size_t parent = mapping->parents[bone];
    struct argument child = TERM("bone", vrm0_bone_name(bone));
    struct argument node = the_node("node", check->avatar, mapping->nodes[bone]);
    struct argument carrier = TERM("parent", vrm0_bone_name(parent));
    struct argument above = the_node("above", check->avatar, mapping->nodes[parent]);
    bool exchanged = misplaced->other != BONE_COUNT;
    size_t one = exchanged ? misplaced->culprit : parent;
    size_t other = exchanged ? misplaced->other : bone;
    struct finding *finding =
        exchanged || mapping_is_reversed(mapping, bone)
            ? report(check->findings, MESSAGE_VRM0_BONE_BAD_PARENT__EXCHANGED, vrm0_place_bone(check, bone),
                     ARGUMENTS(child, node, carrier, above, TERM("one", vrm0_bone_name(one)),
                               TERM("other", vrm0_bone_name(other))))
            : report(check->findings, MESSAGE_VRM0_BONE_BAD_PARENT__DEFAULT, vrm0_place_bone(check, bone),
                     ARGUMENTS(child, node, carrier, above));
    relate_bone(check, finding, misplaced->culprit);
    if (misplaced->culprit != parent) {
        relate_bone(check, finding, parent);
    }
}

static void check_needed(const struct skeleton *skeleton, size_t bone)
{
    size_t parent = bones[bone].parent == NULL ? BONE_COUNT : bone_by_name(bones[bone].parent);
    if (bones[bone].needs_parent && skeleton->vrm0->entries[parent] == SCENE_NONE) {
        struct finding *finding = report(
            skeleton->check->findings, MESSAGE_VRM0_BONE_NEEDS_PARENT__DEFAULT, vrm0_place_bone(skeleton->check, bone),
            ARGUMENTS(TERM("bone", vrm0_bone_name(bone)), TERM("parent", vrm0_bone_name(parent))));
        if (strcmp(bones[bone].name, "upperChest") == 0) {
            finding_edit_at(finding, VRMLINT_EDIT_SET, "1/bone", "\"chest\""); /* a single bone there is that */
        } else {
            finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "1", NULL);
        }
    }
}

/* A mesh that is bound to bones ignores the transform of its own node. */
static void check_mesh(const struct skeleton *skeleton, size_t bone)
{
    struct check *check = skeleton->check;
    size_t node = skeleton->vrm0->nodes[bone];
    if (skeleton->scene->nodes[node].mesh != SCENE_NONE && skeleton->scene->nodes[node].skin != SCENE_NONE) {
        report(check->findings, MESSAGE_VRM0_BONE_IS_SKINNED_MESH__DEFAULT, vrm0_place_bone(check, bone),
               ARGUMENTS(TERM("bone", vrm0_bone_name(bone)), the_node("node", check->avatar, node)));
    }
}

static void check_outside(const struct skeleton *skeleton)
{
    struct check *check = skeleton->check;
    struct finding *finding = NULL;
    size_t count = 0;
    size_t first = BONE_COUNT;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t node = skeleton->vrm0->nodes[bone];
        if (node != SCENE_NONE && !skeleton->scene->nodes[node].in_default) {
            first = count++ == 0 ? bone : first;
        }
    }
    if (count == 0) {
        return;
    }
    struct argument node = the_node("node", check->avatar, skeleton->vrm0->nodes[first]);
    struct argument root =
        the_node("root", check->avatar, scene_topmost(skeleton->scene, skeleton->vrm0->nodes[first]));
    struct argument name = TERM("bone", vrm0_bone_name(first));
    /* what hangs below no node, though its parent among the bones is there, is missing from that one's children */
    size_t parent = parent_of(skeleton, first);
    size_t above = parent == BONE_COUNT ? SCENE_NONE : skeleton->vrm0->nodes[parent];
    above = above == SCENE_NONE || skeleton->scene->nodes[above].in_default ? above : SCENE_NONE;
    struct argument list = the_nodes_of("list", check->avatar, above);
    finding = count == 1
                  ? report(check->findings, MESSAGE_VRM0_BONE_NOT_IN_SCENE__ONE, vrm0_place_bone(check, first),
                           ARGUMENTS(name, node, root, list))
                  : report(check->findings, MESSAGE_VRM0_BONE_NOT_IN_SCENE__SEVERAL, vrm0_place_bone(check, first),
                           ARGUMENTS(name, node, root, list, COUNT("more", count - 1)));
    finding_measure(finding, "count", (double)count);
    for (size_t bone = first + 1; bone < BONE_COUNT; bone++) {
        size_t at = skeleton->vrm0->nodes[bone];
        if (at != SCENE_NONE && !skeleton->scene->nodes[at].in_default) {
            finding_relate(finding, RELATED_VRM0_BONE_NOT_IN_SCENE__DEFAULT, vrm0_place_bone(check, bone),
                           ARGUMENTS(TERM("bone", vrm0_bone_name(bone))));
        }
    }
}

/* ---- names ---- */

static void read_names(struct skeleton *skeleton)
{
    const struct scene *scene = skeleton->scene;
    skeleton->named = arena_array(skeleton->check->arena, scene->count, sizeof *skeleton->named);
    for (size_t node = 0; node < scene->count; node++) {
        if (scene->nodes[node].in_default && scene->nodes[node].name != NULL) {
            skeleton->named[skeleton->count++] = (struct named_node){scene->nodes[node].name, node};
        }
    }
    namesakes_sort(skeleton->named, skeleton->count);
}

/* Of named nodes, at to end, the one that is the first bone in the table: it keeps its name. */
static size_t first_bone(const struct skeleton *skeleton, size_t at, size_t end)
{
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t node = skeleton->vrm0->nodes[bone];
        size_t place;
        SORT_SEARCH(place, at, end, skeleton->named[place].node < node);
        if (node != SCENE_NONE && place < end && skeleton->named[place].node == node) {
            return place;
        }
    }
    return at;
}

static void check_name(const struct skeleton *skeleton, size_t bone)
{
    struct check *check = skeleton->check;
    size_t node = skeleton->vrm0->nodes[bone];
    const char *name = skeleton->scene->nodes[node].name;
    if (name == NULL || !skeleton->scene->nodes[node].in_default || skeleton->shared[bone]) {
        return;
    }
    size_t at;
    SORT_SEARCH(at, 0, skeleton->count, strcmp(skeleton->named[at].name, name) < 0);
    size_t end;
    SORT_SEARCH(end, at, skeleton->count, strcmp(skeleton->named[end].name, name) <= 0);
    if (end - at > 1) {
        struct finding *finding =
            report(check->findings, MESSAGE_VRM0_DUPLICATE_BONE_NAME__DEFAULT, place_node(node, "name"),
                   ARGUMENTS(the_node("node", check->avatar, node), TERM("bone", vrm0_bone_name(bone)),
                             COUNT("count", end - at - 1)));
        finding_measure(finding, "count", (double)(end - at));
        mend_node_names(finding, skeleton->named, skeleton->count, skeleton->named + at, end - at,
                        first_bone(skeleton, at, end) - at);
    }
}

/* ---- */

static bool is_there(const struct vrm0_avatar *vrm0, struct findings *findings)
{
    const struct tree *list = tree_get(vrm0->humanoid, "humanBones");
    if (vrm0->humanoid == NULL && tree_get(vrm0->json, "humanoid") == NULL) {
        report(findings, MESSAGE_VRM0_NO_HUMANOID__DEFAULT, place_at(VRM0_ROOT), NO_ARGUMENTS);
    } else if (vrm0->humanoid != NULL && list == NULL) {
        report(findings, MESSAGE_VRM0_NO_HUMANOID__NO_BONES, place_of(PLACE_VRM0_HUMANOID, 0, 0, NULL), NO_ARGUMENTS);
    }
    return vrm0->human_bones != NULL;
}

void check_vrm0_bones(struct check *check)
{
    const struct avatar *avatar = check->avatar;
    const struct vrm0_avatar *vrm0 = avatar->vrm0_avatar;
    if (vrm0->json == NULL || !is_there(vrm0, check->findings)) {
        return;
    }
    struct skeleton skeleton = {.check = check, .scene = avatar->scene, .vrm0 = vrm0};
    check_required(&skeleton);
    check_repeats(&skeleton);
    check_shared(&skeleton);
    check_outside(&skeleton);
    read_names(&skeleton);
    struct mapping mapping;
    map(&skeleton, &mapping);
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (vrm0->entries[bone] == SCENE_NONE) {
            continue;
        }
        check_needed(&skeleton, bone);
        if (vrm0->nodes[bone] != SCENE_NONE) {
            check_parent(&skeleton, &mapping, bone);
            check_mesh(&skeleton, bone);
            check_name(&skeleton, bone);
        }
    }
    size_t jaw = bone_by_name("jaw");
    if (vrm0->nodes[jaw] != SCENE_NONE) {
        report(check->findings, MESSAGE_VRM0_JAW_MAPPED__DEFAULT, vrm0_place_bone(check, jaw),
               ARGUMENTS(the_node("node", avatar, vrm0->nodes[jaw])));
    }
}
