/* The words that the modules of web/report/ use, and what effects of apps are called. */
#include "ids/messages_claims.h"
#include "ids/messages_fix.h"
#include "ids/messages_report.h"
#include "ids/messages_words.h"
#include "message/claims.h"
#include "report/member.h"
#include "report/say.h"
#include "report/shown_json.h"

static const enum message words_of_all[] = {WORDS_AND_MORE_COUNT,
                                            WORDS_CLAIMS_APP,
                                            WORDS_CLAIMS_EFFECT,
                                            WORDS_CLAIMS_KNOWN,
                                            WORDS_CLAIMS_READ,
                                            WORDS_CLAIMS_RUN,
                                            WORDS_CLAIMS_VERSION,
                                            WORDS_COMMA,
                                            WORDS_EFFECT_IN_SOME,
                                            WORDS_FINDINGS,
                                            WORDS_HEAD_TO_SEE_IT,
                                            WORDS_HEAD_WHAT_TO_DO,
                                            WORDS_MORE_OF,
                                            WORDS_NO_VERSION,
                                            WORDS_PAGE_CHECKED,
                                            WORDS_PAGE_EXPORTED_BY,
                                            WORDS_PAGE_FILE,
                                            WORDS_PAGE_FIXES,
                                            WORDS_PAGE_FIXES_MORE,
                                            WORDS_PAGE_FIXES_REPAIR,
                                            WORDS_PAGE_FIXES_SAFE,
                                            WORDS_PAGE_FIXES_UNSAFE,
                                            WORDS_PAGE_FULL,
                                            WORDS_PAGE_FULL_TO_DRAW,
                                            WORDS_PAGE_IGNORED,
                                            WORDS_PAGE_IGNORED_FOR,
                                            WORDS_PAGE_IS_ADVICE,
                                            WORDS_PAGE_KNOWN,
                                            WORDS_PAGE_NOT_CHECKED,
                                            WORDS_PAGE_PART,
                                            WORDS_PAGE_PART_ANIMATION,
                                            WORDS_PAGE_PART_ANY,
                                            WORDS_PAGE_PART_BONES,
                                            WORDS_PAGE_PART_FACE,
                                            WORDS_PAGE_PART_MATERIALS,
                                            WORDS_PAGE_PART_MESHES,
                                            WORDS_PAGE_PART_REST,
                                            WORDS_PAGE_PART_SPRINGS,
                                            WORDS_PAGE_PLACE,
                                            WORDS_PAGE_RULE,
                                            WORDS_PAGE_RULE_FROM,
                                            WORDS_PAGE_SEE,
                                            WORDS_PAGE_SKIPPED,
                                            WORDS_PAGE_TO_FIX,
                                            WORDS_PAGE_TO_LOOK_AT,
                                            WORDS_PAGE_WHAT_WAS_FOUND,
                                            WORDS_PAGE_WHERE,
                                            WORDS_PAGE_WHY_AND_WHERE,
                                            WORDS_STANDARD_INPUT};

static const enum message words_of_card[] = {WORDS_CARD,
                                             WORDS_CARD_ACTING,
                                             WORDS_CARD_ALLOWED,
                                             WORDS_CARD_AUTHORS,
                                             WORDS_CARD_BONES,
                                             WORDS_CARD_BONES_MAPPED,
                                             WORDS_CARD_BY_DEFAULT,
                                             WORDS_CARD_CHANGE,
                                             WORDS_CARD_CHANGE_AND_PASS_ON,
                                             WORDS_CARD_CHANGING,
                                             WORDS_CARD_COLOUR,
                                             WORDS_CARD_COLOUR_OF,
                                             WORDS_CARD_COMMERCE,
                                             WORDS_CARD_CONTACT,
                                             WORDS_CARD_CORPORATION,
                                             WORDS_CARD_CREDIT,
                                             WORDS_CARD_CUSTOM,
                                             WORDS_CARD_EVERYBODY,
                                             WORDS_CARD_EXPRESSIONS,
                                             WORDS_CARD_HATE,
                                             WORDS_CARD_LICENCE,
                                             WORDS_CARD_MISSING,
                                             WORDS_CARD_MISSING_NEEDED,
                                             WORDS_CARD_MORE,
                                             WORDS_CARD_MORPH,
                                             WORDS_CARD_MORPH_OF,
                                             WORDS_CARD_NODE,
                                             WORDS_CARD_NODE_OF,
                                             WORDS_CARD_NOTHING,
                                             WORDS_CARD_NOT_ALLOWED,
                                             WORDS_CARD_NO_EXPRESSIONS,
                                             WORDS_CARD_NO_PASSING_ON,
                                             WORDS_CARD_NO_PROFIT,
                                             WORDS_CARD_NUMBER,
                                             WORDS_CARD_NUMBER_OF,
                                             WORDS_CARD_ONLY_AUTHOR,
                                             WORDS_CARD_ONLY_LICENSED,
                                             WORDS_CARD_OTHER,
                                             WORDS_CARD_OTHER_LICENCE,
                                             WORDS_CARD_PASSING_ON,
                                             WORDS_CARD_POLITICS,
                                             WORDS_CARD_PROFIT,
                                             WORDS_CARD_REQUIRED,
                                             WORDS_CARD_SEX,
                                             WORDS_CARD_TERMS,
                                             WORDS_CARD_TEXTURE,
                                             WORDS_CARD_TEXTURE_OF,
                                             WORDS_CARD_TITLE,
                                             WORDS_CARD_UNNECESSARY,
                                             WORDS_CARD_UNSAID,
                                             WORDS_CARD_VERSION,
                                             WORDS_CARD_VIOLENCE};

static const enum message words_of_drawing[] = {WORDS_PAGE_FINDING,
                                                WORDS_PAGE_FOLLOWS,
                                                WORDS_PAGE_FRONT,
                                                WORDS_PAGE_HANGS_BELOW,
                                                WORDS_PAGE_KEY_BONES,
                                                WORDS_PAGE_KEY_CHAINS,
                                                WORDS_PAGE_KEY_COLLIDERS,
                                                WORDS_PAGE_KEY_FINDINGS,
                                                WORDS_PAGE_KEY_INSIDE_COLLIDERS,
                                                WORDS_PAGE_KEY_LIMITS,
                                                WORDS_PAGE_KEY_NAMED,
                                                WORDS_PAGE_MORE_BONES,
                                                WORDS_PAGE_MORE_COLLIDERS,
                                                WORDS_PAGE_MORE_FINDINGS,
                                                WORDS_PAGE_MORE_LIMITS,
                                                WORDS_PAGE_MORE_RINGS,
                                                WORDS_PAGE_RING,
                                                WORDS_PAGE_RING_OF,
                                                WORDS_PAGE_SIDE};

static const enum message words_of_list[] = {
    WORDS_FILES_CHECKED,      WORDS_FIX_CHECK_HINT,     WORDS_PAGE_ANY_FAMILY,     WORDS_PAGE_ANY_RULE,
    WORDS_PAGE_COUNT_ADVICE,  WORDS_PAGE_COUNT_FIX,     WORDS_PAGE_COUNT_LOOK,     WORDS_PAGE_FAMILY,
    WORDS_PAGE_FILES,         WORDS_PAGE_FIND,          WORDS_PAGE_HEAD_RULE,      WORDS_PAGE_LEVEL,
    WORDS_PAGE_LEVEL_ADVICE,  WORDS_PAGE_LEVEL_ANY,     WORDS_PAGE_LEVEL_FIX,      WORDS_PAGE_LEVEL_LOOK,
    WORDS_PAGE_LEVEL_NOTHING, WORDS_PAGE_LEVEL_TROUBLE, WORDS_PAGE_MOST_FIRST,     WORDS_PAGE_SHOWN,
    WORDS_PAGE_SHOWN_ALL,     WORDS_PAGE_SORT_BY,       WORDS_PAGE_TOTAL_ACCEPTED, WORDS_PAGE_TOTAL_ADVICE,
    WORDS_PAGE_TOTAL_FINE,    WORDS_PAGE_TOTAL_FIX,     WORDS_PAGE_TOTAL_LOOK,     WORDS_PAGE_TOTAL_NOTHING,
    WORDS_PAGE_TOTAL_TROUBLE};

static const enum message words_of_materials[] = {
    WORDS_PAGE_ANIMATIONS,      WORDS_PAGE_BASE_COLOUR,    WORDS_PAGE_BYTES,
    WORDS_PAGE_IMAGE,           WORDS_PAGE_JSON,           WORDS_PAGE_MATERIAL,
    WORDS_PAGE_MATERIALS,       WORDS_PAGE_MEGABYTES,      WORDS_PAGE_MESHES,
    WORDS_PAGE_MORPHS,          WORDS_PAGE_NO_TEXTURES,    WORDS_PAGE_OTHER_IMAGES,
    WORDS_PAGE_OTHER_MATERIALS, WORDS_PAGE_OUTLINE_COLOUR, WORDS_PAGE_RIM_COLOUR,
    WORDS_PAGE_SHADE_COLOUR,    WORDS_PAGE_TEXTURES_OF};

static const enum message words_of_motion[] = {WORDS_MOTION_ARMS_CROSSED,
                                               WORDS_MOTION_ARMS_DOWN,
                                               WORDS_MOTION_HEAD_NOD,
                                               WORDS_MOTION_HEAD_TURN,
                                               WORDS_MOTION_HITCH,
                                               WORDS_MOTION_NOD,
                                               WORDS_MOTION_OTHER,
                                               WORDS_MOTION_SETTLE,
                                               WORDS_MOTION_SHAKE,
                                               WORDS_MOTION_SIT,
                                               WORDS_MOTION_STEP,
                                               WORDS_MOTION_STEP_LEFT,
                                               WORDS_MOTION_STEP_RIGHT,
                                               WORDS_MOTION_TELEPORT,
                                               WORDS_MOTION_TURN,
                                               WORDS_MOTION_WALK,
                                               WORDS_PAGE_ABOUT_CURVES,
                                               WORDS_PAGE_CURVES,
                                               WORDS_PAGE_FILM_AS_IT_IS,
                                               WORDS_PAGE_FILM_FRONT,
                                               WORDS_PAGE_FILM_SIDE,
                                               WORDS_PAGE_FULL_OF_CHAINS,
                                               WORDS_PAGE_FULL_OF_MORE_CHAINS,
                                               WORDS_PAGE_RUNS_AWAY,
                                               WORDS_PAGE_THRESHOLD,
                                               WORDS_PAGE_UP_TO};

static const enum message words_of_budgets[] = {
    WORDS_PAGE_PLATFORMS,       WORDS_PAGE_PLATFORMS_TEXT,   WORDS_PAGE_FITS,         WORDS_PAGE_EXCEEDS,
    WORDS_PAGE_ABOVE,           WORDS_FIGURE_FILE_BYTES,     WORDS_FIGURE_NODES,      WORDS_FIGURE_JOINTS,
    WORDS_FIGURE_MESHES,        WORDS_FIGURE_SKINNED_MESHES, WORDS_FIGURE_PRIMITIVES, WORDS_FIGURE_TRIANGLES,
    WORDS_FIGURE_MORPH_TARGETS, WORDS_FIGURE_MATERIALS,      WORDS_FIGURE_IMAGES,     WORDS_FIGURE_TEXTURE_SIDE,
    WORDS_FIGURE_SPRINGS,       WORDS_FIGURE_SPRING_JOINTS,  WORDS_FIGURE_COLLIDERS,  WORDS_FIGURE_CONSTRAINTS};

static const enum message words_of_fixes[] = {WORDS_FIX_DETERMINED, WORDS_FIX_LOOK_AFTERWARDS, WORDS_FIX_NEED_NOT_LOOK,
                                              WORDS_FIX_NOTHING};

#define GROUP(flag, list)                                                                                              \
    {                                                                                                                  \
        flag, list, sizeof(list) / sizeof *(list)                                                                      \
    }
static const struct {
    unsigned flag; /* 0: always written */
    const enum message *words;
    size_t count;
} groups[] = {
    GROUP(0, words_of_all),
    GROUP(SHOWN_WORDS_CARD, words_of_card),
    GROUP(SHOWN_WORDS_DRAWING, words_of_drawing),
    GROUP(SHOWN_WORDS_LIST, words_of_list),
    GROUP(SHOWN_WORDS_MATERIALS, words_of_materials),
    GROUP(SHOWN_WORDS_MOTION, words_of_motion),
    GROUP(SHOWN_WORDS_BUDGETS, words_of_budgets),
    GROUP(SHOWN_WORDS_FIXES, words_of_fixes),
};

void shown_put_words(FILE *out, enum vrmlint_language language, unsigned flags)
{
    struct said room;
    bool first = true;
    fputc('{', out);
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        for (size_t k = 0; k < groups[i].count && (groups[i].flag & flags) == groups[i].flag; k++) {
            enum message message = groups[i].words[k];
            member_text(out, message_line(message).variant, message_template(message, language), first);
            first = false;
        }
    }
    for (int effect = 0; effect < EFFECTS; effect++) {
        member_text(out, effect_name((enum effect)effect),
                    said(&room, language, effect_words((enum effect)effect), NO_ARGUMENTS), false);
    }
    fputc('}', out);
}
