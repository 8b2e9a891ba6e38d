/* Limits for the work of a check, counted as in work.h. The constants are several times the usual values. */
#ifndef VRMLINT_TESTS_WORK_BOUND_H
#define VRMLINT_TESTS_WORK_BOUND_H

#include "counted.h"

/* If the size of a file is doubled, the work grows at most by this factor. */
#define WORK_GROWTH 2.5

/* Limits for any file, for each of its bytes, and for each finding. The limits are higher if motion is
 * simulated or fixes are checked. */
#define WORK_FIXED 1e7
#define WORK_A_BYTE 2000.0
#define WORK_FIXED_DEEP 4e9
#define WORK_A_BYTE_DEEP 200000.0
#define WORK_A_FINDING 50000.0
#define WORK_A_FINDING_MORE 5000.0 /* for each finding that only the larger of two files has */

/* Allowed findings in addition to one for each byte. A mistake takes three bytes. */
enum { WORK_FINDINGS_FIXED = 1024 };

/* Allowed bytes of a report. */
enum { WORK_PRINTED_FIXED = 400000, WORK_PRINTED_A_BYTE = 200 };

static inline double work_bound(const struct counting *how, size_t size, size_t findings)
{
    bool deep = how->simulates || how->fixes;
    return (deep ? WORK_FIXED_DEEP : WORK_FIXED) + (deep ? WORK_A_BYTE_DEEP : WORK_A_BYTE) * (double)size +
           WORK_A_FINDING * (double)findings;
}

#endif
