/* Examples for vrmlint explain, extracted from the fixtures when the program is built. */
#ifndef VRMLINT_CLI_EXAMPLES_H
#define VRMLINT_CLI_EXAMPLES_H

struct example {
    const char *rule;
    const char *fails; /* lines of text, each ended by a line feed; "" if absent. Notes are between the bytes 1 and 2:
                          "NAME" or "NAME:FILLING", for WORDS_EXAMPLE_NAME */
    const char *passes;
    unsigned severities; /* of the findings in all fixtures: bits 1 << enum vrmlint_severity */
    unsigned fixes;      /* likewise 1 << enum vrmlint_fix */
};

/* Terminated by an entry without a rule. */
extern const struct example examples[];

#endif
