/* The formats that there are; report.c makes them a table. */
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

/* Goes with github, into the file that GitHub names; not for users to ask for. */
extern const struct report_format report_step_summary;
extern const struct report_format report_html;

#endif
