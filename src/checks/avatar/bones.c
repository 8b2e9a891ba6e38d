/*
 * The bones of an avatar: which there must be, and how they hang together.
 */
#include <string.h>

#include "base/pointer.h"
#include "checks/avatar/names.h"
#include "checks/likely.h"
#include "checks/mapping.h"
#include "checks/mends.h"
#include "ids/messages_vrm.h"
#include "ids/rules.h"

static struct place list_place(void)
{
    return place_of(PLACE_BONE, 0, 0, NULL);
}

/* ---- which there are ---- */

static void check_required(const struct check *check)
{
    const struct humanoid *humanoid = check->avatar->humanoid;
    if (tree_count(humanoid->bones) == 0) {
        report(check->findings, MESSAGE_VRM_REQUIRED_BONE_MISSING__ALL, list_place(), NO_ARGUMENTS);
        return;
    }
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (bones[bone].required && humanoid->keys[bone] == NULL) {
            report(check->findings, MESSAGE_VRM_REQUIRED_BONE_MISSING__DEFAULT, list_place(),
                   ARGUMENTS(TEXT("bone", bones[bone].name)));
        }
    }
}

/* Moves the names of a thumb of VRM 0.x on by one joint; name: that of its middle. What has names of both can't be
 * told. */
static void rename_thumb(const struct check *check, struct finding *finding, const char *name)
{
    const struct tree *list = check->avatar->humanoid->bones;
    int side = (int)(strstr(name, "Thumb") - name);
    const char *first = arena_printf(check->arena, "%.*sThumbMetacarpal", side, name);
    const char *second = arena_printf(check->arena, "%.*sThumbProximal", side, name);
    if (tree_get(list, first) != NULL || tree_get(list, second) == NULL) {
        finding_fix(finding, VRMLINT_FIX_NONE);
        return;
    }
    finding_edit_at(finding, VRMLINT_EDIT_RENAME, arena_printf(check->arena, "1/%s", second), first);
    finding_edit_at(finding, VRMLINT_EDIT_RENAME, "0", second);
}

static void report_unknown(const struct check *check, const char *name)
{
    struct place place = place_of(PLACE_BONE, 0, 0, pointer_key(check->arena, "", name) + 1);
    const char *near = likely_bone(name);
    if (bone_is_old_thumb(name)) {
        rename_thumb(check,
                     report(check->findings, MESSAGE_VRM_UNKNOWN_BONE__THUMB, place, ARGUMENTS(TEXT("name", name))),
                     name);
    } else if (near != NULL && tree_get(check->avatar->humanoid->bones, near) == NULL) {
        finding_edit_at(report(check->findings, MESSAGE_VRM_UNKNOWN_BONE__MEANT, place,
                               ARGUMENTS(TEXT("name", name), TEXT("meant", near))),
                        VRMLINT_EDIT_RENAME, "0", near);
    } else {
        report(check->findings, MESSAGE_VRM_UNKNOWN_BONE__DEFAULT, place, ARGUMENTS(TEXT("name", name)));
    }
}

static void check_unknown(const struct check *check)
{
    const struct tree *list = check->avatar->humanoid->bones;
    bool is_beta = check->avatar->vrm1->is_beta;
    for (void *i = tree_first(list); i != NULL; i = tree_next(list, i)) {
        const char *name = tree_key(i);
        bool known =
            bone_by_name(name) != BONE_COUNT || tree_is_general_key(name) || (is_beta && bone_is_old_thumb(name));
        if (!known) {
            report_unknown(check, name);
        }
    }
}

static void check_jaw(const struct check *check)
{
    size_t jaw = bone_by_name("jaw");
    if (check->avatar->humanoid->nodes[jaw] != SCENE_NONE) {
        report(check->findings, MESSAGE_VRM_JAW_MAPPED__DEFAULT, avatar_bone_place(check, jaw, "node"),
               ARGUMENTS(the_avatar_bone("bone", check, jaw)));
    }
}

/* ---- their nodes ---- */

static void check_duplicate(const struct check *check, size_t bone)
{
    const struct humanoid *humanoid = check->avatar->humanoid;
    size_t node = humanoid->nodes[bone];
    size_t first = humanoid->bone_of[node];
    if (first == bone) {
        return;
    }
    struct finding *finding = report(check->findings,
                                     bones[bone].required ? MESSAGE_VRM_BONE_DUPLICATE_NODE__DEFAULT
                                                          : MESSAGE_VRM_BONE_DUPLICATE_NODE__OPTIONAL,
                                     avatar_bone_place(check, bone, "node"),
                                     ARGUMENTS(TEXT("first", humanoid->keys[first]), TEXT("bone", humanoid->keys[bone]),
                                               the_node("node", check->avatar, node)));
    finding_relate(finding, RELATED_VRM_BONE_DUPLICATE_NODE__DEFAULT, avatar_bone_place(check, first, "node"),
                   ARGUMENTS(the_avatar_bone("bone", check, first)));
}

static void check_skinned(const struct check *check, size_t bone)
{
    const struct scene_node *node = &check->avatar->scene->nodes[check->avatar->humanoid->nodes[bone]];
    if (node->mesh != SCENE_NONE && node->skin != SCENE_NONE) {
        report(check->findings, MESSAGE_VRM_BONE_IS_SKINNED_MESH__DEFAULT, avatar_bone_place(check, bone, "node"),
               ARGUMENTS(the_avatar_bone("bone", check, bone)));
    }
}

static void check_root(const struct check *check)
{
    size_t hips = bone_by_name("hips");
    size_t node = check->avatar->humanoid->nodes[hips];
    if (node != SCENE_NONE && check->avatar->scene->nodes[node].parent == SCENE_NONE) {
        report(check->findings, MESSAGE_VRM_HIPS_IS_SCENE_ROOT__DEFAULT, avatar_bone_place(check, hips, "node"),
               ARGUMENTS(the_avatar_bone("bone", check, hips)));
    }
}

/* ---- how they hang together ---- */

static bool shares_node(const struct humanoid *humanoid, size_t bone)
{
    for (size_t other = 0; other < BONE_COUNT; other++) {
        if (other != bone && humanoid->nodes[other] == humanoid->nodes[bone]) {
            return true;
        }
    }
    return false;
}

static void map(const struct check *check, struct mapping *mapping)
{
    const struct humanoid *humanoid = check->avatar->humanoid;
    const struct scene *scene = check->avatar->scene;
    *mapping = (struct mapping){.scene = scene};
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t node = humanoid->nodes[bone];
        bool is_judged = node != SCENE_NONE && avatar_bone_is_known(check, bone) && scene->nodes[node].in_default &&
                         !shares_node(humanoid, bone);
        mapping->nodes[bone] = is_judged ? node : SCENE_NONE;
        mapping->parents[bone] = humanoid_parent(humanoid, bone);
    }
    mapping_judge(mapping);
}

static void relate_bone(const struct check *check, struct finding *finding, size_t bone)
{
    finding_relate(finding, RELATED_VRM_BONE_BAD_PARENT__DEFAULT, avatar_bone_place(check, bone, "node"),
                   ARGUMENTS(the_avatar_bone("bone", check, bone)));
}

static void check_parent(const struct check *check, const struct mapping *mapping, size_t bone)
{
    const struct misplaced *misplaced = &mapping->misplaced[bone];
    if (!misplaced->is) {
        return;
    }
    size_t parent = mapping->parents[bone];
    struct place place = avatar_bone_place(check, bone, "node");
    struct argument child = the_avatar_bone("bone", check, bone);
    struct argument above = the_avatar_bone("parent", check, parent);
    struct finding *finding;
    if (mapping_is_reversed(mapping, bone)) {
        finding = report(check->findings, MESSAGE_VRM_BONE_BAD_PARENT__REVERSED, place, ARGUMENTS(child, above));
    } else if (misplaced->other == BONE_COUNT) {
        finding = report(check->findings, MESSAGE_VRM_BONE_BAD_PARENT__ELSEWHERE, place, ARGUMENTS(child, above));
    } else {
        finding = report(check->findings, MESSAGE_VRM_BONE_BAD_PARENT__EXCHANGED, place,
                         ARGUMENTS(child, above, TEXT("one", check->avatar->humanoid->keys[misplaced->culprit]),
                                   TEXT("other", check->avatar->humanoid->keys[misplaced->other])));
    }
    relate_bone(check, finding, misplaced->culprit);
    if (misplaced->culprit != parent) {
        relate_bone(check, finding, parent);
    }
}

static void check_needed(const struct check *check, size_t bone)
{
    const struct humanoid *humanoid = check->avatar->humanoid;
    if (!bones[bone].needs_parent || humanoid->keys[bone_by_name(bones[bone].parent)] != NULL) {
        return;
    }
    bool is_chest = strcmp(bones[bone].name, "upperChest") == 0;
    report(check->findings, is_chest ? MESSAGE_VRM_BONE_NEEDS_PARENT__CHEST : MESSAGE_VRM_BONE_NEEDS_PARENT__DEFAULT,
           avatar_bone_place(check, bone, "node"),
           ARGUMENTS(the_avatar_bone("bone", check, bone), TEXT("parent", bones[bone].parent)));
}

/* ---- the scene ---- */

static void check_scene(const struct check *check)
{
    const struct humanoid *humanoid = check->avatar->humanoid;
    const struct scene *scene = check->avatar->scene;
    size_t out[BONE_COUNT];
    size_t count = 0;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t node = humanoid->nodes[bone];
        if (node != SCENE_NONE && !scene->nodes[node].in_default) {
            out[count++] = bone;
        }
    }
    if (count == 0) {
        return;
    }
    struct argument bone = the_avatar_bone("bone", check, out[0]);
    struct argument root = the_node("root", check->avatar, scene_topmost(scene, humanoid->nodes[out[0]]));
    /* what hangs below no node, though its parent among the bones is there, is missing from that one's children */
    size_t parent = humanoid_parent(humanoid, out[0]);
    size_t above = parent == BONE_COUNT ? SCENE_NONE : humanoid->nodes[parent];
    above = above == SCENE_NONE || scene->nodes[above].in_default ? above : SCENE_NONE;
    struct argument list = the_nodes_of("list", check->avatar, above);
    struct place place = avatar_bone_place(check, out[0], "node");
    struct finding *finding =
        count == 1 ? report(check->findings, MESSAGE_VRM_BONE_NOT_IN_SCENE__DEFAULT, place, ARGUMENTS(bone, root, list))
                   : report(check->findings, MESSAGE_VRM_BONE_NOT_IN_SCENE__SEVERAL, place,
                            ARGUMENTS(bone, root, list, COUNT("more", count - 1)));
    finding_measure(finding, "count", (double)count);
    for (size_t i = 1; i < count; i++) {
        finding_relate(finding, RELATED_VRM_BONE_NOT_IN_SCENE__DEFAULT, avatar_bone_place(check, out[i], "node"),
                       ARGUMENTS(the_avatar_bone("bone", check, out[i])));
    }
}

/* ---- names ---- */

/* Of nodes of one name: the first that is a bone is reported, with the first other. */
static void check_namesakes(const struct check *check, const struct named_node *all, size_t all_count,
                            const struct named_node *named, size_t count)
{
    const struct humanoid *humanoid = check->avatar->humanoid;
    size_t place = 0;
    while (place < count && humanoid_bone(humanoid, named[place].node) == BONE_COUNT) {
        place++;
    }
    if (count < 2 || place == count) {
        return;
    }
    size_t node = named[place].node;
    size_t other = named[place == 0 ? 1 : 0].node;
    struct finding *finding =
        report(check->findings, MESSAGE_VRM_DUPLICATE_BONE_NAME__DEFAULT, place_node(node, "name"),
               ARGUMENTS(the_avatar_bone("bone", check, humanoid_bone(humanoid, node)),
                         the_node("other", check->avatar, other)));
    finding_measure(finding, "nodes", (double)count);
    mend_node_names(finding, all, all_count, named, count, place);
    for (size_t i = 0; finding != NULL && i < count && i <= FINDING_RELATED_MAX; i++) {
        if (i != place) {
            finding_relate(finding, RELATED_VRM_DUPLICATE_BONE_NAME__DEFAULT, place_node(named[i].node, "name"),
                           ARGUMENTS(the_node("node", check->avatar, named[i].node)));
        }
    }
}

static void check_names(const struct check *check)
{
    const struct scene *scene = check->avatar->scene;
    if (!findings_want(check->findings, RULE_VRM_DUPLICATE_BONE_NAME)) {
        return;
    }
    struct named_node *named = arena_array(check->arena, scene->count, sizeof *named);
    size_t count = 0;
    for (size_t node = 0; node < scene->count; node++) {
        if (scene->nodes[node].in_default && scene->nodes[node].name != NULL) {
            named[count++] = (struct named_node){scene->nodes[node].name, node};
        }
    }
    namesakes_sort(named, count);
    size_t end;
    for (size_t first = 0; first < count; first = end) {
        end = namesakes_end(named, count, first);
        check_namesakes(check, named, count, named + first, end - first);
    }
}

void check_avatar_bones(struct check *check)
{
    const struct humanoid *humanoid = check->avatar->humanoid;
    if (humanoid->bones == NULL) {
        return;
    }
    check_required(check);
    check_unknown(check);
    struct mapping mapping;
    map(check, &mapping);
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (humanoid->nodes[bone] != SCENE_NONE && avatar_bone_is_known(check, bone)) {
            check_duplicate(check, bone);
            check_parent(check, &mapping, bone);
            check_needed(check, bone);
            check_skinned(check, bone);
        }
    }
    check_scene(check);
    check_root(check);
    check_names(check);
    check_jaw(check);
}
