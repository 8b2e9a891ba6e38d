/*
 * What UniVRM reads of a file. Its readers, generated from the schemas, throw an exception on what they don't expect,
 * and then it loads nothing: so what they refuse is an error, and what they don't look at isn't one.
 */
#ifndef VRMLINT_CHECKS_UNIVRM_H
#define VRMLINT_CHECKS_UNIVRM_H

#include "gltf/document.h"
#include "tables/extensions.h"

/* Whether it reads a file at all: an avatar or a VRM Animation. */
bool univrm_reads_file(struct document *document);

/* Whether it loads the file as an avatar of VRM 0.x. It ignores VRM beside VRMC_vrm. */
bool univrm_reads_vrm0(struct document *document);

/* Whether it loads the file as an avatar of VRM 1.0. */
bool univrm_reads_vrm1(struct document *document);

/* Whether it reads an extension in this file; of EXTENSION_COUNT, core glTF. KHR_texture_transform: see below. */
bool univrm_reads(struct document *document, enum extension_id extension);

/* Whether it reads the KHR_texture_transform of a texture at a pointer at or below "/materials/0". VRM 0.x has
 * transforms of its own for all but materials with the shader of glTF. */
bool univrm_reads_transform(struct document *document, const char *pointer);

#endif
