/* What the library's own parts see of a policy. */
#ifndef VRMLINT_RUN_POLICY_H
#define VRMLINT_RUN_POLICY_H

#include "finding.h"
#include "sim/thresholds.h"

struct schema_set;

struct vrmlint_policy {
    struct schema_set *schemas;                   /* compiled once, shared by all files */
    enum vrmlint_severity severities[RULE_COUNT]; /* what each rule is worth; VRMLINT_OFF: not run */
    enum vrmlint_severity own[RULE_COUNT];        /* set by the user; VRMLINT_OFF: nothing set */
    bool selected[RULE_COUNT];
    bool named[RULE_COUNT]; /* selected by id or family, not just as part of the default set */
    bool ignored[RULE_COUNT];
    bool off[RULE_COUNT];       /* the user's severity is "off" */
    bool set_by_id[RULE_COUNT]; /* the user's severity was given to the rule itself, not to its family */
    bool select_replaced;       /* the default set no longer counts */
    uint64_t max_file_size;     /* bytes; 0: no limit */
    bool curves;                /* reports bring the simulation's curves */
    struct thresholds thresholds;
    bool no_simulation;
};

/* Brings a policy into its default state; the schemas stay as they are. */
void policy_init(struct vrmlint_policy *policy);

#endif
