/* Loads the spring bones of one file into a simulation that can be stepped. */
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "sim/clip.h"
#include "sim/poses.h"
#include "sim/scenario.h"
#include "sim/solver.h"
#include "vrmlint.h"

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
    const struct scene *scene = scene_read(run->document);
    struct avatar avatar = {.document = run->document,
                            .scene = scene,
                            .springs = springs_read(run->document, scene),
                            .humanoid = humanoid_read(run->document, scene),
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

/* Runs build_simulation(). If memory runs out, sets the error of the simulation. */
static void build_guarded(struct simulation_run *run, const struct bytes *bytes, const char *path,
                          const struct vrmlint_simulation_options *options)
{
    jmp_buf guard;
    if (setjmp(guard) == 0) {
        arena_guard(run->arena, &guard);
        build_simulation(run, *bytes, path, options);
    } else {
        memset(&run->out, 0, sizeof run->out);
        run->out.error = "not enough memory";
    }
    arena_guard(run->arena, NULL);
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
}

struct vrmlint_simulation *vrmlint_simulation_from_bytes(const void *bytes, size_t size,
                                                         const struct vrmlint_simulation_options *options)
{
    struct simulation_run *run = run_new();
    if (run == NULL) {
        return NULL;
    }
    struct bytes source = {.memory = size == 0 ? (const unsigned char *)"" : bytes, .size = size};
    build_guarded(run, &source, "", options);
    return &run->out;
}

struct vrmlint_simulation *vrmlint_simulation_new(const char *path, const struct vrmlint_simulation_options *options)
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
    build_guarded(run, &source, path, options);
    os_close(file);
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
