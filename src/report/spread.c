/* Selects the findings of a report that a format gets. */
#include "report/report.h"

enum { RULE_MOST = 1000 /* findings per rule and file in formats for programs */ };

void report_cap(struct reporter *reporter, struct shown *room, struct vrmlint_report *report)
{
    if (reporter->format->capped && !reporter->options.all_findings && !reporter->options.whole) {
        reporter->no_memory = !shown_cap(room, RULE_MOST, report) || reporter->no_memory;
    }
}

void report_spread(struct reporter *reporter, struct shown *room, struct vrmlint_report *report)
{
    report->findings = report->each;
    report->finding_count = report->each_count;
    report_cap(reporter, room, report);
}
