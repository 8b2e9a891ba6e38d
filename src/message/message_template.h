/* The placeholders in sentences of the table, as message.h describes them. Private to message*.c. */
#ifndef VRMLINT_MESSAGE_TEMPLATE_H
#define VRMLINT_MESSAGE_TEMPLATE_H

#include "message/message.h"

/* A placeholder: {name} or {name|one|many}. */
struct hole {
    const char *name;
    size_t name_length;
    const char *one; /* NULL: without forms */
    size_t one_length;
    const char *many;
    size_t many_length;
};

/* Takes the text up to the next placeholder, and the placeholder. Returns false at the end, where only text is left. */
bool template_next(const char **at, const char **text, size_t *length, struct hole *hole);

#endif
