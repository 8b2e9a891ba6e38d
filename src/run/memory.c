#include "run/memory.h"

#include <stdio.h>
#include <string.h>

#include "base/blake2b.h"
#include "base/os.h"
#include "base/text_map.h"
#include "base/whole.h"
#include "run/cache_trim.h"

#define FILE_NAME "ignores"

enum { LINES_MAX = 100000 /* far more than users write: a longer file is ignored, and written again */ };

struct line {
    struct line *next;
    char text[BLAKE2B_TEXT];
};

struct memory {
    struct arena *arena;
    const char *folder;
    struct text_map known;
    struct line *first;
    bool grown;
};

static void append_text(struct memory *memory, const char *text)
{
    if (text_map_get(&memory->known, text) == NULL) {
        struct line *line = arena_alloc(memory->arena, sizeof *line);
        memcpy(line->text, text, BLAKE2B_TEXT - 1);
        line->next = memory->first;
        memory->first = line;
        text_map_set(&memory->known, line->text, line);
    }
}

static void load_memory(struct memory *memory)
{
    struct os_error ignored;
    size_t got = 0;
    const char *path = arena_printf(memory->arena, "%s/" FILE_NAME, memory->folder);
    const uint64_t most = (uint64_t)LINES_MAX * BLAKE2B_TEXT;
    char *text = os_is_regular(path) ? whole_read(memory->arena, path, most, &got, &ignored) : NULL;
    for (char *at = text; text != NULL && got - (size_t)(at - text) >= BLAKE2B_TEXT; at += BLAKE2B_TEXT) {
        at[BLAKE2B_TEXT - 1] = '\0';
        append_text(memory, at);
    }
}

struct memory *memory_open(struct arena *arena, const char *folder)
{
    struct memory *memory = arena_alloc(arena, sizeof *memory);
    memory->arena = arena;
    memory->folder = folder;
    memory->known = (struct text_map){.arena = arena, .seed = os_random()};
    if (folder != NULL) {
        load_memory(memory);
    }
    return memory;
}

static void hash_ignore(const struct vrmlint_ignore *ignore, char text[BLAKE2B_TEXT])
{
    const char *const parts[] = {ignore->rule, ignore->pointer, ignore->node, ignore->spring, ignore->reason};
    struct blake2b hash;
    blake2b_start(&hash);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        blake2b_add_text(&hash, parts[i] == NULL ? "-" : "+");
        blake2b_add_text(&hash, parts[i] == NULL ? "" : parts[i]);
    }
    blake2b_end_text(&hash, text);
}

bool memory_has(const struct memory *memory, const struct vrmlint_ignore *ignore)
{
    char text[BLAKE2B_TEXT];
    hash_ignore(ignore, text);
    return text_map_get(&memory->known, text) != NULL;
}

void memory_add(struct memory *memory, const struct vrmlint_ignore *ignore)
{
    char text[BLAKE2B_TEXT];
    hash_ignore(ignore, text);
    if (memory->folder != NULL && text_map_get(&memory->known, text) == NULL) {
        append_text(memory, text);
        memory->grown = true;
    }
}

bool memory_save(const struct memory *memory)
{
    struct os_error ignored;
    if (!memory->grown) {
        return true;
    }
    const char *path = arena_printf(memory->arena, "%s/" FILE_NAME, memory->folder);
    char suffix[CACHE_SUFFIX];
    cache_suffix(suffix);
    const char *temporary = arena_printf(memory->arena, "%s%s", path, suffix);
    FILE *out = os_create_new(temporary, &ignored);
    if (out == NULL) {
        return false;
    }
    for (const struct line *line = memory->first; line != NULL; line = line->next) {
        fprintf(out, "%s\n", line->text);
    }
    bool good = os_flush(out, &ignored);
    good = fclose(out) == 0 && good && os_replace(temporary, path, &ignored);
    if (!good) {
        os_remove(temporary);
    }
    return good;
}
