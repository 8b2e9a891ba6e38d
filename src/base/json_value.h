/* JSON values as text, without white space: what edits write into a file. */
#ifndef VRMLINT_BASE_JSON_VALUE_H
#define VRMLINT_BASE_JSON_VALUE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* Room for what json_numbers() makes of as many numbers as anybody writes: a matrix. */
enum { JSON_NUMBERS_MAX = 16, JSON_VALUE_ROOM = JSON_NUMBERS_MAX * 26 + 4 };

struct json_value {
    char text[JSON_VALUE_ROOM];
};

/*
 * A finite number, rounded to nine significant digits (what single precision, in which apps read it, can tell apart)
 * and as short as it then reads back to the same double.
 */
const char *json_number(struct json_value *room, double value);

/* A list of count such numbers, JSON_NUMBERS_MAX at most. */
const char *json_numbers(struct json_value *room, const double *values, size_t count);

/* {"x":...,"y":...,"z":...}, as VRM 0.x writes vectors. */
const char *json_xyz(struct json_value *room, const double *values);

/* Any text in quotes, with its escapes, in the arena. */
const char *json_text(struct arena *arena, const char *text);

/* A text that needs no escapes, such as a name of ours, in quotes. */
const char *json_word(struct json_value *room, const char *word);

#endif
