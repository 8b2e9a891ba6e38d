#include "gltf/scan.h"
#include "ids/messages_file.h"

static const unsigned char *pass_digits(const unsigned char *p, const unsigned char *end)
{
    while (p < end && (unsigned)*p - '0' < 10) {
        p++;
    }
    return p;
}

const unsigned char *scan_number(const unsigned char *p, const unsigned char *end, enum message *error, bool *is_whole)
{
    p += *p == '-';
    const unsigned char *digits = p;
    *is_whole = true;
    p = pass_digits(p, end);
    if (p == digits) {
        *error = WORDS_JSON_DIGIT_EXPECTED;
        return p;
    }
    if (*digits == '0' && p - digits > 1) {
        *error = WORDS_JSON_NEEDLESS_ZERO;
        return digits;
    }
    if (p < end && *p == '.') {
        const unsigned char *fraction = ++p;
        *is_whole = false;
        p = pass_digits(p, end);
        if (p == fraction) {
            *error = WORDS_JSON_FRACTION_EXPECTED;
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
            *error = WORDS_JSON_EXPONENT_EXPECTED;
            return p;
        }
    }
    return p;
}
