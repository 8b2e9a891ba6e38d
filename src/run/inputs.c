#include "run/inputs.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/blake2b.h"
#include "base/os.h"
#include "base/sort.h"
#include "base/text.h"
#include "base/text_map.h"
#include "base/utf8.h"
#include "base/whole.h"

/* The walk through one PATH that is a folder. */
struct input_walk {
    struct inputs *inputs;
    struct text_map seen;       /* by their identities: the folders that it has visited */
    struct input_paths names;   /* entries of the current folder */
    struct input_paths folders; /* still to be walked */
    struct input_paths links;   /* to folders: walked after everything that needs no link */
    size_t found;
    const char *root;
    struct input_nothing *nothing;
};

static void push_text(struct arena *arena, struct input_paths *list, const char *text)
{
    *ARENA_PUSH(arena, list->items, list->count, list->capacity) = text;
}

static void add_path(struct inputs *inputs, const char *path)
{
    *ARENA_PUSH(inputs->arena, inputs->paths, inputs->count, inputs->capacity) = path;
}

void inputs_add_error(struct inputs *inputs, const char *path, const char *why)
{
    *ARENA_ADD(inputs->arena, inputs->errors, inputs->error_count) = (struct input_error){.path = path, .why = why};
}

static void sort_paths(const char **items, size_t count)
{
    sort_in_place(items, count, sizeof *items, text_compare);
}

void inputs_fail(struct inputs *inputs, const char *path, const struct os_error *error)
{
    inputs_add_error(inputs, path, arena_copy(inputs->arena, error->text, strlen(error->text)));
}

/* ---- the bounds of links ---- */

/* Returns folder/name. Entries of the folder "." keep their bare names, as in shells, except "-". */
static const char *join_entry(struct arena *arena, const char *folder, const char *name)
{
    size_t length = strlen(folder);
    if (strcmp(folder, ".") == 0 && strcmp(name, "-") != 0) {
        return arena_copy(arena, name, strlen(name));
    }
    return arena_printf(arena, "%s%s%s", folder, length > 0 && text_separates_path(folder[length - 1]) ? "" : "/",
                        name);
}

static void make_bounds(struct inputs *inputs)
{
    struct os_error ignored;
    if (inputs->bounds != NULL) {
        return;
    }
    inputs->bounds = arena_array(inputs->arena, inputs->given.count, sizeof *inputs->bounds);
    for (size_t i = 0; i < inputs->given.count; i++) {
        const char *path = inputs->given.items[i];
        char *found = strcmp(path, "-") == 0 ? NULL : os_true_path(path, &ignored);
        if (found != NULL) {
            inputs->bounds[inputs->bound_count++] =
                (struct input_bound){arena_copy(inputs->arena, found, strlen(found)), path};
        }
        free(found);
    }
    sort_array(inputs->arena, inputs->bounds, inputs->bound_count, sizeof *inputs->bounds, text_compare);
}

/* Returns the PATH whose real path has these bytes, without the slash at the end of a root; NULL: none. */
static const struct input_bound *find_bound(const struct inputs *inputs, const char *path, size_t length)
{
    bool root = length == 0 || path[length - 1] == ':'; /* of the only file system, or of a drive on Windows */
    const struct input_bound wanted = {arena_printf(inputs->arena, "%.*s%s", (int)length, path, root ? "/" : ""), NULL};
    return inputs->bound_count == 0
               ? NULL
               : bsearch(&wanted, inputs->bounds, inputs->bound_count, sizeof wanted, text_compare);
}

/* Whether the filter leaves out what lies below a PATH, or one of the folders between them. */
static bool is_left_out_below(const struct inputs *inputs, const char *root, const char *below, bool folder)
{
    const struct input_filter *filter = inputs->filter;
    bool left_out = false;
    for (size_t end = 0; filter != NULL && !left_out && below[end] != '\0'; end++) {
        end += strcspn(below + end, "/");
        bool last = below[end] == '\0';
        const char *part = join_entry(inputs->arena, root, arena_copy(inputs->arena, below, end));
        left_out = filter->leaves_out(filter->context, root, part, folder || !last) != NULL;
        end -= last;
    }
    return left_out;
}

/* Whether a real path is a PATH (named: that counts), or is found by walking one. */
static bool is_reached(struct inputs *inputs, const char *path, bool folder, bool named)
{
    make_bounds(inputs);
    if (named && find_bound(inputs, path, strlen(path)) != NULL) {
        return true;
    }
    for (const char *at = strchr(path, '/'); at != NULL && (folder || inputs_names_checked(path));
         at = strchr(at + 1, '/')) {
        const struct input_bound *bound = find_bound(inputs, path, (size_t)(at - path));
        if (bound != NULL && !is_left_out_below(inputs, bound->given, at + 1, folder)) {
            return true;
        }
    }
    return false;
}

bool inputs_walk_to(struct inputs *inputs, const char *path)
{
    return is_reached(inputs, path, false, false);
}

/* ---- folders ---- */

/* Whether a folder is visited for the first time. A folder without an identity can't be listed either, which is
 * reported. */
static bool is_new(struct input_walk *walk, const char *folder)
{
    struct os_identity identity;
    if (!os_identify(folder, &identity)) {
        return true;
    }
    const char *key = arena_printf(walk->inputs->arena, "%" PRIx64 " %" PRIx64, identity.device, identity.inode);
    if (text_map_get(&walk->seen, key) != NULL) {
        return false;
    }
    text_map_set(&walk->seen, key, walk);
    return true;
}

static bool is_model(const char *name)
{
    return ascii_text_ends(name, ".vrm") || ascii_text_ends(name, ".vrma") || ascii_text_ends(name, ".glb") ||
           ascii_text_ends(name, ".gltf");
}

bool inputs_names_checked(const char *name)
{
    return is_model(name);
}

bool inputs_names_part(const char *name)
{
    static const char *const kinds[] = {".bin", ".png", ".jpg", ".jpeg", ".webp", ".ktx2"};
    bool known = false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        known = known || ascii_text_ends(name, kinds[i]);
    }
    return known;
}

bool inputs_names_model(const char *name)
{
    return is_model(name) || ascii_text_ends(name, ".bin");
}

static void take_name(void *context, const char *name)
{
    struct input_walk *walk = context;
    push_text(walk->inputs->arena, &walk->names, arena_copy(walk->inputs->arena, name, strlen(name)));
}

/* Whether the filter leaves out a path; if so, records it. */
static bool filter_out(struct inputs *inputs, const char *root, const char *path, bool folder)
{
    const struct input_filter *filter = inputs->filter;
    const char *why = filter == NULL ? NULL : filter->leaves_out(filter->context, root, path, folder);
    if (why != NULL) {
        *ARENA_ADD(inputs->arena, inputs->left_out, inputs->left_out_count) = (struct input_left_out){path, why};
    }
    return why != NULL;
}

static bool leaves_out(const struct input_walk *walk, const char *path, bool folder)
{
    bool left_out = filter_out(walk->inputs, walk->root, path, folder);
    struct input_nothing *nothing = walk->nothing;
    if (left_out && nothing->left_out_count++ < INPUT_NAMED) {
        nothing->left_out[nothing->left_out_count - 1] = path;
    }
    return left_out;
}

/* Reports what can't be read. It is unknown what is there, so the PATH isn't reported as empty too. */
static void fail_walk(struct input_walk *walk, const char *path, const struct os_error *error)
{
    inputs_fail(walk->inputs, path, error);
    walk->found++;
}

/* Counts a file with another ending, in case the folder turns out to have nothing to check. */
static void note_other(const struct input_walk *walk, const char *path)
{
    struct input_nothing *nothing = walk->nothing;
    const char *name = text_path_name(path);
    const char *dot = text_path_ending(path);
    if (*name == '.') { /* hidden files such as .DS_Store aren't mistaken for avatars */
        return;
    }
    nothing->other_count++;
    for (size_t i = 0; *dot != '\0' && i < INPUT_NAMED; i++) {
        if (nothing->endings[i] == NULL) {
            nothing->endings[i] = dot;
        }
        if (strcmp(nothing->endings[i], dot) == 0) {
            break;
        }
    }
}

static void skip(struct inputs *inputs, const char *path, const char *why)
{
    *ARENA_ADD(inputs->arena, inputs->skipped, inputs->skipped_count) = (struct input_left_out){path, why};
}

/* Whether a link in a folder leads to what isn't found without it. Links that lead nowhere don't. */
static bool leads_out(struct input_walk *walk, const char *path, bool folder)
{
    struct os_error ignored;
    char *target = os_is_link(path) && !walk->inputs->follow ? os_true_path(path, &ignored) : NULL;
    bool out = target != NULL && !is_reached(walk->inputs, target, folder, true);
    free(target);
    if (out) {
        struct input_nothing *nothing = walk->nothing;
        skip(walk->inputs, path, N_("a link to what isn't among the given paths; --follow follows it"));
        if (nothing->left_out_count++ < INPUT_NAMED) {
            nothing->left_out[nothing->left_out_count - 1] = path;
        }
    }
    return out;
}

static void sort_out(struct input_walk *walk, const char *path)
{
    struct arena *arena = walk->inputs->arena;
    struct os_error error;
    enum os_kind kind = os_kind_of(path, &error);
    bool folder = kind == OS_FOLDER;
    bool model = !folder && is_model(path);
    bool unknown = kind == OS_MISSING && !model && !os_lacks_file(&error) && !os_is_link(path);
    if ((folder || model || unknown) && leaves_out(walk, path, folder || unknown)) {
        return;
    }
    if ((folder || model) && leads_out(walk, path, folder)) {
        return;
    }
    if (folder) {
        push_text(arena, os_is_link(path) ? &walk->links : &walk->folders, path);
    } else if (unknown) {
        fail_walk(walk, path, &error);
    } else if (!model) {
        note_other(walk, path);
    } else if (kind == OS_MISSING || os_is_regular(path)) {
        add_path(walk->inputs, path);
        walk->found++;
    } else {
        skip(walk->inputs, path, N_("a pipe or a device, not an ordinary file"));
    }
}

static void walk_folder(struct input_walk *walk, const char *folder)
{
    struct os_error error = {""};
    if (!is_new(walk, folder)) {
        return;
    }
    walk->names.count = 0;
    if (!os_list(folder, take_name, walk, &error)) {
        fail_walk(walk, folder, &error);
    }
    for (size_t i = 0; i < walk->names.count; i++) {
        sort_out(walk, join_entry(walk->inputs->arena, folder, walk->names.items[i]));
    }
}

static void walk_folders(struct input_walk *walk)
{
    while (walk->folders.count > 0) {
        walk_folder(walk, walk->folders.items[--walk->folders.count]);
    }
}

/* Walks a folder: first what can be reached without links, then link by link, each round in the order of the paths. */
static void add_folder(struct inputs *inputs, const char *path)
{
    struct input_walk walk = {.inputs = inputs, .seen = {.arena = inputs->arena}, .root = path};
    walk.nothing = arena_alloc(inputs->arena, sizeof *walk.nothing);
    push_text(inputs->arena, &walk.folders, path);
    walk_folders(&walk);
    while (walk.links.count > 0) {
        struct input_paths round = walk.links;
        walk.links = (struct input_paths){0};
        sort_paths(round.items, round.count);
        for (size_t i = 0; i < round.count; i++) {
            push_text(inputs->arena, &walk.folders, round.items[i]);
            walk_folders(&walk);
        }
    }
    if (walk.found == 0 && !inputs->may_be_empty) {
        inputs_add_error(inputs, path, N_("contains no .vrm, .vrma, .glb or .gltf file to check"));
        inputs->errors[inputs->error_count - 1].nothing = walk.nothing;
    }
}

void inputs_add(struct inputs *inputs, const char *path)
{
    push_text(inputs->arena, &inputs->given, path);
}

static void find_given(struct inputs *inputs, const char *path)
{
    struct os_error error;
    bool named_too = inputs->filter != NULL && inputs->filter->takes_named;
    bool folder = strcmp(path, "-") != 0 && os_kind_of(path, &error) == OS_FOLDER;
    if (named_too && filter_out(inputs, "", path, folder)) {
        return;
    }
    if (folder) {
        add_folder(inputs, path);
    } else {
        add_path(inputs, path);
    }
}

/* ---- lists ---- */

static bool add_listed(struct inputs *inputs, const char *file, const char *path)
{
    if (*path == '\0') {
        return false;
    }
    if (strcmp(path, "-") == 0 && strcmp(file, "-") == 0) {
        inputs_add_error(inputs, path, N_("it is already the list, and can't also be a file to check"));
    } else {
        inputs_add(inputs, path);
    }
    return true;
}

void inputs_add_list(struct inputs *inputs, const char *file)
{
    size_t size;
    struct os_error error;
    char *text = whole_read(inputs->arena, file, SIZE_MAX, &size, &error);
    if (text == NULL) {
        inputs_fail(inputs, file, &error);
        return;
    }
    if (size >= 2 && (memcmp(text, "\xFF\xFE", 2) == 0 || memcmp(text, "\xFE\xFF", 2) == 0)) {
        inputs_add_error(inputs, file, N_("is a list in UTF-16, as written by PowerShell: save it as UTF-8"));
        return;
    }
    char separator = memchr(text, '\0', size) != NULL ? '\0' : '\n';
    size_t listed = 0;
    for (char *at = text + utf8_mark(text, size); at < text + size;) {
        char *end = memchr(at, separator, (size_t)(text + size - at));
        end = end == NULL ? text + size : end;
        *end = '\0';
        if (separator == '\n' && end > at && end[-1] == '\r') {
            end[-1] = '\0';
        }
        listed += add_listed(inputs, file, at);
        at = end + 1;
    }
    if (listed == 0 && !inputs->may_be_empty) {
        inputs_add_error(inputs, file, N_("lists no file to check"));
    }
}

void inputs_find(struct inputs *inputs)
{
    for (size_t i = 0; i < inputs->given.count; i++) {
        find_given(inputs, inputs->given.items[i]);
    }
    sort_array(inputs->arena, inputs->skipped, inputs->skipped_count, sizeof *inputs->skipped, text_compare);
    sort_paths(inputs->paths, inputs->count);
    size_t kept = 0;
    for (size_t i = 0; i < inputs->count; i++) {
        if (kept == 0 || strcmp(inputs->paths[i], inputs->paths[kept - 1]) != 0) {
            inputs->paths[kept++] = inputs->paths[i];
        }
    }
    inputs->count = kept;
}

static uint64_t number_of(const char *path)
{
    struct blake2b hash;
    unsigned char digest[BLAKE2B_SIZE];
    uint64_t number = 0;
    blake2b_start(&hash);
    blake2b_add(&hash, path, strlen(path));
    blake2b_end(&hash, digest);
    for (size_t i = 0; i < 8; i++) {
        number |= (uint64_t)digest[i] << 8 * i;
    }
    return number;
}

void inputs_keep(struct inputs *inputs, size_t part, size_t parts)
{
    size_t kept = 0;
    for (size_t i = 0; i < inputs->count; i++) {
        if (number_of(inputs->paths[i]) % parts == part - 1) {
            inputs->paths[kept++] = inputs->paths[i];
        }
    }
    inputs->count = kept;
}
