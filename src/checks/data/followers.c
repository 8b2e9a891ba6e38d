/* Checks whether the mesh of a part of the body follows its bone: the face that expressions move, and hands. A mesh
 * that was bound to other bones, or whose weights were lost, stays where it is when the head turns or an arm moves. */
#include "checks/body/dialects.h"
#include "checks/data/data.h"
#include "checks/vrm0/avatar.h"
#include "ids/messages_mesh.h"
#include "ids/rules.h"

/* Fractions of the avatar's size: the sphere in which a face is, above the head bone, without the neck. */
#define FACE_ABOVE 0.09
#define FACE_REACH 0.07
#define HAND_REACH 0.5 /* of the length of the forearm: how far from the hand bone a vertex belongs to the hand */

enum { JOINT_SETS = 4, VERTICES_AT_ONCE = 1024, END_VERTICES = 8, ARMS = 2 };

struct followers {
    const struct data *data;
    const struct scene *scene;
};

/* A hand or face: the bone that carries it, and the vertices there that follow another part of the body. */
struct limb_end {
    size_t bone;
    struct vec3 middle;
    double reach; /* metres */
    size_t count;
    size_t mesh; /* of the first of these vertices */
};

/* Returns for each joint of a skin whether it is a node or below it, in an arena. */
static bool *joints_below(const struct followers *followers, struct arena *arena, const struct bound_skin *skin,
                          size_t node)
{
    bool *below = arena_array(arena, skin->count, sizeof *below);
    for (size_t i = 0; i < skin->count; i++) {
        size_t joint = skin->weighted[i] != 0 ? skin->joints[i] : SCENE_NONE;
        below[i] = joint != SCENE_NONE && scene_is_above_or_same(followers->scene, node, joint);
    }
    return below;
}

bool data_begin_pairs(const struct data *data, size_t primitive, struct sweep_walk walks[2])
{
    const struct primitive *of = &data->primitives->items[primitive];
    return of->set_count > 0 && !of->sets_are_unequal && data_accessor(data, of->sets[0].joints, JOINT_SETS) != NULL &&
           data_accessor(data, of->sets[0].weights, JOINT_SETS) != NULL &&
           sweep_begin(&walks[0], data->sweep, of->sets[0].joints, 0, VERTICES_AT_ONCE) &&
           sweep_begin(&walks[1], data->sweep, of->sets[0].weights, 1, VERTICES_AT_ONCE);
}

bool data_next_pairs(struct sweep_walk walks[2], struct sweep_window windows[2])
{
    return sweep_next(&walks[0], &windows[0]) && sweep_next(&walks[1], &windows[1]) &&
           windows[0].count == windows[1].count;
}

/* The same for primitives with one set, so that it says what a vertex follows. */
static bool begin_followers(const struct data *data, size_t primitive, struct sweep_walk walks[2])
{
    return data->primitives->items[primitive].set_count == 1 && data_begin_pairs(data, primitive, walks);
}

/* Decodes the joints and weights of a vertex. Returns the joint with the largest weight; SIZE_MAX if there is none. */
static size_t main_joint(const struct sweep_walk walks[2], const struct sweep_window windows[2], size_t i,
                         const struct bound_skin *skin)
{
    double joints[JOINT_SETS];
    double weights[JOINT_SETS];
    size_t best = SIZE_MAX;
    double most = 0;
    elements_decode(&walks[0].accessor->base, windows[0].bytes + i * windows[0].stride, 1, joints);
    elements_decode(&walks[1].accessor->base, windows[1].bytes + i * windows[1].stride, 1, weights);
    for (size_t k = 0; k < JOINT_SETS; k++) {
        if (weights[k] > most && joints[k] >= 0 && joints[k] < (double)skin->count) {
            most = weights[k];
            best = (size_t)joints[k];
        }
    }
    return best;
}

/* Counts the vertices of a skinned mesh that are at a hand or face. The skin has matrices. */
static void count_at_end(const struct followers *followers, size_t node, struct limb_end *end)
{
    const struct data *data = followers->data;
    const struct scene_node *carrier = &followers->scene->nodes[node];
    const struct mesh *mesh = &data->primitives->meshes[carrier->mesh];
    const struct bound_skin *skin = &data->skins[carrier->skin];
    struct arena *room = arena_open(data->check->arena);
    struct mat34 *matrices = arena_array(room, skin->count, sizeof *matrices);
    for (size_t i = 0; i < skin->count; i++) {
        if (skin->joints[i] != SCENE_NONE) {
            matrices[i] = mat34_multiply(&followers->scene->nodes[skin->joints[i]].world, &skin->binds[i]);
        }
    }
    for (size_t p = mesh->first; p < mesh->first + mesh->count; p++) {
        struct sweep_walk walks[2];
        struct sweep_window windows[2];
        if (!begin_followers(data, p, walks)) {
            continue;
        }
        while (data_next_pairs(walks, windows)) {
            for (size_t i = 0; i < windows[0].count; i++) {
                size_t joint = main_joint(walks, windows, i, skin);
                struct vec3 at;
                if (joint != SIZE_MAX && data_vertex(data, p, windows[0].first + i, &at) &&
                    vec3_length(vec3_sub(mat34_point(&matrices[joint], at), end->middle)) < end->reach) {
                    end->mesh = end->count == 0 ? carrier->mesh : end->mesh;
                    end->count++;
                }
            }
        }
    }
    arena_close(room);
}

/* ---- the face ---- */

/* Whether no vertex of a mesh mainly follows the head or a node below it. Stops at the first that does. */
static bool is_off_head(const struct followers *followers, size_t node, size_t head)
{
    const struct data *data = followers->data;
    const struct scene_node *carrier = &followers->scene->nodes[node];
    const struct mesh *mesh = &data->primitives->meshes[carrier->mesh];
    const struct bound_skin *skin = &data->skins[carrier->skin];
    struct arena *room = arena_open(data->check->arena);
    const bool *below = joints_below(followers, room, skin, head);
    bool off = mesh->count > 0;
    for (size_t p = mesh->first; off && p < mesh->first + mesh->count; p++) {
        struct sweep_walk walks[2];
        struct sweep_window windows[2];
        off = begin_followers(data, p, walks);
        while (off && data_next_pairs(walks, windows)) {
            for (size_t i = 0; off && i < windows[0].count; i++) {
                size_t joint = main_joint(walks, windows, i, skin);
                off = joint != SIZE_MAX && !below[joint];
            }
        }
    }
    arena_close(room);
    return off;
}

static void check_face_node(const struct followers *followers, size_t node, bool *checked)
{
    const struct data *data = followers->data;
    size_t head = data_bone(followers->data, "head");
    const struct scene_node *carrier = &followers->scene->nodes[node];
    if (head == SCENE_NONE || carrier->mesh >= data->primitives->mesh_count || checked[carrier->mesh]) {
        return;
    }
    checked[carrier->mesh] = true;
    if (carrier->in_default && carrier->skin < data->skin_count && data->skins[carrier->skin].used &&
        sweep_charge(data->sweep, DATA_NODE_WORK * (uint64_t)data->skins[carrier->skin].count) &&
        !data->skins[carrier->skin].broken && data->skins[carrier->skin].binds != NULL &&
        is_off_head(followers, node, head)) {
        struct limb_end end = {.bone = head, .reach = FACE_REACH * data->body.size};
        end.middle =
            vec3_add(scene_position(followers->scene, head), (struct vec3){0, FACE_ABOVE * data->body.size, 0});
        count_at_end(followers, node, &end);
        if (end.count < END_VERTICES) {
            return; /* another part of the body, with morph targets that are left over */
        }
        report(data->check->findings, MESSAGE_SKIN_LEFT_BEHIND__FACE, place_of(PLACE_MESH, carrier->mesh, 0, NULL),
               ARGUMENTS(the_mesh("mesh", data, carrier->mesh), the_node("node", data->check->avatar, head)));
    }
}

/* Checks the meshes whose morph targets open the mouth or close the eyes. */
static void check_faces(const struct followers *followers)
{
    const struct avatar *avatar = followers->data->check->avatar;
    size_t meshes = followers->data->primitives->mesh_count;
    bool *checked = arena_array(followers->data->check->arena, meshes, sizeof *checked);
    bool *bound = arena_array(followers->data->check->arena, meshes, sizeof *bound); /* in VRM 0.x */
    for (size_t i = 0; i < FACE_PRESETS; i++) {
        size_t at =
            avatar->vrm1->present ? avatar->vrm1->presets[vrma_preset_by_name(face_presets[i].name)] : VRM1_NONE;
        const struct tree *binds =
            at == VRM1_NONE ? NULL : tree_get(avatar->vrm1->expressions[at].json, "morphTargetBinds");
        for (size_t k = 0; k < tree_length(binds); k++) {
            size_t node = scene_resolve(followers->scene, tree_get(tree_at(binds, k), "node"));
            if (node != SCENE_NONE) {
                check_face_node(followers, node, checked);
            }
        }
        const struct vrm0_expression *old =
            avatar->vrm0_avatar->json == NULL ? NULL : avatar->vrm0_avatar->presets[face_presets[i].old];
        for (size_t k = 0; old != NULL && k < old->bind_count; k++) {
            if (old->binds[k].mesh < meshes) {
                bound[old->binds[k].mesh] = true;
            }
        }
    }
    for (size_t i = 0; i < followers->scene->count; i++) {
        if (followers->scene->nodes[i].mesh < meshes && bound[followers->scene->nodes[i].mesh]) {
            check_face_node(followers, i, checked);
        }
    }
}

/* ---- hands ---- */

/* Whether anything visible follows a bone or one below it. */
static bool has_follower(const struct followers *followers, const struct limb_end *end)
{
    const struct data *data = followers->data;
    for (size_t i = 0; i < data->skin_count; i++) {
        const struct bound_skin *skin = &data->skins[i];
        for (size_t k = 0; skin->used && k < skin->count; k++) {
            if (skin->weighted[k] != 0 && skin->joints[k] != SCENE_NONE &&
                scene_is_above_or_same(followers->scene, end->bone, skin->joints[k])) {
                return true;
            }
        }
    }
    for (size_t i = 0; i < followers->scene->count; i++) {
        const struct scene_node *node = &followers->scene->nodes[i];
        if (node->mesh != SCENE_NONE && node->skin == SCENE_NONE &&
            scene_is_above_or_same(followers->scene, end->bone, i)) {
            return true;
        }
    }
    return false;
}

/* Fills *out; returns false unless the forearm has both bones and nothing follows it. */
static bool find_hand(const struct followers *followers, const char *const names[2], struct limb_end *out)
{
    size_t lower = data_bone(followers->data, names[0]);
    size_t hand = data_bone(followers->data, names[1]);
    if (lower == SCENE_NONE || hand == SCENE_NONE) {
        return false;
    }
    struct vec3 middle = scene_position(followers->scene, hand);
    double length = vec3_length(vec3_sub(middle, scene_position(followers->scene, lower)));
    *out = (struct limb_end){.bone = lower, .middle = middle, .reach = HAND_REACH * length};
    return !has_follower(followers, out);
}

static void check_hands(const struct followers *followers)
{
    static const char *const arms[ARMS][2] = {{"leftLowerArm", "leftHand"}, {"rightLowerArm", "rightHand"}};
    const struct data *data = followers->data;
    struct argument names[ARMS];
    struct limb_end first = {.count = 0};
    size_t count = 0;
    for (size_t a = 0; a < ARMS; a++) {
        struct limb_end end;
        if (!find_hand(followers, arms[a], &end)) {
            continue;
        }
        for (size_t i = 0; i < followers->scene->count; i++) {
            const struct scene_node *node = &followers->scene->nodes[i];
            bool skinned =
                node->mesh < data->primitives->mesh_count && node->in_default && node->skin < data->skin_count;
            const struct bound_skin *skin = skinned ? &data->skins[node->skin] : NULL;
            if (skinned && skin->used && !skin->broken && skin->binds != NULL &&
                sweep_charge(data->sweep, DATA_NODE_WORK * (uint64_t)skin->count)) {
                count_at_end(followers, i, &end);
            }
        }
        if (end.count >= END_VERTICES) {
            first = count == 0 ? end : first;
            names[count++] = the_node(NULL, data->check->avatar, end.bone);
        }
    }
    if (count > 0) {
        finding_measure(report(data->check->findings, MESSAGE_SKIN_LEFT_BEHIND__HANDS,
                               place_of(PLACE_MESH, first.mesh, 0, NULL),
                               ARGUMENTS(the_mesh("mesh", data, first.mesh), COUNT("count", first.count),
                                         argument_list("nodes", names, ARMS, count, JOIN_AND))),
                        "vertices", (double)first.count);
    }
}

void data_check_followers(struct data *data)
{
    struct followers followers = {.data = data, .scene = data->check->avatar->scene};
    if (data->body.present && findings_want(data->check->findings, RULE_SKIN_LEFT_BEHIND)) {
        check_faces(&followers);
        check_hands(&followers);
    }
}
