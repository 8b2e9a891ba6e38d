/* The extensions that vrmlint checks: their names, places, versions and rules. The data is in extensions.def. */
#ifndef VRMLINT_EXTENSIONS_H
#define VRMLINT_EXTENSIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "finding/finding.h"

/* One value per descriptor in extensions.def. */
enum extension_id {
#define EXTENSION(id, ...) EXTENSION_##id,
#include "tables/extensions.def"
#undef EXTENSION
    EXTENSION_COUNT
};

enum version_status { VERSION_RELEASED, VERSION_PRERELEASE };

/* An older layout with the same specVersion as a later one. */
struct extension_layout {
    const char *name;   /* the name that extension_schema() determines */
    const char *schema; /* as below */
};

struct extension_version {
    const char *text;                     /* specVersion, exactly; "": the extension has none */
    enum version_status status;           /* VERSION_PRERELEASE: a newer version has replaced it */
    const char *schema;                   /* name of the embedded schema for its newest layout */
    const struct extension_layout *older; /* older layouts */
};

/* A member of an extension to which the rules of another family apply. */
struct extension_part {
    const char *pattern; /* of the pointers below the instance: "/colliders/#" */
    const char *family;
};

/* All lists end with NULL; empty lists may be NULL. */
struct extension {
    const char *name;   /* "VRMC_springBone" */
    const char *family; /* of its rules, "springbone", possibly shared with other extensions */
    /*
     * Patterns for pointer_match() of the pointers of valid instances, at least one: "/nodes/#/extensions/NAME".
     * Names in them need no escapes. At most EXTENSION_LISTS_MAX of their tokens are "#", any element of a list, or
     * "*", any member of an object except extensions and extras. They are not kinds of places: a kind is what a
     * finding is about, while these are paths to data, through objects that findings never name.
     */
    const char *const *places;
    const struct extension_version *versions; /* the newest first, at least one */
    const struct extension_part *parts;
    const char *const *meant_by; /* former or mistaken names, in the plain form of extension_misspelt() */
    const char *title;           /* the schema's name in messages, for an extension without versions; NULL: its name */
    bool is_packing;             /* its bytes aren't decoded, so the report lists it as unchecked nevertheless */
    /* Belongs to glTF in general: its family has only not-declared among the rules about packaging; family gltf has
     * the others. */
    bool is_general;
    bool is_member; /* a member of the extension with that name, so the name doesn't identify it */
    /* Words for messages. A member needs none of them. SAID(LIMIT) gives it WORDS_LIMIT_WHERE and so on. */
    enum message where;       /* its valid places: "in extensions of a joint" */
    enum message what;        /* its content: "limit" */
    enum message undeclared;  /* the consequence if extensionsUsed lacks the name */
    enum message unread;      /* the consequence if apps don't find the data */
    enum message unversioned; /* the consequence if an app doesn't know or find the version */
};

/* Maximum of nested lists on the way to an instance. */
enum { EXTENSION_LISTS_MAX = 4 };

/* Room for the pointer of any instance, including the terminator. */
enum { EXTENSION_POINTER_MAX = 192 };

extern const struct extension extension_table[EXTENSION_COUNT];

/* Returns an extension by its exact name, or EXTENSION_COUNT. Members have no name. */
enum extension_id extension_by_name(const char *name);

/* Returns the extension that a name was probably meant for: other letter case, other or no underscores, VMRC or VRM
 * for VRMC, a plural, or a name of a draft. EXTENSION_COUNT for correct names and for names unlike any. */
enum extension_id extension_misspelt(const char *name);

/*
 * Returns the extension whose name differs by one or two letters (inserted, deleted, swapped or replaced), as typing
 * errors do; EXTENSION_COUNT for correct names and for names unlike any. It is a weak hint if the file has that
 * extension too.
 */
enum extension_id extension_nearly(const char *name);

/* Whether a name, not terminated, is that of an extension, or nearly, or begins with "VRM", in any case, or "VMR". */
bool extension_is_of_interest(const char *name, size_t length);

/* Whether two names differ only in letter case. */
bool extension_same_but_case(const char *a, const char *b);

/* Whether a pointer, up to end, is a valid place of the extension. */
bool extension_belongs(enum extension_id id, const char *pointer, const char *end);

/* The same for the whole pointer. */
bool extension_place_is_right(enum extension_id id, const char *pointer);

/* Whether a file can have only one instance: its place is in no list. */
bool extension_is_single(enum extension_id id);

/* Whether its instances have a version. */
bool extension_has_versions(enum extension_id id);

/* Returns a family's rule of a name that many families have: "springbone" and "wrong-type". RULE_NONE if it has
 * none. */
enum rule family_rule(const char *family, const char *name);

/* The same for an extension's own family. */
enum rule extension_rule(enum extension_id id, const char *name);

#endif
