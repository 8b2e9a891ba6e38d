/* What the files of materials share; nobody else includes this. */
#ifndef VRMLINT_VRM_MATERIALS_PARTS_H
#define VRMLINT_VRM_MATERIALS_PARTS_H

#include "vrm/materials.h"

/* Textures, samplers, images and what names them; primitives. */
void materials_read_use(struct materials *materials, struct document *document);

/* What drives the colours of materials. */
void materials_read_bound(struct materials *materials, struct document *document);

#endif
