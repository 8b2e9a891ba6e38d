/* Advice on a finding, in addition to its message. */
#ifndef VRMLINT_REPORT_ADVICE_H
#define VRMLINT_REPORT_ADVICE_H

#include <stdint.h>

#include "ids/limits.h"
#include "message/message.h"

/* The different stems of a text: the first letters of its words, as numbers. */
struct advice_stems {
    uint64_t list[80];
    size_t count;
};

/* The data of advice_repeats(): from the tables, and of the rule that it was last called for. */
struct advice_memory {
    uint16_t first[RULE_LIMIT];   /* by rule: the list of its own messages, terminated by MESSAGE_LIMIT */
    uint16_t next[MESSAGE_LIMIT]; /* by message: the next one of the same list */
    uint16_t first_shared;        /* the list of messages that rules share */
    struct advice_stems common;   /* of common words */
    enum rule rule;
    uint16_t messages[MESSAGE_LIMIT]; /* that findings of this rule may have */
    size_t message_count;
    struct advice_stems how; /* of the rule's advice */
};

void advice_begin(struct advice_memory *memory);

/* Whether the advice of a rule only repeats the message of a finding. The result is the same in every language: it is
 * determined from the English sentences. */
bool advice_repeats(struct advice_memory *memory, const struct vrmlint_finding *finding);

/* Returns what is known of a finding in files from a version of an exporter, by asset.generator, which may be NULL:
 * WORDS_... of src/report/exporters.def, or MESSAGE_NONE. */
enum message exporter_advice(const char *generator, const struct vrmlint_rule *rule);

#endif
