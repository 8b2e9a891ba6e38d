/* What document.c finds and document_tell.c tells; nobody else includes this. */
#ifndef VRMLINT_GLTF_DOCUMENT_PARTS_H
#define VRMLINT_GLTF_DOCUMENT_PARTS_H

#include "gltf/document.h"
#include "gltf/members.h"

/* A key that stood in its object before. */
struct duplicate {
    const char *pointer;
    size_t first;  /* the earlier key */
    size_t second; /* the later key */
    size_t value;  /* the later value */
};

void document_tell_duplicates(struct document *document, const struct duplicate *duplicates, size_t count);

/* Says why the text is no JSON. True when it can be read all the same. */
bool document_tell_trouble(struct document *document);

/* The buffer that lies in the BIN chunk has to fit. */
void document_tell_bin(struct document *document, struct members *members);

#endif
