/* Path patterns as in .gitignore files. */
#ifndef VRMLINT_BASE_GLOB_H
#define VRMLINT_BASE_GLOB_H

#include <stdbool.h>

/*
 * Whether a path, or a folder that contains it, matches a pattern. Both are UTF-8 and separate folders by "/". The
 * path is relative to the folder of the pattern and has no "." and "..".
 *   *       any characters but /            ?       one character but /
 *   [a-z]   one of these; [!a-z] none       \*      the character itself
 *   **      as a whole segment: any number of folders; at the end, everything below
 * A pattern without a / (except at its end) matches at any depth; a pattern with one matches from the top. With a /
 * at its end, it matches only folders. Case counts. The work is bounded by the product of the lengths, for any
 * pattern.
 */
bool glob_matches(const char *pattern, const char *path);

/* Whether every [ in a pattern has its ]. A [ without one is a literal, which is hardly ever intended. */
bool glob_is_whole(const char *pattern);

/* Whether a pattern matches a folder with everything in it, either the folder itself or all its content. */
bool glob_takes_folder(const char *pattern, const char *folder);

#endif
