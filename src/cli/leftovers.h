/* Temporary files that a killed run left behind. */
#ifndef VRMLINT_CLI_LEFTOVERS_H
#define VRMLINT_CLI_LEFTOVERS_H

#include "base/arena.h"

/*
 * Removes from the folders of count paths the temporary files (see os_temporary_name()) that were made for one of
 * these paths, or for any model, and were last written more than an hour ago: those of a run in progress are younger.
 * A path may be NULL. Each folder is listed once. Errors are ignored.
 */
void leftovers_remove(struct arena *arena, const char *const *paths, size_t count);

/* Does the same for one path that isn't a model, and for no other file. */
void leftovers_remove_of(struct arena *arena, const char *path);

#endif
