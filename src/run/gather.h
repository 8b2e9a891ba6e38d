/* All changes that fix some findings of a file. Private to the library. */
#ifndef VRMLINT_RUN_GATHER_H
#define VRMLINT_RUN_GATHER_H

#include "edit/edit.h"
#include "gltf/document.h"
#include "gltf/glb.h"

struct references;

/* Collects the edits of findings, with renumbered indices and without lists that become empty, settled, into edits,
 * whose arena is set. found: the references that may change, or NULL. *form receives the form of the container. Returns
 * false if they can't be made. */
bool edits_gather(struct document *document, const struct vrmlint_finding *const *findings, size_t count,
                  const struct references *found, struct edits *edits, enum container_form *form);

/* Returns the references that the removals of any of these findings may change, for edits_gather() of each of them. */
struct references *edits_references(struct arena *arena, struct document *document,
                                    const struct vrmlint_finding *const *findings, size_t count);

#endif
