/* The web page in one file, with avatars inside, so that it shows them as soon as it is opened. */
#ifndef VRMLINT_CLI_PAGE_H
#define VRMLINT_CLI_PAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/os.h"

/* The most bytes of all avatars in a page. Browsers read pages of this size in a few seconds. */
#define PAGE_MOST ((uint64_t)128 * 1024 * 1024)

/*
 * Writes a copy of the web page source to a new file, with all avatars of the given files and folders appended. Returns
 * false and leaves no file if a page can't show them as well as a report does: if something can't be read, if a file
 * isn't a .vrm, .vrma or .glb (a .gltf needs other files), if settings files apply to one, or if they have more than
 * PAGE_MOST bytes; also if writing fails.
 */
bool page_write(const char *source, size_t count, char *const *paths, const char *page);

#endif
