/*
 * BLAKE2b (RFC 7693): a hash that nobody can steer, so that what it names may come from anybody. Not for secrets: it
 * isn't keyed here.
 */
#ifndef VRMLINT_BASE_BLAKE2B_H
#define VRMLINT_BASE_BLAKE2B_H

#include <stddef.h>
#include <stdint.h>

enum {
    BLAKE2B_BLOCK = 128,
    BLAKE2B_SIZE = 32,                 /* bytes of a digest */
    BLAKE2B_DIGITS = 40,               /* of its text: as many as git has, since a record of each file holds one */
    BLAKE2B_TEXT = BLAKE2B_DIGITS + 1, /* with the terminator */
};

struct blake2b {
    uint64_t state[8];
    uint64_t count; /* bytes so far, without those that wait */
    unsigned char waiting[BLAKE2B_BLOCK];
    size_t waiting_size;
};

/* Begins a digest; then bytes are added, in as many calls as one likes. */
void blake2b_start(struct blake2b *hash);
void blake2b_add(struct blake2b *hash, const void *bytes, size_t size);

/* A text and its end, so that two texts after each other are told from one. */
void blake2b_add_text(struct blake2b *hash, const char *text);

/* The digest of 32 bytes (BLAKE2b-256). The hash can't be used any more. */
void blake2b_end(struct blake2b *hash, unsigned char digest[BLAKE2B_SIZE]);

/* Ends a digest and writes its first 20 bytes as hexadecimal digits. */
void blake2b_end_text(struct blake2b *hash, char text[BLAKE2B_TEXT]);

/* The first 20 bytes of a digest, as hexadecimal digits. */
void blake2b_text(const unsigned char digest[BLAKE2B_SIZE], char text[BLAKE2B_TEXT]);

#endif
