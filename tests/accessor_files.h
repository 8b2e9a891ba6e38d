/* Files of accessors, for tests of what is read out of them. */
#ifndef VRMLINT_TESTS_ACCESSOR_FILES_H
#define VRMLINT_TESTS_ACCESSOR_FILES_H

#include "gltf/accessor.h"
#include "loaded.h"

/* Bytes 0 to 23, in base64. */
#define COUNTING "AAECAwQFBgcICQoLDA0ODxAREhMUFRYX"

/* The file that is open, and its accessors. Whoever opened it unloads it. */
extern struct loaded accessor_file;
extern struct accessors *accessor_list;

/* Opens a JSON text in which ' stands for ". */
void open_json(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* What must be told of it: "rule pointer", one a line. */
void expect_told(const char *gltf_findings);

/* What an accessor must hold: count numbers, which are less than one block. */
void expect_values(size_t index, const double *wants, size_t count);

#endif
