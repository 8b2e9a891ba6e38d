/* A failure found by the schema checker, and the functions that turn it into a finding. */
#ifndef VRMLINT_CHECKS_SCHEMA_FAULT_H
#define VRMLINT_CHECKS_SCHEMA_FAULT_H

#include "checks/checks.h"
#include "schema/schema.h"
#include "vrm/instances.h"

/* The kinds of schema failures. Every family has a rule for those that it can have. */
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

/* The members that an object lacks, reported in one finding. */
enum { LACKING_SHOWN = 8 };
struct lacking {
    struct finding *finding; /* NULL if there is none yet */
    const struct tree *object;
    enum schema_level level;
    size_t count;
    struct argument names[LACKING_SHOWN];
};

/* The object of a schema check: one instance of an extension, or a member of core glTF. */
struct instance {
    struct check *check;
    enum extension_id extension; /* EXTENSION_COUNT: core glTF */
    const struct tree *value;
    const char *pointer;
    const char *title;  /* NULL until needed */
    bool gaze_reported; /* a gaze offset that isn't three numbers has been reported */
    bool meta_reported; /* meta data with the names of the other generation has been reported */
    bool groups_judged; /* the next member is valid */
    bool groups_from_one;
    bool colliders_judged; /* the next member is valid */
    bool colliders_shifted;
    struct lacking lacking;
};

/* A failure with derived facts. */
struct fault {
    struct instance *instance;
    const struct schema_failure *failure;
    enum schema_kind kind;
    enum rule rule;
    const char *rest;          /* of the failure's pointer, after the instance's */
    const char *key;           /* last member name in the pointer, unescaped; "" if there is none */
    const struct tree *parent; /* object or list that holds the value; NULL for the instance itself */
    bool is_element;           /* the pointer ends in an array index */
    struct argument *room;     /* FAULT_ROOM arguments, filled by fault_place() and fault_value() until the next call */
};

enum { FAULT_ROOM = 4 };

/* Whether the failure is in core glTF. */
bool fault_is_core(const struct fault *fault);

/* Whether the failure is in an extension of materials, their textures or images. */
bool fault_is_of_material(const struct fault *fault);

/* Whether the failure is at a place of a kind, or at a member of one; see place_is(). */
bool fault_is_at(const struct fault *fault, enum place_kind kind, const char *member);

/* Returns the bone that an entry of VRM 0.x should have, if the humanoid lacks one that is required, or one eye, and
 * this entry has none or that one; otherwise BONE_COUNT. */
size_t fault_lost_bone(const struct fault *fault);

/* Whether the failure is in the entry of a bone that another mapped bone needs: a finger's first joint below its
 * second. */
bool fault_carries_bone(const struct fault *fault);

/* Whether the file lacks something if the entry with the failure is deleted: a bone, an eye, a link of a chain. */
bool fault_is_needed(const struct fault *fault);

/* Returns the failure's pointer without its last token, in the arena. */
const char *fault_outer(const struct fault *fault);

/* Whether the failure is in the entry of a bone that every humanoid requires, in an avatar or a VRM animation; in VRM
 * 0.x only for the index of the node. */
bool fault_of_required_bone(const struct fault *fault);

/* Whether the value is a list, as in VRM 1.0, where VRM 0.x requires an object of x, y and z. */
bool fault_is_listed_vector(const struct fault *fault);

/* Whether some object of core glTF requires a member of that name. */
bool fault_key_is_required(const char *key);

/* Returns the number that the schema allows or requires. */
double fault_limit(const struct fault *fault);

/* Returns the argument "is": the kind of a value in words, "a list in brackets", "true". */
struct argument fault_kind_of(const struct tree *value);

/* Return the arguments "hint", the words of the schema for the value, and "meant", the likely intended
 * value, quoted. */
struct argument fault_hint(const struct fault *fault);
struct argument fault_meant(const struct fault *fault);

/* Reports the failure at its place, with a message that the families share. Returns NULL if the rule is off. */
struct finding *fault_report(const struct fault *fault, enum message message, const struct argument *arguments);

#endif
