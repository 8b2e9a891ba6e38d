#include "base/whole.h"

#include <stdlib.h>
#include <string.h>

char *whole_read_open(struct arena *arena, struct os_file *file, uint64_t most, size_t *size, struct os_error *error)
{
    if (os_size(file) > most || os_size(file) >= SIZE_MAX) {
        *error = (struct os_error){N_("it is too large")};
        return NULL;
    }
    char *text = arena_alloc(arena, (size_t)os_size(file) + 1);
    return os_read(file, 0, text, (size_t)os_size(file), size, error) ? text : NULL;
}

char *whole_read(struct arena *arena, const char *path, uint64_t most, size_t *size, struct os_error *error)
{
    struct os_file *file = os_open(path, error);
    char *text = file == NULL ? NULL : whole_read_open(arena, file, most, size, error);
    os_close(file);
    return text;
}

const char *whole_true_path(struct arena *arena, const char *path)
{
    struct os_error why;
    char *found = os_true_path(path, &why);
    if (found == NULL && os_lacks_memory(&why)) {
        arena_exhausted(arena);
    }
    const char *copy = found == NULL ? NULL : arena_copy(arena, found, strlen(found));
    free(found);
    return copy;
}
