#include "sim/thresholds.h"

#include <string.h>

static const struct vrmlint_threshold table[THRESHOLD_COUNT] = {
#define THRESHOLD(name, key, value, least, most, unit, meaning, reason)                                                \
    {key, value, least, most, unit, meaning, reason},
#include "sim/thresholds.def"
#undef THRESHOLD
};

const struct vrmlint_threshold *vrmlint_thresholds(size_t *count)
{
    *count = THRESHOLD_COUNT;
    return table;
}

struct thresholds thresholds_default(void)
{
    struct thresholds thresholds;
    for (size_t i = 0; i < THRESHOLD_COUNT; i++) {
        thresholds.values[i] = table[i].value;
    }
    return thresholds;
}

enum threshold threshold_by_name(const char *name)
{
    size_t i = 0;
    while (i < THRESHOLD_COUNT && strcmp(table[i].name, name) != 0) {
        i++;
    }
    return (enum threshold)i;
}
