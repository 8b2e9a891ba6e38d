/*
 * Facts from earlier runs, in the folder of the cache: which ignores of settings have matched something. An ignore
 * that matches nothing is reported as useless only if it matched before: until then it may be for files that don't
 * exist yet, or that others check. A run without a cache remembers nothing, and reports nothing.
 *
 * The file has one line per ignore, a hash of its contents, so that the ignore may move within its file, and the file
 * may be moved. It may be removed at any time.
 */
#ifndef VRMLINT_RUN_MEMORY_H
#define VRMLINT_RUN_MEMORY_H

#include "base/arena.h"
#include "vrmlint.h"

struct memory;

/* Reads the memory in the folder of a cache, into the arena. folder NULL: it is empty, and nothing is saved. */
struct memory *memory_open(struct arena *arena, const char *folder);

bool memory_has(const struct memory *memory, const struct vrmlint_ignore *ignore);
void memory_add(struct memory *memory, const struct vrmlint_ignore *ignore);

/* Writes the memory if it has grown. Returns false if that fails. */
bool memory_save(const struct memory *memory);

#endif
