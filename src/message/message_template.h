/* The places in sentences of the table, as message.h describes them. Private to message*.c. */
#ifndef VRMLINT_MESSAGE_TEMPLATE_H
#define VRMLINT_MESSAGE_TEMPLATE_H

#include "message/message.h"

/* A place of a template: {name} or {name|one|many}. */
struct hole {
    const char *name;
    size_t name_length;
    const char *one; /* NULL: without forms */
    size_t one_length;
    const char *many;
    size_t many_length;
};

/* The sentence in a language; in English where that language has none. Static. */
const char *template_in(enum vrmlint_language language, enum message message);

/* Takes the text up to the next place, and the place; false at the end, where only text is left. */
bool template_next(const char **at, const char **text, size_t *length, struct hole *hole);

bool hole_is(const struct hole *hole, const char *name);

/* Which of the arguments (NULL: there are none) fills it; NULL where none does. */
const struct argument *hole_argument(const struct hole *hole, const struct argument *arguments);

#endif
