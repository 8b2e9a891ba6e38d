/* A failure of the schema checker on its way to a finding: what is known of it, and how it is told. */
#ifndef VRMLINT_CHECKS_SCHEMA_FAULT_H
#define VRMLINT_CHECKS_SCHEMA_FAULT_H

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

/* The members that an object lacks, in one finding. */
enum { LACKING_SHOWN = 8 };
struct lacking {
    struct finding *finding; /* NULL: none yet */
    const struct tree *object;
    enum schema_level level;
    size_t count;
    struct argument names[LACKING_SHOWN];
};

/* What a schema judges: one instance of an extension, or a member of core glTF. */
struct instance {
    struct check *check;
    enum extension_id extension; /* EXTENSION_COUNT: core glTF */
    const struct tree *value;
    const char *pointer;
    const char *title;  /* NULL until somebody needs it */
    bool gaze_reported; /* that the offset of the gaze isn't three numbers */
    bool meta_reported; /* that the meta data have the names of the other generation */
    bool groups_judged; /* whether the next is known */
    bool groups_from_one;
    struct lacking lacking;
};

/* A failure with what was made of it. */
struct fault {
    struct instance *instance;
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

/* Whether it is about core glTF. */
bool fault_is_core(const struct fault *fault);

/* Whether it is about an extension of materials, their textures or images. */
bool fault_is_of_material(const struct fault *fault);

/* Whether it is at a place of a kind, or at a member of one: place_is(). */
bool fault_is_at(const struct fault *fault, enum place_kind kind, const char *member);

/* The failure's pointer without its last token, in the arena. */
const char *fault_outer(const struct fault *fault);

/* Whether it is about the entry of a bone that every humanoid needs, in an avatar or a VRM animation; in VRM 0.x only
 * about the index of its node. */
bool fault_of_required_bone(const struct fault *fault);

/* Whether it is a list, as in VRM 1.0, where VRM 0.x has an object of x, y and z. */
bool fault_is_listed_vector(const struct fault *fault);

/* Whether core glTF requires a member, somewhere, of that name. */
bool fault_key_is_required(const char *key);

/* The number that the schema allows, or asks for. */
double fault_limit(const struct fault *fault);

/* The argument "is": what a value is called, "a list in brackets", "true". */
struct argument fault_kind_of(const struct tree *value);

/* The arguments "hint", words that the schema has for it, and "meant": what was likely meant, quoted. */
struct argument fault_hint(const struct fault *fault);
struct argument fault_meant(const struct fault *fault);

/* Reports it, where it is, by a message that the families share. NULL when the rule is off. */
struct finding *fault_report(const struct fault *fault, enum message message, const struct argument *arguments);

#endif
