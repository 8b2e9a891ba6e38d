#include "run/policies.h"

#include <stdio.h>
#include <string.h>

#include "base/blake2b.h"
#include "base/os.h"
#include "base/text.h"
#include "base/text_map.h"
#include "base/whole.h"
#include "ids/messages_refusals.h"
#include "message/looked_for.h"
#include "message/message.h"
#include "run/cache.h"

#define FILE_NAME "ignores"

enum { LINES_MAX = 100000 /* far more than users write: a longer file is ignored, and written again */ };

struct memory_line {
    struct memory_line *next;
    char text[BLAKE2B_TEXT];
};

struct memory {
    struct arena *arena;
    const char *folder;
    struct text_map known;
    struct memory_line *first;
    bool grown;
};

static void append_text(struct memory *memory, const char *text)
{
    if (text_map_get(&memory->known, text) == NULL) {
        struct memory_line *line = arena_alloc(memory->arena, sizeof *line);
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
    const char *const parts[] = {ignore->rule, ignore->pointer,
#define NAME(member) ignore->member,
                                 VRMLINT_IGNORE_NAMES(NAME)
#undef NAME
                                     ignore->reason};
    struct blake2b hash;
    blake2b_start(&hash);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        blake2b_add_text(&hash, parts[i] == NULL ? "-" : "+");
        blake2b_add_text(&hash, parts[i] == NULL ? "" : parts[i]);
    }
    blake2b_end_text(&hash, text);
}

static bool memory_has(const struct memory *memory, const struct vrmlint_ignore *ignore)
{
    char text[BLAKE2B_TEXT];
    hash_ignore(ignore, text);
    return text_map_get(&memory->known, text) != NULL;
}

static void memory_add(struct memory *memory, const struct vrmlint_ignore *ignore)
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
    for (const struct memory_line *line = memory->first; line != NULL; line = line->next) {
        fprintf(out, "%s\n", line->text);
    }
    bool good = os_flush(out, &ignored);
    good = fclose(out) == 0 && good && os_replace(temporary, path, &ignored);
    if (!good) {
        os_remove(temporary);
    }
    return good;
}

/* A policy for the files below a holder to which the same blocks apply. */
struct variant {
    struct variant *next;
    const bool *blocks; /* of all settings files in the chain, the nearest first */
    struct vrmlint_policy *policy;
};

/* A settings file. */
struct settings_holder {
    struct settings_holder
        *up; /* the next one that applies, or NULL: the file that this one extends, or a farther one */
    struct settings_holder *all; /* the next one in the list of all */
    struct vrmlint_config *config;
    const char *folder; /* true path of the one it applies to: its own, or that of the file that extends it */
    size_t block_count; /* of the whole chain */
    bool excludes;      /* a file of the chain excludes paths */
    bool shares;        /* config, matched, unsure and fitted are another's: the file applies to several folders */
    bool *matched;      /* which of its ignores matched anything */
    bool *unsure;       /* which may have, if everything could have been checked */
    bool **fitted;      /* of each block, which of its patterns matched a file */
    struct variant *variants;
};

/* A folder, by its true path. holder is the nearest settings file: in it, or above. */
struct policy_folder {
    const char *path;
    struct settings_holder *holder;
};

struct policies {
    struct arena *arena;
    struct policies_options options;
    const char *working_folder;      /* true path; NULL: none */
    struct text_map by_path;         /* folders by their true paths */
    struct policy_folder *last;      /* of the previous path: neighbours share it */
    const char *last_named;          /* as that path names it, with its slash; "" for the working folder */
    struct text_map configs;         /* holders by the names of their files */
    struct settings_holder *holders; /* all, in the order found */
    struct settings_holder **holders_end;
    struct settings_holder *only; /* that of --config */
    const char **checked;         /* true paths of the folders that are checked as a whole */
    size_t checked_count;
    const char *walked;      /* the folder being walked, as it was given, and its true path */
    const char *walked_true; /* NULL: it doesn't exist */
    bool refused;            /* a settings file found while walking folders is wrong */
};

/* ---- paths ---- */

/* Returns what follows a folder's path in the path of something below it, without the slash; NULL if it isn't
 * below. */
static const char *path_below_folder(const char *folder, const char *path)
{
    size_t length = strlen(folder);
    length -= length > 0 && folder[length - 1] == '/' ? 1 : 0;
    return strncmp(folder, path, length) == 0 && path[length] == '/' ? path + length + 1 : NULL;
}

/* Whether a path is a folder or lies in it; both are true paths. */
static bool policies_is_within(const char *folder, const char *path)
{
    return strcmp(folder, path) == 0 || path_below_folder(folder, path) != NULL;
}

static const char *join_folder_path(struct arena *arena, const char *folder, const char *name)
{
    size_t length = strlen(folder);
    return arena_printf(arena, "%s%s%s", folder, length > 0 && folder[length - 1] == '/' ? "" : "/", name);
}

/* ---- settings files ---- */

static struct settings_holder *new_holder(struct policies *policies, struct vrmlint_config *config, const char *folder)
{
    struct arena *arena = policies->arena;
    struct settings_holder *holder = arena_alloc(arena, sizeof *holder);
    const char *name = vrmlint_config_name(config);
    const struct settings_holder *same = text_map_get(&policies->configs, name);
    size_t blocks = vrmlint_config_block_count(config);
    size_t ignores;
    vrmlint_config_ignores(config, &ignores);
    holder->folder = folder;
    holder->config = config;
    *policies->holders_end = holder;
    policies->holders_end = &holder->all;
    if (same != NULL) {
        holder->shares = true;
        holder->config = same->config;
        holder->matched = same->matched;
        holder->unsure = same->unsure;
        holder->fitted = same->fitted;
        return holder;
    }
    holder->matched = arena_array(arena, ignores, sizeof *holder->matched);
    holder->unsure = arena_array(arena, ignores, sizeof *holder->unsure);
    holder->fitted = arena_array(arena, blocks, sizeof *holder->fitted);
    for (size_t i = 0; i < blocks; i++) {
        holder->fitted[i] = arena_array(arena, vrmlint_config_pattern_count(config, i), sizeof **holder->fitted);
    }
    text_map_set(&policies->configs, name, holder);
    return holder;
}

/* Returns a settings file that was read before, or reads it now. */
static struct settings_holder *read_holder(struct policies *policies, const char *path, const char *name,
                                           const char *folder, struct vrmlint_refusal *refusal)
{
    const struct settings_holder *same = text_map_get(&policies->configs, name);
    struct vrmlint_config *config = same == NULL ? vrmlint_config_read(path, name, refusal) : same->config;
    return config == NULL ? NULL : new_holder(policies, config, folder);
}

static bool refuse_extended(const char *origin, struct vrmlint_refusal *refusal)
{
    return refusal_because(refusal, origin, refusal->text);
}

/* Whether a path leads to a file of the chain. */
static bool is_in_chain(const struct policies *policies, const struct settings_holder *chain, const char *path)
{
    const char *found = whole_true_path(policies->arena, path);
    for (const struct settings_holder *at = chain; found != NULL && at != NULL; at = at->up) {
        const char *other = whole_true_path(policies->arena, vrmlint_config_name(at->config));
        if (other != NULL && strcmp(found, other) == 0) {
            return true;
        }
    }
    return false;
}

/* Adds the files that a file extends, each after the one that names it; *last receives the end of the chain. Returns
 * false if one is wrong. */
static bool add_extended(struct policies *policies, struct settings_holder *first, struct settings_holder **last,
                         struct vrmlint_refusal *refusal)
{
    struct os_error ignored;
    const char *origin;
    const char *path;
    *last = first;
    while ((path = vrmlint_config_extends((*last)->config, &origin)) != NULL) {
        if (is_in_chain(policies, first, path)) {
            refusal_print(refusal, WORDS_CONFIG_LOOP, ARGUMENTS(TERM("path", path)));
            return refuse_extended(origin, refusal);
        }
        if (os_kind_of(path, &ignored) == OS_FILE && !os_is_regular(path)) {
            refusal_print(refusal, WORDS_CONFIG_NO_FILE, NO_ARGUMENTS);
            return refusal_because(refusal, path, refusal->text) && refuse_extended(origin, refusal);
        }
        (*last)->up = read_holder(policies, path, path, first->folder, refusal);
        if ((*last)->up == NULL) {
            return refuse_extended(origin, refusal);
        }
        *last = (*last)->up;
    }
    return true;
}

/* Sums up the rest of the chain for each file before the end. Chains are short: settings files extend few others. */
static void sum_up(struct settings_holder *first, const struct settings_holder *end)
{
    for (struct settings_holder *holder = first; holder != NULL && holder != end; holder = holder->up) {
        holder->block_count = 0;
        holder->excludes = false;
        for (const struct settings_holder *at = holder; at != NULL; at = at->up) {
            holder->block_count += vrmlint_config_block_count(at->config);
            holder->excludes = holder->excludes || vrmlint_config_excludes_some(at->config);
        }
    }
}

static struct settings_holder *add_holder(struct policies *policies, const char *path, const char *name,
                                          const char *folder, struct settings_holder *up,
                                          struct vrmlint_refusal *refusal)
{
    struct settings_holder *last;
    struct settings_holder *holder = read_holder(policies, path, name, folder, refusal);
    if (holder == NULL || !add_extended(policies, holder, &last, refusal)) {
        return NULL;
    }
    last->up = vrmlint_config_is_root(holder->config) ? NULL : up;
    sum_up(holder, last->up);
    return holder;
}

/* Reads the settings file in a folder into *holder; *holder is up if there is none. Returns false if the file is
 * wrong. */
static bool read_policies(struct policies *policies, const char *folder, struct settings_holder *up,
                          struct settings_holder **holder, struct vrmlint_refusal *refusal)
{
    struct os_error ignored;
    const char *path = join_folder_path(policies->arena, folder, CONFIG_NAME);
    *holder = up;
    if (os_kind_of(path, &ignored) != OS_FILE) {
        return true;
    }
    const char *shown = policies->working_folder == NULL ? NULL : path_below_folder(policies->working_folder, path);
    shown = shown == NULL ? path : shown;
    if (!os_is_regular(path)) { /* for example, a link to a device that never ends */
        refusal_print(refusal, WORDS_CONFIG_NO_FILE, NO_ARGUMENTS);
        return refusal_because(refusal, shown, refusal->text);
    }
    *holder = add_holder(policies, path, shown, folder, up, refusal);
    return *holder != NULL;
}

static struct policy_folder *new_folder(const struct policies *policies, const char *path)
{
    struct policy_folder *folder = arena_alloc(policies->arena, sizeof *folder);
    folder->path = path;
    return folder;
}

/* Returns the length of the next longer folder of a true path, after the one of length from: 0, then "/", "/a" ...,
 * or "C:/", "C:/a" ... */
static size_t one_down(const char *path, size_t from)
{
    size_t start = from + (from > 0 && path[from] == '/' ? 1 : 0);
    size_t end = start + strcspn(path + start, "/");
    bool at_top = from == 0 && path[end] == '/' && (end == 0 || path[end - 1] == ':');
    return end + (at_top ? 1 : 0);
}

/* Returns the folder of a true path. Reads the settings files of it and all above it, each once, from the top down;
 * NULL if one of them is wrong. */
static struct policy_folder *find_folder(struct policies *policies, const char *path, struct vrmlint_refusal *refusal)
{
    struct policy_folder *at = text_map_get(&policies->by_path, path);
    struct settings_holder *holder = NULL;
    size_t whole = strlen(path);
    size_t length = at == NULL ? 0 : whole;
    while (length < whole) {
        length = one_down(path, length);
        const char *next = arena_copy(policies->arena, path, length);
        at = text_map_get(&policies->by_path, next);
        if (at == NULL) {
            at = new_folder(policies, next);
            if (!read_policies(policies, next, holder, &at->holder, refusal)) {
                return NULL;
            }
            text_map_set(&policies->by_path, next, at);
        }
        holder = at->holder;
    }
    return at;
}

/* ---- policies ---- */

/* Whether a block applies to a path. Tries every pattern, so that none is reported as useless. */
static bool block_holds(const struct settings_holder *holder, size_t block, const char *path)
{
    bool holds = false;
    for (size_t i = 0; i < vrmlint_config_pattern_count(holder->config, block); i++) {
        bool fits = vrmlint_config_pattern_fits(holder->config, block, i, path);
        holder->fitted[block][i] = holder->fitted[block][i] || fits;
        holds = holds || fits;
    }
    return holds;
}

/* Returns which blocks of a chain apply to a file, the nearest file's first. A path that isn't below a file's folder
 * is passed whole, with an empty first name: only patterns for any depth match it. */
static bool *blocks_of(const struct policies *policies, const struct settings_holder *chain, const char *path)
{
    bool *blocks = arena_array(policies->arena, chain->block_count, sizeof *blocks);
    size_t at = 0;
    for (const struct settings_holder *holder = chain; holder != NULL; holder = holder->up) {
        const char *relative = path == NULL ? NULL : path_below_folder(holder->folder, path);
        relative = relative == NULL ? path : relative;
        for (size_t i = 0; i < vrmlint_config_block_count(holder->config); i++) {
            blocks[at++] = relative != NULL && block_holds(holder, i, relative);
        }
    }
    return blocks;
}

/* Lists the files of a chain from the farthest to the nearest. */
static struct policies_source *sources_of(const struct policies *policies, const struct settings_holder *chain,
                                          const bool *blocks, size_t *count)
{
    *count = 0;
    for (const struct settings_holder *holder = chain; holder != NULL; holder = holder->up) {
        ++*count;
    }
    struct policies_source *sources = arena_array(policies->arena, *count, sizeof *sources);
    size_t at = *count;
    for (const struct settings_holder *holder = chain; holder != NULL; holder = holder->up) {
        sources[--at] = (struct policies_source){holder->config, blocks};
        blocks += vrmlint_config_block_count(holder->config);
    }
    return sources;
}

static struct vrmlint_policy *make_policy(const struct policies *policies, const struct settings_holder *chain,
                                          const bool *blocks, struct vrmlint_refusal *refusal)
{
    struct vrmlint_policy *policy = vrmlint_policy_copy(policies->options.base);
    if (policy == NULL) {
        refusal_print(refusal, WORDS_NO_MEMORY, NO_ARGUMENTS);
        return NULL;
    }
    size_t count;
    const struct policies_source *sources = sources_of(policies, chain, blocks, &count);
    for (size_t i = 0; i < count; i++) {
        if (!vrmlint_policy_configure(policy, sources[i].config, sources[i].blocks, refusal)) {
            vrmlint_policy_free(policy);
            return NULL;
        }
    }
    return policy;
}

static const struct vrmlint_policy *find_variant(const struct policies *policies, struct settings_holder *chain,
                                                 const bool *blocks, struct vrmlint_refusal *refusal)
{
    for (const struct variant *variant = chain->variants; variant != NULL; variant = variant->next) {
        if (memcmp(variant->blocks, blocks, chain->block_count * sizeof *blocks) == 0) {
            return variant->policy;
        }
    }
    struct variant *variant = arena_alloc(policies->arena, sizeof *variant);
    variant->blocks = blocks;
    variant->policy = make_policy(policies, chain, blocks, refusal);
    if (variant->policy == NULL) {
        return NULL;
    }
    variant->next = chain->variants;
    chain->variants = variant;
    return variant->policy;
}

/* Reads the settings file that the command line names, once. */
static bool load_only(struct policies *policies, struct vrmlint_refusal *refusal)
{
    const char *path = policies->options.config;
    if (policies->only == NULL) {
        size_t length = (size_t)(text_path_name(path) - path);
        const char *folder =
            whole_true_path(policies->arena, length == 0 ? "." : arena_copy(policies->arena, path, length));
        policies->only = add_holder(policies, path, path, folder == NULL ? "" : folder, NULL, refusal);
    }
    return policies->only != NULL;
}

/* Returns the true path of a folder; if the folder is missing, what its path would be. NULL if not even its top
 * exists. */
static const char *would_be_path(const struct policies *policies, const char *named)
{
    const char *found = whole_true_path(policies->arena, named);
    size_t length = strlen(named);
    while (found == NULL && length > 0) {
        while (length > 0 && named[length - 1] == '/') {
            length--;
        }
        while (length > 0 && named[length - 1] != '/') {
            length--;
        }
        found = whole_true_path(policies->arena, length == 0 ? "." : arena_copy(policies->arena, named, length));
        if (found != NULL) {
            const char *whole = join_folder_path(policies->arena, found, named + length);
            size_t end = strlen(whole);
            found = arena_copy(policies->arena, whole, end - (whole[end - 1] == '/' ? 1 : 0));
        }
    }
    return found;
}

bool policies_checked(struct policies *policies, const char *path)
{
    size_t length = (size_t)(text_path_name(path) - path);
    const char *folder = would_be_path(policies, length == 0 ? "." : arena_copy(policies->arena, path, length));
    for (size_t i = 0; folder != NULL && i < policies->checked_count; i++) {
        if (policies_is_within(policies->checked[i], folder)) {
            return true;
        }
    }
    return false;
}

/* Finds the folder of a path to check by its true path; NULL if it leads nowhere: opening the file reports why.
 * Returns false if a settings file is wrong. */
static bool folder_of(struct policies *policies, const char *path, struct policy_folder **folder, const char **name,
                      struct vrmlint_refusal *refusal)
{
    *name = text_path_name(path);
    size_t length = (size_t)(*name - path);
    if (policies->last != NULL && strlen(policies->last_named) == length &&
        memcmp(policies->last_named, path, length) == 0) {
        *folder = policies->last;
        return true;
    }
    const char *named = length == 0 ? "." : arena_copy(policies->arena, path, length);
    const char *found = would_be_path(policies, named);
    *folder = NULL;
    if (found == NULL) {
        return true;
    }
    *folder = policies->only == NULL ? find_folder(policies, found, refusal) : new_folder(policies, found);
    policies->last = *folder;
    policies->last_named = length == 0 ? "" : named;
    return *folder != NULL;
}

/* Finds the chain of a path (NULL: none), and its true path if the chain has blocks or excludes (otherwise NULL).
 * Returns false if a settings file is wrong. */
static bool find_chain(struct policies *policies, const char *path, struct settings_holder **chain, const char **whole,
                       struct vrmlint_refusal *refusal)
{
    const struct policies_options *options = &policies->options;
    bool standard = strcmp(path, "-") == 0;
    struct policy_folder *folder;
    const char *name;
    *chain = NULL;
    *whole = NULL;
    if (options->no_config) {
        return true;
    }
    if ((options->config != NULL && !load_only(policies, refusal)) ||
        !folder_of(policies, path, &folder, &name, refusal)) {
        return false;
    }
    *chain = policies->only != NULL ? policies->only : folder != NULL ? folder->holder : NULL;
    if (folder != NULL && *chain != NULL && ((*chain)->block_count > 0 || (*chain)->excludes) && !standard) {
        *whole = join_folder_path(policies->arena, folder->path, name);
    }
    return true;
}

const struct vrmlint_policy *policies_find(struct policies *policies, const char *path, struct vrmlint_refusal *refusal)
{
    struct settings_holder *chain;
    const char *whole;
    if (!find_chain(policies, path, &chain, &whole, refusal)) {
        return NULL;
    }
    return chain == NULL ? policies->options.base
                         : find_variant(policies, chain, blocks_of(policies, chain, whole), refusal);
}

const struct policies_source *policies_sources(struct policies *policies, const char *path, size_t *count)
{
    struct settings_holder *chain;
    const char *whole;
    struct vrmlint_refusal ignored = {.language = VRMLINT_ENGLISH};
    *count = 0;
    if (!find_chain(policies, path, &chain, &whole, &ignored) || chain == NULL) {
        return NULL;
    }
    return sources_of(policies, chain, blocks_of(policies, chain, whole), count);
}

bool policies_exclude(struct policies *policies, const char *root, const char *path, bool folder)
{
    struct settings_holder *chain;
    const char *whole;
    struct vrmlint_refusal ignored = {.language = VRMLINT_ENGLISH};
    if (policies->refused || !find_chain(policies, path, &chain, &whole, &ignored)) {
        policies->refused = true; /* policies_find() reports why */
        return false;
    }
    if (chain != NULL && chain->excludes && policies->walked != root) {
        policies->walked = root;
        policies->walked_true = whole_true_path(policies->arena, root);
    }
    for (const struct settings_holder *holder = chain; holder != NULL && whole != NULL; holder = holder->up) {
        const char *relative = path_below_folder(holder->folder, whole);
        const char *top =
            policies->walked_true == NULL ? NULL : path_below_folder(holder->folder, policies->walked_true);
        if (relative != NULL && vrmlint_config_excludes(holder->config, top, relative, folder)) {
            return true;
        }
    }
    return false;
}

struct policies *policies_new(struct arena *arena, const struct policies_options *options)
{
    struct policies *policies = arena_alloc(arena, sizeof *policies);
    const struct text_map empty = {.arena = arena, .seed = os_random()};
    policies->arena = arena;
    policies->options = *options;
    policies->by_path = empty;
    policies->configs = empty;
    policies->holders_end = &policies->holders;
    policies->working_folder = whole_true_path(policies->arena, ".");
    return policies;
}

void policies_free(struct policies *policies)
{
    if (policies == NULL) {
        return;
    }
    for (struct settings_holder *holder = policies->holders; holder != NULL; holder = holder->all) {
        for (struct variant *variant = holder->variants; variant != NULL; variant = variant->next) {
            vrmlint_policy_free(variant->policy);
        }
        vrmlint_config_free(holder->shares ? NULL : holder->config);
    }
}

void policies_set_languages(struct policies *policies, unsigned languages)
{
    for (struct settings_holder *holder = policies->holders; holder != NULL; holder = holder->all) {
        for (struct variant *variant = holder->variants; variant != NULL; variant = variant->next) {
            vrmlint_policy_languages(variant->policy, languages);
        }
    }
}

/* Reports useless entries of settings files: ignores that matched in an earlier run only, patterns that match no
 * file. */

/* Whether a report doesn't show all findings of an ignore's rules, because something couldn't be checked. */
static bool may_match(struct looked_side *side, const struct vrmlint_ignore *ignore)
{
    size_t count;
    size_t length = strlen(ignore->rule);
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    const struct vrmlint_rule *one = vrmlint_rule_by_id(ignore->rule);
    for (size_t i = 0; i < count; i++) {
        const struct vrmlint_finding any = {.rule = &rules[i]};
        bool of_family = strncmp(rules[i].id, ignore->rule, length) == 0 && rules[i].id[length] == '/';
        if ((of_family || &rules[i] == one) && looked_for(side, &any) != LOOKED_FOR) {
            return true;
        }
    }
    return false;
}

static void note_unsure(struct policies *policies, const struct vrmlint_report *report)
{
    struct arena *scratch = arena_open(policies->arena);
    struct looked_side side;
    looked_for_begin(&side, scratch, report, NULL);
    bool whole = report->error == NULL && report->skipped_count == 0 && side.cut == NULL && side.broken.count == 0;
    for (struct settings_holder *holder = policies->holders; holder != NULL && !whole; holder = holder->all) {
        size_t count;
        const struct vrmlint_ignore *const *ignores = vrmlint_config_ignores(holder->config, &count);
        for (size_t i = 0; i < count && !holder->shares; i++) {
            holder->unsure[i] = holder->unsure[i] || holder->matched[i] || may_match(&side, ignores[i]);
        }
    }
    arena_close(scratch);
}

void policies_note(struct policies *policies, const struct vrmlint_report *report)
{
    for (size_t i = 0; i < report->ignored_count; i++) {
        const struct vrmlint_ignored *ignored = &report->ignored[i];
        struct settings_holder *holder = text_map_get(&policies->configs, ignored->config);
        size_t count = 0;
        const struct vrmlint_ignore *const *ignores =
            holder == NULL ? NULL : vrmlint_config_ignores(holder->config, &count);
        for (size_t k = 0; k < count; k++) {
            if (ignores[k]->line == ignored->line && ignores[k]->column == ignored->column) {
                holder->matched[k] = true;
            }
        }
    }
    if (policies->holders != NULL) {
        note_unsure(policies, report);
    }
}

void policies_note_folder(struct policies *policies, const char *path)
{
    struct os_error ignored;
    const char *folder = os_kind_of(path, &ignored) == OS_FOLDER ? whole_true_path(policies->arena, path) : NULL;
    if (folder != NULL) {
        *ARENA_ADD(policies->arena, policies->checked, policies->checked_count) = folder;
    }
}

static bool is_checked(const struct policies *policies, const char *folder)
{
    for (size_t i = 0; i < policies->checked_count; i++) {
        if (policies_is_within(policies->checked[i], folder)) {
            return true;
        }
    }
    return false;
}

/* Whether a settings file is named as those that belong to a folder; others are shared by several folders. */
static bool is_own(const struct settings_holder *holder)
{
    const char *name = vrmlint_config_name(holder->config);
    return strcmp(name, CONFIG_NAME) == 0 || text_ends(name, "/" CONFIG_NAME);
}

/* Whether a settings file applies to a folder that was checked as a whole. */
static bool is_used(const struct policies *policies, const struct settings_holder *holder)
{
    for (size_t i = 0; i < policies->checked_count; i++) {
        if (holder == policies->only || policies_is_within(policies->checked[i], holder->folder) ||
            policies_is_within(holder->folder, policies->checked[i])) {
            return true;
        }
    }
    return false;
}

/* Whether a file of the run is in the block of an ignore. */
static bool has_files(const struct settings_holder *holder, size_t ignore)
{
    size_t block = vrmlint_config_ignore_block(holder->config, ignore);
    size_t patterns = block == SIZE_MAX ? 0 : vrmlint_config_pattern_count(holder->config, block);
    bool any = block == SIZE_MAX;
    for (size_t i = 0; i < patterns; i++) {
        any = any || holder->fitted[block][i];
    }
    return any;
}

void policies_stale(const struct policies *policies, struct memory *memory, bool whole,
                    void (*each)(void *context, const struct vrmlint_ignore *ignore, enum stale_ignore why),
                    void *context)
{
    for (const struct settings_holder *holder = policies->holders; holder != NULL; holder = holder->all) {
        size_t count;
        const struct vrmlint_ignore *const *ignores = vrmlint_config_ignores(holder->config, &count);
        bool own = is_own(holder) || holder == policies->only;
        for (size_t i = 0; i < count && !holder->shares; i++) {
            bool before = memory_has(memory, ignores[i]);
            bool sure = whole && !holder->unsure[i] && has_files(holder, i) &&
                        (own ? is_used(policies, holder) : before && is_checked(policies, holder->folder));
            if (holder->matched[i]) {
                memory_add(memory, ignores[i]);
            } else if (each != NULL && vrmlint_ignore_has_ended(ignores[i])) {
                each(context, ignores[i], STALE_ENDED);
            } else if (each != NULL && sure) {
                each(context, ignores[i], before ? STALE_NOW : STALE_EVER);
            }
        }
    }
}

void policies_unfit(const struct policies *policies,
                    void (*each)(void *context, const char *origin, const char *pattern), void *context)
{
    for (const struct settings_holder *holder = policies->holders; holder != NULL; holder = holder->all) {
        size_t blocks = vrmlint_config_block_count(holder->config);
        for (size_t i = 0; i < blocks && is_own(holder) && !holder->shares && is_checked(policies, holder->folder);
             i++) {
            for (size_t k = 0; k < vrmlint_config_pattern_count(holder->config, i); k++) {
                const char *origin = "";
                const char *pattern = vrmlint_config_pattern(holder->config, i, k, &origin);
                if (!holder->fitted[i][k]) {
                    each(context, origin, pattern);
                }
            }
        }
    }
}
