/* Links through which somebody else could make an output reach another file. */
#ifndef VRMLINT_CLI_LINKS_H
#define VRMLINT_CLI_LINKS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/os.h"

/*
 * Whether an output may be written to a path. It may not if the path is, or lies behind, a link in the working folder
 * or in a repository, because such links may come from strangers; *error is set then. The first bytes of the path,
 * named of them, are what the user has typed: links there are followed, except in a continuous-integration service,
 * where the one who typed them can't see what the repository contains. Links of the system, such as /dev/stdout, don't
 * count.
 */
bool links_allow(const char *path, size_t named, struct os_error *error);

#endif
