#include "cli/options.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "base/os.h"
#include "ids/messages_command.h"
#include "report/escape.h"
#include "report/print.h"
#include "vrmlint.h"

enum { LINE_SIZE = 1024 };

/* ---- messages on standard error ---- */

void announce(enum vrmlint_language language, enum message words, const struct argument *arguments)
{
    fputs("vrmlint: ", stderr);
    print_words(stderr, language, words, arguments);
    fputc('\n', stderr);
}

static enum status print_usage(const struct command *command, const char *text)
{
    announce(command->language, WORDS_SEE_HELP, ARGUMENTS(TERM("text", text), TERM("command", command->name)));
    return STATUS_USAGE;
}

enum status usage_error(const struct command *command, enum message words, const struct argument *arguments)
{
    struct words_room room;
    return print_usage(command, words_text(&room, command->language, words, arguments));
}

enum status usage_error_meant(const struct command *command, enum message words, const struct argument *arguments,
                              const char *name, size_t length)
{
    struct words_room room;
    struct words_room line;
    char meant[128];
    snprintf(meant, sizeof meant, "%.*s", (int)length, name);
    const char *text = words_text(&room, command->language, words, arguments);
    return print_usage(command, words_text(&line, command->language, WORDS_DID_YOU_MEAN,
                                           ARGUMENTS(TERM("text", text), TERM("name", meant))));
}

enum status run_error(enum vrmlint_language language, const char *path, const char *why)
{
    struct words_room room;
    const char *name = words_of_path(&room, language, path);
    const char *text = translation_of_text(language, why);
    fputs("vrmlint: ", stderr);
    escape_text(stderr, name);
    fputs(*path == '\0' ? "'': " : ": ", stderr);
    escape_text(stderr, text);
    fputc('\n', stderr);
    return STATUS_FAILED;
}

enum status run_error_of(enum vrmlint_language language, enum message what, const char *why)
{
    struct words_room room;
    return run_error(language, words_text(&room, language, what, NO_ARGUMENTS), why);
}

enum status settings_error(const struct vrmlint_refusal *refusal)
{
    fputs("vrmlint: ", stderr);
    escape_text(stderr, refusal->text);
    fputc('\n', stderr);
    return refusal->no_memory ? STATUS_FAILED : STATUS_USAGE;
}

void notice(enum vrmlint_language language, const char *where, enum message words, const struct argument *arguments)
{
    struct words_room room;
    run_error(language, where, words_text(&room, language, words, arguments));
}

enum status end_unprintable(enum vrmlint_language language, const struct os_error *error)
{
    if (os_is_broken_pipe(error)) {
        os_end_piped();
    }
    return run_error_of(language, WORDS_STANDARD_OUTPUT, error->text);
}

enum status finish_output(enum vrmlint_language language)
{
    struct os_error error;
    return os_flush(stdout, &error) ? STATUS_FINE : end_unprintable(language, &error);
}

void end_interrupted(enum vrmlint_language language, size_t done, size_t count)
{
    announce(language, WORDS_INTERRUPTED, ARGUMENTS(COUNT("done", done), COUNT("count", count)));
    os_end_interrupted();
}

size_t output_width(void)
{
    return wrap_width(os_columns(1));
}

/* ---- help ---- */

enum { HELP_INDENT = 2, OPTIONS_HELP_COLUMN = 26 };

static void help_text(const struct command *command, const struct option *option, size_t width)
{
    const char *text = translation_of_text(command->language, option->help);
    const char *hole = option->hole == NULL ? NULL : strstr(text, option->hole);
    char whole[LINE_SIZE];
    if (hole != NULL) {
        char filled[LINE_SIZE / 2];
        snprintf(whole, sizeof whole, "%.*s%s%s", (int)(hole - text), text, option->fill(filled, sizeof filled),
                 hole + strlen(option->hole));
        text = whole;
    }
    wrap(stdout, text, OPTIONS_HELP_COLUMN, OPTIONS_HELP_COLUMN, width);
}

static void help_option(const struct command *command, const struct option *option, size_t width)
{
    const char letter[] = {',', ' ', '-', option->letter, '\0'};
    int column = printf("%*s--%s%s%s%s", HELP_INDENT, "", option->name, option->argument == NULL ? "" : " ",
                        option->argument == NULL ? "" : option->argument, option->letter == 0 ? "" : letter);
    if (column + 2 > OPTIONS_HELP_COLUMN) {
        printf("\n%*s", OPTIONS_HELP_COLUMN, "");
    } else {
        printf("%*s", OPTIONS_HELP_COLUMN - column, "");
    }
    help_text(command, option, width);
    putchar('\n');
}

static void help_paragraphs(const char *text, size_t width)
{
    while (*text != '\0') {
        char paragraph[4 * LINE_SIZE];
        size_t length = strcspn(text, "\n");
        snprintf(paragraph, sizeof paragraph, "%.*s", (int)length, text);
        putchar('\n');
        wrap(stdout, paragraph, 0, 0, width);
        putchar('\n');
        text += length + (text[length] == '\n');
    }
}

void options_version(void)
{
    /* printf() would take longer than the rest of the program */
    fputs("vrmlint ", stdout);
    fputs(vrmlint_full_version(), stdout);
    if (*vrmlint_commit() != '\0' && strstr(vrmlint_full_version(), vrmlint_commit()) == NULL) {
        fputs(" (", stdout);
        fputs(vrmlint_commit(), stdout);
        fputs(")", stdout);
    }
    fputc('\n', stdout);
}

static void options_help(const struct command *command)
{
    size_t width = output_width();
    enum vrmlint_language language = command->language;
    print_words(stdout, language, WORDS_HEAD_USAGE, NO_ARGUMENTS);
    printf(": vrmlint %s ", command->name);
    print_words(stdout, language, WORDS_USAGE_OPTIONS, NO_ARGUMENTS);
    printf("%s%s\n\n", *command->operands == '\0' ? "" : " ", command->operands);
    wrap(stdout, translation_of_text(language, command->summary), 0, 0, width);
    fputs("\n\n", stdout);
    print_words(stdout, language, WORDS_HEAD_OPTIONS, NO_ARGUMENTS);
    puts(":");
    for (const struct option *option = command->options; option->name != NULL; option++) {
        help_option(command, option, width);
    }
    if (command->details != NULL) {
        help_paragraphs(translation_of_text(language, command->details), width);
    }
}

/* ---- parsing ---- */

static const struct option *find_option(const struct command *command, const char *name, size_t length)
{
    for (const struct option *option = command->options; option->name != NULL; option++) {
        if (strlen(option->name) == length && memcmp(option->name, name, length) == 0) {
            return option;
        }
    }
    return NULL;
}

static const struct option *find_letter(const struct command *command, char letter)
{
    for (const struct option *option = command->options; option->name != NULL; option++) {
        if (option->letter == letter) {
            return option;
        }
    }
    return NULL;
}

/* Returns the option that was most probably meant: the only one that begins with the name, or else one that is like
 * it, because --safe may not become --unsafe. NULL if there is none. */
static const char *option_meant(const struct command *command, const char *name, size_t length)
{
    struct nearest nearest = nearest_to(name, length);
    const char *longer = NULL;
    size_t count = 0;
    for (const struct option *option = command->options; option->name != NULL; option++) {
        nearest_offer(&nearest, option->name);
        if (length > 1 && strncmp(option->name, name, length) == 0) {
            longer = option->name;
            count++;
        }
    }
    return count == 1 ? longer : nearest.best.text; /* a name is offered whole */
}

/* Writes what was meant by an unknown option: one of this command, a command, or an option of another one. Returns
 * false if nothing is like it. */
static bool find_meant(const struct command *command, const char *name, size_t length, char meant[LINE_SIZE])
{
    const char *option = option_meant(command, name, length);
    bool exact = option != NULL && strlen(option) == length; /* but for its dashes */
    const struct command *other = NULL;
    for (size_t i = 0; command->all[i] != NULL && length > 1; i++) {
        if (strlen(command->all[i]->name) == length && memcmp(command->all[i]->name, name, length) == 0) {
            snprintf(meant, LINE_SIZE, "vrmlint %s", command->all[i]->name);
            return true;
        }
        for (const struct option *one = command->all[i]->options; one != NULL && one->name != NULL; one++) {
            if (other == NULL && !exact && strlen(one->name) == length && memcmp(one->name, name, length) == 0) {
                other = command->all[i];
            }
        }
    }
    if (other != NULL) {
        snprintf(meant, LINE_SIZE, "vrmlint %s --%.*s", other->name, (int)length, name);
    } else if (option != NULL) {
        snprintf(meant, LINE_SIZE, "--%s", option);
    }
    return other != NULL || option != NULL;
}

static enum parsed unknown_option(const struct command *command, const char *text, size_t length)
{
    size_t dashes = strspn(text, "-");
    char name[LINE_SIZE];
    char meant[LINE_SIZE];
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    if (find_meant(command, text + dashes, length - dashes, meant)) {
        usage_error_meant(command, WORDS_NO_SUCH_OPTION, ARGUMENTS(TERM("name", name)), meant, strlen(meant));
    } else {
        usage_error(command, WORDS_NO_SUCH_OPTION, ARGUMENTS(TERM("name", name)));
    }
    return PARSED_WRONG;
}

/* Returns the index of a word in "one|two|three"; -1 if absent. Offers the words to nearest. */
static int word_place(const char *words, const char *word, struct nearest *nearest)
{
    for (int place = 0;; place++) {
        size_t length = strcspn(words, "|");
        if (strlen(word) == length && memcmp(words, word, length) == 0) {
            return place;
        }
        struct nearest_text text = {words, length};
        nearest_offer_as(nearest, text, text);
        if (words[length] == '\0') {
            return -1;
        }
        words += length + 1;
    }
}

static bool set_word(const struct command *command, const struct option *option, const char *argument, int *setting)
{
    assert(argument != NULL && option->argument != NULL);
    struct nearest nearest = nearest_to(argument, strlen(argument));
    int place = word_place(option->argument, argument, &nearest);
    if (place >= 0) {
        *setting = place;
    } else if (nearest.best.text != NULL) {
        usage_error_meant(command, WORDS_NOT_A_CHOICE, ARGUMENTS(TERM("option", option->name), TERM("value", argument)),
                          nearest.best.text, nearest.best.length);
    } else {
        usage_error(
            command, WORDS_NOT_ONE_OF,
            ARGUMENTS(TERM("option", option->name), TERM("value", argument), TERM("choices", option->argument)));
    }
    return place >= 0;
}

static enum parsed apply_option(const struct command *command, const struct option *option, const char *argument,
                                void *settings)
{
    struct vrmlint_refusal refusal = {.language = command->language};
    void *setting = (char *)settings + option->offset;
    switch (option->kind) {
    case OPTION_FLAG:
        *(bool *)setting = true;
        break;
    case OPTION_WORD:
        return set_word(command, option, argument, setting) ? PARSED : PARSED_WRONG;
    case OPTION_TEXT:
        *(const char **)setting = argument;
        break;
    case OPTION_CALL:
        if (!option->call(settings, argument, &refusal)) {
            usage_error(command, WORDS_OF_OPTION, ARGUMENTS(TERM("option", option->name), TERM("text", refusal.text)));
            return PARSED_WRONG;
        }
        break;
    case OPTION_LANG: {
        int ignored;
        return set_word(command, option, argument, &ignored) ? PARSED : PARSED_WRONG;
    }
    case OPTION_HELP:
        options_help(command);
        return PARSED_HELP;
    case OPTION_VERSION:
        options_version();
        return PARSED_HELP;
    }
    return PARSED;
}

/* Returns the option that text begins with: "--name", "--name=value", "-f", "-fvalue" or "-f=value". *argument
 * receives the value, or NULL if text has none. */
static const struct option *split_option(const struct command *command, const char *text, size_t length,
                                         const char **argument)
{
    *argument = text[length] == '=' ? text + length + 1 : NULL;
    if (text[1] == '-') {
        return find_option(command, text + 2, length - 2);
    }
    const struct option *option = find_letter(command, text[1]);
    if (length > 2 &&
        (option == NULL || option->argument == NULL || find_option(command, text + 1, length - 1) != NULL)) {
        return NULL; /* -format is a mistake for --format */
    }
    *argument = length > 2 ? text + 2 : *argument;
    return option;
}

/* Parses the option at argv[*at]; *at moves to the last argument that it takes. */
static enum parsed parse_one(const struct command *command, int argc, char **argv, int *at, void *settings)
{
    const char *text = argv[*at];
    size_t length = strcspn(text, "=");
    const char *argument;
    const struct option *option = split_option(command, text, length, &argument);
    if (option == NULL) {
        return unknown_option(command, text, length);
    }
    if (option->argument == NULL && argument != NULL) {
        usage_error(command, WORDS_TAKES_NO_VALUE, ARGUMENTS(TERM("option", option->name)));
        return PARSED_WRONG;
    }
    if (option->argument != NULL && argument == NULL && *at + 1 < argc) {
        argument = argv[++*at];
    }
    /* A script passes an empty text where its variable isn't set. */
    if (option->argument != NULL && (argument == NULL || *argument == '\0')) {
        usage_error(command, WORDS_NEEDS_A_VALUE,
                    ARGUMENTS(TERM("option", option->name), TERM("argument", option->argument)));
        return PARSED_WRONG;
    }
    return apply_option(command, option, argument, settings);
}

enum parsed options_parse(const struct command *command, int argc, char **argv, void *settings, int *operands,
                          enum status *status)
{
    bool only_operands = false;
    *operands = 0;
    *status = STATUS_FINE;
    for (int at = 0; at < argc; at++) {
        char *text = argv[at];
        if (only_operands || text[0] != '-' || text[1] == '\0') {
            argv[(*operands)++] = text;
        } else if (strcmp(text, "--") == 0) {
            only_operands = true;
        } else {
            enum parsed parsed = parse_one(command, argc, argv, &at, settings);
            if (parsed != PARSED) {
                *status = parsed == PARSED_HELP ? finish_output(command->language) : STATUS_USAGE;
                return parsed;
            }
        }
    }
    return PARSED;
}
