/* A file of settings, read and checked. */
#ifndef VRMLINT_RUN_CONFIG_H
#define VRMLINT_RUN_CONFIG_H

#include "base/arena.h"
#include "vrmlint.h"

/* In the order in which they hold: what is selected first, what is taken away from it later. */
enum setting_kind {
    SETTING_SELECT,
    SETTING_IGNORE,
    SETTING_SEVERITY,
    SETTING_FAIL_ON,
    SETTING_MIN_SEVERITY,
    SETTING_THRESHOLD,
    SETTING_BUDGET_PRESET,
    SETTING_BUDGET,
    SETTING_IGNORE_AT,
    SETTING_LANG,
    SETTING_NO_DATA,
    SETTING_BASELINE,
    SETTING_EXTENDS,
    SETTING_PATTERN, /* of a block's paths, or of what is left out */
};

/* One thing that a file says. Texts live as long as the file's config. */
struct setting {
    enum setting_kind kind;
    const char *pointer;            /* of what says it, in the file */
    const char *origin;             /* "avatars/.vrmlint.json:4:13" */
    const char *text;               /* a rule, a family, a threshold, a pattern; a path from where the program runs */
    enum vrmlint_severity level;    /* of SEVERITY and FAIL_ON; VRMLINT_OFF: off, never */
    enum vrmlint_language language; /* of LANG */
    double number;                  /* of THRESHOLD */
    struct vrmlint_ignore ignored;  /* of IGNORE_AT */
};

/* What holds together: all of a file but its blocks, or one block. */
struct section {
    const struct tree *match; /* the patterns of a block's paths; NULL for the file itself */
    size_t begin;             /* of its settings: [begin, end) */
    size_t end;
};

struct vrmlint_config {
    struct arena *arena; /* holds this struct too */
    const char *name;    /* of the file, as messages call it */
    const struct tree *tree;
    bool root;
    const struct setting *extends; /* NULL: the file holds by itself */
    const struct tree *exclude;    /* patterns */
    struct section *sections;      /* the file itself, then its blocks */
    size_t section_count;
    struct setting *settings;
    size_t setting_count;
    size_t setting_capacity;
    const struct vrmlint_ignore **ignores; /* those of all sections */
    size_t ignore_count;
};

/* Makes a policy do as one setting says; false, with a line in refusal, for a name that there isn't. */
bool config_apply(struct vrmlint_policy *policy, const struct setting *setting, struct vrmlint_refusal *refusal);

/* What the schema finds wrong first in a file of settings, as a clause, and where; NULL when nothing is. */
const char *config_fault(struct arena *arena, const struct tree *tree, struct vrmlint_refusal *refusal);

#endif
