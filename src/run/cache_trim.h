/* Limits the size of a cache's folder, and removes files that killed runs left in it. */
#ifndef VRMLINT_RUN_CACHE_TRIM_H
#define VRMLINT_RUN_CACHE_TRIM_H

#include <stdint.h>

/* The suffix of a file's name until the file is complete. It contains the process that writes the file. */
enum { CACHE_SUFFIX = 64 };
void cache_suffix(char suffix[CACHE_SUFFIX]);

/*
 * Removes the least recently used entries until the rest takes at most limit bytes of a disk, in blocks of 4 KiB.
 * Also removes temporary files whose process has ended, or that are an hour old. (If processes of other machines
 * write to the folder, a file of theirs may be removed; the next run keeps that report.) Only files whose names a
 * cache makes are touched.
 */
void cache_trim(const char *folder, uint64_t limit);

#endif
