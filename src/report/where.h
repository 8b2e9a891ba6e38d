/* The position of a finding, for other tools: their paths, URIs and keys. */
#ifndef VRMLINT_REPORT_WHERE_H
#define VRMLINT_REPORT_WHERE_H

#include <stdio.h>

#include "vrmlint.h"

/* Returns a path without "./" before it, and "stdin" for "-", which isn't the name of a file. Borrowed. */
const char *where_path(const char *path);

/* Writes the same as a reference of RFC 3986, percent-encoded byte by byte, so that any name is valid: relative, or a
 * file URI for a path that begins at a root ("/a", "C:\\a"). */
void where_print_uri(FILE *out, const char *path);

/* Whether where_print_uri() writes a file URI. */
bool where_is_absolute(const char *path);

/* Returns the line for tools that only know text: the finding's line in a text; 1 in a GLB, or if it has none. */
size_t where_line(const struct vrmlint_report *report, const struct vrmlint_finding *finding);

/*
 * The key that identifies a finding among those of all files: the fingerprint's hash mixed with the path, as 16
 * hexadecimal digits, followed by a colon and its count. If a file moves, its keys change, as in tools that hash
 * lines.
 */
enum { WHERE_KEY = 40 };
void where_key(char key[WHERE_KEY], const char *path, const char *fingerprint);

#endif
