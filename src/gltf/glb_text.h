/* GLB files that something has treated as text. */
#ifndef VRMLINT_GLTF_GLB_TEXT_H
#define VRMLINT_GLTF_GLB_TEXT_H

#include "gltf/bytes.h"

enum glb_text {
    GLB_TEXT_NONE,
    GLB_TEXT_LINES,   /* each LF became CR LF */
    GLB_TEXT_UNIX,    /* CR LF became LF, or all CRs are gone; or else the last few bytes are */
    GLB_TEXT_UTF_8,   /* bytes that aren't UTF-8 became the replacement character */
    GLB_TEXT_LATIN_1, /* each byte from 80 on became two of UTF-8 */
};

/*
 * What was done to a GLB of 12 bytes or more whose lengths contradict each other. *count receives how many places it
 * changed. GLB_TEXT_NONE if reading fails, too. declared: the header's length. Reads the whole file, a piece at a time.
 */
enum glb_text glb_text_damage(struct bytes *bytes, uint64_t declared, uint64_t *count);

#endif
