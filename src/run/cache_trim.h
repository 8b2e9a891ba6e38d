/* Keeping the folder of a cache small, and clean of what a run that was killed has left. */
#ifndef VRMLINT_RUN_CACHE_TRIM_H
#define VRMLINT_RUN_CACHE_TRIM_H

#include <stdint.h>

/* How the name of a file ends until it is whole: it says who writes it. */
enum { CACHE_SUFFIX = 64 };
void cache_suffix(char suffix[CACHE_SUFFIX]);

/*
 * Removes those entries that weren't used longest until all together take no more than limit bytes of a disk, in blocks
 * of 4 KiB, and files that nobody writes any more: their process has ended, or they are an hour old. (Where processes
 * of other machines write to the folder, one of theirs may go: that report is kept by the next run.) Only names that a
 * cache makes are touched.
 */
void cache_trim(const char *folder, uint64_t limit);

#endif
