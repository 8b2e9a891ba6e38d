/* JSON values as text, without white space, as edits write them into a file. */
#ifndef VRMLINT_BASE_JSON_VALUE_H
#define VRMLINT_BASE_JSON_VALUE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* Room for json_numbers() with the longest list that is written, a matrix. */
enum { JSON_NUMBERS_MAX = 16, JSON_VALUE_ROOM = JSON_NUMBERS_MAX * 26 + 4 };

struct json_value {
    char text[JSON_VALUE_ROOM];
};

/* Prints a finite number, rounded to nine significant digits (enough to distinguish all values of single precision,
 * in which apps read it), in as few digits as read back to the same double. */
const char *json_number(struct json_value *room, double value);

/* Prints a list of count such numbers, JSON_NUMBERS_MAX at most. */
const char *json_numbers(struct json_value *room, const double *values, size_t count);

/* Prints {"x":...,"y":...,"z":...}, as VRM 0.x writes vectors. */
const char *json_xyz(struct json_value *room, const double *values);

/* Returns a string as JSON, with quotes and escapes, in the arena. */
const char *json_text(struct arena *arena, const char *text);

/* Prints a word that needs no escapes, such as a name of ours, as a JSON string. */
const char *json_word(struct json_value *room, const char *word);

#endif
