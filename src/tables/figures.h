/* Figures of a file: counts of its contents. The data is in figures.def. */
#ifndef VRMLINT_FIGURES_H
#define VRMLINT_FIGURES_H

#include <stdbool.h>

enum figure {
#define FIGURE(id, ...) FIGURE_##id,
#include "tables/figures.def"
    FIGURE_COUNT
};

/* Returns "morph-targets" or the like. Static. */
const char *figure_name(enum figure figure);

/* Returns FIGURE_COUNT for unknown names. */
enum figure figure_by_name(const char *name);

/* The maximum of each figure; NAN: no limit. */
struct budget {
    double limits[FIGURE_COUNT];
};
struct budget budget_none(void);

/* Sets the limits that a platform publishes, by its name in budgets.def, and keeps the others. Returns false if the
 * name is unknown. */
bool budget_preset(struct budget *budget, const char *name);

#endif
