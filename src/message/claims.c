#include "message/claims.h"

#include <string.h>

#include "ids/messages_claims.h"
#include "ids/rules.h"

enum app {
#define APP(id, name, version) APP_##id,
#define SOURCE(id, file)
#define CLAIM(app, effect, some, evidence)
#define CLAIMS(rule, variant, first, count)
#include "ids/claims_table.def"
#undef APP
#undef SOURCE
    APPS
};

enum evidence {
    EVIDENCE_RUN,
#define APP(id, name, version)
#define SOURCE(id, file) EVIDENCE_##id,
#include "ids/claims_table.def"
#undef APP
#undef SOURCE
    EVIDENCES
};

static const char *const apps[APPS][2] = {
#define APP(id, name, version) [APP_##id] = {name, version},
#define SOURCE(id, file)
#include "ids/claims_table.def"
#undef APP
#undef SOURCE
};

static const char *const files[EVIDENCES] = {
#define APP(id, name, version)
#define SOURCE(id, file) [EVIDENCE_##id] = (file),
#include "ids/claims_table.def"
#undef SOURCE
#undef CLAIM
};

static const struct claim_row {
    unsigned char app;
    unsigned char effect;
    unsigned char some;
    unsigned char evidence;
} rows[] = {
#define SOURCE(id, file)
#define CLAIM(app, effect, some, evidence) {APP_##app, EFFECT_##effect, some, EVIDENCE_##evidence},
#include "ids/claims_table.def"
#undef CLAIM
#undef CLAIMS
};

/* The claims about one message, or about any other message of the rule (the last group of the rule). The groups of a
 * rule are consecutive. */
static const struct claim_group {
    const char *variant; /* NULL: any */
    unsigned short rule;
    unsigned short first;
    unsigned short count;
} groups[] = {
#define CLAIM(app, effect, some, evidence)
#define CLAIMS(rule, variant, first, count) {variant, (unsigned short)RULE_##rule, first, count},
#include "ids/claims_table.def"
#undef APP
#undef SOURCE
#undef CLAIM
#undef CLAIMS
};

enum { GROUPS = sizeof groups / sizeof *groups };

static const struct {
    const char *name;
    enum message words;
} effects[EFFECTS] = {
    [EFFECT_REFUSES] = {"refuses", WORDS_EFFECT_REFUSES},
    [EFFECT_HANGS] = {"hangs", WORDS_EFFECT_HANGS},
    [EFFECT_DROPS_AVATAR] = {"drops-avatar", WORDS_EFFECT_DROPS_AVATAR},
    [EFFECT_DROPS_SPRINGS] = {"drops-springs", WORDS_EFFECT_DROPS_SPRINGS},
    [EFFECT_DROPS_COLLIDERS] = {"drops-colliders", WORDS_EFFECT_DROPS_COLLIDERS},
    [EFFECT_DROPS_LIMIT] = {"drops-limit", WORDS_EFFECT_DROPS_LIMIT},
    [EFFECT_DROPS_CONSTRAINTS] = {"drops-constraints", WORDS_EFFECT_DROPS_CONSTRAINTS},
    [EFFECT_DROPS_BONES] = {"drops-bones", WORDS_EFFECT_DROPS_BONES},
    [EFFECT_DROPS_EXPRESSIONS] = {"drops-expressions", WORDS_EFFECT_DROPS_EXPRESSIONS},
    [EFFECT_DROPS_GAZE] = {"drops-gaze", WORDS_EFFECT_DROPS_GAZE},
    [EFFECT_DROPS_ANIMATION] = {"drops-animation", WORDS_EFFECT_DROPS_ANIMATION},
    [EFFECT_DROPS_MESH] = {"drops-mesh", WORDS_EFFECT_DROPS_MESH},
    [EFFECT_DROPS_MATERIAL] = {"drops-material", WORDS_EFFECT_DROPS_MATERIAL},
    [EFFECT_DROPS_IMAGE] = {"drops-image", WORDS_EFFECT_DROPS_IMAGE},
    [EFFECT_DIFFERS] = {"differs", WORDS_EFFECT_DIFFERS},
    [EFFECT_WARNS] = {"warns", WORDS_EFFECT_WARNS},
    [EFFECT_LOADS] = {"loads", WORDS_EFFECT_LOADS},
    [EFFECT_WRITES] = {"writes", WORDS_EFFECT_WRITES},
    [EFFECT_BLOCKS_EXPORT] = {"blocks-export", WORDS_EFFECT_BLOCKS_EXPORT},
};

const char *effect_name(enum effect effect)
{
    return effects[effect].name;
}

enum message effect_words(enum effect effect)
{
    return effects[effect].words;
}

size_t vrmlint_rule_claims(const struct vrmlint_rule *rule, const char *variant, struct vrmlint_claim *claims)
{
    size_t number = rule_number(rule);
    size_t low = 0; /* find the first group of the rule */
    for (size_t high = GROUPS; low < high;) {
        size_t middle = low + (high - low) / 2;
        if (groups[middle].rule < number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (const struct claim_group *group = groups + low; group < groups + GROUPS && group->rule == number; group++) {
        if (group->variant != NULL && (variant == NULL || strcmp(group->variant, variant) != 0)) {
            continue;
        }
        for (size_t i = 0; i < group->count; i++) {
            const struct claim_row *row = &rows[group->first + i];
            claims[i] = (struct vrmlint_claim){apps[row->app][0], apps[row->app][1], effects[row->effect].name,
                                               row->some, files[row->evidence]};
        }
        return group->count;
    }
    return 0;
}

enum message claim_words(const struct vrmlint_claim *claim)
{
    size_t effect = 0;
    while (strcmp(effects[effect].name, claim->effect) != 0) {
        effect++;
    }
    return effects[effect].words;
}
