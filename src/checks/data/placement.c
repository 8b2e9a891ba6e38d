/* Checks the position of meshes relative to the avatar, and joints that no vertex follows. */
#include "checks/data/data.h"
#include "ids/messages_mesh.h"

#define PLACEMENT_FAR 5.0   /* sizes of the avatar */
#define PLACEMENT_APART 1.5 /* sizes of the avatar: largest distance of a mesh from the bones that move it */
#define APART_MORPHED 0.5   /* the same for a mesh with morph targets, such as a face or clothes */
#define SPECK 0.2           /* fraction of the span of a mesh's bones; a smaller mesh has another unit */
#define SPAN 0.3            /* sizes of the avatar: least span of bones to compare their mesh with */
#define PLACEMENT_DIGITS 3

/* The cost of measuring a primitive's position, in bytes that are read in the same time. */
#define PRIMITIVE_WORK 128

/* ---- meshes far away ---- */

static bool box_of(const struct data *data, size_t primitive, struct box *box)
{
    size_t index = data->primitives->items[primitive].position;
    const struct accessor *accessor = data_accessor(data, index, 3);
    if (accessor == NULL) {
        return false;
    }
    const struct sweep_facts *facts = data_facts(data, index);
    const struct elements *form = &accessor->base;
    box->low = (struct vec3){sweep_value(form, facts->low[0]), sweep_value(form, facts->low[1]),
                             sweep_value(form, facts->low[2])};
    box->high = (struct vec3){sweep_value(form, facts->high[0]), sweep_value(form, facts->high[1]),
                              sweep_value(form, facts->high[2])};
    return true;
}

static struct vec3 corner_of(const struct box *box, unsigned i)
{
    return (struct vec3){(i & 1U) != 0 ? box->high.x : box->low.x, (i & 2U) != 0 ? box->high.y : box->low.y,
                         (i & 4U) != 0 ? box->high.z : box->low.z};
}

/* Returns the distance of a box's farthest corner from the middle of the avatar, and the corner. */
static double farthest_corner(const struct data *data, const struct box *box, const struct mat34 *matrix,
                              struct vec3 *where)
{
    double farthest = 0;
    for (unsigned i = 0; i < 8; i++) {
        struct vec3 at = mat34_point(matrix, corner_of(box, i));
        double distance = vec3_distance(at, data->body.middle);
        if (distance > farthest || isnan(distance)) {
            farthest = distance;
            *where = at;
        }
    }
    return farthest;
}

/* Returns the joint that represents a skinned mesh: the hips, or the weighted one nearest to the root; SIZE_MAX if
 * there is none. */
static size_t reference_joint(const struct data *data, const struct bound_skin *skin)
{
    const struct scene *scene = data->check->avatar->scene;
    size_t found = SIZE_MAX;
    for (size_t i = 0; i < skin->count; i++) {
        size_t node = skin->joints[i];
        if (node == SCENE_NONE || !scene_usable(scene, node)) {
            continue;
        }
        if (node == data->body.hips) {
            return i;
        }
        if (skin->weighted[i] != 0 &&
            (found == SIZE_MAX || scene->nodes[node].depth < scene->nodes[skin->joints[found]].depth)) {
            found = i;
        }
    }
    return found;
}

/* Computes the transform of the vertices of a node's mesh; returns false if it is unknown, or wrong and reported
 * elsewhere. references: per skin the joint + 1 once it is known; may be NULL. */
static bool matrix_of(const struct data *data, const struct scene_node *node, size_t *references, struct mat34 *out)
{
    if (node->skin >= data->skin_count) {
        *out = node->world;
        return node->json != NULL && tree_get(node->json, "skin") == NULL;
    }
    const struct bound_skin *skin = &data->skins[node->skin];
    if (skin->broken || skin->binds == NULL || !skin->used) {
        return false;
    }
    size_t found = references == NULL ? 0 : references[node->skin];
    if (found == 0) {
        size_t first = reference_joint(data, skin);
        found = first == SIZE_MAX ? SIZE_MAX : first + 1;
    }
    if (references != NULL) {
        references[node->skin] = found;
    }
    if (found == SIZE_MAX) {
        return false;
    }
    size_t joint = found - 1;
    *out = mat34_multiply(&data->check->avatar->scene->nodes[skin->joints[joint]].world, &skin->binds[joint]);
    return true;
}

static void measure_place(struct finding *finding, struct vec3 at)
{
    if (vec3_is_finite(at)) {
        finding_measure(finding, "x", at.x);
        finding_measure(finding, "y", at.y);
        finding_measure(finding, "z", at.z);
    }
}

static void report_far(const struct data *data, size_t primitive, size_t node, double distance, struct vec3 where)
{
    double limit = PLACEMENT_FAR * data->body.size;
    struct finding *finding =
        report(data->check->findings, MESSAGE_MESH_FAR_FROM_AVATAR__DEFAULT,
               data_place(data, primitive, "attributes/POSITION"),
               ARGUMENTS(the_part("part", data, primitive), the_node("node", data->check->avatar, node),
                         argument_number("distance", distance, limit, UNIT_METRES, PLACEMENT_DIGITS),
                         METRES("size", data->body.size, PLACEMENT_DIGITS)));
    finding_measure(finding, "distance", distance);
    finding_measure(finding, "limit", limit);
    measure_place(finding, where);
}

/* ---- meshes away from their bones ---- */

/* Returns the distance between two boxes. */
static double distance_of(const struct box *a, const struct box *b)
{
    struct vec3 off = {fmax(fmax(a->low.x - b->high.x, b->low.x - a->high.x), 0),
                       fmax(fmax(a->low.y - b->high.y, b->low.y - a->high.y), 0),
                       fmax(fmax(a->low.z - b->high.z, b->low.z - a->high.z), 0)};
    return vec3_length(off);
}

/* Returns the box of the joints that the vertices of a node's mesh follow; NULL if not all are known. */
static const struct box *joints_of(const struct data *data, const struct scene_node *node)
{
    size_t count;
    const struct skinned *skinned = data_skins_of(data, node->mesh, &count);
    size_t i = 0;
    while (i < count && skinned[i].skin != node->skin) {
        i++;
    }
    bool is_known = i < count && !skinned[i].is_cut && skinned[i].joints.low.x <= skinned[i].joints.high.x;
    return is_known ? &skinned[i].joints : NULL;
}

static void check_skin_place(const struct data *data, size_t index, const struct mat34 *matrix)
{
    const struct scene_node *node = &data->check->avatar->scene->nodes[index];
    const struct mesh *mesh = &data->primitives->meshes[node->mesh];
    const struct box *joints = joints_of(data, node);
    struct box all = box_empty;
    for (size_t i = mesh->first; i < mesh->first + mesh->count; i++) {
        struct box box;
        if (!box_of(data, i, &box)) {
            return;
        }
        for (unsigned k = 0; k < 8; k++) {
            box_grow(&all, mat34_point(matrix, corner_of(&box, k)));
        }
    }
    if (mesh->count == 0 || joints == NULL) {
        return;
    }
    double distance = distance_of(&all, joints);
    double size = vec3_distance(all.low, all.high);
    double span = vec3_distance(joints->low, joints->high);
    double limit =
        (data->primitives->items[mesh->first].target_count > 0 ? APART_MORPHED : PLACEMENT_APART) * data->body.size;
    bool is_apart = isfinite(distance) && distance > limit;
    bool is_speck = isfinite(distance) && span > SPAN * data->body.size && size > 0 && size < SPECK * span;
    if (!is_apart && !is_speck) {
        return;
    }
    struct argument name = the_mesh("mesh", data, node->mesh);
    struct argument on = the_node("node", data->check->avatar, index);
    struct finding *finding =
        is_apart ? report(data->check->findings, MESSAGE_SKIN_FAR_FROM_BONES__DEFAULT, place_node(index, NULL),
                          ARGUMENTS(name, on, METRES("distance", distance, PLACEMENT_DIGITS),
                                    METRES("body", data->body.size, PLACEMENT_DIGITS)))
                 : report(data->check->findings, MESSAGE_SKIN_FAR_FROM_BONES__SPECK, place_node(index, NULL),
                          ARGUMENTS(name, on, METRES("size", size, PLACEMENT_DIGITS),
                                    METRES("span", span, PLACEMENT_DIGITS)));
    finding_measure(finding, is_apart ? "distance" : "size", is_apart ? distance : size);
    finding_measure(finding, "limit", is_apart ? limit : SPECK * span);
    measure_place(finding, vec3_scale(vec3_add(all.low, all.high), 0.5));
}

/* ---- */

static void check_node(const struct data *data, size_t index, size_t *references, bool *told)
{
    const struct scene_node *node = &data->check->avatar->scene->nodes[index];
    const struct mesh *mesh = &data->primitives->meshes[node->mesh];
    struct mat34 matrix;
    if (!sweep_charge(data->sweep, PRIMITIVE_WORK * (uint64_t)mesh->count) ||
        !matrix_of(data, node, references, &matrix)) {
        return;
    }
    bool is_far = false;
    for (size_t i = mesh->first; i < mesh->first + mesh->count; i++) {
        struct box box;
        if (!told[i] && box_of(data, i, &box)) {
            struct vec3 where = data->body.middle;
            double distance = farthest_corner(data, &box, &matrix, &where);
            if (!(distance <= PLACEMENT_FAR * data->body.size)) {
                told[i] = is_far = true;
                report_far(data, i, index, distance, where);
            }
        }
    }
    if (!is_far && node->skin < data->skin_count) {
        check_skin_place(data, index, &matrix);
    }
}

void data_check_placement(struct data *data)
{
    const struct scene *scene = data->check->avatar->scene;
    if (!data->body.present) {
        return;
    }
    size_t *references = arena_array(data->check->arena, data->skin_count, sizeof *references);
    bool *told = arena_array(data->check->arena, data->primitives->count, sizeof *told);
    for (size_t i = 0; i < scene->count; i++) {
        const struct scene_node *node = &scene->nodes[i];
        if (node->mesh < data->primitives->mesh_count && node->in_scene && scene_usable(scene, i)) {
            check_node(data, i, references, told);
        }
    }
}

/* ---- positions of vertices ---- */

bool data_mesh_matrix(const struct data *data, size_t mesh, struct mat34 *out)
{
    const struct scene *scene = data->check->avatar->scene;
    if (!sweep_charge(data->sweep, DATA_NODE_WORK * (uint64_t)scene->count)) {
        return false;
    }
    for (size_t i = 0; i < scene->count; i++) {
        const struct scene_node *node = &scene->nodes[i];
        if (node->mesh == mesh && node->in_scene && scene_usable(scene, i) && matrix_of(data, node, NULL, out)) {
            return true;
        }
    }
    return false;
}

void data_locate(const struct data *data, struct finding *finding, size_t mesh, struct vec3 position)
{
    struct mat34 matrix;
    if (finding != NULL && data_mesh_matrix(data, mesh, &matrix)) {
        measure_place(finding, mat34_point(&matrix, position));
    }
}

double data_diagonal(const struct data *data, const struct mesh *mesh)
{
    double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
    double high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (size_t i = mesh->first; i < mesh->first + mesh->count; i++) {
        size_t index = data->primitives->items[i].position;
        const struct accessor *accessor = data_accessor(data, index, 3);
        if (accessor == NULL) {
            return 0;
        }
        for (size_t k = 0; k < 3; k++) {
            low[k] = fmin(low[k], sweep_value(&accessor->base, data_facts(data, index)->low[k]));
            high[k] = fmax(high[k], sweep_value(&accessor->base, data_facts(data, index)->high[k]));
        }
    }
    struct vec3 size = {high[0] - low[0], high[1] - low[1], high[2] - low[2]};
    return vec3_length(size);
}

double data_noise(const struct data *data, size_t mesh)
{
    const struct mesh *of = &data->primitives->meshes[mesh];
    double largest = 0;
    for (size_t p = of->first; p < of->first + of->count; p++) {
        size_t index = data->primitives->items[p].position;
        const struct accessor *accessor = data_accessor(data, index, 3);
        for (size_t k = 0; accessor != NULL && k < 3; k++) {
            const struct sweep_facts *facts = data_facts(data, index);
            largest = fmax(largest, fmax(fabs(sweep_value(&accessor->base, facts->low[k])),
                                         fabs(sweep_value(&accessor->base, facts->high[k]))));
        }
    }
    return check_noise(largest);
}

/* Reads positions from a vertex on, if they can be read. */
static void read_block(const struct data *data, struct vertex_block *block, size_t index, uint64_t vertex)
{
    const struct accessor *accessor = data_vector(data, index, 3);
    block->count = 0;
    if (accessor == NULL || vertex >= accessor->base.count || accessor->sparse > 0) {
        return;
    }
    const struct elements *form = &accessor->base; /* of at most 12 bytes each */
    size_t most = (sizeof block->room - form->size) / form->stride + 1;
    size_t count = form->count - vertex < most ? (size_t)(form->count - vertex) : most;
    block->bytes = buffers_bytes(data->sweep->accessors->buffers, form->buffer, form->offset + vertex * form->stride,
                                 (count - 1) * form->stride + form->size, block->room);
    block->accessor = index;
    block->form = form;
    block->first = vertex;
    block->count = block->bytes == NULL ? 0 : count;
}

bool data_vertex(const struct data *data, size_t primitive, uint64_t vertex, struct vec3 *out)
{
    struct vertex_block *block = data->block;
    size_t index = data->primitives->items[primitive].position;
    if (index != block->accessor || vertex < block->first || vertex - block->first >= block->count) {
        read_block(data, block, index, vertex);
    }
    if (block->count > 0) {
        double at[3];
        elements_decode(block->form, block->bytes + (vertex - block->first) * block->form->stride, 1, at);
        *out = (struct vec3){at[0], at[1], at[2]};
    }
    return block->count > 0;
}

void data_locate_vertex(const struct data *data, struct finding *finding, size_t primitive, uint64_t vertex)
{
    struct vec3 at;
    if (data_vertex(data, primitive, vertex, &at)) {
        data_locate(data, finding, data->primitives->items[primitive].mesh, at);
    }
}

/* ---- joints without vertices ---- */

/* Returns, per node, whether something other than a skin uses it. */
static bool *named_nodes(const struct data *data)
{
    const struct avatar *avatar = data->check->avatar;
    const struct scene *scene = avatar->scene;
    bool *named = arena_array(data->check->arena, scene->count, sizeof *named);
    for (size_t i = 0; i < scene->count; i++) {
        named[i] = scene->nodes[i].constrained || humanoid_bone(avatar->humanoid, i) != BONE_COUNT ||
                   (avatar->vrm0->humanoid != NULL && humanoid_bone(avatar->vrm0->humanoid, i) != BONE_COUNT) ||
                   (avatar->vrm0->moved_by != NULL && avatar->vrm0->moved_by[i] != SCENE_NONE);
    }
    for (size_t s = 0; s < avatar->springs->spring_count; s++) {
        const struct spring *spring = &avatar->springs->springs[s];
        for (size_t k = 0; k < spring->joint_count; k++) {
            if (spring->joints[k].node < scene->count) {
                named[spring->joints[k].node] = true;
            }
        }
    }
    for (size_t i = 0; i < avatar->springs->collider_count; i++) {
        if (avatar->springs->colliders[i].node < scene->count) {
            named[avatar->springs->colliders[i].node] = true;
        }
    }
    for (size_t i = 0; i < avatar->vrm0->collider_group_count; i++) {
        if (avatar->vrm0->collider_groups[i].node < scene->count) {
            named[avatar->vrm0->collider_groups[i].node] = true;
        }
    }
    for (size_t i = 0; i < avatar->constraints->count; i++) {
        if (avatar->constraints->items[i].source < scene->count) {
            named[avatar->constraints->items[i].source] = true;
        }
    }
    return named;
}

static void check_skin(struct data *data, size_t index, const bool *named, size_t *needed)
{
    const struct scene *scene = data->check->avatar->scene;
    const struct bound_skin *skin = &data->skins[index];
    size_t stamp = index + 1;
    for (size_t i = 0; i < skin->count; i++) {
        size_t node = skin->weighted[i] != 0 ? skin->joints[i] : SCENE_NONE;
        for (; node != SCENE_NONE && needed[node] != stamp; node = scene->nodes[node].parent) {
            needed[node] = stamp;
        }
    }
    struct argument items[FINDING_LIST_MAX];
    size_t count = 0;
    for (size_t i = 0; i < skin->count; i++) {
        size_t node = skin->joints[i];
        if (node != SCENE_NONE && needed[node] != stamp && !named[node]) {
            if (count < FINDING_LIST_MAX) {
                items[count] = the_node(NULL, data->check->avatar, node);
            }
            count++;
        }
    }
    if (count == 0) {
        return;
    }
    struct finding *finding =
        report(data->check->findings, MESSAGE_SKIN_JOINT_NEVER_WEIGHTED__DEFAULT, place_of(PLACE_SKIN, index, 0, NULL),
               ARGUMENTS(the_skin("skin", data, index), COUNT("count", count), COUNT("total", skin->count),
                         argument_list("joints", items, FINDING_LIST_MAX, count, JOIN_AND)));
    finding_measure(finding, "count", (double)count);
    finding_measure(finding, "total", (double)skin->count);
}

void data_check_followed(struct data *data)
{
    const bool *named = named_nodes(data);
    size_t *needed = arena_array(data->check->arena, data->check->avatar->scene->count, sizeof *needed);
    for (size_t i = 0; i < data->skin_count; i++) {
        if (data->skins[i].used &&
            sweep_charge(data->sweep, DATA_NODE_WORK * (uint64_t)data->check->avatar->scene->count)) {
            check_skin(data, i, named, needed);
        }
    }
}
