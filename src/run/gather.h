/* All changes that fix some findings of a file. Private to the library. */
#ifndef VRMLINT_RUN_GATHER_H
#define VRMLINT_RUN_GATHER_H

#include "edit/edit.h"
#include "gltf/document.h"
#include "gltf/glb.h"

/* Collects the edits of findings, with renumbered indices and without lists that become empty, settled, into edits,
 * whose arena is set. *form receives the form of the container. Returns false if they can't be made. */
bool edits_gather(struct document *document, const struct vrmlint_finding *const *findings, size_t count,
                  struct edits *edits, enum container_form *form);

#endif
