/* Reports made by hand, and their HTML pages. */
#ifndef VRMLINT_TESTS_PAGES_H
#define VRMLINT_TESTS_PAGES_H

#include "printed.h"

/* Returns a finding of a rule; fails the test if there is no such rule. Strings are borrowed. */
struct vrmlint_finding page_finding(const char *id, const char *subject, const char *message);

/* Returns the report of an avatar with these findings. */
struct vrmlint_report page_report(const struct vrmlint_finding *findings, size_t count);

/* Returns the page of some reports. The caller frees it. */
char *page_of(const struct vrmlint_report *reports, size_t count);

/* Fails the test unless every open element is closed. tests/cli/test_html.py reads whole pages more strictly. */
void page_is_balanced(const char *page);

void page_has(const char *page, const char *part);

#endif
