/* Shared by materials*.c. Private to these. */
#ifndef VRMLINT_VRM_MATERIALS_PARTS_H
#define VRMLINT_VRM_MATERIALS_PARTS_H

#include "vrm/materials.h"

/* Reads textures, samplers, images and what refers to them; and primitives. */
void materials_read_use(struct materials *materials, struct document *document);

/* Finds the colours of materials that expressions and animations change. */
void materials_read_bound(struct materials *materials, struct document *document);

#endif
