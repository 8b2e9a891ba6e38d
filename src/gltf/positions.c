#include "gltf/positions.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base/pointer.h"
#include "base/sort.h"
#include "base/utf8.h"

/* The pointers become a tree of their tokens, and the text is walked once along it. Parts that no pointer leads to
 * are skipped. */

#define NONE SIZE_MAX

/* A token shared by some pointers. Nodes are in pre-order, the root first, siblings in the order of decoded tokens. */
struct position_node {
    const char *token; /* escaped, not terminated */
    size_t length;
    bool plain; /* the token has no escapes */
    size_t parent;
    size_t children; /* index of the first child in tree.children */
    size_t child_count;
    size_t visit;   /* a number for each match in the text; 0: none */
    size_t within;  /* the parent's visit that this match belongs to; void if the parent has been visited again */
    size_t nearest; /* this node if it was found, else the nearest ancestor that was found */
    size_t key;
    struct span value;
};

struct position_tree {
    struct arena *arena;
    const char *text;
    size_t size;
    struct position_node *nodes;
    size_t count;
    size_t room;
    size_t *children;
    size_t visits;
    const struct span *known; /* known values, in the order of the text */
    size_t known_count;
    size_t known_at; /* the first one that the walk hasn't passed */
    struct buf key;  /* for decoding keys */
};

/* An array or object that the walk is in. */
struct position_frame {
    size_t node;
    struct scan_child child;
};

/* An element for sort_array(). */
struct sorted_positions {
    struct position *place;
};

/* Returns the rank of the next character of a pointer, after decoding: the end, a slash, then all others. */
static int next_rank(const char **at)
{
    const char *p = *at;
    if (*p == '\0') {
        return 0;
    }
    if (*p == '/') {
        (*at)++;
        return 1;
    }
    bool is_last = p[1] == '\0' || p[1] == '/';
    return 2 + (unsigned char)pointer_char(at, p + (is_last ? 1 : 2));
}

static struct sorted_positions *sortable_places(struct arena *arena, struct position *places, size_t count)
{
    struct sorted_positions *sorted = arena_array(arena, count, sizeof *sorted);
    for (size_t i = 0; i < count; i++) {
        arena_pulse(arena);
        sorted[i].place = &places[i];
    }
    return sorted;
}

static int compare_pointers(const void *left, const void *right)
{
    const char *a_begin = ((const struct sorted_positions *)left)->place->pointer;
    const char *a_at = a_begin;
    const char *b_at = ((const struct sorted_positions *)right)->place->pointer;
    while (*a_at == *b_at) { /* most of them have long beginnings in common */
        if (*a_at == '\0') {
            return 0;
        }
        a_at++;
        b_at++;
    }
    while (a_at > a_begin && a_at[-1] == '~') { /* the difference is in an escape */
        a_at--;
        b_at--;
    }
    for (;;) {
        int a_rank = next_rank(&a_at);
        int b_rank = next_rank(&b_at);
        if (a_rank != b_rank || a_rank == 0) {
            return a_rank - b_rank;
        }
    }
}

/* Compares a key with a node's token, in the same order. */
static int compare_key(const char *key, size_t length, const struct position_node *node)
{
    const char *at = node->token;
    const char *end = node->token + node->length;
    size_t i = 0;
    if (node->plain) {
        int order = memcmp(key, at, length < node->length ? length : node->length);
        return order != 0 ? order : sort_order(length, node->length);
    }
    while (i < length && at < end) {
        int key_rank = 2 + (unsigned char)key[i++];
        int rank = next_rank(&at);
        if (key_rank != rank) {
            return key_rank - rank;
        }
    }
    return (i < length) - (at < end);
}

static size_t find_child(const struct position_tree *tree, const struct position_node *parent, const char *key,
                         size_t length)
{
    size_t end = parent->children + parent->child_count;
    size_t at;
    SORT_SEARCH(at, parent->children, end, compare_key(key, length, &tree->nodes[tree->children[at]]) > 0);
    bool found = at < end && compare_key(key, length, &tree->nodes[tree->children[at]]) == 0;
    return found ? tree->children[at] : NONE;
}

static size_t add_node(struct position_tree *tree, const char *token, size_t length, size_t parent)
{
    assert(tree->count < tree->room);
    tree->nodes[tree->count] = (struct position_node){
        .token = token, .length = length, .plain = memchr(token, '~', length) == NULL, .parent = parent};
    return tree->count++;
}

/* Returns the length of the common prefix of two pointers, in whole tokens. */
static size_t shared_length(const char *a, const char *b)
{
    size_t at = 0;
    size_t whole = 0;
    while (a[at] != '\0' && a[at] == b[at]) {
        at++;
        if ((a[at] == '/' || a[at] == '\0') && (b[at] == '/' || b[at] == '\0')) {
            whole = at;
        }
    }
    return whole;
}

/* Returns how many nodes sorted pointers need: the root, and the tokens that each pointer doesn't share with the one
 * before it. */
static size_t count_nodes(struct arena *arena, const struct sorted_positions *sorted, size_t count)
{
    size_t nodes = 1;
    const char *before = "";
    for (size_t i = 0; i < count; i++) {
        const char *at = sorted[i].place->pointer;
        const char *token;
        size_t length;
        size_t known = shared_length(before, at);
        arena_pulse(arena);
        before = at;
        at += known;
        while (pointer_next(&at, &token, &length)) {
            nodes++;
        }
    }
    return nodes;
}

/* Adds the nodes of sorted pointers; ends receives each pointer's last node. */
static void add_pointers(struct position_tree *tree, const struct sorted_positions *sorted, size_t count, size_t *ends)
{
    tree->room = count_nodes(tree->arena, sorted, count);
    tree->nodes = arena_array(tree->arena, tree->room, sizeof *tree->nodes);
    add_node(tree, "", 0, NONE);
    size_t *path = NULL; /* nodes of the previous pointer, which shares its beginning with this one */
    size_t path_length = 0;
    size_t capacity = 0;
    for (size_t i = 0; i < count; i++) {
        const char *at = sorted[i].place->pointer;
        const char *token;
        size_t length;
        size_t depth = 0;
        size_t node = 0;
        arena_pulse(tree->arena);
        while (pointer_next(&at, &token, &length)) {
            const struct position_node *known = depth < path_length ? &tree->nodes[path[depth]] : NULL;
            if (known == NULL || known->length != length || memcmp(known->token, token, length) != 0) {
                path = arena_grow(tree->arena, path, depth, &capacity, sizeof *path);
                path[depth] = add_node(tree, token, length, node);
                path_length = depth + 1;
            }
            node = path[depth++];
        }
        ends[i] = node;
    }
}

/* Lists each node's children. They are in order because the nodes are. */
static void list_children(struct position_tree *tree)
{
    struct position_node *nodes = tree->nodes;
    for (size_t i = 1; i < tree->count; i++) {
        arena_pulse(tree->arena);
        nodes[nodes[i].parent].child_count++;
    }
    size_t begin = 0;
    for (size_t i = 0; i < tree->count; i++) {
        nodes[i].children = begin;
        begin += nodes[i].child_count;
        nodes[i].child_count = 0;
    }
    tree->children = arena_array(tree->arena, tree->count, sizeof *tree->children);
    for (size_t i = 1; i < tree->count; i++) {
        struct position_node *parent = &nodes[nodes[i].parent];
        tree->children[parent->children + parent->child_count++] = i;
    }
}

/* Returns the node of a member or element; NONE if no pointer leads there. */
static size_t match_child(struct position_tree *tree, const struct position_frame *frame)
{
    const struct position_node *node = &tree->nodes[frame->node];
    const struct scan_child *child = &frame->child;
    if (child->key.begin == 0) {
        char digits[24];
        size_t begin = sizeof digits;
        size_t rest = child->index;
        do {
            digits[--begin] = (char)('0' + rest % 10);
            rest /= 10;
        } while (rest > 0);
        return find_child(tree, node, digits + begin, sizeof digits - begin);
    }
    size_t length;
    const char *key = scan_key(tree->text, child->key, &tree->key, &length);
    return find_child(tree, node, key, length);
}

/* Returns the offset after a value that is skipped. */
static size_t skip_value(struct position_tree *tree, size_t at)
{
    while (tree->known_at < tree->known_count && tree->known[tree->known_at].begin < at) {
        tree->known_at++;
    }
    if (tree->known_at < tree->known_count && tree->known[tree->known_at].begin == at) {
        return tree->known[tree->known_at].end;
    }
    return scan_skip(tree->text, tree->size, at);
}

/* Records that a node's value begins at offset at. Returns true if the walk must enter the value, and sets *child to
 * its first child. Otherwise returns false and sets *behind. */
static bool enter_value(struct position_tree *tree, size_t node, size_t key, size_t at, struct scan_child *child,
                        size_t *behind)
{
    struct position_node *entered = &tree->nodes[node];
    entered->visit = ++tree->visits;
    entered->within = entered->parent == NONE ? 0 : tree->nodes[entered->parent].visit;
    entered->key = key;
    entered->value.begin = at;
    if (entered->child_count > 0 && scan_first(tree->text, tree->size, at, child, behind)) {
        return true;
    }
    if (entered->child_count == 0) {
        *behind = skip_value(tree, at);
    }
    entered->value.end = *behind;
    return false;
}

static void walk_text(struct position_tree *tree)
{
    struct position_frame *frames = NULL;
    size_t capacity = 0;
    size_t depth = 0;
    size_t behind = 0;
    size_t root = scan_space(tree->text, tree->size, 0);
    frames = arena_grow(tree->arena, frames, 0, &capacity, sizeof *frames);
    if (enter_value(tree, 0, root, root, &frames[0].child, &behind)) {
        frames[depth++].node = 0;
    }
    while (depth > 0) {
        arena_pulse(tree->arena);
        frames = arena_grow(tree->arena, frames, depth, &capacity, sizeof *frames);
        struct position_frame *frame = &frames[depth - 1];
        size_t node = match_child(tree, frame);
        if (node == NONE) {
            behind = skip_value(tree, frame->child.value);
        } else if (enter_value(tree, node, frame->child.at, frame->child.value, &frames[depth].child, &behind)) {
            frames[depth++].node = node;
            continue;
        }
        while (depth > 0 && !scan_next(tree->text, tree->size, behind, &frames[depth - 1].child, &behind)) {
            tree->nodes[frames[--depth].node].value.end = behind;
        }
    }
}

static void find_positions(struct arena *arena, const char *text, size_t size, const struct span *known,
                           size_t known_count, struct position *places, size_t count)
{
    if (count == 0) {
        return;
    }
    struct sorted_positions *sorted = sortable_places(arena, places, count);
    sort_array(arena, sorted, count, sizeof *sorted, compare_pointers);
    struct position_tree tree = {
        .arena = arena,
        .text = text,
        .size = size,
        .known = known,
        .known_count = known_count,
        .key = BUF_INIT(arena),
    };
    size_t *ends = arena_array(arena, count, sizeof *ends);
    add_pointers(&tree, sorted, count, ends);
    list_children(&tree);
    walk_text(&tree);
    for (size_t i = 1; i < tree.count; i++) {
        arena_pulse(arena);
        struct position_node *node = &tree.nodes[i];
        const struct position_node *parent = &tree.nodes[node->parent];
        bool found = parent->nearest == node->parent && node->visit > 0 && node->within == parent->visit;
        node->nearest = found ? i : parent->nearest;
    }
    for (size_t i = 0; i < count; i++) {
        arena_pulse(arena);
        const struct position_node *node = &tree.nodes[tree.nodes[ends[i]].nearest];
        sorted[i].place->found = tree.nodes[ends[i]].nearest == ends[i];
        sorted[i].place->key = node->key;
        sorted[i].place->value = node->value;
    }
    arena_discard(arena, tree.children);
    arena_discard(arena, tree.nodes);
    arena_discard(arena, ends);
    arena_discard(arena, sorted);
}

void positions_locate(struct arena *arena, const char *text, size_t size, struct position *places, size_t count)
{
    find_positions(arena, text, size, NULL, 0, places, count);
}

void places_find_fast(struct arena *arena, const char *text, size_t size, const struct span *known, size_t known_count,
                      struct position *places, size_t count)
{
    find_positions(arena, text, size, known, known_count, places, count);
    positions_number(arena, text, size, places, count);
}

void positions_find(struct arena *arena, const char *text, size_t size, struct position *places, size_t count)
{
    places_find_fast(arena, text, size, NULL, 0, places, count);
}

static int compare_offsets(const void *left, const void *right)
{
    size_t a = ((const struct sorted_positions *)left)->place->value.begin;
    size_t b = ((const struct sorted_positions *)right)->place->value.begin;
    return sort_order(a, b);
}

void positions_number(struct arena *arena, const char *text, size_t size, struct position *places, size_t count)
{
    if (count == 0) {
        return;
    }
    struct sorted_positions *sorted = sortable_places(arena, places, count);
    sort_array(arena, sorted, count, sizeof *sorted, compare_offsets);
    size_t at = 0;
    size_t line = 1;
    size_t column = 1;
    for (size_t i = 0; i < count; i++) {
        size_t target = sorted[i].place->value.begin < size ? sorted[i].place->value.begin : size;
        arena_pulse(arena);
        const char *newline;
        while ((newline = memchr(text + at, '\n', target - at)) != NULL) {
            at = (size_t)(newline - text) + 1;
            line++;
            column = 1;
        }
        column += utf8_count(text + at, target - at);
        at = target;
        sorted[i].place->line = line;
        sorted[i].place->column = column;
    }
    arena_discard(arena, sorted);
}
