#include "base/blake2b.h"

#include <stdbool.h>
#include <string.h>

enum { WORDS = 16, ROUNDS = 12, SIGMA_ROWS = 10 };

/* RFC 7693, section 2.6. */
static const uint64_t initial[8] = {
    UINT64_C(0x6A09E667F3BCC908), UINT64_C(0xBB67AE8584CAA73B), UINT64_C(0x3C6EF372FE94F82B),
    UINT64_C(0xA54FF53A5F1D36F1), UINT64_C(0x510E527FADE682D1), UINT64_C(0x9B05688C2B3E6C1F),
    UINT64_C(0x1F83D9ABFB41BD6B), UINT64_C(0x5BE0CD19137E2179),
};

/* RFC 7693, section 2.7. Rounds 10 and 11 use the first two rows again. */
static const unsigned char sigma[SIGMA_ROWS][WORDS] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static uint64_t load_word(const unsigned char *p)
{
    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 |
           (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

static inline uint64_t rotate_right(uint64_t value, unsigned by)
{
    return value >> by | value << (64 - by);
}

/* RFC 7693, section 3.1: mixes four of the words v with two of the block. A macro because compilers would not inline
 * a function that is called this often, and would keep v in memory for it. */
#define MIX(a, b, c, d, x, y)                                                                                          \
    do {                                                                                                               \
        v[a] = v[a] + v[b] + (x);                                                                                      \
        v[d] = rotate_right(v[d] ^ v[a], 32);                                                                          \
        v[c] = v[c] + v[d];                                                                                            \
        v[b] = rotate_right(v[b] ^ v[c], 24);                                                                          \
        v[a] = v[a] + v[b] + (y);                                                                                      \
        v[d] = rotate_right(v[d] ^ v[a], 16);                                                                          \
        v[c] = v[c] + v[d];                                                                                            \
        v[b] = rotate_right(v[b] ^ v[c], 63);                                                                          \
    } while (0)

/* Before the loop of rounds: unrolled, compilers know the rows of sigma, which saves a third of the time, but takes
 * eight kilobytes. */
#ifdef __OPTIMIZE_SIZE__
#define UNROLLED
#else
#define UNROLLED _Pragma("GCC unroll 12")
#endif

/* RFC 7693, section 3.2. hash->count includes the block already. */
static void compress_block(struct blake2b *hash, const unsigned char *block, bool last)
{
    uint64_t v[WORDS];
    uint64_t m[WORDS];
    memcpy(v, hash->state, sizeof hash->state);
    memcpy(v + 8, initial, sizeof initial);
    v[12] ^= hash->count;
    v[14] = last ? ~v[14] : v[14];
    for (size_t i = 0; i < WORDS; i++) {
        m[i] = load_word(block + i * 8);
    }
    UNROLLED
    for (size_t i = 0; i < ROUNDS; i++) {
        const unsigned char *row = sigma[i % SIGMA_ROWS];
        MIX(0, 4, 8, 12, m[row[0]], m[row[1]]);
        MIX(1, 5, 9, 13, m[row[2]], m[row[3]]);
        MIX(2, 6, 10, 14, m[row[4]], m[row[5]]);
        MIX(3, 7, 11, 15, m[row[6]], m[row[7]]);
        MIX(0, 5, 10, 15, m[row[8]], m[row[9]]);
        MIX(1, 6, 11, 12, m[row[10]], m[row[11]]);
        MIX(2, 7, 8, 13, m[row[12]], m[row[13]]);
        MIX(3, 4, 9, 14, m[row[14]], m[row[15]]);
    }
    for (size_t i = 0; i < 8; i++) {
        hash->state[i] ^= v[i] ^ v[i + 8];
    }
}

void blake2b_start(struct blake2b *hash)
{
    memset(hash, 0, sizeof *hash);
    memcpy(hash->state, initial, sizeof initial);
    hash->state[0] ^= UINT64_C(0x01010000) ^ BLAKE2B_SIZE; /* no key, fan-out and depth 1 */
}

/* Keeps a full block until more bytes come, because the last block is compressed differently. */
void blake2b_add(struct blake2b *hash, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    while (size > 0) {
        if (hash->waiting_size == BLAKE2B_BLOCK) {
            hash->count += BLAKE2B_BLOCK;
            compress_block(hash, hash->waiting, false);
            hash->waiting_size = 0;
        }
        for (; hash->waiting_size == 0 && size > BLAKE2B_BLOCK; at += BLAKE2B_BLOCK, size -= BLAKE2B_BLOCK) {
            hash->count += BLAKE2B_BLOCK;
            compress_block(hash, at, false);
        }
        size_t room = BLAKE2B_BLOCK - hash->waiting_size;
        size_t take = size < room ? size : room;
        memcpy(hash->waiting + hash->waiting_size, at, take);
        hash->waiting_size += take;
        at += take;
        size -= take;
    }
}

void blake2b_add_text(struct blake2b *hash, const char *text)
{
    blake2b_add(hash, text, strlen(text) + 1);
}

void blake2b_end(struct blake2b *hash, unsigned char digest[BLAKE2B_SIZE])
{
    hash->count += hash->waiting_size;
    memset(hash->waiting + hash->waiting_size, 0, BLAKE2B_BLOCK - hash->waiting_size);
    compress_block(hash, hash->waiting, true);
    for (size_t i = 0; i < BLAKE2B_SIZE; i++) {
        digest[i] = (unsigned char)(hash->state[i / 8] >> (i % 8 * 8) & 0xFFU);
    }
}

void blake2b_text(const unsigned char digest[BLAKE2B_SIZE], char text[BLAKE2B_TEXT])
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < BLAKE2B_DIGITS / 2; i++) {
        text[2 * i] = digits[digest[i] >> 4];
        text[2 * i + 1] = digits[digest[i] & 15];
    }
    text[BLAKE2B_TEXT - 1] = '\0';
}

void blake2b_end_text(struct blake2b *hash, char text[BLAKE2B_TEXT])
{
    unsigned char digest[BLAKE2B_SIZE];
    blake2b_end(hash, digest);
    blake2b_text(digest, text);
}
