/* The web page with avatars inside: what is in it, and what it leaves to reports. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "cli/page.h"

#define SOURCE "<!DOCTYPE html><title>the page</title>\n"

static char folder[256];

/* Returns a path in the folder of the test, in a static buffer that is reused every fourth call. */
static char *in_folder(const char *name)
{
    static char paths[4][512];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static void write_file(const char *name, const char *text, size_t size)
{
    struct os_error error;
    FILE *file = os_create(in_folder(name), &error);
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    fclose(file);
}

/* Returns the page that the files give, which the caller frees; NULL if it isn't written. */
static char *page_of(size_t count, char *const *paths)
{
    struct os_error error;
    const char *page = in_folder("page.html");
    bool written = page_write(in_folder("source.html"), count, paths, page);
    assert_int_equal(os_is_regular(page), written);
    if (!written) {
        return NULL;
    }
    struct os_file *file = os_open(page, &error);
    size_t size = (size_t)os_size(file);
    size_t got = 0;
    char *text = calloc(size + 1, 1);
    assert_true(os_read(file, 0, text, size, &got, &error) && got == size);
    os_close(file);
    os_remove(page);
    return text;
}

static void given_files(void **state)
{
    (void)state;
    struct os_error error;
    assert_true(os_make_folder(in_folder("list"), &error));
    write_file("a'\"<&>.vrm", "glTF", 4);
    write_file("list/b.GLB", "", 0);
    write_file("list/other.fbx", "x", 1);
    char *paths[] = {in_folder("a'\"<&>.vrm"), in_folder("list")};
    char *text = page_of(2, paths);
    assert_string_equal(
        text,
        SOURCE "<script type=\"application/octet-stream\" data-path=\"a&#39;&quot;&lt;&amp;&gt;.vrm\" data-part=\"0\">"
               "Z2xURg==</script>\n"
               "<script type=\"application/octet-stream\" data-path=\"list/b.GLB\" data-part=\"0\"></script>\n");
    free(text);
    os_remove(in_folder("list/b.GLB"));
    os_remove(in_folder("list/other.fbx"));
}

/* A file of exactly one part, and one byte more. */
static void several_parts(void **state)
{
    (void)state;
    size_t part = 3 * 1024 * 1024;
    char *bytes = calloc(part + 1, 1);
    char *path = in_folder("parts.vrm");
    for (size_t more = 0; more < 2; more++) {
        write_file("parts.vrm", bytes, part + more);
        char *text = page_of(1, &path);
        const char *second = strstr(text, "data-part=\"1\">");
        assert_non_null(second);
        assert_int_equal(strstr(text, "</script>") - strstr(text, "data-part=\"0\">"),
                         strlen("data-part=\"0\">") + part / 3 * 4);
        assert_string_equal(second, more == 0 ? "data-part=\"1\"></script>\n" : "data-part=\"1\">AA==</script>\n");
        free(text);
    }
    free(bytes);
}

static void left_to_reports(void **state)
{
    (void)state;
    struct os_error error;
    write_file("a.gltf", "{}", 2);
    write_file("a.txt", "x", 1);
    assert_true(os_make_folder(in_folder("empty"), &error) && os_make_folder(in_folder("set"), &error));
    write_file("set/a.vrm", "", 0);
    write_file("set/.vrmlint.json", "{}", 2);
    static const char *const names[] = {"a.gltf", "a.txt", "empty", "set", "set/a.vrm", "missing.vrm"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *path = in_folder(names[i]);
        assert_null(page_of(1, &path));
    }
    write_file("fine.vrm", "", 0);
    char *both[] = {in_folder("fine.vrm"), in_folder("a.gltf")};
    assert_null(page_of(2, both));
    /* another file has the page's name, and is kept */
    write_file("kept.html", "kept", 4);
    assert_false(page_write(in_folder("source.html"), 1, both, in_folder("kept.html")));
    assert_true(os_is_regular(in_folder("kept.html")));
    assert_false(page_write(in_folder("nowhere.html"), 1, both, in_folder("page.html")));
    assert_false(os_is_regular(in_folder("page.html")));
}

static int make_folder(void **state)
{
    (void)state;
    struct os_error error;
    if (!os_make_scratch(folder, sizeof folder, &error)) {
        return -1;
    }
    write_file("source.html", SOURCE, strlen(SOURCE));
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    os_remove_tree(folder, 3);
    return 0;
}

TEST_PROGRAM(page)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(given_files),
        cmocka_unit_test(several_parts),
        cmocka_unit_test(left_to_reports),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
