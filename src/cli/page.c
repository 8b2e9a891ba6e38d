#include "cli/page.h"

#include <setjmp.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/buf.h"
#include "report/escape.h"
#include "report/html.h"
#include "run/inputs.h"
#include "run/policies.h"

/* The bytes of a file in one element: a multiple of 3, so that only a file's last part is padded. */
enum { PAGE_PART = 3 * 1024 * 1024 };

/* The most parts of the web page itself. */
enum { PAGE_SOURCE_MOST = 64 };

/* A page that is being written. */
struct page_writing {
    FILE *out;
    unsigned char *part; /* PAGE_PART bytes */
    uint64_t left;       /* bytes that avatars may still have */
};

/* Whether a file is complete without others. */
static bool page_takes(const char *path)
{
    return ascii_text_ends(path, ".vrm") || ascii_text_ends(path, ".vrma") || ascii_text_ends(path, ".glb");
}

static bool page_is_slash(char c)
{
    return strchr(OS_SLASHES, c) != NULL && c != '\0';
}

/* Returns the part of a path that the page shows: from the last folder or file of the PATH on through which it was
 * found, as when that is dropped onto the page. */
static const char *page_shown_part(const struct inputs *inputs, const char *path)
{
    const char *shown = path;
    for (size_t i = 0; i < inputs->given.count; i++) {
        const char *given = inputs->given.items[i];
        size_t length = strlen(given);
        if (strncmp(path, given, length) != 0) {
            continue;
        }
        while (length > 0 && page_is_slash(given[length - 1])) {
            length--;
        }
        while (length > 0 && !page_is_slash(given[length - 1])) {
            length--;
        }
        shown = path + length;
    }
    return shown;
}

/* Returns the name that the page shows for a path, as the value of an attribute. */
static const char *page_shown_name(const struct inputs *inputs, const char *path)
{
    const char *part = page_shown_part(inputs, path);
    char *name = arena_copy(inputs->arena, part, strlen(part));
    struct buf value = BUF_INIT(inputs->arena);
    for (char *at = name; *at != '\0'; at++) {
        *at = page_is_slash(*at) ? '/' : *at;
    }
    html_print_text(&value, name, SIZE_MAX);
    return buf_text(&value);
}

/* Appends one file, in elements that browsers don't run (web/page/given.js reads them). Returns false if it can't be
 * read or is too large. */
static bool page_append_file(struct page_writing *writing, const char *path, const char *name)
{
    struct os_error error;
    struct os_file *file = os_open(path, &error);
    size_t got = PAGE_PART;
    bool fine = file != NULL;
    for (size_t number = 0; fine && got == PAGE_PART; number++) {
        fine =
            os_read(file, (uint64_t)number * PAGE_PART, writing->part, PAGE_PART, &got, &error) && got <= writing->left;
        if (fine) {
            writing->left -= got;
            fprintf(writing->out, "<script type=\"application/octet-stream\" data-path=\"%s\" data-part=\"%zu\">", name,
                    number);
            escape_base64(writing->out, writing->part, got);
            fputs("</script>\n", writing->out);
        }
    }
    os_close(file);
    return fine;
}

/* Copies the web page. Returns false if that fails. */
static bool page_copy_source(struct page_writing *writing, const char *source)
{
    struct os_error error;
    struct os_file *file = os_open(source, &error);
    size_t got = PAGE_PART;
    bool fine = file != NULL;
    for (size_t number = 0; fine && got == PAGE_PART; number++) {
        fine = number < PAGE_SOURCE_MOST &&
               os_read(file, (uint64_t)number * PAGE_PART, writing->part, PAGE_PART, &got, &error);
        if (fine) {
            fwrite(writing->part, 1, got, writing->out);
        }
    }
    os_close(file);
    return fine;
}

/* Whether settings files apply to a path, or a wrong one: reports follow them, and the page doesn't. */
static bool page_has_settings(struct policies *policies, const char *path)
{
    struct vrmlint_refusal ignored;
    size_t sources;
    if (policies_find(policies, path, &ignored) == NULL) {
        return true;
    }
    policies_sources(policies, path, &sources);
    return sources > 0;
}

/* Finds the avatars. Returns false if a page can't show all of them. */
static bool page_find_avatars(struct inputs *inputs, struct policies *policies, size_t count, char *const *paths)
{
    uint64_t total = 0;
    for (size_t i = 0; i < count; i++) {
        inputs_add(inputs, paths[i]);
    }
    inputs_find(inputs);
    for (size_t i = 0; i < inputs->count; i++) {
        const char *path = inputs->paths[i];
        uint64_t size;
        int64_t modified;
        if (!page_takes(path) || !os_is_regular(path) || !os_measure(path, &size, &modified) ||
            size > PAGE_MOST - total || page_has_settings(policies, path)) {
            return false;
        }
        total += size;
    }
    return inputs->count > 0 && inputs->error_count == 0;
}

/* Allocates nothing while the page is open: running out of memory would leave it open. */
static bool page_write_all(const struct inputs *inputs, const char *source, const char *page)
{
    struct os_error error;
    struct page_writing writing = {.part = arena_alloc(inputs->arena, PAGE_PART), .left = PAGE_MOST};
    const char **names = arena_array(inputs->arena, inputs->count, sizeof *names);
    for (size_t i = 0; i < inputs->count; i++) {
        names[i] = page_shown_name(inputs, inputs->paths[i]);
    }
    writing.out = os_create_new(page, &error);
    if (writing.out == NULL) {
        return false;
    }
    bool fine = page_copy_source(&writing, source);
    for (size_t i = 0; fine && i < inputs->count; i++) {
        fine = page_append_file(&writing, inputs->paths[i], names[i]);
    }
    fine = os_flush(writing.out, &error) && fine;
    fine = fclose(writing.out) == 0 && fine;
    if (!fine) {
        os_remove(page);
    }
    return fine;
}

/* What page_write() frees, also if memory runs out. */
struct page_work {
    struct arena *arena;
    struct vrmlint_policy *policy;
    struct policies *policies;
};

static bool page_write_guarded(struct page_work *work, const char *source, size_t count, char *const *paths,
                               const char *page)
{
    jmp_buf guard;
    if (setjmp(guard) != 0) {
        return false;
    }
    arena_guard(work->arena, &guard);
    const struct policies_options options = {.base = work->policy};
    struct inputs inputs = INPUTS_INIT(work->arena);
    work->policies = policies_new(work->arena, &options);
    return page_find_avatars(&inputs, work->policies, count, paths) && page_write_all(&inputs, source, page);
}

bool page_write(const char *source, size_t count, char *const *paths, const char *page)
{
    struct page_work work = {.arena = arena_new(), .policy = vrmlint_policy_new()};
    bool written = work.arena != NULL && work.policy != NULL && page_write_guarded(&work, source, count, paths, page);
    policies_free(work.policies);
    arena_free(work.arena);
    vrmlint_policy_free(work.policy);
    return written;
}
