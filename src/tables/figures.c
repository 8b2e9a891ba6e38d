#include "tables/figures.h"

#include <math.h>
#include <string.h>

#include "ids/messages_budgets.h"
#include "message/message.h"
#include "vrmlint.h"

static const char *const names[FIGURE_COUNT] = {
#define FIGURE(id, name) name,
#include "tables/figures.def"
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
#define PRESET(name, platform, rank, loader, generations, source, date, requirements, note, limits)                    \
    {name, platform, rank, loader, generations, source, date},
#include "tables/budgets.def"
};

/* The sentences about each preset. */
static const enum message sentences[][2] = {
#define PRESET(name, platform, rank, loader, generations, source, date, requirements, note, limits)                    \
    {requirements, note},
#include "tables/budgets.def"
};

const struct vrmlint_budget_preset *vrmlint_budget_presets(size_t *count)
{
    *count = sizeof presets / sizeof *presets;
    return presets;
}

static const char *sentence_of(enum message message, enum vrmlint_language language)
{
    const char *text = message == MESSAGE_NONE ? "" : message_template(message, language);
    return text == NULL ? message_template(message, VRMLINT_ENGLISH) : text;
}

const char *vrmlint_budget_requirements(const struct vrmlint_budget_preset *preset, enum vrmlint_language language)
{
    return sentence_of(sentences[preset - presets][0], language);
}

const char *vrmlint_budget_note(const struct vrmlint_budget_preset *preset, enum vrmlint_language language)
{
    return sentence_of(sentences[preset - presets][1], language);
}

/* The limits of the presets, in their order; a row without a figure ends those of a preset. */
static const struct {
    unsigned figure;
    unsigned most;
} preset_limits[] = {
#define MOST(figure, limit) {FIGURE_##figure, limit},
#define PRESET(name, platform, rank, loader, generations, source, date, requirements, note, ...)                       \
    __VA_ARGS__{FIGURE_COUNT, 0},
#include "tables/budgets.def"
#undef MOST
};

bool budget_preset(struct budget *budget, const char *name)
{
    static const char former[] = "cluster"; /* before the platform had limits for each version of VRM */
    size_t at = 0;
    name = strcmp(name, former) == 0 ? "cluster-vrm1" : name;
    for (size_t i = 0; i < sizeof presets / sizeof *presets; i++, at++) {
        bool found = strcmp(presets[i].name, name) == 0;
        for (; preset_limits[at].figure != FIGURE_COUNT; at++) {
            if (found) {
                budget->limits[preset_limits[at].figure] = preset_limits[at].most;
            }
        }
        if (found) {
            return true;
        }
    }
    return false;
}
