/* The functions that JavaScript calls. They take paths of files in the memory file system, and return JSON in memory
 * that the caller frees. NULL means that memory ran out. */
#include <emscripten.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/os.h"
#include "cli/fix_print.h"
#include "report/escape.h"
#include "report/formats.h"
#include "report/print.h"
#include "report/shown_json.h"
#include "run/within.h"
#include "vrmlint.h"

/* How a file is checked: bits that JavaScript combines. */
enum { NO_SIMULATION = 1, NO_DATA = 2, DRAWING = 4, CURVES = 8, FACTS = 16, ALL_FINDINGS = 32 };

enum { MOST = 4000 /* findings per rule, as in vrmlint check and vrmlint diff */ };

/* Returns {"error": text}; the caller frees it. NULL if memory runs out. */
static char *error_json(const char *text)
{
    struct os_memory memory;
    FILE *out = os_memory_open(&memory);
    if (out == NULL) {
        return NULL;
    }
    fputs("{\"error\": ", out);
    escape_json(out, text);
    fputc('}', out);
    return os_memory_close(&memory) ? memory.text : NULL;
}

/* ---- policies ---- */

/* A policy, with the settings that it borrows from. */
struct web_policy {
    struct vrmlint_policy *policy;
    struct vrmlint_config *config;
    struct vrmlint_refusal refusal;
    bool folds; /* one finding for all places, as vrmlint check reports them without --all-findings */
};

EMSCRIPTEN_KEEPALIVE void web_policy_free(struct web_policy *own)
{
    if (own != NULL) {
        vrmlint_policy_free(own->policy);
        vrmlint_config_free(own->config);
        free(own);
    }
}

static bool configure(struct web_policy *own, const char *settings)
{
    own->config = vrmlint_config_from_bytes("settings", settings, strlen(settings), &own->refusal);
    if (own->config == NULL) {
        return false;
    }
    size_t count = vrmlint_config_block_count(own->config);
    bool *blocks = calloc(count + 1, sizeof *blocks); /* none of them apply: they are for paths */
    bool ok = blocks != NULL && vrmlint_policy_configure(own->policy, own->config, blocks, &own->refusal);
    free(blocks);
    return ok;
}

/* Returns a policy. settings: the text of a file .vrmlint.json. web_policy_error() returns, in the language, what is
 * wrong with it. languages: bits of those that reports are for. */
EMSCRIPTEN_KEEPALIVE struct web_policy *web_policy_new(const char *settings, unsigned flags, int language,
                                                       unsigned languages)
{
    struct web_policy *own = calloc(1, sizeof *own);
    if (own == NULL) {
        return NULL;
    }
    own->policy = vrmlint_policy_new();
    if (own->policy == NULL) {
        free(own);
        return NULL;
    }
    own->refusal.language = (enum vrmlint_language)language;
    vrmlint_policy_languages(own->policy, languages);
    vrmlint_policy_simulation(own->policy, (flags & NO_SIMULATION) == 0);
    if ((flags & NO_DATA) != 0) {
        vrmlint_policy_data(own->policy, false);
    }
    vrmlint_policy_hash(own->policy, true); /* as in the formats json and ndjson */
    vrmlint_policy_drawing(own->policy, (flags & DRAWING) != 0);
    vrmlint_policy_curves(own->policy, (flags & CURVES) != 0);
    vrmlint_policy_facts(own->policy, (flags & FACTS) != 0);
    vrmlint_policy_most_findings(own->policy, (flags & ALL_FINDINGS) != 0 ? 0 : MOST);
    vrmlint_policy_consequences(own->policy, (flags & (ALL_FINDINGS | FACTS)) != 0);
    own->folds = (flags & (ALL_FINDINGS | FACTS)) == 0; /* a comparison folds what is new */
    if (configure(own, settings)) {
        own->refusal.text[0] = '\0';
    } else if (own->refusal.text[0] == '\0') {
        strcpy(own->refusal.text, "not enough memory");
    }
    return own;
}

/* For the other files of these functions. */
const struct vrmlint_policy *web_policy_of(const struct web_policy *own);
const struct vrmlint_policy *web_policy_of(const struct web_policy *own)
{
    return own->policy;
}

/* Returns "", or what is wrong with the settings. */
EMSCRIPTEN_KEEPALIVE const char *web_policy_error(const struct web_policy *own)
{
    return own->refusal.text;
}

/* Limits each check to so many seconds; 0: no limit. See vrmlint_policy_timeout(). */
EMSCRIPTEN_KEEPALIVE void web_policy_timeout(struct web_policy *own, double seconds)
{
    vrmlint_policy_timeout(own->policy, seconds);
}

/* Sets a function that is called regularly during checks; if it returns true, the check ends at once and the report's
 * error is "interrupted". JavaScript can't use it: there, a worker is terminated instead. */
EMSCRIPTEN_KEEPALIVE void web_policy_stop(struct web_policy *own, bool (*stop)(void *context), void *context)
{
    vrmlint_policy_stop(own->policy, stop, context);
}

/* ---- checking ---- */

/* Folds a report if the policy requests it. If memory runs out, frees the report and returns NULL. */
static struct vrmlint_report *folded(const struct web_policy *own, struct vrmlint_report *report)
{
    if (report != NULL && own->folds && !vrmlint_report_fold(report)) {
        vrmlint_report_free(report);
        return NULL;
    }
    return report;
}

EMSCRIPTEN_KEEPALIVE struct vrmlint_report *web_check(const struct web_policy *own, const char *path)
{
    return folded(own, vrmlint_check_path(own->policy, path));
}

/* Checks bytes in memory, with no files beside them. */
EMSCRIPTEN_KEEPALIVE struct vrmlint_report *web_check_bytes(const struct web_policy *own, const char *path,
                                                            const unsigned char *bytes, size_t size)
{
    return folded(own, vrmlint_check_bytes(own->policy, path, bytes, size));
}

EMSCRIPTEN_KEEPALIVE void web_report_free(struct vrmlint_report *report)
{
    vrmlint_report_free(report);
}

/* Returns the text in memory; NULL if not all of it could be written. */
static char *close_text(struct os_memory *memory, bool whole)
{
    if (!os_memory_close(memory) || !whole) {
        free(memory->text);
        return NULL;
    }
    return memory->text;
}

/* Prints a report as --format json does, with --all-findings unless it is folded. Returns false if memory runs out. */
static bool print_report(FILE *out, struct vrmlint_report *report, bool folds, int language)
{
    struct reporter reporter = {
        .format = &report_json,
        .options = {.language = (enum vrmlint_language)language, .all_findings = !folds},
        .out = out,
    };
    struct vrmlint_report shown = *report;
    struct report_summary summary = {0};
    if (folds && !vrmlint_report_fold_view(&shown, report)) {
        return false;
    }
    report_count(&summary, &shown);
    report_begin(&reporter);
    report_file(&reporter, &shown);
    report_end(&reporter, &summary);
    return !reporter.no_memory;
}

/* Returns the report of one file as --format json prints it. */
EMSCRIPTEN_KEEPALIVE char *web_report(struct vrmlint_report *report, int language)
{
    struct os_memory memory;
    FILE *out = os_memory_open(&memory);
    if (out == NULL) {
        return NULL;
    }
    bool whole = print_report(out, report, report->each != NULL, language);
    return close_text(&memory, whole);
}

/* Returns what is shown besides the report (report/shown_json.h); only if it was checked for a drawing. */
EMSCRIPTEN_KEEPALIVE char *web_shown(const struct vrmlint_report *report, int language)
{
    struct os_memory memory;
    FILE *out = os_memory_open(&memory);
    if (out == NULL) {
        return NULL;
    }
    bool good = shown_json(out, (enum vrmlint_language)language, report, &shown_everything);
    return close_text(&memory, good);
}

/* ---- fixing ---- */

EMSCRIPTEN_KEEPALIVE struct vrmlint_outcome *web_fix(const struct web_policy *own, const char *path, unsigned classes)
{
    return vrmlint_fix_path(own->policy, path, classes);
}

EMSCRIPTEN_KEEPALIVE void web_fixed_free(struct vrmlint_outcome *outcome)
{
    vrmlint_outcome_free(outcome);
}

/* web_fixed_bytes() returns the fixed file, NULL if nothing was fixed; web_fixed_size() its size. */
EMSCRIPTEN_KEEPALIVE const unsigned char *web_fixed_bytes(const struct vrmlint_outcome *outcome)
{
    return outcome->bytes;
}

EMSCRIPTEN_KEEPALIVE size_t web_fixed_size(const struct vrmlint_outcome *outcome)
{
    return outcome->size;
}

static void print_finding(FILE *out, const struct vrmlint_finding *finding, int language)
{
    fputs("{\"rule\": ", out);
    escape_json(out, finding->rule->id);
    fputs(", \"fix\": ", out);
    escape_json(out, vrmlint_fix_name(finding->fix));
    fputs(", \"message\": ", out);
    escape_json(out, vrmlint_text_in(&finding->message, (enum vrmlint_language)language));
    fputs(", \"pointer\": ", out);
    escape_json(out, finding->pointer);
}

static void print_fixed(FILE *out, const struct vrmlint_outcome *outcome, int language)
{
    for (size_t i = 0; i < outcome->fixed_count; i++) {
        const struct vrmlint_fixed *fixed = &outcome->fixed[i];
        fputs(i == 0 ? "" : ",\n", out);
        print_finding(out, fixed->finding, language);
        fputs(", \"changes\": [", out);
        for (size_t h = 0; h < fixed->hunk_count; h++) {
            fprintf(out, "%s{\"line\": %zu, \"pointer\": ", h == 0 ? "" : ", ", fixed->hunks[h].line);
            escape_json(out, fixed->hunks[h].pointer);
            fputs(", \"before\": ", out);
            escape_json(out, fixed->hunks[h].before);
            fputs(", \"after\": ", out);
            escape_json(out, fixed->hunks[h].after);
            fputc('}', out);
        }
        fputs("]}", out);
    }
}

static void print_left(FILE *out, const struct vrmlint_outcome *outcome, int language)
{
    for (size_t i = 0; i < outcome->left_count; i++) {
        struct words_room room;
        fputs(i == 0 ? "" : ",\n", out);
        print_finding(out, outcome->left[i].finding, language);
        fputs(", \"why\": ", out);
        escape_json(out, fix_print_reason(&room, (enum vrmlint_language)language, &outcome->left[i]));
        fputc('}', out);
    }
}

/* Returns {"fixed": [...], "left": [...], "patch": [...], "before": report, "after": report}. */
EMSCRIPTEN_KEEPALIVE char *web_fixed(const struct web_policy *own, const struct vrmlint_outcome *outcome, int language)
{
    if (outcome->before->error != NULL) {
        return error_json(outcome->before->error);
    }
    struct os_memory memory;
    FILE *out = os_memory_open(&memory);
    if (out == NULL) {
        return NULL;
    }
    fputs("{\"fixed\": [", out);
    print_fixed(out, outcome, language);
    fputs("],\n\"left\": [", out);
    print_left(out, outcome, language);
    fputs("],\n\"patch\": ", out);
    fix_print_patch(out, &(struct fix_printing){.language = (enum vrmlint_language)language}, outcome);
    fputs(",\n\"before\": ", out);
    bool whole = print_report(out, outcome->before, own->folds, language);
    fputs(",\n\"after\": ", out);
    whole = print_report(out, outcome->after, own->folds, language) && whole;
    fputc('}', out);
    return close_text(&memory, whole);
}

/* ---- motion ---- */

/* When to give up reading the file of a simulation: at a time of os_clock() (0: never), or when stop() returns true. */
struct web_patience {
    double deadline;
    bool (*stop)(void *context);
    void *context;
};

static bool is_over(void *context)
{
    const struct web_patience *patience = context;
    return (patience->deadline > 0 && os_clock() >= patience->deadline) ||
           (patience->stop != NULL && patience->stop(patience->context));
}

/* Returns NULL if memory ran out or the patience ended. */
static struct vrmlint_simulation *simulation_within(const char *path, const struct vrmlint_simulation_options *options,
                                                    struct web_patience *patience)
{
    struct arena *arena = arena_new();
    struct vrmlint_simulation *volatile simulation = NULL;
    jmp_buf guard;
    if (arena != NULL && setjmp(guard) == 0) {
        arena_guard(arena, &guard);
        arena_observe(arena, is_over, patience);
        simulation = simulation_new_within(arena, path, options);
    }
    arena_free(arena);
    return simulation;
}

/* Returns a simulation. pbd: spring, damp, gravity, point size; or NULL for the values of each joint in the file.
 * seconds: the time that reading the file may take, 0: no limit. stop: NULL, or a function that is called regularly
 * while the file is read. Returns NULL if memory ran out, the time is over, or stop() returned true. */
EMSCRIPTEN_KEEPALIVE struct vrmlint_simulation *web_simulation(const char *path, int engine, int limbs, double size,
                                                               const char *animation, const double *pbd, double seconds,
                                                               bool (*stop)(void *context), void *context)
{
    struct vrmlint_pbd numbers = {.from_file = true};
    if (pbd != NULL) {
        numbers = (struct vrmlint_pbd){.spring = pbd[0], .damp = pbd[1], .gravity = pbd[2], .point_size = pbd[3]};
    }
    struct vrmlint_simulation_options options = {.engine = (enum vrmlint_engine)engine,
                                                 .pbd = &numbers,
                                                 .size = size,
                                                 .limbs = (enum vrmlint_limbs)limbs,
                                                 .animation = animation};
    struct web_patience patience = {seconds > 0 ? os_clock() + seconds : 0, stop, context};
    return simulation_within(path, &options, &patience);
}

EMSCRIPTEN_KEEPALIVE void web_simulation_free(struct vrmlint_simulation *simulation)
{
    vrmlint_simulation_free(simulation);
}

EMSCRIPTEN_KEEPALIVE const char *web_simulation_error(const struct vrmlint_simulation *simulation)
{
    return simulation->error;
}

/* Writes what JavaScript reads from the memory: counts, then the addresses of lists. */
EMSCRIPTEN_KEEPALIVE void web_simulation_parts(const struct vrmlint_simulation *simulation, size_t parts[9])
{
    parts[0] = simulation->joint_count;
    parts[1] = simulation->node_count;
    parts[2] = simulation->spring_count;
    parts[3] = simulation->whole;
    parts[4] = (size_t)simulation->joints;
    parts[5] = (size_t)simulation->nodes;
    parts[6] = (size_t)simulation->tails;
    parts[7] = (size_t)simulation->states;
    parts[8] = (size_t)simulation->matrices;
}

/* Writes the length of the animation in seconds, and the factor by which its movement of the hips is scaled. */
EMSCRIPTEN_KEEPALIVE void web_simulation_animation(const struct vrmlint_simulation *simulation, double facts[2])
{
    facts[0] = simulation->animation_seconds;
    facts[1] = simulation->animation_scale;
}

/* Returns a player of the expressions of an animation; NULL if nothing in it can be played. */
EMSCRIPTEN_KEEPALIVE struct vrmlint_rig *web_face(const unsigned char *bytes, size_t size)
{
    struct vrmlint_rig *face = vrmlint_rig_from_bytes("", 0); /* without nodes */
    if (face != NULL && !vrmlint_rig_play(face, bytes, size)) {
        vrmlint_rig_free(face);
        face = NULL;
    }
    return face;
}

EMSCRIPTEN_KEEPALIVE void web_face_free(struct vrmlint_rig *face)
{
    vrmlint_rig_free(face);
}

/* Writes the weight of an expression at each step; NaN if the animation doesn't have it. */
EMSCRIPTEN_KEEPALIVE void web_face_weights(struct vrmlint_rig *face, const char *expression, double fps, size_t steps,
                                           double *weights)
{
    for (size_t step = 0; step < steps; step++) {
        vrmlint_rig_hold(face, (double)step / fps);
        weights[step] = vrmlint_rig_weight(face, expression);
    }
}

/* Writes the pose of a motion at a time: eleven numbers, those of struct vrmlint_pose. */
EMSCRIPTEN_KEEPALIVE void web_motion(int motion, double seconds, double pose[11])
{
    struct vrmlint_pose at;
    vrmlint_motion_pose((enum vrmlint_motion)motion, seconds, &at);
    memcpy(pose, at.position, sizeof at.position);
    memcpy(pose + 3, at.rotation, sizeof at.rotation);
    memcpy(pose + 7, at.nod, sizeof at.nod);
}

EMSCRIPTEN_KEEPALIVE void web_step(struct vrmlint_simulation *simulation, const double pose[11], double seconds)
{
    struct vrmlint_pose at;
    memcpy(at.position, pose, sizeof at.position);
    memcpy(at.rotation, pose + 3, sizeof at.rotation);
    memcpy(at.nod, pose + 7, sizeof at.nod);
    vrmlint_simulation_step(simulation, &at, seconds);
}
