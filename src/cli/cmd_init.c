/* vrmlint init: creates the first files that a repository of avatars needs. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/os.h"
#include "cli/commands.h"
#include "cli/links.h"
#include "cli/outputs.h"
#include "ids/messages_command.h"
#include "report/escape.h"
#include "report/print.h"
#include "report/report.h"
#include "run/policies.h"
#include "vrmlint.h"

#define BASELINE "vrmlint-baseline.txt"
#define WORKFLOW ".github/workflows/vrmlint.yml"
#define GITLAB ".gitlab-ci.yml"
#define GITLAB_PIECE ".gitlab/vrmlint.yml"
#define PRE_COMMIT ".pre-commit-config.yaml"
#define REPOSITORY "https://github.com/vrmlint/vrmlint"
#define RAW "https://raw.githubusercontent.com/vrmlint/vrmlint"

enum { FILES_MOST = 3 /* settings, baseline, and one for the CI */ };

enum init_ci { CI_GITHUB, CI_GITLAB, CI_PRE_COMMIT, CI_NONE }; /* the words of --ci */

struct init_settings {
    bool no_baseline;
    bool no_workflow;
    int ci; /* -1: decided by what is there */
};

static const struct option init_options[] = {
    WORD_OPTION(
        "ci", "github|gitlab|pre-commit|none", struct init_settings, ci,
        N_("what to write for checks of every change; without it, what the files of the working folder suggest, "
           "or a workflow for GitHub")),
    FLAG_OPTION("no-baseline", struct init_settings, no_baseline, N_("make no baseline: every finding is one to fix")),
    FLAG_OPTION("no-workflow", struct init_settings, no_workflow, N_("the same as --ci none")),
    OPTIONS_COMMON,
};

/* The results so far. */
struct initializing {
    const struct command *command;
    const char *written[FILES_MOST];
    size_t written_count;
    const char *left[FILES_MOST]; /* files that existed already */
    size_t left_count;
    const char *include; /* a file to include in .gitlab-ci.yml, or NULL */
    bool adds_hook;      /* the user has to add the hook to .pre-commit-config.yaml */
    bool unused;         /* there is a baseline that the settings don't name */
    char *here;          /* true path of the working folder; NULL: unknown */
    size_t top;          /* length of the repository's folder in here, if the working folder is a folder in it; or 0 */
    const struct init_settings *settings;
    struct report_summary totals; /* what the check found that wrote the baseline */
    enum init_ci ci;
    int count;
    char **paths;
};

/* Returns the tag of the release that this version is, or leads to, and its length. */
static int tag_length(void)
{
    return (int)strcspn(vrmlint_version(), "-+");
}

/* Whether a file is to be created. Otherwise it exists already, or may not be written (see links_allow()), which is
 * reported; *status is set. */
static bool is_wanted(struct initializing *made, const char *path, enum status *status)
{
    struct os_error error;
    *status = STATUS_FINE;
    if (os_kind_of(path, &error) != OS_MISSING) {
        made->left[made->left_count++] = path;
        return false;
    }
    if (!links_allow(path, 0, &error)) {
        *status = run_error(made->command->language, path, error.text);
        return false;
    }
    return true;
}

/* Creates a file, and the folder that contains it. Returns NULL if that fails, which is reported. */
static FILE *create_file(const struct initializing *made, const char *path, enum status *status)
{
    struct os_error error;
    char folder[sizeof WORKFLOW];
    bool ok = true;
    for (const char *at = path; ok && (at = strchr(at, '/')) != NULL; at++) {
        snprintf(folder, sizeof folder, "%.*s", (int)(at - path), path);
        ok = os_make_folder(folder, &error);
    }
    FILE *out = ok ? os_create_new(path, &error) : NULL;
    if (out == NULL) {
        *status = run_error(made->command->language, path, error.text);
    }
    return out;
}

/* Closes a new file, and notes it. */
static enum status close_new_file(struct initializing *made, const char *path, FILE *out)
{
    struct os_error error;
    bool ok = os_flush(out, &error);
    fclose(out);
    if (!ok) {
        os_remove(path);
        return run_error(made->command->language, path, error.text);
    }
    made->written[made->written_count++] = path;
    return STATUS_FINE;
}

static enum status write_settings(struct initializing *made, bool baseline)
{
    enum status status;
    FILE *out = is_wanted(made, CONFIG_NAME, &status) ? create_file(made, CONFIG_NAME, &status) : NULL;
    if (out == NULL) {
        return status;
    }
    fputs("{\n  \"root\": true,\n  \"failOn\": \"error\",\n", out);
    fputs(baseline ? "  \"baseline\": \"" BASELINE "\",\n" : "", out);
    fputs("  \"exclude\": []\n}\n", out);
    return close_new_file(made, CONFIG_NAME, out);
}

/* ---- checks of every change ---- */

/* Prints a text with another for every occurrence of a word. */
static void print_replaced(FILE *out, const char *text, const char *word, const char *other)
{
    for (const char *at; (at = strstr(text, word)) != NULL; text = at + strlen(word)) {
        fprintf(out, "%.*s%s", (int)(at - text), text, other);
    }
    fputs(text, out);
}

/* In a workflow, ${{ begins an expression, which may be a string. */
static void print_github(FILE *out, const struct initializing *made)
{
    fputs("name: avatars\n"
          "on: [push, pull_request]\n"
          "jobs:\n"
          "  vrmlint:\n"
          "    runs-on: ubuntu-latest\n"
          "    permissions:\n"
          "      contents: read\n"
          "      security-events: write # for the upload of SARIF\n"
          "    steps:\n"
          "      - uses: actions/checkout@v4\n",
          out);
    fprintf(out, "      - uses: vrmlint/vrmlint@v%.*s\n        with:\n          paths: |\n", tag_length(),
            vrmlint_version());
    for (int i = 0; i < made->count; i++) {
        fputs(*made->paths[i] == ' ' ? "            ./" : "            ", out);
        print_replaced(out, made->paths[i], "${{", "${{ '${{' }}");
        putc('\n', out);
    }
    fputs("          sarif: vrmlint.sarif\n"
          "      # pull requests from forks may not upload\n"
          "      - if: always() && hashFiles('vrmlint.sarif') != '' && !github.event.pull_request.head.repo.fork\n"
          "        uses: github/codeql-action/upload-sarif@v3\n"
          "        with:\n"
          "          sarif_file: vrmlint.sarif\n",
          out);
}

/* GitLab replaces variables in the value of a variable, and $$ by $. */
static void print_gitlab(FILE *out, const struct initializing *made)
{
    const char *path = made->paths[0];
    fprintf(out, "include:\n  - remote: " RAW "/v%.*s/adopt/gitlab-ci.yml\n\nvrmlint:\n  variables:\n    AVATARS: ",
            tag_length(), vrmlint_version());
    putc('"', out);
    for (size_t length; *path != '\0'; path += length) {
        length = *path == '$' ? 1 : strcspn(path, "$");
        fputs(*path == '$' ? "$" : "", out);
        escape_json_part(out, path, length);
    }
    fprintf(out, "\"\n    VRMLINT_VERSION: v%.*s\n", tag_length(), vrmlint_version());
}

static void print_hook(FILE *out, const char *indent)
{
    fprintf(out, "%s- repo: " REPOSITORY "\n%s  rev: v%.*s\n%s  hooks:\n%s    - id: vrmlint\n", indent, indent,
            tag_length(), vrmlint_version(), indent, indent);
}

static bool is_there(const char *path)
{
    struct os_error ignored;
    return os_kind_of(path, &ignored) != OS_MISSING;
}

/* Decides by the files of the working folder. */
static enum init_ci find_ci(void)
{
    return is_there(GITLAB)       ? CI_GITLAB
           : is_there(".github")  ? CI_GITHUB
           : is_there(PRE_COMMIT) ? CI_PRE_COMMIT
                                  : CI_GITHUB;
}

/* Services and pre-commit read their files only at the top of a repository: finds it if that is another folder. */
static void find_top(struct initializing *made)
{
    struct os_error ignored;
    made->here = os_true_path(".", &ignored);
    size_t length = made->here == NULL ? 0 : strlen(made->here);
    char *path = malloc(length + sizeof "/.git");
    for (; path != NULL && length > 0 && !is_there(".git"); length--) {
        if (made->here[length] == '/') {
            snprintf(path, length + sizeof "/.git", "%.*s/.git", (int)length, made->here);
            if (is_there(path)) {
                made->top = length;
                break;
            }
        }
    }
    free(path);
}

static enum status write_ci(struct initializing *made)
{
    enum status status;
    bool in_piece = made->ci == CI_GITLAB && is_there(GITLAB);
    const char *path = made->ci == CI_GITHUB       ? WORKFLOW
                       : made->ci == CI_PRE_COMMIT ? PRE_COMMIT
                       : in_piece                  ? GITLAB_PIECE
                                                   : GITLAB;
    if (made->ci == CI_NONE || made->top > 0) {
        return STATUS_FINE;
    }
    FILE *out = is_wanted(made, path, &status) ? create_file(made, path, &status) : NULL;
    made->adds_hook = made->ci == CI_PRE_COMMIT && out == NULL && status == STATUS_FINE;
    made->include = in_piece ? path : NULL;
    if (out == NULL) {
        return status;
    }
    switch (made->ci) {
    case CI_GITHUB:
        print_github(out, made);
        break;
    case CI_GITLAB:
        print_gitlab(out, made);
        break;
    default:
        fputs("repos:\n", out);
        print_hook(out, "  ");
        break;
    }
    return close_new_file(made, path, out);
}

/* ---- the baseline ---- */

/* Writes a baseline with all current findings. */
static enum status write_baseline(struct initializing *made)
{
    static const char *const head[] = {"--write-baseline", BASELINE,        "--fail-on", "never",
                                       "--quiet",          "--allow-empty", "--"};
    enum { HEAD = sizeof head / sizeof *head };
    enum status status;
    if (!is_wanted(made, BASELINE, &status)) {
        return status;
    }
    const char **arguments = calloc((size_t)made->count + HEAD, sizeof *arguments);
    if (arguments == NULL) {
        return run_error(made->command->language, "vrmlint", OS_NO_MEMORY);
    }
    memcpy(arguments, head, sizeof head);
    for (int i = 0; i < made->count; i++) {
        arguments[HEAD + i] = made->paths[i];
    }
    char **moved; /* check only changes their order */
    memcpy(&moved, &arguments, sizeof moved);
    struct command check = command_check;
    check.language = made->command->language;
    check.asks_language = made->command->asks_language;
    check.all = made->command->all;
    check.totals = &made->totals;
    status = check.run(&check, HEAD + made->count, moved);
    if (status < STATUS_USAGE) {
        made->written[made->written_count++] = BASELINE;
    }
    free(arguments);
    return status;
}

static bool names_baseline_guarded(struct arena *arena, const struct vrmlint_policy *base, struct policies **policies)
{
    jmp_buf guard;
    if (setjmp(guard) != 0) {
        return true;
    }
    arena_guard(arena, &guard);
    const struct policies_options options = {.base = base};
    struct vrmlint_refusal ignored = {.language = VRMLINT_ENGLISH};
    struct os_identity named;
    struct os_identity written;
    const char *origin;
    *policies = policies_new(arena, &options);
    const struct vrmlint_policy *policy = policies_find(*policies, "-", &ignored);
    const char *path = policy == NULL ? NULL : vrmlint_policy_baseline(policy, &origin);
    return path != NULL && os_identify(path, &named) && os_identify(BASELINE, &written) &&
           named.device == written.device && named.inode == written.inode;
}

/* Whether the settings of the working folder, which may be older than the baseline, name it. */
static bool names_baseline(void)
{
    struct arena *arena = arena_new();
    struct vrmlint_policy *base = vrmlint_policy_new();
    struct policies *policies = NULL;
    bool names = arena == NULL || base == NULL || names_baseline_guarded(arena, base, &policies);
    policies_free(policies);
    vrmlint_policy_free(base);
    arena_free(arena);
    return names;
}

/* ---- the result ---- */

static void print_init_line(const struct initializing *made, enum message words, const struct argument *arguments)
{
    print_words(stdout, made->command->language, words, arguments);
    putchar('\n');
}

static void print_paths(const struct initializing *made, enum message words, const char *const *paths, size_t count)
{
    struct argument items[FILES_MOST];
    for (size_t i = 0; i < count; i++) {
        items[i] = TERM("", paths[i]);
    }
    if (count > 0) {
        print_init_line(made, words, ARGUMENTS(argument_list("paths", items, count, count, JOIN_AND)));
    }
}

/* Prints a path as one word of a command, after a space. */
static void print_operand(const char *path)
{
    char *word = malloc(shell_word(path, NULL));
    if (word != NULL) {
        shell_word(path, word);
        putchar(' ');
        escape_terminal(stdout, word, strlen(word));
    }
    free(word);
}

/* Prints a path of the command line as it is named at the top of the repository. */
static void print_from_top(const struct initializing *made, const char *path)
{
    struct os_error ignored;
    char *found = os_true_path(path, &ignored); /* NULL: the path is for what will be there later */
    char *joined = os_text("%s/%s", made->here, path);
    const char *whole = found != NULL ? found : joined;
    if (whole != NULL && strncmp(whole, made->here, made->top) == 0 && whole[made->top] == '/') {
        print_operand(whole + made->top + 1);
    } else if (whole != NULL) {
        print_operand(strlen(whole) == made->top ? "." : whole);
    }
    free(joined);
    free(found);
}

/* Prints the command that writes the check of every change where it is read. */
static void print_top(const struct initializing *made)
{
    print_init_line(made, WORDS_INIT_TOP, NO_ARGUMENTS);
    char *top = os_text("%.*s", (int)made->top, made->here);
    if (top != NULL) {
        fputs("    cd", stdout);
        print_operand(top);
        fputs(" && vrmlint init --no-baseline", stdout);
    }
    free(top);
    if (made->settings->ci >= 0) {
        printf(" --ci %s", made->ci == CI_GITHUB ? "github" : made->ci == CI_GITLAB ? "gitlab" : "pre-commit");
    }
    for (int i = 0; i < made->count; i++) {
        print_from_top(made, made->paths[i]);
    }
    putchar('\n');
}

/* Prints the totals of the check as it prints them itself, and what they mean. */
static void print_found(const struct initializing *made)
{
    const struct reporter reporter = {.out = stdout, .options = {.language = made->command->language}};
    const size_t *counts = made->totals.counts;
    if (counts[VRMLINT_ERROR] + counts[VRMLINT_WARNING] + counts[VRMLINT_INFO] == 0) {
        print_init_line(made, WORDS_INIT_CLEAN, NO_ARGUMENTS);
        return;
    }
    report_print_totals(&reporter, &made->totals);
    putchar('\n');
    print_init_line(made, made->unused ? WORDS_INIT_UNUSED : WORDS_INIT_FOUND, NO_ARGUMENTS);
}

/* Prints what was found and written, then what to do next. */
static void print_result(const struct initializing *made, bool found)
{
    if (found) {
        print_found(made);
    }
    print_paths(made, WORDS_INIT_WROTE, made->written, made->written_count);
    print_paths(made, WORDS_INIT_THERE, made->left, made->left_count);
    if (made->unused) {
        print_init_line(made, WORDS_INIT_BASELINE, ARGUMENTS(TERM("path", CONFIG_NAME)));
        fputs("    \"baseline\": \"" BASELINE "\"\n", stdout);
    }
    if (made->include != NULL) {
        print_init_line(made, WORDS_INIT_INCLUDE, ARGUMENTS(TERM("path", GITLAB)));
        printf("    include:\n      - local: %s\n", made->include);
    }
    if (made->adds_hook) {
        print_init_line(made, WORDS_INIT_HOOK, ARGUMENTS(TERM("path", PRE_COMMIT)));
        print_hook(stdout, "      ");
    }
    bool checks = made->ci != CI_NONE && made->top == 0;
    if (made->ci != CI_NONE && made->top > 0) {
        print_top(made);
    }
    if (made->written_count > 0) {
        print_init_line(made, checks ? WORDS_INIT_NEXT : WORDS_INIT_COMMIT, NO_ARGUMENTS);
        fputs("    git add", stdout);
        for (size_t i = 0; i < made->written_count; i++) {
            printf(" %s", made->written[i]);
        }
        printf("%s%s%s\n", made->unused ? " " CONFIG_NAME : "", made->include != NULL ? " " GITLAB : "",
               made->adds_hook ? " " PRE_COMMIT : ""); /* what the user edits as told above */
    }
}

static bool breaks_line(int count, char **paths)
{
    for (int i = 0; i < count; i++) {
        if (strpbrk(paths[i], "\r\n") != NULL) {
            return true;
        }
    }
    return false;
}

static enum status run_init(const struct command *command, int argc, char **argv)
{
    struct init_settings settings = {.ci = -1};
    char here[] = ".";
    char *all[] = {here};
    enum status status;
    int count;
    if (options_parse(command, argc, argv, &settings, &count, &status) != PARSED) {
        return status;
    }
    if (breaks_line(count, argv)) {
        return usage_error(command, WORDS_INIT_LINE, NO_ARGUMENTS);
    }
    enum init_ci ci = settings.no_workflow ? CI_NONE : settings.ci < 0 ? find_ci() : (enum init_ci)settings.ci;
    if (ci == CI_GITLAB && count > 1) {
        return usage_error(command, WORDS_INIT_ONE, NO_ARGUMENTS);
    }
    struct initializing made = {.command = command,
                                .settings = &settings,
                                .ci = ci,
                                .count = count == 0 ? 1 : count,
                                .paths = count == 0 ? all : argv};
    find_top(&made);
    if (!settings.no_baseline) {
        status = write_baseline(&made);
    }
    bool found = made.written_count > 0;
    if (status < STATUS_USAGE) {
        status = worse(status, write_settings(&made, !settings.no_baseline));
    }
    if (status < STATUS_USAGE) {
        status = worse(status, write_ci(&made));
    }
    made.unused = !settings.no_baseline && is_there(BASELINE) && !names_baseline();
    print_result(&made, found);
    free(made.here);
    enum status printed = finish_output(command->language);
    return worse(status, printed);
}

const struct command command_init = {
    .name = "init",
    .operands = "[PATH...]",
    .summary = N_("Set up a repository of avatars: settings, a baseline, a workflow"),
    .details = N_(
        "Checks the PATHs (default: the working folder), writes what is found now to vrmlint-baseline.txt, so "
        "later runs report only what is new, and writes .vrmlint.json and a check of every change: a workflow for "
        "GitHub (.github/workflows/vrmlint.yml), a job for GitLab (.gitlab-ci.yml, or .gitlab/vrmlint.yml to include "
        "in it), or a hook of pre-commit (.pre-commit-config.yaml). Files that exist already are left as they are.\n"
        "Exit status: 0; 2 wrong usage; 3 something could not be read or written.\n"),
    .options = init_options,
    .run = run_init,
};
