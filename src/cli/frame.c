#include "cli/frame.h"

#include <setjmp.h>

#include "base/os_thread.h"
#include "cli/outputs.h"
#include "ids/messages_command.h"
#include "report/diff.h"
#include "run/cache.h"
#include "run/policies.h"

void frame_set_levels(const struct settings *settings)
{
    static const enum vrmlint_severity levels[] = {VRMLINT_ERROR, VRMLINT_WARNING, VRMLINT_INFO, VRMLINT_OFF,
                                                   VRMLINT_OFF,   VRMLINT_OFF,     VRMLINT_OFF};
    if (settings->fail_on < 0 && settings->apps != 0) {
        vrmlint_policy_fail_on(settings->policy, VRMLINT_OFF); /* the verdicts of these apps count instead */
    }
    if (settings->fail_on == FAIL_ON_INVALID) {
        vrmlint_policy_fail_on_invalid(settings->policy);
    } else if (settings->fail_on >= 0) {
        vrmlint_policy_fail_on(settings->policy, levels[settings->fail_on]);
    }
    if (settings->min_severity >= 0) {
        vrmlint_policy_min_severity(settings->policy, levels[settings->min_severity]);
    }
}

/* Whether the run was interrupted. A callback; the context isn't used. */
static bool frame_is_interrupted(void *context)
{
    (void)context;
    return os_interrupted();
}

static void set_policy(const struct settings *settings)
{
    vrmlint_policy_simulation(settings->policy, !settings->no_simulation);
    vrmlint_policy_constraints(settings->policy, !settings->no_constraints);
    vrmlint_policy_data(settings->policy, !settings->no_data);
    vrmlint_policy_limit_revision(settings->policy, (enum vrmlint_limit_revision)settings->limit_revision);
    vrmlint_policy_stop(settings->policy, frame_is_interrupted, NULL);
    frame_set_levels(settings);
}

/* Runs the command under the arena's guard: memory may run out while files are searched. */
static enum status frame_run_guarded(const struct command *command, const struct frame *frame,
                                     struct settings *settings, struct arena *arena, int count, char **paths)
{
    jmp_buf guard;
    if (setjmp(guard) != 0) {
        return run_error_of(settings->language, WORDS_LIST_OF_FILES, OS_NO_MEMORY);
    }
    arena_guard(arena, &guard);
    const struct policies_options options = {settings->policy, settings->config, settings->no_config};
    settings->policies = policies_new(arena, &options);
    return frame->run(command, settings, arena, count, paths);
}

enum status frame_run(const struct command *command, const struct frame *frame, int argc, char **argv)
{
    struct settings settings = {.policy = vrmlint_policy_new(),
                                .jobs = os_cores(),
                                .fail_on = -1,
                                .min_severity = -1,
                                .max_warnings = SIZE_MAX,
                                .cache_size = CACHE_SIZE,
                                .diff_format = &diff_text,
                                .language = command->language,
                                .asks_language = command->asks_language};
    struct arena *arena = arena_new();
    enum status status = STATUS_FINE;
    int count;
    if (settings.policy == NULL || arena == NULL) {
        status = run_error(command->language, "vrmlint", OS_NO_MEMORY);
    } else if (options_parse(command, argc, argv, &settings, &count, &status) == PARSED) {
        set_policy(&settings);
        status = settings.config != NULL && settings.no_config ? usage_error(command, WORDS_CONFIG_OR_NOT, NO_ARGUMENTS)
                                                               : frame->check_usage(command, &settings, count, argv);
        if (status == STATUS_FINE) {
            status = frame_run_guarded(command, frame, &settings, arena, count, argv);
        }
    }
    policies_free(settings.policies);
    arena_free(arena);
    vrmlint_policy_free(settings.policy);
    vrmlint_helpers_free(settings.helpers);
    outputs_end_piped(&settings);
    return status;
}
