/* Reports useless entries of settings files: ignores that matched in an earlier run only, patterns that match no
 * file. */
#include <string.h>

#include "base/os.h"
#include "base/text.h"
#include "run/looked_for.h"
#include "run/naming.h"
#include "run/policies_parts.h"

/* Whether a report doesn't show all findings of an ignore's rules, because something couldn't be checked. */
static bool may_match(struct looked_side *side, const struct vrmlint_ignore *ignore)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    for (size_t i = 0; i < count; i++) {
        const struct vrmlint_finding any = {.rule = &rules[i]};
        if (naming_fits(ignore->rule, &rules[i]) && looked_for(side, &any) != LOOKED_FOR) {
            return true;
        }
    }
    return false;
}

static void note_unsure(struct policies *policies, const struct vrmlint_report *report)
{
    struct arena *scratch = arena_open(policies->arena);
    struct looked_side side;
    looked_for_begin(&side, scratch, report, NULL);
    bool whole = report->error == NULL && report->skipped_count == 0 && side.cut == NULL && side.broken.count == 0;
    for (struct holder *holder = policies->holders; holder != NULL && !whole; holder = holder->all) {
        size_t count;
        const struct vrmlint_ignore *const *ignores = vrmlint_config_ignores(holder->config, &count);
        for (size_t i = 0; i < count && !holder->shares; i++) {
            holder->unsure[i] = holder->unsure[i] || holder->matched[i] || may_match(&side, ignores[i]);
        }
    }
    arena_close(scratch);
}

void policies_note(struct policies *policies, const struct vrmlint_report *report)
{
    for (size_t i = 0; i < report->ignored_count; i++) {
        const struct vrmlint_ignored *ignored = &report->ignored[i];
        struct holder *holder = text_map_get(&policies->configs, ignored->config);
        size_t count = 0;
        const struct vrmlint_ignore *const *ignores =
            holder == NULL ? NULL : vrmlint_config_ignores(holder->config, &count);
        for (size_t k = 0; k < count; k++) {
            if (ignores[k]->line == ignored->line && ignores[k]->column == ignored->column) {
                holder->matched[k] = true;
            }
        }
    }
    if (policies->holders != NULL) {
        note_unsure(policies, report);
    }
}

void policies_note_folder(struct policies *policies, const char *path)
{
    struct os_error ignored;
    const char *folder = os_kind_of(path, &ignored) == OS_FOLDER ? policies_true_path(policies, path) : NULL;
    if (folder != NULL) {
        policies->checked = arena_grow(policies->arena, policies->checked, policies->checked_count,
                                       &policies->checked_capacity, sizeof *policies->checked);
        policies->checked[policies->checked_count++] = folder;
    }
}

static bool is_checked(const struct policies *policies, const char *folder)
{
    for (size_t i = 0; i < policies->checked_count; i++) {
        if (policies_is_within(policies->checked[i], folder)) {
            return true;
        }
    }
    return false;
}

void policies_stale(const struct policies *policies, struct memory *memory,
                    void (*each)(void *context, const struct vrmlint_ignore *ignore), void *context)
{
    for (const struct holder *holder = policies->holders; holder != NULL; holder = holder->all) {
        size_t count;
        const struct vrmlint_ignore *const *ignores = vrmlint_config_ignores(holder->config, &count);
        for (size_t i = 0; i < count && !holder->shares; i++) {
            if (holder->matched[i]) {
                memory_add(memory, ignores[i]);
            } else if (each != NULL &&
                       (vrmlint_ignore_has_ended(ignores[i]) ||
                        (memory_has(memory, ignores[i]) && !holder->unsure[i])) &&
                       is_checked(policies, holder->folder)) {
                each(context, ignores[i]);
            }
        }
    }
}

void policies_unfit(const struct policies *policies,
                    void (*each)(void *context, const char *origin, const char *pattern), void *context)
{
    for (const struct holder *holder = policies->holders; holder != NULL; holder = holder->all) {
        size_t blocks = vrmlint_config_block_count(holder->config);
        const char *name = vrmlint_config_name(holder->config);
        /* a file shared by several folders needn't match in each */
        bool own = strcmp(name, CONFIG_NAME) == 0 || text_ends(name, "/" CONFIG_NAME);
        for (size_t i = 0; i < blocks && own && !holder->shares && is_checked(policies, holder->folder); i++) {
            for (size_t k = 0; k < vrmlint_config_pattern_count(holder->config, i); k++) {
                const char *origin = "";
                const char *pattern = vrmlint_config_pattern(holder->config, i, k, &origin);
                if (!holder->fitted[i][k]) {
                    each(context, origin, pattern);
                }
            }
        }
    }
}
