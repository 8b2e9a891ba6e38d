#include "report/verdict.h"

#include <string.h>

#include "base/ascii.h"
#include "base/text.h"
#include "ids/messages_report.h"

static const struct {
    const char *name; /* as in messages/apps.def */
    const char *version;
    const char *short_name;
} apps[VERDICT_APPS] = {
    [VERDICT_THREE_VRM] = {"three-vrm", "3.5.5", "three-vrm"},
    [VERDICT_UNIVRM] = {"UniVRM", "0.131.1", "univrm"},
    [VERDICT_BLENDER] = {"VRM Add-on for Blender", "4.5.0", "blender"},
};

static const char *const kinds[APP_VERDICTS] = {
    [APP_LOADS_FINE] = "fine",     [APP_LOADS_OTHERS] = "differs",  [APP_UNKNOWN] = "unknown",
    [APP_LOSES] = "loses",         [APP_MAY_REFUSE] = "may-refuse", [APP_HANGS] = "hangs",
    [APP_NO_AVATAR] = "no-avatar", [APP_REFUSES] = "refuses",
};

/* The parts of a file that an app may lose, by the effect, from EFFECT_DROPS_SPRINGS on. */
static const struct {
    const char *name;
    enum message words;
    const char *figure; /* that is 0 if an avatar has none of them; NULL: not counted */
} parts[] = {
    [0] = {"springs", WORDS_VERDICT_SPRINGS, "springs"},
    [EFFECT_DROPS_COLLIDERS - EFFECT_DROPS_SPRINGS] = {"colliders", WORDS_VERDICT_COLLIDERS, "colliders"},
    [EFFECT_DROPS_LIMIT - EFFECT_DROPS_SPRINGS] = {"limits", WORDS_VERDICT_LIMITS, NULL},
    [EFFECT_DROPS_CONSTRAINTS - EFFECT_DROPS_SPRINGS] = {"constraints", WORDS_VERDICT_CONSTRAINTS, "constraints"},
    [EFFECT_DROPS_BONES - EFFECT_DROPS_SPRINGS] = {"bones", WORDS_VERDICT_BONES, NULL}, /* every avatar has some */
    [EFFECT_DROPS_EXPRESSIONS - EFFECT_DROPS_SPRINGS] = {"expressions", WORDS_VERDICT_EXPRESSIONS, "expressions"},
    [EFFECT_DROPS_GAZE - EFFECT_DROPS_SPRINGS] = {"gaze", WORDS_VERDICT_GAZE, NULL},
    [EFFECT_DROPS_ANIMATION - EFFECT_DROPS_SPRINGS] = {"animation", WORDS_VERDICT_ANIMATION, NULL},
    [EFFECT_DROPS_MESH - EFFECT_DROPS_SPRINGS] = {"meshes", WORDS_VERDICT_MESHES, "meshes"},
    [EFFECT_DROPS_MATERIAL - EFFECT_DROPS_SPRINGS] = {"materials", WORDS_VERDICT_MATERIALS, "materials"},
    [EFFECT_DROPS_IMAGE - EFFECT_DROPS_SPRINGS] = {"images", WORDS_VERDICT_IMAGES, NULL},
};

_Static_assert(sizeof parts / sizeof *parts == VERDICT_PARTS, "a part has no words");

const char *verdict_app_name(enum verdict_app app)
{
    return apps[app].name;
}

const char *verdict_app_version(enum verdict_app app)
{
    return apps[app].version;
}

const char *verdict_app_in(struct words_room *room, enum vrmlint_language language, enum verdict_app app)
{
    return app == VERDICT_BLENDER ? words_text(room, language, WORDS_VERDICT_BLENDER, NO_ARGUMENTS) : apps[app].name;
}

const char *verdict_kind_name(enum app_verdict_kind kind)
{
    return kinds[kind];
}

enum verdict_app verdict_app_by_name(const char *name, size_t length)
{
    for (size_t app = 0; app < VERDICT_APPS; app++) {
        const char *const names[] = {apps[app].name, apps[app].short_name};
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            size_t same = 0;
            while (same < length && names[i][same] != '\0' && ascii_lower(names[i][same]) == ascii_lower(name[same])) {
                same++;
            }
            if (same == length && names[i][same] == '\0') {
                return (enum verdict_app)app;
            }
        }
    }
    return VERDICT_APPS;
}

/* Whether a report counts none of a thing. */
static bool counts_none(const struct vrmlint_report *report, const char *figure)
{
    for (size_t i = 0; figure != NULL && i < report->figure_count; i++) {
        if (strcmp(report->figures[i].name, figure) == 0) {
            return report->figures[i].value == 0;
        }
    }
    return false;
}

/* Whether a finding is inside of an element of a list in a list or of a spring, in extras, or about springs, colliders
 * or constraints with a wrong name or as a value of the wrong type: the file has such a part even if the report counts
 * none. */
static bool is_of_part(const struct vrmlint_finding *finding)
{
    static const char *const families[] = {"springbone/", "constraint/"};
    size_t numbers = 0;
    for (const char *at = strchr(finding->pointer, '/'); at != NULL; at = strchr(at, '/')) {
        numbers += ascii_is_digit(*++at);
    }
    bool is_spoilt = text_ends(finding->rule->id, "/misnamed");
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        is_spoilt = is_spoilt || (finding->absent != NULL && text_begins(finding->rule->id, families[i]));
    }
    return is_spoilt || numbers > 1 || strstr(finding->pointer, "/springs/") != NULL ||
           strstr(finding->pointer, "/extras/") != NULL || strstr(finding->pointer, "/boneGroups/") != NULL;
}

/* Whether a file has an avatar of each version: an app that doesn't read one reads the other. */
static bool is_twofold(const struct vrmlint_report *report)
{
    bool found[2] = {false};
    for (size_t i = 0; i < report->extension_count; i++) {
        found[0] = found[0] || strcmp(report->extensions[i].name, "VRM") == 0;
        found[1] = found[1] || strcmp(report->extensions[i].name, "VRMC_vrm") == 0;
    }
    return found[0] && found[1];
}

/* Returns what a claim of a finding means for its app. *lost receives the part that is lost. */
static enum app_verdict_kind kind_of_claim(const struct vrmlint_claim *claim, const struct vrmlint_report *report,
                                           const struct vrmlint_finding *finding, enum outcome_file file,
                                           unsigned *lost)
{
    enum effect effect = effect_by_name(claim->effect);
    *lost = 0;
    switch (effect) {
    case EFFECT_REFUSES:
        return claim->some ? APP_MAY_REFUSE : APP_REFUSES;
    case EFFECT_HANGS:
        return claim->some ? APP_MAY_REFUSE : APP_HANGS;
    case EFFECT_DROPS_AVATAR:
        return is_twofold(report) && finding->in_three_vrm == NULL ? APP_LOADS_OTHERS
               : claim->some                                       ? APP_MAY_REFUSE
                                                                   : APP_NO_AVATAR;
    case EFFECT_DIFFERS:
        return APP_LOADS_OTHERS;
    case EFFECT_WARNS:
    case EFFECT_LOADS:
        return APP_LOADS_FINE;
    case EFFECT_WRITES:
    case EFFECT_BLOCKS_EXPORT:
    case EFFECTS:
        return APP_VERDICTS;
    default:
        break;
    }
    if (file != OUTCOME_ANIMATION && !is_of_part(finding) &&
        counts_none(report, parts[effect - EFFECT_DROPS_SPRINGS].figure)) {
        return APP_LOADS_FINE;
    }
    if (claim->some) {
        return APP_LOADS_OTHERS;
    }
    *lost = 1U << (effect - EFFECT_DROPS_SPRINGS);
    return APP_LOSES;
}

/* Writes what a finding means for each app: APP_VERDICTS if it states nothing about the app. */
static void kinds_of_finding(const struct outcome_context *context, const struct vrmlint_finding *finding,
                             struct app_verdict verdicts[VERDICT_APPS])
{
    struct vrmlint_claim claims[VRMLINT_CLAIMS_MOST];
    size_t count = claims_of_finding(context, finding, claims);
    for (size_t app = 0; app < VERDICT_APPS; app++) {
        verdicts[app] = (struct app_verdict){(enum verdict_app)app, APP_VERDICTS, 0};
        for (size_t i = 0; i < count; i++) {
            if (strcmp(claims[i].app, apps[app].name) == 0) {
                unsigned lost;
                enum app_verdict_kind kind = kind_of_claim(&claims[i], context->report, finding, context->file, &lost);
                bool is_worse = verdicts[app].kind == APP_VERDICTS || kind > verdicts[app].kind;
                verdicts[app].kind = kind != APP_VERDICTS && is_worse ? kind : verdicts[app].kind;
                verdicts[app].lost |= lost;
            }
        }
        if (verdicts[app].kind == APP_VERDICTS && finding->severity == VRMLINT_ERROR) {
            verdicts[app].kind = APP_UNKNOWN;
        }
    }
}

bool verdict_is_of_avatar(const struct vrmlint_report *report)
{
    return outcome_file_of(report) != OUTCOME_OTHER || ascii_text_ends(report->path, ".vrm") ||
           ascii_text_ends(report->path, ".vrma");
}

/* Whether a report is about glTF that can't be read, and so may have been an avatar. */
static bool is_unreadable(const struct vrmlint_report *report)
{
    static const char limits[] = "file/"; /* rules of what wasn't tried */
    if (report->figure_count > 0 || (strcmp(report->path, "-") != 0 && !ascii_text_ends(report->path, ".gltf") &&
                                     !ascii_text_ends(report->path, ".glb"))) {
        return false;
    }
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        if (finding->severity == VRMLINT_ERROR && !text_begins(finding->rule->id, limits)) {
            return true;
        }
    }
    return false;
}

size_t verdicts_of(const struct vrmlint_report *shown, struct app_verdict verdicts[VERDICT_APPS])
{
    const struct vrmlint_report *report = shown->whole != NULL ? shown->whole : shown;
    if (report->error != NULL || report->path == NULL || (!verdict_is_of_avatar(report) && !is_unreadable(report))) {
        return 0;
    }
    /* findings that aren't shown may state anything */
    bool whole = report->known_findings + report->ignored_findings + report->hidden_findings == 0;
    for (size_t app = 0; app < VERDICT_APPS; app++) {
        verdicts[app] = (struct app_verdict){(enum verdict_app)app, whole ? APP_LOADS_FINE : APP_UNKNOWN, 0};
    }
    /* Findings that follow from others don't count: what apps do is stated about the cause. Over recorded runs of apps,
     * most verdicts that they would change become wrong. */
    struct outcome_context context = outcome_context_of(report);
    for (size_t i = 0; i < report->finding_count; i++) {
        struct app_verdict of_finding[VERDICT_APPS];
        kinds_of_finding(&context, &report->findings[i], of_finding);
        for (size_t app = 0; app < VERDICT_APPS; app++) {
            if (of_finding[app].kind != APP_VERDICTS) {
                verdicts[app].kind =
                    of_finding[app].kind > verdicts[app].kind ? of_finding[app].kind : verdicts[app].kind;
                verdicts[app].lost |= of_finding[app].lost;
            }
        }
    }
    size_t count = 0;
    for (size_t app = 0; app < VERDICT_APPS; app++) {
        if (report->extension_count == 0 && verdicts[app].kind < APP_UNKNOWN) {
            verdicts[app].kind = APP_UNKNOWN; /* nothing of the avatar was read */
        }
        if (shown->apps == 0 || (shown->apps >> app & 1U) != 0) {
            verdicts[count++] = verdicts[app];
        }
    }
    return count;
}

bool verdict_matters(const struct vrmlint_report *report, const struct vrmlint_finding *finding)
{
    struct app_verdict of_finding[VERDICT_APPS];
    struct outcome_context context = outcome_context_of(report);
    kinds_of_finding(&context, finding, of_finding);
    for (size_t app = 0; app < VERDICT_APPS; app++) {
        if ((report->apps >> app & 1U) != 0 && of_finding[app].kind != APP_VERDICTS &&
            of_finding[app].kind != APP_LOADS_FINE) {
            return true;
        }
    }
    return report->apps == 0;
}

bool verdicts_fail(const struct vrmlint_report *report, bool losses)
{
    struct app_verdict verdicts[VERDICT_APPS];
    size_t count = verdicts_of(report, verdicts);
    for (size_t i = 0; i < count; i++) {
        if (verdicts[i].kind >= (losses ? APP_LOSES : APP_HANGS)) {
            return true;
        }
    }
    return false;
}

/* Returns how much a verdict matters to readers: what isn't known comes last. */
static int weight_of(const struct app_verdict *verdict)
{
    return verdict->kind == APP_UNKNOWN ? -1 : (int)verdict->kind;
}

/* Sorts verdicts, the worst first and those that aren't known last; apps with the same verdict keep their order. */
static void verdicts_sort(struct app_verdict *verdicts, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        struct app_verdict verdict = verdicts[i];
        size_t k = i;
        for (; k > 0 && weight_of(&verdicts[k - 1]) < weight_of(&verdict); k--) {
            verdicts[k] = verdicts[k - 1];
        }
        verdicts[k] = verdict;
    }
}

bool verdict_rests_on(const struct app_verdict *verdict, const struct vrmlint_report *report,
                      const struct vrmlint_finding *finding)
{
    struct app_verdict of_finding[VERDICT_APPS];
    if (verdict->kind == APP_LOADS_FINE) {
        return false;
    }
    struct outcome_context context = outcome_context_of(report);
    kinds_of_finding(&context, finding, of_finding);
    return of_finding[verdict->app].kind == verdict->kind;
}

const char *verdict_lost(const struct app_verdict *verdict, unsigned *at, enum message *words)
{
    for (; *at < VERDICT_PARTS && verdict->kind == APP_LOSES; (*at)++) {
        if ((verdict->lost >> *at & 1U) != 0) {
            if (words != NULL) {
                *words = parts[*at].words;
            }
            return parts[(*at)++].name;
        }
    }
    return NULL;
}

const char *verdict_words(struct words_room *room, enum vrmlint_language language, const struct app_verdict *verdict)
{
    static const enum message words[APP_VERDICTS] = {
        [APP_LOADS_FINE] = WORDS_VERDICT_FINE,       [APP_LOADS_OTHERS] = WORDS_VERDICT_DIFFERS,
        [APP_UNKNOWN] = WORDS_VERDICT_UNKNOWN,       [APP_LOSES] = WORDS_VERDICT_LOSES,
        [APP_MAY_REFUSE] = WORDS_VERDICT_MAY_REFUSE, [APP_HANGS] = WORDS_VERDICT_HANGS,
        [APP_NO_AVATAR] = WORDS_VERDICT_NO_AVATAR,   [APP_REFUSES] = WORDS_VERDICT_REFUSES,
    };
    struct argument items[VERDICT_PARTS];
    size_t count = 0;
    unsigned at = 0;
    enum message part;
    if (verdict->kind != APP_LOSES) {
        return words_text(room, language, words[verdict->kind], NO_ARGUMENTS);
    }
    while (verdict_lost(verdict, &at, &part) != NULL) {
        items[count++] = WORD("", part);
    }
    return words_text(room, language, words[verdict->kind],
                      ARGUMENTS(argument_list("what", items, count, count, JOIN_AND)));
}

enum paint verdict_paint(enum app_verdict_kind kind)
{
    return kind >= APP_HANGS        ? PAINT_RED
           : kind >= APP_LOSES      ? PAINT_YELLOW
           : kind == APP_LOADS_FINE ? PAINT_GREEN
                                    : PAINT_DIM;
}

/* Returns an app with what people know of it: "three-vrm (web apps such as ChatVRM, Amica, Hyperfy)". */
static const char *verdict_app_words(struct words_room *room, enum vrmlint_language language, enum verdict_app app,
                                     enum outcome_file file)
{
    static const enum message avatars[VERDICT_APPS][2] = {
        [VERDICT_THREE_VRM] = {WORDS_VERDICT_THREE_VRM_APPS, WORDS_VERDICT_THREE_VRM_APPS},
        [VERDICT_UNIVRM] = {WORDS_VERDICT_UNIVRM_1_0, WORDS_VERDICT_UNIVRM_0_X},
        [VERDICT_BLENDER] = {WORDS_VERDICT_BLENDER, WORDS_VERDICT_BLENDER},
    };
    static const enum message others[VERDICT_APPS] = {
        [VERDICT_THREE_VRM] = WORDS_VERDICT_THREE_VRM,
        [VERDICT_UNIVRM] = WORDS_VERDICT_UNIVRM,
        [VERDICT_BLENDER] = WORDS_VERDICT_BLENDER,
    };
    enum message words = file == OUTCOME_VRM_1_0   ? avatars[app][0]
                         : file == OUTCOME_VRM_0_X ? avatars[app][1]
                                                   : others[app];
    return words_text(room, language, words, NO_ARGUMENTS);
}

size_t verdict_lines(struct verdict_line lines[VERDICT_LINES], enum vrmlint_language language,
                     const struct vrmlint_report *report, bool short_names)
{
    struct app_verdict verdicts[VERDICT_APPS];
    size_t count = verdicts_of(report, verdicts);
    enum outcome_file file = outcome_file_of(report);
    size_t line_count = 0;
    verdicts_sort(verdicts, count);
    if (count > 0 && report->finding_count == 0 && verdicts[0].kind == APP_UNKNOWN) {
        return 0; /* all findings are known or ignored: there is nothing to say */
    }
    for (size_t i = 0; i < count;) {
        struct argument items[VERDICT_APPS];
        struct words_room names[VERDICT_APPS];
        struct words_room does;
        size_t same = 0;
        bool joined = verdicts[i].kind == APP_LOADS_FINE || verdicts[i].kind == APP_UNKNOWN;
        do {
            const char *name = short_names || joined
                                   ? verdict_app_in(&names[same], language, verdicts[i + same].app)
                                   : verdict_app_words(&names[same], language, verdicts[i + same].app, file);
            items[same] = TERM("", name);
            same++;
        } while (joined && i + same < count && verdicts[i + same].kind == verdicts[i].kind);
        const char *words = verdict_words(&does, language, &verdicts[i]);
        lines[line_count].kind = verdicts[i].kind;
        words_text(&lines[line_count].text, language, WORDS_VERDICT_LINE,
                   ARGUMENTS(argument_list("app", items, same, same, JOIN_COMMA), TERM("verdict", words)));
        line_count++;
        i += same;
    }
    return line_count;
}
