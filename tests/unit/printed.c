#include "printed.h"

#include <string.h>

char *printed_reports(const struct report_format *format, struct report_options options,
                      const struct vrmlint_report *reports, size_t count)
{
    char *text = NULL;
    size_t size = 0;
    struct reporter reporter = {.format = format, .options = options};
    struct report_summary summary = {0};
    assert_non_null(format);
    reporter.out = open_memstream(&text, &size);
    assert_non_null(reporter.out);
    report_begin(&reporter);
    for (size_t i = 0; i < count; i++) {
        report_count(&summary, &reports[i]);
        report_file(&reporter, &reports[i]);
    }
    report_end(&reporter, &summary);
    assert_int_equal(fclose(reporter.out), 0);
    assert_int_equal(strlen(text), size);
    return text;
}

char *printed_text(void (*print)(FILE *out, const char *text), const char *text)
{
    char *result = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&result, &size);
    assert_non_null(out);
    print(out, text);
    assert_int_equal(fclose(out), 0);
    return result;
}

json_t *printed_json(const char *text)
{
    json_error_t error;
    json_t *value = json_loads(text, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
    if (value == NULL) {
        fail_msg("%s in %s", error.text, text);
    }
    return value;
}

size_t printed_count(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part)) {
        count++;
    }
    return count;
}
