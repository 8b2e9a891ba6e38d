/* All that fixing some findings of a file changes. Private to the library. */
#ifndef VRMLINT_RUN_GATHER_H
#define VRMLINT_RUN_GATHER_H

#include "edit/edit.h"
#include "gltf/document.h"
#include "gltf/glb_write.h"

/*
 * The edits of findings with what must be renumbered and what goes because it gets empty, settled: into edits, of which
 * the arena is set. *form: what becomes of the container. False where they can't be made.
 */
bool edits_gather(struct document *document, const struct vrmlint_finding *const *findings, size_t count,
                  struct edits *edits, enum container_form *form);

#endif
