/* What the simulation's measures are compared with: the numbers of thresholds.def. */
#ifndef VRMLINT_SIM_THRESHOLDS_H
#define VRMLINT_SIM_THRESHOLDS_H

#include "vrmlint.h"

/* One value per line of thresholds.def. */
enum threshold {
#define THRESHOLD(name, ...) THRESHOLD_##name,
#include "sim/thresholds.def"
#undef THRESHOLD
    THRESHOLD_COUNT
};

/* A number for every threshold, by enum threshold. */
struct thresholds {
    double values[THRESHOLD_COUNT];
};

/* The defaults. */
struct thresholds thresholds_default(void);

/* The threshold of that name; THRESHOLD_COUNT when there is none. */
enum threshold threshold_by_name(const char *name);

#endif
