/*
 * What a report is made of, described once: a table for each struct of vrmlint.h that reports hold. Copying a report,
 * writing it as JSON and reading that back all go by these tables.
 */
#ifndef VRMLINT_MEMBERS_H
#define VRMLINT_MEMBERS_H

#include <stddef.h>

#include "vrmlint.h"

enum member_kind {
    MEMBER_TEXT,     /* const char * */
    MEMBER_PATH,     /* the same of a path, which need not be UTF-8: bytes that aren't are written as \xFF */
    MEMBER_WORDS,    /* struct vrmlint_text */
    MEMBER_COUNT,    /* size_t */
    MEMBER_BYTES,    /* uint64_t */
    MEMBER_NUMBER,   /* double */
    MEMBER_FLAG,     /* bool */
    MEMBER_SEVERITY, /* by its name */
    MEMBER_FIX,      /* by its name */
    MEMBER_RULE,     /* const struct vrmlint_rule *, by its id */
    MEMBER_LIST,     /* a pointer to a number of structs */
    MEMBER_MAP,      /* the same as an object: their first member is the key, their second the value */
    MEMBER_GROUP,    /* members of the same struct, in an object of their own */
    MEMBER_IF,       /* a bool, and members of the same struct that mean something only if it is true */
};

enum member_when {
    MEMBER_ALWAYS,
    MEMBER_SET,    /* left out where it is NULL, 0 or empty */
    MEMBER_MERGED, /* only in lines of ndjson, for vrmlint merge, and in the cache; otherwise as MEMBER_CACHED */
    /* In records that nobody but vrmlint reads, where it is set: a list that is empty may be, and isn't NULL then. */
    MEMBER_CACHED,
    MEMBER_COPIED, /* in no record */
};

struct member {
    const char *key; /* in records; NULL for the only member of a struct that isn't written as an object */
    enum member_kind kind;
    enum member_when when;
    const char *absent; /* of a text that is always written: what stands for it where somebody left it out; or NULL */
    size_t offset;      /* in its struct */
    size_t count;       /* of lists: offset of the number of elements; SIZE_MAX: there is one, or the pointer is NULL */
    size_t size;        /* of lists: of an element */
    const struct member *of; /* of elements, groups and conditions; NULL: elements hold no pointers */
    bool ends;               /* no member: the end of a table */
};

extern const struct member members_of_report[];
extern const struct member members_of_finding[];

/* The findings of a report before they were folded, in lines of ndjson. Each has the index, in the list after folding,
 * of the one that represents it: as MEMBER_LISTED if that has its place and number, or else as MEMBER_OF. */
extern const struct member member_each;
#define MEMBER_LISTED "listed"
#define MEMBER_OF "of"

/* Where the elements of a list in a struct begin, and how many there are. */
const void *member_elements(const struct member *member, const void *in, size_t *count);

#endif
