#include "report/shell_word.h"

#include <stdbool.h>
#include <string.h>

static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%"
#ifdef _WIN32
                            "\\"
#endif
    ;

#ifdef _WIN32
#define QUOTE "\"" /* a file's name can't contain it */
#else
#define QUOTE "'"
#endif

static void append_shell_text(char *out, size_t *size, const char *text, size_t length)
{
    if (out != NULL) {
        memcpy(out + *size, text, length);
    }
    *size += length;
}

size_t shell_word(const char *path, char *out)
{
    static const char escaped[] = "'\\''";
    size_t size = 0;
    bool quoted = *path == '\0' || path[strspn(path, plain)] != '\0';
    append_shell_text(out, &size, QUOTE, quoted);
    append_shell_text(out, &size, "./", path[0] == '-' && path[1] != '\0' ? 2 : 0); /* "-" is standard input */
    for (; *path != '\0'; path++) {
        bool ends = *path == *QUOTE;
        append_shell_text(out, &size, ends ? escaped : path, ends ? strlen(escaped) : 1);
    }
    append_shell_text(out, &size, QUOTE, quoted);
    append_shell_text(out, &size, "", 1);
    return size;
}
