/*
 * The checks: families.def lists their functions.
 *
 * Ownership: checks borrow the avatar and its trees and free nothing; they allocate from the file's arena. Checks
 * report() findings; they never print, and never stop the run.
 */
#ifndef VRMLINT_CHECKS_CHECKS_H
#define VRMLINT_CHECKS_CHECKS_H

#include <math.h>

#include "base/helpers.h"
#include "base/text.h"
#include "checks/schema/users.h"
#include "sim/thresholds.h"
#include "tables/figures.h"
#include "vrm/avatar.h"
#include "vrm/names.h"

/* Tolerances that several families share. */
#define CHECK_MIN_LENGTH 1e-5      /* metres: a shorter bone has no direction */
#define CHECK_SCALE_TOLERANCE 1e-3 /* relative: scales closer than this are the same */

/* The noise of positions: a body of one to two metres is stored in single precision, in steps of 1.2e-7 m, and
 * exporters subtract such numbers. What moves by less is still, and points that are nearer are at the same place, for
 * all rules that ask: mesh/target-empty, mesh/target-normals-zero, vrm/expression-sides-swapped, vrm/model-size,
 * vrm/feet-off-ground, vrm/side-swapped and their twins. Metres, or of the largest coordinate if that is more than 1 m.
 */
#define CHECK_NOISE 2e-6
static inline double check_noise(double largest)
{
    return CHECK_NOISE * fmax(1, largest);
}

struct check {
    struct arena *arena;
    struct findings *findings;
    struct avatar *avatar;
    const struct thresholds *thresholds; /* of the simulation; NULL: no simulation */
    const struct budget *budget;         /* NULL: no limits */
    const struct user_schemas *users;    /* for extensions without a built-in schema; NULL: none */
    struct vrmlint_measure *figures;     /* FIGURE_COUNT of them, for the report: filled by check_budget() */
    struct vrmlint_helpers *helpers;     /* pool of helper threads, or NULL */
    bool no_data;                        /* skip checks that need the bytes of buffers and images */
    const bool *still; /* per channel of the animations: whether it keeps its node at rest; NULL: unknown. Filled by
                          check_keyframes(). */
    bool wants_curves; /* of the simulation, for the report: filled by check_simulation() */
    struct vrmlint_curve *curves;
    size_t curve_count;
    struct vrmlint_film *films; /* animation clips of the simulation, filled like the curves */
    size_t film_count;
    /* Findings that become obsolete when min and max of an accessor match its data: filled by check_core(), and fixed
     * by check_data(), which reads the data. */
    struct unbounded {
        struct finding *finding;
        size_t accessor;
    } * unbounded;
    size_t unbounded_count;
    /* Findings about missing or empty lists: see checks/absent.h. */
    struct absent {
        struct finding *finding;
        const char *list; /* JSON pointer */
        enum absent_what {
            ABSENT_SPOILT,
            ABSENT_NAME,
            ABSENT_UNLISTED,
            ABSENT_EMPTY,
            ABSENT_LEADS,
            ABSENT_LEFT,
            ABSENT_BEYOND,
            ABSENT_LACKS
        } what;
    } * absent;
    size_t absent_count;
    /* Colours that are written from 0 to 255, and their number: see checks/byte_colors.h. */
    struct noted_color {
        struct finding *finding;
        const char *pointer;
        double numbers[4];
        size_t count;
    } * byte_colors;
    size_t byte_color_count;
    bool byte_colors_read;
    size_t byte_colors_found;
    /* The list of what was checked, for the report: filled by check_packaging(). */
    struct vrmlint_extension *extensions;
    size_t extension_count;
    bool raised; /* a finding became more severe because another one follows from it */
};

/* Runs every family over one readable document, in the order of the table. causes_apply() comes next. */
void checks_run(struct check *check);

/* Whether a channel is known to keep its node as it is at rest. */
static inline bool check_channel_is_still(const struct check *check, size_t channel)
{
    return check->still != NULL && check->still[channel];
}

#define FAMILY(family, is_there) void family(struct check *check);
#include "checks/families.def"
#undef FAMILY

#endif
