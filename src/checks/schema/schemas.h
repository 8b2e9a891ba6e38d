/* From the schema checker's failures to findings: what check_schemas() and its texts share. */
#ifndef VRMLINT_CHECKS_SCHEMA_SCHEMAS_H
#define VRMLINT_CHECKS_SCHEMA_SCHEMAS_H

#include "checks/checks.h"
#include "schema/schema.h"
#include "vrm/instances.h"

/* What can be wrong by a schema; every family has a rule for those that it can have. */
enum schema_kind {
    KIND_WRONG_TYPE,
    KIND_MISSING_PROPERTY,
    KIND_EMPTY_ARRAY,
    KIND_ARRAY_LENGTH,
    KIND_NOT_FINITE,
    KIND_VALUE_OUT_OF_RANGE,
    KIND_UNKNOWN_VALUE,
    KIND_ONE_OF,
    KIND_INDEX_NOT_INTEGER,
    KIND_INDEX_WRITTEN_AS_FLOAT,
    KIND_NEGATIVE_INDEX,
    KIND_UNRESOLVED_INDEX,
    KIND_UNKNOWN_PROPERTY,
    KIND_DUPLICATE_ITEM,
    KIND_EMPTY_OBJECT,
    KIND_COUNT
};

/* Lists that indices lead into. */
enum { BOUNDS_MAX = 20 };
struct bounds {
    struct schema_bound lists[BOUNDS_MAX];
    size_t count;
};
struct bounds bounds_of(struct check *check);

/* What a schema judges: one instance of an extension, or a member of core glTF. */
struct instance {
    struct check *check;
    enum extension_id extension; /* EXTENSION_COUNT: core glTF */
    const struct tree *value;
    const char *pointer;
    const char *title; /* NULL until somebody needs it */
    bool gaze_said;    /* that the offset of the gaze isn't three numbers */
};

/* Judges it by an embedded schema, and reports what fails. */
void instance_judge(struct instance *instance, const char *schema, const struct bounds *bounds);

/* A failure with what was made of it. */
struct fault {
    const struct instance *instance;
    const struct schema_failure *failure;
    enum schema_kind kind;
    enum rule rule;
    const char *rest;          /* of the failure's pointer, behind the instance's */
    const char *key;           /* last member name on the pointer, unescaped; "" where there is none */
    const struct tree *parent; /* what holds the value; NULL for the instance itself */
    bool is_element;           /* the pointer ends in an array index */
    struct argument *room;     /* FAULT_ROOM of them: what fault_place() and fault_value() fill, until the next call */
};

enum { FAULT_ROOM = 4 };

/*
 * The argument "value": what a place of the instance is called, "spring 0 'Hair', joint 1 'Hair_02': gravityDir[1]",
 * "node 4 'Twist': weight of the roll constraint". pointer is the failure's or one above it.
 */
struct argument fault_place(const struct fault *fault, const char *pointer);

/* The same of the failure's own place. */
struct argument fault_value(const struct fault *fault);

/* The failure's pointer without its last token, in the arena. */
const char *fault_outer(const struct fault *fault);

/* Whether the failure is at a place of a kind, or at a member of one: place_is(). */
bool fault_is_at(const struct fault *fault, enum place_kind kind, const char *member);

/* Whether it is about core glTF. */
bool fault_is_core(const struct fault *fault);

/* Whether it is about an extension of materials, their textures or images. */
bool fault_is_of_material(const struct fault *fault);

/* core.c: whether something that core glTF's schema finds is said by a rule of its own, or is none. */
bool fault_core_is_said(const struct fault *fault);

/* Whether core glTF requires a member, somewhere, of that name. */
bool fault_core_is_required(const char *key);

/* Whether it is about the entry of a bone that every humanoid needs, in an avatar or a VRM animation. */
bool fault_of_required_bone(const struct fault *fault);

/* Whether it is a name that was meant as a member which isn't there, and with which springs, collisions or movement are
 * lost. */
bool fault_loses_motion(const struct fault *fault);

/* Whether it is a list, as in VRM 1.0, where VRM 0.x has an object of x, y and z. */
bool fault_is_listed_vector(const struct fault *fault);

/* Reports a fault in an artist's words, with its numbers and its fix class. NULL when the rule is off. */
struct finding *fault_report(const struct fault *fault);

/* Reports it there by a message that the families share. */
struct finding *fault_tell(const struct fault *fault, enum message message, const struct argument *arguments);

/* The argument "is": what a value is called, "a list in brackets", "true". */
struct argument fault_kind_of(const struct tree *value);

/* members.c: a property that isn't there, and one that isn't known. */
struct finding *fault_report_missing(const struct fault *fault);
struct finding *fault_report_unknown(const struct fault *fault);

/* types.c: a value of another type than its member has; and a list in place of x, y and z that isn't of three.
 */
struct finding *fault_report_type(const struct fault *fault);
struct finding *fault_report_listed_vector(const struct fault *fault);

/* indices.c: the ways in which an index is wrong. */
struct finding *fault_report_fraction(const struct fault *fault);
struct finding *fault_report_float(const struct fault *fault);
struct finding *fault_report_infinite_index(const struct fault *fault);
struct finding *fault_report_negative(const struct fault *fault);
struct finding *fault_report_unresolved(const struct fault *fault);

/* words.c: a word that is none of those allowed; and none, or several, of what there must be one of. */
struct finding *fault_report_word(const struct fault *fault);
struct finding *fault_report_choice(const struct fault *fault);

/* The arguments "hint", words that the schema has for it, and "meant": what was likely meant, quoted. */
struct argument fault_hint(const struct fault *fault);
struct argument fault_meant(const struct fault *fault);

/* A shape whose offset, radius or tail stand where sphere or capsule should: as a broken example in the beta has it. */
struct finding *fault_report_flattened(const struct fault *fault);

/* numbers.c: the number that the schema allows, or asks for; and those that are too large to compute with, or outside
 * their range. */
double fault_limit(const struct fault *fault);
struct finding *fault_report_infinite(const struct fault *fault);
struct finding *fault_report_range(const struct fault *fault);

#endif
