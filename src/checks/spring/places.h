/* What the checks on springs share: pointers to what they speak of, names inside a sentence, lists of names. */
#ifndef VRMLINT_CHECKS_SPRING_PLACES_H
#define VRMLINT_CHECKS_SPRING_PLACES_H

#include "base/buf.h"
#include "checks/checks.h"

#define PLACES_RELATED_MAX FINDING_RELATED_MAX

/* spring_pointer() and joint_pointer() by places in the file. */
const char *pointer_spring(const struct check *check, size_t spring, const char *key);
const char *pointer_joint(const struct check *check, size_t spring, size_t joint, const char *key);

/* name_spring() for the middle of a sentence: "spring 0 'Hair'". */
const char *place_spring_within(const struct check *check, size_t spring);

/* A list for a message: "A, B, C and 5 more". */
struct place_list {
    struct buf text;
    size_t most; /* entries that are said */
    size_t count;
};

#define PLACE_LIST_INIT(the_arena, the_most)                                                                           \
    {                                                                                                                  \
        .text = BUF_INIT(the_arena), .most = (the_most)                                                                \
    }

/* Whether the next entry will still be said, so that its name needn't be made when it won't. */
bool place_list_open(const struct place_list *list);

/* Adds an entry; item is only read while the list is open, and may be NULL otherwise. */
void place_list_add(struct place_list *list, const char *item);

/* The list as text; nothing may be added after that. */
const char *place_list_text(struct place_list *list);

#endif
