/* Reads a settings file. All errors in it are found here, before anything is checked. */
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "base/pointer.h"
#include "base/text.h"
#include "gltf/json.h"
#include "gltf/positions.h"
#include "ids/messages_refusals.h"
#include "run/config.h"
#include "run/policy.h"

enum { CONFIG_MAX = 4 * 1024 * 1024 /* bytes: a larger file isn't a settings file */ };

struct reading {
    struct vrmlint_config *config;
    const char *text;
    size_t size;
    struct vrmlint_refusal *refusal;
};

/* ---- errors and their positions ---- */

/* Puts the position before the text of the refusal. Returns false. */
static bool refuse_at(const struct reading *reading, const char *place)
{
    return refusal_because(reading->refusal, place, reading->refusal->text);
}

static bool refuse_position(const struct reading *reading, const struct position *place)
{
    return refuse_at(
        reading, arena_printf(reading->config->arena, "%s:%zu:%zu", reading->config->name, place->line, place->column));
}

static bool refuse_offset(const struct reading *reading, size_t offset, enum message words,
                          const struct argument *arguments)
{
    struct position place = {.value = {offset, offset}};
    positions_number(reading->config->arena, reading->text, reading->size, &place, 1);
    refusal_print(reading->refusal, words, arguments);
    return refuse_position(reading, &place);
}

static bool refuse_pointer(const struct reading *reading, const char *pointer)
{
    struct position place = {.pointer = pointer};
    positions_find(reading->config->arena, reading->text, reading->size, &place, 1);
    return refuse_position(reading, &place);
}

/* ---- the text ---- */

/* The first key that its object already has. */
struct duplicate {
    bool found;
    size_t offset;
};

static void on_duplicate(void *context, const struct scan_position *position, size_t first, size_t second, size_t value)
{
    (void)position;
    (void)first;
    (void)value;
    struct duplicate *duplicate = context;
    if (!duplicate->found) {
        *duplicate = (struct duplicate){true, second};
    }
}

static bool load_config(struct reading *reading)
{
    struct vrmlint_config *config = reading->config;
    struct duplicate duplicate = {false, 0};
    struct scan_events events = {.context = &duplicate, .duplicate = on_duplicate};
    struct scan_result scan = scan_text(config->arena, reading->text, reading->size, os_random(), &events);
    if (scan.status != SCAN_OK) {
        return refuse_offset(reading, scan.offset, WORDS_CONFIG_NOT_JSON, ARGUMENTS(scan_error("error", &scan)));
    }
    if (duplicate.found) {
        return refuse_offset(reading, duplicate.offset, WORDS_CONFIG_KEY_TWICE, NO_ARGUMENTS);
    }
    config->tree = tree_load(tree_pool_new(config->arena), reading->text, scan.root);
    const char *pointer = config_fault(config->arena, config->tree, reading->refusal);
    return pointer == NULL || refuse_pointer(reading, pointer);
}

/* ---- the settings ---- */

static struct setting *add_setting(struct vrmlint_config *config, enum setting_kind kind, const char *pointer)
{
    config->settings = arena_grow(config->arena, config->settings, config->setting_count, &config->setting_capacity,
                                  sizeof *config->settings);
    struct setting *setting = &config->settings[config->setting_count++];
    *setting = (struct setting){.kind = kind, .pointer = pointer};
    return setting;
}

static enum vrmlint_severity level_of(const struct tree *value)
{
    const char *name = tree_text(value, NULL);
    for (int i = VRMLINT_INFO; i <= VRMLINT_ERROR; i++) {
        if (strcmp(name, vrmlint_severity_name((enum vrmlint_severity)i)) == 0) {
            return (enum vrmlint_severity)i;
        }
    }
    return VRMLINT_OFF;
}

static enum vrmlint_language language_of(const struct tree *value)
{
    unsigned language = VRMLINT_ENGLISH;
    while (language + 1 < VRMLINT_LANGUAGE_COUNT &&
           strcmp(tree_text(value, NULL), vrmlint_language_name((enum vrmlint_language)language)) != 0) {
        language++;
    }
    return (enum vrmlint_language)language;
}

static void read_list(struct vrmlint_config *config, enum setting_kind kind, const struct tree *list,
                      const char *pointer)
{
    for (size_t i = 0; i < tree_count(list); i++) {
        add_setting(config, kind, pointer_index(config->arena, pointer, i))->text = tree_text(tree_at(list, i), NULL);
    }
}

#define PRESET "preset" /* in a budget: the name of limits that a platform publishes */

/* Reads the members of an object: severities, thresholds, or the figures of a budget. */
static void read_members(struct vrmlint_config *config, enum setting_kind kind, const struct tree *object,
                         const char *pointer)
{
    for (void *i = tree_first(object); i != NULL; i = tree_next(object, i)) {
        if (kind == SETTING_BUDGET && strcmp(tree_key(i), PRESET) == 0) {
            continue;
        }
        struct setting *setting = add_setting(config, kind, pointer_key(config->arena, pointer, tree_key(i)));
        setting->text = tree_key(i);
        if (kind == SETTING_SEVERITY) {
            setting->level = level_of(tree_value(i));
        } else {
            tree_number(tree_value(i), &setting->number);
        }
    }
}

/* Reads a budget. The platform's preset comes first, so that figures beside it override it. */
static void read_budget(struct vrmlint_config *config, const struct tree *budget, const char *pointer)
{
    const char *preset = tree_text(tree_get(budget, PRESET), NULL);
    if (preset != NULL) {
        add_setting(config, SETTING_BUDGET_PRESET, pointer_key(config->arena, pointer, PRESET))->text = preset;
    }
    read_members(config, SETTING_BUDGET, budget, pointer);
}

static void read_ignores(struct vrmlint_config *config, const struct tree *list, const char *pointer)
{
    for (size_t i = 0; i < tree_count(list); i++) {
        const struct tree *entry = tree_at(list, i);
        struct setting *setting = add_setting(config, SETTING_IGNORE_AT, pointer_index(config->arena, pointer, i));
        setting->ignored = (struct vrmlint_ignore){
            .rule = tree_text(tree_get(entry, "rule"), NULL),
            .pointer = tree_text(tree_get(entry, "pointer"), NULL),
            .node = tree_text(tree_get(entry, "node"), NULL),
            .spring = tree_text(tree_get(entry, "spring"), NULL),
            .reason = tree_text(tree_get(entry, "reason"), NULL),
            .until = tree_text(tree_get(entry, "until"), NULL),
            .config = config->name,
        };
    }
}

/* Returns a path relative to the file's folder as one relative to the working directory. */
static const char *from_folder(const struct vrmlint_config *config, const char *path)
{
#ifdef _WIN32
    bool rooted = text_separates_path(path[0]) || (path[0] != '\0' && path[1] == ':');
#else
    bool rooted = text_separates_path(path[0]);
#endif
    size_t length = (size_t)(text_path_name(config->name) - config->name);
    return rooted ? path : arena_printf(config->arena, "%.*s%s", (int)length, config->name, path);
}

/* Adds a setting that is a path. Returns NULL if the file doesn't have it. */
static struct setting *read_path(struct vrmlint_config *config, enum setting_kind kind, const char *key)
{
    const char *path = tree_text(tree_get(config->tree, key), NULL);
    if (path == NULL) {
        return NULL;
    }
    struct setting *setting = add_setting(config, kind, pointer_key(config->arena, "", key));
    setting->text = from_folder(config, path);
    return setting;
}

static void read_level(struct vrmlint_config *config, enum setting_kind kind, const struct tree *json, const char *key,
                       const char *pointer)
{
    if (tree_get(json, key) != NULL) {
        add_setting(config, kind, pointer_key(config->arena, pointer, key))->level = level_of(tree_get(json, key));
    }
}

static void read_section(struct vrmlint_config *config, const struct tree *json, const char *pointer)
{
    struct arena *arena = config->arena;
    struct section *section = &config->sections[config->section_count++];
    section->match = tree_get(json, "match");
    section->begin = config->setting_count;
    read_list(config, SETTING_PATTERN, section->match, pointer_key(arena, pointer, "match"));
    read_list(config, SETTING_SELECT, tree_get(json, "select"), pointer_key(arena, pointer, "select"));
    read_list(config, SETTING_IGNORE, tree_get(json, "ignore"), pointer_key(arena, pointer, "ignore"));
    read_members(config, SETTING_SEVERITY, tree_get(json, "severity"), pointer_key(arena, pointer, "severity"));
    read_level(config, SETTING_FAIL_ON, json, "failOn", pointer);
    read_level(config, SETTING_MIN_SEVERITY, json, "minSeverity", pointer);
    read_members(config, SETTING_THRESHOLD, tree_get(json, "thresholds"), pointer_key(arena, pointer, "thresholds"));
    read_budget(config, tree_get(json, "budget"), pointer_key(arena, pointer, "budget"));
    read_ignores(config, tree_get(json, "ignores"), pointer_key(arena, pointer, "ignores"));
    if (tree_get(json, "lang") != NULL) {
        struct setting *setting = add_setting(config, SETTING_LANG, pointer_key(arena, pointer, "lang"));
        setting->language = language_of(tree_get(json, "lang"));
    }
    bool no_data = false;
    if (tree_flag(tree_get(json, "noData"), &no_data), no_data) {
        add_setting(config, SETTING_NO_DATA, pointer_key(arena, pointer, "noData"));
    }
    section->end = config->setting_count;
}

/* Finds the position of each setting, in one pass over the text. */
static void find_origins(const struct reading *reading)
{
    struct vrmlint_config *config = reading->config;
    struct arena *arena = config->arena;
    struct position *places = arena_array(arena, config->setting_count, sizeof *places);
    config->ignores = arena_array(arena, config->setting_count, sizeof *config->ignores);
    for (size_t i = 0; i < config->setting_count; i++) {
        places[i].pointer = config->settings[i].pointer;
    }
    if (config->setting_count > 0) {
        positions_find(arena, reading->text, reading->size, places, config->setting_count);
    }
    for (size_t i = 0; i < config->setting_count; i++) {
        struct setting *setting = &config->settings[i];
        setting->origin = arena_printf(arena, "%s:%zu:%zu", config->name, places[i].line, places[i].column);
        if (setting->kind == SETTING_EXTENDS) {
            config->extends = setting;
        }
        if (setting->kind == SETTING_IGNORE_AT) {
            setting->ignored.line = places[i].line;
            setting->ignored.column = places[i].column;
            config->ignores[config->ignore_count++] = &setting->ignored;
        }
    }
}

static void read_settings(const struct reading *reading)
{
    struct vrmlint_config *config = reading->config;
    struct arena *arena = config->arena;
    const struct tree *blocks = tree_get(config->tree, "paths");
    tree_flag(tree_get(config->tree, "root"), &config->root);
    config->sections = arena_array(arena, tree_count(blocks) + 1, sizeof *config->sections);
    config->exclude = tree_get(config->tree, "exclude");
    read_list(config, SETTING_PATTERN, config->exclude, "/exclude");
    read_path(config, SETTING_EXTENDS, "extends");
    read_section(config, config->tree, "");
    if (read_path(config, SETTING_BASELINE, "baseline") != NULL) {
        config->sections[0].end = config->setting_count;
    }
    for (size_t i = 0; i < tree_count(blocks); i++) {
        read_section(config, tree_at(blocks, i), pointer_index(arena, "/paths", i));
    }
    find_origins(reading);
}

/* Tries all settings on a policy that is discarded, so that names of rules and thresholds are also checked in blocks
 * that apply to no path yet. */
static bool try_settings(const struct reading *reading)
{
    const struct vrmlint_config *config = reading->config;
    struct vrmlint_policy *policy = vrmlint_policy_new();
    bool ok = true;
    if (policy == NULL) {
        arena_exhausted(config->arena);
    }
    for (size_t i = 0; ok && i < config->setting_count; i++) {
        const struct setting *setting = &config->settings[i];
        ok = config_apply(policy, setting, reading->refusal);
        if (!ok) {
            refuse_at(reading, setting->origin);
        }
    }
    vrmlint_policy_free(policy);
    return ok;
}

static bool read_text(struct reading *reading)
{
    if (!load_config(reading)) {
        return false;
    }
    read_settings(reading);
    return try_settings(reading);
}

struct vrmlint_config *vrmlint_config_from_bytes(const char *name, const void *bytes, size_t size,
                                                 struct vrmlint_refusal *refusal)
{
    struct arena *arena;
    struct vrmlint_config *config = arena_new_object(sizeof *config, &arena);
    jmp_buf guard;
    if (config == NULL || setjmp(guard) != 0) {
        refusal_because(refusal, name, "not enough memory");
        vrmlint_config_free(config);
        return NULL;
    }
    arena_guard(arena, &guard);
    config->arena = arena;
    config->name = arena_copy(arena, name, strlen(name));
    struct reading reading = {.config = config, .text = bytes, .size = size, .refusal = refusal};
    if (size >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) { /* a byte order mark, as some editors write it */
        reading.text += 3;
        reading.size -= 3;
    }
    bool ok = read_text(&reading);
    arena_guard(arena, NULL);
    if (!ok) {
        vrmlint_config_free(config);
        return NULL;
    }
    return config;
}

struct vrmlint_config *vrmlint_config_read(const char *path, const char *name, struct vrmlint_refusal *refusal)
{
    struct os_error error;
    struct os_file *file = os_open(path, &error);
    struct vrmlint_config *config = NULL;
    if (file == NULL) {
        refusal_because(refusal, name, error.text);
        return NULL;
    }
    size_t length = os_size(file) > CONFIG_MAX ? 0 : (size_t)os_size(file);
    size_t got = 0;
    char *text = malloc(length + 1);
    if (os_size(file) > CONFIG_MAX) {
        refusal_print(refusal, WORDS_CONFIG_TOO_LARGE, ARGUMENTS(COUNT("count", CONFIG_MAX)));
        refusal_because(refusal, name, refusal->text);
    } else if (text == NULL) {
        refusal_because(refusal, name, "not enough memory");
    } else if (!os_read(file, 0, text, length, &got, &error)) {
        refusal_print(refusal, WORDS_CONFIG_UNREADABLE, ARGUMENTS(MARKED("why", error.text)));
        refusal_because(refusal, name, refusal->text);
    } else {
        config = vrmlint_config_from_bytes(name, text, got, refusal);
    }
    free(text);
    os_close(file);
    return config;
}
