/* Names of rules as users write them: ids, families, or the default set. Private to the library. */
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

/* Takes the next entry of a list. Returns false after the last one; *at is NULL then. */
bool naming_next(const char **at, struct naming_entry *entry);

/* Whether an entry is a text of length bytes. */
bool naming_is(const struct naming_entry *entry, const char *text, size_t length);

/* naming_of() returns how an entry names a rule; naming_is_known() whether it names any. */
enum naming naming_of(const struct naming_entry *entry, const struct vrmlint_rule *rule);
bool naming_is_known(const struct naming_entry *entry);

/* Reports in refusal that an entry names nothing, and what was probably meant: with_default, also "default". */
void naming_complain(const struct naming_entry *entry, bool with_default, struct vrmlint_refusal *refusal);

/* Whether the name of a rule or family, NUL-terminated, matches a rule. */
bool naming_fits(const char *name, const struct vrmlint_rule *rule);

/* Whether a name matches any rule; if not, refusal receives what was probably meant. "default" isn't accepted. */
bool naming_knows(const char *name, struct vrmlint_refusal *refusal);

#endif
