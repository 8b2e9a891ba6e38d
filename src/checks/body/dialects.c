#include "checks/body/dialects.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "ids/messages_animation.h"
#include "ids/messages_animation_tracks.h"
#include "ids/messages_collider.h"
#include "ids/messages_springbone.h"
#include "ids/messages_springbone_motion.h"
#include "ids/messages_vrm.h"
#include "ids/messages_vrm0.h"
#include "ids/messages_vrm0_avatar.h"
#include "ids/messages_vrm_face.h"

enum message twin_of(enum dialect dialect, enum message message)
{
    static const enum message twins[][DIALECTS] = {
#define MESSAGES(vrm, vrm0, animation) {MESSAGE_##vrm, MESSAGE_##vrm0, MESSAGE_##animation},
#define AVATAR_MESSAGES(vrm, vrm0) {MESSAGE_##vrm, MESSAGE_##vrm0, MESSAGE_NONE},
#define PLACES(vrm, vrm0, animation) {RELATED_##vrm, RELATED_##vrm0, RELATED_##animation},
#define AVATAR_PLACES(vrm, vrm0) {RELATED_##vrm, RELATED_##vrm0, MESSAGE_NONE},
#include "checks/body/dialects.def"
#undef MESSAGES
#undef AVATAR_MESSAGES
#undef PLACES
#undef AVATAR_PLACES
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
    return dialect == DIALECT_VRM1 || strncmp(id, families[dialect], strlen(families[dialect])) == 0;
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
