/* The place of a finding in a file: a value that determines the JSON pointer and the thing that the finding is
 * about. */
#ifndef VRMLINT_PLACE_H
#define VRMLINT_PLACE_H

#include <stdbool.h>

#include "base/buf.h"

enum place_kind {
#define PLACE(kind, ...) PLACE_##kind,
#include "finding/places.def"
    PLACE_COUNT
};

struct place {
    enum place_kind kind;
    size_t index[2]; /* as many as the kind's pattern has */
    /* The part of it that the finding is about, as a pointer without its first "/": "node", "shape/sphere/radius";
     * NULL: all of it. Borrowed. */
    const char *member;
};

/* Returns a place of a kind with indices; member may be NULL. */
static inline struct place place_of(enum place_kind kind, size_t index, size_t index2, const char *member)
{
    return (struct place){kind, {index, index2}, member};
}

/* Return places of things with one index or two. */
static inline struct place place_node(size_t node, const char *member)
{
    return place_of(PLACE_NODE, node, 0, member);
}
static inline struct place place_spring(size_t spring, const char *member)
{
    return place_of(PLACE_SPRING, spring, 0, member);
}
static inline struct place place_joint(size_t spring, size_t joint, const char *member)
{
    return place_of(PLACE_JOINT, spring, joint, member);
}
static inline struct place place_collider(size_t collider, const char *member)
{
    return place_of(PLACE_COLLIDER, collider, 0, member);
}
static inline struct place place_group(size_t group, const char *member)
{
    return place_of(PLACE_GROUP, group, 0, member);
}
static inline struct place place_bone_group(size_t group, const char *member)
{
    return place_of(PLACE_BONE_GROUP, group, 0, member);
}
/* An entry of bones. */
static inline struct place place_root(size_t group, size_t entry)
{
    return place_of(PLACE_ROOT, group, entry, NULL);
}
static inline struct place place_vrm0_group(size_t group, const char *member)
{
    return place_of(PLACE_VRM0_GROUP, group, 0, member);
}

/* Returns the place of a pointer: the most specific kind, with the rest as its member, borrowed from the pointer. */
struct place place_at(const char *pointer);

/* The same for the beginning of a pointer up to end, which must be the end of an index. Returns false if the pointer
 * isn't such a place up to there. */
bool place_before(const char *pointer, const char *end, struct place *place);

/*
 * Whether a pointer is a place of a kind, or a member of it (NULL: the place itself), or below that. Unlike
 * place_at(), it accepts less specific kinds: a spring's list of collider groups is in the spring. *indices receives
 * the indices, *rest the part below, "" or "/..."; either may be NULL.
 */
bool place_within(const char *pointer, enum place_kind kind, const char *member, size_t indices[2], const char **rest);

/* The same without anything below it. */
bool place_is(const char *pointer, enum place_kind kind, const char *member);

/* Returns the place of the whole document. */
static inline struct place place_file(void)
{
    return place_of(PLACE_FILE, 0, 0, NULL);
}

/* Returns the pattern of a kind, with "#" for an index. */
const char *place_pattern(enum place_kind kind);

/* Writes the pointer of a place. */
void place_write(struct buf *buf, const struct place *place);

#endif
