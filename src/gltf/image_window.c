/* The bytes of an image, loaded piece by piece. */
#include "gltf/image_parts.h"

const unsigned char *image_peek(struct image_window *window, uint64_t offset, size_t size)
{
    const struct image_bytes *bytes = window->bytes;
    if (window->failed || offset > bytes->size || size > bytes->size - offset) {
        return NULL;
    }
    bool inside = window->at != NULL && offset >= window->offset && offset - window->offset <= window->size &&
                  size <= window->size - (size_t)(offset - window->offset);
    uint64_t left = bytes->size - offset;
    size_t load = inside ? 0 : left < IMAGE_WINDOW ? (size_t)left : IMAGE_WINDOW;
    uint64_t work = 1 + load / IMAGE_LOADED;
    if (work > *bytes->work) {
        window->failed = window->left_out = true;
        return NULL;
    }
    *bytes->work -= work;
    if (!inside) {
        window->offset = offset;
        window->size = load;
        window->at = bytes->read(bytes->context, offset, window->size, window->scratch);
        window->failed = window->at == NULL;
    }
    return window->failed ? NULL : window->at + (offset - window->offset);
}
