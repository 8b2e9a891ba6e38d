/* Rotations of nodes that have w first; in glTF the order is x, y, z, w. The body is the evidence: it is far from a
 * T-pose, and would be in one if all rotations of the file were read in the other order. */
#include "checks/body/reordered.h"

#include "base/json_value.h"
#include "checks/limbs.h"
#include "ids/messages_gltf.h"

#define LEAST_LENGTH 1e-6 /* metres; a shorter bone has no direction */

enum {
    ROTATIONS_LEAST = 3, /* fewer may be wrong for other reasons */
    LIMBS_LEAST = 4,     /* that can be judged */
    WRONG_LEAST = 2      /* of them, far from a T-pose as the file is written */
};

/* Returns the world matrix of each usable node as if rotations had w first. */
static struct mat34 *read_reordered(struct arena *arena, const struct scene *scene)
{
    struct mat34 *world = arena_array(arena, scene->count, sizeof *world);
    size_t count;
    const size_t *order = scene_order(arena, scene, &count);
    for (size_t i = 0; i < count; i++) {
        struct scene_node node = scene->nodes[order[i]];
        if (tree_get(node.json, "rotation") != NULL) {
            node.rotation = (struct quat){node.rotation.y, node.rotation.z, node.rotation.w, node.rotation.x};
        }
        struct mat34 local = scene_local(&node);
        world[order[i]] = node.parent == SCENE_NONE ? local : mat34_multiply(&world[node.parent], &local);
    }
    return world;
}

/* Whether a limb is off the T-pose. */
static bool is_off(const struct body *body, const struct limb *limb, struct vec3 from, struct vec3 to)
{
    struct vec3 along = vec3_sub(to, from);
    struct vec3 ideal = limb_ideal(limb);
    ideal.x *= body->left;
    return vec3_length(along) < LEAST_LENGTH || limb_angle(limb, ideal, along) > angle_radians(limb->most);
}

/* Whether the body is in a T-pose only with the other order. */
static bool is_better(const struct body *body, const struct mat34 *reordered)
{
    size_t judged = 0;
    size_t wrong = 0;
    for (size_t i = 0; i < LIMB_COUNT; i++) {
        size_t from = body_node(body, limbs[i].from);
        size_t to = body_node(body, limbs[i].to);
        if (!limbs[i].is_large || from == SCENE_NONE || to == SCENE_NONE || !scene_is_above(body->scene, from, to)) {
            continue;
        }
        if (is_off(body, &limbs[i], mat34_translation(&reordered[from]), mat34_translation(&reordered[to]))) {
            return false;
        }
        judged++;
        wrong += is_off(body, &limbs[i], scene_position(body->scene, from), scene_position(body->scene, to));
    }
    return judged >= LIMBS_LEAST && wrong >= WRONG_LEAST;
}

static void report_order(const struct body *body, size_t count)
{
    const struct scene *scene = body->scene;
    struct finding *finding = report(body->check->findings, MESSAGE_GLTF_ROTATION_ORDER__DEFAULT, place_at("/nodes"),
                                     ARGUMENTS(COUNT("count", count)));
    for (size_t n = 0; n < scene->count && finding_wants_edits(finding); n++) {
        const struct quat *q = &scene->nodes[n].rotation;
        struct json_value room;
        if (tree_length(tree_get(scene->nodes[n].json, "rotation")) == 4) {
            finding_edit(finding, VRMLINT_EDIT_SET, place_node(n, "rotation"),
                         json_numbers(&room, (const double[]){q->y, q->z, q->w, q->x}, 4));
        }
    }
    finding_measure(finding, "count", (double)count);
}

bool check_body_rotations(const struct body *body)
{
    const struct scene *scene = body->scene;
    size_t count = 0;
    for (size_t n = 0; n < scene->count; n++) {
        count += tree_length(tree_get(scene->nodes[n].json, "rotation")) == 4;
    }
    if (count < ROTATIONS_LEAST) {
        return false;
    }
    struct arena *room = arena_open(body->check->arena);
    bool better = is_better(body, read_reordered(room, scene));
    arena_close(room);
    if (better) {
        report_order(body, count);
    }
    return better;
}
