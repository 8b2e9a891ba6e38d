#include "checks/causes/marks.h"

#include <string.h>

#include "ids/all.h"

enum rule_class {
#define CLASS(name) CLASS_##name,
#include "checks/classes.def"
};

/* A row CAUSE or RAISED. */
static const struct {
    uint16_t cause;
    uint16_t consequence;
    unsigned char scope;
    bool raises;
} pairs[] = {
#define CAUSE(rule, scope, consequence, raises) {RULE_##rule, RULE_##consequence, SCOPE_##scope, raises},
#include "ids/follow_table.def"
};

/* A row MARK or RAISE. */
static const struct {
    uint16_t rule;
    unsigned char class;
    unsigned char scope;
    bool raises;
} marks[] = {
#define MARK(rule, scope, class, raises) {RULE_##rule, CLASS_##class, SCOPE_##scope, raises},
#include "ids/follow_table.def"
};

static const struct {
    uint16_t rule;
    unsigned char class;
} asks[] = {
#define ASKS(rule, class) {RULE_##rule, CLASS_##class},
#include "ids/follow_table.def"
};

static const uint16_t followed[] = {
#define FOLLOWED(rule) RULE_##rule,
#include "ids/follow_table.def"
};

enum {
    PAIRS = sizeof pairs / sizeof *pairs,
    MARKS = sizeof marks / sizeof *marks,
    ASKED = sizeof asks / sizeof *asks,
};

static uint32_t scope_bits(unsigned scope, bool raises)
{
    return 1U << scope | (raises ? 1U << SCOPE_NONE : 0);
}

bool marks_scopes(enum rule rule, uint32_t scopes[RULE_LIMIT])
{
    bool any = false;
    memset(scopes, 0, RULE_LIMIT * sizeof *scopes);
    for (size_t m = 0; m < MARKS; m++) {
        if (marks[m].rule != rule) {
            continue;
        }
        for (size_t a = 0; a < ASKED; a++) {
            if (asks[a].class == marks[m].class && asks[a].rule != rule) {
                scopes[asks[a].rule] |= scope_bits(marks[m].scope, marks[m].raises);
                any = true;
            }
        }
    }
    for (size_t p = 0; p < PAIRS; p++) {
        if (pairs[p].cause == rule) {
            scopes[pairs[p].consequence] |= scope_bits(pairs[p].scope, pairs[p].raises);
            any = true;
        }
    }
    return any;
}

bool marks_silence(enum rule rule)
{
    for (size_t p = 0; p < PAIRS; p++) {
        if (pairs[p].scope == SCOPE_JOINT && pairs[p].cause == rule) {
            return true;
        }
    }
    for (size_t m = 0; m < MARKS; m++) {
        if (marks[m].scope == SCOPE_JOINT && marks[m].rule == rule) {
            return true;
        }
    }
    return false;
}

size_t marks_rule_count(void)
{
    return sizeof followed / sizeof *followed;
}

enum rule marks_rule(size_t line)
{
    return (enum rule)followed[line];
}
