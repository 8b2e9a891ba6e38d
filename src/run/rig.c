/* The nodes of one file, rotated by node constraints and moved by a VRM animation. */
#include <stdlib.h>

#include "base/os.h"
#include "sim/clip.h"
#include "sim/rig.h"
#include "vrm/avatar.h"
#include "vrmlint.h"

struct vrmlint_rig {
    struct arena *arena;
    struct document *document; /* while it is read */
    bool exhausted;            /* memory has run out */
    struct rig *rig;
    size_t count;
    const struct humanoid *humanoid; /* NULL: absent */
    struct world_limb limbs[BONE_COUNT];
    struct trs rests[BONE_COUNT]; /* of bones, relative to their parents */
    double height;                /* of the hips, metres */
    struct vec3 eyes;             /* the point between them, in the head's space */
    struct quat head;             /* the head's rotation in the rest pose, in the world */
    const struct clip *clip;
    double seconds; /* of the clip */
};

static void read_bones(struct vrmlint_rig *out, const struct scene *scene)
{
    bool faces_back;
    const struct vrm0 *vrm0 = vrm0_read(out->document, scene);
    const struct vrm1 *vrm1 = vrm1_read(out->document, scene);
    struct avatar avatar = {.document = out->document, .humanoid = humanoid_read(out->document, scene), .vrm0 = vrm0};
    out->humanoid = limbs_humanoid(&avatar, &faces_back);
    out->eyes = vrm1->offset_given ? vrm1->offset : (struct vec3){0, 0, 0};
    for (size_t bone = 0; out->humanoid != NULL && bone < BONE_COUNT; bone++) {
        size_t node = out->humanoid->nodes[bone];
        if (node == SCENE_NONE) {
            continue;
        }
        size_t parent = scene->nodes[node].parent;
        struct mat34 above = parent == SCENE_NONE ? MAT34_IDENTITY : scene->nodes[parent].world;
        out->rests[bone] = *rig_local(out->rig, node);
        out->limbs[bone] = (struct world_limb){.bone = bone,
                                               .above = transform_rotation(&above, NULL),
                                               .parent = transform_inverse(&above),
                                               .faces_back = faces_back};
    }
    size_t hips = out->humanoid == NULL ? SCENE_NONE : out->humanoid->nodes[0];
    size_t head = out->humanoid == NULL ? SCENE_NONE : out->humanoid->nodes[bone_by_name("head")];
    out->height = hips == SCENE_NONE ? 0 : scene_position(scene, hips).y;
    out->head = head == SCENE_NONE ? QUAT_IDENTITY : transform_rotation(&scene->nodes[head].world, NULL);
}

static void read_nodes(struct vrmlint_rig *out)
{
    const struct scene *scene = scene_read(out->document);
    out->rig = rig_new(out->arena, scene, constraints_read(out->document, scene));
    out->count = scene->count;
    read_bones(out, scene);
}

static void read_clip(struct vrmlint_rig *out)
{
    const char *ignored;
    out->clip = clip_read(out->arena, out->document, out->height, true, &ignored);
}

/* Opens a file and calls read. Sets exhausted if memory runs out. */
static void read_guarded(struct vrmlint_rig *out, const void *bytes, size_t size, void (*read)(struct vrmlint_rig *out))
{
    jmp_buf guard;
    if (setjmp(guard) == 0) {
        struct os_error error;
        struct bytes source = {.memory = size == 0 ? (const unsigned char *)"" : bytes, .size = size};
        arena_guard(out->arena, &guard);
        out->document = document_open(out->arena, findings_none(out->arena), "", source, &error);
        if (out->document != NULL && out->document->readable) {
            read(out);
        }
    } else {
        out->exhausted = true;
    }
    arena_guard(out->arena, NULL);
    if (out->document != NULL && out->document->arena != NULL) {
        document_close(out->document);
    }
    out->document = NULL;
}

struct vrmlint_rig *vrmlint_rig_from_bytes(const void *bytes, size_t size)
{
    struct vrmlint_rig *out = calloc(1, sizeof *out);
    if (out == NULL) {
        return NULL;
    }
    out->arena = arena_new();
    out->exhausted = out->arena == NULL;
    if (!out->exhausted) {
        read_guarded(out, bytes, size, read_nodes);
    }
    if (out->exhausted) {
        vrmlint_rig_free(out);
        return NULL;
    }
    return out;
}

bool vrmlint_rig_play(struct vrmlint_rig *rig, const void *bytes, size_t size)
{
    rig->clip = NULL;
    read_guarded(rig, bytes, size, read_clip);
    return rig->clip != NULL && !rig->exhausted;
}

void vrmlint_rig_hold(struct vrmlint_rig *rig, double seconds)
{
    struct sim_limbs limbs;
    rig->seconds = seconds;
    if (rig->clip == NULL || rig->humanoid == NULL) {
        return;
    }
    clip_limbs(rig->clip, seconds, &limbs);
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t node = rig->humanoid->nodes[bone];
        if (node != SCENE_NONE) {
            struct trs *local = rig_local(rig->rig, node);
            const struct trs *rest = &rig->rests[bone];
            local->rotation = quat_normalise(limbs_rotation(&rig->limbs[bone], &limbs, rest->rotation));
            local->translation = limbs_translation(&rig->limbs[bone], &limbs, rest->translation);
        }
    }
}

size_t vrmlint_rig_node_count(const struct vrmlint_rig *rig)
{
    return rig->count;
}

void vrmlint_rig_set(struct vrmlint_rig *rig, size_t node, const double *translation, const double *rotation)
{
    struct trs *local = rig_local(rig->rig, node);
    if (translation != NULL) {
        local->translation = (struct vec3){translation[0], translation[1], translation[2]};
    }
    if (rotation != NULL) {
        local->rotation = quat_normalise((struct quat){rotation[0], rotation[1], rotation[2], rotation[3]});
    }
}

void vrmlint_rig_update(struct vrmlint_rig *rig)
{
    if (rig->count > 0) {
        rig_update(rig->rig);
    }
}

void vrmlint_rig_rotation(const struct vrmlint_rig *rig, size_t node, double rotation[4])
{
    struct quat q = rig_local(rig->rig, node)->rotation;
    rotation[0] = q.x;
    rotation[1] = q.y;
    rotation[2] = q.z;
    rotation[3] = q.w;
}

void vrmlint_rig_position(const struct vrmlint_rig *rig, size_t node, double position[3])
{
    struct vec3 at = mat34_translation(rig_world(rig->rig, node));
    position[0] = at.x;
    position[1] = at.y;
    position[2] = at.z;
}

double vrmlint_rig_weight(const struct vrmlint_rig *rig, const char *expression)
{
    return rig->clip == NULL ? NAN : clip_weight(rig->clip, expression, rig->seconds);
}

/* Computes the angles to the target. VRMC_vrm 1.0, lookAt: "LookAt space" and "Yaw and Pitch in lookAt space". */
static void aim_gaze(const struct vrmlint_rig *rig, struct clip_gaze *gaze)
{
    size_t head = rig->humanoid == NULL ? SCENE_NONE : rig->humanoid->nodes[bone_by_name("head")];
    struct mat34 world = head == SCENE_NONE ? MAT34_IDENTITY : *rig_world(rig->rig, head);
    struct quat turn = quat_multiply(transform_rotation(&world, NULL), quat_conjugate(rig->head));
    struct vec3 to = quat_rotate(quat_conjugate(turn), vec3_sub(gaze->target, mat34_point(&world, rig->eyes)));
    gaze->yaw = atan2(to.x, to.z);
    gaze->pitch = atan2(-to.y, sqrt(to.x * to.x + to.z * to.z));
}

void vrmlint_rig_gaze(const struct vrmlint_rig *rig, double angles[2])
{
    struct clip_gaze gaze;
    angles[0] = NAN;
    angles[1] = NAN;
    if (rig->clip != NULL && clip_gaze(rig->clip, rig->seconds, &gaze)) {
        if (gaze.has_target) {
            aim_gaze(rig, &gaze);
        }
        angles[0] = angle_degrees(gaze.yaw);
        angles[1] = angle_degrees(gaze.pitch);
    }
}

void vrmlint_rig_free(struct vrmlint_rig *rig)
{
    if (rig != NULL) {
        arena_free(rig->arena);
        free(rig);
    }
}
