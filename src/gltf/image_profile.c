#include <string.h>

#include "gltf/image_parts.h"

/* The bytes of an image, loaded piece by piece. */

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

/* Colour profiles: detects sRGB by the profile's name, which is near its beginning (ICC.1, 9.2.41), as ASCII or
 * UTF-16. PNG deflates profiles (RFC 1950, RFC 1951); the decoder here keeps only the beginning of its output. */

enum { PROFILE_BEGIN = 4096, BLOCK = 64 };

static const char plain[] = {'s', 'R', 'G', 'B'};
static const char wide[] = {0, 's', 0, 'R', 0, 'G', 0, 'B'};

/* Whether bytes contain the name sRGB. */
static bool has_name(const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i + sizeof plain <= size; i++) {
        if (memcmp(bytes + i, plain, sizeof plain) == 0 ||
            (i + sizeof wide <= size && memcmp(bytes + i, wide, sizeof wide) == 0)) {
            return true;
        }
    }
    return false;
}

bool image_names_srgb(struct image_window *window, uint64_t at, uint64_t size)
{
    size_t most = size < PROFILE_BEGIN ? (size_t)size : PROFILE_BEGIN;
    for (size_t i = 0; i < most; i += BLOCK - sizeof wide) {
        size_t length = most - i < BLOCK ? most - i : BLOCK;
        const unsigned char *bytes = image_peek(window, at + i, length);
        if (bytes == NULL) {
            return false;
        }
        if (has_name(bytes, length)) {
            return true;
        }
    }
    return false;
}

/* ---- inflating ---- */

enum { CODES_MAX = 288, DISTANCES_MAX = 32, BITS_MAX = 15, LENGTH_CODES = 19 };

struct huffman {
    unsigned short counts[BITS_MAX + 1]; /* number of codes by their length */
    unsigned short symbols[CODES_MAX];   /* in the order of their codes */
};

struct inflater {
    struct image_window *window;
    uint64_t at;
    uint64_t end;
    unsigned bits; /* read but not used yet */
    unsigned bit_count;
    bool failed;
    size_t size;
    unsigned char out[PROFILE_BEGIN];
};

static unsigned take_bits(struct inflater *inflater, unsigned count)
{
    while (inflater->bit_count < count && !inflater->failed) {
        const unsigned char *byte = inflater->at < inflater->end ? image_peek(inflater->window, inflater->at, 1) : NULL;
        inflater->failed = byte == NULL;
        inflater->bits |= byte == NULL ? 0 : (unsigned)*byte << inflater->bit_count;
        inflater->bit_count += 8;
        inflater->at++;
    }
    unsigned value = inflater->bits & ((1U << count) - 1);
    inflater->bits >>= count;
    inflater->bit_count -= inflater->failed ? 0 : count;
    return value;
}

static bool is_full(const struct inflater *inflater)
{
    return inflater->size == sizeof inflater->out;
}

static void append_byte(struct inflater *inflater, unsigned byte)
{
    if (!is_full(inflater)) {
        inflater->out[inflater->size++] = (unsigned char)byte;
    }
}

static void huffman_build(struct huffman *huffman, const unsigned char *lengths, size_t count)
{
    size_t offsets[BITS_MAX + 2] = {0};
    memset(huffman->counts, 0, sizeof huffman->counts);
    for (size_t i = 0; i < count; i++) {
        huffman->counts[lengths[i]]++;
    }
    huffman->counts[0] = 0;
    for (size_t i = 1; i <= BITS_MAX; i++) {
        offsets[i + 1] = offsets[i] + huffman->counts[i];
    }
    for (size_t i = 0; i < count; i++) {
        if (lengths[i] != 0) {
            huffman->symbols[offsets[lengths[i]]++] = (unsigned short)i;
        }
    }
}

/* Returns the next symbol. Sets failed if the bits aren't a valid code. */
static unsigned next_symbol(struct inflater *inflater, const struct huffman *huffman)
{
    unsigned code = 0;
    unsigned first = 0;
    unsigned index = 0;
    for (unsigned length = 1; length <= BITS_MAX && !inflater->failed; length++) {
        code |= take_bits(inflater, 1);
        unsigned count = huffman->counts[length];
        if (code < first + count) {
            return huffman->symbols[index + (code - first)];
        }
        index += count;
        first = (first + count) << 1;
        code <<= 1;
    }
    inflater->failed = true;
    return 0;
}

static void copy_earlier(struct inflater *inflater, unsigned symbol, const struct huffman *distances)
{
    static const unsigned short lengths[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                             31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const unsigned char length_bits[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                                2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    static const unsigned short ways[] = {1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                          33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                          1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    if (symbol >= sizeof lengths / sizeof *lengths) {
        inflater->failed = true;
        return;
    }
    unsigned length = lengths[symbol] + take_bits(inflater, length_bits[symbol]);
    unsigned code = next_symbol(inflater, distances);
    if (inflater->failed || code >= sizeof ways / sizeof *ways) {
        inflater->failed = true;
        return;
    }
    unsigned way = ways[code] + take_bits(inflater, code < 4 ? 0 : code / 2 - 1);
    inflater->failed = inflater->failed || way > inflater->size;
    for (unsigned i = 0; i < length && !inflater->failed && !is_full(inflater); i++) {
        append_byte(inflater, inflater->out[inflater->size - way]);
    }
}

static void inflate_codes(struct inflater *inflater, const struct huffman *codes, const struct huffman *distances)
{
    enum { BLOCK_END = 256 };
    while (!inflater->failed && !is_full(inflater)) {
        unsigned symbol = next_symbol(inflater, codes);
        if (symbol == BLOCK_END) {
            return;
        }
        if (symbol < BLOCK_END) {
            append_byte(inflater, symbol);
        } else {
            copy_earlier(inflater, symbol - BLOCK_END - 1, distances);
        }
    }
}

static void inflate_stored(struct inflater *inflater)
{
    take_bits(inflater, inflater->bit_count % 8);
    unsigned length = take_bits(inflater, 16);
    take_bits(inflater, 16); /* the complement of the length */
    for (unsigned i = 0; i < length && !inflater->failed && !is_full(inflater); i++) {
        append_byte(inflater, take_bits(inflater, 8));
    }
}

static void inflate_fixed(struct inflater *inflater)
{
    unsigned char lengths[CODES_MAX];
    struct huffman codes;
    struct huffman distances;
    for (unsigned i = 0; i < CODES_MAX; i++) {
        lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    }
    huffman_build(&codes, lengths, CODES_MAX);
    memset(lengths, 5, 30);
    huffman_build(&distances, lengths, 30);
    inflate_codes(inflater, &codes, &distances);
}

/* Reads the lengths of the codes of a dynamic block, which are coded themselves. */
static void read_lengths(struct inflater *inflater, const struct huffman *coded, unsigned char *lengths, size_t count)
{
    for (size_t i = 0; i < count && !inflater->failed;) {
        unsigned symbol = next_symbol(inflater, coded);
        if (symbol < 16) {
            lengths[i++] = (unsigned char)symbol;
            continue;
        }
        inflater->failed = inflater->failed || (symbol == 16 && i == 0);
        unsigned char value = symbol == 16 && i > 0 ? lengths[i - 1] : 0;
        unsigned repeat = symbol == 16   ? 3 + take_bits(inflater, 2)
                          : symbol == 17 ? 3 + take_bits(inflater, 3)
                                         : 11 + take_bits(inflater, 7);
        for (; repeat > 0 && i < count; repeat--) {
            lengths[i++] = value;
        }
    }
}

static void inflate_dynamic(struct inflater *inflater)
{
    static const unsigned char order[LENGTH_CODES] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    unsigned char lengths[CODES_MAX + DISTANCES_MAX] = {0};
    struct huffman codes;
    struct huffman distances;
    size_t code_count = take_bits(inflater, 5) + 257;
    size_t distance_count = take_bits(inflater, 5) + 1;
    size_t length_count = take_bits(inflater, 4) + 4;
    for (size_t i = 0; i < length_count; i++) {
        lengths[order[i]] = (unsigned char)take_bits(inflater, 3);
    }
    huffman_build(&codes, lengths, LENGTH_CODES);
    memset(lengths, 0, sizeof lengths);
    if (code_count > CODES_MAX || distance_count > DISTANCES_MAX) {
        inflater->failed = true;
        return;
    }
    read_lengths(inflater, &codes, lengths, code_count + distance_count);
    huffman_build(&codes, lengths, code_count);
    huffman_build(&distances, lengths + code_count, distance_count);
    inflate_codes(inflater, &codes, &distances);
}

bool image_inflates_srgb(struct image_window *window, uint64_t at, uint64_t size, bool *is_srgb)
{
    struct inflater inflater = {.window = window, .at = at, .end = at + size};
    bool is_last = size < 2;
    take_bits(&inflater, 16); /* the zlib header */
    while (!is_last && !inflater.failed && !is_full(&inflater)) {
        is_last = take_bits(&inflater, 1) != 0;
        switch (take_bits(&inflater, 2)) {
        case 0:
            inflate_stored(&inflater);
            break;
        case 1:
            inflate_fixed(&inflater);
            break;
        case 2:
            inflate_dynamic(&inflater);
            break;
        default:
            inflater.failed = true;
            break;
        }
    }
    *is_srgb = has_name(inflater.out, inflater.size);
    return !inflater.failed && inflater.size > 0;
}
