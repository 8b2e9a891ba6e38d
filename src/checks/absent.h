/* Lists that a file hasn't, though something leads into them: under a name that is nearly theirs, all that is said of
 * that follows from the name. */
#ifndef VRMLINT_CHECKS_ABSENT_H
#define VRMLINT_CHECKS_ABSENT_H

#include "checks/checks.h"

/* Notes that a finding, or NULL, is about something that leads into a list which isn't there. The pointer is borrowed.
 */
void absent_note(struct check *check, struct finding *finding, const char *list);

/* Notes that a finding, or NULL, says that the list has another name in the file. The pointer is borrowed. */
void absent_note_name(struct check *check, struct finding *finding, const char *list);

/* Gives the former the latter as their cause, which is as severe as they are then. True where there are any. */
bool absent_apply(struct check *check);

#endif
