/* Checks whether the soles are on the ground: the lowest vertices that follow the feet and the toes, at rest. The
 * height of the foot bones alone says little, because ankles are at any height above the soles. */
#include "checks/body/dialects.h"
#include "checks/data/data.h"
#include "checks/fixes.h"
#include "ids/messages_vrm.h"

/* Fractions of the hips' height. */
#define OFF_GROUND 0.05 /* soles of real avatars are within 0.03 */
#define FOOT_BELOW 0.01 /* another rule reports lower and higher foot bones */
#define FOOT_ABOVE 0.5

#define MOST_WEIGHT 0.5 /* a vertex with more follows that joint */
#define SOLES_DIGITS 3

enum { SETS = 4 };

static const char *const feet[] = {"leftFoot", "rightFoot"};

struct soles {
    const struct data *data;
    const struct scene *scene;
    size_t nodes[2]; /* of the feet; SCENE_NONE if unmapped */
    double lowest;   /* height in the world, metres; HUGE_VAL if nothing follows a foot */
    size_t mesh;     /* of the lowest vertex */
    size_t *users;   /* nodes that have each mesh */
    size_t foot;     /* 0 or 1 */
};

/* Returns which foot carries a node, itself or a descendant of it; 2 if none does. */
static size_t foot_above(const struct soles *soles, size_t node)
{
    for (size_t i = 0; node != SCENE_NONE && i < 2; i++) {
        if (soles->nodes[i] != SCENE_NONE && scene_is_above_or_same(soles->scene, soles->nodes[i], node)) {
            return i;
        }
    }
    return 2;
}

static void add_vertex(struct soles *soles, size_t primitive, uint64_t vertex, const struct mat34 *matrix, size_t foot)
{
    struct vec3 at;
    if (data_vertex(soles->data, primitive, vertex, &at)) {
        double height = mat34_point(matrix, at).y;
        if (height < soles->lowest - CHECK_NOISE) {
            soles->lowest = height;
            soles->mesh = soles->data->primitives->items[primitive].mesh;
            soles->foot = foot;
        }
    }
}

/* What a skin does to vertices that follow the feet. */
struct foot_joints {
    const struct bound_skin *skin;
    size_t *foot; /* per joint: see foot_above() */
    struct mat34 *matrices;
};

/* Fills *out, in an arena. Returns false if no vertex follows a foot. */
static bool read_joints(const struct soles *soles, struct arena *arena, size_t index, struct foot_joints *out)
{
    const struct bound_skin *skin = &soles->data->skins[index];
    bool any = false;
    if (skin->binds == NULL || skin->broken) {
        return false;
    }
    out->skin = skin;
    out->foot = arena_array(arena, skin->count, sizeof *out->foot);
    out->matrices = arena_array(arena, skin->count, sizeof *out->matrices);
    for (size_t i = 0; i < skin->count; i++) {
        out->foot[i] = skin->weighted[i] != 0 ? foot_above(soles, skin->joints[i]) : 2;
        if (out->foot[i] < 2) {
            out->matrices[i] = mat34_multiply(&soles->scene->nodes[skin->joints[i]].world, &skin->binds[i]);
            any = true;
        }
    }
    return any;
}

/* Whether a vertex may follow a joint of a foot: a quick test of its joints in memory, which rules most vertices out.
 * unit: bytes of a joint's number, 1 or 2. */
static bool may_follow_foot(const struct foot_joints *joints, size_t unit, const unsigned char *bytes)
{
    const size_t *foot = joints->foot;
    size_t count = joints->skin->count;
    bool may = false;
    for (const unsigned char *end = bytes + SETS * unit; bytes < end && !may; bytes += unit) {
        size_t joint = unit == 1 ? bytes[0] : (size_t)bytes[0] | (size_t)bytes[1] << 8;
        may = joint < count && foot[joint] < 2;
    }
    return may;
}

/* Whether a primitive has the same vertices, joints and weights as another one. */
static bool same_vertices(const struct primitive *a, const struct primitive *b)
{
    return a->position == b->position && a->set_count > 0 && b->set_count > 0 &&
           memcmp(a->sets, b->sets, sizeof *a->sets) == 0 && a->sets_are_unequal == b->sets_are_unequal;
}

/* Adds the vertices of a primitive that follow a joint of a foot. */
static void add_skinned(struct soles *soles, size_t primitive, const struct foot_joints *joints)
{
    struct sweep_walk walks[2];
    struct sweep_window windows[2];
    if (!data_begin_pairs(soles->data, primitive, walks)) {
        return;
    }
    const struct elements *numbers = &walks[0].accessor->base;
    const struct elements *weights = &walks[1].accessor->base;
    bool is_known = numbers->component == COMPONENT_UBYTE || numbers->component == COMPONENT_USHORT;
    size_t unit = is_known && !numbers->normalized ? component_size(numbers->component) : 0;
    while (data_next_pairs(walks, windows)) {
        for (size_t i = 0; i < windows[0].count; i++) {
            double joint[SETS];
            double weight[SETS];
            const unsigned char *bytes = windows[0].bytes + i * windows[0].stride;
            if (unit != 0 && !may_follow_foot(joints, unit, bytes)) {
                continue;
            }
            elements_decode(numbers, bytes, 1, joint);
            elements_decode(weights, windows[1].bytes + i * windows[1].stride, 1, weight);
            for (size_t k = 0; k < SETS; k++) {
                if (weight[k] > MOST_WEIGHT && joint[k] >= 0 && joint[k] < (double)joints->skin->count &&
                    joints->foot[(size_t)joint[k]] < 2) {
                    add_vertex(soles, primitive, windows[0].first + i, &joints->matrices[(size_t)joint[k]],
                               joints->foot[(size_t)joint[k]]);
                }
            }
        }
    }
}

/* Adds all vertices of a primitive on a node below a foot. */
static void add_rigid(struct soles *soles, size_t primitive, size_t node, size_t foot)
{
    const struct accessor *positions =
        data_accessor(soles->data, soles->data->primitives->items[primitive].position, 3);
    if (positions == NULL || !sweep_charge(soles->data->sweep, positions->base.count * positions->base.size)) {
        return;
    }
    for (uint64_t i = 0; i < positions->base.count; i++) {
        add_vertex(soles, primitive, i, &soles->scene->nodes[node].world, foot);
    }
}

static void add_node(struct soles *soles, size_t index)
{
    const struct scene_node *node = &soles->scene->nodes[index];
    const struct mesh *mesh = &soles->data->primitives->meshes[node->mesh];
    struct arena *room = arena_open(soles->data->check->arena);
    struct foot_joints joints;
    /* what is on more than the two feet marks bones, such as axes or spheres that show where they are */
    bool marks = soles->users[node->mesh] > 2;
    size_t foot = node->skin == SCENE_NONE && !marks ? foot_above(soles, index) : 2;
    bool skinned = node->skin < soles->data->skin_count && soles->data->skins[node->skin].used &&
                   sweep_charge(soles->data->sweep, DATA_NODE_WORK * (uint64_t)soles->data->skins[node->skin].count) &&
                   read_joints(soles, room, node->skin, &joints);
    for (size_t p = mesh->first; p < mesh->first + mesh->count; p++) {
        const struct primitive *of = &soles->data->primitives->items[p];
        if (skinned && (p == mesh->first || !same_vertices(of - 1, of))) {
            add_skinned(soles, p, &joints);
        } else if (!skinned && foot < 2) {
            add_rigid(soles, p, index, foot);
        }
    }
    arena_close(room);
}

static void report_soles(const struct soles *soles, enum dialect dialect, double hips)
{
    const struct data *data = soles->data;
    size_t node = soles->nodes[soles->foot];
    bool above = soles->lowest > 0;
    struct finding *finding =
        report_twin(data->check->findings, dialect,
                    above ? MESSAGE_VRM_FEET_OFF_GROUND__SOLES_ABOVE : MESSAGE_VRM_FEET_OFF_GROUND__SOLES_BELOW,
                    place_node(node, NULL),
                    ARGUMENTS(the_mesh("mesh", data, soles->mesh), the_node("node", data->check->avatar, node),
                              METRES("foot", fabs(soles->lowest), SOLES_DIGITS)));
    finding_measure(finding, "soles", soles->lowest);
    finding_measure(finding, "hips", hips);
    fix_move_scene(finding, data->check->avatar, (struct vec3){0, -soles->lowest, 0});
}

void data_check_soles(struct data *data)
{
    const struct avatar *avatar = data->check->avatar;
    const struct scene *scene = avatar->scene;
    enum dialect dialect = avatar->humanoid->present ? DIALECT_VRM1 : DIALECT_VRM0;
    size_t hips = data_bone(data, "hips");
    if (hips == SCENE_NONE || !data->body.present) {
        return;
    }
    double height = scene_position(scene, hips).y;
    struct soles soles = {.data = data, .scene = scene, .lowest = HUGE_VAL};
    for (size_t i = 0; i < 2; i++) {
        soles.nodes[i] = data_bone(data, feet[i]);
        double foot = soles.nodes[i] == SCENE_NONE ? 0 : scene_position(scene, soles.nodes[i]).y;
        if (!(foot >= -FOOT_BELOW * height) || foot > FOOT_ABOVE * height) {
            return;
        }
    }
    soles.users = arena_array(data->check->arena, data->primitives->mesh_count, sizeof *soles.users);
    for (size_t i = 0; i < scene->count; i++) {
        if (scene->nodes[i].mesh < data->primitives->mesh_count) {
            soles.users[scene->nodes[i].mesh]++;
        }
    }
    for (size_t i = 0; i < scene->count; i++) {
        if (scene->nodes[i].mesh < data->primitives->mesh_count && scene->nodes[i].in_default &&
            scene_usable(scene, i)) {
            add_node(&soles, i);
        }
    }
    if (isfinite(soles.lowest) && fabs(soles.lowest) > OFF_GROUND * height) {
        report_soles(&soles, dialect, height);
    }
}
