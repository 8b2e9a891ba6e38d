/* Findings about members that are missing and lists that are empty. Each such mistake is reported once. */
#ifndef VRMLINT_CHECKS_ABSENT_H
#define VRMLINT_CHECKS_ABSENT_H

#include "checks/checks.h"

/*
 * Records what a finding reports about a missing member or an empty list. Does nothing if the finding is NULL. The
 * pointer of the member is borrowed.
 *   ABSENT_SPOILT  the member is missing because it has another name or can't be read
 *   ABSENT_NAME    the same; the finding reports the unknown name
 *   ABSENT_UNLISTED  the list contains no element
 *   ABSENT_EMPTY   the list is empty
 *   ABSENT_LEADS   an index refers to the list
 *   ABSENT_LEFT    something is unused because only the list could use it
 *   ABSENT_BEYOND  an index refers to this element, which is beyond the end of the list
 *   ABSENT_LACKS   the member is missing or incomplete; follows only from the first three
 */
void absent_note(struct check *check, struct finding *finding, enum absent_what what, const char *pointer);

/* Records ABSENT_LACKS for a member that is missing in the object of the finding. */
void absent_note_lack(struct check *check, struct finding *finding, const char *key);

/* Records ABSENT_LACKS for the morph targets of a mesh: for its first primitive without any. */
void absent_note_targets(struct check *check, struct finding *finding, size_t mesh);

/* Records an invalid index into a list of count elements: ABSENT_LEADS if the list is empty, ABSENT_BEYOND if not.
 * All indices to the same missing element are one mistake. */
void absent_lead(struct check *check, struct finding *finding, const char *list, double index, size_t count);

/*
 * Makes the findings about each member follow from the first one in the order of enum absent_what, which gets the
 * highest severity among them. ABSENT_BEYOND and ABSENT_LACKS are no cause of the others, but ABSENT_BEYOND can
 * follow from ABSENT_BEYOND.
 */
void absent_apply(struct check *check);

#endif
