/*
 * Any bytes as an image. For every input: no byte outside is read, and only whole images have sizes.
 * VRMLINT_FUZZ_COUNT prints the number of inputs of each kind.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gltf/image.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct input {
    const uint8_t *data;
    size_t size;
};

/* Returns copies in memory of exact size, as for the bytes of a file. */
static const unsigned char *read_input(void *context, uint64_t offset, size_t size, unsigned char *scratch)
{
    const struct input *input = context;
    if (offset > input->size || size > input->size - offset || size > IMAGE_WINDOW) {
        abort();
    }
    memcpy(scratch, input->data + offset, size);
    return scratch;
}

static unsigned long counts[IMAGE_FORMATS];

static void tell(void)
{
    for (int i = 0; i < IMAGE_FORMATS && getenv("VRMLINT_FUZZ_COUNT") != NULL; i++) {
        const char *name = image_format_name((enum image_format)i);
        if (counts[i] > 0) {
            fprintf(stderr, "%s: %lu inputs\n", name == NULL ? "unknown" : name, counts[i]);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool asked;
    if (!asked) {
        asked = true;
        atexit(tell);
    }
    struct input input = {data, size};
    uint64_t search = 1 << 16;
    uint64_t work = UINT64_C(1) << 30;
    struct image_header header = image_read_header(&(struct image_bytes){read_input, &input, size, &search, &work});
    counts[header.format]++;
    if (header.status == IMAGE_WHOLE && image_media_type(header.format) == NULL) {
        abort();
    }
    if (header.status == IMAGE_UNREADABLE || (size == 0 && header.status != IMAGE_TRUNCATED)) {
        abort();
    }
    return 0;
}
