/*
 * A line of ndjson or of the cache: it is read as a report or a summary, or refused with an error. Every format can
 * write a report that was read.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report/report.h"
#include "vrmlint.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void write_all(const struct vrmlint_report *report)
{
    for (size_t i = 0; report_formats[i]->name != NULL; i++) {
        struct report_summary summary = {0};
        char *text = NULL;
        size_t length = 0;
        FILE *out = open_memstream(&text, &length);
        if (out == NULL) {
            abort();
        }
        struct reporter reporter = {
            .format = report_formats[i], .out = out, .options = {.width = 80, .from_records = true}};
        report_begin(&reporter);
        report_count(&summary, report);
        report_file(&reporter, report);
        report_end(&reporter, &summary);
        fclose(out);
        free(text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    struct vrmlint_record record = {0};
    char *line = malloc(size + 1);
    if (line == NULL) {
        abort();
    }
    if (size > 0) {
        memcpy(line, data, size);
    }
    if (vrmlint_record_read(line, size, &record, &refusal)) {
        if (record.report != NULL) {
            write_all(record.report);
        }
    } else if (*refusal.text == '\0') {
        abort();
    }
    vrmlint_report_free(record.report);
    free(line);
    return 0;
}
