#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/glob.h"
#include "base/os.h"
#include "base/pointer.h"
#include "base/text.h"
#include "base/utf8.h"
#include "gltf/json.h"
#include "gltf/positions.h"
#include "ids/messages_gltf.h"
#include "ids/messages_refusals.h"
#include "ids/messages_shared.h"
#include "run/policy.h"
#include "run/required_version.h"
#include "schema/embedded.h"
#include "vrmlint.h"

/* Kinds of settings in the order in which they apply: selections first, then what is removed from them. */
enum setting_kind {
    SETTING_SELECT,
    SETTING_IGNORE,
    SETTING_SEVERITY,
    SETTING_FAIL_ON,
    SETTING_MIN_SEVERITY,
    SETTING_THRESHOLD,
    SETTING_BUDGET_PRESET,
    SETTING_BUDGET,
    SETTING_IGNORE_AT,
    SETTING_LANG,
    SETTING_NO_DATA,
    SETTING_BASELINE,
    SETTING_EXTENDS,
    SETTING_PATTERN, /* in a block's paths, or in the list of excluded files */
};

/* One setting of a file. Strings live as long as the file's config. */
struct setting {
    enum setting_kind kind;
    const char *pointer;            /* to the setting, in the file */
    const char *origin;             /* file, line and column: "avatars/.vrmlint.json:4:13" */
    const char *text;               /* a rule, family, threshold or pattern; a path relative to the working directory */
    enum vrmlint_severity level;    /* of SEVERITY and FAIL_ON; VRMLINT_OFF: "off", "never" or "invalid" */
    bool invalid;                   /* FAIL_ON is "invalid" */
    enum vrmlint_language language; /* of LANG */
    double number;                  /* of THRESHOLD and BUDGET */
    struct vrmlint_ignore ignored;  /* of IGNORE_AT */
};

/* Settings that apply together: those of a file outside its blocks, or those of one block. */
struct section {
    const struct tree *match; /* patterns of a block's paths; NULL for the file itself */
    size_t begin;             /* its settings are [begin, end) */
    size_t end;
};

struct vrmlint_config {
    struct arena *arena; /* holds this struct too */
    const char *name;    /* of the file, as in messages */
    const struct tree *tree;
    bool root;
    const struct setting *extends; /* NULL: the file extends no other */
    const struct tree *exclude;    /* patterns of excluded files */
    struct section *sections;      /* the file itself, then its blocks */
    size_t section_count;
    struct setting *settings;
    size_t setting_count;
    const struct vrmlint_ignore **ignores; /* of all sections */
    size_t ignore_count;
};

static bool config_apply(struct vrmlint_policy *policy, const struct setting *setting, struct vrmlint_refusal *refusal);

/* Describes violations of the schema in a settings file. */

/* The first violation. Later ones aren't reported. */
struct first {
    struct arena *arena;
    struct vrmlint_refusal *refusal;
    const char *pointer; /* NULL: nothing has failed yet */
};

/* Returns the name of a value in messages: "'failOn'", or "an entry of 'select'". */
static struct argument name_of_value(const struct first *first, const char *pointer)
{
    const char *token = NULL;
    const char *key = NULL;
    size_t length = 0;
    size_t key_length = 0;
    size_t index;
    bool entry = false;
    for (const char *at = pointer; pointer_next(&at, &token, &length);) {
        entry = pointer_token_index(token, length, &index);
        if (!entry) {
            key = token;
            key_length = length;
        }
    }
    if (key == NULL) {
        return WORD("value", WORDS_CONFIG_WHOLE);
    }
    struct buf name = BUF_INIT(first->arena);
    pointer_add_token(&name, key, key_length);
    return entry
               ? argument_words(first->arena, "value", WORDS_CONFIG_ENTRY, ARGUMENTS(TEXT("setting", buf_text(&name))))
               : TEXT("value", buf_text(&name));
}

/* Returns the name in messages of a type that the schema requires. */
static struct argument name_of_type(const char *type)
{
    static const struct {
        const char *type;
        enum message words;
    } kinds[] = {{"object", WORDS_KIND_OBJECT},
                 {"array", WORDS_KIND_ARRAY},
                 {"string", WORDS_KIND_STRING},
                 {"number", WORDS_KIND_NUMBER},
                 {"boolean", WORDS_TRUE_OR_FALSE}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].type, type) == 0) {
            return WORD("must", kinds[i].words);
        }
    }
    return TERM("must", type);
}

/* Returns the valid alternatives: the strings of a list, or the keys of an object. */
static struct argument list_choices(struct arena *arena, const struct schema_failure *failure,
                                    const struct flat_value *known)
{
    size_t count = 0;
    struct argument *names = NULL;
    for (const struct flat_value *at = flat_begin(known); at != flat_end(known); at += at->span) {
        *ARENA_ADD(arena, names, count) =
            TERM("", flat_is(known, JSON_OBJECT) ? flat_key(failure->flat, at) : flat_text(failure->flat, at));
    }
    return argument_list("known", names, count, count, JOIN_COMMA);
}

static void refuse_choice(const struct first *first, const struct schema_failure *failure)
{
    struct argument value = name_of_value(first, failure->pointer);
    if (!tree_is_string(failure->value)) {
        refusal_print(first->refusal, WORDS_CONFIG_TYPE,
                      ARGUMENTS(value, WORD("must", WORDS_KIND_STRING), WORD("is", tree_kind(failure->value))));
        return;
    }
    struct argument is = TEXT("is", tree_text(failure->value, NULL));
    if (failure->hint != NULL) {
        refusal_print(first->refusal, WORDS_CONFIG_CHOICE_MEANT, ARGUMENTS(value, is, TEXT("meant", failure->hint)));
    } else {
        refusal_print(first->refusal, WORDS_CONFIG_CHOICE,
                      ARGUMENTS(value, is, list_choices(first->arena, failure, failure->limit)));
    }
}

static void refuse_unknown(const struct first *first, const struct schema_failure *failure)
{
    struct argument setting = TEXT("setting", failure->name);
    if (failure->hint != NULL) {
        refusal_print(first->refusal, WORDS_CONFIG_UNKNOWN_MEANT, ARGUMENTS(setting, TEXT("meant", failure->hint)));
        return;
    }
    const struct flat_value *known = flat_get(failure->flat, failure->schema, "properties");
    refusal_print(first->refusal, WORDS_CONFIG_UNKNOWN, ARGUMENTS(setting, list_choices(first->arena, failure, known)));
}

static void refuse_failure(const struct first *first, const struct schema_failure *failure)
{
    struct argument value = name_of_value(first, failure->pointer);
    switch (failure->problem) {
    case SCHEMA_UNKNOWN_MEMBER:
        refuse_unknown(first, failure);
        break;
    case SCHEMA_TYPE:
        refusal_print(first->refusal, WORDS_CONFIG_TYPE,
                      ARGUMENTS(value, name_of_type(flat_text(failure->flat, failure->limit)),
                                WORD("is", tree_kind(failure->value))));
        break;
    case SCHEMA_ENUM:
        refuse_choice(first, failure);
        break;
    case SCHEMA_REQUIRED:
        if (strcmp(failure->name, "reason") == 0) {
            refusal_print(first->refusal, WORDS_CONFIG_NO_REASON, NO_ARGUMENTS);
        } else {
            refusal_print(first->refusal, WORDS_CONFIG_LACKS, ARGUMENTS(value, TEXT("setting", failure->name)));
        }
        break;
    case SCHEMA_TOO_FEW_ITEMS:
    case SCHEMA_LENGTH:
        refusal_print(first->refusal, WORDS_CONFIG_EMPTY, ARGUMENTS(value));
        break;
    default:
        refusal_print(first->refusal, WORDS_CONFIG_OTHERWISE, ARGUMENTS(value));
        break;
    }
}

static void keep_first(void *context, const struct schema_failure *failure)
{
    struct first *first = context;
    if (first->pointer == NULL) {
        first->pointer = failure->pointer;
        refuse_failure(first, failure);
    }
}

/* Returns the pointer of the first value in a settings file that violates the schema, with a clause in refusal; NULL
 * if the file is valid. */
static const char *config_fault(struct arena *arena, const struct tree *tree, struct vrmlint_refusal *refusal)
{
    struct first first = {.arena = arena, .refusal = refusal};
    struct schema_evaluation how = {.arena = arena, .pointer = "", .fail = keep_first, .context = &first};
    schema_evaluate(embedded_schema("config"), tree, &how);
    return first.pointer;
}

/* Reads a settings file. All errors in it are found here, before anything is checked. */

enum { CONFIG_MAX = 4 * 1024 * 1024 /* bytes: a larger file isn't a settings file */ };

struct config_reading {
    struct vrmlint_config *config;
    const char *text;
    size_t size;
    struct vrmlint_refusal *refusal;
};

/* ---- errors and their positions ---- */

/* Puts the position before the text of the refusal. Returns false. */
static bool refuse_at(const struct config_reading *reading, const char *place)
{
    return refusal_because(reading->refusal, place, reading->refusal->text);
}

static bool refuse_position(const struct config_reading *reading, const struct position *place)
{
    return refuse_at(
        reading, arena_printf(reading->config->arena, "%s:%zu:%zu", reading->config->name, place->line, place->column));
}

static bool refuse_offset(const struct config_reading *reading, size_t offset, enum message words,
                          const struct argument *arguments)
{
    struct position place = {.value = {offset, offset}};
    positions_number(reading->config->arena, reading->text, reading->size, &place, 1);
    refusal_print(reading->refusal, words, arguments);
    return refuse_position(reading, &place);
}

static bool refuse_pointer(const struct config_reading *reading, const char *pointer)
{
    struct position place = {.pointer = pointer};
    positions_find(reading->config->arena, reading->text, reading->size, &place, 1);
    return refuse_position(reading, &place);
}

/* ---- the text ---- */

/* The first key that its object already has. */
struct repeated_setting {
    bool found;
    size_t offset;
};

static void on_duplicate(void *context, const struct scan_position *position, size_t first, size_t second, size_t value)
{
    (void)position;
    (void)first;
    (void)value;
    struct repeated_setting *duplicate = context;
    if (!duplicate->found) {
        *duplicate = (struct repeated_setting){true, second};
    }
}

static bool check_version(struct vrmlint_refusal *refusal, const char *required)
{
    enum required_version compared = required_version_compare(required, vrmlint_version());
    if (compared == REQUIRED_UNREADABLE) {
        refusal_print(refusal, WORDS_NO_VERSIONS, ARGUMENTS(TERM("value", required)));
    } else if (compared == REQUIRED_UNMET) {
        refusal_print(refusal, WORDS_OTHER_VERSION,
                      ARGUMENTS(TERM("required", required), TERM("version", vrmlint_version())));
    }
    return compared == REQUIRED_MET;
}

static bool load_config(struct config_reading *reading)
{
    struct vrmlint_config *config = reading->config;
    struct repeated_setting duplicate = {false, 0};
    struct scan_events events = {.context = &duplicate, .duplicate = on_duplicate};
    struct scan_result scan = scan_text(config->arena, reading->text, reading->size, os_random(), &events);
    if (scan.status != SCAN_OK) {
        return refuse_offset(reading, scan.offset, WORDS_CONFIG_NOT_JSON, ARGUMENTS(scan_error("error", &scan)));
    }
    if (duplicate.found) {
        return refuse_offset(reading, duplicate.offset, WORDS_CONFIG_KEY_TWICE, NO_ARGUMENTS);
    }
    config->tree = tree_load(tree_pool_new(config->arena), reading->text, scan.root);
    const char *required = tree_text(tree_get(config->tree, "requiredVersion"), NULL);
    if (required != NULL && !check_version(reading->refusal, required)) { /* before settings that this version lacks */
        return refuse_pointer(reading, "/requiredVersion");
    }
    const char *pointer = config_fault(config->arena, config->tree, reading->refusal);
    return pointer == NULL || refuse_pointer(reading, pointer);
}

/* ---- the settings ---- */

static struct setting *add_setting(struct vrmlint_config *config, enum setting_kind kind, const char *pointer)
{
    struct setting *setting = ARENA_ADD(config->arena, config->settings, config->setting_count);
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
#define NAME(member) .member = tree_text(tree_get(entry, #member), NULL),
            VRMLINT_IGNORE_NAMES(NAME)
#undef NAME
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
        struct setting *setting = add_setting(config, kind, pointer_key(config->arena, pointer, key));
        setting->level = level_of(tree_get(json, key));
        setting->invalid = strcmp(tree_text(tree_get(json, key), NULL), "invalid") == 0;
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
static void find_origins(const struct config_reading *reading)
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

static void read_settings(const struct config_reading *reading)
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
static bool try_settings(const struct config_reading *reading)
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

static bool read_text(struct config_reading *reading)
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
    size_t mark = utf8_mark(bytes, size);
    struct config_reading reading = {
        .config = config, .text = (const char *)bytes + mark, .size = size - mark, .refusal = refusal};
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

/* Applies a settings file to a policy. */

void vrmlint_config_free(struct vrmlint_config *config)
{
    if (config != NULL) {
        arena_free(config->arena);
    }
}

const char *vrmlint_config_name(const struct vrmlint_config *config)
{
    return config->name;
}

bool vrmlint_config_is_root(const struct vrmlint_config *config)
{
    return config->root;
}

size_t vrmlint_config_block_count(const struct vrmlint_config *config)
{
    return config->section_count - 1;
}

bool vrmlint_config_block_holds(const struct vrmlint_config *config, size_t block, const char *path)
{
    const struct tree *match = config->sections[block + 1].match;
    for (size_t i = 0; i < tree_count(match); i++) {
        if (glob_matches(tree_text(tree_at(match, i), NULL), path)) {
            return true;
        }
    }
    return false;
}

size_t vrmlint_config_pattern_count(const struct vrmlint_config *config, size_t block)
{
    return tree_count(config->sections[block + 1].match);
}

const char *vrmlint_config_pattern(const struct vrmlint_config *config, size_t block, size_t index, const char **origin)
{
    const char *pattern = tree_text(tree_at(config->sections[block + 1].match, index), NULL);
    for (size_t i = 0; i < config->setting_count; i++) {
        if (config->settings[i].text == pattern) {
            *origin = config->settings[i].origin;
        }
    }
    return pattern;
}

bool vrmlint_config_pattern_fits(const struct vrmlint_config *config, size_t block, size_t index, const char *path)
{
    return glob_matches(tree_text(tree_at(config->sections[block + 1].match, index), NULL), path);
}

bool vrmlint_config_excludes_some(const struct vrmlint_config *config)
{
    return tree_count(config->exclude) > 0;
}

bool vrmlint_config_excludes(const struct vrmlint_config *config, const char *root, const char *path, bool folder)
{
    for (size_t i = 0; i < tree_count(config->exclude); i++) {
        const char *pattern = tree_text(tree_at(config->exclude, i), NULL);
        bool takes = folder ? glob_takes_folder(pattern, path) : glob_matches(pattern, path);
        if (takes && (root == NULL || !glob_takes_folder(pattern, root))) {
            return true;
        }
    }
    return false;
}

const char *vrmlint_config_extends(const struct vrmlint_config *config, const char **origin)
{
    if (config->extends == NULL) {
        return NULL;
    }
    *origin = config->extends->origin;
    return config->extends->text;
}

const struct vrmlint_ignore *const *vrmlint_config_ignores(const struct vrmlint_config *config, size_t *count)
{
    *count = config->ignore_count;
    return config->ignores;
}

size_t vrmlint_config_ignore_block(const struct vrmlint_config *config, size_t index)
{
    size_t section = 0;
    for (size_t i = 0; i < config->setting_count; i++) {
        section += i >= config->sections[section].end && section + 1 < config->section_count;
        if (&config->settings[i].ignored == config->ignores[index]) {
            break;
        }
    }
    return section == 0 ? SIZE_MAX : section - 1;
}

static bool apply_threshold(struct vrmlint_policy *policy, const struct setting *setting,
                            struct vrmlint_refusal *refusal)
{
    if (!vrmlint_policy_threshold(policy, setting->text, setting->number, refusal)) {
        return false;
    }
    policy->threshold_origins[threshold_by_name(setting->text)] = setting->origin;
    return true;
}

/* Sets limits from a settings file. Limits that were set directly stay. */
static bool apply_budget(struct vrmlint_policy *policy, const struct setting *setting, struct vrmlint_refusal *refusal)
{
    const struct budget given = policy->budget_given;
    bool ok = setting->kind == SETTING_BUDGET_PRESET
                  ? vrmlint_policy_budget_preset(policy, setting->text, refusal)
                  : vrmlint_policy_budget(policy, setting->text, setting->number, refusal);
    policy->budget_given = given;
    for (size_t i = 0; i < FIGURE_COUNT; i++) {
        if (!isnan(given.limits[i])) {
            policy->budget.limits[i] = given.limits[i];
        }
    }
    return ok;
}

/* Applies one setting to a policy. Returns false, with a line in refusal, for an unknown name. */
static bool config_apply(struct vrmlint_policy *policy, const struct setting *setting, struct vrmlint_refusal *refusal)
{
    struct rule_layer *files = &policy->files;
    switch (setting->kind) {
    case SETTING_SELECT:
        return policy_select(policy, files, setting->text, setting->origin, refusal);
    case SETTING_IGNORE:
        return policy_ignore(policy, files, setting->text, setting->origin, refusal);
    case SETTING_SEVERITY:
        return policy_severity(policy, files, setting->text, setting->level, setting->origin, refusal);
    case SETTING_FAIL_ON:
        if (!policy->fail_on_given) {
            policy->fail_on = setting->level;
            policy->fail_on_invalid = setting->invalid;
            policy->fail_on_origin = setting->origin;
        }
        return true;
    case SETTING_MIN_SEVERITY:
        if (!policy->shows_given) {
            policy->shows_from = setting->level;
            policy->shows_origin = setting->origin;
        }
        return true;
    case SETTING_THRESHOLD:
        return apply_threshold(policy, setting, refusal);
    case SETTING_BUDGET_PRESET:
    case SETTING_BUDGET:
        return apply_budget(policy, setting, refusal);
    case SETTING_IGNORE_AT:
        return vrmlint_policy_ignore_at(policy, &setting->ignored, refusal);
    case SETTING_LANG:
        policy->language_given = true;
        policy->language = setting->language;
        policy->language_origin = setting->origin;
        return true;
    case SETTING_NO_DATA:
        policy->no_data = true;
        policy->no_data_origin = setting->origin;
        return true;
    case SETTING_BASELINE:
        policy->baseline = setting->text;
        policy->baseline_origin = setting->origin;
        return true;
    case SETTING_PATTERN:
        return glob_is_whole(setting->text) ||
               refusal_print(refusal, WORDS_GLOB_OPEN, ARGUMENTS(TERM("pattern", setting->text)));
    case SETTING_EXTENDS: /* handled by the code that reads the files */
        return true;
    }
    return true;
}

bool vrmlint_policy_configure(struct vrmlint_policy *policy, const struct vrmlint_config *config, const bool *blocks,
                              struct vrmlint_refusal *refusal)
{
    for (size_t i = 0; i < config->section_count; i++) {
        const struct section *section = &config->sections[i];
        if (i > 0 && !blocks[i - 1]) {
            continue;
        }
        policy_next_file(policy);
        for (size_t k = section->begin; k < section->end; k++) {
            if (!config_apply(policy, &config->settings[k], refusal)) {
                return false;
            }
        }
    }
    return true;
}
