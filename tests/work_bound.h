/* How much work a check may take. Counted as work.h has it; the constants are some times what is usual. */
#ifndef VRMLINT_TESTS_WORK_BOUND_H
#define VRMLINT_TESTS_WORK_BOUND_H

#include "counted.h"

/* Twice the file takes at most so many times the work. */
#define WORK_GROWTH 2.5

/* What any file may take, and what it may for each of its bytes, and for each finding in it. More if motion is
 * simulated or fixes are checked. */
#define WORK_FIXED 1e7
#define WORK_A_BYTE 2000.0
#define WORK_FIXED_DEEP 4e9
#define WORK_A_BYTE_DEEP 200000.0
#define WORK_A_FINDING 50000.0
#define WORK_A_FINDING_MORE 5000.0 /* for each that only the larger of two files has */

/* Findings, beside one for each byte; a mistake takes three. */
enum { WORK_FINDINGS_FIXED = 1024 };

/* Bytes of report. */
enum { WORK_PRINTED_FIXED = 400000, WORK_PRINTED_A_BYTE = 200 };

static inline double work_bound(const struct counting *how, size_t size, size_t findings)
{
    bool deep = how->simulates || how->fixes;
    return (deep ? WORK_FIXED_DEEP : WORK_FIXED) + (deep ? WORK_A_BYTE_DEEP : WORK_A_BYTE) * (double)size +
           WORK_A_FINDING * (double)findings;
}

#endif
