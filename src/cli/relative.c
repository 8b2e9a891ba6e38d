#include "cli/relative.h"

#include <stdlib.h>
#include <string.h>

#include "report/where.h"

static const char *true_path(struct arena *arena, const char *path, struct os_error *error)
{
    char *found = os_true_path(path, error);
    const char *copy = found == NULL ? NULL : arena_copy(arena, found, strlen(found));
    free(found);
    return copy;
}

bool relative_begin(struct relative *relative, struct arena *arena, const char *folder, struct os_error *error)
{
    static const char *const variables[] = {"CI_PROJECT_DIR", "GITHUB_WORKSPACE"};
    struct os_error ignored;
    const char *named = folder;
    for (size_t i = 0; named == NULL && i < sizeof variables / sizeof *variables; i++) {
        named = os_environment(variables[i]);
        named = named != NULL && *named == '\0' ? NULL : named;
    }
    relative->here = named == NULL ? NULL : true_path(arena, ".", &ignored);
    relative->top = relative->here == NULL ? NULL : true_path(arena, named, error);
    return folder == NULL || relative->top != NULL;
}

#ifdef _WIN32
#define SLASHES "/\\"
#else
#define SLASHES "/"
#endif

/* Appends the steps of a path to a whole path of length bytes, and returns the new length. */
static size_t add_steps(char *whole, size_t length, const char *path)
{
    bool rooted = length > 0 || *path == '/';
    while (*path != '\0') {
        size_t step = strcspn(path, SLASHES);
        if (step == 2 && memcmp(path, "..", 2) == 0) {
            while (length > 0 && whole[--length] != '/') {
            }
        } else if (step > 0 && (step > 1 || *path != '.')) {
            if (rooted || length > 0) {
                whole[length++] = '/';
            }
            memcpy(whole + length, path, step);
            length += step;
        }
        path += step + (path[step] != '\0');
    }
    return length;
}

char *relative_path(const struct relative *relative, const char *path)
{
    size_t size = strlen(path) + 1;
    size_t here = relative->top == NULL || where_is_absolute(path) ? 0 : strlen(relative->here);
    char *whole = malloc(here + size + 1);
    if (whole == NULL) {
        return NULL;
    }
    size_t top = relative->top == NULL ? 0 : strlen(relative->top);
    size_t length = here;
    memcpy(whole, relative->here == NULL ? "" : relative->here, here);
    length -= length > 0 && whole[length - 1] == '/' ? 1 : 0;
    length = add_steps(whole, length, path);
    whole[length] = '\0';
    top -= top > 0 && relative->top[top - 1] == '/' ? 1 : 0;
    bool below = relative->top != NULL && strcmp(path, "-") != 0 && length > top + 1 &&
                 memcmp(whole, relative->top, top) == 0 && whole[top] == '/';
    if (below) {
        memmove(whole, whole + top + 1, length - top);
    } else {
        memcpy(whole, path, size);
    }
    return whole;
}
