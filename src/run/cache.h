/*
 * Reports that are kept from run to run, in a folder: a file that was checked before, by the same build under the same
 * policy, is only read and hashed.
 *
 * An entry is a file named after a hash (BLAKE2b) of the build, the policy, the ending of the file's name, which some
 * rules look at, and the file's bytes. It holds a checksum and a record of ndjson. It is written under another name and
 * renamed: several runs may share a folder, and any may be killed at any moment. An entry that is torn or was changed
 * is as good as none, and is written again.
 *
 * Not kept: what isn't repeatable (see vrmlint_report), standard input and pipes, and reports with what ndjson doesn't
 * hold.
 */
#ifndef VRMLINT_RUN_CACHE_H
#define VRMLINT_RUN_CACHE_H

#include "base/os.h"
#include "vrmlint.h"

struct cache;

#define CACHE_SIZE ((uint64_t)1 << 30) /* bytes that a cache may grow to, unless somebody says otherwise */

/* Makes the folder if it isn't there. size: bytes that it may grow to. NULL and *error when it can't be used. The
 * caller closes it. */
struct cache *cache_open(const char *folder, uint64_t size, struct os_error *error);
void cache_close(struct cache *cache);

/* Works out once what the policies come to that reports will be asked for under: they must not change any more. Without
 * this, or where memory is short, that is done for each report. */
void cache_expect(struct cache *cache, const struct vrmlint_policy *const *policies, size_t count);

/*
 * The report of a path under a policy: one that was kept, whose own path is "" then, or one that is made and kept, as
 * vrmlint_check_path() makes it. Many threads may ask at once.
 */
struct vrmlint_report *cache_check(struct cache *cache, const struct vrmlint_policy *policy, const char *path);

/* Whether some report could not be kept, because writing failed. */
bool cache_has_failed(const struct cache *cache);

#endif
