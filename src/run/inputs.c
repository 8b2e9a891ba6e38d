#include "run/inputs.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/blake2b.h"
#include "base/os.h"
#include "base/text.h"
#include "base/whole.h"

/* The folders that one walk has visited: a hash table with open addressing, at most half full. */
struct seen {
    struct os_identity *slots;
    bool *used;
    size_t size; /* a power of two */
    size_t count;
};

struct list {
    const char **items;
    size_t count;
    size_t capacity;
};

/* The walk through one PATH that is a folder. */
struct walk {
    struct inputs *inputs;
    struct seen seen;
    struct list names;   /* entries of the current folder */
    struct list folders; /* still to be walked */
    struct list links;   /* to folders: walked after everything that needs no link */
    size_t found;
    const char *root;
    struct input_nothing *nothing;
};

static void push_text(struct arena *arena, struct list *list, const char *text)
{
    list->items = arena_grow(arena, list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = text;
}

static void add_path(struct inputs *inputs, const char *path)
{
    inputs->paths = arena_grow(inputs->arena, inputs->paths, inputs->count, &inputs->capacity, sizeof *inputs->paths);
    inputs->paths[inputs->count++] = path;
}

static void add_error(struct inputs *inputs, const char *path, const char *why)
{
    inputs->errors =
        arena_grow(inputs->arena, inputs->errors, inputs->error_count, &inputs->error_capacity, sizeof *inputs->errors);
    inputs->errors[inputs->error_count++] = (struct input_error){.path = path, .why = why};
}

/* ---- folders ---- */

static size_t slot_of(const struct seen *seen, const struct os_identity *identity)
{
    uint64_t hash = (identity->inode ^ identity->device << 32) * UINT64_C(0x9E3779B97F4A7C15);
    size_t slot = (size_t)(hash >> 32) & (seen->size - 1);
    while (seen->used[slot] &&
           (seen->slots[slot].inode != identity->inode || seen->slots[slot].device != identity->device)) {
        slot = (slot + 1) & (seen->size - 1);
    }
    return slot;
}

static void make_room(struct arena *arena, struct seen *seen)
{
    if (seen->count * 2 < seen->size) {
        return;
    }
    struct seen larger = {.size = seen->size == 0 ? 64 : seen->size * 2, .count = seen->count};
    larger.slots = arena_array(arena, larger.size, sizeof *larger.slots);
    larger.used = arena_array(arena, larger.size, sizeof *larger.used);
    for (size_t i = 0; i < seen->size; i++) {
        if (seen->used[i]) {
            size_t slot = slot_of(&larger, &seen->slots[i]);
            larger.slots[slot] = seen->slots[i];
            larger.used[slot] = true;
        }
    }
    *seen = larger;
}

/* Whether a folder is visited for the first time. A folder without an identity can't be listed either, which is
 * reported. */
static bool is_new(struct walk *walk, const char *folder)
{
    struct os_identity identity;
    if (!os_identify(folder, &identity)) {
        return true;
    }
    make_room(walk->inputs->arena, &walk->seen);
    size_t slot = slot_of(&walk->seen, &identity);
    if (walk->seen.used[slot]) {
        return false;
    }
    walk->seen.slots[slot] = identity;
    walk->seen.used[slot] = true;
    walk->seen.count++;
    return true;
}

static bool ends_in(const char *name, const char *suffix)
{
    return ascii_ends_in(name, strlen(name), suffix);
}

static bool is_model(const char *name)
{
    return ends_in(name, ".vrm") || ends_in(name, ".vrma") || ends_in(name, ".glb") || ends_in(name, ".gltf");
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
        known = known || ends_in(name, kinds[i]);
    }
    return known;
}

bool inputs_names_model(const char *name)
{
    return is_model(name) || ends_in(name, ".bin");
}

/* Returns folder/name. Entries of the folder "." keep their bare names, as in shells, except "-". */
static const char *join_entry(struct arena *arena, const char *folder, const char *name)
{
    size_t length = strlen(folder);
    if (strcmp(folder, ".") == 0 && strcmp(name, "-") != 0) {
        return arena_copy(arena, name, strlen(name));
    }
    return arena_printf(arena, "%s%s%s", folder, length > 0 && folder[length - 1] == '/' ? "" : "/", name);
}

static void take_name(void *context, const char *name)
{
    struct walk *walk = context;
    push_text(walk->inputs->arena, &walk->names, arena_copy(walk->inputs->arena, name, strlen(name)));
}

/* Whether the filter leaves out a path; if so, records it. */
static bool filter_out(struct inputs *inputs, const char *root, const char *path, bool folder)
{
    const struct input_filter *filter = inputs->filter;
    const char *why = filter == NULL ? NULL : filter->leaves_out(filter->context, root, path, folder);
    if (why != NULL) {
        inputs->left_out = arena_grow(inputs->arena, inputs->left_out, inputs->left_out_count,
                                      &inputs->left_out_capacity, sizeof *inputs->left_out);
        inputs->left_out[inputs->left_out_count++] = (struct input_left_out){path, why};
    }
    return why != NULL;
}

static bool leaves_out(const struct walk *walk, const char *path, bool folder)
{
    bool left_out = filter_out(walk->inputs, walk->root, path, folder);
    struct input_nothing *nothing = walk->nothing;
    if (left_out && nothing->left_out_count++ < INPUT_NAMED) {
        nothing->left_out[nothing->left_out_count - 1] = path;
    }
    return left_out;
}

/* Counts a file with another ending, in case the folder turns out to have nothing to check. */
static void note_other(const struct walk *walk, const char *path)
{
    struct input_nothing *nothing = walk->nothing;
    const char *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    const char *dot = strrchr(name, '.');
    if (*name == '.') { /* hidden files such as .DS_Store aren't mistaken for avatars */
        return;
    }
    nothing->other_count++;
    for (size_t i = 0; dot != NULL && i < INPUT_NAMED; i++) {
        if (nothing->endings[i] == NULL) {
            nothing->endings[i] = dot;
        }
        if (strcmp(nothing->endings[i], dot) == 0) {
            break;
        }
    }
}

static void note_unusual(struct inputs *inputs, const char *path)
{
    inputs->unusual = arena_grow(inputs->arena, inputs->unusual, inputs->unusual_count, &inputs->unusual_capacity,
                                 sizeof *inputs->unusual);
    inputs->unusual[inputs->unusual_count++] = path;
}

static void sort_out(struct walk *walk, const char *path)
{
    struct arena *arena = walk->inputs->arena;
    struct os_error error;
    enum os_kind kind = os_kind_of(path, &error);
    bool folder = kind == OS_FOLDER;
    bool model = !folder && is_model(path);
    if ((folder || model) && leaves_out(walk, path, folder)) {
        return;
    }
    if (folder) {
        push_text(arena, os_is_link(path) ? &walk->links : &walk->folders, path);
    } else if (!model) {
        note_other(walk, path);
    } else if (kind == OS_MISSING || os_is_regular(path)) {
        add_path(walk->inputs, path);
        walk->found++;
    } else {
        note_unusual(walk->inputs, path);
    }
}

static void walk_folder(struct walk *walk, const char *folder)
{
    struct os_error error = {""};
    if (!is_new(walk, folder)) {
        return;
    }
    walk->names.count = 0;
    if (!os_list(folder, take_name, walk, &error)) {
        add_error(walk->inputs, folder, arena_copy(walk->inputs->arena, error.text, strlen(error.text)));
        walk->found++; /* unknown, so don't report it as empty too */
    }
    for (size_t i = 0; i < walk->names.count; i++) {
        sort_out(walk, join_entry(walk->inputs->arena, folder, walk->names.items[i]));
    }
}

static void sort_paths(const char **items, size_t count)
{
    if (count > 1) {
        qsort(items, count, sizeof *items, text_compare);
    }
}

static void walk_folders(struct walk *walk)
{
    while (walk->folders.count > 0) {
        walk_folder(walk, walk->folders.items[--walk->folders.count]);
    }
}

/* Walks a folder: first what can be reached without links, then link by link, each round in the order of the paths. */
static void add_folder(struct inputs *inputs, const char *path)
{
    struct walk walk = {.inputs = inputs, .root = path};
    walk.nothing = arena_alloc(inputs->arena, sizeof *walk.nothing);
    push_text(inputs->arena, &walk.folders, path);
    walk_folders(&walk);
    while (walk.links.count > 0) {
        struct list round = walk.links;
        walk.links = (struct list){0};
        sort_paths(round.items, round.count);
        for (size_t i = 0; i < round.count; i++) {
            push_text(inputs->arena, &walk.folders, round.items[i]);
            walk_folders(&walk);
        }
    }
    if (walk.found == 0 && !inputs->may_be_empty) {
        add_error(inputs, path, N_("contains no .vrm, .vrma, .glb or .gltf file to check"));
        inputs->errors[inputs->error_count - 1].nothing = walk.nothing;
    }
}

void inputs_add(struct inputs *inputs, const char *path)
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
        add_error(inputs, path, N_("it is already the list, and can't also be a file to check"));
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
        add_error(inputs, file, arena_copy(inputs->arena, error.text, strlen(error.text)));
        return;
    }
    if (size >= 2 && (memcmp(text, "\xFF\xFE", 2) == 0 || memcmp(text, "\xFE\xFF", 2) == 0)) {
        add_error(inputs, file, N_("is a list in UTF-16, as written by PowerShell: save it as UTF-8"));
        return;
    }
    bool marked = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0;
    char separator = memchr(text, '\0', size) != NULL ? '\0' : '\n';
    size_t listed = 0;
    for (char *at = text + (marked ? 3 : 0); at < text + size;) {
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
        add_error(inputs, file, N_("lists no file to check"));
    }
}

void inputs_sort(struct inputs *inputs)
{
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
