/* Where a finding is, as the tools of other people want it: their paths, URIs and keys. */
#ifndef VRMLINT_REPORT_WHERE_H
#define VRMLINT_REPORT_WHERE_H

#include <stdint.h>
#include <stdio.h>

#include "vrmlint.h"

/* A path without "./" before it, and "stdin" for "-", which isn't the name of a file. Borrowed. */
const char *where_path(const char *path);

/*
 * The same as a reference of RFC 3986, percent-encoded byte by byte, so that any name makes a valid one: relative, or a
 * file URI for a path that begins at a root ("/a", "C:\\a").
 */
void where_print_uri(FILE *out, const char *path);

/* Whether where_print_uri() gives a file URI. */
bool where_is_absolute(const char *path);

/* The line that tools which only know text are told: the finding's in a text, 1 in a GLB and where there is none. */
size_t where_line(const struct vrmlint_report *report, const struct vrmlint_finding *finding);

/*
 * What a finding is known by among those of all files: the fingerprint's hash mixed with the path, as 16 hexadecimal
 * digits, and behind a colon its count. A file that moves gets new ones, as in tools that hash lines.
 */
enum { WHERE_KEY = 40 };
void where_key(char key[WHERE_KEY], const char *path, const char *fingerprint);

#endif
