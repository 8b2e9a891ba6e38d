#include "gltf/expect.h"

#include <string.h>

/* 2^53: doubles hold every whole number up to here. */
#define WHOLE_MAX 9007199254740992.0

enum { NUMBERS_MAX = 16 };

int expect_major(const char *version)
{
    size_t major = strspn(version, "0123456789");
    size_t minor = version[major] == '.' ? strspn(version + major + 1, "0123456789") : 0;
    if (major == 0 || minor == 0 || version[major + 1 + minor] != '\0') {
        return -1;
    }
    const char *digits = version + strspn(version, "0");
    size_t count = (size_t)(version + major - digits);
    return count == 0 ? 0 : count == 1 ? *digits - '0' : 10;
}

bool expect_other_version(struct document *document)
{
    const char *version = tree_text(tree_get(document_tree(document, "/asset"), "version"), NULL);
    int major = version == NULL ? -1 : expect_major(version);
    bool has_lists = tree_is_array(document_tree(document, "/nodes")); /* glTF 1.0 has an object there */
    return major >= 0 && major != 2 && !(major < 2 && has_lists);
}

const char *expect_text(const struct tree *value)
{
    const char *text = tree_text(value, NULL);
    return text == NULL || *text == '\0' ? NULL : text;
}

size_t expect_bound(const struct tree *list)
{
    return list == NULL ? 0 : tree_is_array(list) ? tree_count(list) : EXPECT_ANY;
}

size_t expect_list(const struct document *document, const char *key)
{
    return document_has_list(document, key) ? document_count(document, key) : EXPECT_ANY;
}

bool expect_whole(const struct tree *value, uint64_t *out)
{
    double number;
    if (!tree_number(value, &number) || fabs(number) == TREE_OVERFLOW || number < 0 || number != trunc(number)) {
        return false;
    }
    *out = number < WHOLE_MAX ? (uint64_t)number : (uint64_t)WHOLE_MAX;
    return true;
}

bool expect_numbers(const struct tree *value, double *out, size_t count)
{
    double numbers[NUMBERS_MAX] = {0};
    bool good = tree_numbers(value, numbers, count);
    for (size_t i = 0; good && i < count; i++) {
        good = fabs(numbers[i]) <= EXPECT_NUMBER_MAX;
    }
    if (good) {
        memcpy(out, numbers, count * sizeof *out);
    }
    return good;
}

bool expect_vec3(const struct tree *value, struct vec3 *out)
{
    double numbers[3];
    if (!expect_numbers(value, numbers, 3)) {
        return false;
    }
    *out = (struct vec3){numbers[0], numbers[1], numbers[2]};
    return true;
}
