#include "gltf/glb_text.h"

#include "gltf/little.h"

enum {
    HEADER = 12,
    PIECE = 4096,
    LEAST_LINES = 2,     /* LFs, if the file's length is exactly right without their CRs */
    LEAST_ODD = 8,       /* LFs outside of text: by chance, 1 of 256 follows a CR */
    LEAST_REPLACED = 16, /* replacement characters: names may have a few */
    LEAST_CONTROLS = 16, /* control characters from 80 to 9F, which names don't contain */
};

struct counts {
    uint64_t lines;     /* LFs that follow a CR */
    uint64_t odd_lines; /* those outside of text */
    uint64_t bare;      /* LFs that don't follow a CR */
    uint64_t odd_bare;
    uint64_t returns;  /* CRs */
    uint64_t replaced; /* replacement characters */
    uint64_t controls; /* control characters from 80 to 9F, encoded in UTF-8 */
    bool is_utf8;
    unsigned missing; /* bytes until the end of the current UTF-8 character */
    unsigned before[2];
    unsigned char header[HEADER + 1]; /* with LF in place of CR LF: an LF replaces a CR at its end */
    size_t header_size;
};

/* Counts a byte as part of UTF-8 text. */
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
    bool is_bare = c == '\n' && !is_line;
    unsigned last = counts->before[is_line];
    bool is_odd = last < ' ' || last > '~';
    counts->lines += is_line;
    counts->odd_lines += is_line && is_odd;
    counts->bare += is_bare;
    counts->odd_bare += is_bare && is_odd;
    counts->returns += c == '\r';
    counts->replaced += c == 0xBD && counts->before[0] == 0xBF && counts->before[1] == 0xEF;
    counts->controls += c >= 0x80 && c <= 0x9F && counts->before[0] == 0xC2;
    counts->header_size -= is_line && counts->header_size > 0 && counts->header_size <= HEADER;
    if (counts->header_size <= HEADER) {
        counts->header[counts->header_size++] = c;
    }
    count_utf8(counts, c);
    counts->before[1] = counts->before[0];
    counts->before[0] = c;
}

/* Whether CRs are missing from a file: as many as would belong to CR LF, or all CRs. A file that lost as few bytes at
 * its end looks the same. */
static bool lacks_returns(const struct counts *counts, uint64_t size, uint64_t declared)
{
    if (declared <= size || counts->lines > 0 || counts->odd_bare < LEAST_ODD) {
        return false;
    }
    uint64_t missing = declared - size;
    return missing <= 2 + counts->odd_bare / 64 || (counts->returns == 0 && missing <= size / 64);
}

static enum glb_text damage_of(const struct counts *counts, uint64_t size, uint64_t declared, uint64_t *count)
{
    bool is_exact = counts->lines >= LEAST_LINES && counts->header_size >= HEADER &&
                    size - counts->lines == little32(counts->header + 8);
    *count = counts->lines;
    if (counts->bare == 0 && (is_exact || counts->odd_lines >= LEAST_ODD)) {
        return GLB_TEXT_LINES;
    }
    if (lacks_returns(counts, size, declared)) {
        *count = declared - size;
        return GLB_TEXT_UNIX;
    }
    *count = counts->replaced;
    return !counts->is_utf8                     ? GLB_TEXT_NONE
           : counts->replaced >= LEAST_REPLACED ? GLB_TEXT_UTF_8
           : counts->controls >= LEAST_CONTROLS ? GLB_TEXT_LATIN_1
                                                : GLB_TEXT_NONE;
}

enum glb_text glb_text_damage(struct bytes *bytes, uint64_t declared, uint64_t *count)
{
    struct counts counts = {.is_utf8 = true};
    for (uint64_t at = 0; at < bytes->size; at += PIECE) {
        unsigned char scratch[PIECE];
        struct os_error error = {0};
        size_t size = bytes->size - at < PIECE ? (size_t)(bytes->size - at) : PIECE;
        const unsigned char *piece = bytes_peek(bytes, at, size, scratch, &error);
        if (piece == NULL) {
            return GLB_TEXT_NONE;
        }
        for (size_t i = 0; i < size; i++) {
            count_byte(&counts, piece[i]);
        }
    }
    return damage_of(&counts, bytes->size, declared, count);
}
