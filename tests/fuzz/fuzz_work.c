/*
 * Checks a whole file, writes a report, and counts the work (work.h): it must be in proportion to the file, whatever
 * the file contains. First the file as it is; then with some of its lists repeated (amplify.h) to two sizes, where
 * doubling the size may multiply the work by WORK_GROWTH at most.
 *
 * VRMLINT_WORK_SHOW prints the counts.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "amplify.h"
#include "base/fnv.h"
#include "counted.h"
#include "report/report.h"
#include "require.h"
#include "work_bound.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SMALLER = 24 * 1024, MOST = 256 * 1024, BUCKETS = 256 };

#ifdef __clang__
/* Counters that libFuzzer treats as coverage: the work for each byte, and its growth. So it keeps
 * inputs that need more work. */
__attribute__((section("__libfuzzer_extra_counters"), used)) static uint8_t seen[2 * BUCKETS];
#else
static uint8_t seen[2 * BUCKETS];
#endif

/* Marks the counter of a ratio. Each counter covers a factor of 1.125. */
static void see(size_t first, double ratio)
{
    size_t bucket = 0;
    for (double at = 1; at < ratio && bucket < BUCKETS - 1; at *= 1.125) {
        bucket++;
    }
    seen[first + bucket] = 1;
}

static double work_of(const struct counting *how, const uint8_t *data, size_t size, size_t *findings)
{
    struct counted counted = counted_check(how, "fuzz.vrm", data, size);
    double work = (double)counted.check + (double)counted.print;
    if (getenv("VRMLINT_WORK_SHOW") != NULL) {
        fprintf(stderr, "%s%s: %zu bytes, %zu findings, check %.0f, print %.0f, %zu bytes printed\n", how->format,
                how->simulates ? " with simulation and fixes" : "", size, counted.findings, (double)counted.check,
                (double)counted.print, counted.printed);
    }
    require(work <= work_bound(how, size, counted.findings));
    require(counted.findings <= WORK_FINDINGS_FIXED + size);
    require(counted.printed <= WORK_PRINTED_FIXED + WORK_PRINTED_A_BYTE * size);
    see(0, work / (double)(size + 1024));
    *findings = counted.findings;
    return work;
}

static void grow(const struct counting *how, const uint8_t *data, size_t size, uint64_t seed)
{
    static uint8_t grown[MOST];
    struct amplified amplified;
    if (!amplify_choose(&amplified, data, size, seed)) {
        return;
    }
    size_t times = amplify_times(&amplified, size > SMALLER / 2 ? 2 * size : SMALLER);
    size_t smaller_size = amplify(&amplified, times, grown, sizeof grown);
    size_t few = 0;
    size_t many = 0;
    double smaller = smaller_size == 0 ? 0 : work_of(how, grown, smaller_size, &few);
    size_t larger_size = smaller_size == 0 ? 0 : amplify(&amplified, 2 * times, grown, sizeof grown);
    if (larger_size > 0) {
        double larger = work_of(how, grown, larger_size, &many);
        double grew = (double)larger_size / (double)smaller_size;
        /* copies with indices beyond their lists have findings that the smaller file doesn't have */
        double more = many > few ? (double)(many - few) * WORK_A_FINDING_MORE : 0;
        require(how->simulates || larger <= WORK_GROWTH / 2 * grew * smaller + WORK_FIXED + more);
        see(BUCKETS, larger / smaller);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    memset(seen, 0, sizeof seen);
    uint64_t hash = fnv_add(FNV_START, (const char *)data, size);
    size_t formats = 0;
    while (report_formats[formats]->name != NULL) {
        formats++;
    }
    struct counting how = {.format = report_formats[hash % formats]->name, .simulates = hash / 64 % 32 == 0};
    how.fixes = how.simulates;
    counting_begin(&how);
    size_t findings;
    work_of(&how, data, size, &findings);
    grow(&how, data, size, hash);
    counting_end(&how);
    return 0;
}
