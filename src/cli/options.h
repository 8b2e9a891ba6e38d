/* Options, from tables: the table of a command is used for parsing, for --help and for completions. */
#ifndef VRMLINT_CLI_OPTIONS_H
#define VRMLINT_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/compiler.h"
#include "message/translations.h"
#include "vrmlint.h"

struct report_summary;

/* Exit statuses. If several apply, the highest counts. */
enum status {
    STATUS_FINE,
    STATUS_FINDINGS, /* findings at or above --fail-on */
    STATUS_USAGE,    /* error in options or settings */
    STATUS_FAILED,   /* something could not be done */
};

enum option_kind {
    OPTION_FLAG, /* no argument; sets the bool at offset */
    OPTION_WORD, /* one of the words in argument, such as "auto|always|never"; sets the int at offset to its index */
    OPTION_TEXT, /* sets the const char * at offset to the argument, borrowed */
    OPTION_CALL, /* passes the argument to call */
    OPTION_LANG, /* handled before everything else: see struct command */
    OPTION_HELP, /* prints the command's help */
    OPTION_VERSION,
};

struct option {
    const char *name;     /* without its dashes; NULL ends a table */
    const char *argument; /* as --help shows it; NULL: takes none */
    const char *help;     /* a clause without a full stop, marked with N_ */
    const char *hole;     /* in help, such as "{formats}": replaced by what fill() returns; or NULL */
    const char *(*fill)(char *text, size_t size);
    enum option_kind kind;
    char letter;   /* short form, after one dash; 0: none */
    size_t offset; /* in the command's settings */
    /* Takes an argument. Returns false, with the reason in refusal, if it is wrong. */
    bool (*call)(void *settings, const char *argument, struct vrmlint_refusal *refusal);
};

/* Rows of a table of options. The setting is a member of the command's struct; other fields may follow the help. */
#define FLAG_OPTION(the_name, settings, member, ...)                                                                   \
    {                                                                                                                  \
        .name = (the_name), .kind = OPTION_FLAG, .offset = offsetof(settings, member), .help = __VA_ARGS__             \
    }
#define WORD_OPTION(the_name, words, settings, member, ...)                                                            \
    {                                                                                                                  \
        .name = (the_name), .argument = (words), .kind = OPTION_WORD, .offset = offsetof(settings, member),            \
        .help = __VA_ARGS__                                                                                            \
    }
#define TEXT_OPTION(the_name, the_argument, settings, member, ...)                                                     \
    {                                                                                                                  \
        .name = (the_name), .argument = (the_argument), .kind = OPTION_TEXT, .offset = offsetof(settings, member),     \
        .help = __VA_ARGS__                                                                                            \
    }
#define CALL_OPTION(the_name, the_argument, the_call, ...)                                                             \
    {                                                                                                                  \
        .name = (the_name), .argument = (the_argument), .kind = OPTION_CALL, .call = (the_call), .help = __VA_ARGS__   \
    }

/* The text by which joint limits are read; settings is the struct that contains it as limit_revision. */
#define OPTION_LIMIT_REVISION(settings)                                                                                \
    WORD_OPTION("limit-revision", "B|C", settings, limit_revision,                                                     \
                N_("the text of VRMC_springBone_limit that joint limits are checked and simulated by: the published "  \
                   "draft (B, the default), or the one proposed for 1.0 (C)"))

/* The engines of spring bones, in the order of enum vrmlint_engine. */
#define ENGINES "spec|three-vrm|univrm|pbd"

/* The last rows of every table. */
#define OPTIONS_COMMON                                                                                                 \
    {.name = "lang",                                                                                                   \
     .argument = "en|ja",                                                                                              \
     .help = N_("the language of what is printed (default: that of LC_ALL, LC_MESSAGES or LANG)"),                     \
     .kind = OPTION_LANG},                                                                                             \
        {.name = "help", .letter = 'h', .help = N_("print this and exit"), .kind = OPTION_HELP},                       \
        {.name = "version", .help = N_("print the version and exit"), .kind = OPTION_VERSION},                         \
    {                                                                                                                  \
        .name = NULL                                                                                                   \
    }

struct command {
    const char *name;
    const char *operands; /* "PATH..." */
    const char *summary;  /* a clause without a full stop, marked with N_ */
    const char *details;  /* paragraphs for --help, each ended by a line feed, marked with N_; may be NULL */
    const struct option *options;
    /* Runs the command with the arguments after its name. Returns the exit status. */
    enum status (*run)(const struct command *command, int argc, char **argv);
    /* Set by the caller: the language of the output, whether the command line asks for it, and all commands,
     * terminated by NULL. */
    enum vrmlint_language language;
    bool asks_language;
    const struct command *const *all;
    struct report_summary *totals; /* set by a command that runs check: it prints no report, and the totals go here */
};

/* The result of parsing. */
enum parsed {
    PARSED,
    PARSED_HELP,  /* help or the version was requested and has been printed: the status is that of printing it */
    PARSED_WRONG, /* an error has been reported: STATUS_USAGE */
};

/* Parses argv (without the command's name) into settings: --name=value and --name value; -- ends options; - is an
 * operand. Operands may be anywhere; they are moved to the front of argv, and *operands receives their number. */
enum parsed options_parse(const struct command *command, int argc, char **argv, void *settings, int *operands,
                          enum status *status);

/* Prints the one line on standard error for a usage error. Text from the user is escaped. */
enum status usage_error(const struct command *command, enum message words, const struct argument *arguments);

/* Prints the same, with what was most probably meant: length bytes of name. */
enum status usage_error_meant(const struct command *command, enum message words, const struct argument *arguments,
                              const char *name, size_t length);

/* Prints an error as one line, "vrmlint: path: why", and returns STATUS_FAILED. why is in English and is translated if
 * there is a translation. */
enum status run_error(enum vrmlint_language language, const char *path, const char *why);

/* Prints the same for a subject that isn't a path. */
enum status run_error_of(enum vrmlint_language language, enum message what, const char *why);

/* Prints the one line for a wrong settings file. Its text begins with the position, followed by a colon and English,
 * which is translated if possible. */
enum status settings_error(const struct vrmlint_refusal *refusal);

/* Prints a line on standard error: "vrmlint: words". */
void announce(enum vrmlint_language language, enum message words, const struct argument *arguments);

/* Prints a line that isn't an error: "vrmlint: where: what". */
void notice(enum vrmlint_language language, const char *where, enum message words, const struct argument *arguments);

/* Reports if standard output couldn't be written completely. Returns the exit status of a command that only prints. */
enum status finish_output(enum vrmlint_language language);

/* Reports why standard output can't be written any more, or ends the program silently if its reader is gone. */
struct os_error;
enum status end_unprintable(enum vrmlint_language language, const struct os_error *error);

/* Reports how many of the files were done before an interrupt, and ends the program in the requested way. */
void end_interrupted(enum vrmlint_language language, size_t done, size_t count);

/* Prints the answer to --version. */
void options_version(void);

/* Returns the width of text on standard output. */
size_t output_width(void);

#endif
