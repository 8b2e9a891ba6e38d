/* System calls: files, streams, folders. */
#include "fresh_arena.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/os.h"

static char folder[64];

static int make_folder(void **state)
{
    snprintf(folder, sizeof folder, "/tmp/vrmlint-test-XXXXXX");
    return mkdtemp(folder) == NULL || fresh_arena(state) != 0;
}

static int remove_folder(void **state)
{
    char path[128];
    static const char *const names[] = {"one.bin", "zwei \xC3\xA4.bin", "link"};
    for (size_t i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    return rmdir(folder) != 0 || free_arena(state) != 0;
}

static const char *in_folder(const char *name)
{
    return arena_printf(arena, "%s/%s", folder, name);
}

static void write_file(const char *path, const char *text)
{
    struct os_error error;
    FILE *file = os_create(path, &error);
    assert_non_null(file);
    fputs(text, file);
    assert_true(os_flush(file, &error));
    fclose(file);
}

/* Programs are only found in absolute folders of the list. */
static void programs_are_not_taken_from_the_working_folder(void **state)
{
    (void)state;
    char found[256];
    char before[4096];
    const char *program = in_folder("one.bin");
    write_file(program, "#!/bin/sh\n");
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(folder), 0);
    assert_false(os_find_program(folder, "one.bin", found, sizeof found)); /* it can't be run yet */
    assert_int_equal(chmod(program, 0755), 0);
    static const char *const bad[] = {"", ".", ":", "./", "..", ".:", ":.", "./.:x", "/nowhere", "/nowhere:.", "/"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(os_find_program(bad[i], "one.bin", found, sizeof found));
    }
    static const char *const good[] = {"%s", ".:%s", ":%s:", "/nowhere:%s:/bin", "../x:./:%s"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char list[256];
        const char *percent = strchr(good[i], '%');
        snprintf(list, sizeof list, "%.*s%s%s", (int)(percent - good[i]), good[i], folder, percent + 2);
        assert_true(os_find_program(list, "one.bin", found, sizeof found));
        assert_string_equal(found, program);
    }
    assert_false(os_find_program(folder, "one.bin", found, 8));
    assert_false(os_find_program(NULL, "one.bin", found, sizeof found));
    assert_int_equal(chdir(before), 0);
}

static void files_are_read_at_offsets(void **state)
{
    (void)state;
    const char *path = in_folder("one.bin");
    write_file(path, "0123456789");
    struct os_error error;
    struct os_file *file = os_open(path, &error);
    assert_non_null(file);
    assert_int_equal(os_size(file), 10);
    char buffer[16] = {0};
    size_t got;
    assert_true(os_read(file, 2, buffer, 3, &got, &error));
    assert_int_equal(got, 3);
    assert_memory_equal(buffer, "234", 3);
    assert_true(os_read(file, 8, buffer, 5, &got, &error));
    assert_int_equal(got, 2);
    assert_true(os_read(file, 10, buffer, 5, &got, &error));
    assert_int_equal(got, 0);
    assert_true(os_read(file, UINT64_C(1) << 40, buffer, 5, &got, &error));
    assert_int_equal(got, 0);
    assert_true(os_read(file, 0, buffer, 0, &got, &error));
    /* truncated while it is open: fewer bytes, no error */
    assert_int_equal(truncate(path, 4), 0);
    assert_true(os_read(file, 2, buffer, 8, &got, &error));
    assert_int_equal(got, 2);
    assert_int_equal(os_size(file), 10);
    os_close(file);
    os_close(NULL);
}

static void what_is_no_file_says_why(void **state)
{
    (void)state;
    struct os_error error = {""};
    assert_null(os_open(in_folder("missing"), &error));
    assert_true(strlen(error.text) > 5);
    error.text[0] = '\0';
    assert_null(os_open(folder, &error));
    assert_true(strlen(error.text) > 5);
    error.text[0] = '\0';
    assert_null(os_create(folder, &error));
    assert_true(strlen(error.text) > 5);
    error.text[0] = '\0';
    assert_false(os_list(in_folder("missing"), NULL, NULL, &error));
    assert_true(strlen(error.text) > 5);
    struct os_identity identity;
    assert_false(os_identify(in_folder("missing"), &identity));
    assert_int_equal(os_kind_of(in_folder("missing"), &error), OS_MISSING);
}

/* /proc reports a size of 0 for its files, and /dev/null is empty. */
static void streams_are_read_to_their_end(void **state)
{
    (void)state;
    struct os_error error;
    struct os_file *file = os_open("/dev/null", &error);
    assert_non_null(file);
    assert_int_equal(os_size(file), 0);
    char buffer[64];
    size_t got;
    assert_true(os_read(file, 0, buffer, sizeof buffer, &got, &error));
    assert_int_equal(got, 0);
    os_close(file);
    file = os_open("/proc/self/stat", &error);
    if (file != NULL) {
        assert_true(os_size(file) > 20);
        assert_true(os_read(file, 1, buffer, 10, &got, &error));
        assert_int_equal(got, 10);
        os_close(file);
    }
}

/* Opens the pipe by its name in the file system, which also works without /dev/fd. */
static void pipes_are_read_to_their_end(void **state)
{
    (void)state;
    const char *path = in_folder("pipe");
    assert_int_equal(mkfifo(path, 0600), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        static char chunk[1000];
        memset(chunk, 'x', sizeof chunk);
        FILE *out = fopen(path, "wb");
        for (int i = 0; out != NULL && i < 300; i++) {
            fwrite(chunk, 1, sizeof chunk, out);
        }
        _exit(out == NULL || fclose(out) != 0);
    }
    struct os_error error;
    struct os_file *file = os_open(path, &error);
    assert_non_null(file);
    assert_int_equal(os_size(file), 300000);
    char byte;
    size_t got;
    assert_true(os_read(file, 299999, &byte, 1, &got, &error));
    assert_true(got == 1 && byte == 'x');
    os_close(file);
    unlink(path);
}

struct names {
    int count;
    bool has_one;
    bool has_two;
};

static void count_name(void *context, const char *name)
{
    struct names *names = context;
    names->count++;
    names->has_one = names->has_one || strcmp(name, "one.bin") == 0;
    names->has_two = names->has_two || strcmp(name, "zwei \xC3\xA4.bin") == 0;
}

static void folders_are_listed_and_told_apart(void **state)
{
    (void)state;
    struct os_error error;
    write_file(in_folder("one.bin"), "1");
    write_file(in_folder("zwei \xC3\xA4.bin"), "2");
    assert_int_equal(symlink(folder, in_folder("link")), 0);
    struct names names = {0};
    assert_true(os_list(folder, count_name, &names, &error));
    assert_int_equal(names.count, 3);
    assert_true(names.has_one && names.has_two);
    assert_int_equal(os_kind_of(folder, &error), OS_FOLDER);
    assert_int_equal(os_kind_of(in_folder("link"), &error), OS_FOLDER);
    assert_int_equal(os_kind_of(in_folder("one.bin"), &error), OS_FILE);
    assert_int_equal(os_kind_of("/dev/null", &error), OS_FILE);
    struct os_identity direct;
    struct os_identity linked;
    struct os_identity other;
    assert_true(os_identify(folder, &direct) && os_identify(in_folder("link"), &linked) && os_identify("/", &other));
    assert_true(direct.device == linked.device && direct.inode == linked.inode);
    assert_false(direct.device == other.device && direct.inode == other.inode);
}

static void output_that_is_lost_is_noticed(void **state)
{
    (void)state;
    struct os_error error = {""};
    FILE *full = os_create("/dev/full", &error);
    if (full == NULL) {
        SKIP("there is no /dev/full");
    }
    fputs("text", full);
    assert_false(os_flush(full, &error));
    assert_true(strlen(error.text) > 5);
    fclose(full);
}

/* All times count from 1970. */
static void times_agree(void **state)
{
    (void)state;
    enum { YEAR_2020 = 1577836800, A_DAY = 86400 };
    const char *path = in_folder("new");
    write_file(path, "text");
    uint64_t size;
    int64_t modified;
    int64_t changed;
    assert_true(os_measure(path, &size, &modified));
    assert_true(os_changed(path, &changed));
    assert_int_equal(size, 4);
    assert_true(modified / 1000000000 > YEAR_2020);
    assert_true(llabs(modified / 1000000000 - changed) <= 2);
    assert_true(llabs(os_now() / 1000000000 - changed) < A_DAY);
    assert_int_equal(unlink(path), 0);
}

static void odds_and_ends(void **state)
{
    (void)state;
    assert_int_not_equal(os_random(), os_random());
    assert_null(os_environment("VRMLINT_NO_SUCH_VARIABLE"));
    assert_int_equal(setenv("VRMLINT_TEST_VARIABLE", "x", 1), 0);
    assert_string_equal(os_environment("VRMLINT_TEST_VARIABLE"), "x");
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_false(os_is_terminal(ends[0]));
    assert_int_equal(os_columns(ends[0]), 0);
    close(ends[0]);
    close(ends[1]);
    int argc = 1;
    char *arguments[] = {folder, NULL};
    char **argv = arguments;
    struct os_console console;
    os_start(&argc, &argv, &console);
    os_finish(&console);
    assert_int_equal(argc, 1);
    assert_ptr_equal(argv[0], folder);
    assert_false(os_owns_console());
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

TEST_PROGRAM(os)
{
    const struct CMUnitTest tests[] = {
        WITH_FOLDER(programs_are_not_taken_from_the_working_folder),
        WITH_FOLDER(files_are_read_at_offsets),
        WITH_FOLDER(what_is_no_file_says_why),
        cmocka_unit_test(streams_are_read_to_their_end),
        cmocka_unit_test_setup_teardown(pipes_are_read_to_their_end, make_folder, remove_folder),
        WITH_FOLDER(folders_are_listed_and_told_apart),
        WITH_FOLDER(output_that_is_lost_is_noticed),
        WITH_FOLDER(times_agree),
        cmocka_unit_test(odds_and_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
