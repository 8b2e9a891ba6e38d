#include "cli/archive_kept.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "run/inputs.h"

enum { DEEPEST = 64 /* depth of nested folders */ };

/* Whether a name leads to a file below the folder that it is joined to, on every system. */
static bool stays_below(const char *name)
{
    size_t depth = 0;
    for (const char *part = name; part != NULL; depth++) {
        const char *end = strchr(part, '/');
        size_t length = end == NULL ? strlen(part) : (size_t)(end - part);
        bool dots = length <= 2 && strspn(part, ".") >= length;
        if (dots || memchr(part, '\\', length) != NULL || memchr(part, ':', length) != NULL) {
            return false;
        }
        part = end == NULL ? NULL : end + 1;
    }
    return depth <= DEEPEST;
}

bool archive_keeps(const char *name)
{
    return (inputs_names_gltf(name) || inputs_names_part(name)) && stays_below(name);
}

/* Returns the path of a kept file; NULL if memory runs out. The caller frees it. */
static char *path_of(const struct archive_kept *kept, const char *name)
{
    size_t size = strlen(kept->folder) + strlen(name) + 2;
    char *path = malloc(size);
    if (path != NULL) {
        snprintf(path, size, "%s/%s", kept->folder, name);
    }
    return path;
}

/* Makes the folders of a path, except those in its first bytes, which exist. */
static bool make_folders(char *path, size_t known, struct os_error *error)
{
    bool made = true;
    for (char *slash = strchr(path + known + 1, '/'); made && slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        made = os_make_folder(path, error);
        *slash = '/';
    }
    return made;
}

static bool write_file(const char *path, const void *bytes, size_t size, struct os_error *error)
{
    FILE *file = os_create(path, error);
    bool written = file != NULL && fwrite(bytes, 1, size, file) == size;
    written = file != NULL && os_flush(file, error) && written;
    if (file != NULL) {
        fclose(file);
    }
    return written;
}

static bool note_name(struct archive_kept *kept, const char *name)
{
    if (!grow_by_one(&kept->names, kept->count, &kept->capacity, sizeof *kept->names)) {
        return false;
    }
    char *copy = strdup(name);
    kept->names[kept->count] = copy;
    kept->count += copy != NULL;
    return copy != NULL;
}

bool archive_keep(struct archive_kept *kept, const char *name, const void *bytes, size_t size, struct os_error *error)
{
    kept->made = kept->made || os_make_scratch(kept->folder, sizeof kept->folder, error);
    if (!kept->made) {
        kept->failed = true;
        return false;
    }
    char *path = path_of(kept, name);
    bool noted = path != NULL && (!inputs_names_gltf(name) || note_name(kept, name));
    if (!noted) {
        snprintf(error->text, sizeof error->text, "%s", OS_NO_MEMORY);
    }
    bool done = noted && make_folders(path, strlen(kept->folder), error) && write_file(path, bytes, size, error);
    free(path);
    kept->failed = noted && !done;
    return done;
}

char *archive_kept_next(struct archive_kept *kept, char **path)
{
    if (kept->next == kept->count) {
        return NULL;
    }
    char *name = kept->names[kept->next];
    kept->names[kept->next++] = NULL;
    *path = path_of(kept, name);
    return name;
}

void archive_kept_free(struct archive_kept *kept)
{
    for (size_t i = kept->next; i < kept->count; i++) {
        free(kept->names[i]);
    }
    free(kept->names);
    if (kept->made) {
        os_remove_tree(kept->folder, DEEPEST + 1);
    }
    *kept = (struct archive_kept){.next = 0};
}
