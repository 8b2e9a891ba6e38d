/* Writes the words that the modules of web/report/ use, and the names of effects in apps. */
#include "ids/messages_claims.h"
#include "ids/messages_fix.h"
#include "ids/messages_page.h"
#include "ids/messages_page_budgets.h"
#include "ids/messages_page_card.h"
#include "ids/messages_page_drawing.h"
#include "ids/messages_page_list.h"
#include "ids/messages_page_materials.h"
#include "ids/messages_page_motion.h"
#include "ids/messages_report.h"
#include "ids/messages_words.h"
#include "message/claims.h"
#include "report/member.h"
#include "report/print.h"
#include "report/shown_json.h"

/* Words of a page, by purpose. A group has the lines of its file of messages, and some of other files. */
#define WORDS(name, english) WORDS_##name,
static const enum message words_of_all[] = {
#include "message/messages/page.def"
    WORDS_AND_MORE_COUNT,   WORDS_CLAIMS_APP,     WORDS_CLAIMS_EFFECT,   WORDS_CLAIMS_KNOWN,
    WORDS_CLAIMS_READ,      WORDS_CLAIMS_RUN,     WORDS_CLAIMS_VERSION,  WORDS_COMMA,
    WORDS_EFFECT_IN_SOME,   WORDS_FINDINGS,       WORDS_FOLLOWER,        WORDS_FOLLOWERS,
    WORDS_FOLLOWERS_LISTED, WORDS_HEAD_TO_SEE_IT, WORDS_HEAD_WHAT_TO_DO, WORDS_MORE_OF,
    WORDS_NO_VERSION,       WORDS_STANDARD_INPUT,
};
static const enum message words_of_card[] = {
#include "message/messages/page_card.def"
};
static const enum message words_of_drawing[] = {
#include "message/messages/page_drawing.def"
};
static const enum message words_of_list[] = {
#include "message/messages/page_list.def"
    WORDS_FILES_CHECKED,
    WORDS_FIX_CHECK_HINT,
};
static const enum message words_of_materials[] = {
#include "message/messages/page_materials.def"
};
static const enum message words_of_motion[] = {
#include "message/messages/page_motion.def"
};
static const enum message words_of_budgets[] = {
#include "message/messages/page_budgets.def"
};
#undef WORDS
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

void shown_print_words(FILE *out, enum vrmlint_language language, unsigned flags)
{
    struct words_room room;
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
                    words_text(&room, language, effect_words((enum effect)effect), NO_ARGUMENTS), false);
    }
    fputc('}', out);
}
