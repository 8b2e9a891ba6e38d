/* The formats that there are; report.c makes them a table. */
#ifndef VRMLINT_REPORT_FORMATS_H
#define VRMLINT_REPORT_FORMATS_H

#include "report/report.h"

extern const struct report_format report_text;
extern const struct report_format report_concise;
extern const struct report_format report_json;
extern const struct report_format report_ndjson;
extern const struct report_format report_html;

#endif
