#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "base/os_crash.h"
#include "base/os_thread.h"
#include "base/sort.h"
#include "base/text.h"
#include "cli/baselines.h"
#include "cli/check_options.h"
#include "cli/commands.h"
#include "cli/fix_print.h"
#include "cli/frame.h"
#include "cli/gather.h"
#include "cli/links.h"
#include "cli/outputs.h"
#include "cli/sink.h"
#include "ids/messages_command.h"
#include "ids/messages_fix.h"
#include "report/print.h"
#include "run/content.h"
#include "run/inputs.h"
#include "run/policies.h"
#include "run/pool.h"

/* The target of each input, in their order; NULL if nothing is written. In the arena of the inputs. */
struct fix_targets {
    const char **paths;
};

/* Returns the last part of a path. */
static const char *name_of(const char *path)
{
    const char *name = path;
    for (const char *at = path; *at != '\0'; at++) {
        if (text_separates_path(*at) && at[1] != '\0') {
            name = at + 1;
        }
    }
    return name;
}

/* A folder of the command line. */
struct root {
    const char *path;
    size_t length; /* without separators at the end */
    size_t index;
};

struct roots {
    struct root *list; /* sorted by path, then by index */
    size_t count;
    bool here; /* "." is one of them: the paths of files found there don't begin with it */
};

static int compare_text(const char *left, size_t left_length, const char *right, size_t right_length)
{
    int order = memcmp(left, right, left_length < right_length ? left_length : right_length);
    return order != 0 ? order : sort_order(left_length, right_length);
}

static int compare_roots(const void *left, const void *right)
{
    const struct root *a = left;
    const struct root *b = right;
    int order = compare_text(a->path, a->length, b->path, b->length);
    return order != 0 ? order : sort_order(a->index, b->index);
}

static void find_roots(struct arena *arena, char *const *paths, int count, struct roots *roots)
{
    struct os_error ignored;
    *roots = (struct roots){.list = arena_array(arena, (size_t)count, sizeof *roots->list)};
    for (int i = 0; i < count; i++) {
        if (os_kind_of(paths[i], &ignored) == OS_FOLDER) {
            size_t length = strlen(paths[i]);
            while (length > 0 && text_separates_path(paths[i][length - 1])) {
                length--;
            }
            roots->list[roots->count++] = (struct root){paths[i], length, (size_t)i};
            roots->here = roots->here || strcmp(paths[i], ".") == 0;
        }
    }
    sort_array(arena, roots->list, roots->count, sizeof *roots->list, compare_roots);
}

/* Returns the last of the roots with a path; NULL if there is none. */
static const struct root *find_root(const struct roots *roots, const char *path, size_t length)
{
    size_t end;
    SORT_SEARCH(end, 0, roots->count, compare_text(roots->list[end].path, roots->list[end].length, path, length) <= 0);
    const struct root *root = end > 0 ? &roots->list[end - 1] : NULL;
    return root != NULL && compare_text(root->path, root->length, path, length) == 0 ? root : NULL;
}

static bool is_below_here(const char *path)
{
    bool above = strncmp(path, "..", 2) == 0 && text_separates_path(path[2]);
    bool drive = text_separates_path('\\') && path[0] != '\0' && path[1] == ':'; /* on Windows */
    return !text_separates_path(path[0]) && !above && !drive;
}

/* Returns an input's path relative to the last folder of the command line that contains it; its name if none does. */
static const char *path_below_roots(const char *input, const struct roots *roots)
{
    const char *rest = roots->here && is_below_here(input) ? input : name_of(input);
    const struct root *last = NULL;
    for (const char *at = input; *at != '\0' && roots->count > 0; at++) {
        const struct root *root = text_separates_path(*at) ? find_root(roots, input, (size_t)(at - input)) : NULL;
        if (root != NULL && (last == NULL || root->index > last->index)) {
            last = root;
            rest = at + 1;
        }
    }
    return rest;
}

struct taken {
    const char *target;
    const char *input;
    size_t index; /* of the input */
};

/* Returns all targets with their inputs, sorted by target, then by index. */
static struct taken *sort_targets(const struct inputs *inputs, const struct fix_targets *targets)
{
    struct taken *taken = arena_array(inputs->arena, inputs->count, sizeof *taken);
    for (size_t i = 0; i < inputs->count; i++) {
        taken[i] = (struct taken){targets->paths[i], inputs->paths[i], i};
    }
    sort_array(inputs->arena, taken, inputs->count, sizeof *taken, text_compare);
    return taken;
}

/* Refuses two inputs with the same target. */
static enum status check_twins(const struct command *command, const struct inputs *inputs,
                               const struct fix_targets *targets)
{
    const struct taken *taken = sort_targets(inputs, targets);
    for (size_t i = 1; i < inputs->count; i++) {
        if (strcmp(taken[i].target, taken[i - 1].target) == 0) {
            return usage_error(command, WORDS_FIX_SAME_OUTPUT,
                               ARGUMENTS(TERM("path", taken[i - 1].input), TERM("other", taken[i].input),
                                         TERM("output", taken[i].target)));
        }
    }
    return STATUS_FINE;
}

static int compare_identities(const void *left, const void *right)
{
    const struct os_identity *a = left;
    const struct os_identity *b = right;
    return sort_then(sort_order(a->device, b->device), a->inode, b->inode);
}

/* Refuses a target that is one of the files to fix. */
static enum status check_victims(const struct command *command, const struct inputs *inputs,
                                 const struct fix_targets *targets)
{
    struct os_identity *taken = arena_array(inputs->arena, inputs->count, sizeof *taken);
    struct os_identity target;
    size_t count = 0;
    size_t at;
    for (size_t i = 0; i < inputs->count; i++) {
        count += os_identify(inputs->paths[i], &taken[count]);
    }
    sort_array(inputs->arena, taken, count, sizeof *taken, compare_identities);
    for (size_t i = 0; i < inputs->count; i++) {
        if (!os_identify(targets->paths[i], &target)) {
            continue;
        }
        SORT_SEARCH(at, 0, count, compare_identities(&taken[at], &target) < 0);
        if (at < count && compare_identities(&taken[at], &target) == 0) {
            return usage_error(command, WORDS_FIX_WOULD_OVERWRITE, ARGUMENTS(TERM("output", targets->paths[i])));
        }
    }
    return STATUS_FINE;
}

/* Keeps one of the inputs that are the same file: the others would find it changed. */
static void drop_twins(struct inputs *inputs, const struct fix_targets *targets)
{
    const struct taken *taken = sort_targets(inputs, targets);
    size_t kept = 0;
    for (size_t i = 1; i < inputs->count; i++) {
        if (strcmp(taken[i].target, taken[i - 1].target) == 0) {
            inputs->paths[taken[i].index] = NULL;
        }
    }
    for (size_t i = 0; i < inputs->count; i++) {
        if (inputs->paths[i] != NULL) {
            targets->paths[kept] = targets->paths[i];
            inputs->paths[kept++] = inputs->paths[i];
        }
    }
    inputs->count = kept;
}

/* A file that no link in a PATH leads out to may always be replaced through a link. Others: see links_allow(). */
static enum status find_in_place(const struct command *command, struct inputs *inputs, struct fix_targets *targets)
{
    size_t kept = 0;
    for (size_t i = 0; i < inputs->count; i++) {
        struct os_error error;
        const char *path = inputs->paths[i];
        if (strcmp(path, "-") == 0) {
            return usage_error(command, WORDS_FIX_STDIN_IN_PLACE, NO_ARGUMENTS);
        }
        char *found = os_true_path(path, &error);
        if (found != NULL && !links_allow(path, strlen(path), &error) && !inputs_walk_to(inputs, found)) {
            inputs_fail(inputs, path, &error);
        } else {
            inputs->paths[kept] = path;
            targets->paths[kept++] =
                found == NULL ? path : arena_copy(inputs->arena, found, strlen(found)); /* reading reports why */
        }
        free(found);
    }
    inputs->count = kept;
    drop_twins(inputs, targets);
    return STATUS_FINE;
}

/*
 * Finds the targets of inputs that were found by count paths of the command line. A target is the file itself, after
 * following its links; or --output; or, if that is a folder, the input's path in it, relative to the folder of the
 * command line that contains the input. Reports two inputs with the same target as a usage error, and a target that
 * is another input. An input becomes an error of the inputs if its target may not be written: see links_allow(). If
 * several inputs are the same file, to be fixed in place, only one stays.
 */
static enum status fix_targets_find(const struct command *command, const struct settings *settings,
                                    struct inputs *inputs, char *const *paths, int count, struct fix_targets *targets)
{
    struct os_error ignored;
    struct os_error error;
    const char *output = settings->fix_output;
    *targets = (struct fix_targets){arena_array(inputs->arena, inputs->count, sizeof *targets->paths)};
    if (settings->in_place) {
        return find_in_place(command, inputs, targets);
    }
    if (output == NULL) {
        return STATUS_FINE;
    }
    enum os_kind kind = os_kind_of(output, &ignored);
    bool one = count == 1 && settings->files_from == NULL && os_kind_of(paths[0], &ignored) != OS_FOLDER;
    if (!one && kind == OS_FILE) {
        return usage_error(command, WORDS_FIX_OUTPUT_NOT_FOLDER, ARGUMENTS(TERM("path", output)));
    }
    struct roots roots;
    find_roots(inputs->arena, paths, count, &roots);
    size_t kept = 0;
    for (size_t i = 0; i < inputs->count; i++) {
        const char *target = one && kind != OS_FOLDER
                                 ? output
                                 : arena_printf(inputs->arena, "%s%s%s", output,
                                                text_separates_path(output[strlen(output) - 1]) ? "" : "/",
                                                path_below_roots(inputs->paths[i], &roots));
        if (links_allow(target, strlen(output), &error)) {
            inputs->paths[kept] = inputs->paths[i];
            targets->paths[kept++] = target;
        } else {
            inputs_fail(inputs, target, &error);
        }
    }
    inputs->count = kept;
    enum status status = check_twins(command, inputs, targets);
    return status == STATUS_FINE ? check_victims(command, inputs, targets) : status;
}

/* Makes the folders above a target below --output. Returns false and sets *error on failure. */
static bool fix_targets_make_folders(const struct settings *settings, const char *target, struct os_error *error)
{
    char folder[4096];
    size_t length = strlen(target);
    size_t at = strlen(settings->fix_output);
    if (length >= sizeof folder || strcmp(target, settings->fix_output) == 0) {
        return true;
    }
    memcpy(folder, target, length + 1);
    for (; at < length; at++) {
        if (text_separates_path(folder[at])) {
            char separator = folder[at];
            folder[at] = '\0';
            if (!os_make_folder(folder, error)) {
                return false;
            }
            folder[at] = separator;
        }
    }
    return true;
}

/* vrmlint fix: fixes findings in files. */

enum { FORMAT_TEXT, FORMAT_PATCH };

/* A run over all inputs. Workers only read what doesn't change while they work. */
struct fix_session {
    const struct settings *settings;
    const struct inputs *inputs;
    const struct fix_targets *targets;
    const struct vrmlint_policy **policies; /* one per input */
    unsigned classes;
    struct baselines *baselines;
    struct os_lock *lock; /* guards the baselines */
    struct fix_printing printing;
    size_t done; /* files */
    size_t fixes;
    size_t left;
    enum status status;
    bool unprintable; /* standard output can no longer be written */
    struct os_error error;
};

/* The result of one file. A worker prepares it; the thread that takes it moves it into place and reports it. */
struct fixed_file {
    struct vrmlint_outcome *outcome; /* NULL: memory ran out */
    struct fix_rest rest;            /* if the file is to be written */
    struct os_draft *draft;          /* NULL: nothing to write, or preparing failed */
    bool changed;                    /* another program changed the file meanwhile */
    bool failed;                     /* writing failed */
    struct os_error error;
};

/* Whether a file still has the content that was fixed. */
static bool is_unchanged(const char *path, const struct vrmlint_outcome *outcome)
{
    struct os_error error;
    struct os_file *file = os_open(path, &error);
    bool same = file != NULL && os_size(file) == outcome->original_size;
    unsigned char block[16384];
    for (size_t at = 0; same && at < outcome->original_size;) {
        size_t got;
        same = os_read(file, at, block, sizeof block, &got, &error) && got > 0 &&
               memcmp(block, outcome->original + at, got) == 0;
        at += same ? got : 0;
    }
    os_close(file);
    return same;
}

/* Returns the finding that says that a limit of the run ended the work on a file, so that nothing is known of it. */
static const struct vrmlint_finding *limit_of(const struct vrmlint_outcome *outcome)
{
    const struct vrmlint_report *report = outcome->before;
    const char *rule = report->finding_count == 0 ? "" : report->findings[0].rule->id;
    bool ended = strcmp(rule, "file/timed-out") == 0 || strcmp(rule, "file/too-complex") == 0;
    return ended ? &report->findings[0] : NULL;
}

/* Prepares the file to be written: in place, if something was fixed; at another path, in any case. */
static void prepare_draft(const struct fix_session *fixing, size_t index, struct fixed_file *file)
{
    const struct vrmlint_outcome *outcome = file->outcome;
    const char *target = fixing->targets->paths[index];
    bool in_place = fixing->settings->in_place;
    if ((in_place && outcome->bytes == NULL) || os_interrupted()) {
        return;
    }
    const void *bytes = outcome->bytes == NULL ? outcome->original : outcome->bytes;
    size_t size = outcome->bytes == NULL ? outcome->original_size : outcome->size;
    if (in_place || fix_targets_make_folders(fixing->settings, target, &file->error)) {
        file->draft = os_draft_new(target, fixing->inputs->paths[index], bytes, size, &file->error);
    }
    file->failed = file->draft == NULL;
}

/* Moves a prepared file into place. */
static void commit_draft(const struct fix_session *fixing, size_t index, struct fixed_file *file)
{
    if (file->draft == NULL) {
        return;
    }
    file->changed = fixing->settings->in_place && !is_unchanged(fixing->targets->paths[index], file->outcome);
    if (file->changed) {
        os_draft_discard(file->draft);
    } else {
        file->failed = !os_draft_commit(file->draft, &file->error);
    }
    file->draft = NULL;
}

/* One of the inputs, as the context of is_known(). */
struct known_file {
    const struct fix_session *fixing;
    size_t index;
    const char *hash; /* of its content; NULL: unknown */
};

static bool is_known(void *context, const struct vrmlint_finding *finding)
{
    const struct known_file *file = context;
    const struct fix_session *fixing = file->fixing;
    os_lock_take(fixing->lock);
    bool known = baselines_know(fixing->baselines, fixing->settings, fixing->policies[file->index],
                                fixing->inputs->paths[file->index], file->hash, finding);
    os_lock_release(fixing->lock);
    return known;
}

static void free_fixed_file(void *made)
{
    struct fixed_file *file = made;
    if (file->outcome != NULL) {
        os_draft_discard(file->draft);
        fix_rest_free(&file->rest);
        vrmlint_outcome_free(file->outcome);
        free(file);
    }
}

static void *fix_one(void *context, size_t index)
{
    static struct fixed_file no_memory; /* never changed, never freed */
    const struct fix_session *fixing = context;
    struct fixed_file *file = calloc(1, sizeof *file);
    if (file == NULL) {
        return &no_memory;
    }
    const char *path = fixing->inputs->paths[index];
    char hash[BLAKE2B_TEXT];
    bool asks = fixing->baselines->read_count > 0;
    struct known_file known = {fixing, index, asks && content_hash(path, hash) ? hash : NULL};
    bool (*is_accepted)(void *, const struct vrmlint_finding *) = asks ? is_known : NULL;
    const char *target = fixing->targets->paths[index];
    os_work_on(path);
    file->outcome = vrmlint_fix_rest(fixing->policies[index], path, fixing->classes, is_accepted, &known);
    if (file->outcome == NULL) {
        free(file);
        return &no_memory;
    }
    if (target != NULL && file->outcome->before->error == NULL && limit_of(file->outcome) == NULL) {
        if (!fix_rest_find(&file->rest, fixing->policies[index], fixing->settings->in_place ? path : target,
                           file->outcome, is_accepted, &known)) {
            free_fixed_file(file);
            return &no_memory;
        }
        prepare_draft(fixing, index, file);
    }
    return file;
}

/* Returns the exit status of one file, and reports errors. */
static enum status status_of_fixed(const struct fix_session *fixing, size_t index, const struct fixed_file *file)
{
    enum vrmlint_language language = fixing->settings->language;
    const struct vrmlint_outcome *outcome = file->outcome;
    const char *path = fixing->inputs->paths[index];
    const char *target = fixing->targets->paths[index];
    if (outcome == NULL) {
        return run_error(language, path, "not enough memory");
    }
    if (outcome->before->error != NULL) {
        return run_error(language, path, outcome->before->error);
    }
    if (limit_of(outcome) != NULL) {
        return run_error(language, path, vrmlint_text_in(&limit_of(outcome)->message, language));
    }
    if (file->changed) {
        struct words_room room;
        return run_error(language, path, words_text(&room, language, WORDS_FIX_HAS_CHANGED, NO_ARGUMENTS));
    }
    if (target == NULL) {
        return outcome->fixed_count > 0 ? STATUS_FINDINGS : STATUS_FINE;
    }
    if (file->failed) {
        return run_error(language, target, file->error.text);
    }
    return file->rest.fails ? STATUS_FINDINGS : STATUS_FINE;
}

/* Prints the report of a file. rest: NULL if the file isn't written. */
static void print_fixed_file(const struct fix_session *fixing, const struct fixed_file *file,
                             const struct fix_rest *rest)
{
    const struct fix_printing *how = &fixing->printing;
    if (fixing->settings->fix_format == FORMAT_PATCH) {
        fix_print_patch(stdout, how, file->outcome);
        if (rest != NULL) {
            fix_rest_print(stderr, how, rest, file->outcome);
        }
    } else if (rest != NULL) {
        fix_rest_print_text(stdout, how, rest, file->outcome);
    } else {
        fix_print_text(stdout, how, file->outcome);
    }
}

/* Writes one file and reports it. Returns false if the report can't be printed: then no other file is written. */
static bool write_fixed_file(struct fix_session *fixing, size_t index, struct fixed_file *file)
{
    bool writes = file->draft != NULL;
    commit_draft(fixing, index, file);
    enum status status = status_of_fixed(fixing, index, file);
    fixing->status = worse(fixing->status, status);
    fixing->done++;
    if (status == STATUS_FAILED) {
        return true;
    }
    const struct fix_rest *rest = fixing->targets->paths[index] != NULL ? &file->rest : NULL;
    fixing->printing.written = writes;
    fixing->fixes += file->outcome->fixed_count;
    fixing->left += rest != NULL ? rest->report.finding_count : file->outcome->left_count;
    print_fixed_file(fixing, file, rest);
    fixing->unprintable = !os_flush(stdout, &fixing->error);
    if (fixing->unprintable && writes) {
        notice(fixing->settings->language, fixing->targets->paths[index], WORDS_FIX_UNREPORTED, NO_ARGUMENTS);
    }
    return !fixing->unprintable;
}

/* Takes the result of a file. A request to end the program waits until a written file has been reported; then no
 * other is written. */
static bool take_fixed_file(void *context, size_t index, void *made)
{
    struct fix_session *fixing = context;
    os_hold_interrupts();
    os_work_on(fixing->inputs->paths[index]);
    bool goes_on = !os_interrupted() && write_fixed_file(fixing, index, made);
    os_work_on(NULL);
    free_fixed_file(made);
    os_release_interrupts();
    return goes_on;
}

/* Makes a worker without a file help the others. */
static void add_idle_fixer(void *context)
{
    const struct fix_session *fixing = context;
    vrmlint_helpers_add_idle(fixing->settings->helpers, 1);
}

static void print_totals(const struct fix_session *fixing)
{
    enum vrmlint_language language = fixing->settings->language;
    if (fixing->settings->fix_format == FORMAT_PATCH || fixing->settings->quiet) {
        return;
    }
    if (fixing->inputs->count > 1) {
        print_words(stdout, language, WORDS_FIX_TOTALS,
                    ARGUMENTS(COUNT("files", fixing->inputs->count), COUNT("fixes", fixing->fixes),
                              COUNT("left", fixing->left)));
        fputc('\n', stdout);
    }
    if (fixing->fixes > 0 && !fixing->settings->in_place && fixing->settings->fix_output == NULL) {
        print_words(stdout, language, WORDS_FIX_HOW_TO_WRITE, NO_ARGUMENTS);
        fputc('\n', stdout);
    }
}

static enum status fix_all(struct settings *settings, const struct inputs *inputs, const struct fix_targets *targets,
                           const struct vrmlint_policy **policies, struct baselines *baselines)
{
    struct os_lock *lock = os_lock_new();
    if (lock == NULL) {
        return run_error(settings->language, "vrmlint", "not enough memory");
    }
    struct fix_session fixing = {
        .settings = settings,
        .inputs = inputs,
        .targets = targets,
        .policies = policies,
        .baselines = baselines,
        .lock = lock,
        .classes = 1U << VRMLINT_FIX_SAFE | (settings->safe_only ? 0 : 1U << VRMLINT_FIX_REPAIR) |
                   (settings->unsafe ? 1U << VRMLINT_FIX_UNSAFE : 0),
        .printing = {.language = settings->language,
                     .color = outputs_color(settings, NULL),
                     .quiet = settings->quiet,
                     .several = inputs->count > 1,
                     .width = output_width()},
    };
    const struct pool_work work = {.context = &fixing,
                                   .make = fix_one,
                                   .take = take_fixed_file,
                                   .drop = free_fixed_file,
                                   .rest = add_idle_fixer,
                                   .ahead = 1};
    fixing.status = gather_report(settings, inputs);
    os_catch_interrupts();
    leftovers_remove(inputs->arena, targets->paths, inputs->count);
    vrmlint_helpers_add_idle(settings->helpers, settings->jobs > inputs->count ? settings->jobs - inputs->count : 0);
    pool_run(settings->jobs, inputs->count, &work);
    os_lock_free(lock);
    if (os_interrupted() && !fixing.unprintable) {
        end_interrupted(settings->language, fixing.done, inputs->count);
        return STATUS_FAILED;
    }
    if (fixing.unprintable) {
        return end_unprintable(settings->language, &fixing.error);
    }
    print_totals(&fixing);
    return worse(fixing.status, finish_output(settings->language));
}

static enum status gather_and_fix(const struct command *command, struct settings *settings, struct arena *arena,
                                  int count, char **paths)
{
    struct inputs inputs = INPUTS_INIT(arena);
    struct fix_targets targets;
    settings->helpers = settings->jobs > 1 ? vrmlint_helpers_new() : NULL;
    vrmlint_policy_helpers(settings->policy, settings->helpers);
    gather_inputs(settings, &inputs, count, paths);
    if (fix_targets_find(command, settings, &inputs, paths, count, &targets) != STATUS_FINE) {
        return STATUS_USAGE;
    }
    enum status status = STATUS_FINE;
    const struct vrmlint_policy **policies = gather_policies(settings, arena, &inputs, &status);
    if (policies == NULL) {
        return status;
    }
    vrmlint_policy_languages(settings->policy, 1U << settings->language);
    policies_set_languages(settings->policies, 1U << settings->language);
    struct baselines baselines = {.read = NULL};
    status = baselines_begin(&baselines, settings, policies, inputs.count, arena);
    if (status == STATUS_FINE) {
        status = fix_all(settings, &inputs, &targets, policies, &baselines);
    }
    baselines_abandon(&baselines);
    return status;
}

static enum status check_fix_usage(const struct command *command, struct settings *settings, int count, char **paths)
{
    (void)paths;
    if (settings->in_place && settings->fix_output != NULL) {
        return usage_error(command, WORDS_FIX_OUTPUT_OR_IN_PLACE, NO_ARGUMENTS);
    }
    if (settings->safe_only && settings->unsafe) {
        return usage_error(command, WORDS_FIX_SAFE_OR_UNSAFE, NO_ARGUMENTS);
    }
    if (count == 0 && settings->files_from == NULL) {
        return usage_error(command, WORDS_FIX_NOTHING_NAMED, NO_ARGUMENTS);
    }
    return STATUS_FINE;
}

static enum status run_fix(const struct command *command, int argc, char **argv)
{
    static const struct frame frame = {check_fix_usage, gather_and_fix};
    return frame_run(command, &frame, argc, argv);
}

const struct command command_fix = {
    .name = "fix",
    .operands = "PATH...",
    .summary = N_("Fix what can be fixed; only show the changes unless --in-place or --output is given"),
    .details = N_("A PATH is a file or a folder. vrmlint makes the safe fixes and the repairs that have only "
                  "one valid result; --unsafe also makes fixes whose result you must check. Everything else in "
                  "the file stays the same, byte for byte.\n"
                  "Where it writes, it reports what is left in each file as vrmlint check does, one line per finding. "
                  "A replaced file keeps its owner, group, permissions, access control list and extended attributes. "
                  "A file is left unchanged, with a line that explains why, if one of them can't be kept, if it may "
                  "not be written to, or if it has further hard links. After Ctrl-C, SIGTERM or SIGHUP no other file "
                  "is written.\n"
                  "Exit status: without --in-place and --output 1 when there is something to fix; with them 1 "
                  "when findings at or above --fail-on remain; 0 otherwise; 2 wrong usage; 3 something could "
                  "not be read or written.\n"),
    .options = fix_options,
    .run = run_fix,
};
