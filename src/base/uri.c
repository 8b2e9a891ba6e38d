#include "base/uri.h"

#include <string.h>

#include "base/buf.h"

/* The components that are needed here, by the position where each ends. */
struct uri {
    const char *text;
    size_t scheme;    /* including its colon; 0: none */
    size_t authority; /* equal to scheme: none */
    size_t path;
    size_t query; /* including its question mark */
};

static struct uri split_uri(const char *text)
{
    struct uri uri = {.text = text};
    size_t end = strcspn(text, "#");
    size_t scheme = strcspn(text, ":/?#");
    uri.scheme = text[scheme] == ':' && scheme > 0 ? scheme + 1 : 0;
    uri.authority = uri.scheme;
    if (strncmp(text + uri.scheme, "//", 2) == 0) {
        uri.authority += 2 + strcspn(text + uri.scheme + 2, "/?#");
    }
    uri.path = uri.authority + strcspn(text + uri.authority, "?#");
    uri.query = end;
    return uri;
}

/* Appends a path without dot segments (section 5.2.4). The output path starts at begin. */
static void remove_dots(struct buf *out, size_t begin, const char *path, size_t length)
{
    const char *end = path + length;
    while (path < end) {
        size_t segment = strcspn(path + (*path == '/'), "/") + (*path == '/');
        segment = segment < (size_t)(end - path) ? segment : (size_t)(end - path);
        const char *name = path + (*path == '/');
        size_t size = segment - (*path == '/');
        bool last = path + segment == end;
        if (size == 2 && memcmp(name, "..", 2) == 0) {
            while (out->length > begin && out->text[out->length - 1] != '/') {
                out->length--;
            }
            out->length -= out->length > begin;
            buf_add(out, "/", last ? 1 : 0);
        } else if (size == 1 && *name == '.') {
            buf_add(out, "/", last && *path == '/' ? 1 : 0);
        } else {
            buf_add(out, path, segment);
        }
        path += segment;
    }
}

const char *uri_resolve(struct arena *arena, const char *base, const char *reference)
{
    struct uri from = split_uri(base);
    struct uri to = split_uri(reference);
    struct buf out = BUF_INIT(arena);
    struct buf path = BUF_INIT(arena);
    buf_add(&path, "", 0);
    if (to.scheme > 0) {
        return arena_copy(arena, reference, to.query);
    }
    bool has_authority = to.authority > to.scheme;
    bool absolute = reference[to.authority] == '/';
    bool has_path = to.path > to.authority;
    buf_add(&out, base, has_authority ? from.scheme : from.authority);
    buf_add(&out, reference, to.authority);
    if (!has_path && !has_authority) {
        buf_add(&out, base + from.authority, from.path - from.authority);
        bool query = to.query > to.path;
        buf_add(&out, query ? reference + to.path : base + from.path,
                query ? to.query - to.path : from.query - from.path);
        return buf_text(&out);
    }
    if (!has_authority && !absolute) { /* relative to the part of the base up to its last slash */
        size_t keep = from.path;
        while (keep > from.authority && base[keep - 1] != '/') {
            keep--;
        }
        bool rooted = from.authority > from.scheme && keep == from.authority;
        buf_add(&path, "/", rooted ? 1 : 0);
        buf_add(&path, base + from.authority, keep - from.authority);
    }
    buf_add(&path, reference + to.authority, to.path - to.authority);
    remove_dots(&out, out.length, buf_text(&path), path.length);
    buf_add(&out, reference + to.path, to.query - to.path);
    return buf_text(&out);
}
