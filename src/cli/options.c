#include "cli/options.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "base/os.h"
#include "report/escape.h"
#include "report/say.h"
#include "report/wrap.h"
#include "vrmlint.h"

enum { LINE_SIZE = 1024 };

/* ---- what is said on standard error ---- */

enum status usage_error(const struct command *command, const char *format, ...)
{
    char line[LINE_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    fputs("vrmlint: ", stderr);
    escape_terminal(stderr, line, strlen(line));
    fprintf(stderr, " (see: vrmlint %s --help)\n", command->name);
    return STATUS_USAGE;
}

enum status trouble(const char *path, const char *why)
{
    const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
    fputs("vrmlint: ", stderr);
    escape_terminal(stderr, name, strlen(name));
    fputs(*path == '\0' ? "'': " : ": ", stderr);
    escape_terminal(stderr, why, strlen(why));
    fputc('\n', stderr);
    return STATUS_TROUBLE;
}

enum status settings_error(const char *text)
{
    fputs("vrmlint: ", stderr);
    escape_terminal(stderr, text, strlen(text));
    fputc('\n', stderr);
    return STATUS_USAGE;
}

void notice(const char *where, const char *format, ...)
{
    char line[LINE_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    trouble(where, line);
}

enum status finish_output(void)
{
    struct os_error error;
    return os_flush(stdout, &error) ? STATUS_FINE : trouble("standard output", error.text);
}

size_t output_width(void)
{
    return wrap_width(os_columns(1));
}

/* ---- parsing ---- */

static const struct option *find(const struct command *command, const char *name, size_t length)
{
    for (const struct option *option = command->options; option->name != NULL; option++) {
        if (strlen(option->name) == length && memcmp(option->name, name, length) == 0) {
            return option;
        }
    }
    return NULL;
}

static enum parsed unknown_option(const struct command *command, const char *text, size_t length)
{
    size_t dashes = strspn(text, "-");
    struct nearest nearest = nearest_to(text + dashes, length - dashes);
    for (const struct option *option = command->options; option->name != NULL; option++) {
        nearest_offer(&nearest, option->name);
    }
    if (nearest.best.text == NULL) {
        usage_error(command, "there is no option '%.*s'", (int)length, text);
    } else {
        usage_error(command, "there is no option '%.*s'; did you mean '--%.*s'?", (int)length, text,
                    (int)nearest.best.length, nearest.best.text);
    }
    return PARSED_WRONG;
}

/* The place of a word in "one|two|three"; -1 when it isn't there. All of them are offered to nearest. */
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
        usage_error(command, "--%s can't be '%s'; did you mean '%.*s'?", option->name, argument,
                    (int)nearest.best.length, nearest.best.text);
    } else {
        usage_error(command, "--%s can't be '%s': it is one of %s", option->name, argument, option->argument);
    }
    return place >= 0;
}

static enum parsed apply(const struct command *command, const struct option *option, const char *argument,
                         void *settings)
{
    char error[LINE_SIZE];
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
        if (!option->call(settings, argument, error, sizeof error)) {
            usage_error(command, "--%s: %s", option->name, error);
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

/* One option at argv[*at]; *at moves to the last argument that it takes. */
static enum parsed parse_one(const struct command *command, int argc, char **argv, int *at, void *settings)
{
    const char *text = argv[*at];
    size_t length = strcspn(text, "=");
    const struct option *option = NULL;
    if (strcmp(text, "-h") == 0) {
        option = find(command, "help", strlen("help"));
    } else if (strncmp(text, "--", 2) == 0) {
        option = find(command, text + 2, length - 2);
    }
    if (option == NULL) {
        return unknown_option(command, text, length);
    }
    const char *argument = text[length] == '=' ? text + length + 1 : NULL;
    if (option->argument == NULL && argument != NULL) {
        usage_error(command, "--%s takes no value", option->name);
        return PARSED_WRONG;
    }
    if (option->argument != NULL && argument == NULL) {
        if (*at + 1 >= argc) {
            usage_error(command, "--%s needs a value: --%s %s", option->name, option->name, option->argument);
            return PARSED_WRONG;
        }
        argument = argv[++*at];
    }
    return apply(command, option, argument, settings);
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
                *status = parsed == PARSED_HELP ? finish_output() : STATUS_USAGE;
                return parsed;
            }
        }
    }
    return PARSED;
}

/* ---- help ---- */

enum { HELP_INDENT = 2, HELP_COLUMN = 26 };

static void help_option(const struct command *command, const struct option *option, size_t width)
{
    int column = printf("%*s--%s%s%s", HELP_INDENT, "", option->name, option->argument == NULL ? "" : " ",
                        option->argument == NULL ? "" : option->argument);
    if (column + 2 > HELP_COLUMN) {
        printf("\n%*s", HELP_COLUMN, "");
    } else {
        printf("%*s", HELP_COLUMN - column, "");
    }
    wrap(stdout, translation_of_text(command->language, option->help), HELP_COLUMN, HELP_COLUMN, width);
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
    /* all of printf() would take longer than the rest */
    fputs("vrmlint ", stdout);
    puts(vrmlint_version());
}

void options_help(const struct command *command)
{
    size_t width = output_width();
    enum vrmlint_language language = command->language;
    say(stdout, language, WORDS_HEAD_USAGE, NO_ARGUMENTS);
    printf(": vrmlint %s [options]%s%s\n\n", command->name, *command->operands == '\0' ? "" : " ", command->operands);
    wrap(stdout, translation_of_text(language, command->summary), 0, 0, width);
    fputs("\n\n", stdout);
    say(stdout, language, WORDS_HEAD_OPTIONS, NO_ARGUMENTS);
    puts(":");
    for (const struct option *option = command->options; option->name != NULL; option++) {
        help_option(command, option, width);
    }
    if (command->details != NULL) {
        help_paragraphs(translation_of_text(language, command->details), width);
    }
}
