/* A settings file, read and checked. */
#ifndef VRMLINT_RUN_CONFIG_H
#define VRMLINT_RUN_CONFIG_H

#include "base/arena.h"
#include "vrmlint.h"

/* Kinds of settings in the order in which they apply: selections first, then what is removed from them. */
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
    SETTING_PATTERN, /* in a block's paths, or in the list of excluded files */
};

/* One setting of a file. Strings live as long as the file's config. */
struct setting {
    enum setting_kind kind;
    const char *pointer;            /* to the setting, in the file */
    const char *origin;             /* file, line and column: "avatars/.vrmlint.json:4:13" */
    const char *text;               /* a rule, family, threshold or pattern; a path relative to the working directory */
    enum vrmlint_severity level;    /* of SEVERITY and FAIL_ON; VRMLINT_OFF: "off" or "never" */
    enum vrmlint_language language; /* of LANG */
    double number;                  /* of THRESHOLD and BUDGET */
    struct vrmlint_ignore ignored;  /* of IGNORE_AT */
};

/* Settings that apply together: those of a file outside its blocks, or those of one block. */
struct section {
    const struct tree *match; /* patterns of a block's paths; NULL for the file itself */
    size_t begin;             /* its settings are [begin, end) */
    size_t end;
};

struct vrmlint_config {
    struct arena *arena; /* holds this struct too */
    const char *name;    /* of the file, as in messages */
    const struct tree *tree;
    bool root;
    const struct setting *extends; /* NULL: the file extends no other */
    const struct tree *exclude;    /* patterns of excluded files */
    struct section *sections;      /* the file itself, then its blocks */
    size_t section_count;
    struct setting *settings;
    size_t setting_count;
    size_t setting_capacity;
    const struct vrmlint_ignore **ignores; /* of all sections */
    size_t ignore_count;
};

/* Applies one setting to a policy. Returns false, with a line in refusal, for an unknown name. */
bool config_apply(struct vrmlint_policy *policy, const struct setting *setting, struct vrmlint_refusal *refusal);

/* Returns the pointer of the first value in a settings file that violates the schema, with a clause in refusal; NULL
 * if the file is valid. */
const char *config_fault(struct arena *arena, const struct tree *tree, struct vrmlint_refusal *refusal);

#endif
