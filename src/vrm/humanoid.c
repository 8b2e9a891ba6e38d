#include "vrm/humanoid.h"

#include <math.h>
#include <string.h>

#include "vrm/limits.h"

#define SINGLE_PRECISION_MAX 3.4028235e38
#define MINUS_Y 1e-8  /* of 1 + y; revision B's own threshold */
#define ROUNDED 1e-20 /* of x^2 + z^2: a direction with less is -Y with rounding errors */
#define MOVES_Y 1e-6  /* of x^2 + z^2: a rotation with less leaves +Y unchanged */

static struct optional read_angle(const struct tree *json, const char *key)
{
    const struct tree *value = tree_get(json, key);
    struct optional angle = {.present = value != NULL};
    double number;
    if (tree_number(value, &number) && number >= 0 && number <= SINGLE_PRECISION_MAX) {
        angle.value = number;
        angle.given = true;
    }
    return angle;
}

static bool is_component(double number)
{
    return number >= -1 && number <= 1;
}

static void read_body(struct limit *limit, const struct tree *json)
{
    const struct tree *rotation = tree_get(json, "rotation");
    struct quat q;
    limit->angle = read_angle(json, "angle");
    limit->pitch = read_angle(json, "pitch");
    limit->yaw = read_angle(json, "yaw");
    limit->rotation = QUAT_IDENTITY;
    if (tree_quat(rotation, &q) && is_component(q.x) && is_component(q.y) && is_component(q.z) && is_component(q.w)) {
        limit->rotation = q;
        limit->rotation_given = true;
    }
}

const char *limit_kind_name(enum limit_kind kind)
{
    static const char *const names[] = {
        [LIMIT_NONE] = "", [LIMIT_CONE] = "cone", [LIMIT_HINGE] = "hinge", [LIMIT_SPHERICAL] = "spherical"};
    return names[kind];
}

const struct limit *limit_read(struct document *document, const struct tree *json)
{
    if (!tree_is_object(json)) {
        return NULL;
    }
    struct limit *limit = arena_alloc(document->arena, sizeof *limit);
    const struct tree *choice = tree_get(json, "limit");
    const struct tree *body = NULL;
    int found = 0;
    limit->json = json;
    limit->revision = document->limit_revision;
    for (enum limit_kind kind = LIMIT_CONE; kind <= LIMIT_SPHERICAL; kind++) {
        const struct tree *value = tree_get(choice, limit_kind_name(kind));
        if (value != NULL) {
            found++;
            body = value;
            limit->kind = kind;
        }
    }
    if (found != 1 || !tree_is_object(body)) {
        limit->kind = LIMIT_NONE;
        body = NULL;
    }
    read_body(limit, body);
    return limit;
}

struct quat limit_rotation(const struct limit *limit)
{
    return quat_length(limit->rotation) < LIMIT_ROTATION_ZERO ? QUAT_IDENTITY : quat_normalise(limit->rotation);
}

bool limit_rest_axis(const struct joint *joint, struct vec3 *axis)
{
    struct vec3 tail = joint->tail_local;
    double x = fabs(tail.x);
    double y = fabs(tail.y);
    double z = fabs(tail.z);
    double largest = x > y ? x : y;
    largest = largest > z ? largest : z;
    if (largest == 0) {
        return false;
    }
    /* scaled to about 1 first, so that no square overflows or underflows */
    tail = (struct vec3){tail.x / largest, tail.y / largest, tail.z / largest};
    *axis = vec3_scale(tail, 1 / vec3_length(tail));
    return true;
}

struct quat limit_axis_rotation(struct vec3 axis, enum vrmlint_limit_revision revision)
{
    double w = 1 + axis.y;
    double sideways = axis.x * axis.x + axis.z * axis.z;
    if (revision == VRMLINT_LIMIT_REVISION_B ? w < MINUS_Y : axis.y < 0 && sideways < ROUNDED) {
        return (struct quat){1, 0, 0, 0};
    }
    return quat_normalise((struct quat){axis.z, 0, -axis.x, w});
}

struct quat limit_space(const struct limit *limit, struct vec3 axis)
{
    return quat_multiply(limit_axis_rotation(axis, limit->revision), limit_rotation(limit));
}

struct vec3 limit_rest_direction(const struct limit *limit)
{
    return quat_rotate(quat_conjugate(limit_rotation(limit)), (struct vec3){0, 1, 0});
}

bool limit_is_oriented(const struct limit *limit)
{
    if (limit->kind != LIMIT_CONE) {
        return limit->kind != LIMIT_NONE;
    }
    struct quat q = limit_rotation(limit);
    return q.x * q.x + q.z * q.z > MOVES_Y;
}

#define FREE false
#define REQUIRED true
#define NEEDS_PARENT true

/* The humanoid bones of VRMC_vrm 1.0: name, parent, whether it is required, whether it needs its parent, class. */
#define FINGER(side, finger, root)                                                                                     \
    {side finger "Proximal", root, FREE, FREE, BONE_SMALL},                                                            \
        {side finger "Intermediate", side finger "Proximal", FREE, NEEDS_PARENT, BONE_SMALL},                          \
    {                                                                                                                  \
        side finger "Distal", side finger "Intermediate", FREE, NEEDS_PARENT, BONE_SMALL                               \
    }

#define SIDE(side)                                                                                                     \
    {side "UpperLeg", "hips", REQUIRED, FREE, BONE_BODY},                                                              \
        {side "LowerLeg", side "UpperLeg", REQUIRED, FREE, BONE_BODY},                                                 \
        {side "Foot", side "LowerLeg", REQUIRED, FREE, BONE_BODY}, {side "Toes", side "Foot", FREE, FREE, BONE_SMALL}, \
        {side "Shoulder", "upperChest", FREE, FREE, BONE_BODY},                                                        \
        {side "UpperArm", side "Shoulder", REQUIRED, FREE, BONE_BODY},                                                 \
        {side "LowerArm", side "UpperArm", REQUIRED, FREE, BONE_BODY},                                                 \
        {side "Hand", side "LowerArm", REQUIRED, FREE, BONE_BODY},                                                     \
        {side "ThumbMetacarpal", side "Hand", FREE, FREE, BONE_SMALL},                                                 \
        {side "ThumbProximal", side "ThumbMetacarpal", FREE, NEEDS_PARENT, BONE_SMALL},                                \
        {side "ThumbDistal", side "ThumbProximal", FREE, NEEDS_PARENT, BONE_SMALL},                                    \
        FINGER(side, "Index", side "Hand"), FINGER(side, "Middle", side "Hand"), FINGER(side, "Ring", side "Hand"),    \
        FINGER(side, "Little", side "Hand")

const struct bone bones[BONE_COUNT] = {
    {"hips", NULL, REQUIRED, FREE, BONE_BODY},
    {"spine", "hips", REQUIRED, FREE, BONE_BODY},
    {"chest", "spine", FREE, FREE, BONE_BODY},
    {"upperChest", "chest", FREE, NEEDS_PARENT, BONE_BODY},
    {"neck", "upperChest", FREE, FREE, BONE_BODY},
    {"head", "neck", REQUIRED, FREE, BONE_BODY},
    {"leftEye", "head", FREE, FREE, BONE_EYE},
    {"rightEye", "head", FREE, FREE, BONE_EYE},
    {"jaw", "head", FREE, FREE, BONE_SMALL},
    SIDE("left"),
    SIDE("right"),
};

/* The first bones with a side, except for the eyes. */
enum { LEFT = 9, RIGHT = 32 };

size_t bone_mirrored(size_t bone)
{
    return bone >= LEFT && bone < RIGHT ? bone + (RIGHT - LEFT) : bone;
}

/* Called for every frame of a pose. It begins at the bones of the name's side, if the name has one, and compares the
 * first letter after "left" or "right" first. All bones that begin with l or r have a side. */
size_t bone_by_name(const char *name)
{
    size_t side = strncmp(name, "left", 4) == 0 ? 4 : strncmp(name, "right", 5) == 0 ? 5 : 0;
    size_t first = side == 4 ? LEFT : side == 5 ? RIGHT : 0;
    for (size_t k = 0; k < BONE_COUNT; k++) {
        size_t i = first + k < BONE_COUNT ? first + k : first + k - BONE_COUNT;
        if (bones[i].name[0] == name[0] && bones[i].name[side] == name[side] && strcmp(bones[i].name, name) == 0) {
            return i;
        }
    }
    return BONE_COUNT;
}

size_t bone_parent(size_t bone)
{
    return bone == BONE_COUNT || bones[bone].parent == NULL ? BONE_COUNT : bone_by_name(bones[bone].parent);
}

size_t bone_mapped_parent(size_t bone, const size_t *nodes)
{
    do {
        bone = bone_parent(bone);
    } while (bone != BONE_COUNT && nodes[bone] == SCENE_NONE);
    return bone;
}

bool humanoid_has_hips(const struct scene *scene, const size_t *nodes)
{
    static const char *const carried[] = {"spine", "leftUpperLeg", "rightUpperLeg"};
    size_t hips = nodes[bone_by_name("hips")];
    size_t elsewhere = 0;
    for (size_t i = 0; i < sizeof carried / sizeof *carried; i++) {
        size_t node = nodes[bone_by_name(carried[i])];
        elsewhere += node != SCENE_NONE && node != hips && !scene_is_above(scene, hips, node);
    }
    return scene_usable(scene, hips) && elsewhere < 2;
}

#define OLD_LEFT_THUMB "leftThumbIntermediate"
#define OLD_RIGHT_THUMB "rightThumbIntermediate"

bool humanoid_is_nested(const struct tree *entry)
{
    size_t bone = 0;
    while (bone < BONE_COUNT && tree_get(entry, bones[bone].name) == NULL) {
        bone++;
    }
    return bone < BONE_COUNT;
}

bool bone_is_old_thumb(const char *name)
{
    return strcmp(name, OLD_LEFT_THUMB) == 0 || strcmp(name, OLD_RIGHT_THUMB) == 0;
}

/* Returns the key of a bone in a list. If the list has old thumbs, which three-vrm detects by their middle bone, it
 * is the key of the joint before. */
static const char *key_of(const struct tree *list, size_t bone)
{
    static const struct {
        const char *old;
        const char *now;
        const char *was;
    } thumbs[] = {
        {OLD_LEFT_THUMB, "leftThumbMetacarpal", "leftThumbProximal"},
        {OLD_LEFT_THUMB, "leftThumbProximal", "leftThumbIntermediate"},
        {OLD_RIGHT_THUMB, "rightThumbMetacarpal", "rightThumbProximal"},
        {OLD_RIGHT_THUMB, "rightThumbProximal", "rightThumbIntermediate"},
    };
    const char *key = bones[bone].name;
    for (size_t i = 0; i < sizeof thumbs / sizeof thumbs[0]; i++) {
        if (strcmp(thumbs[i].now, key) == 0 && tree_get(list, thumbs[i].old) != NULL) {
            return thumbs[i].was;
        }
    }
    return key;
}

static void read_bones(struct humanoid *humanoid, struct arena *arena, const struct scene *scene,
                       const struct tree *list)
{
    humanoid->bone_of = arena_array(arena, scene->count, sizeof *humanoid->bone_of);
    for (size_t i = 0; i < scene->count; i++) {
        humanoid->bone_of[i] = BONE_COUNT;
    }
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        const char *key = key_of(list, bone);
        const struct tree *entry = tree_get(list, key);
        size_t node = scene_resolve(scene, tree_get(entry, "node"));
        humanoid->keys[bone] = entry == NULL ? NULL : key;
        humanoid->nodes[bone] = node;
        if (node != SCENE_NONE && humanoid->bone_of[node] == BONE_COUNT) {
            humanoid->bone_of[node] = bone;
        }
    }
}

struct humanoid *humanoid_read(struct document *document, const struct scene *scene)
{
    struct humanoid *humanoid = arena_alloc(document->arena, sizeof *humanoid);
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        humanoid->nodes[bone] = SCENE_NONE;
    }
    const struct tree *body = document_tree(document, "/extensions/VRMC_vrm/humanoid");
    humanoid->present = tree_is_object(body);
    if (humanoid->present) {
        humanoid->bones = tree_object(body, "humanBones");
        read_bones(humanoid, document->arena, scene, tree_get(body, "humanBones"));
    }
    const struct tree *look_at = document_tree(document, "/extensions/VRMC_vrm/lookAt");
    /* three-vrm rotates the bones unless the type is expression */
    if ((tree_is_object(look_at) && tree_get(look_at, "type") == NULL) || tree_reports(look_at, "type", "bone")) {
        humanoid->look_at = LOOK_AT_BONE;
    } else if (tree_reports(look_at, "type", "expression")) {
        humanoid->look_at = LOOK_AT_EXPRESSION;
    }
    return humanoid;
}

size_t humanoid_bone(const struct humanoid *humanoid, size_t node)
{
    return humanoid->bone_of == NULL || node == SCENE_NONE ? BONE_COUNT : humanoid->bone_of[node];
}
