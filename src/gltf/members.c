#include "gltf/members.h"

#include <string.h>

#include "base/pointer.h"
#include "base/sort.h"
#include "gltf/positions.h"

/*
 * Up to so many values below one member are searched for in its text, each from the member's beginning. Then its
 * whole tree is built, so that requesting all of them stays linear. The tree of a member of few bytes is built at
 * once.
 */
enum { WALKS_MAX = 32, FEW_BYTES = 4096 };

struct members_part {
    const char *pointer; /* below the member: begins with a slash */
    size_t length;
    const struct tree *tree;
    struct members_part *next;
};

void members_add(struct members *members, struct span key, struct span value, size_t children)
{
    members->list =
        arena_grow(members->arena, members->list, members->count, &members->capacity, sizeof *members->list);
    members->values = arena_grow(members->arena, members->values, members->value_count, &members->value_capacity,
                                 sizeof *members->values);
    members->values[members->value_count++] = value;
    struct known_member *member = &members->list[members->count++];
    *member = (struct known_member){.value = value, .children = children};
    struct buf decoded = BUF_INIT(members->arena);
    member->name = scan_key(members->text, key, &decoded, &member->length);
}

static int compare_names(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t common = a_length < b_length ? a_length : b_length;
    int order = common > 0 ? memcmp(a, b, common) : 0;
    return sort_then(order, a_length, b_length);
}

static int compare_members(const void *left, const void *right)
{
    const struct known_member *a = left;
    const struct known_member *b = right;
    return sort_then(compare_names(a->name, a->length, b->name, b->length), a->value.begin, b->value.begin);
}

void members_sort(struct members *members)
{
    sort_array(members->arena, members->list, members->count, sizeof *members->list, compare_members);
    size_t kept = 0;
    for (size_t i = 0; i < members->count; i++) {
        const struct known_member *member = &members->list[i];
        if (kept > 0 && compare_names(members->list[kept - 1].name, members->list[kept - 1].length, member->name,
                                      member->length) == 0) {
            kept--;
        }
        members->list[kept++] = *member;
    }
    members->count = kept;
}

const struct known_member *members_find(const struct members *members, const char *name, size_t length)
{
    const struct known_member *list = members->list;
    size_t at;
    SORT_SEARCH(at, 0, members->count, compare_names(name, length, list[at].name, list[at].length) > 0);
    bool found = at < members->count && compare_names(name, length, list[at].name, list[at].length) == 0;
    return found ? &list[at] : NULL;
}

/* Returns the decoded token, terminated. */
static const char *token_text(struct members *members, const char *token, size_t length, char *buffer, size_t size,
                              size_t *decoded)
{
    char *out = length < size ? buffer : arena_alloc(members->arena, length + 1);
    size_t at = 0;
    for (const char *end = token + length; token < end;) {
        out[at++] = pointer_char(&token, end);
    }
    out[at] = '\0';
    *decoded = at;
    return out;
}

/* Takes the first token off a pointer and returns its member, or NULL. */
static struct known_member *take_member(struct members *members, const char **pointer)
{
    const char *token;
    size_t length;
    if (!pointer_next(pointer, &token, &length)) {
        return NULL;
    }
    char buffer[256];
    const char *name = token_text(members, token, length, buffer, sizeof buffer, &length);
    const struct known_member *member = members_find(members, name, length);
    return member == NULL ? NULL : &members->list[member - members->list];
}

/* Lists an object's members, so that several searches in it don't walk through the others each time. */
static void list_below(struct members *members, struct known_member *member)
{
    struct members *below = arena_alloc(members->arena, sizeof *below);
    below->arena = members->arena;
    below->text = members->text;
    below->size = member->value.end;
    size_t behind;
    struct scan_child child;
    for (bool more = scan_first(below->text, below->size, member->value.begin, &child, &behind); more;
         more = scan_next(below->text, below->size, behind, &child, &behind)) {
        behind = scan_skip(below->text, below->size, child.value);
        members_add(below, child.key, (struct span){child.value, behind}, 0);
    }
    members_sort(below);
    member->below = below;
}

/* Finds the value in the text that a pointer leads to from a member. */
static bool locate_value(struct members *members, struct known_member *member, const char *rest, struct span *value)
{
    if (members->text[member->value.begin] == '{' && *rest != '\0') {
        if (member->below == NULL) {
            list_below(members, member);
        }
        member = take_member(member->below, &rest);
        if (member == NULL) {
            return false;
        }
    }
    struct position place = {.pointer = rest};
    size_t begin = member->value.begin;
    positions_locate(members->arena, members->text + begin, member->value.end - begin, &place, 1);
    *value = (struct span){begin + place.value.begin, begin + place.value.end};
    return place.found;
}

bool members_locate(struct members *members, const char *pointer, struct span *value)
{
    struct known_member *member = take_member(members, &pointer);
    return member != NULL && locate_value(members, member, pointer, value);
}

/* Returns the value that a pointer leads to from a tree, or NULL. */
static const struct tree *resolve_pointer(struct members *members, const struct tree *value, const char *pointer)
{
    const char *token;
    size_t length;
    while (value != NULL && pointer_next(&pointer, &token, &length)) {
        size_t index;
        if (tree_is_array(value)) {
            value = pointer_token_index(token, length, &index) ? tree_at(value, index) : NULL;
        } else {
            char buffer[256];
            value = tree_get(value, token_text(members, token, length, buffer, sizeof buffer, &length));
        }
    }
    return value;
}

/* Returns the tree of a value below the member that contains the pointer's target; *rest receives the pointer from
 * there. */
static const struct tree *find_part(const struct known_member *member, const char *pointer, const char **rest)
{
    for (const struct members_part *part = member->parts; part != NULL; part = part->next) {
        if (strncmp(pointer, part->pointer, part->length) == 0 &&
            (pointer[part->length] == '\0' || pointer[part->length] == '/')) {
            *rest = pointer + part->length;
            return part->tree;
        }
    }
    return NULL;
}

static const struct tree *load_value(struct members *members, struct span value)
{
    if (members->trees == NULL) {
        members->trees = arena_open(members->arena);
        members->pool = tree_pool_new(members->trees);
    }
    return tree_load(members->pool, members->text, value);
}

const struct tree *members_tree(struct members *members, const char *pointer)
{
    if (*pointer == '\0' && members->whole == NULL) {
        members->whole = load_value(members, members->root);
    }
    if (members->whole != NULL) {
        return resolve_pointer(members, members->whole, pointer);
    }
    const char *rest = pointer;
    struct known_member *member = take_member(members, &rest);
    if (member == NULL) {
        return NULL;
    }
    if (member->tree == NULL && *rest != '\0') {
        const char *below;
        const struct tree *part = find_part(member, rest, &below);
        if (part != NULL) {
            return resolve_pointer(members, part, below);
        }
        if (member->walks < WALKS_MAX && member->value.end - member->value.begin > FEW_BYTES) {
            struct span value;
            member->walks++;
            if (!locate_value(members, member, rest, &value)) {
                return NULL;
            }
            struct members_part *added = arena_alloc(members->arena, sizeof *added);
            added->length = strlen(rest);
            added->pointer = arena_copy(members->arena, rest, added->length);
            added->next = member->parts;
            member->parts = added;
            added->tree = load_value(members, value);
            return added->tree;
        }
    }
    if (member->tree == NULL) {
        member->tree = load_value(members, member->value);
    }
    return resolve_pointer(members, member->tree, rest);
}

void members_release(struct members *members)
{
    members->count = 0;
    members->whole = NULL;
    if (members->trees != NULL) {
        arena_close(members->trees);
        members->trees = NULL;
    }
}
