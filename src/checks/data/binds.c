/*
 * Compares inverse bind matrices with the skeleton at rest. The inverse bind matrices store the positions of the
 * bones when the mesh was bound. The bind position of a bone, transformed by the bone and by the one above it, must
 * have the same result; otherwise the mesh is torn between them.
 */

#include "checks/absent.h"
#include "checks/data/data.h"
#include "ids/messages_mesh.h"

#define ROW_ERROR 1e-4
#define APART 0.005  /* fraction of the avatar's size */
#define SHEARED 0.02 /* tolerance of an element of the Gram matrix */
#define TURNED 5.0   /* degrees */
#define BINDS_DIGITS 3

enum { MATRIX = 16 };

/* ---- last rows ---- */

struct rows {
    size_t count; /* matrices whose last row isn't 0 0 0 1 */
    size_t errors;
    uint64_t first;
    double worst;
    bool transposed; /* all have a translation in the last row, and none in the last column */
};

static void add_row(struct rows *rows, const double *v, uint64_t at)
{
    double off = fmax(fmax(fabs(v[3]), fabs(v[7])), fmax(fabs(v[11]), fabs(v[15] - 1)));
    if (off > 0 && rows->count++ == 0) {
        rows->first = at;
    }
    rows->errors += off > ROW_ERROR;
    rows->worst = off > rows->worst ? off : rows->worst;
    bool there = v[12] == 0 && v[13] == 0 && v[14] == 0 && v[15] == 1;
    rows->transposed = rows->transposed && there;
}

static void report_rows(struct data *data, size_t index, const struct rows *rows, uint64_t total)
{
    struct argument skin = the_skin("skin", data, index);
    struct argument count = COUNT("count", rows->count);
    struct argument all = COUNT("total", total);
    struct place place = place_of(PLACE_SKIN, index, 0, "inverseBindMatrices");
    struct finding *finding;
    if (rows->errors == 0) {
        finding = report(data->check->findings, MESSAGE_SKIN_IBM_LAST_ROW__ROUNDED, place,
                         ARGUMENTS(skin, count, all, NUMBER("worst", rows->worst, BINDS_DIGITS)));
        finding_severity(finding, VRMLINT_WARNING);
    } else if (rows->transposed) {
        finding =
            report(data->check->findings, MESSAGE_SKIN_IBM_LAST_ROW__TRANSPOSED, place, ARGUMENTS(skin, count, all));
    } else {
        finding = report(
            data->check->findings, MESSAGE_SKIN_IBM_LAST_ROW__DEFAULT, place,
            ARGUMENTS(skin, count, all, COUNT("first", rows->first), NUMBER("worst", rows->worst, BINDS_DIGITS)));
    }
    data_measure(finding, rows->count, total, rows->first);
    finding_measure(finding, "worst", rows->worst);
    finding_measure(finding, "limit", ROW_ERROR);
}

static void read_matrices(struct data *data, size_t index, size_t accessor)
{
    struct bound_skin *skin = &data->skins[index];
    const struct accessor *matrices = data_accessor(data, accessor, MATRIX);
    struct rows rows = {.transposed = true};
    struct sweep_walk walk;
    struct sweep_window window;
    if (matrices == NULL || matrices->base.component != COMPONENT_FLOAT || matrices->base.count < skin->count ||
        !sweep_begin(&walk, data->sweep, accessor, 0, 0)) {
        return;
    }
    struct mat34 *binds = arena_array(data->check->arena, skin->count, sizeof *binds);
    while (sweep_next(&walk, &window)) {
        for (size_t i = 0; i < window.count; i++) {
            double v[MATRIX];
            uint64_t at = window.first + i;
            elements_decode(&matrices->base, window.bytes + i * window.stride, 1, v);
            add_row(&rows, v, at);
            for (size_t k = 0; k < 12 && at < skin->count; k++) {
                binds[at].m[k % 3][k / 3] = v[k / 3 * 4 + k % 3];
            }
        }
    }
    if (rows.count > 0) {
        report_rows(data, index, &rows, matrices->base.count);
    }
    skin->broken = rows.errors > 0;
    skin->binds = binds;
}

void data_read_binds(struct data *data)
{
    const struct tree *json = document_tree(data->check->avatar->document, "/skins");
    for (size_t i = 0; i < data->skin_count; i++) {
        struct bound_skin *skin = &data->skins[i];
        const struct tree *index = tree_get(tree_at(json, i), "inverseBindMatrices");
        size_t accessor;
        if (index == NULL) {
            struct mat34 *binds = arena_array(data->check->arena, skin->count, sizeof *binds);
            for (size_t k = 0; k < skin->count; k++) {
                binds[k] = MAT34_IDENTITY;
            }
            skin->binds = binds;
        } else if (tree_index(index, data->sweep->accessors->count, &accessor)) {
            read_matrices(data, i, accessor);
        }
    }
}

/* ---- joints of a skin ---- */

/* Maps nodes to joints, for one skin at a time. */
struct skin_skeleton {
    struct data *data;
    struct bound_skin *skin;
    size_t index;
    size_t stamp;
    size_t *stamps;  /* per node: the stamp of the skin for which `nearest` is valid */
    size_t *nearest; /* per node: the joint at it or nearest above it, or SIZE_MAX */
    size_t *path;    /* nodes on the way up */
    size_t top;      /* the weighted joint nearest to the root, or SIZE_MAX */
};

static bool is_followed(const struct skin_skeleton *skeleton, size_t joint)
{
    const struct bound_skin *skin = skeleton->skin;
    return skin->weighted[joint] != 0 && scene_usable(skeleton->data->check->avatar->scene, skin->joints[joint]);
}

/* Returns the nearest joint above a node. Each node is visited once. */
static size_t joint_above(struct skin_skeleton *skeleton, size_t node)
{
    const struct scene *scene = skeleton->data->check->avatar->scene;
    size_t depth = 0;
    size_t found = SIZE_MAX;
    for (node = scene->nodes[node].parent; node != SCENE_NONE; node = scene->nodes[node].parent) {
        if (skeleton->stamps[node] == skeleton->stamp) {
            found = skeleton->nearest[node];
            break;
        }
        skeleton->path[depth++] = node;
    }
    while (depth > 0) {
        node = skeleton->path[--depth];
        skeleton->stamps[node] = skeleton->stamp;
        skeleton->nearest[node] = found;
    }
    return found;
}

static void begin_skin(struct skin_skeleton *skeleton, size_t index)
{
    const struct scene *scene = skeleton->data->check->avatar->scene;
    struct bound_skin *skin = &skeleton->data->skins[index];
    skeleton->skin = skin;
    skeleton->index = index;
    skeleton->stamp = index + 1;
    skeleton->top = SIZE_MAX;
    for (size_t i = 0; i < skin->count; i++) {
        size_t node = skin->joints[i];
        if (node == SCENE_NONE || !scene_usable(scene, node)) {
            continue;
        }
        skeleton->stamps[node] = skeleton->stamp;
        skeleton->nearest[node] = i;
        if (is_followed(skeleton, i) &&
            (skeleton->top == SIZE_MAX || scene->nodes[node].depth < scene->nodes[skin->joints[skeleton->top]].depth)) {
            skeleton->top = i;
        }
    }
}

/* ---- bind poses ---- */

/* The bind pose of a joint relative to the one above it. */
struct bond {
    size_t joint;
    size_t above;
    bool singular;
    double apart; /* metres */
    double sheared;
    double turned; /* degrees */
};

static struct mat34 joint_matrix(const struct data *data, const struct bound_skin *skin, size_t joint)
{
    return mat34_multiply(&data->check->avatar->scene->nodes[skin->joints[joint]].world, &skin->binds[joint]);
}

static double gram_off(const struct mat34 *a)
{
    double worst = 0;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            double off = fabs(vec3_dot(mat34_column(a, i), mat34_column(a, k)) - (i == k ? 1 : 0));
            worst = off > worst || !isfinite(off) ? off : worst;
        }
    }
    return worst;
}

static struct bond measure_bond(const struct data *data, const struct bound_skin *skin, size_t joint, size_t above)
{
    struct bond bond = {.joint = joint, .above = above};
    struct mat34 inverse;
    struct mat34 of = joint_matrix(data, skin, joint);
    struct mat34 from = joint_matrix(data, skin, above);
    struct mat34 back;
    if (!mat34_inverse(&skin->binds[joint], &inverse) || !mat34_inverse(&from, &back)) {
        bond.singular = true;
        return bond;
    }
    struct vec3 bound_at = mat34_translation(&inverse);
    bond.apart = vec3_distance(mat34_point(&of, bound_at), mat34_point(&from, bound_at));
    struct mat34 turn = mat34_multiply(&of, &back);
    bond.sheared = gram_off(&turn);
    double cosine = (turn.m[0][0] + turn.m[1][1] + turn.m[2][2] - 1) / 2;
    bond.turned = angle_degrees(acos(fmax(-1, fmin(1, cosine))));
    return bond;
}

struct bonds {
    size_t followed;
    size_t broken;
    size_t differing;
    struct bond singular;
    struct bond apart; /* the worst ones */
    struct bond sheared;
    struct bond turned;
};

static void add_bond(const struct data *data, struct bonds *bonds, const struct bond *bond)
{
    bool apart = !(bond->apart <= APART * data->body.size);
    bool sheared = !(bond->sheared <= SHEARED);
    bonds->followed++;
    if (bond->singular && !bonds->singular.singular) {
        bonds->singular = *bond;
    }
    if (apart && !(bond->apart <= bonds->apart.apart)) {
        bonds->apart = *bond;
    }
    if (sheared && !(bond->sheared <= bonds->sheared.sheared)) {
        bonds->sheared = *bond;
    }
    bonds->broken += bond->singular || apart || sheared;
    if (bond->turned > TURNED) {
        bonds->differing++;
        if (bond->turned > bonds->turned.turned) {
            bonds->turned = *bond;
        }
    }
}

static struct argument joint_name(const char *as, const struct skin_skeleton *skeleton, size_t joint)
{
    return the_node(as, skeleton->data->check->avatar, skeleton->skin->joints[joint]);
}

static void report_broken(struct skin_skeleton *skeleton, const struct bonds *bonds)
{
    struct data *data = skeleton->data;
    struct place place = place_of(PLACE_SKIN, skeleton->index, 0, NULL);
    struct argument skin = the_skin("skin", data, skeleton->index);
    struct argument count = COUNT("count", bonds->broken);
    struct argument total = COUNT("total", bonds->followed);
    struct finding *finding;
    size_t joint;
    if (bonds->singular.singular) {
        joint = bonds->singular.joint;
        finding = report(data->check->findings, MESSAGE_SKIN_BIND_POSE_BROKEN__SINGULAR, place,
                         ARGUMENTS(skin, count, total, joint_name("joint", skeleton, joint)));
    } else if (bonds->apart.apart > 0) {
        joint = bonds->apart.joint;
        double limit = APART * data->body.size;
        finding = report(data->check->findings, MESSAGE_SKIN_BIND_POSE_BROKEN__APART, place,
                         ARGUMENTS(skin, count, total, joint_name("joint", skeleton, joint),
                                   joint_name("above", skeleton, bonds->apart.above),
                                   argument_number("distance", bonds->apart.apart, limit, UNIT_METRES, BINDS_DIGITS)));
        finding_measure(finding, "distance", bonds->apart.apart);
        finding_measure(finding, "limit", limit);
    } else {
        joint = bonds->sheared.joint;
        finding = report(data->check->findings, MESSAGE_SKIN_BIND_POSE_BROKEN__SCALED, place,
                         ARGUMENTS(skin, count, total, joint_name("joint", skeleton, joint),
                                   joint_name("above", skeleton, bonds->sheared.above)));
        finding_measure(finding, "gram", bonds->sheared.sheared);
        finding_measure(finding, "limit", SHEARED);
    }
    absent_note_lack(data->check, finding, "inverseBindMatrices");
    finding_measure(finding, "count", (double)bonds->broken);
    finding_measure(finding, "total", (double)bonds->followed);
    finding_relate(finding, RELATED_SKIN_BIND_POSE_BROKEN__JOINT, place_node(skeleton->skin->joints[joint], NULL),
                   ARGUMENTS(joint_name("joint", skeleton, joint)));
    skeleton->skin->broken = true;
}

static void check_bonds(struct skin_skeleton *skeleton)
{
    struct data *data = skeleton->data;
    const struct bound_skin *skin = skeleton->skin;
    struct bonds bonds = {.followed = 0};
    for (size_t i = 0; i < skin->count; i++) {
        if (!is_followed(skeleton, i)) {
            continue;
        }
        size_t above = joint_above(skeleton, skin->joints[i]);
        above = above == SIZE_MAX ? skeleton->top : above;
        if (above == i || above == SIZE_MAX) {
            continue;
        }
        struct bond bond = measure_bond(data, skin, i, above);
        add_bond(data, &bonds, &bond);
    }
    if (bonds.broken > 0) {
        report_broken(skeleton, &bonds);
    } else if (bonds.differing > 0) {
        const struct bond *worst = &bonds.turned;
        struct finding *finding =
            report(data->check->findings, MESSAGE_SKIN_REST_POSE_DIFFERS__DEFAULT,
                   place_of(PLACE_SKIN, skeleton->index, 0, NULL),
                   ARGUMENTS(the_skin("skin", data, skeleton->index), COUNT("count", bonds.differing),
                             COUNT("total", bonds.followed), joint_name("joint", skeleton, worst->joint),
                             argument_number("angle", worst->turned, TURNED, UNIT_DEGREES, BINDS_DIGITS)));
        finding_measure(finding, "count", (double)bonds.differing);
        finding_measure(finding, "total", (double)bonds.followed);
        finding_measure(finding, "angle", angle_radians(worst->turned));
        finding_relate(finding, RELATED_SKIN_REST_POSE_DIFFERS__JOINT, place_node(skin->joints[worst->joint], NULL),
                       ARGUMENTS(joint_name("joint", skeleton, worst->joint)));
    }
}

static struct skin_skeleton new_skeleton(struct data *data)
{
    size_t nodes = data->check->avatar->scene->count;
    struct arena *arena = data->check->arena;
    return (struct skin_skeleton){.data = data,
                                  .stamps = arena_array(arena, nodes, sizeof(size_t)),
                                  .nearest = arena_array(arena, nodes, sizeof(size_t)),
                                  .path = arena_array(arena, nodes, sizeof(size_t))};
}

void data_check_binds(struct data *data)
{
    if (!data->body.present || data->skin_count == 0) {
        return;
    }
    struct skin_skeleton skeleton = new_skeleton(data);
    for (size_t i = 0; i < data->skin_count; i++) {
        struct bound_skin *skin = &data->skins[i];
        if (skin->used && skin->binds != NULL && !skin->broken &&
            sweep_charge(data->sweep, DATA_NODE_WORK * (uint64_t)data->check->avatar->scene->count)) {
            begin_skin(&skeleton, i);
            check_bonds(&skeleton);
        }
    }
}
