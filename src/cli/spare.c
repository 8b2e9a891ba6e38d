#include "cli/spare.h"

#include "ids/messages_command.h"

/* Returns the input that an output would overwrite, or NULL: a mistake such as --format json=avatar.vrm must not
 * destroy an avatar, whatever its name. */
static const char *overwritten_input(const struct settings *settings, const struct inputs *inputs)
{
    for (size_t k = 0; settings->write_baseline != NULL && k < inputs->count; k++) {
        if (sink_overwrites(settings->write_baseline, inputs->paths[k])) {
            return inputs->paths[k];
        }
    }
    for (size_t i = 0; i < settings->output_count; i++) {
        const char *path = settings->outputs[i].path;
        for (size_t k = 0; path != NULL && k < inputs->count; k++) {
            if (sink_overwrites(path, inputs->paths[k])) {
                return inputs->paths[k];
            }
        }
    }
    return NULL;
}

/* Refuses outputs that would overwrite any other model. */
static enum status spare_models(const struct command *command, const struct settings *settings)
{
    enum status status = sink_spare_model(command, settings->write_baseline);
    for (size_t i = 0; i < settings->output_count && status == STATUS_FINE; i++) {
        status = sink_spare_model(command, settings->outputs[i].path);
    }
    return status;
}

/* Refuses outputs that would overwrite a file that controls the run. Only --write-baseline may renew a baseline. */
static enum status spare_sources(const struct command *command, const struct settings *settings)
{
    const char *const sources[] = {settings->baseline, settings->config, settings->files_from};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        const char *source = sources[i];
        bool lost = source != NULL && i > 0 && settings->write_baseline != NULL &&
                    sink_overwrites(settings->write_baseline, source);
        for (size_t k = 0; source != NULL && k < settings->output_count; k++) {
            const char *path = settings->outputs[k].path;
            lost = lost || (path != NULL && sink_overwrites(path, source));
        }
        if (lost) {
            return usage_error(command, WORDS_WOULD_OVERWRITE_SOURCE, ARGUMENTS(TERM("path", source)));
        }
    }
    return STATUS_FINE;
}

enum status spare_all(const struct command *command, const struct settings *settings, const struct inputs *inputs)
{
    const char *victim = overwritten_input(settings, inputs);
    if (victim != NULL) {
        return usage_error(command, WORDS_WOULD_OVERWRITE_CHECKED, ARGUMENTS(TERM("path", victim)));
    }
    enum status status = spare_models(command, settings);
    return status == STATUS_FINE ? spare_sources(command, settings) : status;
}
