/* Symptoms, and the rules and families that can explain them, by the rows SYMPTOM. */
#include <string.h>

#include "base/ascii.h"
#include "ids/messages_symptoms.h"
#include "message/message.h"

static const struct vrmlint_symptom symptoms[] = {
#define SYMPTOM(id, name, rules) {name, rules},
#include "ids/symptoms_table.def"
};

/* The texts of each symptom: what it is, what to check, and words for searching. */
static const enum message texts[][3] = {
#define SYMPTOM(id, ...) {WORDS_SYMPTOM_##id, WORDS_SYMPTOM_##id##_CHECK, WORDS_SYMPTOM_##id##_WORDS},
#include "ids/symptoms_table.def"
};
enum { SEARCHED = 2 };

const struct vrmlint_symptom *vrmlint_symptoms(size_t *count)
{
    *count = sizeof symptoms / sizeof *symptoms;
    return symptoms;
}

const char *vrmlint_symptom_text(const struct vrmlint_symptom *symptom, enum vrmlint_symptom_part part,
                                 enum vrmlint_language language)
{
    const char *text = message_template(texts[symptom - symptoms][part], language);
    return text != NULL ? text : message_template(texts[symptom - symptoms][part], VRMLINT_ENGLISH);
}

/* ---- search ---- */

enum { STEM = 4, PAIR = 6 }; /* letters of a word that count; bytes of two Japanese characters */

static bool is_letter(char c)
{
    return ascii_is_letter(c) || ascii_is_digit(c);
}

/* Whether a text has a word that begins like a word of length letters. Words of up to STEM letters must be whole. */
static bool has_word(const char *text, const char *word, size_t length)
{
    size_t stem = length > STEM ? (length > STEM + 2 ? length - 3 : STEM) : length;
    for (const char *at = text; *at != '\0'; at++) {
        if (at > text && is_letter(at[-1])) {
            continue;
        }
        if (ascii_alike(at, word, stem) == stem && (length > STEM || !is_letter(at[stem]))) {
            return true;
        }
    }
    return false;
}

/* Whether a text of a symptom, in any language, contains a piece of length bytes: a word if ascii, otherwise a part
 * of one. */
static bool has_piece(const struct vrmlint_symptom *symptom, const char *piece, size_t length, bool ascii)
{
    static const int searched[] = {VRMLINT_SYMPTOM, SEARCHED};
    for (size_t i = 0; i < (size_t)VRMLINT_LANGUAGE_COUNT * 2; i++) {
        const char *text = message_template(texts[symptom - symptoms][searched[i % 2]], (enum vrmlint_language)(i / 2));
        char copy[PAIR + 1] = "";
        if (text == NULL) {
            continue;
        }
        if (!ascii) {
            memcpy(copy, piece, length);
        }
        if (ascii ? has_word(text, piece, length) : strstr(text, copy) != NULL) {
            return true;
        }
    }
    return false;
}

size_t vrmlint_symptom_likeness(const struct vrmlint_symptom *symptom, const char *text)
{
    static const char *const common[] = {"the", "and", "are", "not", "isn", "doesn", "don", "its", "too", "for"};
    size_t likeness = 0;
    while (*text != '\0') {
        size_t length = 0;
        bool ascii = (unsigned char)*text < 0x80;
        if (ascii) {
            while (is_letter(text[length])) {
                length++;
            }
            bool counts = length > 2;
            for (size_t i = 0; counts && i < sizeof common / sizeof *common; i++) {
                counts = strlen(common[i]) != length || strncmp(common[i], text, length) != 0;
            }
            likeness += counts && has_piece(symptom, text, length, true);
            text += length == 0 ? 1 : length;
        } else {
            while (length < PAIR && (unsigned char)text[length] >= 0x80) {
                length++;
            }
            likeness += length == PAIR && has_piece(symptom, text, PAIR, false);
            text++;
            while (((unsigned char)*text & 0xC0) == 0x80) {
                text++;
            }
        }
    }
    return likeness;
}
