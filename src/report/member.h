/* Writes members of JSON objects. */
#ifndef VRMLINT_REPORT_MEMBER_H
#define VRMLINT_REPORT_MEMBER_H

#include <stdbool.h>
#include <stdio.h>

/* Writes "name": after the separator from the previous member; first: there is none. The name must not need an
 * escape. */
void member_key(FILE *out, const char *name, bool first);

/* Writes "name": "text". The text is escaped. */
void member_text(FILE *out, const char *name, const char *text, bool first);

/* Writes a name as a string, cut after 160 characters; null for NULL. */
void member_print_name(FILE *out, const char *name);

#endif
