#include "checks/marks.h"

#include <string.h>

#include "ids/all.h"

/* The lines, column by column: this compresses to a third of the bytes in a page that loads them. Each column defines
 * one kind of row; a family's table has all kinds, and rows.h silences the others. */
#define RAISED(cause, scope, consequence) CAUSE(cause, scope, consequence)
#define RAISE(rule, scope, class) MARK(rule, scope, class)
#define CAUSE(cause, scope, consequence) RULE_##cause,
static const uint16_t pair_causes[] = {
#include "checks/causes.def"
};
#undef CAUSE
#define CAUSE(cause, scope, consequence) SCOPE_##scope,
static const unsigned char pair_scopes[] = {
#include "checks/causes.def"
};
#undef CAUSE
#define CAUSE(cause, scope, consequence) RULE_##consequence,
static const uint16_t pair_consequences[] = {
#include "checks/causes.def"
};
#undef CAUSE
#define MARK(rule, scope, class) RULE_##rule,
static const uint16_t mark_rules[] = {
#include "checks/marks.def"
};
#undef MARK
#define MARK(rule, scope, class) SCOPE_##scope,
static const unsigned char mark_scopes[] = {
#include "checks/marks.def"
};
#undef MARK
#define CLASS(name) CLASS_##name,
#define ASKS(class, rule)
enum rule_class {
#include "checks/classes.def"
};
#undef CLASS
#undef ASKS
#define CLASS(name)
#define MARK(rule, scope, class) CLASS_##class,
static const unsigned char mark_classes[] = {
#include "checks/marks.def"
};
#undef MARK
#define ASKS(class, rule) CLASS_##class,
static const unsigned char ask_classes[] = {
#include "checks/classes.def"
};
#undef ASKS
#define ASKS(class, rule) RULE_##rule,
static const uint16_t ask_rules[] = {
#include "checks/classes.def"
};
#undef ASKS
#undef CLASS
#undef RAISED
#undef RAISE

/* Whether a line raises the severity of its cause. */
#define RAISED(cause, scope, consequence) true,
#define CAUSE(cause, scope, consequence) false,
static const bool pair_raises[] = {
#include "checks/causes.def"
};
#undef RAISED
#undef CAUSE
#define RAISE(rule, scope, class) true,
#define MARK(rule, scope, class) false,
static const bool mark_raises[] = {
#include "checks/marks.def"
};
#undef RAISE
#undef MARK

enum {
    PAIRS = sizeof pair_causes / sizeof *pair_causes,
    MARKS = sizeof mark_rules / sizeof *mark_rules,
    ASKED = sizeof ask_rules / sizeof *ask_rules,
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
        if (mark_rules[m] != rule) {
            continue;
        }
        for (size_t a = 0; a < ASKED; a++) {
            if (ask_classes[a] == mark_classes[m] && ask_rules[a] != rule) {
                scopes[ask_rules[a]] |= scope_bits(mark_scopes[m], mark_raises[m]);
                any = true;
            }
        }
    }
    for (size_t p = 0; p < PAIRS; p++) {
        if (pair_causes[p] == rule) {
            scopes[pair_consequences[p]] |= scope_bits(pair_scopes[p], pair_raises[p]);
            any = true;
        }
    }
    return any;
}

bool marks_silence(enum rule rule)
{
    size_t p = 0;
    while (p < PAIRS && (pair_scopes[p] != SCOPE_JOINT || pair_causes[p] != rule)) {
        p++;
    }
    return p < PAIRS;
}

size_t marks_rule_count(void)
{
    return MARKS + PAIRS;
}

enum rule marks_rule(size_t line)
{
    return (enum rule)(line < MARKS ? mark_rules[line] : pair_causes[line - MARKS]);
}
