#include "report/hint.h"

#include <stdlib.h>

#include "ids/messages_fix.h"
#include "report/say.h"
#include "report/shell_word.h"

bool hint_count(struct hint *hint, const struct vrmlint_report *report)
{
    size_t count = 0;
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        count += finding->fixable && (finding->fix == VRMLINT_FIX_SAFE || finding->fix == VRMLINT_FIX_REPAIR);
    }
    if (hint == NULL || count == 0) {
        return true;
    }
    hint->findings += count;
    hint->files++;
    if (hint->path == NULL) {
        hint->path = malloc(shell_word(report->path, NULL));
        if (hint->path != NULL) {
            shell_word(report->path, hint->path);
        }
    }
    return hint->path != NULL;
}

void hint_put(const struct reporter *reporter, const struct hint *hint)
{
    if (hint == NULL || hint->files == 0 || hint->path == NULL) {
        return;
    }
    say(reporter->out, reporter->options.language, WORDS_FIX_CHECK_HINT,
        ARGUMENTS(COUNT("count", hint->findings), TERM("path", hint->files == 1 ? hint->path : "PATH...")));
    fputc('\n', reporter->out);
}
