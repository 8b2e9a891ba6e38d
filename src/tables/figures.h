/* What is counted in a file: how much of everything an avatar brings. All of it stands in figures.def. */
#ifndef VRMLINT_FIGURES_H
#define VRMLINT_FIGURES_H

#include <stdbool.h>

enum figure {
#define FIGURE(id, ...) FIGURE_##id,
#include "tables/figures.def"
#undef FIGURE
    FIGURE_COUNT
};

/* "morph-targets". Static. */
const char *figure_name(enum figure figure);

/* FIGURE_COUNT for none. */
enum figure figure_by_name(const char *name);

/* The most of each that a file may have; NAN: nobody limits it. */
struct budget {
    double limits[FIGURE_COUNT];
};
struct budget budget_none(void);

/* Sets what a platform publishes, by its name in budgets.def, and leaves the rest; false: there is no such name. */
bool budget_preset(struct budget *budget, const char *name);

#endif
