/* What there is to say of a finding beyond its message. */
#ifndef VRMLINT_REPORT_ADVICE_H
#define VRMLINT_REPORT_ADVICE_H

#include <stdint.h>

#include "ids/limits.h"
#include "message/message.h"

/* Different stems of a text: its words' first letters, as numbers. */
struct advice_stems {
    uint64_t list[80];
    size_t count;
};

/* What advice_repeats() has to know of the tables, and of the rule that it was last asked about. */
struct advice_memory {
    uint16_t first[RULE_LIMIT];   /* by rule: its own messages, a list that MESSAGE_LIMIT ends */
    uint16_t next[MESSAGE_LIMIT]; /* by message: the next one of the same list */
    uint16_t first_shared;        /* the list of those that rules share */
    struct advice_stems common;   /* of words that every sentence has */
    enum rule rule;
    uint16_t messages[MESSAGE_LIMIT]; /* that findings of this rule may have */
    size_t message_count;
    struct advice_stems how; /* of what the rule says to do */
};

void advice_begin(struct advice_memory *memory);

/* Whether what a rule says to do only repeats what the message of a finding has said already. In every language alike:
 * it is told from the English sentences. */
bool advice_repeats(struct advice_memory *memory, const struct vrmlint_finding *finding);

/* What is known of a finding that comes from a version of an exporter, by asset.generator, which may be NULL; WORDS_...
 * of src/report/exporters.def, or MESSAGE_NONE. */
enum message exporter_advice(const char *generator, const struct vrmlint_rule *rule);

#endif
