/* Reads numbers by JavaScript, which rounds them as C does. The C library's strtod() computes in numbers of 128 bits,
 * which WebAssembly doesn't have, and takes fourteen kilobytes with the functions for them. */
#include <emscripten.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
EM_JS(double, number_of, (const char *text, size_t length), { return Number(UTF8ToString(text, length)); });
/* clang-format on */

/* Only decimal numbers without space before them: the library passes no others. */
double strtod(const char *restrict text, char **restrict end)
{
    size_t length = strspn(text, "+-.0123456789eE");
    double number = number_of(text, length);
    if (end != NULL) {
        *end = (char *)text + length;
    }
    if (isinf(number)) {
        errno = ERANGE;
    }
    return number;
}
