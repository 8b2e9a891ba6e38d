/* Expressions of one side whose morph targets move the other: winks, and eyes that turn to a side. */
#include "checks/avatar/names.h"
#include "checks/body/dialects.h"
#include "checks/data/data.h"
#include "checks/vrm0/avatar.h"
#include "ids/messages_vrm.h"

#define STILL 1e-6  /* metres: a vertex that is moved by less is elsewhere by rounding */
#define APART 0.004 /* of the avatar's size: how far from the middle a wink is at least */
#define ALONG 0.3   /* of all that eyes move: how much of it goes to a side at least */

/* What an expression moves in the scene: sums over its vertices. */
struct motion {
    double way;  /* metres */
    double side; /* x of the vertices, times their way */
    double to;   /* x of their way */
};

/* The expressions of two sides. */
struct side_pair {
    const struct tree *left_binds;
    const struct tree *right_binds;
    struct place left_place;
    struct place right_place;
    struct argument left;
    struct argument right;
};

/* Adds what a morph target moves with a weight; false if that can't be read. */
static bool add_target(const struct data *data, size_t mesh, size_t target, double weight, struct motion *motion)
{
    const struct mesh *of = &data->primitives->meshes[mesh];
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
                double way = vec3_length(moved) * weight;
                if (way > STILL && data_vertex(data, p, window.first + i, &at)) {
                    struct vec3 from = mat34_point(&matrix, at);
                    struct vec3 to = mat34_point(&matrix, vec3_add(at, moved));
                    motion->way += way;
                    motion->side += way * from.x;
                    motion->to += weight * (to.x - from.x);
                }
            }
        }
    }
    return true;
}

/* Adds all that the binds of an expression move; false unless something moves, and all of it is known. */
static bool read_motion(const struct data *data, enum dialect dialect, const struct tree *binds, struct motion *motion)
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

/* The sign of x on the left of a body whose arms are where the dialect has them; 0 for others. */
static double left_of(const struct data *data, enum dialect dialect)
{
    const struct scene *scene = data->check->avatar->scene;
    size_t left = humanoid_node(data, "leftUpperArm");
    size_t right = humanoid_node(data, "rightUpperArm");
    double sign = dialect == DIALECT_VRM1 ? 1 : -1;
    bool is_known = left != SCENE_NONE && right != SCENE_NONE && humanoid_node(data, "head") != SCENE_NONE &&
                    (scene_position(scene, left).x - scene_position(scene, right).x) * sign > 0;
    return is_known ? sign : 0;
}

static bool are_exchanged(const struct data *data, const struct motion *left, const struct motion *right, double sign,
                          bool of_gaze)
{
    if (of_gaze) {
        return sign * left->to < -ALONG * left->way && sign * right->to > ALONG * right->way;
    }
    double middle = scene_position(data->check->avatar->scene, humanoid_node(data, "head")).x;
    double limit = APART * data->body.size;
    return sign * (left->side / left->way - middle) < -limit && sign * (right->side / right->way - middle) > limit;
}

static void check_pair(const struct data *data, enum dialect dialect, double sign, const struct side_pair *pair,
                       bool of_gaze)
{
    struct motion left = {0, 0, 0};
    struct motion right = {0, 0, 0};
    if (!read_motion(data, dialect, pair->left_binds, &left) ||
        !read_motion(data, dialect, pair->right_binds, &right) || !are_exchanged(data, &left, &right, sign, of_gaze)) {
        return;
    }
    struct finding *finding = report_twin(data->check->findings, dialect,
                                          of_gaze ? MESSAGE_VRM_EXPRESSION_SIDES_SWAPPED__GAZE
                                                  : MESSAGE_VRM_EXPRESSION_SIDES_SWAPPED__DEFAULT,
                                          pair->left_place, ARGUMENTS(pair->left, pair->right));
    relate_twin(finding, dialect, RELATED_VRM_EXPRESSION_SIDES_SWAPPED__DEFAULT, pair->right_place, NO_ARGUMENTS);
}

static bool read_vrm1(const struct check *check, const char *left, const char *right, struct side_pair *out)
{
    const struct vrm1 *vrm1 = check->avatar->vrm1;
    size_t l = vrm1->present ? vrm1->presets[vrma_preset_by_name(left)] : VRM1_NONE;
    size_t r = vrm1->present ? vrm1->presets[vrma_preset_by_name(right)] : VRM1_NONE;
    if (l == VRM1_NONE || r == VRM1_NONE) {
        return false;
    }
    *out = (struct side_pair){tree_get(vrm1->expressions[l].json, "morphTargetBinds"),
                              tree_get(vrm1->expressions[r].json, "morphTargetBinds"),
                              avatar_expression_place(check, l, NULL),
                              avatar_expression_place(check, r, NULL),
                              the_avatar_expression("left", check, l),
                              the_avatar_expression("right", check, r)};
    return true;
}

static bool read_vrm0(const struct check *check, enum vrm0_preset left, enum vrm0_preset right, struct side_pair *out)
{
    const struct vrm0_expression *l = check->avatar->vrm0_avatar->presets[left];
    const struct vrm0_expression *r = check->avatar->vrm0_avatar->presets[right];
    if (l == NULL || r == NULL) {
        return false;
    }
    *out = (struct side_pair){tree_get(l->json, "binds"),
                              tree_get(r->json, "binds"),
                              vrm0_place_expression(l, NULL),
                              vrm0_place_expression(r, NULL),
                              argument_as("left", vrm0_the_expression(check, l)),
                              argument_as("right", vrm0_the_expression(check, r))};
    return true;
}

void data_check_sides(struct data *data)
{
    const struct check *check = data->check;
    struct side_pair pair;
    double left = data->body.present ? left_of(data, DIALECT_VRM1) : 0;
    if (left != 0 && read_vrm1(check, "blinkLeft", "blinkRight", &pair)) {
        check_pair(data, DIALECT_VRM1, left, &pair, false);
    }
    if (left != 0 && read_vrm1(check, "lookLeft", "lookRight", &pair)) {
        check_pair(data, DIALECT_VRM1, left, &pair, true);
    }
    left = data->body.present && check->avatar->vrm0_avatar->json != NULL ? left_of(data, DIALECT_VRM0) : 0;
    if (left != 0 && read_vrm0(check, VRM0_BLINK_LEFT, VRM0_BLINK_RIGHT, &pair)) {
        check_pair(data, DIALECT_VRM0, left, &pair, false);
    }
    if (left != 0 && read_vrm0(check, VRM0_LOOK_LEFT, VRM0_LOOK_RIGHT, &pair)) {
        check_pair(data, DIALECT_VRM0, left, &pair, true);
    }
}
