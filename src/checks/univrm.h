/*
 * The parts of a file that UniVRM reads. Its readers are generated from the schemas. They throw an exception on
 * unexpected values, and then UniVRM loads nothing. So a value that they refuse is an error, and a value that they
 * ignore isn't.
 */
#ifndef VRMLINT_CHECKS_UNIVRM_H
#define VRMLINT_CHECKS_UNIVRM_H

#include "gltf/document.h"
#include "tables/extensions.h"

/* Whether UniVRM reads a file at all: an avatar or a VRM Animation. */
bool univrm_reads_file(struct document *document);

/* Whether UniVRM loads the file as an avatar of VRM 0.x. It ignores VRM beside VRMC_vrm. */
bool univrm_reads_vrm0(struct document *document);

/* Whether UniVRM loads the file as an avatar of VRM 1.0. */
bool univrm_reads_vrm1(struct document *document);

/* Whether UniVRM reads an extension in this file. EXTENSION_COUNT means core glTF. For KHR_texture_transform see
 * below. */
bool univrm_reads(struct document *document, enum extension_id extension);

/* Whether UniVRM reads the KHR_texture_transform of a texture at a pointer at or below "/materials/0". VRM 0.x has
 * its own transforms for all materials except those with the glTF shader. */
bool univrm_reads_transform(struct document *document, const char *pointer);

/* Whether UniVRM finds the chunks of a GLB that it needs: JSON and BIN, in this order. It takes each length as it is,
 * to the end of the file, whatever length the header states. *bin_length receives the bytes of the BIN chunk. */
bool univrm_opens_chunks(struct document *document, struct arena *arena, uint64_t *bin_length);

#endif
