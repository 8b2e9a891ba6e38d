/* vrmlint rules: lists all rules. */
#include <stddef.h>
#include <stdio.h>

#include "cli/commands.h"
#include "cli/rules_list.h"
#include "ids/messages_command.h"

enum form { FORM_TEXT, FORM_JSON, FORM_MARKDOWN, FORM_MDOC }; /* the words of --format */

struct settings {
    int form;
};

static const struct option options[] = {
    WORD_OPTION(
        "format", "text|json|markdown|mdoc", struct settings, form,
        N_("a line per rule (text, the default), every field of the table (json), a table for a web page (markdown), "
           "or the manual page vrmlint-rules(7) (mdoc)")),
    OPTIONS_COMMON,
};

static enum status run_rules(const struct command *command, int argc, char **argv)
{
    struct settings settings = {FORM_TEXT};
    enum status status;
    int operands;
    if (options_parse(command, argc, argv, &settings, &operands, &status) != PARSED) {
        return status;
    }
    if (operands > 0) {
        return usage_error(command, WORDS_RULES_TAKES_NONE, ARGUMENTS(TERM("name", argv[0])));
    }
    switch ((enum form)settings.form) {
    case FORM_TEXT:
        rules_text(stdout, command->language, NULL);
        break;
    case FORM_JSON:
        rules_json(stdout);
        break;
    case FORM_MARKDOWN:
        rules_markdown(stdout, command->language);
        break;
    case FORM_MDOC:
        rules_mdoc(stdout, command->language);
        break;
    }
    return finish_output(command->language);
}

const struct command command_rules = {
    .name = "rules",
    .operands = "",
    .summary = N_("List every rule"),
    .options = options,
    .run = run_rules,
};
