#include "report/claims.h"

#include <string.h>

#include "ids/messages_claims.h"
#include "message/claims.h"
#include "report/print.h"
#include "report/verdict.h"

enum { NAME_WIDTH = 31 };

static const enum message heads[] = {WORDS_CLAIMS_APP, WORDS_CLAIMS_VERSION, WORDS_CLAIMS_EFFECT, WORDS_CLAIMS_KNOWN};
enum { CLAIMS_COLUMNS = sizeof heads / sizeof *heads };

/* Returns what happens: "drops constraints", "in some cases: refuses the file". */
static const char *claim_effect(struct words_room *room, enum vrmlint_language language,
                                const struct vrmlint_claim *claim)
{
    enum message words = claim_words(claim);
    return claim->some ? words_text(room, language, WORDS_EFFECT_IN_SOME, ARGUMENTS(WORD("effect", words)))
                       : words_text(room, language, words, NO_ARGUMENTS);
}

/* Returns how it is known: "test, with three.js 0.180 and 0.187", "source: src/a.ts". */
static const char *claim_evidence(struct words_room *room, enum vrmlint_language language,
                                  const struct vrmlint_claim *claim)
{
    /* what was run isn't quite stated by the version */
    static const enum message run[VERDICT_APPS + 1] = {
        [VERDICT_THREE_VRM] = WORDS_CLAIMS_RUN_THREE_VRM,
        [VERDICT_UNIVRM] = WORDS_CLAIMS_RUN_UNIVRM,
        [VERDICT_BLENDER] = WORDS_CLAIMS_RUN,
        [VERDICT_APPS] = WORDS_CLAIMS_RUN,
    };
    return claim->source == NULL
               ? words_text(room, language, run[verdict_app_by_name(claim->app, strlen(claim->app))], NO_ARGUMENTS)
               : words_text(room, language, WORDS_CLAIMS_READ, ARGUMENTS(TERM("file", claim->source)));
}

bool claims_same_as_rule(const struct vrmlint_rule *rule, const struct vrmlint_claim *claims, size_t count)
{
    struct vrmlint_claim others[VRMLINT_CLAIMS_MOST];
    bool same = count == vrmlint_rule_claims(rule, NULL, others);
    for (size_t i = 0; same && i < count; i++) {
        same = claims[i].app == others[i].app && claims[i].effect == others[i].effect &&
               claims[i].some == others[i].some && claims[i].source == others[i].source;
    }
    return same;
}

size_t claims_of_message(const struct vrmlint_rule *rule, const char *variant, struct vrmlint_claim *claims)
{
    size_t count = vrmlint_rule_claims(rule, variant, claims);
    return claims_same_as_rule(rule, claims, count) ? 0 : count;
}

void claims_text(FILE *out, enum vrmlint_language language, const struct vrmlint_claim *claims, size_t count,
                 int indent, size_t width)
{
    for (const struct vrmlint_claim *claim = claims; claim < claims + count; claim++) {
        struct words_room effect;
        struct words_room evidence;
        char line[2 * sizeof effect];
        int name = fprintf(out, "%*s%s %s", indent, "", claim->app, claim->version);
        int gap = name < indent + NAME_WIDTH ? indent + NAME_WIDTH - name : 1;
        fprintf(out, "%*s", gap, "");
        snprintf(line, sizeof line, "%s (%s)", claim_effect(&effect, language, claim),
                 claim_evidence(&evidence, language, claim));
        wrap(out, line, (size_t)name + (size_t)gap, (size_t)indent + NAME_WIDTH, width);
        fputc('\n', out);
    }
}

void claims_markdown(FILE *out, enum vrmlint_language language, const struct vrmlint_claim *claims, size_t count)
{
    for (size_t i = 0; i < CLAIMS_COLUMNS; i++) {
        fputs(i == 0 ? "| " : " | ", out);
        print_words(out, language, heads[i], NO_ARGUMENTS);
    }
    fputs(" |\n|---|---|---|---|\n", out);
    for (const struct vrmlint_claim *claim = claims; claim < claims + count; claim++) {
        struct words_room effect;
        struct words_room evidence;
        fprintf(out, "| %s | %s | %s | %s |\n", claim->app, claim->version, claim_effect(&effect, language, claim),
                claim_evidence(&evidence, language, claim));
    }
}
