/* What there is to say of a finding beyond its message. */
#ifndef VRMLINT_REPORT_ADVICE_H
#define VRMLINT_REPORT_ADVICE_H

#include "message/message.h"

/* Whether what a rule says to do only repeats what the message of a finding has said already. In every language alike:
 * it is told from the English sentences. */
bool advice_repeats(const struct vrmlint_finding *finding);

/* What is known of a finding that comes from a version of an exporter, by asset.generator, which may be NULL; WORDS_...
 * of src/report/exporters.def, or MESSAGE_NONE. */
enum message exporter_advice(const char *generator, const struct vrmlint_rule *rule);

#endif
