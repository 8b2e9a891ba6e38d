#include "counted.h"

#include <stdio.h>
#include <stdlib.h>

#include "report/report.h"
#include "vrmlint_fix.h"
#include "vrmlint_simulation.h"
#include "work.h"

enum { FINDINGS_MOST = 4000 /* as in the command */ };

static void need(bool there, const char *what)
{
    if (!there) {
        fprintf(stderr, "no %s\n", what);
        abort();
    }
}

void counting_begin(struct counting *how)
{
    const struct report_format *format = report_format_by_name(how->format);
    need(format != NULL, how->format);
    struct vrmlint_policy *policy = vrmlint_policy_new();
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    need(policy != NULL, "policy");
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    for (size_t i = 0; i < count; i++) {
        need(vrmlint_policy_select(policy, rules[i].id, &refusal), rules[i].id);
    }
    vrmlint_policy_simulation(policy, how->simulates);
    vrmlint_policy_drawing(policy, format->draws);
    vrmlint_policy_arguments(policy, format->explains);
    vrmlint_policy_fixes(policy, how->fixes && format->fixes);
    vrmlint_policy_most_findings(policy, FINDINGS_MOST);
    how->policy = policy;
}

void counting_end(struct counting *how)
{
    vrmlint_policy_free(how->policy);
}

static size_t print(const struct report_format *format, const struct vrmlint_report *report)
{
    char *text = NULL;
    size_t size = 0;
    struct reporter reporter = {.format = format, .options.width = 80, .out = open_memstream(&text, &size)};
    struct report_summary summary = {0};
    need(reporter.out != NULL, "stream");
    report_begin(&reporter);
    report_count(&summary, report);
    report_file(&reporter, report);
    report_end(&reporter, &summary);
    need(fclose(reporter.out) == 0, "memory");
    free(text);
    return size;
}

/* Checks the bytes, or the file if they are NULL. */
static struct counted count(const struct counting *how, const char *path, const void *bytes, size_t size)
{
    const struct report_format *format = report_format_by_name(how->format);
    struct counted counted;
    work_start();
    struct vrmlint_report *report =
        bytes == NULL ? vrmlint_check_path(how->policy, path) : vrmlint_check_bytes(how->policy, path, bytes, size);
    counted.check = work_done();
    need(report != NULL && report->error == NULL, path);
    counted.findings = report->counts[VRMLINT_ERROR] + report->counts[VRMLINT_WARNING] + report->counts[VRMLINT_INFO];
    work_start();
    counted.printed = print(format, report);
    counted.print = work_done();
    vrmlint_report_free(report);
    return counted;
}

struct counted counted_check(const struct counting *how, const char *name, const void *bytes, size_t size)
{
    return count(how, name, bytes, size);
}

struct counted counted_file(const struct counting *how, const char *path)
{
    return count(how, path, NULL, 0);
}

struct counted counted_fix(const struct counting *how, const char *path)
{
    const unsigned classes = 1U << VRMLINT_FIX_SAFE | 1U << VRMLINT_FIX_REPAIR | 1U << VRMLINT_FIX_UNSAFE;
    work_start();
    struct vrmlint_outcome *outcome = vrmlint_fix_path(how->policy, path, classes);
    struct counted counted = {.check = work_done()};
    need(outcome != NULL && outcome->before->error == NULL, path);
    counted.findings = outcome->fixed_count;
    counted.printed = outcome->left_count;
    vrmlint_outcome_free(outcome);
    return counted;
}

struct counted counted_simulation(const char *path)
{
    enum { STEPS = 5 };
    const enum vrmlint_engine engines[] = {VRMLINT_ENGINE_SPEC, VRMLINT_ENGINE_THREE_VRM, VRMLINT_ENGINE_UNIVRM,
                                           VRMLINT_ENGINE_PBD};
    struct counted counted = {.check = 0};
    work_start();
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        struct vrmlint_simulation_options options = {.engine = engines[i]};
        struct vrmlint_simulation *simulation = vrmlint_simulation_new(path, &options);
        struct vrmlint_pose pose;
        need(simulation != NULL, path);
        for (int step = 0; step < STEPS && simulation->error == NULL; step++) {
            vrmlint_motion_pose(VRMLINT_MOTION_WALK, step / 60.0, &pose);
            vrmlint_simulation_step(simulation, &pose, 1 / 60.0);
        }
        counted.findings = simulation->joint_count;
        vrmlint_simulation_free(simulation);
    }
    counted.check = work_done();
    return counted;
}
