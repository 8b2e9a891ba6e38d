/* Files with accessors, for tests of the values that are read from them. */
#ifndef VRMLINT_TESTS_ACCESSOR_FILES_H
#define VRMLINT_TESTS_ACCESSOR_FILES_H

#include "gltf/accessor.h"
#include "loaded.h"

/* Bytes 0 to 23, in base64. */
#define COUNTING "AAECAwQFBgcICQoLDA0ODxAREhMUFRYX"

/* The open file and its accessors. The test that opens the file unloads it. */
extern struct loaded accessor_file;
extern struct accessors *accessor_list;

/* Opens a JSON text that has ' in place of ". */
void open_json(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Fails the test unless the file gives exactly these findings: "rule pointer", one a line. */
void expect_told(const char *gltf_findings);

/* Fails the test unless an accessor holds these count numbers. They must be fewer than one block. */
void expect_values(size_t index, const double *wants, size_t count);

#endif
