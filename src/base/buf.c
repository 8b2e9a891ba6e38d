#include "base/buf.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Makes room for more bytes and the terminator. */
static void reserve_bytes(struct buf *buf, size_t more)
{
    if (more > SIZE_MAX / 2 - buf->length) {
        arena_exhausted(buf->arena);
    }
    size_t need = buf->length + more + 1;
    size_t capacity = buf->capacity == 0 ? 64 : buf->capacity;
    while (capacity < need) {
        capacity *= 2;
    }
    if (arena_extend(buf->arena, buf->text, buf->capacity, capacity)) {
        buf->capacity = capacity;
        return;
    }
    char *text = arena_alloc(buf->arena, capacity);
    if (buf->length > 0) {
        memcpy(text, buf->text, buf->length);
    }
    buf->text = text;
    buf->capacity = capacity;
}

/* Reserves room for more bytes. Returns how many of them fit. */
static size_t reserve_fitting(struct buf *buf, size_t more)
{
    if (buf->arena == NULL) {
        size_t room = buf->capacity - buf->length - 1;
        return more < room ? more : room;
    }
    if (more >= buf->capacity - buf->length) {
        reserve_bytes(buf, more);
    }
    return more;
}

void buf_add(struct buf *buf, const char *text, size_t length)
{
    length = reserve_fitting(buf, length);
    if (length > 0) {
        memcpy(buf->text + buf->length, text, length);
    }
    buf->length += length;
    buf->text[buf->length] = '\0';
}

void buf_str(struct buf *buf, const char *text)
{
    buf_add(buf, text, strlen(text));
}

void buf_char(struct buf *buf, char c)
{
    buf_add(buf, &c, 1);
}

void buf_number(struct buf *buf, uint64_t number)
{
    char digits[24];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    buf_add(buf, digits + at, sizeof digits - at);
}

void buf_vprintf(struct buf *buf, const char *format, va_list args)
{
    size_t room = buf->capacity - buf->length;
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(room > 0 ? buf->text + buf->length : NULL, room, format, args);
    if (length < 0) {
        va_end(again);
        arena_exhausted(buf->arena);
    }
    size_t fits = reserve_fitting(buf, (size_t)length);
    if (fits == (size_t)length && fits >= room) {
        vsnprintf(buf->text + buf->length, fits + 1, format, again);
    }
    va_end(again);
    buf->length += fits;
}

void buf_printf(struct buf *buf, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    buf_vprintf(buf, format, args);
    va_end(args);
}

const char *buf_text(const struct buf *buf)
{
    return buf->text == NULL ? "" : buf->text;
}
