/* The names of the nodes of bones. Apps look for bones by name: Unity when it builds an avatar, three-vrm when an
 * animation plays. */
#include "checks/body/node_names.h"

#include <string.h>

#include "checks/fixes.h"
#include "ids/messages_vrm.h"
#include "ids/messages_words.h"

/* Returns the first bone on a node, or BONE_COUNT. */
static size_t bone_on(const struct body *body, size_t node)
{
    size_t bone = 0;
    while (bone < BONE_COUNT && body->nodes[bone] != node) {
        bone++;
    }
    return bone;
}

/* Whether a mesh is attached to a node or bound to it by a skin. */
static bool has_mesh(const struct scene_node *node)
{
    return node->skinned || node->mesh != SCENE_NONE;
}

/* Whether a node or one of its descendants has a mesh; see has_mesh(). */
static bool moves_mesh(const struct scene *scene, size_t node, size_t depth)
{
    bool moves = has_mesh(&scene->nodes[node]);
    for (size_t i = scene->children_begin[node]; !moves && depth > 0 && i < scene->children_begin[node + 1]; i++) {
        moves = moves_mesh(scene, scene->children[i], depth - 1);
    }
    return moves;
}

/* Reports a bone that moves no mesh, while a node with the same name does: merged avatars have both. Returns whether
 * it did. */
static bool check_merged(const struct body *body, size_t node, const struct named *named, size_t count)
{
    enum { DEPTH = 8 };
    const struct scene *scene = body->scene;
    size_t other = 0;
    while (other < count && !scene->nodes[named[other].index].skinned) {
        other++;
    }
    if (other == count || moves_mesh(scene, node, DEPTH)) {
        return false;
    }
    size_t bone = bone_on(body, node);
    struct finding *finding =
        body_report(body, MESSAGE_VRM_DUPLICATE_BONE_NAME__MERGED, body_entry(body, bone, "node"),
                    ARGUMENTS(body_bone("bone", body, bone), the_node("node", body->check->avatar, node),
                              the_node("other", body->check->avatar, named[other].index)));
    finding_severity(finding, VRMLINT_WARNING);
    return true;
}

/* Returns a name as three.js writes it for its animations: without [ ] . : / and with _ for white space. */
static const char *name_in_three(struct arena *arena, const char *name)
{
    static const char ideographic_space[] = "\xe3\x80\x80";
    char *out = arena_printf(arena, "%s", name);
    size_t length = 0;
    for (const char *at = name; *at != '\0'; at++) {
        bool wide = strncmp(at, ideographic_space, sizeof ideographic_space - 1) == 0;
        if (wide || strchr(" \t\n\v\f\r", *at) != NULL) {
            out[length++] = '_';
            at += wide ? sizeof ideographic_space - 2 : 0;
        } else if (strchr("[].:/", *at) == NULL) {
            out[length++] = *at;
        }
    }
    out[length] = '\0';
    return out;
}

/* Whether a mesh or camera has a name: three.js numbers these names with those of nodes. */
static bool is_object_name(const struct body *body, const char *list, const char *name)
{
    const struct tree *objects = document_tree(body->check->avatar->document, list);
    for (size_t i = 0; i < tree_length(objects); i++) {
        const char *other = tree_text(tree_get(tree_at(objects, i), "name"), NULL);
        if (other != NULL && strcmp(other, name) == 0) {
            return true;
        }
    }
    return false;
}

/*
 * Returns a bone whose node has the name that three.js gives to one of the nodes with the same name, or BONE_COUNT. It
 * appends _1, _2 and so on to all but the first of them, and doesn't look whether another node has that name. Which of
 * the nodes comes first is its own affair, so all of them must be bones.
 */
static size_t bone_with_number(const struct body *body, const struct named *named, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (bone_on(body, named[i].index) == BONE_COUNT) {
            return BONE_COUNT;
        }
    }
    struct arena *arena = arena_open(body->check->arena);
    const char *name = name_in_three(arena, named[0].name);
    size_t length = strlen(name);
    size_t found = BONE_COUNT;
    for (size_t bone = 0; bone < BONE_COUNT && found == BONE_COUNT; bone++) {
        const char *text = body->nodes[bone] == SCENE_NONE ? NULL : body->scene->nodes[body->nodes[bone]].name;
        const char *other = text == NULL ? "" : name_in_three(arena, text);
        for (size_t k = 1; k < count && strncmp(other, name, length) == 0 && found == BONE_COUNT; k++) {
            found = strcmp(other + length, arena_printf(arena, "_%zu", k)) == 0 ? bone : BONE_COUNT;
        }
    }
    arena_close(arena);
    bool certain = found != BONE_COUNT && !is_object_name(body, "/meshes", named[0].name) &&
                   !is_object_name(body, "/cameras", named[0].name);
    return certain ? found : BONE_COUNT;
}

/* Reports the first bone among nodes with the same name. */
static void check_namesakes(const struct body *body, const struct named *all, size_t all_count,
                            const struct named *named, size_t count)
{
    const struct avatar *avatar = body->check->avatar;
    size_t index = 0;
    while (count > 1 && index < count && bone_on(body, named[index].index) == BONE_COUNT) {
        index++;
    }
    if (count < 2 || index == count) {
        return;
    }
    size_t node = named[index].index;
    if (check_merged(body, node, named, count)) {
        return;
    }
    size_t numbered = bone_with_number(body, named, count);
    size_t other = numbered == BONE_COUNT ? named[index == 0].index : body->nodes[numbered];
    struct finding *finding = body_report(
        body,
        numbered == BONE_COUNT ? MESSAGE_VRM_DUPLICATE_BONE_NAME__DEFAULT : MESSAGE_VRM_DUPLICATE_BONE_NAME__NUMBERED,
        place_node(node, "name"),
        ARGUMENTS(body_bone("bone", body, bone_on(body, node)), the_node("node", avatar, node),
                  the_node("other", avatar, other), COUNT("count", count - 1)));
    if (numbered != BONE_COUNT) {
        finding_severity(finding, VRMLINT_WARNING);
    }
    finding_measure(finding, "nodes", (double)count);
    fix_node_names(finding, all, all_count, named, count, index);
    for (size_t i = 0; finding != NULL && i < count && i <= FINDING_RELATED_MAX; i++) {
        if (i != index) {
            finding_relate(finding, WORDS_ALONE, place_node(named[i].index, "name"),
                           ARGUMENTS(the_node("thing", avatar, named[i].index)));
        }
    }
}

/* Names of nodes, sorted by named_sort(). */
struct scene_names {
    struct named *list;
    size_t count;
};

/* Collects the names of the nodes, only those in the scene if in_scene is set. */
static struct scene_names collect_names(const struct body *body, bool in_scene)
{
    const struct scene *scene = body->scene;
    struct scene_names names = {arena_array(body->check->arena, scene->count, sizeof *names.list), 0};
    for (size_t node = 0; node < scene->count; node++) {
        if ((!in_scene || scene->nodes[node].in_default) && scene->nodes[node].name != NULL) {
            names.list[names.count++] = (struct named){scene->nodes[node].name, node};
        }
    }
    named_sort(body->check->arena, names.list, names.count);
    return names;
}

/* Whether a bone has a usable node without a name. three.js treats an empty name like a missing one. */
static bool is_unnamed(const struct body *body, size_t bone)
{
    size_t node = body->nodes[bone];
    if (node == SCENE_NONE || bone_on(body, node) != bone) {
        return false;
    }
    const struct tree *name = tree_get(body->scene->nodes[node].json, "name");
    return body->scene->nodes[node].name == NULL && (name == NULL || tree_text(name, NULL) != NULL);
}

/*
 * Reports bones whose nodes have no name, if there are several. three-vrm binds each track of an animation to the node
 * that has the name of the bone's node: without names all tracks drive the first of these bones. A single one is found
 * by its empty name.
 */
static void check_unnamed(const struct body *body)
{
    size_t unnamed[BONE_COUNT];
    size_t count = 0;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (is_unnamed(body, bone)) {
            unnamed[count++] = bone;
        }
    }
    if (count < 2) {
        return;
    }
    struct finding *finding =
        body_report(body, MESSAGE_VRM_BONE_UNNAMED__DEFAULT, place_node(body->nodes[unnamed[0]], NULL),
                    ARGUMENTS(body_name("bone", body, unnamed[0]), COUNT("more", count - 1)));
    finding_measure(finding, "bones", (double)count);
    for (size_t i = 1; i < count; i++) {
        body_relate(body, finding, RELATED_VRM_BONE_UNNAMED__DEFAULT, place_node(body->nodes[unnamed[i]], NULL),
                    unnamed[i]);
    }
    if (finding_wants_edits(finding)) {
        const struct scene_names all = collect_names(body, false);
        for (size_t i = 0; i < count; i++) {
            fix_name_node(finding, body->nodes[unnamed[i]], bones[unnamed[i]].name, all.list, all.count);
        }
    }
}

/* Reports bones that share their name with another node of the scene. */
static void check_shared(const struct body *body)
{
    enum message message = twin_of(body->dialect, MESSAGE_VRM_DUPLICATE_BONE_NAME__DEFAULT);
    if (message == MESSAGE_NONE || !findings_want(body->check->findings, message_line(message).rule)) {
        return;
    }
    const struct scene_names names = collect_names(body, true);
    size_t end;
    for (size_t first = 0; first < names.count; first = end) {
        end = named_end(names.list, names.count, first);
        check_namesakes(body, names.list, names.count, names.list + first, end - first);
    }
}

void body_check_names(const struct body *body)
{
    check_unnamed(body);
    check_shared(body);
}
