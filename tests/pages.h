/* Reports made by hand, and their pages in HTML. */
#ifndef VRMLINT_TESTS_PAGES_H
#define VRMLINT_TESTS_PAGES_H

#include "printed.h"

/* A finding of a rule, which must be there. Texts are borrowed. */
struct vrmlint_finding page_finding(const char *id, const char *subject, const char *message);

/* The report of an avatar with these findings. */
struct vrmlint_report page_report(const struct vrmlint_finding *findings, size_t count);

/* The page of some reports; the caller frees it. */
char *page_of(const struct vrmlint_report *reports, size_t count);

/* Every element that opens also closes; tests/cli/test_html.py reads whole pages more strictly. */
void page_is_balanced(const char *page);

void page_has(const char *page, const char *part);

#endif
