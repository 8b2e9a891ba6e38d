/* The thresholds for the simulation's measures: the numbers of thresholds.def. */
#ifndef VRMLINT_SIM_THRESHOLDS_H
#define VRMLINT_SIM_THRESHOLDS_H

#include "vrmlint.h"

/* One value per line of thresholds.def. */
enum threshold {
#define THRESHOLD(name, ...) THRESHOLD_##name,
#include "sim/thresholds.def"
    THRESHOLD_COUNT
};

/* A number for every threshold, by enum threshold. */
struct thresholds {
    double values[THRESHOLD_COUNT];
};

/* Returns the defaults. */
struct thresholds thresholds_default(void);

/* Returns the threshold with a name; THRESHOLD_COUNT if there is none. */
enum threshold threshold_by_name(const char *name);

#endif
