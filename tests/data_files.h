/* Small GLB files with bytes, put together for tests of what accessors hold. */
#ifndef VRMLINT_TESTS_DATA_FILES_H
#define VRMLINT_TESTS_DATA_FILES_H

#include "support.h"

enum { FILE_MAX = 1 << 20, TEXT_MAX = 1 << 18, VERTICES = 13, TRIANGLES = 12 };

/* A file in the making: bytes of the BIN chunk, and lists of the JSON text. */
struct parts {
    unsigned char bin[FILE_MAX];
    size_t bin_size;
    char views[TEXT_MAX];
    char accessors[TEXT_MAX];
    size_t count; /* of both */
    char attributes[512];
    char rest[4096];
    char seen[4096]; /* "error mesh/index-out-of-range /meshes/0/primitives/0/indices\n" */
    double first;    /* of the last finding that counts: the first that is at fault, and how many are */
    double count_at_fault;
    char skipped[1024];
};

/* The one that is being made: from data_begin() to data_end(), which are for cmocka; empty where it is all zeros. */
extern struct parts *parts;
int data_begin(void **state);
int data_end(void **state);

void add_text(char *to, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Bytes in a view of their own, and an accessor for them; members: more of its JSON, with a comma in front. */
size_t data_add(const void *bytes, size_t size, int component, const char *type, size_t count, const char *members);

void data_name_attribute(const char *name, size_t accessor);

/* A new file: a fan of triangles seen from above; its normals have the given length. */
void data_add_lid(double length);

/* Checks the file with accessor, mesh and skin on, opt-in rules too, and lists what is found. */
void data_check(const char *primitive);
void data_check_with(const char *primitive, bool data);

#endif
