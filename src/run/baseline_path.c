#include "run/baseline_path.h"

#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "base/text.h"
#include "base/utf8.h"

/* Returns the length of a path's folder, including the slash. */
static size_t folder_length(const char *path)
{
    return (size_t)(text_path_name(path) - path);
}

/* Returns the true path of the folder that a path's first bytes name; those bytes if it can't be resolved. */
static const char *true_folder(const struct baseline_paths *paths, const char *path, size_t length)
{
    struct os_error why;
    const char *named = length == 0 ? "." : arena_copy(paths->arena, path, length);
    char *found = os_true_path(named, &why);
    if (found == NULL && os_lacks_memory(&why)) {
        arena_exhausted(paths->arena);
    }
    const char *result = found == NULL ? named : arena_copy(paths->arena, found, strlen(found));
    free(found);
    return result;
}

/* Returns the length that two paths of folders have in common, in whole names. Either path may end there. */
static size_t common_length(const char *a, const char *b)
{
    size_t common = 0;
    size_t i = 0;
    for (; a[i] != '\0' && a[i] == b[i]; i++) {
        common = text_separates_path(a[i]) ? i + 1 : common;
    }
    bool a_ends = a[i] == '\0' || text_separates_path(a[i]);
    bool b_ends = b[i] == '\0' || text_separates_path(b[i]);
    return i > 0 && a_ends && b_ends ? i : common;
}

/* Appends the relative path from one folder to another, with slashes and one at the end; "" for the same folder. */
static void print_way(struct buf *buf, const char *from, const char *to)
{
    size_t common = common_length(from, to);
    if (common == 0) {
        buf_str(buf, to); /* on another drive */
        buf_char(buf, '/');
        return;
    }
    bool within = false;
    for (const char *at = from + common; *at != '\0'; at++) {
        if (!text_separates_path(*at) && !within) {
            buf_str(buf, "../");
        }
        within = !text_separates_path(*at);
    }
    const char *rest = to + common;
    rest += text_separates_path(*rest) ? 1 : 0;
    buf_str(buf, rest);
    if (*rest != '\0') {
        buf_char(buf, '/');
    }
}

const char *baseline_path_key(struct baseline_paths *paths, const char *path)
{
    struct buf *key = &paths->key;
    size_t length = folder_length(path);
    key->length = 0;
    if (strcmp(path, "-") == 0) {
        buf_str(key, path);
        return buf_text(key);
    }
    if (paths->folder == NULL) {
        paths->folder = true_folder(paths, paths->file, folder_length(paths->file));
    }
    if (paths->last == NULL || strlen(paths->last_named) != length || memcmp(paths->last_named, path, length) != 0) {
        paths->last_named = arena_copy(paths->arena, path, length);
        paths->last = true_folder(paths, path, length);
    }
    print_way(key, paths->folder, paths->last);
    buf_str(key, path + length);
    for (size_t i = 0; i < key->length; i++) {
        key->text[i] = (char)(text_separates_path(key->text[i]) ? '/' : key->text[i]);
    }
    return buf_text(key);
}

const char *baseline_path_from_here(const struct baseline_paths *paths, const char *path)
{
    bool rooted = text_separates_path(path[0]) || strcmp(path, "-") == 0;
    return rooted ? path : arena_printf(paths->arena, "%.*s%s", (int)folder_length(paths->file), paths->file, path);
}

bool baseline_path_is_gone(const struct baseline_paths *paths, const char *path)
{
    struct os_error why;
    return strcmp(path, "-") != 0 && os_kind_of(baseline_path_from_here(paths, path), &why) == OS_MISSING &&
           os_lacks_file(&why);
}

void baseline_print_message(FILE *out, const char *message)
{
    size_t length = strlen(message);
    for (size_t at = 0; at < length;) {
        size_t step = utf8_sequence(message + at, length - at, NULL);
        unsigned char c = (unsigned char)message[at];
        if (step == 0 || c < 0x20 || c == 0x7F) {
            fputc('?', out);
            step = 1;
        } else {
            fwrite(message + at, 1, step, out);
        }
        at += step;
    }
}
