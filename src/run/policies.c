#include "run/policies.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "message.h"
#include "run/text_map.h"

/* A policy for those files under a holder that the same blocks hold for. */
struct variant {
    struct variant *next;
    const bool *blocks; /* of all files of settings in the chain, the nearest first */
    struct vrmlint_policy *policy;
};

/* A file of settings. */
struct holder {
    struct holder *up;  /* the next farther one that counts, or NULL */
    struct holder *all; /* the next of all */
    struct vrmlint_config *config;
    const char *folder; /* its true path */
    size_t block_count; /* of the whole chain */
    bool *matched;      /* which of its ignores fitted anything */
    struct variant *variants;
};

/* A folder, by its true path. holder is the nearest file of settings: in it, or above. */
struct folder {
    const char *path;
    struct holder *holder;
};

struct policies {
    struct arena *arena;
    struct policies_options options;
    const char *working_folder; /* its true path; NULL where there is none */
    struct text_map by_path;    /* folders by their true paths */
    struct folder *last;        /* of the path before: neighbours share it */
    const char *last_named;     /* as that path names it, with its slash; "" for none */
    struct text_map configs;    /* holders by the names of their files */
    struct holder *holders;     /* all, in the order in which they were found */
    struct holder **holders_end;
    struct holder *only;  /* that of --config */
    const char **checked; /* true paths of the folders that are checked as a whole */
    size_t checked_count;
    size_t checked_capacity;
};

/* ---- paths ---- */

/* A true path in the arena, or NULL. */
static const char *true_path(const struct policies *policies, const char *path)
{
    struct os_error ignored;
    char *found = os_true_path(path, &ignored);
    const char *copy = found == NULL ? NULL : arena_copy(policies->arena, found, strlen(found));
    free(found);
    return copy;
}

/* What follows a folder's path in that of something below it, without the slash; NULL when it isn't below. */
static const char *below(const char *folder, const char *path)
{
    size_t length = strlen(folder);
    length -= length > 0 && folder[length - 1] == '/' ? 1 : 0;
    return strncmp(folder, path, length) == 0 && path[length] == '/' ? path + length + 1 : NULL;
}

static bool is_within(const char *folder, const char *path)
{
    return strcmp(folder, path) == 0 || below(folder, path) != NULL;
}

static const char *join(struct arena *arena, const char *folder, const char *name)
{
    size_t length = strlen(folder);
    return arena_printf(arena, "%s%s%s", folder, length > 0 && folder[length - 1] == '/' ? "" : "/", name);
}

/* What stands behind the last slash of a path. */
static const char *name_in(const char *path)
{
    const char *slash = strrchr(path, '/');
#ifdef _WIN32
    const char *other = strrchr(path, '\\');
    slash = slash == NULL || (other != NULL && other > slash) ? other : slash;
#endif
    return slash == NULL ? path : slash + 1;
}

/* ---- files of settings ---- */

static struct holder *add_holder(struct policies *policies, const char *path, const char *name, const char *folder,
                                 struct holder *up, struct vrmlint_refusal *refusal)
{
    struct vrmlint_config *config = vrmlint_config_read(path, name, refusal);
    if (config == NULL) {
        return NULL;
    }
    struct holder *holder = arena_alloc(policies->arena, sizeof *holder);
    size_t ignores;
    vrmlint_config_ignores(config, &ignores);
    holder->config = config;
    holder->folder = folder;
    holder->up = vrmlint_config_is_root(config) ? NULL : up;
    holder->block_count = vrmlint_config_block_count(config) + (holder->up == NULL ? 0 : holder->up->block_count);
    holder->matched = arena_array(policies->arena, ignores, sizeof *holder->matched);
    *policies->holders_end = holder;
    policies->holders_end = &holder->all;
    if (text_map_get(&policies->configs, name) == NULL) {
        text_map_put(&policies->configs, name, holder);
    }
    return holder;
}

/* The file of settings in a folder, if there is one, otherwise up; false when it is wrong. */
static bool look_into(struct policies *policies, const char *folder, struct holder *up, struct holder **holder,
                      struct vrmlint_refusal *refusal)
{
    struct os_error ignored;
    const char *path = join(policies->arena, folder, CONFIG_NAME);
    *holder = up;
    if (os_kind_of(path, &ignored) != OS_FILE) {
        return true;
    }
    const char *shown = policies->working_folder == NULL ? NULL : below(policies->working_folder, path);
    shown = shown == NULL ? path : shown;
    if (!os_is_regular(path)) { /* a link to a device, say, that never ends */
        refusal_say(refusal, WORDS_CONFIG_NO_FILE, NO_ARGUMENTS);
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

/* The length of the next longer folder on the way down a true path, from the one of length from: 0, then "/", "/a" ...,
 * or "C:/", "C:/a" ... */
static size_t one_down(const char *path, size_t from)
{
    size_t start = from + (from > 0 && path[from] == '/' ? 1 : 0);
    size_t end = start + strcspn(path + start, "/");
    bool at_top = from == 0 && path[end] == '/' && (end == 0 || path[end - 1] == ':');
    return end + (at_top ? 1 : 0);
}

/* The folder of a true path. All above it are looked into, each once, from the top down; NULL when what is there is
 * wrong. */
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
            if (!look_into(policies, next, holder, &at->holder, refusal)) {
                return NULL;
            }
            text_map_put(&policies->by_path, next, at);
        }
        holder = at->holder;
    }
    return at;
}

/* ---- policies ---- */

/* Which blocks of a chain hold for a file, the nearest file's first. A path that isn't below a file's folder is given
 * whole, with an empty first name: only patterns for any depth fit it. */
static bool *blocks_of(const struct policies *policies, const struct holder *chain, const char *path)
{
    bool *blocks = arena_array(policies->arena, chain->block_count, sizeof *blocks);
    size_t at = 0;
    for (const struct holder *holder = chain; holder != NULL; holder = holder->up) {
        const char *relative = path == NULL ? NULL : below(holder->folder, path);
        relative = relative == NULL ? path : relative;
        for (size_t i = 0; i < vrmlint_config_block_count(holder->config); i++) {
            blocks[at++] = relative != NULL && vrmlint_config_block_holds(holder->config, i, relative);
        }
    }
    return blocks;
}

/* The chain from the farthest to the nearest. */
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
        refusal_say(refusal, WORDS_NO_MEMORY, NO_ARGUMENTS);
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

/* The file of settings that the command line names. */
static bool load_only(struct policies *policies, struct vrmlint_refusal *refusal)
{
    const char *path = policies->options.config;
    if (policies->only == NULL) {
        size_t length = (size_t)(name_in(path) - path);
        const char *folder = true_path(policies, length == 0 ? "." : arena_copy(policies->arena, path, length));
        policies->only = add_holder(policies, path, path, folder == NULL ? "" : folder, NULL, refusal);
    }
    return policies->only != NULL;
}

/* The true path of a folder; where it isn't there yet, what it would be. NULL when not even its top is there. */
static const char *would_be_path(const struct policies *policies, const char *named)
{
    const char *found = true_path(policies, named);
    size_t length = strlen(named);
    while (found == NULL && length > 0) {
        while (length > 0 && named[length - 1] == '/') {
            length--;
        }
        while (length > 0 && named[length - 1] != '/') {
            length--;
        }
        found = true_path(policies, length == 0 ? "." : arena_copy(policies->arena, named, length));
        if (found != NULL) {
            const char *whole = join(policies->arena, found, named + length);
            size_t end = strlen(whole);
            found = arena_copy(policies->arena, whole, end - (whole[end - 1] == '/' ? 1 : 0));
        }
    }
    return found;
}

/* The folder that a path to check names, by its true path; NULL where it leads nowhere: opening the file says why.
 * False when a file of settings is wrong. */
static bool folder_of(struct policies *policies, const char *path, struct folder **folder, const char **name,
                      struct vrmlint_refusal *refusal)
{
    *name = name_in(path);
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

/* What decides for a path: its chain (NULL: there is none), and its true path, for blocks (NULL where it has none). */
static bool locate(struct policies *policies, const char *path, struct holder **chain, const char **whole,
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
    if (folder != NULL && *chain != NULL && (*chain)->block_count > 0 && !standard) {
        *whole = join(policies->arena, folder->path, name);
    }
    return true;
}

const struct vrmlint_policy *policies_find(struct policies *policies, const char *path, struct vrmlint_refusal *refusal)
{
    struct holder *chain;
    const char *whole;
    if (!locate(policies, path, &chain, &whole, refusal)) {
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
    if (!locate(policies, path, &chain, &whole, &ignored) || chain == NULL) {
        return NULL;
    }
    return sources_of(policies, chain, blocks_of(policies, chain, whole), count);
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
    policies->working_folder = true_path(policies, ".");
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
        vrmlint_config_free(holder->config);
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

/* ---- ignores that fit nothing any more ---- */

void policies_note(struct policies *policies, const struct vrmlint_report *report)
{
    for (size_t i = 0; i < report->ignored_count; i++) {
        const struct vrmlint_ignored *ignored = &report->ignored[i];
        struct holder *holder = text_map_get(&policies->configs, ignored->config);
        size_t count = 0;
        const struct vrmlint_ignore *const *ignores =
            holder == NULL ? NULL : vrmlint_config_ignores(holder->config, &count);
        for (size_t k = 0; k < count; k++) {
            if (ignores[k]->line == ignored->line && ignores[k]->column == ignored->column) {
                holder->matched[k] = true;
            }
        }
    }
}

void policies_note_folder(struct policies *policies, const char *path)
{
    struct os_error ignored;
    const char *folder = os_kind_of(path, &ignored) == OS_FOLDER ? true_path(policies, path) : NULL;
    if (folder != NULL) {
        policies->checked = arena_grow(policies->arena, policies->checked, policies->checked_count,
                                       &policies->checked_capacity, sizeof *policies->checked);
        policies->checked[policies->checked_count++] = folder;
    }
}

static bool is_checked(const struct policies *policies, const char *folder)
{
    for (size_t i = 0; i < policies->checked_count; i++) {
        if (is_within(policies->checked[i], folder)) {
            return true;
        }
    }
    return false;
}

void policies_stale(const struct policies *policies, void (*each)(void *context, const struct vrmlint_ignore *ignore),
                    void *context)
{
    for (const struct holder *holder = policies->holders; holder != NULL; holder = holder->all) {
        size_t count;
        const struct vrmlint_ignore *const *ignores = vrmlint_config_ignores(holder->config, &count);
        if (count == 0 || !is_checked(policies, holder->folder)) {
            continue;
        }
        for (size_t i = 0; i < count; i++) {
            if (!holder->matched[i]) {
                each(context, ignores[i]);
            }
        }
    }
}
