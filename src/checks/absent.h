/* Members that a file hasn't, above all lists that something leads into: that is reported once. */
#ifndef VRMLINT_CHECKS_ABSENT_H
#define VRMLINT_CHECKS_ABSENT_H

#include "checks/checks.h"

/*
 * Notes what a finding, or NULL, reports of a member that is missing, or of a list that is empty. Its pointer is
 * borrowed.
 *   ABSENT_SPOILT  it is missing and has another name, or nothing in it can be read
 *   ABSENT_NAME    the same, as the name that isn't known
 *   ABSENT_UNLISTED  nothing is listed in it at all
 *   ABSENT_EMPTY   it is empty
 *   ABSENT_LEADS   something leads into it
 *   ABSENT_LEFT    something is left over, because the list is what would use it
 *   ABSENT_BEYOND  something leads to this element, which the list is too short for
 *   ABSENT_LACKS   it is missing, or lacks something: what follows only from the first three
 */
void absent_note(struct check *check, struct finding *finding, enum absent_what what, const char *pointer);

/* The same of a member that what the finding is about lacks: ABSENT_LACKS. */
void absent_note_lack(struct check *check, struct finding *finding, const char *key);

/* The same of the morph targets of a mesh: of its first primitive that has none. */
void absent_note_targets(struct check *check, struct finding *finding, size_t mesh);

/* The same of an index into a list of count elements that leads nowhere: into a list that is empty, or to an element
 * that it doesn't have. All that lead to the same element are one mistake. */
void absent_lead(struct check *check, struct finding *finding, const char *list, double index, size_t count);

/* Of each member the first of these, but for the last two, is the cause of the others, and as severe as they are.
 * Returns whether there are any. */
bool absent_apply(struct check *check);

#endif
