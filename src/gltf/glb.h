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
    struct finding *short_bin;        /* reports that the BIN chunk lacks bytes at its end; NULL: it doesn't */
    uint64_t bin_present;             /* bytes of the chunk that the file has */
};

/* Finds the JSON and the binary chunk, and reports container/..., json/bom and other errors of whole files. Reads the
 * whole JSON, and only headers of the rest. Returns false and *error if reading fails. */
bool container_read(struct bytes *bytes, struct arena *arena, struct findings *findings, struct container *out,
                    struct os_error *error);

/* How the parts other than the JSON are written. */
enum container_form {
    CONTAINER_KEPT,    /* they stay unchanged, byte for byte */
    CONTAINER_REBUILT, /* padded to 4 bytes, with correct types; without trailing bytes and a byte-order mark */
    CONTAINER_PACKED,  /* JSON text becomes a GLB; another GLB is rebuilt */
};

/* Appends the file with text in place of its own JSON, padded with spaces in a GLB. Returns false if the container is
 * damaged, or if it becomes too large for 32-bit lengths. */
bool container_write(struct buf *out, const unsigned char *file, size_t size, const struct container *container,
                     const char *text, size_t text_size, enum container_form form);

#endif
