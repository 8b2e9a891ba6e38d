#include "report/advice.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "ids/messages_exporters.h"
#include "ids/rules.h"
#include "message/message_template.h"

/* ---- advice that repeats ---- */

enum { STEM = 5 /* letters that identify a word: "write" and "writes" are the same */ };

static bool has_stem(const struct advice_stems *stems, uint64_t stem)
{
    for (size_t i = 0; i < stems->count; i++) {
        if (stems->list[i] == stem) {
            return true;
        }
    }
    return false;
}

/* Adds the words of a text that aren't common ones. Names in braces don't count, but the words of a choice by number
 * do. */
static void add_stems(struct advice_stems *stems, const struct advice_stems *common, const char *text)
{
    bool in_name = false;
    while (*text != '\0') {
        if (!ascii_is_letter(*text)) {
            in_name = *text == '{' || (in_name && *text != '|' && *text != '}');
            text++;
            continue;
        }
        uint64_t stem = 0;
        size_t length = 0;
        for (; ascii_is_letter(*text); text++, length++) {
            if (length < STEM) {
                stem = stem << 8 | (unsigned char)ascii_lower(*text);
            }
        }
        if (!in_name && length > 1 && stems->count < sizeof stems->list / sizeof *stems->list &&
            !has_stem(common, stem) && !has_stem(stems, stem)) {
            stems->list[stems->count++] = stem;
        }
    }
}

/* Whether a text was made from a sentence: it contains everything between the sentence's arguments, in order. *length
 * receives the length of that. */
static bool is_repeated_by(const char *text, const char *sentence, size_t *length)
{
    *length = 0;
    const char *literal;
    size_t size;
    struct hole hole;
    for (bool more = sentence != NULL; more;) {
        more = template_next(&sentence, &literal, &size, &hole);
        const char *at = text;
        while (at != NULL && size > 0 && strncmp(at, literal, size) != 0) {
            at = strchr(at + 1, literal[0]);
        }
        if (at == NULL) {
            return false;
        }
        text = at + size;
        *length += size;
    }
    return *length > 0;
}

void advice_begin(struct advice_memory *memory)
{
    static const struct advice_stems none = {.count = 0};
    for (size_t rule = 0; rule < RULE_LIMIT; rule++) {
        memory->first[rule] = MESSAGE_LIMIT;
    }
    memory->first_shared = MESSAGE_LIMIT;
    memory->rule = RULE_NONE;
    for (size_t i = MESSAGE_LIMIT; i-- > 0;) {
        struct message_line line = message_line((enum message)i);
        if (line.kind == MESSAGE_OF_FINDING || line.kind == MESSAGE_OF_SEVERAL_RULES) {
            uint16_t *first = line.kind == MESSAGE_OF_FINDING ? &memory->first[line.rule] : &memory->first_shared;
            memory->next[i] = *first;
            *first = (uint16_t)i;
        }
    }
    memory->common.count = 0;
    add_stems(&memory->common, &none,
              "an and are as at be by each for from in into is it its no not of on one or same "
              "so than that the them they this to what where with");
}

static void take_rule(struct advice_memory *memory, const struct vrmlint_rule *rule)
{
    enum rule number = rule_number(rule);
    if (number == memory->rule) {
        return;
    }
    const uint16_t lists[] = {memory->first[number], memory->first_shared};
    memory->rule = number;
    memory->message_count = 0;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        for (uint16_t at = lists[i]; at != MESSAGE_LIMIT; at = memory->next[at]) {
            if (message_is_of((enum message)at, number)) {
                memory->messages[memory->message_count++] = at;
            }
        }
    }
    memory->how.count = 0;
    add_stems(&memory->how, &memory->common, vrmlint_rule_text(rule, VRMLINT_HOW, VRMLINT_ENGLISH));
}

/* Returns the English sentence from which a finding's message was made, in whichever language; NULL if none is
 * found. */
static const char *sentence_of(const struct advice_memory *memory, const struct vrmlint_finding *finding)
{
    const char *best = NULL;
    size_t longest = 0;
    for (size_t i = 0; i < memory->message_count * VRMLINT_LANGUAGE_COUNT; i++) {
        enum message message = (enum message)memory->messages[i / VRMLINT_LANGUAGE_COUNT];
        unsigned language = i % VRMLINT_LANGUAGE_COUNT;
        const char *text = finding->message.in[language];
        size_t length;
        if (text != NULL && is_repeated_by(text, message_template(message, (enum vrmlint_language)language), &length) &&
            length > longest) {
            best = message_line(message).english;
            longest = length;
        }
    }
    return best;
}

bool advice_repeats(struct advice_memory *memory, const struct vrmlint_finding *finding)
{
    take_rule(memory, finding->rule);
    const char *sentence = sentence_of(memory, finding);
    if (sentence == NULL) {
        return false;
    }
    if (strstr(sentence, "{advice}") != NULL) { /* this advice has numbers, which the rule doesn't know */
        return true;
    }
    struct advice_stems said = {.count = 0};
    size_t common = 0;
    add_stems(&said, &memory->common, sentence);
    add_stems(&said, &memory->common,
              vrmlint_text_in(&finding->message, VRMLINT_ENGLISH)); /* for names of the file, in any language */
    for (size_t i = 0; i < memory->how.count; i++) {
        common += has_stem(&said, memory->how.list[i]);
    }
    return 2 * common >= memory->how.count;
}

/* ---- exporters ---- */

struct exporter {
    const char *begins; /* the generator, up to its version */
    unsigned below[2];  /* major and minor version; both 0: any */
    enum rule rule;
    enum message words;
};

static const struct exporter exporters[] = {
#define BELOW(major, minor)                                                                                            \
    {                                                                                                                  \
        (major), (minor)                                                                                               \
    }
#define ANY                                                                                                            \
    {                                                                                                                  \
        0, 0                                                                                                           \
    }
#define EXPORTER(begins, below, rule, name) {begins, below, RULE_##rule, WORDS_EXPORTER_##name},
#include "report/exporters.def"
#undef EXPORTER
#undef ANY
#undef BELOW
};

/* Whether the version after a generator's name is below another. A version that can't be read isn't. */
static bool is_below(const char *version, const unsigned below[2])
{
    char *end;
    if (below[0] == 0 && below[1] == 0) {
        return true;
    }
    unsigned long major = strtoul(version, &end, 10);
    if (end == version || *end != '.') {
        return false;
    }
    const char *rest = end + 1;
    unsigned long minor = strtoul(rest, &end, 10);
    return end != rest && (major < below[0] || (major == below[0] && minor < below[1]));
}

enum message exporter_advice(const char *generator, const struct vrmlint_rule *rule)
{
    enum rule id = rule_number(rule);
    for (size_t i = 0; generator != NULL && i < sizeof exporters / sizeof *exporters; i++) {
        const struct exporter *exporter = &exporters[i];
        size_t length = strlen(exporter->begins);
        if (exporter->rule == id && strncmp(generator, exporter->begins, length) == 0 &&
            is_below(generator + length, exporter->below)) {
            return exporter->words;
        }
    }
    return MESSAGE_NONE;
}
