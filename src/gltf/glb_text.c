#include "gltf/glb_text.h"

#include "gltf/little.h"

enum {
    HEADER = 12,
    PIECE = 4096,
    LEAST_LINES = 2,     /* LFs: the file's length must match them exactly, too */
    LEAST_REPLACED = 16, /* replacement characters: names may have a few */
};

struct counts {
    uint64_t lines;    /* LFs behind a CR */
    uint64_t replaced; /* replacement characters */
    bool has_bare;     /* an LF is not behind a CR */
    bool is_utf8;
    unsigned missing; /* bytes of the UTF-8 character that is under way */
    unsigned before[2];
    unsigned char header[HEADER + 1]; /* with LF in place of CR LF: a CR at its end may give way to one */
    size_t header_size;
};

/* Takes a byte in as one of UTF-8. */
static void count_utf8(struct counts *counts, unsigned c)
{
    if (counts->missing > 0) {
        counts->is_utf8 = counts->is_utf8 && (c & 0xC0U) == 0x80;
        counts->missing--;
    } else if (c >= 0x80) {
        counts->is_utf8 = counts->is_utf8 && c >= 0xC2 && c <= 0xF4;
        counts->missing = c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : 1;
    }
}

static void count_byte(struct counts *counts, unsigned char c)
{
    bool is_line = c == '\n' && counts->before[0] == '\r';
    counts->lines += is_line;
    counts->has_bare = counts->has_bare || (c == '\n' && !is_line);
    counts->replaced += c == 0xBD && counts->before[0] == 0xBF && counts->before[1] == 0xEF;
    counts->header_size -= is_line && counts->header_size > 0 && counts->header_size <= HEADER;
    if (counts->header_size <= HEADER) {
        counts->header[counts->header_size++] = c;
    }
    count_utf8(counts, c);
    counts->before[1] = counts->before[0];
    counts->before[0] = c;
}

enum glb_text glb_text_damage(struct bytes *bytes, uint64_t *count)
{
    struct counts counts = {.is_utf8 = true};
    for (uint64_t at = 0; at < bytes->size; at += PIECE) {
        unsigned char scratch[PIECE];
        struct os_error error = {0};
        size_t size = bytes->size - at < PIECE ? (size_t)(bytes->size - at) : PIECE;
        const unsigned char *piece = bytes_peek(bytes, at, size, scratch, &error);
        if (piece == NULL || (counts.has_bare && !counts.is_utf8)) {
            return GLB_TEXT_NONE;
        }
        for (size_t i = 0; i < size; i++) {
            count_byte(&counts, piece[i]);
        }
    }
    if (counts.lines >= LEAST_LINES && !counts.has_bare && counts.header_size >= HEADER &&
        bytes->size - counts.lines == little32(counts.header + 8)) {
        *count = counts.lines;
        return GLB_TEXT_LINES;
    }
    *count = counts.replaced;
    return counts.is_utf8 && counts.replaced >= LEAST_REPLACED ? GLB_TEXT_UTF_8 : GLB_TEXT_NONE;
}
