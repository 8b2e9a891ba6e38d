#include "cli/commands.h"

#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "base/os.h"
#include "base/os_crash.h"
#include "base/text.h"
#include "ids/messages_command.h"
#include "report/print.h"
#include "vrmlint.h"

#define OPTION "--lang"

/* Returns the language of a locale, such as "ja_JP.UTF-8" or "ja-JP"; English if there is no other. */
static enum vrmlint_language language_of_locale(const char *locale)
{
    size_t length = strcspn(locale, "_-.@");
    for (unsigned language = 0; language < VRMLINT_LANGUAGE_COUNT; language++) {
        const char *name = vrmlint_language_name((enum vrmlint_language)language);
        if (strlen(name) == length && memcmp(name, locale, length) == 0) {
            return (enum vrmlint_language)language;
        }
    }
    return VRMLINT_ENGLISH;
}

enum vrmlint_language language_of_user(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *locale = os_environment(variables[i]);
        if (locale != NULL && *locale != '\0') {
            return language_of_locale(locale);
        }
    }
    char name[32];
    return os_language(name, sizeof name) ? language_of_locale(name) : VRMLINT_ENGLISH;
}

/* Returns how many words at the beginning of a command line name a language: 0, 1 or 2. */
static int language_words(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[0], OPTION) == 0) {
        return 2;
    }
    return argc > 0 && text_begins(argv[0], OPTION "=") ? 1 : 0;
}

/* Finds the last --lang of a command line, which applies to all output, even about words before it. Returns false if
 * no --lang names a language. */
static bool language_asked(int argc, char **argv, enum vrmlint_language *language)
{
    bool found = false;
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *name = NULL;
        if (strcmp(argv[i], OPTION) == 0 && i + 1 < argc) {
            name = argv[++i];
        } else if (text_begins(argv[i], OPTION "=")) {
            name = argv[i] + strlen(OPTION "=");
        }
        for (unsigned known = 0; name != NULL && known < VRMLINT_LANGUAGE_COUNT; known++) {
            if (strcmp(name, vrmlint_language_name((enum vrmlint_language)known)) == 0) {
                *language = (enum vrmlint_language)known;
                found = true;
            }
        }
    }
    return found;
}

static const struct command *const commands[] = {
    &command_check, &command_fix,     &command_diff,     &command_init,
    &command_list,  &command_merge,   &command_simulate, &command_conformance,
    &command_rules, &command_explain, &command_config,   &command_completions,
    NULL,
};

/* Returns the command of that name, or NULL. */
static const struct command *command_by_name(const char *name)
{
    for (size_t i = 0; commands[i] != NULL; i++) {
        if (strcmp(commands[i]->name, name) == 0) {
            return commands[i];
        }
    }
    return NULL;
}

enum { HELP_COLUMN = 28 };

/* Prints a line of words, followed by end. */
static void print_line(enum vrmlint_language language, enum message words, const char *end)
{
    print_words(stdout, language, words, NO_ARGUMENTS);
    fputs(end, stdout);
}

static void help_line(enum vrmlint_language language, const char *name, const char *text)
{
    int column = printf("  %s", name);
    printf("%*s", HELP_COLUMN - column, "");
    wrap(stdout, translation_of_text(language, text), HELP_COLUMN, HELP_COLUMN, output_width());
    putchar('\n');
}

static enum status print_general_help(enum vrmlint_language language)
{
    size_t width = output_width();
    print_line(language, WORDS_HELP_PURPOSE, "\n\n");
    size_t used = print_words(stdout, language, WORDS_HEAD_USAGE, NO_ARGUMENTS);
    struct words_room room;
    const char *options = words_text(&room, language, WORDS_USAGE_OPTIONS, NO_ARGUMENTS);
    printf(": vrmlint [check] %s PATH...\n%*svrmlint COMMAND %s\n\n", options, (int)used + 2, "", options);
    print_line(language, WORDS_HEAD_COMMANDS, ":\n");
    for (size_t i = 0; commands[i] != NULL; i++) {
        int column =
            printf("  %s%s%s", commands[i]->name, *commands[i]->operands == '\0' ? "" : " ", commands[i]->operands);
        printf("%*s", HELP_COLUMN - column, "");
        wrap(stdout, translation_of_text(language, commands[i]->summary), HELP_COLUMN, HELP_COLUMN, width);
        putchar('\n');
    }
    putchar('\n');
    print_line(language, WORDS_HEAD_OPTIONS, ":\n");
    help_line(language, "--help", N_("print this and exit; after a command: its options"));
    help_line(language, "--lang en|ja",
              N_("the language of what is printed (default: that of LC_ALL, LC_MESSAGES or LANG)"));
    help_line(language, "--version", N_("print the version and exit"));
    return finish_output(language);
}

static void print_hint(enum vrmlint_language language, enum message words, const char *name, size_t length)
{
    char term[40];
    snprintf(term, sizeof term, "%.*s", (int)length, name);
    announce(language, words, ARGUMENTS(TERM("name", term)));
}

/* Prints a hint if a PATH doesn't exist and resembles a command, which was probably meant, or is "help" or "version",
 * which are options here. */
static void hint_at_command(enum vrmlint_language language, const char *path)
{
    static const char *const options[] = {"help", "version"};
    struct os_error ignored;
    struct nearest nearest = nearest_to(path, strlen(path));
    for (size_t i = 0; commands[i] != NULL; i++) {
        nearest_offer(&nearest, commands[i]->name);
    }
    if (os_kind_of(path, &ignored) != OS_MISSING) {
        return;
    }
    for (size_t i = 0; i < 2; i++) {
        if (strcmp(path, options[i]) == 0) {
            print_hint(language, WORDS_HINT_OPTION, path, strlen(path));
            return;
        }
    }
    if (nearest.best.text != NULL) {
        print_hint(language, WORDS_HINT_COMMAND, nearest.best.text, nearest.best.length);
    }
}

static enum status run_command(const struct command *command, int argc, char **argv)
{
    struct command spoken = *command;
    spoken.all = commands;
    spoken.asks_language = language_asked(argc, argv, &spoken.language);
    if (!spoken.asks_language) {
        spoken.language = language_of_user();
    }
    os_catch_crashes(translation_of_text(spoken.language, N_("the program crashed while it was working on this file")),
                     translation_of_text(spoken.language, N_("the program crashed")));
    return spoken.run(&spoken, argc, argv);
}

static bool asks_for_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

/* Moves --lang after the command or --help that follows it. */
static void print_language_behind(int argc, char **argv)
{
    int place = 1 + language_words(argc - 1, argv + 1);
    if (place > 1 && place < argc && (command_by_name(argv[place]) != NULL || asks_for_help(argv[place]))) {
        char *first = argv[place];
        memmove(argv + 2, argv + 1, (size_t)(place - 1) * sizeof *argv);
        argv[1] = first;
    }
}

enum status commands_run(int argc, char **argv)
{
    print_language_behind(argc, argv);
    const char *first = argc > 1 ? argv[1] : "";
    const struct command *command = command_by_name(first);
    if (strcmp(first, "--version") == 0) {
        options_version(); /* before anything is set up */
        return finish_output(VRMLINT_ENGLISH);
    }
    if (command != NULL) {
        return run_command(command, argc - 2, argv + 2);
    }
    if (asks_for_help(first)) {
        enum vrmlint_language language;
        return print_general_help(language_asked(argc, argv, &language) ? language : language_of_user());
    }
    enum status status = run_command(&command_check, argc > 1 ? argc - 1 : 0, argv + 1);
    if (status == STATUS_FAILED && *first != '-') {
        hint_at_command(language_of_user(), first);
    }
    return status;
}
