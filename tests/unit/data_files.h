/* Small GLB files with binary data, put together for tests of the values that accessors hold. */
#ifndef VRMLINT_TESTS_DATA_FILES_H
#define VRMLINT_TESTS_DATA_FILES_H

#include "support.h"

enum { FILE_MAX = 1 << 20, TEXT_MAX = 1 << 18, VERTICES = 13, TRIANGLES = 12 };

/* A file under construction: bytes of the BIN chunk, and lists of the JSON text. */
struct parts {
    unsigned char bin[FILE_MAX];
    size_t bin_size;
    char views[TEXT_MAX];
    char accessors[TEXT_MAX];
    size_t count; /* of views and accessors */
    char attributes[512];
    char rest[4096];
    char seen[4096]; /* "error mesh/index-out-of-range /meshes/0/primitives/0/indices\n" */
    double first;    /* of the last finding with such numbers: index of the first faulty element, and their count */
    double count_at_fault;
    char skipped[1024];
};

/* The file under construction. It exists from data_begin() to data_end(), the cmocka setup and teardown functions.
 * All zeros mean an empty file. */
extern struct parts *parts;
int data_begin(void **state);
int data_end(void **state);

void add_text(char *to, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Adds bytes in a view of their own and an accessor for them. members: more of its JSON, with a comma in front. */
size_t data_add(const void *bytes, size_t size, int component, const char *type, size_t count, const char *members);

void data_name_attribute(const char *name, size_t accessor);

/* Starts a new file: a fan of triangles seen from above. Its normals have the given length. */
void data_add_lid(double length);

/* Checks the file with the families accessor, mesh and skin, including opt-in rules, and lists the findings. */
void data_check(const char *primitive);
void data_check_with(const char *primitive, bool data);

#endif
