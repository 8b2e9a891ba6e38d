#include "report/where.h"

#include <string.h>

#include "base/ascii.h"
#include "base/fnv.h"

const char *where_path(const char *path)
{
    if (strcmp(path, "-") == 0) {
        return "stdin";
    }
    while (path[0] == '.' && path[1] == '/') {
        path += 2;
        path += strspn(path, "/");
    }
    return path;
}

/* Whether a path begins with "C:\" or "C:/". */
static bool has_drive(const char *path)
{
    return ascii_is_letter(path[0]) && path[1] == ':' && (path[2] == '/' || path[2] == '\\');
}

bool where_is_absolute(const char *path)
{
#ifdef _WIN32
    return path[0] == '/' || path[0] == '\\' || has_drive(path);
#else
    return path[0] == '/';
#endif
}

static void append_byte(FILE *out, unsigned char c)
{
    bool plain = ascii_is_letter((char)c) || ascii_is_digit((char)c) || (c != '\0' && strchr("-._~/", c) != NULL);
#ifdef _WIN32
    if (c == '\\') {
        c = '/';
        plain = true;
    }
#endif
    if (plain) {
        fputc(c, out);
    } else {
        fprintf(out, "%%%02X", c);
    }
}

void where_print_uri(FILE *out, const char *path)
{
    path = where_path(path);
    if (where_is_absolute(path)) {
        fputs("file://", out);
        if (has_drive(path)) {
            fprintf(out, "/%c:", path[0]);
            path += 2;
        }
    }
    for (; *path != '\0'; path++) {
        append_byte(out, (unsigned char)*path);
    }
}

size_t where_line(const struct vrmlint_report *report, const struct vrmlint_finding *finding)
{
    return finding->has_place && !report->glb ? finding->line : 1;
}

void where_key(char key[WHERE_KEY], const char *path, const char *fingerprint)
{
    size_t hash_length = strcspn(fingerprint, ":");
    path = where_path(path);
    uint64_t hash = fnv_add(FNV_START, path, strlen(path) + 1); /* a NUL separates the two */
    hash = fnv_add(hash, fingerprint, hash_length);
    snprintf(key, WHERE_KEY, "%016llx%s", (unsigned long long)hash, fingerprint + hash_length);
}
