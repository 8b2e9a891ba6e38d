/* Detects GLB files that were damaged by treating them as text. */
#ifndef VRMLINT_GLTF_GLB_TEXT_H
#define VRMLINT_GLTF_GLB_TEXT_H

#include "gltf/bytes.h"

enum glb_text {
    GLB_TEXT_NONE,
    GLB_TEXT_LINES,   /* each LF became CR LF */
    GLB_TEXT_UNIX,    /* CR LF became LF, or all CRs are missing; or only the last few bytes are missing */
    GLB_TEXT_UTF_8,   /* bytes that aren't UTF-8 became the replacement character */
    GLB_TEXT_LATIN_1, /* each byte from 80 on became two of UTF-8 */
};

/*
 * Returns how a GLB of 12 bytes or more, whose lengths contradict each other, was damaged. *count receives how many
 * positions were changed. Returns GLB_TEXT_NONE if reading fails, too. declared: the length in the header. Reads the
 * whole file, a piece at a time.
 */
enum glb_text glb_text_damage(struct bytes *bytes, uint64_t declared, uint64_t *count);

#endif
