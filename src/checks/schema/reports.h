/* Findings about failures of the schema checker, with their numbers and fix classes: one function per kind. They are
 * called if the fault's rule is wanted. */
#ifndef VRMLINT_CHECKS_SCHEMA_REPORTS_H
#define VRMLINT_CHECKS_SCHEMA_REPORTS_H

#include "checks/schema/fault.h"

/* members.c: missing and unknown properties. */
struct finding *fault_report_missing(const struct fault *fault);

/* Whether a spring or collider group has no unknown members that may contain its joints or colliders under another
 * name. */
bool fault_is_hollow(const struct tree *object);
struct finding *fault_report_unknown(const struct fault *fault);

/* Whether a tool copied an unknown member from an object that has it, so nothing else was meant by it: converters give
 * animations the meta data of avatars, and three.js marks its vectors. */
bool fault_is_copied(const struct fault *fault);

/* other_meta.c: whether it is one of several meta data names of the other generation. Reported once for
 * all of them. */
bool fault_is_other_meta(const struct fault *fault);
void fault_report_other_meta(const struct fault *fault);

/* misplaced.c: whether it is a member that belongs in another object of its extension that lacks it, or an object
 * within another of its own name. Reported once per pair of objects. */
bool fault_is_misplaced(const struct fault *fault);
struct finding *fault_report_misplaced(const struct fault *fault);

/* losses.c */

/* Whether it is an unknown name instead of a missing member, so that springs, collisions or movements are lost. */
bool fault_loses_motion(const struct fault *fault);

/* Whether springs, collisions or movements are lost if a member is missing in the object at a pointer. */
bool fault_loses_member(const char *object, const char *name);

/* Whether an unknown name was meant as the location of data, so that apps read the wrong data. */
bool fault_loses_data(const struct fault *fault);

/* Whether an entry of VRM 0.x lacks the node of a bone that three-vrm requires, and no other entry has it. */
bool fault_loses_bone(const struct fault *fault);

/* Whether it is about the node of a bone of VRM 0.x that every humanoid needs. */
bool fault_is_of_needed_bone(const struct fault *fault);

/* types.c: a value of the wrong type. */
struct finding *fault_report_type(const struct fault *fault);

/* lists.c: an empty list or object, a list of a wrong length, and a repeated element. */
struct finding *fault_report_empty(const struct fault *fault);
struct finding *fault_report_empty_object(const struct fault *fault);
struct finding *fault_report_length(const struct fault *fault);
struct finding *fault_report_repeat(const struct fault *fault);

/* numbers.c: numbers that are too large, or outside their range. */
struct finding *fault_report_infinite(const struct fault *fault);
struct finding *fault_report_range(const struct fault *fault);

/* indices.c: invalid indices. */
struct finding *fault_report_fraction(const struct fault *fault);
struct finding *fault_report_float(const struct fault *fault);
struct finding *fault_report_infinite_index(const struct fault *fault);
struct finding *fault_report_negative(const struct fault *fault);
struct finding *fault_report_unresolved(const struct fault *fault);

/* indices.c: returns the argument "thing", a noun for what an invalid index selects, "collider group". */
struct argument fault_index_noun(const struct fault *fault);

/* words.c: returns the argument "allowed", the values of an enumeration, "'X', 'Y' and 'Z'". */
struct argument fault_allowed(const struct fault *fault, const struct flat_value *values);

/* words.c: an unknown word; no or several members where exactly one is required; and a shape with the members of a
 * sphere or capsule directly in it, as in a broken example of the beta. */
struct finding *fault_report_word(const struct fault *fault);
struct finding *fault_report_choice(const struct fault *fault);
struct finding *fault_report_flattened(const struct fault *fault);

#endif
