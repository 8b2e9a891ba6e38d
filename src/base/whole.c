#include "base/whole.h"

char *whole_read(struct arena *arena, const char *path, uint64_t most, size_t *size, struct os_error *error)
{
    struct os_file *file = os_open(path, error);
    char *text = NULL;
    if (file != NULL && (os_size(file) > most || os_size(file) >= SIZE_MAX)) {
        *error = (struct os_error){N_("it is too large")};
    } else if (file != NULL) {
        text = arena_alloc(arena, (size_t)os_size(file) + 1);
        if (!os_read(file, 0, text, (size_t)os_size(file), size, error)) {
            text = NULL;
        }
    }
    os_close(file);
    return text;
}
