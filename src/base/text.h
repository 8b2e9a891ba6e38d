/* Prefixes and suffixes of strings, the names in paths, and the order of strings. */
#ifndef VRMLINT_BASE_TEXT_H
#define VRMLINT_BASE_TEXT_H

#include <stdbool.h>
#include <string.h>

static inline bool text_begins(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

static inline bool text_ends(const char *text, const char *ending)
{
    size_t length = strlen(text);
    return length >= strlen(ending) && strcmp(text + length - strlen(ending), ending) == 0;
}

/* Whether a text is an outer one, or goes on after a slash: for paths, and for JSON pointers. */
static inline bool text_is_within(const char *text, const char *outer)
{
    size_t length = strlen(outer);
    return strncmp(text, outer, length) == 0 && (text[length] == '\0' || text[length] == '/');
}

/* Whether a character separates the parts of a path on this system. */
static inline bool text_separates_path(char c)
{
#ifdef _WIN32
    return c == '/' || c == '\\';
#else
    return c == '/';
#endif
}

/* Returns the part of a path after its last separator. */
static inline const char *text_path_name(const char *path)
{
    const char *name = path + strlen(path);
    while (name > path && !text_separates_path(name[-1])) {
        name--;
    }
    return name;
}

/* Returns the ending of a path with its dot: the part of the name from the last dot on; "" if it has none. */
static inline const char *text_path_ending(const char *path)
{
    const char *dot = strrchr(text_path_name(path), '.');
    return dot == NULL ? path + strlen(path) : dot;
}

/* Compares two strings in an array, or structures by their first member, a string. For base/sort.h. */
static inline int text_compare(const void *left, const void *right)
{
    const char *const *a = left;
    const char *const *b = right;
    return strcmp(*a, *b);
}

#endif
