/* Lists that a file hasn't, though something leads into them: it is the lack of the list that is said, once. */
#ifndef VRMLINT_CHECKS_ABSENT_H
#define VRMLINT_CHECKS_ABSENT_H

#include "checks/checks.h"

/*
 * Notes what a finding, or NULL, says of a list that isn't there, or is empty. The list's pointer is borrowed.
 *   ABSENT_NAME   it has another name in the file
 *   ABSENT_EMPTY  it is empty
 *   ABSENT_LEADS  something leads into it
 *   ABSENT_LEFT   something is left over, for the list is what would use it
 */
void absent_note(struct check *check, struct finding *finding, enum absent_what what, const char *list);

/* Of each list the first of these, but for the last, is the cause of the others, and as severe as they are. True where
 * there are any. */
bool absent_apply(struct check *check);

#endif
