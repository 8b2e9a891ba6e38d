#include "accessor_files.h"

#include "support.h"

#include <stdarg.h>
#include <stdio.h>

struct loaded accessor_file;
struct accessors *accessor_list;

void open_json(const char *format, ...)
{
    char json[8192];
    va_list args;
    va_start(args, format);
    int size = vsnprintf(json, sizeof json, format, args);
    va_end(args);
    assert_true(size > 0 && (size_t)size < sizeof json);
    accessor_file = load(json);
    accessor_list = accessors_new(accessor_file.document);
}

void expect_told(const char *gltf_findings)
{
    assert_string_equal(found(&accessor_file, "gltf/"), gltf_findings);
}

void expect_values(size_t index, const double *wants, size_t count)
{
    static struct accessor_pass pass;
    double out[ACCESSOR_BLOCK * 4];
    const struct accessor *accessor = accessors_get(accessor_list, index);
    assert_int_equal(accessor->status, ACCESSOR_READY);
    assert_true(accessor_begin(&pass, accessor_list, index));
    size_t got = accessor_next(&pass, out, ACCESSOR_BLOCK);
    assert_int_equal(got * accessor->base.components, count);
    for (size_t i = 0; i < count; i++) {
        if (out[i] != wants[i]) {
            fail_msg("element %zu is %.17g, not %.17g", i, out[i], wants[i]);
        }
    }
    assert_int_equal(accessor_next(&pass, out, ACCESSOR_BLOCK), 0);
    assert_int_equal(accessor->status, ACCESSOR_READY);
}
