#include "run/policies.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "base/text.h"
#include "ids/messages_refusals.h"
#include "message/message.h"
#include "run/policies_parts.h"

/* ---- paths ---- */

const char *policies_true_path(const struct policies *policies, const char *path)
{
    struct os_error why;
    char *found = os_true_path(path, &why);
    if (found == NULL && os_lacks_memory(&why)) {
        arena_exhausted(policies->arena);
    }
    const char *copy = found == NULL ? NULL : arena_copy(policies->arena, found, strlen(found));
    free(found);
    return copy;
}

/* Returns what follows a folder's path in the path of something below it, without the slash; NULL if it isn't
 * below. */
static const char *path_below_folder(const char *folder, const char *path)
{
    size_t length = strlen(folder);
    length -= length > 0 && folder[length - 1] == '/' ? 1 : 0;
    return strncmp(folder, path, length) == 0 && path[length] == '/' ? path + length + 1 : NULL;
}

bool policies_is_within(const char *folder, const char *path)
{
    return strcmp(folder, path) == 0 || path_below_folder(folder, path) != NULL;
}

static const char *join_folder_path(struct arena *arena, const char *folder, const char *name)
{
    size_t length = strlen(folder);
    return arena_printf(arena, "%s%s%s", folder, length > 0 && folder[length - 1] == '/' ? "" : "/", name);
}

/* ---- settings files ---- */

static struct holder *new_holder(struct policies *policies, struct vrmlint_config *config, const char *folder)
{
    struct arena *arena = policies->arena;
    struct holder *holder = arena_alloc(arena, sizeof *holder);
    const char *name = vrmlint_config_name(config);
    const struct holder *same = text_map_get(&policies->configs, name);
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
static struct holder *read_holder(struct policies *policies, const char *path, const char *name, const char *folder,
                                  struct vrmlint_refusal *refusal)
{
    const struct holder *same = text_map_get(&policies->configs, name);
    struct vrmlint_config *config = same == NULL ? vrmlint_config_read(path, name, refusal) : same->config;
    return config == NULL ? NULL : new_holder(policies, config, folder);
}

static bool refuse_extended(const char *origin, struct vrmlint_refusal *refusal)
{
    return refusal_because(refusal, origin, refusal->text);
}

/* Whether a path leads to a file of the chain. */
static bool is_in_chain(const struct policies *policies, const struct holder *chain, const char *path)
{
    const char *found = policies_true_path(policies, path);
    for (const struct holder *at = chain; found != NULL && at != NULL; at = at->up) {
        const char *other = policies_true_path(policies, vrmlint_config_name(at->config));
        if (other != NULL && strcmp(found, other) == 0) {
            return true;
        }
    }
    return false;
}

/* Adds the files that a file extends, each after the one that names it; *last receives the end of the chain. Returns
 * false if one is wrong. */
static bool add_extended(struct policies *policies, struct holder *first, struct holder **last,
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
static void sum_up(struct holder *first, const struct holder *end)
{
    for (struct holder *holder = first; holder != NULL && holder != end; holder = holder->up) {
        holder->block_count = 0;
        holder->excludes = false;
        for (const struct holder *at = holder; at != NULL; at = at->up) {
            holder->block_count += vrmlint_config_block_count(at->config);
            holder->excludes = holder->excludes || vrmlint_config_excludes_some(at->config);
        }
    }
}

static struct holder *add_holder(struct policies *policies, const char *path, const char *name, const char *folder,
                                 struct holder *up, struct vrmlint_refusal *refusal)
{
    struct holder *last;
    struct holder *holder = read_holder(policies, path, name, folder, refusal);
    if (holder == NULL || !add_extended(policies, holder, &last, refusal)) {
        return NULL;
    }
    last->up = vrmlint_config_is_root(holder->config) ? NULL : up;
    sum_up(holder, last->up);
    return holder;
}

/* Reads the settings file in a folder into *holder; *holder is up if there is none. Returns false if the file is
 * wrong. */
static bool read_policies(struct policies *policies, const char *folder, struct holder *up, struct holder **holder,
                          struct vrmlint_refusal *refusal)
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

static struct folder *new_folder(const struct policies *policies, const char *path, struct holder *holder)
{
    struct folder *folder = arena_alloc(policies->arena, sizeof *folder);
    folder->path = path;
    folder->holder = holder;
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
static struct folder *find_folder(struct policies *policies, const char *path, struct vrmlint_refusal *refusal)
{
    struct folder *at = text_map_get(&policies->by_path, path);
    struct holder *holder = NULL;
    size_t whole = strlen(path);
    size_t length = at == NULL ? 0 : whole;
    while (length < whole) {
        length = one_down(path, length);
        const char *next = arena_copy(policies->arena, path, length);
        at = text_map_get(&policies->by_path, next);
        if (at == NULL) {
            at = new_folder(policies, next, NULL);
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
static bool block_holds(const struct holder *holder, size_t block, const char *path)
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
static bool *blocks_of(const struct policies *policies, const struct holder *chain, const char *path)
{
    bool *blocks = arena_array(policies->arena, chain->block_count, sizeof *blocks);
    size_t at = 0;
    for (const struct holder *holder = chain; holder != NULL; holder = holder->up) {
        const char *relative = path == NULL ? NULL : path_below_folder(holder->folder, path);
        relative = relative == NULL ? path : relative;
        for (size_t i = 0; i < vrmlint_config_block_count(holder->config); i++) {
            blocks[at++] = relative != NULL && block_holds(holder, i, relative);
        }
    }
    return blocks;
}

/* Lists the files of a chain from the farthest to the nearest. */
static struct policies_source *sources_of(const struct policies *policies, const struct holder *chain,
                                          const bool *blocks, size_t *count)
{
    *count = 0;
    for (const struct holder *holder = chain; holder != NULL; holder = holder->up) {
        ++*count;
    }
    struct policies_source *sources = arena_array(policies->arena, *count, sizeof *sources);
    size_t at = *count;
    for (const struct holder *holder = chain; holder != NULL; holder = holder->up) {
        sources[--at] = (struct policies_source){holder->config, blocks};
        blocks += vrmlint_config_block_count(holder->config);
    }
    return sources;
}

static struct vrmlint_policy *make_policy(const struct policies *policies, const struct holder *chain,
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

static const struct vrmlint_policy *find_variant(const struct policies *policies, struct holder *chain,
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
            policies_true_path(policies, length == 0 ? "." : arena_copy(policies->arena, path, length));
        policies->only = add_holder(policies, path, path, folder == NULL ? "" : folder, NULL, refusal);
    }
    return policies->only != NULL;
}

/* Returns the true path of a folder; if the folder is missing, what its path would be. NULL if not even its top
 * exists. */
static const char *would_be_path(const struct policies *policies, const char *named)
{
    const char *found = policies_true_path(policies, named);
    size_t length = strlen(named);
    while (found == NULL && length > 0) {
        while (length > 0 && named[length - 1] == '/') {
            length--;
        }
        while (length > 0 && named[length - 1] != '/') {
            length--;
        }
        found = policies_true_path(policies, length == 0 ? "." : arena_copy(policies->arena, named, length));
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
static bool folder_of(struct policies *policies, const char *path, struct folder **folder, const char **name,
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
    *folder = policies->only == NULL ? find_folder(policies, found, refusal) : new_folder(policies, found, NULL);
    policies->last = *folder;
    policies->last_named = length == 0 ? "" : named;
    return *folder != NULL;
}

/* Finds the chain of a path (NULL: none), and its true path if the chain has blocks or excludes (otherwise NULL).
 * Returns false if a settings file is wrong. */
static bool find_chain(struct policies *policies, const char *path, struct holder **chain, const char **whole,
                       struct vrmlint_refusal *refusal)
{
    const struct policies_options *options = &policies->options;
    bool standard = strcmp(path, "-") == 0;
    struct folder *folder;
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
    struct holder *chain;
    const char *whole;
    if (!find_chain(policies, path, &chain, &whole, refusal)) {
        return NULL;
    }
    return chain == NULL ? policies->options.base
                         : find_variant(policies, chain, blocks_of(policies, chain, whole), refusal);
}

const struct policies_source *policies_sources(struct policies *policies, const char *path, size_t *count)
{
    struct holder *chain;
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
    struct holder *chain;
    const char *whole;
    struct vrmlint_refusal ignored = {.language = VRMLINT_ENGLISH};
    if (policies->refused || !find_chain(policies, path, &chain, &whole, &ignored)) {
        policies->refused = true; /* policies_find() reports why */
        return false;
    }
    if (chain != NULL && chain->excludes && policies->walked != root) {
        policies->walked = root;
        policies->walked_true = policies_true_path(policies, root);
    }
    for (const struct holder *holder = chain; holder != NULL && whole != NULL; holder = holder->up) {
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
    policies->working_folder = policies_true_path(policies, ".");
    return policies;
}

void policies_free(struct policies *policies)
{
    if (policies == NULL) {
        return;
    }
    for (struct holder *holder = policies->holders; holder != NULL; holder = holder->all) {
        for (struct variant *variant = holder->variants; variant != NULL; variant = variant->next) {
            vrmlint_policy_free(variant->policy);
        }
        vrmlint_config_free(holder->shares ? NULL : holder->config);
    }
}

void policies_set_languages(struct policies *policies, unsigned languages)
{
    for (struct holder *holder = policies->holders; holder != NULL; holder = holder->all) {
        for (struct variant *variant = holder->variants; variant != NULL; variant = variant->next) {
            vrmlint_policy_languages(variant->policy, languages);
        }
    }
}
