/* Patterns of paths, as .gitignore files have taught everyone to write them. */
#ifndef VRMLINT_BASE_GLOB_H
#define VRMLINT_BASE_GLOB_H

#include <stdbool.h>

/*
 * Whether a path, or a folder that it lies in, fits a pattern. Both are UTF-8 and separate folders by "/"; the path is
 * relative to where the pattern stands, and has no "." and "..".
 *   *       any characters but /            ?       one character but /
 *   [a-z]   one of these; [!a-z] none       \*      the character itself
 *   **      as a whole segment: any number of folders; at the end, everything below
 * A pattern without a / (but at its end) fits at any depth; one with it starts at the top. A / at its end: only
 * folders. Case counts. The work is bounded by the product of the lengths, whatever the pattern.
 */
bool glob_matches(const char *pattern, const char *path);

/* Whether every [ in a pattern has its ]. One without it stands for itself, which hardly anybody means. */
bool glob_is_whole(const char *pattern);

/* Whether a pattern takes a folder with all that is in it: as a folder, or because it takes everything below. */
bool glob_takes_folder(const char *pattern, const char *folder);

#endif
