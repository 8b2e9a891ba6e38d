#include "run/content.h"

#include <stdlib.h>

#include "base/os.h"

enum { CONTENT_CHUNK = 256 * 1024 /* bytes read at a time */ };

bool content_hash(const char *path, char text[BLAKE2B_TEXT])
{
    struct os_error ignored;
    struct blake2b hash;
    unsigned char *buffer = malloc(CONTENT_CHUNK);
    struct os_file *file = buffer != NULL && os_is_regular(path) ? os_open(path, &ignored) : NULL;
    bool ok = file != NULL;
    uint64_t offset = 0;
    blake2b_start(&hash);
    for (size_t got = 1; ok && got > 0; offset += got) {
        ok = os_read(file, offset, buffer, CONTENT_CHUNK, &got, &ignored);
        blake2b_add(&hash, buffer, ok ? got : 0);
    }
    blake2b_end_text(&hash, text);
    os_close(file);
    free(buffer);
    return ok;
}
