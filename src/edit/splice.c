/* Converts edits to ranges of the text. */
#include <string.h>

#include "base/pointer.h"
#include "base/sort.h"
#include "edit/edit.h"
#include "edit/outline.h"
#include "gltf/positions.h"

/* A change of the children of an array or object. */
struct change {
    size_t container; /* offset of its bracket */
    size_t child;     /* offset of the child to remove or to insert before; SIZE_MAX: append */
    bool removes;
    const char *key;   /* insertion: its key; NULL in a list */
    const char *inner; /* if a new object must be made for it: its key in that object; or NULL */
    const char *value; /* insertion: its value as JSON without white space, */
    struct span moved; /* or a value of the text */
    size_t edit;
};

struct splice_work {
    struct arena *arena;
    const char *text;
    size_t size;
    const struct vrmlint_edit *edits;
    struct edit_places places;
    const struct vrmlint_edit *removal; /* the last one so far */
    struct splice *splices;
    size_t splice_count;
    size_t splice_room;
    struct change *changes;
    size_t change_count;
};

static void add_splice(struct splice_work *work, struct span at, const char *text, size_t length, size_t edit)
{
    *ARENA_PUSH(work->arena, work->splices, work->splice_count, work->splice_room) =
        (struct splice){at, text, length, edit};
}

static void add_change(struct splice_work *work, struct change change)
{
    *ARENA_ADD(work->arena, work->changes, work->change_count) = change;
}

static void add_made(struct splice_work *work, struct span at, struct buf *made, size_t edit)
{
    add_splice(work, at, arena_copy(work->arena, buf_text(made), made->length), made->length, edit);
}

static const char *last_token(const char *pointer)
{
    const char *slash = strrchr(pointer, '/');
    return slash == NULL ? pointer : slash + 1;
}

/* Returns the pointer of the parent. before may be the parent of a neighbour, which is often the same. */
static const char *parent_of(struct arena *arena, const char *pointer, const char *before)
{
    const char *slash = strrchr(pointer, '/');
    size_t length = slash == NULL ? 0 : (size_t)(slash - pointer);
    bool is_same = strncmp(before, pointer, length) == 0 && before[length] == '\0';
    return is_same ? before : arena_copy(arena, pointer, length);
}

/* Returns the key in the last token of a pointer. */
static const char *key_of(struct arena *arena, const char *pointer)
{
    struct buf key = BUF_INIT(arena);
    const char *token = last_token(pointer);
    pointer_add_token(&key, token, strlen(token));
    return buf_text(&key);
}

/* Finds the places of pointers. Those that are the same text as the one before are found once. */
static void locate_runs(struct arena *arena, const char *text, size_t size, struct position *places, size_t count)
{
    struct position *found = arena_array(arena, count, sizeof *found);
    size_t runs = 0;
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || places[i].pointer != places[i - 1].pointer) {
            found[runs++].pointer = places[i].pointer;
        }
    }
    positions_locate(arena, text, size, found, runs);
    runs = 0;
    for (size_t i = 0; i < count; i++) {
        runs += i > 0 && places[i].pointer != found[runs].pointer;
        places[i] = found[runs];
    }
    arena_discard(arena, found);
}

struct edit_places edits_locate(struct arena *arena, const char *text, size_t size, const struct vrmlint_edit *edits,
                                size_t count)
{
    struct position *all = arena_array(arena, count * 4, sizeof *all);
    struct edit_places places = {all, all + count, all + 2 * count, all + 3 * count, NULL};
    size_t *holders = arena_array(arena, count * 3, sizeof *holders);
    const char *top = "";
    const char *parent = top;
    for (size_t i = 0; i < count; i++) {
        const struct vrmlint_edit *edit = &edits[i];
        bool moves = edit->kind == VRMLINT_EDIT_MOVE;
        parent = parent_of(arena, edit->pointer, parent);
        places.targets[i].pointer = edit->pointer;
        places.parents[i].pointer = parent;
        places.others[i].pointer = moves ? parent_of(arena, edit->value, "") : top;
        places.above[i].pointer = moves ? parent_of(arena, places.others[i].pointer, "") : top;
    }
    locate_runs(arena, text, size, all, count * 4);
    size_t held = 0;
    for (size_t i = 0; i < count * 3; i++) {
        size_t at = places.parents[i].value.begin; /* and others, and above */
        if (held == 0 || holders[held - 1] != at) {
            holders[held++] = at;
        }
    }
    places.outline = outline_begin(arena, text, size, holders, held);
    return places;
}

/* Whether two children have equal keys, or none. */
static bool same_key(const char *a_text, const struct scan_child *a, const char *b_text, const struct scan_child *b)
{
    size_t a_length = a->key.end - a->key.begin;
    size_t b_length = b->key.end - b->key.begin;
    return a_length == b_length && memcmp(a_text + a->key.begin, b_text + b->key.begin, a_length) == 0;
}

/* Replaces the value of a child of the array or object at parent. The new value is written in lines unless the old
 * one was an array or object in a single line. */
static void set_in_place(struct splice_work *work, struct span old, size_t parent, const char *value, size_t e)
{
    struct buf made = BUF_INIT(work->arena);
    struct style style = outline_style(work->places.outline, parent);
    bool fits_line = memchr(work->text + old.begin, '\n', old.end - old.begin) == NULL;
    bool is_bracket = work->text[old.begin] == '{' || work->text[old.begin] == '[';
    style.lines = style.lines && !(fits_line && is_bracket);
    style_print_value(&made, work->text, &style, value);
    add_made(work, old, &made, e);
}

/* Replaces a value. In lists of the same length, and objects with the same keys, only the differences are written. */
static void replace_value(struct splice_work *work, size_t e)
{
    const char *value = work->edits[e].value;
    size_t length = strlen(value);
    struct span old = work->places.targets[e].value;
    struct scan_child was;
    struct scan_child is;
    size_t end;
    size_t before = work->splice_count;
    bool more = scan_first(work->text, work->size, old.begin, &was, &end);
    bool more_new = scan_first(value, length, 0, &is, &end);
    while (more && more_new && same_key(work->text, &was, value, &is)) {
        size_t was_end = scan_skip(work->text, work->size, was.value);
        size_t is_end = scan_skip(value, length, is.value);
        if (was_end - was.value != is_end - is.value ||
            memcmp(work->text + was.value, value + is.value, is_end - is.value) != 0) {
            set_in_place(work, (struct span){was.value, was_end}, old.begin,
                         arena_copy(work->arena, value + is.value, is_end - is.value), e);
        }
        more = scan_next(work->text, work->size, was_end, &was, &end);
        more_new = scan_next(value, length, is_end, &is, &end);
    }
    if (more || more_new || work->text[old.begin] != *value || (*value != '[' && *value != '{')) {
        work->splice_count = before;
        set_in_place(work, old, work->places.parents[e].value.begin, value, e);
    }
}

static void rename_key(struct splice_work *work, size_t e)
{
    struct buf made = BUF_INIT(work->arena);
    struct style plain = {.spaces = false};
    size_t quote = work->places.targets[e].key;
    style_print_key(&made, &plain, work->edits[e].value);
    made.length--; /* the existing colon stays */
    add_made(work, (struct span){quote, scan_string_end(work->text, work->size, quote + 1) + 1}, &made, e);
}

/* Puts a value into a new object, and indents its lines. */
static void wrap_value(struct splice_work *work, size_t e)
{
    struct span old = work->places.targets[e].value;
    struct style style = outline_part(work->places.outline, work->places.parents[e].value.begin)->style;
    struct buf made = BUF_INIT(work->arena);
    style_print_wrapped(&made, work->text, &style, work->edits[e].value, old);
    add_made(work, old, &made, e);
}

/* Finds the child of a container by the index in the last token of a pointer. *place is its offset, or SIZE_MAX for a
 * position after the last one. Returns false if the index is invalid. */
static bool find_child(const struct splice_work *work, size_t container, const char *pointer, size_t *place)
{
    const char *token = last_token(pointer);
    size_t index;
    *place = SIZE_MAX;
    if (work->text[container] == '{' || strcmp(token, "-") == 0) {
        return true;
    }
    if (!pointer_token_index(token, strlen(token), &index)) {
        return false;
    }
    const struct outline_part *part = outline_part(work->places.outline, container);
    if (index < part->count) {
        *place = part->children[index].begin;
    }
    return index <= part->count;
}

/* Inserts a value into the container of a pointer. */
static bool insert_value(struct splice_work *work, size_t e, const struct position *container, const char *pointer,
                         struct change change)
{
    size_t at = container->value.begin;
    change.edit = e;
    change.container = at;
    if (!container->found || (work->text[at] != '{' && work->text[at] != '[') ||
        !find_child(work, at, pointer, &change.child)) {
        return false;
    }
    change.key = work->text[at] == '{' ? key_of(work->arena, pointer) : NULL;
    add_change(work, change);
    return true;
}

/* Inserts a moved value at the pointer in its edit's value, together with the parent object if that is absent. */
static bool insert_moved(struct splice_work *work, size_t e, struct change change)
{
    const char *pointer = work->edits[e].value;
    const struct position *holder = &work->places.others[e];
    if (holder->found) {
        return insert_value(work, e, holder, pointer, change);
    }
    const struct position *above = &work->places.above[e];
    change.inner = key_of(work->arena, pointer);
    return above->found && work->text[above->value.begin] == '{' &&
           insert_value(work, e, above, holder->pointer, change);
}

/* Whether an ancestor of an edit's value is removed. In settled edits, that removal is the last one before it. */
static bool is_below_removal(const struct splice_work *work, size_t e)
{
    size_t length = work->removal == NULL ? 0 : strlen(work->removal->pointer);
    const char *pointer = work->edits[e].pointer;
    return length > 0 && strncmp(work->removal->pointer, pointer, length) == 0 && pointer[length] == '/';
}

static bool take_edit(struct splice_work *work, size_t e)
{
    const struct vrmlint_edit *edit = &work->edits[e];
    const struct position *target = &work->places.targets[e];
    const struct position *parent = &work->places.parents[e];
    bool is_member = target->found && *edit->pointer != '\0';
    struct change gone = {.container = parent->value.begin, .child = target->key, .removes = true, .edit = e};
    switch (edit->kind) {
    case VRMLINT_EDIT_SET:
        if (is_member) {
            replace_value(work, e);
            return true;
        }
        return !target->found && work->text[parent->value.begin] == '{' &&
               insert_value(work, e, parent, edit->pointer, (struct change){.value = edit->value});
    case VRMLINT_EDIT_INSERT:
        return work->text[parent->value.begin] == '[' &&
               insert_value(work, e, parent, edit->pointer, (struct change){.value = edit->value});
    case VRMLINT_EDIT_RENAME:
        if (is_member && work->text[parent->value.begin] == '{') {
            rename_key(work, e);
            return true;
        }
        return false;
    case VRMLINT_EDIT_MOVE:
        if (!is_member || !insert_moved(work, e, (struct change){.moved = target->value})) {
            return false;
        }
        if (!is_below_removal(work, e)) {
            add_change(work, gone);
        }
        return true;
    case VRMLINT_EDIT_WRAP:
        if (is_member) {
            wrap_value(work, e);
        }
        return is_member;
    case VRMLINT_EDIT_REBUILD: /* doesn't change the text */
        return true;
    case VRMLINT_EDIT_REMOVE:
        work->removal = edit;
        break;
    }
    if (is_member) {
        add_change(work, gone);
    }
    return is_member;
}

static int compare_changes(const void *left, const void *right)
{
    const struct change *a = left;
    const struct change *b = right;
    return sort_then(sort_then(sort_order(a->container, b->container), a->child, b->child), a->removes, b->removes);
}

/* The changes of one container's children. */
struct pass {
    struct splice_work *work;
    struct style style;
    const struct change *changes;
    size_t count;
    size_t kept; /* children kept so far */
    size_t kept_end;
    size_t inserted; /* children inserted before others */
    size_t first_edit;
};

static void print_item(struct buf *out, const struct pass *pass, const struct change *change)
{
    const struct splice_work *work = pass->work;
    if (change->key != NULL) {
        style_print_key(out, &pass->style, change->key);
    }
    if (change->inner != NULL) {
        style_print_wrapped(out, work->text, &pass->style, change->inner, change->moved);
    } else if (change->value != NULL) {
        style_print_value(out, work->text, &pass->style, change->value);
    } else {
        buf_add(out, work->text + change->moved.begin, change->moved.end - change->moved.begin);
    }
}

/* Inserts a value before an existing child. */
static void insert_before(struct pass *pass, size_t place, const struct change *change)
{
    struct buf made = BUF_INIT(pass->work->arena);
    pass->inserted++;
    print_item(&made, pass, change);
    style_write_comma(&made, pass->work->text, &pass->style);
    add_made(pass->work, (struct span){place, place}, &made, change->edit);
}

/* Appends values: those of the changes from index from on. */
static void append_items(struct pass *pass, size_t from, size_t close)
{
    struct buf made = BUF_INIT(pass->work->arena);
    const char *text = pass->work->text;
    size_t bracket = pass->changes[0].container;
    bool was_empty = scan_space(text, pass->work->size, bracket + 1) >= close;
    for (size_t i = from; i < pass->count; i++) {
        if (pass->kept > 0 || i > from) {
            style_write_comma(&made, text, &pass->style);
        } else if (was_empty) {
            style_print_gap(&made, text, &pass->style);
        }
        print_item(&made, pass, &pass->changes[i]);
    }
    size_t edit = from < pass->count ? pass->changes[from].edit : pass->first_edit;
    if (pass->kept > 0) {
        if (from < pass->count) {
            add_made(pass->work, (struct span){pass->kept_end, pass->kept_end}, &made, edit);
        }
    } else if (from < pass->count && was_empty) {
        style_print_end(&made, text, &pass->style);
        add_made(pass->work, (struct span){bracket + 1, close}, &made, edit);
    } else if (from < pass->count) {
        add_made(pass->work, (struct span){pass->style.gap.end, pass->kept_end}, &made, edit);
    } else {
        add_made(pass->work, (struct span){bracket + 1, close}, &made, edit);
    }
}

/* Applies the changes to the children of one container. Returns false if a change doesn't match any child. */
static bool change_children(struct pass *pass)
{
    struct splice_work *work = pass->work;
    const struct outline_part *part = outline_part(work->places.outline, pass->changes[0].container);
    const struct span *children = part->children;
    size_t next = 0;
    size_t removed_from = 0; /* the first of the removed children before the first kept one */
    size_t removed_edit = 0;
    pass->style = part->style;
    for (size_t at = 0; at < part->count;) {
        size_t place = children[at].begin;
        arena_pulse(work->arena);
        for (; next < pass->count && pass->changes[next].child == place && !pass->changes[next].removes; next++) {
            insert_before(pass, place, &pass->changes[next]);
        }
        if (next < pass->count && pass->changes[next].child == place) {
            size_t edit = pass->changes[next].edit;
            while (next < pass->count && pass->changes[next].child == place) {
                next++; /* duplicate */
            }
            if (pass->kept > 0) {
                add_splice(work, (struct span){pass->kept_end, children[at].end}, "", 0, edit);
            } else if (removed_from == 0) {
                removed_from = place;
                removed_edit = edit;
            }
            pass->kept_end = children[at++].end;
            continue;
        }
        if (removed_from > 0) {
            add_splice(work, (struct span){removed_from, place}, "", 0, removed_edit);
            removed_from = 0;
        }
        /* all children before the next change stay */
        size_t to = part->count;
        if (next < pass->count) {
            SORT_SEARCH(to, at + 1, part->count, children[to].begin < pass->changes[next].child);
        }
        pass->kept += to - at;
        pass->kept_end = children[to - 1].end;
        at = to;
    }
    pass->first_edit = removed_edit;
    if (pass->kept == 0 && pass->inserted > 0) {
        return false;
    }
    if (next < pass->count ? pass->changes[next].child != SIZE_MAX : pass->kept > 0) {
        return next == pass->count;
    }
    append_items(pass, next, part->end - 1);
    return true;
}

static int compare_splices(const void *left, const void *right)
{
    const struct splice *a = left;
    const struct splice *b = right;
    return sort_then(sort_order(a->at.begin, b->at.begin), a->at.end, b->at.end);
}

/* Sorts splices. Returns false and the later edit in *wrong if two overlap. */
static bool order_splices(struct splice_work *work, size_t *wrong)
{
    sort_array(work->arena, work->splices, work->splice_count, sizeof *work->splices, compare_splices);
    for (size_t i = 1; i < work->splice_count; i++) {
        const struct splice *a = &work->splices[i - 1];
        const struct splice *b = &work->splices[i];
        if (b->at.begin < a->at.end) {
            *wrong = a->edit > b->edit ? a->edit : b->edit;
            return false;
        }
    }
    return true;
}

bool edits_splice(struct arena *arena, const char *text, size_t size, const struct vrmlint_edit *edits, size_t count,
                  struct splices *out, size_t *wrong)
{
    struct edit_places places = edits_locate(arena, text, size, edits, count);
    return edits_splice_at(arena, edits, count, &places, out, wrong);
}

bool edits_splice_at(struct arena *arena, const struct vrmlint_edit *edits, size_t count,
                     const struct edit_places *places, struct splices *out, size_t *wrong)
{
    struct splice_work work = {.arena = arena,
                               .text = places->outline->text,
                               .size = places->outline->size,
                               .edits = edits,
                               .places = *places};
    *out = (struct splices){NULL, 0};
    if (count == 0) {
        return true;
    }
    for (size_t e = 0; e < count; e++) {
        if (!take_edit(&work, e)) {
            *wrong = e;
            return false;
        }
    }
    sort_array(arena, work.changes, work.change_count, sizeof *work.changes, compare_changes);
    for (size_t i = 0; i < work.change_count;) {
        struct pass pass = {.work = &work, .changes = work.changes + i};
        while (i < work.change_count && work.changes[i].container == pass.changes->container) {
            pass.count++;
            i++;
        }
        if (!change_children(&pass)) {
            *wrong = pass.changes->edit;
            return false;
        }
    }
    *out = (struct splices){work.splices, work.splice_count};
    return order_splices(&work, wrong);
}

void splices_apply(struct buf *out, const char *text, size_t size, const struct splices *splices)
{
    size_t at = 0;
    for (size_t i = 0; i < splices->count; i++) {
        const struct splice *splice = &splices->list[i];
        buf_add(out, text + at, splice->at.begin - at);
        buf_add(out, splice->text, splice->length);
        at = splice->at.end;
    }
    buf_add(out, text + at, size - at);
}
