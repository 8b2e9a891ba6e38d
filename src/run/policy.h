/* The library's internal view of a policy. */
#ifndef VRMLINT_RUN_POLICY_H
#define VRMLINT_RUN_POLICY_H

#include "base/helpers.h"
#include "finding/finding.h"
#include "run/schemas.h"
#include "sim/thresholds.h"
#include "tables/figures.h"

/* The settings of rules from one source. Origins are borrowed, and NULL if the source sets nothing. */
struct rule_layer {
    enum vrmlint_severity own[RULE_LIMIT]; /* VRMLINT_OFF: nothing set */
    bool selected[RULE_LIMIT];
    bool named[RULE_LIMIT];       /* selected by id or family, not just as part of the default set */
    bool named_by_id[RULE_LIMIT]; /* selected by id */
    bool ignored[RULE_LIMIT];
    bool off[RULE_LIMIT];                /* the severity is "off" */
    bool set_by_id[RULE_LIMIT];          /* the severity was given to the rule itself, not to its family */
    bool select_replaced;                /* the default set no longer counts */
    bool select_begun;                   /* a further select adds to what is selected, instead of replacing it */
    const char *switched_by[RULE_LIMIT]; /* origin that last selected or ignored the rule */
    const char *weighed_by[RULE_LIMIT];  /* origin that last gave it a severity */
};

struct vrmlint_policy {
    enum vrmlint_severity severities[RULE_LIMIT]; /* effective severity of each rule; VRMLINT_OFF: not run */
    /* The same with the rules that are ignored or set to off: their findings aren't reported, nor what follows from
     * them. */
    enum vrmlint_severity runs[RULE_LIMIT];
    enum vrmlint_severity own[RULE_LIMIT]; /* set by the user; VRMLINT_OFF: nothing set */
    bool named[RULE_LIMIT];                /* selected by id or family */
    bool newer[RULE_LIMIT];                /* added after the version of vrmlint_policy_rules_of() */
    struct rule_layer files;               /* from settings files, the nearest last */
    struct rule_layer direct;              /* from the functions of vrmlint.h, which take precedence */
    struct vrmlint_ignore *ignores;
    bool ignores_some[RULE_LIMIT]; /* an ignore names the rule, or its family */
    size_t ignore_count;
    size_t ignore_capacity;
    enum vrmlint_severity fail_on; /* VRMLINT_OFF: nothing fails because of its severity */
    bool fail_on_invalid;          /* files that aren't valid fail */
    const char *fail_on_origin;    /* the settings file that sets it, or NULL */
    enum vrmlint_severity shows_from;
    const char *shows_origin; /* likewise */
    uint64_t max_file_size;   /* bytes; 0: no limit */
    uint64_t max_memory;      /* bytes; 0: in proportion to the file */
    size_t most_findings;     /* findings per rule and file that are kept in full; 0: any number */
    double timeout;           /* seconds; 0: no limit */
    double deadline;          /* by os_clock(), if a check is a part of what the time limit is for; 0: none */
    enum vrmlint_language language;
    const char *language_origin;
    const char *baseline; /* named by a settings file, or NULL */
    const char *baseline_origin;
    bool (*stop)(void *context); /* see vrmlint_policy_stop() */
    void *stop_context;
    struct vrmlint_helpers *helpers; /* pool of helper threads, borrowed, or NULL */
    unsigned languages;              /* of texts in reports: a set of bits 1 << language */
    bool arguments;                  /* findings have the arguments of their sentences */
    bool edits;                      /* findings have the edits that fix them */
    bool at_path;      /* vrmlint_check_bytes() is given the content of a file: files beside it are read */
    bool facts;        /* reports describe what the avatar consists of */
    bool hash;         /* reports have the hash of a file's content */
    bool hash_read;    /* the same, unless the file needn't be read to its end */
    bool fixes;        /* safe findings have their fixes as ranges of the text */
    bool curves;       /* reports have the simulation's curves */
    bool drawing;      /* reports have the data of a picture */
    bool consequences; /* findings list those that follow from them */
    bool no_simulation;
    bool fail_on_given;  /* directly */
    bool shows_given;    /* likewise */
    bool language_given; /* by a settings file */
    struct budget budget;
    struct budget budget_given; /* the limits that no settings file changes */
    enum vrmlint_limit_revision limit_revision;
    bool no_constraints;        /* the simulation leaves node constraints out */
    bool no_data;               /* nothing is checked that needs the bytes of buffers and images */
    const char *no_data_origin; /* the settings file that sets it, or NULL */
    struct thresholds thresholds;
    struct schemas *schemas;                        /* bound to extensions by users; shared by copies */
    const char *threshold_origins[THRESHOLD_COUNT]; /* the settings file that sets it, or NULL */
};

/* Computes the effective severity of each rule. Called after each change of a layer. */
void policy_settle(struct vrmlint_policy *policy);

/* Begins a nearer settings file, or a block of one for some paths: its settings override the earlier ones. */
void policy_next_file(struct vrmlint_policy *policy);

/* vrmlint_policy_select() and similar functions for a layer of the policy. origin: where the setting is from;
 * borrowed. */
bool policy_select(struct vrmlint_policy *policy, struct rule_layer *layer, const char *list, const char *origin,
                   struct vrmlint_refusal *refusal);
bool policy_ignore(struct vrmlint_policy *policy, struct rule_layer *layer, const char *list, const char *origin,
                   struct vrmlint_refusal *refusal);
bool policy_severity(struct vrmlint_policy *policy, struct rule_layer *layer, const char *rule,
                     enum vrmlint_severity severity, const char *origin, struct vrmlint_refusal *refusal);

/* Whether a file is read to its end for the hash of its content, whatever is skipped. */
bool policy_reads_all(const struct vrmlint_policy *policy);

/* policy_settings_key() hashes what determines the findings of a policy; policy_rules_key() hashes which rules run
 * under it and how severe they are. */
void policy_settings_key(const struct vrmlint_policy *policy, char key[VRMLINT_KEY_SIZE]);
void policy_rules_key(const struct vrmlint_policy *policy, char key[VRMLINT_KEY_SIZE]);

#endif
