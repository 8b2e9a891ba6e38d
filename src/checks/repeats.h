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

#endif
