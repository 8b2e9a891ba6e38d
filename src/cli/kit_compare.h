/* The results of a runtime, compared with the conformance kit, and the reports of that. */
#ifndef VRMLINT_CLI_KIT_COMPARE_H
#define VRMLINT_CLI_KIT_COMPARE_H

#include <stdio.h>

#include "base/buf.h"
#include "cli/kit.h"
#include "vrmlint.h"

enum kit_state {
    KIT_PASSED,
    KIT_OPEN,        /* differs from the first answer, in a way that the text leaves open */
    KIT_FAILED,      /* differs by more than the tolerance, or isn't finite */
    KIT_INCOMPLETE,  /* a track or a time is missing */
    KIT_MISSING,     /* the results lack the vector */
    KIT_UNSUPPORTED, /* the runtime reports that it lacks the feature */
    KIT_STATES
};

struct kit_outcome {
    enum kit_state state;
    struct kit_track *tracks; /* of the results, in the order of the vector's first answer; values NULL if missing */
    double worst;             /* largest difference from the first answer, in the unit; infinite if not finite */
    size_t worst_track;
    size_t first_time;   /* index of the first time at which the tolerance is exceeded; time_count: none */
    const char *because; /* why another answer, which it matches, is accepted; or NULL */
};

/* The totals of vectors that share a feature, or of all. */
struct kit_feature {
    const char *name;
    size_t states[KIT_STATES];
};

struct kit_comparison {
    const struct kit *kit;
    enum vrmlint_limit_revision revision; /* of the text of joint limits */
    const char *runtime;                  /* name and version from the results; "" if absent */
    const char *version;
    struct kit_outcome *outcomes; /* per vector */
    struct kit_feature *features;
    size_t feature_count;
    struct kit_feature all;
};

/*
 * Reads results of size bytes and compares them, in the arena, with what a revision of the text of joint limits
 * defines. Returns NULL, with the reason in *error (borrowed from the arena), if they aren't results. Takes time
 * linear in the results.
 */
struct kit_comparison *kit_compare(struct arena *arena, const struct kit *kit, enum vrmlint_limit_revision revision,
                                   const char *text, size_t size, const char **error);

/* Returns "passed", "open" ..., as in JSON. */
const char *kit_state_name(enum kit_state state);

/* Writes a comparison for people, for programs (schema/conformance-report.schema.json), or as a page with curves. */
void kit_write_text(FILE *out, enum vrmlint_language language, const struct kit_comparison *comparison);
void kit_write_json(FILE *out, const struct kit_comparison *comparison);
void kit_write_html(struct buf *page, enum vrmlint_language language, const struct kit_comparison *comparison);

#endif
