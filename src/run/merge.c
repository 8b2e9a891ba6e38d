#include "run/merge.h"

#include <string.h>

#include "base/sort.h"
#include "base/text.h"
#include "base/utf8.h"
#include "ids/messages_command.h"
#include "ids/messages_refusals.h"
#include "message/message.h"
#include "run/content.h"
#include "run/within.h"

enum {
    CHUNK = 256 * 1024, /* bytes read at a time */
    FILES_OPEN = 64,    /* at a time */
    LISTED_MAX = 20,    /* missing or changed files that are named */
    SHARDS_MAX = 1000000,
};

/* The state of reading a file line by line. */
struct merge_walk {
    struct merge *merge;
    size_t source;
    struct arena *scratch; /* for the current line and those before it */
    char *buffer;
    size_t capacity;
    size_t used;
    uint64_t offset; /* of the buffer's first byte, in the file */
    size_t line;
    size_t records; /* since the last summary */
    size_t all;     /* records in the file */
    bool is_closed; /* the last line was a summary */
    bool is_other;  /* the file isn't made of records at all, which has been noted */
};

static void note_text(struct merge *merge, bool is_error, const char *where, const char *text)
{
    *ARENA_ADD(merge->arena, merge->notes, merge->note_count) = (struct merge_note){where, text, is_error};
}

static const char *copy_merge_text(struct merge *merge, const char *text)
{
    return arena_copy(merge->arena, text, strlen(text));
}

static void note_words(struct merge *merge, bool is_error, const char *where, enum message words,
                       const struct argument *arguments)
{
    struct buf text = BUF_INIT(merge->arena);
    message_print(&text, merge->language, words, arguments);
    note_text(merge, is_error, where, buf_text(&text));
}

/* ---- reading ---- */

static void close_all(struct merge *merge)
{
    for (size_t i = 0; i < merge->source_count; i++) {
        os_close(merge->sources[i].file);
        merge->sources[i].file = NULL;
    }
    merge->open = 0;
}

/* Opens a source, perhaps again after it was closed to make room for others. */
static struct os_file *reopen_source(struct merge *merge, size_t source, struct os_error *error)
{
    struct merge_source *from = &merge->sources[source];
    merge->reading = from->path;
    if (from->file != NULL) {
        return from->file;
    }
    if (merge->open >= FILES_OPEN) {
        for (size_t i = 0; i < merge->source_count; i++) {
            if (!merge->sources[i].is_stream && merge->sources[i].file != NULL) {
                os_close(merge->sources[i].file);
                merge->sources[i].file = NULL;
                merge->open--;
            }
        }
    }
    from->file = os_open(from->path, error);
    merge->open += from->file != NULL;
    return from->file;
}

static const char *line_of(struct merge *merge, size_t source, size_t line)
{
    return arena_printf(merge->arena, "%s:%zu", merge->sources[source].path, line);
}

static void note_line(struct merge_walk *walk, enum message words, const struct argument *arguments)
{
    note_words(walk->merge, true, line_of(walk->merge, walk->source, walk->line), words, arguments);
}

/* ---- lines ---- */

static void take_shard(struct merge_walk *walk, const struct vrmlint_record *record)
{
    struct merge *merge = walk->merge;
    if (record->shard == 0 || record->shard > record->shards || record->shards > SHARDS_MAX) {
        note_line(walk, WORDS_RECORD_NO_SHARD, NO_ARGUMENTS);
        return;
    }
    if (merge->shards == NULL) {
        merge->shards = arena_array(merge->arena, record->shards + 1, sizeof *merge->shards);
        merge->shard_count = record->shards;
    }
    if (merge->shard_count != record->shards) {
        note_line(
            walk, WORDS_MERGE_OTHER_RUN,
            ARGUMENTS(COUNT("number", record->shard), COUNT("of", record->shards), COUNT("other", merge->shard_count)));
        return;
    }
    merge->shards[record->shard] = true;
}

static void take_merge_manifest(struct merge_walk *walk, const struct vrmlint_manifest *manifest)
{
    struct merge *merge = walk->merge;
    const char *here = line_of(merge, walk->source, walk->line);
    if (merge->first_run == NULL) {
        merge->first_run = here;
        merge->manifest = *manifest;
        return;
    }
    const char *differs = vrmlint_manifest_differs(&merge->manifest, manifest);
    if (differs != NULL && !merge->differ) { /* only the first difference is noted */
        note_words(merge, !merge->mixed, here, merge->mixed ? WORDS_MERGE_MIXED : WORDS_MERGE_OTHER,
                   ARGUMENTS(TERM("what", differs), TERM("first", merge->first_run)));
    }
    merge->differ = merge->differ || differs != NULL;
    vrmlint_manifest_join(&merge->manifest, manifest);
}

static void take_summary(struct merge_walk *walk, const struct vrmlint_record *record)
{
    if (record->files != walk->records) {
        note_line(walk, WORDS_MERGE_COUNTS, ARGUMENTS(COUNT("files", record->files), COUNT("records", walk->records)));
    }
    if (record->shards > 0) {
        take_shard(walk, record);
    }
    take_merge_manifest(walk, &record->manifest);
    walk->records = 0;
    walk->is_closed = true;
}

static void take_report(struct merge_walk *walk, const struct vrmlint_report *report, const char *line, size_t size)
{
    struct merge *merge = walk->merge;
    struct merge_piece *piece = ARENA_PUSH(merge->arena, merge->pieces, merge->count, merge->capacity);
    *piece = (struct merge_piece){
        .path = copy_merge_text(merge, report->path),
        .source = walk->source,
        .offset = walk->offset + (size_t)(line - walk->buffer),
        .size = size,
        .line = walk->line,
        .file_size = report->size,
        .hash = report->hash == NULL ? NULL : copy_merge_text(merge, report->hash),
    };
    struct blake2b hash;
    blake2b_start(&hash);
    blake2b_add(&hash, line, size);
    blake2b_end(&hash, piece->digest);
    walk->records++;
    walk->all++;
    walk->is_closed = false;
}

/* Returns what a file is that doesn't begin with a record; WORDS_PLAIN: unknown. */
static enum message other_content(const struct merge *merge, const char *text, size_t size)
{
    enum { HEAD = 512 };
    char head[HEAD + 1] = "";
    memcpy(head, text, size < HEAD ? size : HEAD);
    if (size >= 2 && (memcmp(head, "\xFF\xFE", 2) == 0 || memcmp(head, "\xFE\xFF", 2) == 0)) {
        return WORDS_RECORD_UTF_16;
    }
    if (strncmp(head, "glTF", 4) == 0 || (*head == '{' && strstr(head, "\"asset\"") != NULL)) {
        return WORDS_RECORD_MODEL;
    }
    return !text_begins(head, REPORT_BEGIN) ? WORDS_PLAIN
           : merge->not_whole               ? WORDS_RECORD_WHOLE_CUT
                                            : WORDS_RECORD_WHOLE;
}

/* Whether a text may be the beginning of a record, whose first member is its path or the summary. */
static bool begins_record(const char *text, size_t size)
{
    static const char *const begins[] = {"{\"path\"", "{\"summary\"", REPORT_BEGIN};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
        size_t length = strlen(begins[i]);
        if (memcmp(text, begins[i], size < length ? size : length) == 0) {
            return true;
        }
    }
    return false;
}

/* Takes one line. Returns false if it isn't a record, which ends the file. That is noted, unless the line is the last
 * one and was cut off. */
static bool take_line(struct merge_walk *walk, const char *line, size_t size, bool is_whole)
{
    struct vrmlint_refusal refusal = {.language = walk->merge->language};
    struct vrmlint_record record;
    walk->line++;
    size_t mark = walk->line == 1 ? utf8_mark(line, size) : 0;
    line += mark;
    size -= mark;
    if (!record_read_within(walk->scratch, line, size, &record, &refusal)) {
        if (refusal.no_memory) {
            arena_exhausted(walk->scratch);
        }
        enum message other = walk->line == 1
                                 ? other_content(walk->merge, line, (size_t)(walk->buffer + walk->used - line))
                                 : WORDS_PLAIN;
        walk->is_other = other != WORDS_PLAIN || (walk->line == 1 && !is_whole && !begins_record(line, size));
        if (is_whole || walk->is_other) {
            note_line(walk, other, ARGUMENTS(TERM("text", refusal.text)));
        }
        walk->is_closed = false;
        return false;
    }
    if (record.report == NULL) {
        take_summary(walk, &record);
    } else {
        take_report(walk, record.report, line, size);
    }
    vrmlint_report_free(record.report);
    return true;
}

/* Takes the lines in the buffer, and moves the rest of the last one to its beginning. */
static bool take_lines(struct merge_walk *walk)
{
    char *at = walk->buffer;
    char *end = walk->buffer + walk->used;
    for (char *feed; at < end && (feed = memchr(at, '\n', (size_t)(end - at))) != NULL; at = feed + 1) {
        if (!take_line(walk, at, (size_t)(feed - at), true)) {
            return false;
        }
    }
    walk->used = (size_t)(end - at);
    walk->offset += (size_t)(at - walk->buffer);
    if (at > walk->buffer && walk->used > 0) {
        memmove(walk->buffer, at, walk->used);
    }
    return true;
}

/* Reads a file. Returns false if reading fails, with *error, or at a line that isn't a record, which has been
 * noted. */
static bool walk_file(struct merge_walk *walk, struct os_file *file, struct os_error *error)
{
    for (;;) {
        if (walk->capacity - walk->used < CHUNK) {
            size_t larger = walk->capacity == 0 ? (size_t)4 * CHUNK : walk->capacity * 2;
            char *moved = arena_alloc(walk->scratch, larger);
            if (walk->used > 0) {
                memcpy(moved, walk->buffer, walk->used);
            }
            walk->buffer = moved;
            walk->capacity = larger;
        }
        size_t got;
        if (!os_read(file, walk->offset + walk->used, walk->buffer + walk->used, CHUNK, &got, error)) {
            return false;
        }
        walk->used += got;
        if (!take_lines(walk)) {
            return false;
        }
        if (got == 0) {
            if (walk->used > 0) {
                take_line(walk, walk->buffer, walk->used, false);
            }
            return true;
        }
    }
}

static void walk_source(struct merge *merge, size_t source, struct arena *scratch)
{
    struct os_error error = {""};
    const char *path = merge->sources[source].path;
    struct merge_walk walk = {.merge = merge, .source = source, .scratch = scratch};
    struct os_file *file = reopen_source(merge, source, &error);
    bool ok = file != NULL && walk_file(&walk, file, &error);
    if (os_lacks_memory(&error)) {
        arena_exhausted(scratch); /* a result that lacks some of the records would be useless */
    }
    if (*error.text != '\0') {
        note_text(merge, true, path, copy_merge_text(merge, error.text));
    } else if (ok && !walk.is_closed && !walk.is_other) {
        note_words(merge, true, path, WORDS_MERGE_CUT, ARGUMENTS(COUNT("count", walk.all)));
    }
}

void merge_add(struct merge *merge, const char *path)
{
    merge_add_open(merge, path, NULL);
}

void merge_add_open(struct merge *merge, const char *path, struct os_file *file)
{
    merge->reading = path;
    size_t source = merge->source_count;
    *ARENA_ADD(merge->arena, merge->sources, merge->source_count) =
        (struct merge_source){.path = path, .file = file, .is_stream = !os_is_regular(path)};
    merge->open += file != NULL;
    struct arena *scratch = arena_open(merge->arena);
    walk_source(merge, source, scratch);
    arena_close(scratch);
}

/* ---- order ---- */

static int by_path_merged(const void *left, const void *right)
{
    const struct merge_piece *a = left;
    const struct merge_piece *b = right;
    return sort_then(sort_then(strcmp(a->path, b->path), a->source, b->source), a->line, b->line);
}

static void note_double(struct merge *merge, const struct merge_piece *kept, const struct merge_piece *piece)
{
    bool same = memcmp(kept->digest, piece->digest, BLAKE2B_SIZE) == 0;
    note_words(merge, !same, piece->path, same ? WORDS_MERGE_TWICE : WORDS_MERGE_DIFFERS,
               ARGUMENTS(TERM("first", line_of(merge, kept->source, kept->line)),
                         TERM("second", line_of(merge, piece->source, piece->line))));
}

void merge_settle(struct merge *merge)
{
    sort_array(merge->arena, merge->pieces, merge->count, sizeof *merge->pieces, by_path_merged);
    size_t kept = 0;
    for (size_t i = 0; i < merge->count; i++) {
        if (kept > 0 && strcmp(merge->pieces[kept - 1].path, merge->pieces[i].path) == 0) {
            struct merge_piece *first = &merge->pieces[kept - 1];
            note_double(merge, first, &merge->pieces[i]);
            bool unread = first->hash == NULL && first->file_size == 0;
            *first = unread ? merge->pieces[i] : *first; /* the file could not be read there */
        } else {
            merge->pieces[kept++] = merge->pieces[i];
        }
    }
    merge->count = kept;
    for (size_t i = 1; i <= merge->shard_count; i++) {
        if (!merge->shards[i]) {
            note_words(merge, true, arena_printf(merge->arena, "shard %zu/%zu", i, merge->shard_count),
                       WORDS_MERGE_NO_SHARD, NO_ARGUMENTS);
        }
    }
}

enum { DAY = 24 * 60 * 60 /* seconds by which clocks of machines may differ */ };

/* Whether a file may have changed since the first run began. */
static bool may_have_changed(const struct merge *merge, const char *path)
{
    int64_t seconds;
    char date[OS_DATE];
    if (!os_changed(path, &seconds)) {
        return true;
    }
    os_date(seconds + DAY, date);
    return strcmp(date, merge->manifest.date) >= 0;
}

/* Whether a file's content has changed since its record was written. False if the file is missing by now. */
static bool has_changed(const struct merge *merge, const struct merge_piece *piece)
{
    uint64_t size;
    int64_t modified;
    char hash[BLAKE2B_TEXT];
    if (!os_is_regular(piece->path) || !os_measure(piece->path, &size, &modified)) {
        return false;
    }
    bool known = piece->hash != NULL || piece->file_size > 0; /* the record of an empty file has no size */
    return (known && size != piece->file_size) || (piece->hash != NULL && may_have_changed(merge, piece->path) &&
                                                   content_hash(piece->path, hash) && strcmp(hash, piece->hash) != 0);
}

/* Notes what is wrong with a listed path, for the first LISTED_MAX of them; the others are only counted. */
static void note_listed(struct merge *merge, enum message words, const char *path, size_t number)
{
    if (number <= LISTED_MAX) {
        note_words(merge, true, path, words, NO_ARGUMENTS);
    }
}

static void note_further(struct merge *merge, enum message words, size_t count)
{
    if (count > LISTED_MAX) {
        note_words(merge, true, "vrmlint", words, ARGUMENTS(COUNT("count", count - LISTED_MAX)));
    }
}

void merge_compare(struct merge *merge, const char *const *paths, size_t count)
{
    size_t at = 0;
    size_t missing = 0;
    size_t changed = 0;
    for (size_t i = 0; i < count; i++) {
        arena_ask(merge->arena); /* the file's content may be hashed */
        while (at < merge->count && strcmp(merge->pieces[at].path, paths[i]) < 0) {
            at++;
        }
        if (at == merge->count || strcmp(merge->pieces[at].path, paths[i]) != 0) {
            note_listed(merge, WORDS_MERGE_NO_RECORD, paths[i], ++missing);
        } else if (has_changed(merge, &merge->pieces[at])) {
            note_listed(merge, WORDS_MERGE_CHANGED, paths[i], ++changed);
        }
    }
    note_further(merge, WORDS_MERGE_MORE_MISSING, missing);
    note_further(merge, WORDS_MERGE_MORE_CHANGED, changed);
}

struct vrmlint_report *merge_read(struct merge *merge, size_t index, struct arena *within,
                                  struct vrmlint_refusal *refusal)
{
    const struct merge_piece *piece = &merge->pieces[index];
    struct os_error why = {""};
    struct os_file *file = reopen_source(merge, piece->source, &why);
    struct vrmlint_record record = {0};
    size_t got = 0;
    char *line = arena_bare(within, piece->size);
    if (file == NULL || !os_read(file, piece->offset, line, piece->size, &got, &why) || got < piece->size) {
        refusal_print(refusal,
                      os_lacks_memory(&why) ? WORDS_NO_MEMORY
                      : *why.text == '\0'   ? WORDS_RECORD_SHORTER
                                            : WORDS_PLAIN,
                      *why.text == '\0' || os_lacks_memory(&why) ? NO_ARGUMENTS : ARGUMENTS(TERM("text", why.text)));
    } else if (record_read_within(within, line, piece->size, &record, refusal) && record.report == NULL) {
        refusal_print(refusal, WORDS_RECORD_REPLACED, NO_ARGUMENTS);
    }
    return record.report;
}

void merge_close(struct merge *merge)
{
    close_all(merge);
}
