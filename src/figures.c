#include "figures.h"

#include <math.h>
#include <string.h>

#include "vrmlint.h"

static const char *const names[FIGURE_COUNT] = {
#define FIGURE(id, name) name,
#include "figures.def"
#undef FIGURE
};

const char *const *vrmlint_figures(size_t *count)
{
    *count = FIGURE_COUNT;
    return names;
}

const char *figure_name(enum figure figure)
{
    return names[figure];
}

enum figure figure_by_name(const char *name)
{
    enum figure figure = 0;
    while (figure < FIGURE_COUNT && strcmp(names[figure], name) != 0) {
        figure++;
    }
    return figure;
}

struct budget budget_none(void)
{
    struct budget budget;
    for (enum figure i = 0; i < FIGURE_COUNT; i++) {
        budget.limits[i] = NAN;
    }
    return budget;
}
