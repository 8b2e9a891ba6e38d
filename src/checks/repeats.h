/* Entries of lists of indices that repeat earlier ones. */
#ifndef VRMLINT_CHECKS_REPEATS_H
#define VRMLINT_CHECKS_REPEATS_H

#include "checks/checks.h"

/* The repeated entries of one list. The caller sets the list and leaves the rest zero. */
struct repeats {
    const struct tree *list;
    size_t count;
    size_t more; /* the first one that isn't reported by itself */
    bool *again; /* per entry; NULL as long as none repeats */
};

/* Notes that an entry repeats an earlier one. Returns whether it is reported by itself, as the first ones are: a list
 * with very many would have a finding, and a fix, for each few bytes of the file. */
bool repeats_add(struct check *check, struct repeats *repeats, size_t entry);

/* Returns how many entries aren't reported by themselves. */
size_t repeats_more(const struct repeats *repeats);

/* Adds the edit to a finding at one of these entries: the list becomes one without repeated entries. */
void repeats_remove(struct check *check, struct finding *finding, const struct repeats *repeats);

/* What messages call an object, by its number. */
struct repeats_name {
    const char *as;
    struct argument (*name)(const char *as, const struct avatar *avatar, size_t number);
};

/* A rule about lists of indices, each of an owner. */
struct repeats_rule {
    enum place_kind place; /* of an entry, by the numbers of its owner and of itself */
    struct repeats_name owner;
    struct repeats_name element; /* which the index refers to */
    enum message one;            /* of owner and element, and of "first" and "second", two entries */
    enum message earlier;        /* of the first of them, as "first" or "entry" */
    enum message more;           /* of the owner, "count", and "entry", the first of the others */
};

/* The last list that contained an element, and its first entry there. */
struct last_listed {
    size_t list; /* the number of its owner, plus 1 */
    size_t entry;
};

/* Reports entries of an owner's list that repeat earlier ones. last: for each element, zeroed before the first list;
 * count: number of elements. */
void repeats_check(struct check *check, const struct repeats_rule *rule, size_t owner, const struct tree *list,
                   struct last_listed *last, size_t count);

#endif
