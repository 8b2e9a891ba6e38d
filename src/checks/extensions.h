/*
 * The extensions that vrmlint checks: what they are called, where they belong, which versions there are, and how to
 * find every one of them in a document. Catalogue: spring-bone.md sections 1 and 2.1, constraint-animation.md sections
 * 1 and 2.
 */
#ifndef VRMLINT_CHECKS_EXTENSIONS_H
#define VRMLINT_CHECKS_EXTENSIONS_H

#include "vrm/avatar.h"

/* In the order of the report. */
enum family {
    FAMILY_SPRINGBONE, /* VRMC_springBone */
    FAMILY_COLLIDER,   /* VRMC_springBone_extended_collider; colliders and groups of VRMC_springBone count to it too */
    FAMILY_LIMIT,      /* VRMC_springBone_limit */
    FAMILY_CONSTRAINT, /* VRMC_node_constraint */
    FAMILY_ANIMATION,  /* VRMC_vrm_animation */
    FAMILY_VRM0,       /* secondaryAnimation of VRM */
    FAMILY_COUNT
};

enum version_status { VERSION_RELEASED, VERSION_PRERELEASE };

struct extension_version {
    const char *text; /* specVersion, exactly */
    enum version_status status;
    const char *schema; /* of the embedded schema file; of the newest layout where one text names several */
};

/* Room for the pointer of any instance, terminator included. */
#define EXTENSION_POINTER_MAX 192

struct extension {
    const char *name;                         /* "VRMC_springBone" */
    const char *place;                        /* pattern of the pointers where it belongs, for pointer_match() */
    const char *where;                        /* the same in words: "in extensions of a joint" */
    const char *what;                         /* what is in it: "limit" */
    const struct extension_version *versions; /* the newest first */
    size_t version_count;
};

extern const struct extension extension_table[FAMILY_COUNT];

/* The family of an extension by its exact name, or FAMILY_COUNT. VRM itself has none: its name says nothing. */
enum family extension_by_name(const char *name);

/*
 * The family whose name this was probably meant to be: other letter case, other or no underscores, VMRC or VRM for
 * VRMC, a plural, or a name of a draft. FAMILY_COUNT for right names and for names that are like none.
 */
enum family extension_misspelt(const char *name);

/* Whether two names differ in letter case alone. */
bool extension_same_but_case(const char *a, const char *b);

/* Whether a pointer is a place where the extension belongs. */
bool extension_place_is_right(enum family family, const char *pointer);

/* The version that a specVersion names; NULL when it names none, isn't a string or isn't there. */
const struct extension_version *extension_version(enum family family, const json_t *spec_version);

/*
 * Which embedded schema judges an instance: that of its specVersion, for a missing or unknown one the newest.
 * "1.0-draft" of a constraint names several layouts: the one that the instance has.
 */
const char *extension_schema(enum family family, const json_t *instance);

/* Goes through all instances in right places, in the order of the lists that hold them. */
struct extension_cursor {
    const json_t *value;                 /* the instance */
    char pointer[EXTENSION_POINTER_MAX]; /* of it */
    /* private */
    enum family family;
    const json_t *list;
    size_t outer;
    size_t inner;
};

/* Before the first instance: extension_next() moves to it. */
struct extension_cursor extension_cursor(struct document *document, enum family family);

/* Moves to the next instance; false behind the last one. */
bool extension_next(struct extension_cursor *cursor);

/* Whether something of a wrong type stands where instances belong, so that some may have been meant there. */
bool extension_may_be_hidden(struct document *document, enum family family);

#endif
