#include "checks/body/dialects.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "base/text.h"
#include "ids/all.h"

enum message twin_of(enum dialect dialect, enum message message)
{
    static const enum message twins[][DIALECTS] = {
#define TWINS(vrm, vrm0, animation) {vrm, vrm0, animation},
#include "ids/twins_table.def"
    };
    for (size_t i = 0; i < sizeof twins / sizeof *twins; i++) {
        if (twins[i][DIALECT_VRM1] == message) {
            return twins[i][dialect];
        }
    }
    return message;
}

#ifndef NDEBUG
/* Whether a finding of the dialect may have the message, which must not belong to another generation. */
static bool fits_dialect(enum dialect dialect, enum message message)
{
    static const char *const families[] = {[DIALECT_VRM0] = "vrm0/", [DIALECT_ANIMATION] = "animation/"};
    size_t count;
    const char *id = vrmlint_rules(&count)[message_line(message).rule].id;
    return dialect == DIALECT_VRM1 || text_begins(id, families[dialect]);
}
#endif

struct finding *report_twin(struct findings *findings, enum dialect dialect, enum message message, struct place place,
                            const struct argument *arguments)
{
    enum message twin = twin_of(dialect, message);
    assert(twin == MESSAGE_NONE || fits_dialect(dialect, twin));
    return twin == MESSAGE_NONE ? NULL : report_taking(findings, twin, place, arguments);
}

void relate_twin(struct finding *finding, enum dialect dialect, enum message message, struct place place,
                 const struct argument *arguments)
{
    struct argument taken[ARGUMENTS_MOST];
    enum message twin = twin_of(dialect, message);
    if (twin != MESSAGE_NONE) {
        finding_relate(finding, twin, place, message_take(twin, arguments, taken, ARGUMENTS_MOST));
    }
}

void blame_twin(struct finding *finding, enum dialect dialect, enum message message, struct place place,
                const struct argument *arguments)
{
    struct argument taken[ARGUMENTS_MOST];
    enum message twin = twin_of(dialect, message);
    if (twin != MESSAGE_NONE) {
        finding_blame(finding, twin, place, message_take(twin, arguments, taken, ARGUMENTS_MOST));
    }
}
