/* Findings of failures of the schema checker, in an artist's words, with their numbers and their fix class: a function
 * for each kind. They are called when the fault's rule is wanted. */
#ifndef VRMLINT_CHECKS_SCHEMA_REPORTS_H
#define VRMLINT_CHECKS_SCHEMA_REPORTS_H

#include "checks/schema/fault.h"

/* members.c: a property that isn't there, and one that isn't known. */
struct finding *fault_report_missing(const struct fault *fault);

/* Whether a spring or collider group has no members that its joints or colliders could be in under another name. */
bool fault_is_hollow(const struct tree *object);
struct finding *fault_report_unknown(const struct fault *fault);

/* other_meta.c: whether it is one of several names of the other generation in the meta data; reported once for all of
 * them. */
bool fault_is_other_meta(const struct fault *fault);
void fault_report_other_meta(const struct fault *fault);

/* misplaced.c: whether it is a member that belongs in another object of its extension, which lacks it, or an object in
 * another of its own name; reported once for all members that one object has of another. */
bool fault_is_misplaced(const struct fault *fault);
struct finding *fault_report_misplaced(const struct fault *fault);

/* losses.c */

/* Whether it is a name that was meant as a member which isn't there, and with which springs, collisions or movement are
 * lost. */
bool fault_loses_motion(const struct fault *fault);

/* The same of a member by its name, and the pointer of the object that lacks it. */
bool fault_loses_member(const char *object, const char *name);

/* Whether a name that isn't known was meant for what says where data lies: it is read from elsewhere. */
bool fault_loses_data(const struct fault *fault);

/* Whether an entry of VRM 0.x has no node, of a bone that three-vrm needs and that no other entry gives a node. */
bool fault_loses_bone(const struct fault *fault);

/* types.c: a value of another type than its member has. */
struct finding *fault_report_type(const struct fault *fault);

/* lists.c: a list that is empty, one of a wrong length, and an element that is there before. */
struct finding *fault_report_empty(const struct fault *fault);
struct finding *fault_report_empty_object(const struct fault *fault);
struct finding *fault_report_length(const struct fault *fault);
struct finding *fault_report_repeat(const struct fault *fault);

/* numbers.c: those that are too large to compute with, or outside their range. */
struct finding *fault_report_infinite(const struct fault *fault);
struct finding *fault_report_range(const struct fault *fault);

/* indices.c: the ways in which an index is wrong. */
struct finding *fault_report_fraction(const struct fault *fault);
struct finding *fault_report_float(const struct fault *fault);
struct finding *fault_report_infinite_index(const struct fault *fault);
struct finding *fault_report_negative(const struct fault *fault);
struct finding *fault_report_unresolved(const struct fault *fault);

/* indices.c, the argument "thing": what an index that failed counts, "collider group". */
struct argument fault_index_noun(const struct fault *fault);

/* words.c, the argument "allowed": the values of an enumeration, "'X', 'Y' and 'Z'". */
struct argument fault_allowed(const struct fault *fault, const struct flat_value *values);

/* words.c: a word that is none of those allowed; none, or several, of what there must be one of; and a shape whose
 * parts stand right in it, as a broken example in the beta has it. */
struct finding *fault_report_word(const struct fault *fault);
struct finding *fault_report_choice(const struct fault *fault);
struct finding *fault_report_flattened(const struct fault *fault);

#endif
