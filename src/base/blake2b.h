/* BLAKE2b (RFC 7693): a hash for which nobody can construct collisions, so that its input may come from untrusted
 * files. Not for secrets: it has no key here. */
#ifndef VRMLINT_BASE_BLAKE2B_H
#define VRMLINT_BASE_BLAKE2B_H

#include <stddef.h>
#include <stdint.h>

enum {
    BLAKE2B_BLOCK = 128,
    BLAKE2B_SIZE = 32,                 /* bytes of a digest */
    BLAKE2B_DIGITS = 40,               /* digits of the printed digest: as many as git prints, to keep records small */
    BLAKE2B_TEXT = BLAKE2B_DIGITS + 1, /* with the terminator */
};

struct blake2b {
    uint64_t state[8];
    uint64_t count; /* bytes so far, without the waiting ones */
    unsigned char waiting[BLAKE2B_BLOCK];
    size_t waiting_size;
};

/* Starts a digest. The bytes may then be added in any number of calls. */
void blake2b_start(struct blake2b *hash);
void blake2b_add(struct blake2b *hash, const void *bytes, size_t size);

/* Adds a string with its terminator, so that two strings in a row differ from one. */
void blake2b_add_text(struct blake2b *hash, const char *text);

/* Writes the digest of 32 bytes (BLAKE2b-256). The hash can't be used any more. */
void blake2b_end(struct blake2b *hash, unsigned char digest[BLAKE2B_SIZE]);

/* Ends a digest and writes its first 20 bytes as hexadecimal digits. */
void blake2b_end_text(struct blake2b *hash, char text[BLAKE2B_TEXT]);

/* Writes the first 20 bytes of a digest as hexadecimal digits. */
void blake2b_text(const unsigned char digest[BLAKE2B_SIZE], char text[BLAKE2B_TEXT]);

#endif
