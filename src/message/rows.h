/*
 * The rows of a family's table, src/checks/FAMILY/FAMILY.def, which several tables include. Whoever includes one defines the
 * rows that it wants; here all others become nothing, until rows_end.h.
 *   RULE, FAMILY_RULES, OVERRIDE         message/rules.def
 *   MESSAGE, RELATED, SHARED, WORDS      message/messages.def
 *   CLAIM, NO_CLAIM, WORDS_CLAIM, MOTION message/claims.def
 *   CAUSE, RAISED                        checks/causes.def
 *   MARK, RAISE                          checks/marks.def
 *   ASKS                                 checks/classes.def
 *   EDITS, LEFT_OPEN                     finding/edits.def
 *   UNCOVERS                             run/uncovered.def
 */
#ifndef RULE
#define RULE(...)
#define NO_RULE_ROWS
#endif
#ifndef FAMILY_RULES
#define FAMILY_RULES(...)
#define NO_FAMILY_RULES_ROWS
#endif
#ifndef OVERRIDE
#define OVERRIDE(...)
#define NO_OVERRIDE_ROWS
#endif
#ifndef MESSAGE
#define MESSAGE(...)
#define NO_MESSAGE_ROWS
#endif
#ifndef RELATED
#define RELATED(...)
#define NO_RELATED_ROWS
#endif
#ifndef SHARED
#define SHARED(...)
#define NO_SHARED_ROWS
#endif
#ifndef WORDS
#define WORDS(...)
#define NO_WORDS_ROWS
#endif
#ifndef EDITS
#define EDITS(...)
#define NO_EDITS_ROWS
#endif
#ifndef LEFT_OPEN
#define LEFT_OPEN(...)
#define NO_LEFT_OPEN_ROWS
#endif
#ifndef CAUSE
#define CAUSE(...)
#define NO_CAUSE_ROWS
#endif
#ifndef RAISED
#define RAISED(...)
#define NO_RAISED_ROWS
#endif
#ifndef MARK
#define MARK(...)
#define NO_MARK_ROWS
#endif
#ifndef RAISE
#define RAISE(...)
#define NO_RAISE_ROWS
#endif
#ifndef ASKS
#define ASKS(...)
#define NO_ASKS_ROWS
#endif
#ifndef UNCOVERS
#define UNCOVERS(...)
#define NO_UNCOVERS_ROWS
#endif
#ifndef CLAIM
#define CLAIM(...)
#define NO_CLAIM_ROWS
#endif
#ifndef NO_CLAIM
#define NO_CLAIM(...)
#define NO_NO_CLAIM_ROWS
#endif
#ifndef WORDS_CLAIM
#define WORDS_CLAIM(...)
#define NO_WORDS_CLAIM_ROWS
#endif
#ifndef MOTION
#define MOTION(...)
#define NO_MOTION_ROWS
#endif
