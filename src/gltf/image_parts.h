/* The readers of the formats, which image.c chooses among; nobody else includes this. */
#ifndef VRMLINT_GLTF_IMAGE_PARTS_H
#define VRMLINT_GLTF_IMAGE_PARTS_H

#include "gltf/image_window.h"

/* Each reads one format, whose first bytes are its own, and returns the status. */
enum image_status image_read_png(struct image_window *window, struct image_header *header);
enum image_status image_read_jpeg(struct image_window *window, struct image_header *header);
enum image_status image_read_webp(struct image_window *window, struct image_header *header);
enum image_status image_read_ktx2(struct image_window *window, struct image_header *header);

/* Whether a colour profile, size bytes from at, says that it is sRGB. */
bool image_says_srgb(struct image_window *window, uint64_t at, uint64_t size);

/* The same of a profile that is deflated, as PNG has it; false if it can't be read. */
bool image_inflates_srgb(struct image_window *window, uint64_t at, uint64_t size, bool *is_srgb);

#endif
