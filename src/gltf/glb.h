/*
 * The container: which part of a file is JSON, and where the binary chunk is. glTF 2.0, section 4 (GLB). A file is
 * GLB if its first bytes are "glTF". It is JSON text if it begins with { or [ after an optional byte-order mark and
 * white space. Its name doesn't matter.
 */
#ifndef VRMLINT_GLTF_GLB_H
#define VRMLINT_GLTF_GLB_H

#include "finding/finding.h"
#include "gltf/bytes.h"

struct container {
    bool is_glb;
    const char *text;     /* the JSON, without a byte-order mark; NULL if none was found */
    size_t text_size;     /* bytes, including the chunk's padding */
    uint64_t text_offset; /* position of text in the file */
    bool is_damaged;      /* chunks and lengths contradict each other, as reported; consequences aren't reported */
    bool has_bin;
    uint64_t bin_offset; /* position of the binary chunk's data in the file */
    uint64_t bin_length;
    struct finding *partial_trailing; /* reports trailing bytes that aren't complete chunks; NULL if there are none */
};

/* Finds the JSON and the binary chunk, and reports container/..., json/bom and other errors of whole files. Reads the
 * whole JSON, and only headers of the rest. Returns false and *error if reading fails. */
bool container_read(struct bytes *bytes, struct arena *arena, struct findings *findings, struct container *out,
                    struct os_error *error);

#endif
