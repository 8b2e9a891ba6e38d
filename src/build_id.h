/* The sources of this build, as build_id.py describes them. */
#ifndef VRMLINT_BUILD_ID_H
#define VRMLINT_BUILD_ID_H

#include <stdbool.h>

extern const char build_id[];     /* a hash of the sources, hexadecimal */
extern const char build_commit[]; /* the commit in the repository, shortened; "" if it isn't known */
extern const bool build_is_release;

#endif
