/* The conformance kit's files, packed at build time (src/kit.py). */
#ifndef VRMLINT_CLI_KIT_DATA_H
#define VRMLINT_CLI_KIT_DATA_H

#include <stddef.h>

extern const size_t kit_size; /* bytes after unpacking */
extern const unsigned char kit_packed[];

#endif
