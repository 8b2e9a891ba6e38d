/* A growing string in an arena. Always terminated; may hold NUL bytes. */
#ifndef VRMLINT_BASE_BUF_H
#define VRMLINT_BASE_BUF_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/compiler.h"

struct buf {
    struct arena *arena; /* NULL: text has a fixed size, and what doesn't fit is left out */
    char *text;          /* NULL until the first byte */
    size_t length;
    size_t capacity;
};

/* Initializes a buffer with a fixed array of characters. */
#define BUF_OVER(the_room)                                                                                             \
    {                                                                                                                  \
        .text = (the_room), .capacity = sizeof(the_room)                                                               \
    }

#define BUF_INIT(the_arena)                                                                                            \
    {                                                                                                                  \
        .arena = (the_arena)                                                                                           \
    }

/* Each function appends. Jumps to the arena's guard if memory runs out. buf_add() takes NUL bytes too. */
void buf_add(struct buf *buf, const char *text, size_t length);
void buf_str(struct buf *buf, const char *text);
void buf_char(struct buf *buf, char c);
void buf_number(struct buf *buf, uint64_t number);
void buf_printf(struct buf *buf, const char *format, ...) PRINTF_LIKE(2, 3);
void buf_vprintf(struct buf *buf, const char *format, va_list args) PRINTF_LIKE(2, 0);

/* Returns the text so far, terminated; "" if it is empty. Valid until the next call that adds. */
const char *buf_text(const struct buf *buf);

#endif
