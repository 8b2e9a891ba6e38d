/* How people name rules: by id, by family, or as the default set. Private to the library. */
#ifndef VRMLINT_RUN_NAMING_H
#define VRMLINT_RUN_NAMING_H

#include "finding/finding.h"

#define NAMING_DEFAULT "default" /* in a LIST: every rule that isn't opt-in */

/* One entry of a LIST, without the spaces around it; borrowed, and not terminated. */
struct naming_entry {
    const char *text;
    size_t length;
};

/* How an entry names a rule. */
enum naming {
    NOT_NAMED,
    NAMED_WITH_OTHERS, /* by its family, or by "default" */
    NAMED_BY_ID,
};

/* Takes the next entry off a list; false behind the last one. *at is NULL from then on. */
bool naming_next(const char **at, struct naming_entry *entry);

/* Whether an entry is that text of length bytes. */
bool naming_is(const struct naming_entry *entry, const char *text, size_t length);

/* How an entry names a rule; and whether it names any at all. */
enum naming naming_of(const struct naming_entry *entry, const struct vrmlint_rule *rule);
bool naming_is_known(const struct naming_entry *entry);

/* Says in refusal that an entry names nothing, and what was likely meant: with_default, "default" too. */
void naming_complain(const struct naming_entry *entry, bool with_default, struct vrmlint_refusal *refusal);

/* Whether a rule or family, a terminated text, names a rule. */
bool naming_fits(const char *name, const struct vrmlint_rule *rule);

/* Whether it names any rule at all; if not, refusal says what was likely meant. "default" is none. */
bool naming_knows(const char *name, struct vrmlint_refusal *refusal);

#endif
