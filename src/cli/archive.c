/* Reads tar archives: POSIX.1-1988 and later (ustar, pax), and GNU's long names. Links, devices and sparse files are
 * skipped. */
#include "cli/archive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/gather.h"
#include "message/translations.h"
#include "report/where.h"
#include "run/inputs.h"

/* The fields of a header: offset and bytes. */
enum {
    NAME = 0,
    NAME_SIZE = 100,
    SIZE = 124,
    SIZE_SIZE = 12,
    SUM = 148,
    SUM_SIZE = 8,
    TYPE = 156,
    MAGIC = 257,
    PREFIX = 345,
    PREFIX_SIZE = 155,
    LONG_NAME_MOST = 64 * 1024, /* bytes of a header that contains a name */
};

static void set_error_text(struct os_error *error, const char *text)
{
    snprintf(error->text, sizeof error->text, "%s", text);
}

/* Returns the next bytes of standard input, fewer at its end; NULL and *error on failure. The caller frees them. */
static unsigned char *read_next(const struct os_limits *how, uint64_t size, size_t *got, struct os_error *error)
{
    bool late;
    struct os_limits limits = *how;
    *got = 0;
    limits.most = size - 1; /* one byte more than that is read */
    if (size < 2) {
        set_error_text(error, N_("the rest of it is not a tar archive"));
        return NULL;
    }
    struct os_file *file = os_open_within("-", &limits, &late, error);
    unsigned char *bytes = file == NULL ? NULL : malloc((size_t)os_size(file) + 1);
    if (bytes != NULL && !os_read(file, 0, bytes, (size_t)os_size(file), got, error)) {
        free(bytes);
        bytes = NULL;
    } else if (file != NULL && bytes == NULL) {
        set_error_text(error, OS_NO_MEMORY);
    }
    os_close(file);
    return bytes;
}

static uint64_t padded_size(uint64_t size)
{
    return (size + ARCHIVE_BLOCK - 1) / ARCHIVE_BLOCK * ARCHIVE_BLOCK;
}

/* ---- headers ---- */

/* Reads a number in octal digits, or in binary if its first bit is set. Returns false if it is invalid. */
static bool read_number(const unsigned char *field, size_t size, uint64_t *value)
{
    *value = 0;
    if ((field[0] & 0x80U) != 0) {
        for (size_t i = 1; i < size; i++) {
            if (*value >> 48 != 0) {
                return false;
            }
            *value = *value << 8 | field[i];
        }
        return (field[0] & 0x7FU) == 0;
    }
    for (size_t i = 0; i < size && field[i] != '\0' && field[i] != ' '; i++) {
        if (field[i] < '0' || field[i] > '7') {
            return false;
        }
        *value = *value << 3 | (unsigned)(field[i] - '0');
    }
    return true;
}

/* Whether a block is a header: its checksum is the sum of all bytes, with those of the checksum as spaces. */
static bool is_header(const unsigned char *block)
{
    uint64_t told;
    uint64_t sum = 0;
    for (size_t i = 0; i < ARCHIVE_BLOCK; i++) {
        sum += i >= SUM && i < SUM + SUM_SIZE ? ' ' : block[i];
    }
    const unsigned char *field = block + SUM;
    size_t size = SUM_SIZE;
    while (size > 0 && *field == ' ') {
        field++;
        size--;
    }
    return memcmp(block + MAGIC, "ustar", 5) == 0 && read_number(field, size, &told) && told == sum;
}

static bool is_zero(const unsigned char *block)
{
    for (size_t i = 0; i < ARCHIVE_BLOCK; i++) {
        if (block[i] != 0) {
            return false;
        }
    }
    return true;
}

void archive_peek(struct archive *archive, const struct os_limits *limits)
{
    struct os_error ignored;
    struct os_limits peeking = *limits;
    peeking.partial = true;
    archive->limits = (struct os_limits){.stop = limits->stop, .context = limits->context};
    unsigned char *bytes = read_next(&peeking, ARCHIVE_BLOCK, &archive->head_size, &ignored);
    if (bytes != NULL) {
        memcpy(archive->head, bytes, archive->head_size);
    }
    archive->is_archive = archive->head_size == ARCHIVE_BLOCK && is_header(archive->head);
    free(bytes);
}

/* ---- names ---- */

/* Returns the value of "path" in a pax header, which consists of "LENGTH KEY=VALUE\n"; NULL if it has none. The caller
 * frees it. */
static char *pax_path(const char *text, size_t size)
{
    while (size > 0) {
        char *end;
        unsigned long length = strtoul(text, &end, 10);
        if (length > size || *end != ' ' || (size_t)(end - text) + 2 > length) {
            return NULL;
        }
        const char *key = end + 1;
        size_t rest = length - (size_t)(key - text) - 1; /* without the line feed */
        if (rest >= 5 && memcmp(key, "path=", 5) == 0) {
            char *path = calloc(1, rest - 4);
            if (path != NULL) {
                memcpy(path, key + 5, rest - 5);
            }
            return path;
        }
        text += length;
        size -= length;
    }
    return NULL;
}

/* Returns the name in a header itself. The caller frees it. */
static char *header_name(const unsigned char *block)
{
    char *name = calloc(1, PREFIX_SIZE + NAME_SIZE + 2);
    bool posix = block[MAGIC + 5] == '\0'; /* GNU uses the bytes of the prefix for other things */
    if (name != NULL) {
        int prefix = posix ? PREFIX_SIZE : 0;
        snprintf(name, PREFIX_SIZE + NAME_SIZE + 2, "%.*s%s%.*s", prefix, (const char *)block + PREFIX,
                 posix && block[PREFIX] != '\0' ? "/" : "", NAME_SIZE, (const char *)block + NAME);
    }
    return name;
}

/* ---- entries ---- */

static bool is_wanted(const struct settings *settings, const char *name)
{
    return inputs_names_checked(name) && gather_takes(settings, name);
}

/* Reads the next header. Returns false at the end; sets *error if the archive is cut off or invalid. */
static bool read_header(struct archive *archive, unsigned char block[ARCHIVE_BLOCK], struct os_error *error)
{
    size_t got = ARCHIVE_BLOCK;
    if (!archive->head_taken) {
        archive->head_taken = true;
        memcpy(block, archive->head, ARCHIVE_BLOCK);
        return true;
    }
    unsigned char *bytes = read_next(&archive->limits, ARCHIVE_BLOCK, &got, error);
    bool whole = bytes != NULL && got == ARCHIVE_BLOCK;
    if (whole) {
        memcpy(block, bytes, ARCHIVE_BLOCK);
    } else if (bytes != NULL) {
        set_error_text(error, N_("the archive is cut off"));
    }
    free(bytes);
    if (whole && !is_zero(block) && !is_header(block)) {
        set_error_text(error, N_("the rest of it is not a tar archive"));
        whole = false;
    }
    return whole && !is_zero(block);
}

/* Returns the bytes after a header; NULL and *error if they are cut off. The caller frees them. */
static unsigned char *read_body(const struct archive *archive, uint64_t size, struct os_error *error)
{
    size_t got = 0;
    unsigned char *bytes = size == 0 ? calloc(1, 1) : read_next(&archive->limits, padded_size(size), &got, error);
    if (bytes != NULL && got < size) {
        set_error_text(error, N_("the archive is cut off"));
        free(bytes);
        bytes = NULL;
    }
    return bytes;
}

/* Skips a body, in pieces. */
static bool skip_body(const struct archive *archive, uint64_t size, struct os_error *error)
{
    enum { PIECE = 1024 * 1024 };
    for (uint64_t left = padded_size(size); left > 0;) {
        uint64_t piece = left < PIECE ? left : PIECE;
        unsigned char *bytes = read_body(archive, piece, error);
        free(bytes);
        if (bytes == NULL) {
            return false;
        }
        left -= piece;
    }
    return true;
}

/* ---- files that are checked at the end ---- */

static bool keeps_entry(const struct settings *settings, const char *name)
{
    return archive_keeps(name) && (inputs_names_part(name) || is_wanted(settings, name));
}

static void keep_file(struct archive *archive, const char *name, uint64_t size, struct os_error *error)
{
    unsigned char *bytes = read_body(archive, size, error);
    if (bytes != NULL) {
        archive_keep(&archive->kept, name, bytes, (size_t)size, error);
    }
    free(bytes);
}

static void next_kept(struct archive *archive, struct archive_entry *entry, struct os_error *error)
{
    entry->name = archive_kept_next(&archive->kept, &entry->path);
    if (entry->name != NULL && entry->path == NULL) {
        set_error_text(error, OS_NO_MEMORY);
        archive_free(entry);
    }
}

/* Reads the name of the next file from the body of a header; NULL if it has none, or on *error. The caller frees it. */
static char *read_long_name(const struct archive *archive, unsigned char type, uint64_t size, struct os_error *error)
{
    unsigned char *body = read_body(archive, size, error);
    char *name = body == NULL ? NULL : type == 'x' ? pax_path((const char *)body, (size_t)size) : (char *)body;
    if (body != NULL && type == 'L' && size > 0) {
        body[size - 1] = '\0';
    }
    if ((char *)body != name) {
        free(body);
    }
    return name;
}

/* Reads a file into the entry, keeps it for the end of the archive, or skips it. Takes ownership of its name. */
static void take_file(struct archive *archive, const struct settings *settings, char *name, uint64_t size,
                      struct archive_entry *entry, struct os_error *error)
{
    const char *shown = where_path(name);
    if (keeps_entry(settings, shown)) {
        keep_file(archive, shown, size, error);
        free(name);
    } else if (is_wanted(settings, shown)) {
        entry->bytes = read_body(archive, size, error);
        entry->size = (size_t)size;
        memmove(name, shown, strlen(shown) + 1);
        entry->name = name;
        if (entry->bytes == NULL) {
            archive_free(entry);
        }
    } else {
        skip_body(archive, size, error);
        free(name);
    }
}

bool archive_next(struct archive *archive, const struct settings *settings, struct archive_entry *entry,
                  struct os_error *error)
{
    unsigned char block[ARCHIVE_BLOCK];
    char *told = NULL; /* from a header of its own before the file's */
    uint64_t size;
    *entry = (struct archive_entry){0};
    while (*error->text == '\0' && entry->name == NULL && !archive->read && read_header(archive, block, error)) {
        unsigned char type = block[TYPE];
        if (!read_number(block + SIZE, SIZE_SIZE, &size) || size > UINT64_MAX / 4) {
            set_error_text(error, N_("the rest of it is not a tar archive"));
        } else if ((type == 'x' || type == 'L') && size <= LONG_NAME_MOST) {
            char *name = read_long_name(archive, type, size, error);
            if (name != NULL) {
                free(told);
                told = name;
            }
        } else if (type == '0' || type == '\0' || type == '7') {
            char *name = told != NULL ? told : header_name(block);
            told = NULL;
            if (name == NULL) {
                set_error_text(error, OS_NO_MEMORY);
            } else {
                take_file(archive, settings, name, size, entry, error);
            }
        } else {
            free(told);
            told = NULL;
            skip_body(archive, size, error);
        }
    }
    free(told);
    if (entry->name == NULL && *error->text == '\0') {
        archive->read = true;
        next_kept(archive, entry, error);
    }
    return entry->name != NULL;
}

void archive_free(struct archive_entry *entry)
{
    free(entry->name);
    free(entry->bytes);
    free(entry->path);
    *entry = (struct archive_entry){0};
}

void archive_end(struct archive *archive)
{
    archive_kept_free(&archive->kept);
}
