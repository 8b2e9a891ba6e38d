/*
 * The container: what of a file is JSON, and where the binary chunk lies. glTF 2.0, section 4 (GLB).
 * A file is GLB when its first bytes are "glTF", and JSON text when, after a byte-order mark and white space, it begins
 * with { or [; its name says nothing.
 */
#ifndef VRMLINT_GLTF_GLB_H
#define VRMLINT_GLTF_GLB_H

#include "finding/finding.h"
#include "gltf/bytes.h"

struct container {
    bool is_glb;
    const char *text;     /* the JSON, behind a byte-order mark; NULL where none could be found */
    size_t text_size;     /* bytes; the chunk's padding counts */
    uint64_t text_offset; /* of text in the file */
    bool is_damaged;      /* chunks and lengths don't fit, which was reported: what follows from that isn't */
    bool has_bin;
    uint64_t bin_offset; /* of the binary chunk's data in the file */
    uint64_t bin_length;
    struct finding *partial_trailing; /* of bytes behind the end that aren't whole chunks; NULL if there are none */
};

/*
 * Finds the JSON and the binary chunk and reports container/..., json/bom and what else concerns whole files. Reads the
 * JSON in full and of the rest only headers. False, with *error, when reading itself fails.
 */
bool container_read(struct bytes *bytes, struct arena *arena, struct findings *findings, struct container *out,
                    struct os_error *error);

#endif
