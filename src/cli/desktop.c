
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "cli/commands.h"
#include "cli/page.h"
#include "ids/messages_command.h"
#include "report/print.h"

enum {
    DESKTOP_PATH_SIZE = 2048,
    DESKTOP_NAME_MOST = 120 /* bytes of a file's name in that of its page: desktops refuse long paths */
};

/* The web page in one file, which a release has beside the program. */
#define WEB_PAGE "vrmlint.html"

/* For tests, which have no desktop: the program treats its arguments as dropped, prints the page's path instead of
 * opening it, and doesn't wait. */
#define TEST_VARIABLE "VRMLINT_DROPPED"

/* Whether an argument was dropped: the desktop passes whole paths of existing files. */
static bool is_dragged(const char *path)
{
    struct os_error ignored;
    bool whole = path[0] == '/' || path[0] == '\\' || (path[0] != '\0' && path[1] == ':');
    return whole && os_kind_of(path, &ignored) != OS_MISSING;
}

/* Writes the path of the web page. Returns false if it isn't beside the program. */
static bool find_web_page(char path[DESKTOP_PATH_SIZE])
{
    size_t room = DESKTOP_PATH_SIZE - sizeof WEB_PAGE;
    if (!os_program_folder(path, room)) {
        return false;
    }
    memcpy(path + strlen(path), WEB_PAGE, sizeof WEB_PAGE);
    return os_is_regular(path);
}

/* Makes the path of the page: in the temporary folder, after the name of the first file, so that a later check of it
 * replaces the page. Returns false if it is too long. */
static bool name_page(const char *path, char page[DESKTOP_PATH_SIZE])
{
    char folder[DESKTOP_PATH_SIZE / 2];
    const char *name = path;
    size_t length = 0;
    for (const char *at = path; *at != '\0'; at++) {
        bool separates = *at == '/' || *at == '\\';
        name = separates && at[1] != '\0' && at[1] != '/' && at[1] != '\\' ? at + 1 : name;
    }
    while (name[length] != '\0' && name[length] != '/' && name[length] != '\\' && name[length] != ':') {
        length++;
    }
    for (length = length < DESKTOP_NAME_MOST ? length : DESKTOP_NAME_MOST;
         ((unsigned char)name[length] & 0xC0U) == 0x80; length--) {
        /* don't divide a character */
    }
    int written = os_temporary_folder(folder, sizeof folder)
                      ? snprintf(page, DESKTOP_PATH_SIZE, "%svrmlint-%.*s.html", folder, (int)length, name)
                      : -1;
    return written > 0 && written < DESKTOP_PATH_SIZE;
}

static enum status check_paths(int count, char **paths, const char *page)
{
    char format[DESKTOP_PATH_SIZE + 8];
    char **arguments = calloc((size_t)count + 4, sizeof *arguments);
    char command[] = "vrmlint";
    char option[] = "--format";
    char text[] = "--format=text";
    if (arguments == NULL) {
        return STATUS_FAILED;
    }
    snprintf(format, sizeof format, "html=%s", page);
    arguments[0] = command;
    arguments[1] = text;
    arguments[2] = option;
    arguments[3] = format;
    memcpy(arguments + 4, paths, (size_t)count * sizeof *paths);
    enum status status = commands_run(count + 4, arguments);
    free(arguments);
    return status;
}

static void print_words_line(enum vrmlint_language language, enum message words)
{
    putchar('\n');
    print_words(stdout, language, words, NO_ARGUMENTS);
    putchar('\n');
    fflush(stdout);
}

static void wait_for_enter(enum vrmlint_language language, bool test)
{
    print_words_line(language, WORDS_DROPPED_PRESS_ENTER);
    if (!test) {
        os_wait_for_key();
    }
}

/* Opens a page; a test prints its path. Returns false and prints the reason if that fails. */
static bool show_page(enum vrmlint_language language, const char *page, bool test)
{
    struct os_error error;
    if (test) {
        printf("opens %s\n", page);
        return true;
    }
    return os_show(page, &error) || run_error(language, page, error.text) == STATUS_FINE;
}

/* Opens what was dropped in the web page, or in a page with a report if the web page isn't there or can't show it. */
static enum status check_dragged(int count, char **paths, bool test)
{
    char page[DESKTOP_PATH_SIZE];
    char web_page[DESKTOP_PATH_SIZE];
    enum vrmlint_language language = language_of_user();
    enum status status = STATUS_FINE;
    if (!name_page(paths[0], page)) {
        status = commands_run(count + 1, paths - 1);
        wait_for_enter(language, test);
        return status;
    }
    os_remove(page); /* from an earlier check */
    if (!find_web_page(web_page) || !page_write(web_page, (size_t)count, paths, page)) {
        status = check_paths(count, paths, page);
    }
    bool shown = !os_is_regular(page) || show_page(language, page, test);
    if (!shown || status > STATUS_FINDINGS) {
        wait_for_enter(language, test);
    }
    return status;
}

/* Opens the web page without an avatar; without the page, prints what to drop. */
static enum status start_without_files(bool test)
{
    char web_page[DESKTOP_PATH_SIZE];
    enum vrmlint_language language = language_of_user();
    if (find_web_page(web_page) && show_page(language, web_page, test)) {
        return STATUS_FINE;
    }
    print_words_line(language, WORDS_DROPPED_NOTHING);
    wait_for_enter(language, test);
    return STATUS_USAGE;
}

enum status desktop_run(int argc, char **argv)
{
    const char *variable = os_environment(TEST_VARIABLE);
    bool test = variable != NULL && *variable != '\0';
    bool dropped = test || os_owns_console();
    for (int i = 1; dropped && i < argc; i++) {
        dropped = is_dragged(argv[i]);
    }
    if (!dropped) {
        return commands_run(argc, argv);
    }
    return argc < 2 ? start_without_files(test) : check_dragged(argc - 1, argv + 1, test);
}
