/* The contents of a report, described by tables: one for each struct of vrmlint.h that reports contain. Copying a
 * report, writing it as JSON and reading it back use these tables. */
#ifndef VRMLINT_MEMBERS_H
#define VRMLINT_MEMBERS_H

#include <stddef.h>

#include "vrmlint.h"

enum member_kind {
    MEMBER_TEXT,     /* const char * */
    MEMBER_PATH,     /* the same for a path, which may not be UTF-8: invalid bytes are written as \xFF */
    MEMBER_WORDS,    /* struct vrmlint_text */
    MEMBER_COUNT,    /* size_t */
    MEMBER_BYTES,    /* uint64_t */
    MEMBER_NUMBER,   /* double */
    MEMBER_FLAG,     /* bool */
    MEMBER_SEVERITY, /* by its name */
    MEMBER_FIX,      /* by its name */
    MEMBER_CLASS,    /* of a finding's rule and variant, by its name; not read back */
    MEMBER_RULE,     /* const struct vrmlint_rule *, by its id */
    MEMBER_LIST,     /* a pointer to a number of structs */
    MEMBER_MAP,      /* the same as an object: their first member is the key, their second the value */
    MEMBER_GROUP,    /* members of the same struct, in an object of their own */
    MEMBER_IF,       /* a bool, and members of the same struct that are valid only if it is true */
};

enum member_when {
    MEMBER_ALWAYS,
    MEMBER_SET,    /* omitted if NULL, 0 or empty */
    MEMBER_MERGED, /* only in lines of ndjson, for vrmlint merge, and in the cache; otherwise as MEMBER_CACHED */
    MEMBER_KNOWN,  /* a list, as MEMBER_MERGED; one that is empty, but not NULL, is written too */
    MEMBER_CACHED, /* in records that only vrmlint reads, if it is set */
    MEMBER_COPIED, /* in no record */
};

struct report_member {
    const char *key; /* in records; NULL for the only member of a struct that isn't written as an object */
    enum member_kind kind;
    enum member_when when;
    /* The value of a string that is always written, if the record lacks it; or NULL. */
    const char *absent;
    size_t offset; /* in its struct */
    size_t count;  /* lists: offset of the number of elements; SIZE_MAX: one, or none if the pointer is NULL */
    size_t size;   /* lists: bytes of an element */
    const struct report_member *of; /* of elements, groups and conditions; NULL: elements contain no pointers */
    bool ends;                      /* the end of a table, not a member */
};

extern const struct report_member members_of_report[];
extern const struct report_member members_of_finding[];

/* The findings of a report before folding, in lines of ndjson. Each has the index, in the list after folding, of the
 * finding that represents it: as MEMBER_LISTED if that one has its place and number, otherwise as MEMBER_OF. */
extern const struct report_member member_each;
#define MEMBER_LISTED "listed"
#define MEMBER_OF "of"

/* Returns the elements of a list in a struct; *count receives their number. */
const void *member_elements(const struct report_member *member, const void *in, size_t *count);

#endif
