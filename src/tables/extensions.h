/*
 * The extensions that vrmlint checks: what they are called, where they belong, which versions there are and which rules
 * are about them. All of it stands in extensions.def.
 */
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

/* A layout that was written with the same specVersion as a later one. */
struct extension_layout {
    const char *name;   /* what the view tells it by: extension_schema() */
    const char *schema; /* as below */
};

struct extension_version {
    const char *text;                     /* specVersion, exactly; "": the extension has none */
    enum version_status status;           /* PRERELEASE: something newer has replaced it */
    const char *schema;                   /* name of the embedded schema file that judges it: of its newest layout */
    const struct extension_layout *older; /* layouts */
};

/* A member of an extension that the rules of another family are about. */
struct extension_part {
    const char *pattern; /* of the pointers behind the instance's own: "/colliders/#" */
    const char *family;
};

/* All lists end with a NULL; those that are empty may be NULL. */
struct extension {
    const char *name;   /* "VRMC_springBone" */
    const char *family; /* of its rules, "springbone", which it may share with other extensions */
    /* Patterns of the pointers where it belongs, for pointer_match(), one at least: "/nodes/#/extensions/NAME". Names
     * in them need no escapes; no more than EXTENSION_LISTS_MAX of their tokens are "#", any element of a list, or "*",
     * any member of an object but its extensions and extras. They are no kinds of places:
     * those say what a finding is about, these are the ways on which data is looked for, through objects that findings
     * never name by themselves. */
    const char *const *places;
    const struct extension_version *versions; /* the newest first, one at least */
    const struct extension_part *parts;
    const char *const *meant_by; /* other names it had or is taken for, as plain as extension_misspelt() makes them */
    const char *title;           /* what messages call the schema of an extension without versions */
    bool is_packing;             /* its bytes aren't unpacked, so that the report lists it as unchecked all the same */
    bool is_general;             /* of glTF at large: of packaging, its family has not-declared, and gltf the rest */
    bool is_member;              /* it is a member of what is called so: that name says nothing about it */
    /* Words for messages. A member needs none of them. SAID(LIMIT) gives it WORDS_LIMIT_WHERE and so on. */
    enum message where;       /* the places: "in extensions of a joint" */
    enum message what;        /* what is in it: "limit" */
    enum message undeclared;  /* what comes of it when extensionsUsed lacks the name */
    enum message unread;      /* when nobody finds the data */
    enum message unversioned; /* when an app doesn't know or find the version */
};

/* Lists that lie in one another on the way to an instance. */
enum { EXTENSION_LISTS_MAX = 4 };

/* Room for the pointer of any instance, terminator included. */
enum { EXTENSION_POINTER_MAX = 192 };

extern const struct extension extension_table[EXTENSION_COUNT];

/* An extension by its exact name, or EXTENSION_COUNT. Members have no name of their own. */
enum extension_id extension_by_name(const char *name);

/*
 * The extension that a name was probably meant for: other letter case, other or no underscores, VMRC or VRM for VRMC, a
 * plural, or a name of a draft. EXTENSION_COUNT for right names and for names that are like none.
 */
enum extension_id extension_misspelt(const char *name);

/*
 * The extension whose name is one or two letters off (added, left out, swapped or replaced), as typing errors are;
 * EXTENSION_COUNT for right names and for names that are like none. That says little where the extension is there too.
 */
enum extension_id extension_nearly(const char *name);

/* Whether a name, not terminated, is an extension's, or nearly, or begins as those of VRM do: with "VRM", in any case,
 * or "VMR". */
bool extension_is_of_interest(const char *name, size_t length);

/* Whether two names differ in letter case alone. */
bool extension_same_but_case(const char *a, const char *b);

/* Whether a place where the extension belongs is what a pointer leads to, or leads through, up to end. */
bool extension_belongs(enum extension_id id, const char *pointer, const char *end);

/* The same of the whole pointer. */
bool extension_place_is_right(enum extension_id id, const char *pointer);

/* Whether a file can hold only one: its place lies in no list. */
bool extension_is_single(enum extension_id id);

/* Whether its instances say which version they are of. */
bool extension_has_versions(enum extension_id id);

/* What many families have a rule for: that of "springbone" for "wrong-type". RULE_NONE where it has none. */
enum rule family_rule(const char *family, const char *name);

/* The same of an extension's own family. */
enum rule extension_rule(enum extension_id id, const char *name);

#endif
