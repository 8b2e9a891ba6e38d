/* Links from the ids of rules to their pages, for terminals that know how to open them (OSC 8). */
#ifndef VRMLINT_REPORT_LINK_H
#define VRMLINT_REPORT_LINK_H

#include <stdbool.h>
#include <stdio.h>

#include "vrmlint.h"

/* Prints a rule's id, as a link to its page if on. */
void link_rule(FILE *out, bool on, const struct vrmlint_rule *rule);

/* The environment variables that describe a terminal; NULL if they aren't set. */
struct link_terminal {
    const char *term;            /* TERM */
    const char *program;         /* TERM_PROGRAM */
    const char *vte_version;     /* VTE_VERSION */
    const char *konsole_version; /* KONSOLE_VERSION */
    const char *windows;         /* WT_SESSION */
    const char *ci;              /* CI: logs aren't a terminal, whatever the others contain */
};

/* Whether a terminal is known to open links; others may print them as garbage. */
bool link_is_known(const struct link_terminal *terminal);

#endif
