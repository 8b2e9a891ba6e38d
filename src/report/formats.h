/* All formats; report.c makes a table of them. */
#ifndef VRMLINT_REPORT_FORMATS_H
#define VRMLINT_REPORT_FORMATS_H

#include "message/translations.h"
#include "report/report.h"

extern const struct report_format report_text;
extern const struct report_format report_concise;
extern const struct report_format report_json;
extern const struct report_format report_ndjson;
extern const struct report_format report_sarif;
extern const struct report_format report_junit;
extern const struct report_format report_github;
extern const struct report_format report_gitlab;

/* Written with github, to the file that GitHub names. Users can't select it. */
extern const struct report_format report_step_summary;
extern const struct report_format report_html;

/* Parts of json that other reports contain too: the members of "tool" and of a finding, without braces; a path; a
 * file as in ndjson, without the line's end; the list "apps". */
void json_print_tool(FILE *out, const struct vrmlint_manifest *manifest);
void json_print_finding(const struct reporter *reporter, const struct vrmlint_finding *finding);
void json_print_path(FILE *out, const char *path);
void json_print_file(FILE *out, const struct report_options *options, const struct vrmlint_report *report);
void json_print_claims(FILE *out, const struct vrmlint_claim *claims, size_t count);

/* Part of github: an annotation of a file. */
void github_print_warning(const struct reporter *reporter, const char *path, const char *text);

#endif
