/*
 * Making text from a file harmless where it is printed. What a file says may hold anything: terminal escapes, controls
 * that turn the direction of writing, bytes that aren't UTF-8.
 */
#ifndef VRMLINT_REPORT_ESCAPE_H
#define VRMLINT_REPORT_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Whether a log of a CI service would take a text for a command, so that its first character must be escaped:
 * "::error ..." where a line may begin (GitHub), "##[error]..." (GitHub, Azure), "##vso[...]..." (Azure) and
 * "##teamcity[...]" anywhere.
 */
bool escape_begins_command(const char *text, size_t length, bool line_may_begin);

/*
 * Whether a character does something to what stands around it instead of being seen: controls (C0, DEL, C1), marks and
 * overrides of the writing direction, line and paragraph separators, invisible operators and tags. Joiners (U+200C,
 * U+200D), which writing needs, are none.
 */
bool escape_is_control(uint32_t code);

/*
 * Prints text for a terminal, or for a log of one line an entry: controls come out as \n, \t, \r, \x1B or \u202E, bytes
 * that aren't UTF-8 as \xFF. Returns the number of columns that they take. out may be NULL: then it only counts.
 */
size_t escape_terminal(FILE *out, const char *text, size_t length);

/* The same of a terminated text. */
size_t escape_text(FILE *out, const char *text);

/* Room for what escape_spell() writes. */
enum { ESCAPE_SPELT = 16 };

/* A control, or a byte that isn't UTF-8, spelt out like that; returns its length. code: the code point, or the byte. */
size_t escape_spell(char spelt[ESCAPE_SPELT], bool is_utf8, uint32_t code);

/* A JSON string with its quotes; always ASCII where it matters and valid UTF-8: bytes that aren't become U+FFFD. */
void escape_json(FILE *out, const char *text);

/* The same for length bytes of a string whose quotes somebody else writes. */
void escape_json_part(FILE *out, const char *text, size_t length);

/* Prints JSON text of a file, escaping what its strings hold of controls and commands. White space stays. */
void escape_json_value(FILE *out, const char *json);

/* Text of an XML document or an attribute's value: what XML forbids, and other controls, come out as \x1B or \u202E. */
void escape_xml(FILE *out, const char *text);

/* The same for a number, as short as it reads back to the same double; "NaN", "Infinity" and "-Infinity" are strings.
 */
void escape_json_number(FILE *out, double value);

#endif
