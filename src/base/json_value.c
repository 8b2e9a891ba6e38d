#include "base/json_value.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

/* Appends a string. */
static void add_text(struct json_value *room, const char *text)
{
    size_t length = strlen(room->text);
    snprintf(room->text + length, sizeof room->text - length, "%s", text);
}

/* Appends a number. */
static void append_number(struct json_value *room, double value)
{
    enum { DIGITS = 9, LENGTH = 26, WHOLE_MAX = 1000000000 };
    char rounded[LENGTH];
    char *at = room->text + strlen(room->text);
    snprintf(rounded, sizeof rounded, "%.*e", DIGITS - 1, value);
    double target = strtod(rounded, NULL);
    if (target > -WHOLE_MAX && target < WHOLE_MAX && target == (long)target) { /* an index mustn't have an exponent */
        snprintf(at, LENGTH, "%ld", (long)target);
        return;
    }
    for (int digits = 1; digits <= DIGITS; digits++) {
        snprintf(at, LENGTH, "%.*g", digits, target + 0.0); /* no negative zero */
        if (strtod(at, NULL) == target) {
            return;
        }
    }
}

const char *json_number(struct json_value *room, double value)
{
    room->text[0] = '\0';
    append_number(room, value);
    return room->text;
}

const char *json_numbers(struct json_value *room, const double *values, size_t count)
{
    assert(count <= JSON_NUMBERS_MAX);
    room->text[0] = '\0';
    add_text(room, "[");
    for (size_t i = 0; i < count; i++) {
        add_text(room, i > 0 ? "," : "");
        append_number(room, values[i]);
    }
    add_text(room, "]");
    return room->text;
}

const char *json_xyz(struct json_value *room, const double *values)
{
    static const char *const keys[] = {"{\"x\":", ",\"y\":", ",\"z\":"};
    room->text[0] = '\0';
    for (size_t i = 0; i < 3; i++) {
        add_text(room, keys[i]);
        append_number(room, values[i]);
    }
    add_text(room, "}");
    return room->text;
}

const char *json_word(struct json_value *room, const char *word)
{
    snprintf(room->text, sizeof room->text, "\"%s\"", word);
    return room->text;
}

const char *json_text(struct arena *arena, const char *text)
{
    struct buf out = BUF_INIT(arena);
    buf_char(&out, '"');
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text < 0x20) {
            buf_printf(&out, "\\u%04x", (unsigned char)*text);
        } else {
            if (*text == '"' || *text == '\\') {
                buf_char(&out, '\\');
            }
            buf_char(&out, *text);
        }
    }
    buf_char(&out, '"');
    return buf_text(&out);
}
