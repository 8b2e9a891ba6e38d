/* Steps: where the tools that make avatars show what a finding is about (message/panels.def), so that an artist finds
 * it. */
#ifndef VRMLINT_MESSAGE_STEPS_H
#define VRMLINT_MESSAGE_STEPS_H

#include "message/exporter.h"

/* What to do about a finding in a tool. */
struct steps {
    enum tool tool;
    enum message path;   /* the way to the panel; MESSAGE_NONE if the exporter writes it without being asked */
    enum message frame;  /* words around the path, if another tool must be used; or MESSAGE_NONE */
    enum message remedy; /* what to do without a path; or MESSAGE_NONE */
    enum message advice; /* what is known of the exporter, which comes first; or MESSAGE_NONE */
};

/* Finds the steps for a finding: those in the tool that exported the file first. Returns their number, up to TOOLS; 0
 * if no tool shows it. */
size_t steps_of_finding(const struct exporter *exporter, enum outcome_file of, const struct vrmlint_finding *finding,
                        struct steps steps[TOOLS]);

/* Names the command that fixes a finding instead of the button Fix, which terminals and files of HTML don't have. */
void steps_without_buttons(struct steps *steps);

/* Writes the steps as text, without a final full stop. */
void steps_print(struct buf *buf, enum vrmlint_language language, const struct steps *steps);

/* The tools and generations of VRM whose paths to a rule's panel differ. */
enum { STEPS_WAYS = 5 };

/* Returns the path to the panel of a rule in a tool and a generation of VRM; MESSAGE_NONE if there is none, or if it is
 * that of the way before. *title receives the words for the tool and the generation. */
enum message steps_of_rule(const struct vrmlint_rule *rule, unsigned way, enum message *title);

/* Returns the name of a tool in reports: "blender"; and as people call it: "Blender". Static. */
const char *steps_tool_id(enum tool tool);
const char *steps_tool_name(enum tool tool);

#endif
