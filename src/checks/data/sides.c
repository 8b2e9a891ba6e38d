/* Checks expressions of one side whose morph targets move the other side: winks, and eyes that look to a side; and
 * expressions of mouth and eyelids that move hands or feet. */
#include "checks/avatar/names.h"
#include "checks/body/dialects.h"
#include "checks/data/data.h"
#include "checks/vrm0/avatar.h"
#include "ids/messages_vrm_face.h"

#define SIDES_APART 0.004 /* fraction of the avatar's size: least distance of eyelids from the middle of the head */
#define NEAR 0.3          /* fraction of the avatar's size: largest distance of eyelids from the head bone */
#define ALONG 0.3         /* fraction of the whole movement of the eyes that must go in one direction */

#define AT_LIMB 0.25 /* fraction of the distance from the head within which a vertex belongs to a hand or foot */
#define TWITCH 0.02  /* fraction of the avatar's size: least movement of a hand or foot that is visible */

enum { LIMB_ENDS = 4, NAMED_MOST = 3, LIMB_VERTICES = 3 };

/* Where the head, the hands and the feet are at rest. */
struct limb_ends {
    struct vec3 head;
    struct vec3 ends[LIMB_ENDS];
    double least; /* least movement that counts, metres */
};

/* The movement by an expression in the scene, as sums over its vertices. */
struct expression_motion {
    const struct limb_ends *limbs; /* NULL: don't look at hands and feet */
    size_t at_limbs;               /* number of vertices at hands and feet that move */
    double most_at_limbs;          /* their largest movement, metres */
    double way;                    /* path lengths, metres */
    struct vec3 at;                /* positions of the vertices, weighted by their path lengths */
    struct vec3 to;                /* displacements of the vertices */
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

/* An expression in a file. */
struct face_expression {
    const struct tree *binds;
    struct place place;
    struct argument name;
};

/* Counts a vertex that moves from a point to another, if it is at a hand or foot. */
static void count_at_limbs(struct expression_motion *motion, struct vec3 from, struct vec3 to)
{
    double way = vec3_length(vec3_sub(to, from));
    double head = vec3_length(vec3_sub(from, motion->limbs->head));
    for (size_t i = 0; way > motion->limbs->least && i < LIMB_ENDS; i++) {
        if (vec3_length(vec3_sub(from, motion->limbs->ends[i])) < AT_LIMB * head) {
            motion->at_limbs++;
            motion->most_at_limbs = fmax(motion->most_at_limbs, way);
            return;
        }
    }
}

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
        enum { AT_ONCE = 64 };
        double decoded[AT_ONCE * 3];
        struct elements form = accessor->base;
        while (sweep_next(&walk, &window)) {
            form.stride = window.stride;
            for (size_t i = 0; i < window.count; i++) {
                const double *v = decoded + i % AT_ONCE * 3;
                struct vec3 at;
                if (v == decoded) {
                    size_t left = window.count - i;
                    elements_decode(&form, window.bytes + i * window.stride, left < AT_ONCE ? left : AT_ONCE, decoded);
                }
                struct vec3 moved = {v[0], v[1], v[2]};
                double way = vec3_length(moved);
                if (way > noise && data_vertex(data, p, window.first + i, &at)) {
                    struct vec3 from = mat34_point(&matrix, at);
                    struct vec3 to = mat34_point(&matrix, vec3_add(at, moved));
                    motion->way += way * weight;
                    motion->at = vec3_add(motion->at, vec3_scale(from, way * weight));
                    motion->to = vec3_add(motion->to, vec3_scale(vec3_sub(to, from), weight));
                    if (motion->limbs != NULL) {
                        count_at_limbs(motion, from, to);
                    }
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

/* Whether the head is above the hips, if there are hips. Only an upright body has its face and its sides where they are
 * looked for. */
static bool is_upright(const struct data *data)
{
    const struct scene *scene = data->check->avatar->scene;
    size_t hips = data_bone(data, "hips");
    size_t head = data_bone(data, "head");
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
    size_t left = data_bone(data, "leftUpperArm");
    size_t right = data_bone(data, "rightUpperArm");
    double sign = dialect == DIALECT_VRM1 ? 1 : -1;
    bool is_known = left != SCENE_NONE && right != SCENE_NONE && is_upright(data) &&
                    (scene_position(scene, left).x - scene_position(scene, right).x) * sign > 0;
    return is_known ? sign : 0;
}

/* Returns the vector from the head to the middle of what an expression moves. */
static struct vec3 off_head(const struct data *data, const struct expression_motion *motion)
{
    struct vec3 head = scene_position(data->check->avatar->scene, data_bone(data, "head"));
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

/* Finds an expression by its preset in the dialect; returns false if the file has none. */
static bool read_preset(const struct check *check, enum dialect dialect, const char *preset,
                        enum vrm0_preset old_preset, struct face_expression *out)
{
    const struct vrm1 *vrm1 = check->avatar->vrm1;
    size_t at = dialect == DIALECT_VRM1 ? vrm1->presets[vrma_preset_by_name(preset)] : VRM1_NONE;
    const struct vrm0_expression *old =
        dialect == DIALECT_VRM0 ? check->avatar->vrm0_avatar->presets[old_preset] : NULL;
    if (at == VRM1_NONE && old == NULL) {
        return false;
    }
    out->binds = old == NULL ? tree_get(vrm1->expressions[at].json, "morphTargetBinds") : tree_get(old->json, "binds");
    out->place = old == NULL ? avatar_expression_place(check, at, NULL) : vrm0_place_expression(old, NULL);
    out->name = old == NULL ? the_avatar_expression(NULL, check, at) : vrm0_the_expression(check, old);
    return true;
}

/* Checks a pair of expressions. Returns false if the rest of the face can't be judged. */
static bool check_opposites(const struct data *data, enum dialect dialect, enum opposites kind, double sign)
{
    struct expression_motion motions[2] = {{.way = 0}, {.way = 0}};
    struct face_expression first;
    struct face_expression second;
    if (!read_preset(data->check, dialect, opposites[kind].first, opposites[kind].first_vrm0, &first) ||
        !read_preset(data->check, dialect, opposites[kind].second, opposites[kind].second_vrm0, &second) ||
        !read_motion(data, dialect, first.binds, &motions[0]) ||
        !read_motion(data, dialect, second.binds, &motions[1])) {
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
                        first.place, ARGUMENTS(argument_as("first", first.name), argument_as("second", second.name)));
        relate_twin(finding, dialect, RELATED_VRM_EXPRESSION_SIDES_SWAPPED__DEFAULT, second.place, NO_ARGUMENTS);
    }
    return !backward;
}

/* ---- hands and feet ---- */

/* Finds the head, the hands and the feet; returns false unless the avatar has all of them. */
static bool find_limb_ends(const struct data *data, struct limb_ends *out)
{
    static const char *const names[LIMB_ENDS] = {"leftHand", "rightHand", "leftFoot", "rightFoot"};
    const struct scene *scene = data->check->avatar->scene;
    size_t head = data_bone(data, "head");
    bool found = head != SCENE_NONE;
    for (size_t i = 0; found && i < LIMB_ENDS; i++) {
        size_t end = data_bone(data, names[i]);
        found = end != SCENE_NONE;
        if (found) {
            out->ends[i] = scene_position(scene, end);
        }
    }
    if (found) {
        out->head = scene_position(scene, head);
        out->least = TWITCH * data->body.size;
    }
    return found;
}

/* Reports expressions that apps play with the voice or to blink, and that move hands or feet. */
static void check_limbs(const struct data *data, enum dialect dialect)
{
    struct argument names[NAMED_MOST];
    struct place place = place_file();
    struct limb_ends limbs;
    size_t count = 0;
    double most = 0;
    bool is_known = find_limb_ends(data, &limbs);
    for (size_t i = 0; is_known && i < FACE_PRESETS; i++) {
        struct face_expression expression;
        struct expression_motion motion = {.limbs = &limbs};
        if (read_preset(data->check, dialect, face_presets[i].name, face_presets[i].old, &expression) &&
            read_motion(data, dialect, expression.binds, &motion) && motion.at_limbs >= LIMB_VERTICES) {
            place = count == 0 ? expression.place : place;
            most = fmax(most, motion.most_at_limbs);
            if (count < NAMED_MOST) {
                names[count] = expression.name;
            }
            count++;
        }
    }
    if (count > 0) {
        struct finding *finding =
            report_twin(data->check->findings, dialect, MESSAGE_VRM_EXPRESSION_MOVES_LIMBS__DEFAULT, place,
                        ARGUMENTS(argument_list("expressions", names, NAMED_MOST, count, JOIN_AND),
                                  COUNT("count", count), METRES("most", most, 2)));
        finding_measure(finding, "most", most);
    }
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
        if (sign != 0) {
            check_limbs(data, dialect);
        }
    }
}
