#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "run/within.h"
#include "sim/clip.h"
#include "sim/poses.h"
#include "sim/rig.h"
#include "sim/scenario.h"
#include "sim/solver.h"
#include "vrm/avatar.h"
#include "vrmlint.h"

/* The nodes of one file, rotated by node constraints and moved by a VRM animation. */

struct vrmlint_rig {
    struct arena *arena;
    struct document *document; /* while it is read */
    bool exhausted;            /* memory has run out */
    struct rig_state *rig;
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
        out->rests[bone] = out->rig->local[node];
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
    const struct rig_request request = {.scene = scene, .constraints = constraints_read(out->document, scene)};
    out->rig = rig_new(out->arena, rig_plan_new(out->arena, &request)); /* it has all nodes, numbered as in the file */
    rig_update(out->rig);
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
            struct trs *local = &rig->rig->local[node];
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
    struct trs *local = &rig->rig->local[node];
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
    struct quat q = rig->rig->local[node].rotation;
    rotation[0] = q.x;
    rotation[1] = q.y;
    rotation[2] = q.z;
    rotation[3] = q.w;
}

void vrmlint_rig_position(const struct vrmlint_rig *rig, size_t node, double position[3])
{
    struct vec3 at = mat34_translation(&rig->rig->world[node]);
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
    struct mat34 world = head == SCENE_NONE ? MAT34_IDENTITY : rig->rig->world[head];
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

/* Loads the spring bones of one file into a simulation that can be stepped. */

/* A run. The caller gets a pointer to its first member; the arena contains everything, including this struct. */
struct simulation_run {
    struct vrmlint_simulation out;
    struct arena *arena;
    struct document *document;  /* while it is read */
    struct document *animation; /* likewise */
    struct os_file *animation_file;
    enum vrmlint_limbs limbs;
    bool turns_limbs;
    const struct clip *clip; /* NULL: the pose determines the limbs */
    double seconds;
    struct sim *sim;
    double *tails;
    double *states;
    double *matrices;
    struct os_error error;
};

static const struct sim_engine *const engines[] = {
    [VRMLINT_ENGINE_SPEC] = &sim_spec,
    [VRMLINT_ENGINE_THREE_VRM] = &sim_three_vrm,
    [VRMLINT_ENGINE_UNIVRM] = &sim_univrm,
    [VRMLINT_ENGINE_PBD] = &sim_pbd,
};

static void write_vec3(double *at, struct vec3 v)
{
    at[0] = v.x;
    at[1] = v.y;
    at[2] = v.z;
}

static void write_quat(double *at, struct quat q)
{
    at[0] = q.x;
    at[1] = q.y;
    at[2] = q.z;
    at[3] = q.w;
}

static void take_positions(struct simulation_run *run)
{
    for (size_t i = 0; i < run->out.joint_count; i++) {
        write_vec3(run->tails + 3 * i, sim_tail(run->sim, i));
        write_vec3(run->states + 3 * i, sim_state(run->sim, i));
    }
    sim_turning_matrices(run->sim, run->matrices);
}

static void fill_in(struct simulation_run *run, const struct avatar *avatar, const struct sim_world *world)
{
    struct vrmlint_simulation *out = &run->out;
    size_t count = sim_joint_count(world);
    const struct sim_joint *from = sim_joints(world);
    struct vrmlint_moving_joint *joints = arena_array(run->arena, count, sizeof *joints);
    for (size_t i = 0; i < count; i++) {
        joints[i] = (struct vrmlint_moving_joint){from[i].spring, from[i].index, from[i].head};
    }
    run->tails = arena_array(run->arena, 3 * count, sizeof *run->tails);
    run->states = arena_array(run->arena, 3 * count, sizeof *run->states);
    out->spring_count = avatar->springs->present ? avatar->springs->spring_count : avatar->vrm0->group_count;
    out->joints = joints;
    out->joint_count = count;
    size_t turning = sim_turning_count(world);
    size_t *nodes = arena_array(run->arena, turning, sizeof *nodes);
    for (size_t i = 0; i < turning; i++) {
        nodes[i] = sim_turning_node(world, i);
    }
    run->matrices = arena_array(run->arena, 12 * turning, sizeof *run->matrices);
    out->nodes = nodes;
    out->node_count = turning;
    out->matrices = run->matrices;
    out->whole = sim_world_is_whole(world);
    out->tails = run->tails;
    out->states = run->states;
    take_positions(run);
}

/* ---- limbs ---- */

static void hold_limbs(struct simulation_run *run)
{
    struct sim_limbs limbs;
    if (run->clip != NULL) {
        clip_limbs(run->clip, run->seconds, &limbs);
    } else if (run->limbs != VRMLINT_LIMBS_AS_MODELLED) {
        pose_limbs((enum pose)(run->limbs - 1), run->seconds, &limbs);
    } else {
        return;
    }
    sim_set_limbs(run->sim, &limbs);
}

/* Reads an animation for an avatar. Sets the error of the simulation if it can't be played. */
static bool read_animation(struct simulation_run *run, const struct avatar *avatar, const char *path)
{
    bool faces_back;
    const struct humanoid *humanoid = limbs_humanoid(avatar, &faces_back);
    size_t hips = humanoid == NULL ? SCENE_NONE : humanoid->nodes[0];
    double height = hips == SCENE_NONE ? 0 : scene_position(avatar->scene, hips).y;
    run->out.animation_failed = true;
    run->animation_file = os_open(path, &run->error);
    if (run->animation_file == NULL) {
        run->out.error = run->error.text;
        return false;
    }
    struct bytes bytes = {.file = run->animation_file, .size = os_size(run->animation_file)};
    run->animation = document_open(run->arena, findings_none(run->arena), path, bytes, &run->error);
    if (run->animation == NULL) {
        run->out.error = arena_printf(run->arena, "cannot read: %s", run->error.text);
    } else if (!run->animation->readable) {
        run->out.error = N_("it is not a readable GLB or glTF: vrmlint check explains why");
    } else {
        run->clip = clip_read(run->arena, run->animation, height, false, &run->out.error);
    }
    run->out.animation_failed = run->clip == NULL;
    if (run->clip != NULL) {
        run->out.animation_seconds = clip_seconds(run->clip);
        run->out.animation_scale = clip_scale(run->clip);
    }
    return run->clip != NULL;
}

/* ---- building ---- */

static void build_simulation(struct simulation_run *run, struct bytes bytes, const char *path,
                             const struct vrmlint_simulation_options *options)
{
    run->document = document_open(run->arena, findings_none(run->arena), path, bytes, &run->error);
    if (run->document == NULL) {
        run->out.error = arena_printf(run->arena, "cannot read: %s", run->error.text);
        return;
    }
    if (!run->document->readable) {
        run->out.error = N_("it is not a readable GLB or glTF: vrmlint check explains why");
        return;
    }
    run->document->limit_revision = options->limit_revision;
    run->document->no_constraints = options->no_constraints;
    const struct scene *scene = scene_read(run->document);
    struct avatar avatar = {.document = run->document,
                            .scene = scene,
                            .springs = springs_read(run->document, scene),
                            .humanoid = humanoid_read(run->document, scene),
                            .constraints = constraints_read(run->document, scene),
                            .vrm0 = vrm0_read(run->document, scene)};
    struct sim_options how = {.pbd = SIM_PBD_ARTICLE};
    if (options->pbd != NULL) {
        how.pbd = (struct sim_pbd_settings){.spring = options->pbd->spring,
                                            .damp = options->pbd->damp,
                                            .gravity = options->pbd->gravity,
                                            .point_size = options->pbd->point_size,
                                            .from_file = options->pbd->from_file};
    }
    how.pbd.reset_pose = options->reset_pose;
    bool limber = options->animation != NULL || options->limbs != VRMLINT_LIMBS_AS_MODELLED;
    if (options->animation != NULL && !read_animation(run, &avatar, options->animation)) {
        return;
    }
    const struct sim_engine *engine = engines[options->engine];
    double size = options->size > 0 ? options->size : 1;
    const struct sim_world *world =
        sim_world_build(run->arena, &avatar, engine, limber || size != 1 ? SIM_SHOWN : SIM_STIFF, size);
    if (limber && sim_joint_count(world) == 0) { /* without joints, all engines are the same */
        world = sim_world_build(run->arena, &avatar, engines[VRMLINT_ENGINE_SPEC], SIM_SHOWN, size);
    }
    run->sim = sim_new(run->arena, world, &how);
    run->limbs = options->limbs;
    run->out.limber = sim_has_limbs(world);
    run->turns_limbs = sim_turns_limbs(world);
    if (run->turns_limbs) {
        hold_limbs(run);
        sim_reset(run->sim);
    }
    fill_in(run, &avatar, world);
}

static struct simulation_run *run_new(void)
{
    struct arena *arena;
    struct simulation_run *run = arena_new_object(sizeof *run, &arena);
    if (run != NULL) {
        run->arena = arena;
    }
    return run;
}

/* Runs build_simulation() within the limits of an arena, or without limits if it is NULL. If memory runs out, sets the
 * error of the simulation. Returns 0, or why the work ended. */
static int build_guarded(struct simulation_run *run, struct arena *within, const struct bytes *bytes, const char *path,
                         const struct vrmlint_simulation_options *options)
{
    jmp_buf guard;
    int end = setjmp(guard);
    if (end == 0) {
        arena_guard(run->arena, &guard);
        arena_follow(run->arena, within);
        build_simulation(run, *bytes, path, options);
    } else {
        memset(&run->out, 0, sizeof run->out);
        run->out.error = "not enough memory";
    }
    arena_guard(run->arena, NULL);
    arena_follow(run->arena, NULL);
    if (run->document != NULL && run->document->arena != NULL) {
        document_close(run->document);
    }
    if (run->animation != NULL && run->animation->arena != NULL) {
        document_close(run->animation);
    }
    if (run->animation_file != NULL) {
        os_close(run->animation_file);
    }
    run->document = NULL;
    run->animation = NULL;
    run->animation_file = NULL;
    return end;
}

struct vrmlint_simulation *vrmlint_simulation_from_bytes(const void *bytes, size_t size,
                                                         const struct vrmlint_simulation_options *options)
{
    struct simulation_run *run = run_new();
    if (run == NULL) {
        return NULL;
    }
    struct bytes source = {.memory = size == 0 ? (const unsigned char *)"" : bytes, .size = size};
    build_guarded(run, NULL, &source, "", options);
    return &run->out;
}

struct vrmlint_simulation *vrmlint_simulation_new(const char *path, const struct vrmlint_simulation_options *options)
{
    return simulation_new_within(NULL, path, options);
}

struct vrmlint_simulation *simulation_new_within(struct arena *within, const char *path,
                                                 const struct vrmlint_simulation_options *options)
{
    struct simulation_run *run = run_new();
    if (run == NULL) {
        return NULL;
    }
    struct os_file *file = os_open(path, &run->error);
    if (file == NULL) {
        run->out.error = run->error.text;
        return &run->out;
    }
    struct bytes source = {.file = file, .size = os_size(file)};
    int end = build_guarded(run, within, &source, path, options);
    os_close(file);
    if (end > ARENA_EXHAUSTED) {
        arena_free(run->arena);
        arena_end(within, (enum arena_end)end);
    }
    return &run->out;
}

void vrmlint_simulation_step(struct vrmlint_simulation *simulation, const struct vrmlint_pose *pose, double seconds)
{
    /* the simulation is the first member of its run */
    struct simulation_run *run = (struct simulation_run *)(void *)simulation;
    const double *p = pose->position;
    const double *q = pose->rotation;
    const double *n = pose->nod;
    struct sim_pose root = {
        .position = {p[0], p[1], p[2]}, .rotation = {q[0], q[1], q[2], q[3]}, .nod = {n[0], n[1], n[2], n[3]}};
    if (n[0] == 0 && n[1] == 0 && n[2] == 0 && n[3] == 0) {
        root.nod = QUAT_IDENTITY;
    }
    run->seconds += seconds;
    if (run->turns_limbs) {
        hold_limbs(run);
    }
    sim_step(run->sim, &root, seconds);
    take_positions(run);
}

void vrmlint_simulation_free(struct vrmlint_simulation *simulation)
{
    if (simulation != NULL) {
        arena_free(((struct simulation_run *)(void *)simulation)->arena);
    }
}

void vrmlint_motion_pose(enum vrmlint_motion motion, double seconds, struct vrmlint_pose *pose)
{
    struct sim_pose at = motion_at((enum motion)motion, seconds);
    write_vec3(pose->position, at.position);
    write_quat(pose->rotation, at.rotation);
    write_quat(pose->nod, at.nod);
}
