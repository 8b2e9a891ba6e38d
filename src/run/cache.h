/*
 * Reports that are kept from run to run, in a folder: a file that was checked before, by the same build under the
 * same policy, is only read and hashed.
 *
 * An entry is a file named after a hash (BLAKE2b) of the build, the policy, the ending of the file's name, which some
 * rules depend on, and the file's bytes. It contains a checksum and a record of ndjson. It is written under another
 * name and renamed: several runs may share a folder, and any may be killed at any moment. An entry that is incomplete
 * or was changed is ignored, and written again.
 *
 * Not kept: reports that aren't repeatable (see vrmlint_report), reports of standard input and pipes, and reports
 * with contents that ndjson lacks.
 */
#ifndef VRMLINT_RUN_CACHE_H
#define VRMLINT_RUN_CACHE_H

#include <stdint.h>

#include "base/os.h"
#include "vrmlint.h"

struct cache;

#define CACHE_SIZE ((uint64_t)1 << 30) /* default limit of a cache, in bytes */

/* Opens a cache, and creates its folder if it is missing. size: bytes that it may grow to. Returns NULL and sets
 * *error if the folder can't be used. The caller closes the cache. */
struct cache *cache_open(const char *folder, uint64_t size, struct os_error *error);
void cache_close(struct cache *cache);

/* Computes once the keys of the policies under which reports will be requested. The policies must not change
 * afterwards. Without this call, or if memory runs out, each report computes its key. */
void cache_expect(struct cache *cache, const struct vrmlint_policy *const *policies, size_t count);

/* Returns the report of a path under a policy: one that was kept, whose own path is "" then, or a new one as from
 * vrmlint_check_path(), which is kept. Many threads may call it at once. */
struct vrmlint_report *cache_check(struct cache *cache, const struct vrmlint_policy *policy, const char *path);

/* Whether some report could not be kept because writing failed. */
bool cache_has_failed(const struct cache *cache);

/* The suffix of a file's name until the file is complete. It contains the process that writes the file. */
enum { CACHE_SUFFIX = 64 };
void cache_suffix(char suffix[CACHE_SUFFIX]);

#endif
