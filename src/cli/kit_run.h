/* Runs the program's own engines on the vectors of the conformance kit. */
#ifndef VRMLINT_CLI_KIT_RUN_H
#define VRMLINT_CLI_KIT_RUN_H

#include <stdio.h>

#include "cli/kit.h"
#include "vrmlint.h"

/* Writes the results of the engine called name in the kit's format (schema/conformance-results.schema.json). Returns
 * false if memory runs out. */
bool kit_run(FILE *out, struct arena *arena, const struct kit *kit, const struct vrmlint_simulation_options *how,
             const char *name);

#endif
