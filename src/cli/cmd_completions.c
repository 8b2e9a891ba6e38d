/* vrmlint completions: completions for shells, from the tables that parse the command line. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cli/commands.h"
#include "ids/messages_command.h"
#include "report/report.h"
#include "vrmlint.h"

static const struct option options[] = {OPTIONS_COMMON};

/* Kinds of values of an argument or operand, by its text in --help. */
enum values {
    VALUES_NONE, /* unpredictable, or none */
    VALUES_WORDS,
    VALUES_FORMATS,
    VALUES_RULES,
    VALUES_BUDGETS,
    VALUES_FILES,
};

static enum values values_of(const char *argument)
{
    static const struct {
        const char *begin;
        enum values values;
    } kinds[] = {
        {"NAME", VALUES_FORMATS}, {"LIST", VALUES_RULES},  {"RULE", VALUES_RULES}, {"FILE", VALUES_FILES},
        {"PATH", VALUES_FILES},   {"[PATH", VALUES_FILES}, {"DIR", VALUES_FILES},  {"PRESET", VALUES_BUDGETS},
    };
    if (argument == NULL) {
        return VALUES_NONE;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (text_begins(argument, kinds[i].begin)) {
            return kinds[i].values;
        }
    }
    return strchr(argument, '|') != NULL ? VALUES_WORDS : VALUES_NONE;
}

static void print_rules(void)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    size_t family = 0;
    for (size_t i = 0; i < count; i++) {
        size_t length = strcspn(rules[i].id, "/");
        if (i == 0 || length != family || strncmp(rules[i].id, rules[i - 1].id, length) != 0) {
            printf("%s%.*s", i == 0 ? "" : " ", (int)length, rules[i].id);
        }
        family = length;
        printf(" %s", rules[i].id);
    }
}

static void print_budgets(void)
{
    size_t count;
    const struct vrmlint_budget_preset *presets = vrmlint_budget_presets(&count);
    for (size_t i = 0; i < count; i++) {
        printf("%s%s", i == 0 ? "" : " ", presets[i].name);
    }
}

/* Prints the values, separated by spaces; nothing if only the shell knows them. */
static void print_values(enum values values, const char *argument)
{
    if (values == VALUES_WORDS) {
        for (; *argument != '\0'; argument++) {
            putchar(*argument == '|' ? ' ' : *argument);
        }
    } else if (values == VALUES_FORMATS) {
        for (size_t i = 0; report_formats[i]->name != NULL; i++) {
            printf("%s%s", i == 0 ? "" : " ", report_formats[i]->name);
        }
    } else if (values == VALUES_RULES) {
        print_rules();
    } else if (values == VALUES_BUDGETS) {
        print_budgets();
    }
}

static void print_commands(const struct command *const *commands)
{
    for (size_t i = 0; commands[i] != NULL; i++) {
        printf("%s%s", i == 0 ? "" : " ", commands[i]->name);
    }
}

/* Prints the first clause of a help text, without characters that are special in shells. */
static void print_clause(const char *help)
{
    for (size_t i = 0; help[i] != '\0' && strchr(";:(", help[i]) == NULL; i++) {
        bool last_space = help[i] == ' ' && help[i + 1] == '(';
        if (strchr("'\"`[]\\$", help[i]) == NULL && !last_space) {
            putchar(help[i]);
        }
    }
}

/* ---- bash ---- */

static void bash_values(const char *argument)
{
    enum values values = values_of(argument);
    if (values == VALUES_RULES) {
        puts("kind=words words=$_vrmlint_rules ;;");
    } else {
        printf("kind=%s words='", values == VALUES_FILES ? "files" : "words");
        print_values(values, argument);
        puts("' ;;");
    }
}

static void bash_command(const struct command *command)
{
    printf("        %s)\n            options='", command->name);
    for (const struct option *option = command->options; option->name != NULL; option++) {
        printf("%s--%s", option == command->options ? "" : " ", option->name);
    }
    printf("'\n            case $before in\n");
    for (const struct option *option = command->options; option->name != NULL; option++) {
        if (option->argument != NULL) {
            printf("                --%s) ", option->name);
            bash_values(option->argument);
        }
    }
    printf("                *) ");
    bash_values(command->operands);
    puts("            esac ;;");
}

static void print_bash(const struct command *const *commands)
{
    printf("# bash completion for vrmlint, made by: vrmlint completions bash\n_vrmlint_rules='");
    print_rules();
    puts("'\n"
         "_vrmlint() {\n"
         "    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=check\n"
         "    local options kind words list=\n"
         "    if [[ $current == = ]]; then\n"
         "        current=\n"
         "    elif [[ $before == = ]]; then\n"
         "        before=${COMP_WORDS[COMP_CWORD-2]}\n"
         "    fi\n"
         "    case ${COMP_WORDS[1]} in");
    printf("        ");
    for (size_t i = 0; commands[i] != NULL; i++) {
        printf("%s%s", i == 0 ? "" : "|", commands[i]->name);
    }
    puts(") [[ $COMP_CWORD -gt 1 ]] && command=${COMP_WORDS[1]} ;;\n"
         "    esac\n"
         "    case $command in");
    for (size_t i = 0; commands[i] != NULL; i++) {
        bash_command(commands[i]);
    }
    puts("    esac\n"
         "    if [[ $current == -* ]]; then\n"
         "        words=$options kind=words\n"
         "    elif [[ $current == *,* && $kind == words ]]; then\n"
         "        list=${current%,*},\n"
         "        current=${current##*,}\n"
         "    fi\n"
         "    if [[ $kind == files ]]; then\n"
         "        compopt -o filenames 2>/dev/null\n"
         "        mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n"
         "    else\n"
         "        mapfile -t COMPREPLY < <(compgen -P \"$list\" -W \"$words\" -- \"$current\")\n"
         "    fi");
    printf("    if [[ $COMP_CWORD -eq 1 && $current != -* ]]; then\n"
           "        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W '");
    print_commands(commands);
    puts("' -- \"$current\")\n"
         "    fi\n"
         "}\n"
         "complete -F _vrmlint vrmlint");
}

/* ---- zsh ---- */

static void zsh_values(const char *argument)
{
    enum values values = values_of(argument);
    if (values == VALUES_FILES) {
        printf("_files");
    } else if (values == VALUES_RULES) {
        printf("_sequence compadd - $_vrmlint_rules");
    } else {
        putchar('(');
        print_values(values, argument);
        putchar(')');
    }
}

static void print_zsh(const struct command *const *commands)
{
    puts("#compdef vrmlint\n# zsh completion for vrmlint, made by: vrmlint completions zsh\n"
         "_vrmlint_command() {\n    case $1 in");
    for (size_t i = 0; commands[i] != NULL; i++) {
        printf("    %s) _arguments -s", commands[i]->name);
        for (const struct option *option = commands[i]->options; option->name != NULL; option++) {
            printf(" \\\n        '*--%s%s[", option->name, option->argument == NULL ? "" : "=");
            print_clause(option->help);
            putchar(']');
            if (option->argument != NULL) {
                printf(":%s:", option->name);
                zsh_values(option->argument);
            }
            putchar('\'');
        }
        if (values_of(commands[i]->operands) != VALUES_NONE) {
            printf(" \\\n        '*:operand:");
            zsh_values(commands[i]->operands);
            putchar('\'');
        }
        puts(" ;;");
    }
    printf("    esac\n}\n_vrmlint() {\n    local -a names=(");
    print_commands(commands);
    printf(")\n    local -a _vrmlint_rules=(");
    print_rules();
    puts(")\n"
         "    if (( CURRENT > 2 && $names[(Ie)$words[2]] )); then\n"
         "        local name=$words[2]\n"
         "        shift words\n"
         "        (( CURRENT-- ))\n"
         "        _vrmlint_command $name\n"
         "        return\n"
         "    fi\n"
         "    (( CURRENT == 2 )) && compadd -a names\n"
         "    _vrmlint_command check\n"
         "}\n"
         "_vrmlint \"$@\"");
}

/* ---- fish ---- */

/* Prints when the words of a command are offered: those of check also if no command is named. */
static void fish_condition(const struct command *const *commands, const struct command *command)
{
    printf("complete -c vrmlint -n '");
    if (command == &command_check) {
        printf("__fish_seen_subcommand_from check; or not __fish_seen_subcommand_from ");
        print_commands(commands);
    } else {
        printf("__fish_seen_subcommand_from %s", command->name);
    }
    putchar('\'');
}

static void fish_values(const char *argument)
{
    enum values values = values_of(argument);
    if (values == VALUES_FILES) {
        printf(" -r -F");
    } else if (values == VALUES_RULES) {
        printf(" -x -a '$__vrmlint_rules'");
    } else {
        printf(" -x -a '");
        print_values(values, argument);
        putchar('\'');
    }
}

static void print_fish(const struct command *const *commands)
{
    printf("# fish completion for vrmlint, made by: vrmlint completions fish\nset -g __vrmlint_rules ");
    print_rules();
    putchar('\n');
    for (size_t i = 0; commands[i] != NULL; i++) {
        printf("complete -c vrmlint -n __fish_use_subcommand -a %s -d '", commands[i]->name);
        print_clause(commands[i]->summary);
        puts("'");
        for (const struct option *option = commands[i]->options; option->name != NULL; option++) {
            fish_condition(commands, commands[i]);
            printf(" -l %s -d '", option->name);
            print_clause(option->help);
            putchar('\'');
            if (option->argument != NULL) {
                fish_values(option->argument);
            }
            putchar('\n');
        }
        if (values_of(commands[i]->operands) == VALUES_RULES || values_of(commands[i]->operands) == VALUES_WORDS) {
            fish_condition(commands, commands[i]);
            fish_values(commands[i]->operands);
            putchar('\n');
        }
    }
}

static enum status run_completions(const struct command *command, int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*write)(const struct command *const *commands);
    } shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
    enum status status;
    int operands;
    int no_settings;
    if (options_parse(command, argc, argv, &no_settings, &operands, &status) != PARSED) {
        return status;
    }
    for (size_t i = 0; operands == 1 && i < sizeof shells / sizeof *shells; i++) {
        if (strcmp(argv[0], shells[i].name) == 0) {
            shells[i].write(command->all);
            return finish_output(command->language);
        }
    }
    return usage_error(command, WORDS_SHELLS, NO_ARGUMENTS);
}

const struct command command_completions = {
    .name = "completions",
    .operands = "bash|zsh|fish",
    .summary = N_("Print a script that makes a shell complete commands, options and rules"),
    .details = N_("If vrmlint is installed with `meson install` or from a package, shells find the script by "
                  "themselves. Otherwise:\n"
                  "bash: vrmlint completions bash >~/.local/share/bash-completion/completions/vrmlint\n"
                  "zsh: vrmlint completions zsh >FOLDER/_vrmlint, a folder of $fpath\n"
                  "fish: vrmlint completions fish >~/.config/fish/completions/vrmlint.fish\n"),
    .options = options,
    .run = run_completions,
};
