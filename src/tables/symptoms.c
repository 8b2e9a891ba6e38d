#include "tables/symptoms.h"

#include <stdint.h>
#include <string.h>

#include "base/ascii.h"
#include "ids/messages_symptoms.h"

const struct symptom *symptoms_all(size_t *count)
{
    static const struct symptom symptoms[] = {
#define SYMPTOM(id, name, rules)                                                                                       \
    {name, rules, WORDS_SYMPTOM_##id, WORDS_SYMPTOM_##id##_CHECK, WORDS_SYMPTOM_##id##_WORDS},
#include "tables/symptoms.def"
#undef SYMPTOM
    };
    *count = sizeof symptoms / sizeof *symptoms;
    return symptoms;
}

size_t symptom_rank(const struct symptom *symptom, const char *rule)
{
    size_t family = strcspn(rule, "/");
    size_t rank = 0;
    for (const char *at = symptom->rules; *at != '\0'; rank++) {
        size_t length = strcspn(at, " ");
        if (strncmp(at, rule, length) == 0 && (rule[length] == '\0' || length == family)) {
            return rank;
        }
        at += length;
        at += *at == ' ';
    }
    return SIZE_MAX;
}

/* ---- likeness ---- */

enum { STEM = 4, PAIR = 6 }; /* letters of a word that count; bytes of two Japanese characters */

static bool is_letter(char c)
{
    return ascii_is_letter(c) || ascii_is_digit(c);
}

/* Returns whether a text has a word that begins like one of length letters. Words of up to STEM letters must be whole.
 */
static bool has_word(const char *text, const char *word, size_t length)
{
    size_t stem = length > STEM ? (length > STEM + 2 ? length - 3 : STEM) : length;
    for (const char *at = text; *at != '\0'; at++) {
        if (at > text && is_letter(at[-1])) {
            continue;
        }
        size_t same = 0;
        while (same < stem && ascii_lower(at[same]) == ascii_lower(word[same])) {
            same++;
        }
        if (same == stem && (length > STEM || !is_letter(at[same]))) {
            return true;
        }
    }
    return false;
}

/* Returns whether a text of a symptom, in any language, has a piece of length bytes: a word if ascii, a part of one
 * otherwise. */
static bool has_piece(const struct symptom *symptom, const char *piece, size_t length, bool ascii)
{
    for (int language = 0; language < VRMLINT_LANGUAGE_COUNT; language++) {
        const enum message texts[] = {symptom->words, symptom->search};
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
            const char *text = message_template(texts[i], (enum vrmlint_language)language);
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
    }
    return false;
}

size_t symptom_likeness(const struct symptom *symptom, const char *text)
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
