/* The names of the nodes of bones. Apps look for bones by name: Unity when it builds an avatar, three-vrm when an
 * animation plays. */
#include "checks/body/body.h"

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

/* Returns the length of the white space at the beginning of a text, 0 if there is none. */
static size_t space_length(const char *text)
{
    static const char *const spaces[] = {
        " ",        "\t",           "\n",           "\v",           "\f",           "\r",
        "\xc2\xa0", "\xe3\x80\x80", "\xef\xbb\xbf", "\xe2\x80\xa8", "\xe2\x80\xaf", "\xe2\x81\x9f"};
    bool is_plain = (unsigned char)*text > ' ' && (unsigned char)*text < 0x80; /* as nearly all are */
    for (size_t i = 0; !is_plain && i < sizeof spaces / sizeof *spaces; i++) {
        if (text_begins(text, spaces[i])) {
            return strlen(spaces[i]);
        }
    }
    return 0;
}

/* Returns a name as three.js writes it for its animations: without [ ] . : / and with _ for white space. */
static const char *name_in_three(struct arena *arena, const char *name)
{
    char *out = arena_printf(arena, "%s", name);
    size_t length = 0;
    for (const char *at = name; *at != '\0';) {
        size_t space = space_length(at);
        if (space > 0) {
            out[length++] = '_';
        } else if (strchr("[].:/", *at) == NULL) {
            out[length++] = *at;
        }
        at += space > 0 ? space : 1;
    }
    out[length] = '\0';
    return out;
}

/* Whether a name ends as those that three.js numbers. */
static bool ends_in_number(const char *name)
{
    const char *last = strrchr(name, '_');
    return last != NULL && last[1] != '\0' && last[1 + strspn(last + 1, "0123456789")] == '\0';
}

/* Two bones to whose nodes three.js gives the same name, because it numbers that of the first. BONE_COUNT if there are
 * none. */
struct equal_names {
    size_t bone;
    size_t other;
    const char *name;
};

/*
 * Finds such bones. three.js cleans the names of a scene and its nodes, parents first, and appends _1, _2 and so on to
 * those that it has used. It doesn't look whether another node has that name.
 */
static struct equal_names find_numbered(const struct body *body)
{
    const struct scene *scene = body->scene;
    const char *names[BONE_COUNT];
    size_t before[BONE_COUNT]; /* nodes that have the name before the bone's */
    const struct tree *first = tree_at(document_tree(body->check->avatar->document, "/scenes"), 0);
    const char *title = tree_text(tree_get(first, "name"), NULL);
    const char *scene_name = title == NULL ? "" : name_in_three(body->check->arena, title);
    bool may_equal = false; /* a bone has the name that another one may get */
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t node = body->nodes[bone];
        const char *name = node == SCENE_NONE || !scene->nodes[node].in_default ? NULL : scene->nodes[node].name;
        names[bone] = name == NULL || bone_on(body, node) != bone ? NULL : name_in_three(body->check->arena, name);
        before[bone] = names[bone] != NULL && title != NULL && strcmp(names[bone], scene_name) == 0;
        may_equal = may_equal || (names[bone] != NULL && ends_in_number(names[bone]));
    }
    for (size_t node = 0; may_equal && node < scene->count; node++) {
        if (!scene->nodes[node].in_default || scene->nodes[node].name == NULL) {
            continue;
        }
        struct arena *arena = arena_open(body->check->arena);
        const char *name = name_in_three(arena, scene->nodes[node].name);
        for (size_t bone = 0; bone < BONE_COUNT; bone++) {
            bool is_before = names[bone] != NULL && scene->nodes[node].enter < scene->nodes[body->nodes[bone]].enter;
            before[bone] += is_before && strcmp(names[bone], name) == 0;
        }
        arena_close(arena);
    }
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (names[bone] != NULL && before[bone] > 0) {
            names[bone] = arena_printf(body->check->arena, "%s_%zu", names[bone], before[bone]);
        }
    }
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        for (size_t other = 0; other < BONE_COUNT && names[bone] != NULL && before[bone] > 0; other++) {
            if (other != bone && names[other] != NULL && strcmp(names[bone], names[other]) == 0) {
                return (struct equal_names){bone, other, names[bone]};
            }
        }
    }
    return (struct equal_names){BONE_COUNT, BONE_COUNT, NULL};
}

/* Reports the first bone among nodes with the same name. numbered->bone is one of them if its number makes its name
 * equal to another's; it is BONE_COUNT afterwards. */
static void check_namesakes(const struct body *body, const struct named *all, size_t all_count,
                            const struct named *named, size_t count, struct equal_names *numbered)
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
    bool is_numbered = false;
    for (size_t i = 0; numbered->bone != BONE_COUNT && i < count; i++) {
        is_numbered = is_numbered || named[i].index == body->nodes[numbered->bone];
    }
    size_t other = is_numbered ? body->nodes[numbered->other] : named[index == 0].index;
    numbered->bone = is_numbered ? BONE_COUNT : numbered->bone;
    struct finding *finding = body_report(
        body, is_numbered ? MESSAGE_VRM_DUPLICATE_BONE_NAME__NUMBERED : MESSAGE_VRM_DUPLICATE_BONE_NAME__DEFAULT,
        place_node(node, "name"),
        ARGUMENTS(body_bone("bone", body, bone_on(body, node)), the_node("node", avatar, node),
                  the_node("other", avatar, other), COUNT("count", count - 1)));
    if (is_numbered) {
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

/* Reports two bones whose names are equal only after three.js has cleaned and numbered them. */
static void check_cleaned(const struct body *body, const struct equal_names *numbered)
{
    size_t node = body->nodes[numbered->bone];
    struct finding *finding =
        body_report(body, MESSAGE_VRM_DUPLICATE_BONE_NAME__CLEANED, place_node(node, "name"),
                    ARGUMENTS(body_bone("bone", body, numbered->bone),
                              the_node("other", body->check->avatar, body->nodes[numbered->other]),
                              the_node("node", body->check->avatar, node), TEXT("name", numbered->name)));
    finding_severity(finding, VRMLINT_WARNING);
    if (finding_wants_edits(finding)) {
        const struct scene_names all = collect_names(body, false);
        fix_name_node(finding, node, bones[numbered->bone].name, all.list, all.count);
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
    struct equal_names numbered = find_numbered(body);
    size_t end;
    for (size_t first = 0; first < names.count; first = end) {
        end = named_end(names.list, names.count, first);
        check_namesakes(body, names.list, names.count, names.list + first, end - first, &numbered);
    }
    if (numbered.bone != BONE_COUNT) {
        check_cleaned(body, &numbered);
    }
}

void body_check_names(const struct body *body)
{
    check_unnamed(body);
    check_shared(body);
}
