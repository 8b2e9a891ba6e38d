/*
 * What an earlier run has seen, kept in the folder of the cache: which ignores of settings have fitted something. An
 * ignore that fits nothing is of no use only if it was of use once: until then it may be meant for what is still to
 * come, or for files that others check. A run without a cache remembers nothing, and blames nobody.
 *
 * The file has a line for each, a hash of what the ignore says, so that it may move within its file, and its file
 * elsewhere. It may be removed at any time.
 */
#ifndef VRMLINT_RUN_MEMORY_H
#define VRMLINT_RUN_MEMORY_H

#include "base/arena.h"
#include "vrmlint.h"

struct memory;

/* Reads what the folder of a cache remembers; folder NULL: nothing, and nothing is kept. In the arena. */
struct memory *memory_open(struct arena *arena, const char *folder);

bool memory_has(const struct memory *memory, const struct vrmlint_ignore *ignore);
void memory_add(struct memory *memory, const struct vrmlint_ignore *ignore);

/* Writes it, if it has grown. False when that fails. */
bool memory_save(const struct memory *memory);

#endif
