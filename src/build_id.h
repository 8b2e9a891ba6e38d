/* What this build was made of: a hash over its sources, made by build_id.py. */
#ifndef VRMLINT_BUILD_ID_H
#define VRMLINT_BUILD_ID_H

extern const char build_id[];

#endif
