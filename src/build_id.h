/* The sources of this build, as build_id.py describes them. */
#ifndef VRMLINT_BUILD_ID_H
#define VRMLINT_BUILD_ID_H

extern const char build_id[];      /* a hash of the sources, hexadecimal */
extern const char build_version[]; /* "1.0.0" of a release, otherwise "1.0.0-dev+COMMIT", or "1.0.0-dev" */
extern const char build_commit[];  /* the commit in the repository, shortened; "" if it isn't known */

#endif
