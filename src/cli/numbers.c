#include "cli/numbers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool number_read(const char *text, double *number)
{
    text += strspn(text, " \t");
    size_t length = strspn(text, "+-.0123456789eE");
    size_t end = length + strspn(text + length, " \t");
    if (length == 0 || text[end] != '\0') {
        return false;
    }
    char *rest;
    double value = strtod(text, &rest);
    if (rest != text + length || !isfinite(value)) {
        return false;
    }
    *number = value;
    return true;
}

bool number_read_fraction(const char *text, double *number)
{
    char above[64];
    double a;
    double b;
    size_t length = strcspn(text, "/");
    if (text[length] == '\0') {
        return number_read(text, number);
    }
    if (length >= sizeof above) {
        return false;
    }
    snprintf(above, sizeof above, "%.*s", (int)length, text);
    if (!number_read(above, &a) || !number_read(text + length + 1, &b) || !isfinite(a / b)) {
        return false;
    }
    *number = a / b;
    return true;
}

bool number_read_count(const char *text, size_t most, size_t *number)
{
    size_t value = 0;
    if (*text == '\0') {
        return false;
    }
    for (; *text != '\0'; text++) {
        if (*text < '0' || *text > '9') {
            return false;
        }
        size_t digit = (size_t)(*text - '0');
        if (digit > most || value > (most - digit) / 10) {
            return false;
        }
        value = value * 10 + digit;
    }
    *number = value;
    return true;
}

bool number_read_bytes(const char *text, uint64_t *bytes)
{
    static const char units[] = "KMG";
    char digits[24];
    size_t length = strspn(text, "0123456789");
    const char *unit = text[length] == '\0' ? NULL : strchr(units, text[length]);
    int shift = unit == NULL ? 0 : 10 * (int)(unit - units + 1);
    size_t number;
    if (length >= sizeof digits || (text[length] != '\0' && (unit == NULL || text[length + 1] != '\0'))) {
        return false;
    }
    snprintf(digits, sizeof digits, "%.*s", (int)length, text);
    if (!number_read_count(digits, SIZE_MAX >> shift, &number) || number == 0) {
        return false;
    }
    *bytes = (uint64_t)number << shift;
    return true;
}
