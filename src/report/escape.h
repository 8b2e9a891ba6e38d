/* Makes text from a file harmless where it is printed. It may contain anything: terminal escapes, controls that
 * change the direction of writing, bytes that aren't UTF-8. */
#ifndef VRMLINT_REPORT_ESCAPE_H
#define VRMLINT_REPORT_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Whether a log of a CI service would treat a text as a command, so that its first character must be escaped:
 * "::error ..." where a line may begin (GitHub), "##[error]..." (GitHub, Azure), "##vso[...]..." (Azure) and
 * "##teamcity[...]" anywhere.
 */
bool escape_begins_command(const char *text, size_t length, bool line_may_begin);

/* Prints text for a terminal, or for a log with one entry per line: controls become \n, \t, \r, \x1B or \u202E, bytes
 * that aren't UTF-8 become \xFF. Returns the number of columns. If out is NULL, it only counts. */
size_t escape_terminal(FILE *out, const char *text, size_t length);

/* Does the same for a NUL-terminated text. */
size_t escape_text(FILE *out, const char *text);

/* Room for what escape_spell() writes. */
enum { ESCAPE_SPELT = 16 };

/* Writes a control, or a byte that isn't UTF-8, in that form; returns its length. code: the code point, or the
 * byte. */
size_t escape_spell(char spelt[ESCAPE_SPELT], bool is_utf8, uint32_t code);

/* Writes a JSON string with its quotes: valid UTF-8, and ASCII where it matters. Bytes that aren't UTF-8 become
 * U+FFFD. */
void escape_json(FILE *out, const char *text);

/* Does the same for length bytes of a string whose quotes the caller writes. */
void escape_json_part(FILE *out, const char *text, size_t length);

/* Writes JSON text of a file, in one line, with the controls and commands in its strings escaped. */
void escape_json_value(FILE *out, const char *json);

/* Writes text of an XML document or an attribute's value: what XML forbids, and other controls, become \x1B or
 * \u202E. */
void escape_xml(FILE *out, const char *text);

/* Writes a number in JSON, as short as it reads back to the same double; "NaN", "Infinity" and "-Infinity" are
 * strings. */
void escape_json_number(FILE *out, double value);

/* Whether widths are known. */
bool width_is_known(void);

/* Writes bytes in base64: RFC 4648, section 4. */
void escape_base64(FILE *out, const unsigned char *bytes, size_t size);

/* Writes "name": after the separator from the previous member; first: there is none. The name must not need an
 * escape. */
void member_key(FILE *out, const char *name, bool first);

/* Writes "name": "text". The text is escaped. */
void member_text(FILE *out, const char *name, const char *text, bool first);

/* Writes a name as a string, cut after 160 characters; null for NULL. */
void member_print_name(FILE *out, const char *name);

/* Writes a path to out as one word for a shell, NUL-terminated: in quotes unless it is plain, and with "./" in front
 * if it would otherwise be an option. Returns the size with the NUL; out may be NULL. */
size_t shell_word(const char *path, char *out);

#endif
