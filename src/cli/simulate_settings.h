/* The settings of vrmlint simulate, from its command line. */
#ifndef VRMLINT_CLI_SIMULATE_SETTINGS_H
#define VRMLINT_CLI_SIMULATE_SETTINGS_H

#include "cli/commands.h"
#include "vrmlint.h"

enum { HITCH_MAX = 1000 };

/* A step that takes another time than the others. */
struct hitch {
    size_t step; /* from 1 */
    double seconds;
};

struct simulate_settings {
    int engine; /* enum vrmlint_engine */
    int motion; /* enum vrmlint_motion */
    int limbs;  /* enum vrmlint_limbs */
    const char *animation;
    int limit_revision; /* enum vrmlint_limit_revision */
    double size;
    const char *root;
    double dt;
    const char *dt_by; /* the option that set it */
    size_t steps;      /* 0: not given */
    struct hitch hitches[HITCH_MAX];
    size_t hitch_count;
    size_t spring; /* SIZE_MAX: all */
    int format;    /* enum trajectory_format */
    const char *output;
    bool reset_pose;
    struct vrmlint_pbd pbd;
    const char *pbd_by; /* the last option that set one of them */
};

extern const struct option simulate_options[];

#endif
