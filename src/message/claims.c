#include "message/claims.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "ids/messages_claims.h"
#include "ids/rules.h"

enum app {
#define APP(id, name, version) APP_##id,
#include "ids/claims_table.def"
    APPS
};

enum evidence {
    EVIDENCE_RUN,
#define SOURCE(id, file) EVIDENCE_##id,
#include "ids/claims_table.def"
    EVIDENCES
};

static const char *const apps[APPS][2] = {
#define APP(id, name, version) [APP_##id] = {name, version},
#include "ids/claims_table.def"
};

static const char *const files[EVIDENCES] = {
#define SOURCE(id, file) [EVIDENCE_##id] = (file),
#include "ids/claims_table.def"
};

static const struct claim_row {
    unsigned char app;
    unsigned char effect;
    unsigned char some;
    unsigned char evidence;
} claim_rows[] = {
#define CLAIM(app, effect, some, evidence) {APP_##app, EFFECT_##effect, some, EVIDENCE_##evidence},
#include "ids/claims_table.def"
};

/* The claims about one message, or about any other message of the rule (the last group of the rule). The groups of a
 * rule are consecutive. */
static const struct claim_group {
    const char *variant; /* NULL: any */
    unsigned short rule;
    unsigned short first;
    unsigned short count;
} groups[] = {
#define CLAIMS(rule, variant, first, count) {variant, (unsigned short)RULE_##rule, first, count},
#include "ids/claims_table.def"
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

static size_t claims_of_rule(enum rule rule, const char *variant, struct vrmlint_claim *claims)
{
    size_t number = (size_t)rule;
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
            const struct claim_row *row = &claim_rows[group->first + i];
            claims[i] = (struct vrmlint_claim){apps[row->app][0], apps[row->app][1], effects[row->effect].name,
                                               row->some, files[row->evidence]};
        }
        return group->count;
    }
    return 0;
}

size_t vrmlint_rule_claims(const struct vrmlint_rule *rule, const char *variant, struct vrmlint_claim *claims)
{
    return claims_of_rule(rule_number(rule), variant, claims);
}

enum effect effect_by_name(const char *name)
{
    size_t effect = 0;
    while (effect < EFFECTS && strcmp(effects[effect].name, name) != 0) {
        effect++;
    }
    return (enum effect)effect;
}

enum message claim_words(const struct vrmlint_claim *claim)
{
    return effects[effect_by_name(claim->effect)].words;
}

/* Sets what an app does, and returns the new number of claims. Replaces what the message of the rule states. */
static size_t set_claim(struct vrmlint_claim *claims, size_t count, enum app app, enum effect effect, bool some)
{
    size_t i = 0;
    while (i < count && claims[i].app != apps[app][0]) {
        i++;
    }
    if (i == VRMLINT_CLAIMS_MOST) {
        return count;
    }
    claims[i] = (struct vrmlint_claim){apps[app][0], apps[app][1], effects[effect].name, some, NULL};
    return i == count ? count + 1 : count;
}

/* States that UniVRM loads a file, where the claims have it refuse the file or don't mention it, or that it loses the
 * bones, where they don't know that it refuses the file. */
static size_t set_loaded(struct vrmlint_claim *claims, size_t count, const struct vrmlint_finding *finding,
                         enum effect effect)
{
    bool loses = effect == EFFECT_DROPS_BONES;
    bool is_open = loses || finding->severity == VRMLINT_ERROR;
    for (size_t i = 0; i < count; i++) {
        if (claims[i].app == apps[APP_UNIVRM][0]) {
            bool refuses = strcmp(claims[i].effect, effects[EFFECT_REFUSES].name) == 0;
            is_open = loses ? !refuses || claims[i].some : refuses;
        }
    }
    return is_open ? set_claim(claims, count, APP_UNIVRM, effect, false) : count;
}

/* Whether UniVRM doesn't read what a finding is about: it reads each extension only in files of one kind. */
static bool is_unread(enum outcome_file file, const struct vrmlint_finding *finding)
{
    static const struct {
        const char *family;
        const char *name; /* of the extension that makes a file be of that kind */
        enum outcome_file file;
    } readers[] = {{"vrm/", "/extensions/VRMC_vrm", OUTCOME_VRM_1_0},
                   {"vrm0/", "/extensions/VRM", OUTCOME_VRM_0_X},
                   {"animation/", "/extensions/VRMC_vrm_animation", OUTCOME_ANIMATION},
                   {"springbone/", "-", OUTCOME_VRM_1_0},
                   {"collider/", "-", OUTCOME_VRM_1_0},
                   {"limit/", "-", OUTCOME_VRM_1_0},
                   {"mtoon/", "-", OUTCOME_VRM_1_0},
                   {"constraint/", "-", OUTCOME_VRM_1_0}};
    bool is_read = false;
    bool is_of_other = false;
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++) {
        bool is_in = text_is_within(finding->pointer, readers[i].name);
        is_read = is_read || (is_in && readers[i].file == file);
        /* what is wrong with the file as a whole, such as its name, matters to every importer */
        bool is_whole = *finding->pointer == '\0' && *readers[i].name == '/' &&
                        rule_number(finding->rule) != RULE_ANIMATION_NO_ANIMATION;
        is_of_other =
            is_of_other || (!is_whole && text_begins(finding->rule->id, readers[i].family) && readers[i].file != file);
    }
    /* it reads the keyframes of an avatar too */
    bool is_keyframe = text_begins(finding->pointer, "/animations") && strstr(finding->pointer, "/extensions/") == NULL;
    return file != OUTCOME_OTHER && is_of_other && !is_read && !is_keyframe;
}

static bool is_named(const struct outcome_context *context, const char *ending)
{
    return context->report->path != NULL && text_ends(context->report->path, ending);
}

/* Whether the lowest 32 bits of an index, which are all that UniVRM keeps, refer to an element after all. */
static bool wraps_to_element(const struct vrmlint_finding *finding)
{
    static const double bits = 4294967296.0; /* 2 to the power of 32 */
    double index = 0;
    double count = 0;
    for (size_t i = 0; i < finding->data_count; i++) {
        index = strcmp(finding->data[i].name, "index") == 0 ? finding->data[i].value : index;
        count = strcmp(finding->data[i].name, "count") == 0 ? finding->data[i].value : count;
    }
    return index >= bits && index - floor(index / bits) * bits < count;
}

/* Whether a finding is about a misnamed list of the file to which nothing refers. UniVRM needs only the others. */
static bool is_unneeded(const struct vrmlint_finding *finding)
{
    static const char *const needed[] = {"/asset", "/scene", "/scenes", "/nodes", "/extensions"};
    bool is_needed = finding->absent == NULL || strcmp(finding->rule->id, "gltf/unknown-property") != 0 ||
                     finding->consequences > 0 || strchr(finding->absent + 1, '/') != NULL;
    for (size_t i = 0; !is_needed && i < sizeof needed / sizeof *needed; i++) {
        is_needed = strcmp(finding->absent, needed[i]) == 0;
    }
    return !is_needed;
}

/* Returns what UniVRM does with a file that has a finding, a letter of outcomes.def or '\0', if it is decided by more
 * than the place and the kind of its value. outcome: the letter for these. */
static char outcome_of_univrm(const struct outcome_context *context, const struct vrmlint_finding *finding,
                              char outcome)
{
    const char *id = finding->rule->id;
    bool needs_nothing = strcmp(id, "gltf/empty-array") == 0 && finding->variant != NULL &&
                         strcmp(finding->variant, "EMPTY_ARRAY__DEFAULT") == 0;
    if (is_unread(context->in_univrm, finding)) {
        return '.';
    }
    if (outcome_is_no_integer(finding)) {
        return 'R';
    }
    if (finding->in_univrm != NULL && effect_by_name(finding->in_univrm) == EFFECT_REFUSES) {
        return 'R';
    }
    if (wraps_to_element(finding)) {
        bool is_of_tree =
            strstr(finding->pointer, "/humanBones/") != NULL || strstr(finding->pointer, "/children/") != NULL;
        return is_of_tree ? '%' : 'd';
    }
    if (is_unneeded(finding)) {
        return '.';
    }
    if (finding->in_univrm != NULL && effect_by_name(finding->in_univrm) == EFFECT_LOADS) {
        return '.';
    }
    if ((finding->loses_bone && rule_number(finding->rule) == RULE_ANIMATION_REQUIRED_BONE_MISSING) ||
        (!context->report->glb && !is_named(context, ".gltf") && /* it reads no other text than GLB's */
         (text_begins(id, "json/") || strcmp(id, "container/bad-magic") == 0)) ||
        (context->report->glb && strcmp(id, "json/bom") == 0)) {
        return 'R';
    }
    if (context->file == OUTCOME_OTHER && is_named(context, ".vrm") && finding->absent != NULL &&
        strcmp(finding->absent, "/extensionsUsed") == 0) {
        return 'A'; /* nothing else states that there is no avatar */
    }
    return needs_nothing ? '\0' : outcome;
}

/* Whether a finding is about data that an app reads only for meshes. UniVRM reads buffers in any case. */
static bool is_of_meshes(const struct vrmlint_finding *finding, size_t app)
{
    static const char *const lists[] = {"/accessors", "/bufferViews", "/buffers"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists - (app == OUTCOME_UNIVRM); i++) {
        if (text_is_within(finding->pointer, lists[i])) {
            return true;
        }
    }
    return false;
}

/* Whether three-vrm reads an extension of a version. It assumes 1.0 for animations without one. */
static bool reads_version(const struct vrmlint_extension *extension)
{
    static const char *const versions[] = {"1.0", "1.0-beta", "1.0-draft", ""};
    bool is_animation = strcmp(extension->name, "VRMC_vrm_animation") == 0;
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        if (strcmp(extension->version, versions[i]) == 0) {
            return i == 0 || (is_animation ? i > 1 : i == 1);
        }
    }
    return strstr(extension->version, ", ") != NULL; /* of several constraints, each with its own */
}

/* Whether a finding is about the version of an extension. */
static bool is_version(const struct vrmlint_finding *finding)
{
    const char *of = strrchr(finding->absent != NULL ? finding->absent : finding->pointer, '/');
    return of != NULL && strcmp(of, "/specVersion") == 0;
}

/* Whether a finding is about channels by what their nodes stand for, which the extension says. */
static bool is_of_role(const struct vrmlint_finding *finding)
{
    static const char *const roles[] = {"animation/bone-", "animation/expression-", "animation/look-at-",
                                        "animation/intermediate-"};
    bool found = false;
    for (size_t i = 0; i < sizeof roles / sizeof *roles && !found; i++) {
        found = text_begins(finding->rule->id, roles[i]);
    }
    return found;
}

/* Whether a finding is about an extension that three-vrm doesn't read: extensionsUsed doesn't list it, or its version
 * is unknown. */
static bool is_unlisted(const struct vrmlint_report *report, const struct vrmlint_finding *finding)
{
    static const char *const names[] = {"/extensions/VRMC_vrm", "/extensions/VRMC_vrm_animation",
                                        "/extensions/VRMC_springBone", "/extensions/VRMC_node_constraint"};
    /* an unknown member may be the version, which is missing then */
    bool may_be_version = strstr(finding->rule->id, "/unknown-property") != NULL || is_version(finding);
    /* another finding states what a missing version does, unless all of the extension is missing or isn't an object */
    bool is_missing = text_ends(finding->rule->id, "/missing-property") && finding->variant != NULL &&
                      strcmp(finding->variant, "MISSING_PROPERTY__EMPTY") != 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *at = strstr(finding->pointer, names[i]);
        const char *end = at != NULL ? at + strlen(names[i]) : i == 1 && is_of_role(finding) ? "/" : "-";
        for (size_t k = 0; (*end == '/' || *end == '\0') && k < report->extension_count; k++) {
            const struct vrmlint_extension *extension = &report->extensions[k];
            if (strcmp(extension->name, strrchr(names[i], '/') + 1) == 0 &&
                (extension->unlisted ||
                 ((*end == '/' || is_missing) && !may_be_version && !reads_version(extension)))) {
                return true;
            }
        }
    }
    return false;
}

/* Whether a finding is about a list of the file that is an object with indices as its keys: JavaScript reads those. */
static bool is_indexed(const struct vrmlint_finding *finding)
{
    static const char *const lists[] = {"/accessors", "/bufferViews", "/buffers", "/images",
                                        "/meshes",    "/samplers",    "/skins",   "/textures"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (strcmp(finding->pointer, lists[i]) == 0) {
            return strstr(finding->excerpt, "{\"0\"") != NULL;
        }
    }
    return false;
}

/* Returns the effect that a letter of outcomes.def stands for; EFFECTS for those without one. */
static enum effect effect_of_letter(char letter)
{
    static const struct {
        char letter;
        enum effect effect;
    } letters[] = {
        {'.', EFFECT_LOADS},
        {'d', EFFECT_DIFFERS},
        {'R', EFFECT_REFUSES},
        {'A', EFFECT_DROPS_AVATAR},
        {'s', EFFECT_DROPS_SPRINGS},
        {'c', EFFECT_DROPS_COLLIDERS},
        {'k', EFFECT_DROPS_CONSTRAINTS},
        {'b', EFFECT_DROPS_BONES},
        {'e', EFFECT_DROPS_EXPRESSIONS},
        {'g', EFFECT_DROPS_GAZE},
        {'a', EFFECT_DROPS_ANIMATION},
        {'m', EFFECT_DROPS_MESH},
        {'t', EFFECT_DROPS_MATERIAL},
    };
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++) {
        if (letters[i].letter == letter) {
            return letters[i].effect;
        }
    }
    return EFFECTS;
}

size_t claims_of_finding(const struct outcome_context *context, const struct vrmlint_finding *finding,
                         struct vrmlint_claim *claims)
{
    enum outcome_file file = context->file;
    static const enum app app_of[OUTCOME_APPS] = {[OUTCOME_THREE_VRM] = APP_THREE_VRM, [OUTCOME_UNIVRM] = APP_UNIVRM};
    char outcomes[OUTCOME_APPS];
    enum rule rule = rule_number(finding->rule);
    /* to apps, a bone that they need and whose name is wrong is missing */
    bool is_animated = rule == RULE_ANIMATION_UNKNOWN_BONE;
    rule = !finding->loses_bone            ? rule
           : is_animated                   ? RULE_ANIMATION_REQUIRED_BONE_MISSING
           : rule == RULE_VRM_UNKNOWN_BONE ? RULE_VRM_REQUIRED_BONE_MISSING
                                           : rule;
    size_t count = claims_of_rule(rule, is_animated && finding->loses_bone ? "HIPS" : finding->variant, claims);
    enum effect known = finding->in_three_vrm != NULL ? effect_by_name(finding->in_three_vrm) : EFFECTS;
    outcomes_of_finding(file, finding, outcomes);
    if (file != context->in_univrm) {
        char others[OUTCOME_APPS];
        outcomes_of_finding(context->in_univrm, finding, others);
        outcomes[OUTCOME_UNIVRM] = others[OUTCOME_UNIVRM];
    }
    for (size_t app = 0; app < OUTCOME_APPS; app++) {
        if (app == OUTCOME_UNIVRM) {
            outcomes[app] = outcome_of_univrm(context, finding, outcomes[app]);
        } else if (is_unlisted(context->report, finding)) {
            count = set_claim(claims, count, app_of[app], EFFECT_LOADS, false);
            outcomes[app] = '\0';
        } else if (known != EFFECTS) {
            count = set_claim(claims, count, app_of[app], known, false);
            outcomes[app] = '\0';
        } else if (is_indexed(finding)) {
            outcomes[app] = 'd';
        } else if (outcomes[app] == '%' &&
                   (strcmp(finding->pointer, "/buffers/0") == 0 || strcmp(finding->pointer, "/buffers") == 0)) {
            outcomes[app] = context->report->glb ? 'd' : 'R'; /* it takes the BIN chunk without looking at the buffer */
        }
        if (outcomes[app] == '%') {
            count = set_claim(claims, count, app_of[app], EFFECT_REFUSES, true);
        }
        enum effect effect = effect_of_letter(outcomes[app]);
        if (effect != EFFECTS) {
            count = set_claim(claims, count, app_of[app], effect, false);
        }
        /* UniVRM reads the text of everything, so values of wrong types stop it in any case */
        bool may_be_read = context->has_meshes || (app == OUTCOME_UNIVRM && outcomes[app] != '\0');
        for (size_t i = 0; !may_be_read && i < count && is_of_meshes(finding, app); i++) {
            claims[i].some = claims[i].some || (claims[i].app == apps[app_of[app]][0] &&
                                                strcmp(claims[i].effect, effects[EFFECT_REFUSES].name) == 0);
        }
    }
    enum effect in_univrm = finding->in_univrm != NULL ? effect_by_name(finding->in_univrm) : EFFECTS;
    if ((in_univrm == EFFECT_DIFFERS || in_univrm == EFFECT_DROPS_BONES) && !is_unread(context->in_univrm, finding)) {
        count = set_loaded(claims, count, finding, in_univrm);
    }
    /* UniVRM's importer of animations opens no plain model */
    for (size_t i = 0; i < count && is_named(context, ".vrma"); i++) {
        if (claims[i].app == apps[APP_UNIVRM][0] && strcmp(claims[i].effect, effects[EFFECT_DROPS_AVATAR].name) == 0) {
            claims[i].effect = effects[EFFECT_REFUSES].name;
        }
    }
    return count;
}
