#include "run/required_version.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/ascii.h"

enum { PARTS = 3, PART_MOST = 1000000 };

/* Reads up to three numbers separated by dots, and moves after them. Returns how many; 0 if they can't be read. */
static size_t read_parts(const char **text, unsigned parts[PARTS])
{
    const char *at = *text;
    size_t count = 0;
    memset(parts, 0, PARTS * sizeof *parts);
    while (count < PARTS && ascii_is_digit(*at)) {
        for (; ascii_is_digit(*at); at++) {
            if (parts[count] >= PART_MOST) {
                return 0;
            }
            parts[count] = parts[count] * 10 + (unsigned)(*at - '0');
        }
        count++;
        if (count < PARTS && *at == '.') {
            at++;
            if (!ascii_is_digit(*at)) {
                return 0;
            }
        }
    }
    *text = at;
    return count;
}

/* Returns -1, 0 or 1: how a version compares with a required one, by their first count parts. */
static int compare_parts(const unsigned *version, const unsigned *required, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (version[i] != required[i]) {
            return version[i] < required[i] ? -1 : 1;
        }
    }
    return 0;
}

enum required_version required_version_compare(const char *required, const char *version)
{
    unsigned ours[PARTS];
    bool met = true;
    const char *at = required + strspn(required, " ,");
    read_parts(&version, ours);
    do {
        char operation = '=';
        bool or_equal = true;
        if (*at == '<' || *at == '>' || (*at == '=' && at[1] == '=')) {
            operation = *at++;
            or_equal = *at == '=';
            at += or_equal;
            at += strspn(at, " ");
        }
        unsigned wanted[PARTS];
        size_t count = read_parts(&at, wanted);
        if (count == 0 || (*at != '\0' && strchr(" ,", *at) == NULL)) {
            return REQUIRED_UNREADABLE;
        }
        int order = compare_parts(ours, wanted, operation == '=' ? count : PARTS);
        met = met && ((order == 0 && or_equal) || (order < 0 && operation == '<') || (order > 0 && operation == '>'));
        at += strspn(at, " ,");
    } while (*at != '\0');
    return met ? REQUIRED_MET : REQUIRED_UNMET;
}
