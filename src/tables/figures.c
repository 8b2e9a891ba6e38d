#include "tables/figures.h"

#include <math.h>
#include <string.h>

#include "vrmlint.h"

static const char *const names[FIGURE_COUNT] = {
#define FIGURE(id, name) name,
#include "tables/figures.def"
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

static const struct vrmlint_budget_preset presets[] = {
#define MOST(...)
#define PRESET(name, source, date, limits) {name, source, date},
#include "tables/budgets.def"
#undef PRESET
#undef MOST
};

const struct vrmlint_budget_preset *vrmlint_budget_presets(size_t *count)
{
    *count = sizeof presets / sizeof *presets;
    return presets;
}

bool budget_preset(struct budget *budget, const char *name)
{
    bool found = false;
#define MOST(figure, limit) budget->limits[FIGURE_##figure] = (limit);
#define PRESET(own, source, date, most)                                                                                \
    if (strcmp(name, own) == 0) {                                                                                      \
        found = true;                                                                                                  \
        most                                                                                                           \
    }
#include "tables/budgets.def"
#undef PRESET
#undef MOST
    return found;
}
