#include "gltf/scan_number.h"

#include <stddef.h>

static const unsigned char *pass_digits(const unsigned char *p, const unsigned char *end)
{
    while (p < end && (unsigned)*p - '0' < 10) {
        p++;
    }
    return p;
}

const unsigned char *scan_number(const unsigned char *p, const unsigned char *end, const char **error, bool *is_whole)
{
    p += *p == '-';
    const unsigned char *digits = p;
    *is_whole = true;
    p = pass_digits(p, end);
    if (p == digits) {
        *error = "a digit was expected here";
        return p;
    }
    if (*digits == '0' && p - digits > 1) {
        *error = "a number must not begin with a needless 0";
        return digits;
    }
    if (p < end && *p == '.') {
        const unsigned char *fraction = ++p;
        *is_whole = false;
        p = pass_digits(p, end);
        if (p == fraction) {
            *error = "a digit was expected here, behind the decimal point";
            return p;
        }
    }
    if (p < end && (*p | 0x20) == 'e') {
        p++;
        p += p < end && (*p == '+' || *p == '-');
        const unsigned char *exponent = p;
        *is_whole = false;
        p = pass_digits(p, end);
        if (p == exponent) {
            *error = "a digit was expected here, in the exponent";
            return p;
        }
    }
    return p;
}
