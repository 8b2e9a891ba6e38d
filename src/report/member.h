/* Members of JSON objects, as formats write them. */
#ifndef VRMLINT_REPORT_MEMBER_H
#define VRMLINT_REPORT_MEMBER_H

#include <stdbool.h>
#include <stdio.h>

/* "name": with what separates it from the member before; first: there is none. The name is ours: nothing in it needs an
 * escape. */
void member_key(FILE *out, const char *name, bool first);

/* "name": "text". The text may hold anything. */
void member_text(FILE *out, const char *name, const char *text, bool first);

/* Writes a name as a string, cut after 160 characters; null for NULL. */
void member_print_name(FILE *out, const char *name);

#endif
