/*
 * Steps the springs of one file on request: one half of bench/simulation.py, which runs it side by side with
 * its counterpart. For each line on standard input, a number of seconds, writes a line: joint-steps per
 * second in the fastest of many windows of some milliseconds, which other work on the machine disturbed
 * least, and in the median one.
 *
 *   bench_simulation FILE ENGINE
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/os.h"
#include "sim/scenario.h"
#include "sim/solver.h"

enum { WINDOWS_MAX = 4096, WARM_STEPS = 500 };

#define WINDOW_JOINTS 60000 /* joint-steps in a window */
#define DT (1.0 / 60)

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static double run(struct sim *sim, size_t steps, double time)
{
    for (size_t i = 0; i < steps; i++) {
        time += DT;
        struct sim_pose at = motion_at(MOTION_SHAKE, time);
        sim_step(sim, &(struct sim_pose){at.position, at.rotation, QUAT_IDENTITY}, DT);
    }
    return time;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure(struct sim *sim, size_t joints, double span)
{
    static double rates[WINDOWS_MAX];
    size_t steps = WINDOW_JOINTS / joints + 20;
    size_t count = 0;
    double begin = seconds();
    double time = 0;
    while (count < WINDOWS_MAX && seconds() - begin < span) {
        double start = seconds();
        time = run(sim, steps, time);
        rates[count++] = (double)(steps * joints) / (seconds() - start);
    }
    qsort(rates, count, sizeof *rates, by_size);
    printf("%.0f %.0f\n", rates[count - 1], rates[count / 2]);
    fflush(stdout);
}

static struct sim *load(const char *path, const struct sim_engine *engine, size_t *joints)
{
    struct os_error error;
    struct arena *arena = arena_new();
    struct os_file *file = os_open(path, &error);
    if (arena == NULL || file == NULL) {
        fprintf(stderr, "%s: cannot open\n", path);
        exit(1);
    }
    enum vrmlint_severity *off = arena_array(arena, RULE_LIMIT, sizeof *off);
    for (size_t i = 0; i < rule_count(); i++) {
        off[i] = VRMLINT_OFF;
    }
    struct bytes bytes = {.file = file, .size = os_size(file)};
    struct document *document = document_open(arena, findings_new(arena, off, NULL), path, bytes, &error);
    if (document == NULL || !document->readable) {
        fprintf(stderr, "%s: cannot read\n", path);
        exit(1);
    }
    const struct scene *scene = scene_read(document);
    struct avatar avatar = {.document = document,
                            .scene = scene,
                            .springs = springs_read(document, scene),
                            .vrm0 = vrm0_read(document, scene)};
    const struct sim_world *world = sim_world_build(arena, &avatar, engine, SIM_STIFF, 1);
    *joints = sim_joint_count(world);
    return sim_new(arena, world, &(struct sim_options){.pbd = SIM_PBD_ARTICLE});
}

int main(int count, char **arguments)
{
    static const struct sim_engine *const engines[] = {&sim_spec, &sim_three_vrm, &sim_univrm, &sim_pbd};
    const struct sim_engine *engine = NULL;
    for (size_t i = 0; i < 4 && count == 3; i++) {
        engine = strcmp(sim_engine_name(engines[i]), arguments[2]) == 0 ? engines[i] : engine;
    }
    if (engine == NULL) {
        fputs("usage: bench_simulation FILE spec|three-vrm|univrm|pbd\n", stderr);
        return 2;
    }
    size_t joints;
    struct sim *sim = load(arguments[1], engine, &joints);
    if (joints == 0) {
        fputs("nothing moves in this file\n", stderr);
        return 1;
    }
    run(sim, WARM_STEPS, 0);
    char line[64];
    while (fgets(line, sizeof line, stdin) != NULL) {
        measure(sim, joints, atof(line));
    }
    return 0;
}
