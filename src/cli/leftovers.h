/* Temporary files that a run left behind when it was killed. */
#ifndef VRMLINT_CLI_LEFTOVERS_H
#define VRMLINT_CLI_LEFTOVERS_H

#include "base/arena.h"

/*
 * Removes from the folders of count paths the temporary files (see os_temporary_name()) that were made for one of these
 * paths, or for any model, and were written last more than an hour ago: those of a run that goes on are younger.
 * NULL among the paths is none. Each folder is listed once. Errors are ignored.
 */
void leftovers_remove(struct arena *arena, const char *const *paths, size_t count);

/* The same for one path that is no model, and no other file. */
void leftovers_remove_of(struct arena *arena, const char *path);

#endif
