/* Checks expressions of one side whose morph targets move the other side: winks, and eyes that look to a side. */
#include "checks/avatar/names.h"
#include "checks/body/dialects.h"
#include "checks/data/data.h"
#include "checks/vrm0/avatar.h"
#include "ids/messages_vrm_face.h"

#define SIDES_APART 0.004 /* fraction of the avatar's size: least distance of eyelids from the middle of the head */
#define NEAR 0.3          /* fraction of the avatar's size: largest distance of eyelids from the head bone */
#define ALONG 0.3         /* fraction of the whole movement of the eyes that must go in one direction */

/* The movement by an expression in the scene, as sums over its vertices. */
struct expression_motion {
    double way;     /* path lengths, metres */
    struct vec3 at; /* positions of the vertices, weighted by their path lengths */
    struct vec3 to; /* displacements of the vertices */
};

/* Pairs of opposite expressions. */
enum opposites { OPPOSITE_LIDS, OPPOSITE_ASIDE, OPPOSITE_UPRIGHT, OPPOSITES };

static const struct {
    const char *first; /* left or up */
    const char *second;
    enum vrm0_preset first_vrm0;
    enum vrm0_preset second_vrm0;
    enum message message;
} opposites[OPPOSITES] = {
    {"blinkLeft", "blinkRight", VRM0_BLINK_LEFT, VRM0_BLINK_RIGHT, MESSAGE_VRM_EXPRESSION_SIDES_SWAPPED__DEFAULT},
    {"lookLeft", "lookRight", VRM0_LOOK_LEFT, VRM0_LOOK_RIGHT, MESSAGE_VRM_EXPRESSION_SIDES_SWAPPED__GAZE},
    {"lookUp", "lookDown", VRM0_LOOK_UP, VRM0_LOOK_DOWN, MESSAGE_VRM_EXPRESSION_SIDES_SWAPPED__UPRIGHT},
};

/* A pair of expressions in a file. */
struct expression_pair {
    const struct tree *binds[2];
    struct place places[2];
    struct argument names[2];
};

/* Adds the movement by a morph target with a weight; returns false if it is unreadable. */
static bool add_target(const struct data *data, size_t mesh, size_t target, double weight,
                       struct expression_motion *motion)
{
    const struct mesh *of = &data->primitives->meshes[mesh];
    double noise = data_noise(data, mesh); /* of what moves, whatever the weight: 0.x counts it up to 100 */
    struct mat34 matrix;
    if (!data_mesh_matrix(data, mesh, &matrix)) {
        return false;
    }
    for (size_t p = of->first; p < of->first + of->count; p++) {
        const struct primitive *primitive = &data->primitives->items[p];
        size_t index = target < primitive->target_count ? primitive->targets[target].position : PRIMITIVES_NONE;
        const struct accessor *accessor = data_accessor(data, index, 3);
        struct sweep_walk walk;
        struct sweep_window window;
        if (accessor == NULL || !sweep_begin(&walk, data->sweep, index, 0, 0)) {
            continue;
        }
        while (sweep_next(&walk, &window)) {
            for (size_t i = 0; i < window.count; i++) {
                double v[3];
                struct vec3 at;
                elements_decode(&accessor->base, window.bytes + i * window.stride, 1, v);
                struct vec3 moved = {v[0], v[1], v[2]};
                double way = vec3_length(moved);
                if (way > noise && data_vertex(data, p, window.first + i, &at)) {
                    struct vec3 from = mat34_point(&matrix, at);
                    struct vec3 to = mat34_point(&matrix, vec3_add(at, moved));
                    motion->way += way * weight;
                    motion->at = vec3_add(motion->at, vec3_scale(from, way * weight));
                    motion->to = vec3_add(motion->to, vec3_scale(vec3_sub(to, from), weight));
                }
            }
        }
    }
    return true;
}

/* Adds the movements by the binds of an expression; returns false unless something moves and everything
 * is readable. */
static bool read_motion(const struct data *data, enum dialect dialect, const struct tree *binds,
                        struct expression_motion *motion)
{
    const struct scene *scene = data->check->avatar->scene;
    bool is_new = dialect == DIALECT_VRM1;
    for (size_t i = 0; i < tree_length(binds); i++) {
        const struct tree *bind = tree_at(binds, i);
        double weight;
        size_t target;
        size_t mesh = PRIMITIVES_NONE;
        size_t node = is_new ? scene_resolve(scene, tree_get(bind, "node")) : SCENE_NONE;
        if (node != SCENE_NONE) {
            mesh = scene->nodes[node].mesh;
        } else if (!is_new) {
            tree_index(tree_get(bind, "mesh"), data->primitives->mesh_count, &mesh);
        }
        if (mesh >= data->primitives->mesh_count || !tree_number(tree_get(bind, "weight"), &weight) ||
            !tree_index(tree_get(bind, "index"), SIZE_MAX, &target) ||
            !add_target(data, mesh, target, fabs(weight), motion)) {
            return false;
        }
    }
    return motion->way > 0;
}

static size_t humanoid_node(const struct data *data, const char *bone)
{
    const struct avatar *avatar = data->check->avatar;
    const struct humanoid *humanoid = avatar->humanoid->present ? avatar->humanoid : avatar->vrm0->humanoid;
    size_t node = humanoid == NULL ? SCENE_NONE : humanoid->nodes[bone_by_name(bone)];
    return scene_usable(avatar->scene, node) ? node : SCENE_NONE;
}

/* Whether the head is above the hips, if there are hips. Only an upright body has its face and its sides where they are
 * looked for. */
static bool is_upright(const struct data *data)
{
    const struct scene *scene = data->check->avatar->scene;
    size_t hips = humanoid_node(data, "hips");
    size_t head = humanoid_node(data, "head");
    if (hips == SCENE_NONE || head == SCENE_NONE) {
        return head != SCENE_NONE;
    }
    struct vec3 up = vec3_sub(scene_position(scene, head), scene_position(scene, hips));
    return up.y > 0 && up.y * up.y > up.x * up.x + up.z * up.z;
}

/* Returns the sign of x on the left of an upright body whose arms are on the sides that the dialect defines; 0
 * otherwise. */
static double left_of(const struct data *data, enum dialect dialect)
{
    const struct scene *scene = data->check->avatar->scene;
    size_t left = humanoid_node(data, "leftUpperArm");
    size_t right = humanoid_node(data, "rightUpperArm");
    double sign = dialect == DIALECT_VRM1 ? 1 : -1;
    bool is_known = left != SCENE_NONE && right != SCENE_NONE && is_upright(data) &&
                    (scene_position(scene, left).x - scene_position(scene, right).x) * sign > 0;
    return is_known ? sign : 0;
}

/* Returns the vector from the head to the middle of what an expression moves. */
static struct vec3 off_head(const struct data *data, const struct expression_motion *motion)
{
    struct vec3 head = scene_position(data->check->avatar->scene, humanoid_node(data, "head"));
    return vec3_sub(vec3_scale(motion->at, 1 / motion->way), head);
}

/* Whether the eyelids are behind the head: the face looks backward, so everything in it is on the other side. */
static bool is_backward(const struct data *data, const struct expression_motion *first,
                        const struct expression_motion *second, double sign)
{
    double limit = SIDES_APART * data->body.size;
    return sign * off_head(data, first).z < -limit && sign * off_head(data, second).z < -limit;
}

static bool are_exchanged(const struct data *data, enum opposites kind, const struct expression_motion *first,
                          const struct expression_motion *second, double sign)
{
    double limit = SIDES_APART * data->body.size;
    if (kind == OPPOSITE_LIDS) {
        return sign * off_head(data, first).x < -limit && sign * off_head(data, second).x > limit;
    }
    double first_to = kind == OPPOSITE_ASIDE ? sign * first->to.x : first->to.y;
    double second_to = kind == OPPOSITE_ASIDE ? sign * second->to.x : second->to.y;
    return first_to < -ALONG * first->way && second_to > ALONG * second->way;
}

static bool read_pair(const struct check *check, enum dialect dialect, enum opposites kind, struct expression_pair *out)
{
    const struct vrm1 *vrm1 = check->avatar->vrm1;
    const char *const presets[] = {opposites[kind].first, opposites[kind].second};
    const enum vrm0_preset olds[] = {opposites[kind].first_vrm0, opposites[kind].second_vrm0};
    for (size_t i = 0; i < 2; i++) {
        const char *as = i == 0 ? "first" : "second";
        size_t at = dialect == DIALECT_VRM1 ? vrm1->presets[vrma_preset_by_name(presets[i])] : VRM1_NONE;
        const struct vrm0_expression *old =
            dialect == DIALECT_VRM0 ? check->avatar->vrm0_avatar->presets[olds[i]] : NULL;
        if (at == VRM1_NONE && old == NULL) {
            return false;
        }
        out->binds[i] =
            old == NULL ? tree_get(vrm1->expressions[at].json, "morphTargetBinds") : tree_get(old->json, "binds");
        out->places[i] = old == NULL ? avatar_expression_place(check, at, NULL) : vrm0_place_expression(old, NULL);
        out->names[i] =
            old == NULL ? the_avatar_expression(as, check, at) : argument_as(as, vrm0_the_expression(check, old));
    }
    return true;
}

/* Checks a pair of expressions. Returns false if the rest of the face can't be judged. */
static bool check_opposites(const struct data *data, enum dialect dialect, enum opposites kind, double sign)
{
    struct expression_motion motions[2] = {{.way = 0}, {.way = 0}};
    struct expression_pair pair;
    if (!read_pair(data->check, dialect, kind, &pair) || !read_motion(data, dialect, pair.binds[0], &motions[0]) ||
        !read_motion(data, dialect, pair.binds[1], &motions[1])) {
        return true;
    }
    if (kind == OPPOSITE_LIDS && vec3_length(off_head(data, &motions[0])) > NEAR * data->body.size) {
        return true; /* eyelids that aren't on the head */
    }
    bool backward = kind == OPPOSITE_LIDS && is_backward(data, &motions[0], &motions[1], sign);
    if (backward || are_exchanged(data, kind, &motions[0], &motions[1], sign)) {
        struct finding *finding =
            report_twin(data->check->findings, dialect,
                        backward ? MESSAGE_VRM_EXPRESSION_SIDES_SWAPPED__BACKWARD : opposites[kind].message,
                        pair.places[0], ARGUMENTS(pair.names[0], pair.names[1]));
        relate_twin(finding, dialect, RELATED_VRM_EXPRESSION_SIDES_SWAPPED__DEFAULT, pair.places[1], NO_ARGUMENTS);
    }
    return !backward;
}

void data_check_sides(struct data *data)
{
    const struct avatar *avatar = data->check->avatar;
    const bool present[] = {[DIALECT_VRM1] = avatar->vrm1->present, [DIALECT_VRM0] = avatar->vrm0_avatar->json != NULL};
    for (enum dialect dialect = DIALECT_VRM1; dialect <= DIALECT_VRM0; dialect++) {
        double sign = present[dialect] && data->body.present ? left_of(data, dialect) : 0;
        bool is_open = sign != 0;
        for (enum opposites kind = 0; is_open && kind < OPPOSITES; kind++) {
            is_open = check_opposites(data, dialect, kind, sign);
        }
    }
}
