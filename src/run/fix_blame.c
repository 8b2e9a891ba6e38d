/* Finds out from a failed attempt which of its fixes did the harm, so that few others have to be tried. */
#include "run/fix.h"

#include <string.h>

#include "base/buf.h"
#include "base/pointer.h"
#include "base/sort.h"
#include "base/text.h"

enum { POINTER_MAX = 1024 /* longer pointers aren't compared */ };

/* A value that a fix changes, or the list of a value that it removes: its pointer with "/" at the end. */
struct key {
    const char *text;
    size_t owner; /* index of the finding in the attempt */
};

struct blaming {
    struct fixing *fixing;
    const struct attempt *attempt;
    struct arena *arena;
    struct blame *blames; /* one for each finding of the attempt */
    struct key *keys;     /* sorted */
    size_t count;
    size_t *other;  /* for each key, the index of the next one that has another owner */
    size_t *begins; /* for each key, how many ranges of several owners that are near a finding begin there, */
    size_t *ends;   /* and how many end before it */
    struct key *lists;
    size_t list_count;
};

/* ---- where the fixes are ---- */

/* Adds the value name of an object or list, or the value itself if name is NULL. */
static void add_key(struct blaming *blaming, size_t owner, const char *pointer, size_t length, const char *name)
{
    struct buf text = BUF_INIT(blaming->arena);
    if (length > POINTER_MAX) {
        return;
    }
    buf_add(&text, pointer, length);
    if (name != NULL) {
        pointer_add_key(&text, name, strlen(name));
    }
    buf_char(&text, '/');
    *ARENA_ADD(blaming->arena, blaming->keys, blaming->count) = (struct key){buf_text(&text), owner};
}

static void add_keys(struct blaming *blaming, size_t owner, const struct vrmlint_edit *edit)
{
    size_t length = strlen(edit->pointer);
    add_key(blaming, owner, edit->pointer, length, NULL);
    if (edit->kind == VRMLINT_EDIT_RENAME) {
        size_t parent = (size_t)(strrchr(edit->pointer, '/') - edit->pointer);
        add_key(blaming, owner, edit->pointer, parent, edit->value);
    } else if (edit->kind == VRMLINT_EDIT_MOVE) {
        add_key(blaming, owner, edit->value, strlen(edit->value), NULL);
    }
}

/* Adds the list of a removed element. The later elements have other indices in the result. */
static void add_list(struct blaming *blaming, const struct vrmlint_edit *edit)
{
    const char *last = strrchr(edit->pointer, '/');
    size_t index;
    if (edit->kind != VRMLINT_EDIT_REMOVE || last == NULL || last - edit->pointer > POINTER_MAX ||
        !pointer_token_index(last + 1, strlen(last + 1), &index)) {
        return;
    }
    size_t length = (size_t)(last + 1 - edit->pointer);
    struct key *lists = blaming->lists;
    size_t count = blaming->list_count;
    if (count > 0 && strncmp(lists[count - 1].text, edit->pointer, length) == 0 &&
        lists[count - 1].text[length] == '\0') {
        return;
    }
    *ARENA_ADD(blaming->arena, blaming->lists, blaming->list_count) =
        (struct key){arena_copy(blaming->arena, edit->pointer, length), 0};
}

static void locate_fixes(struct blaming *blaming)
{
    const struct attempt *attempt = blaming->attempt;
    for (size_t i = 0; i < attempt->count; i++) {
        const struct vrmlint_finding *finding = attempt->findings[i];
        add_key(blaming, i, finding->pointer, strlen(finding->pointer), NULL);
        for (size_t e = 0; e < finding->edit_count; e++) {
            if (finding->edits[e].kind != VRMLINT_EDIT_REBUILD) {
                add_keys(blaming, i, &finding->edits[e]);
            }
        }
    }
    for (size_t i = 0; i < attempt->edits.count; i++) {
        add_list(blaming, &attempt->edits.list[i]);
    }
    sort_array(blaming->arena, blaming->keys, blaming->count, sizeof *blaming->keys, text_compare);
    sort_array(blaming->arena, blaming->lists, blaming->list_count, sizeof *blaming->lists, text_compare);
    blaming->other = arena_array(blaming->arena, blaming->count, sizeof *blaming->other);
    blaming->begins = arena_array(blaming->arena, blaming->count + 1, sizeof *blaming->begins);
    blaming->ends = arena_array(blaming->arena, blaming->count + 1, sizeof *blaming->ends);
    for (size_t i = blaming->count; i-- > 0;) {
        bool last = i + 1 == blaming->count;
        blaming->other[i] =
            last || blaming->keys[i].owner != blaming->keys[i + 1].owner ? i + 1 : blaming->other[i + 1];
    }
}

/* ---- which of them are near a finding ---- */

/* Returns the length of the common beginning of two keys that ends with "/". */
static size_t common_length(const char *a, const char *b)
{
    size_t common = 0;
    for (size_t i = 0; a[i] != '\0' && a[i] == b[i]; i++) {
        common = a[i] == '/' ? i + 1 : common;
    }
    return common;
}

/* Returns the length of a key up to the first list whose elements have other indices now. */
static size_t known_length(const struct blaming *blaming, char *key)
{
    for (size_t i = 1; key[i] != '\0' && blaming->list_count > 0; i++) {
        if (key[i] == '/') {
            char next = key[i + 1];
            size_t at;
            key[i + 1] = '\0';
            SORT_SEARCH(at, 0, blaming->list_count, strcmp(blaming->lists[at].text, key) < 0);
            bool is_list = at < blaming->list_count && strcmp(blaming->lists[at].text, key) == 0;
            key[i + 1] = next;
            if (is_list) {
                return i + 1;
            }
        }
    }
    return strlen(key);
}

/* Returns how much of a key a fix must share to be near it: all of an element of a list, and of a member its object. */
static size_t least_length(const char *key)
{
    size_t length = strlen(key);
    size_t at = length;
    size_t index;
    while (at > 1 && key[at - 2] != '/') {
        at--;
    }
    return at <= 1 || pointer_token_index(key + at - 1, length - at, &index) ? length : at - 1;
}

/* Whether the beginning of a key leads into an element of a list. */
static bool is_in_element(const char *key, size_t length)
{
    const char *at = key;
    const char *token;
    size_t token_length;
    size_t index;
    while (at < key + length - 1 && pointer_next(&at, &token, &token_length)) {
        if (pointer_token_index(token, token_length, &index)) {
            return true;
        }
    }
    return false;
}

/* A range of keys. */
struct blame_range {
    size_t begin;
    size_t end;
};

/* Returns the keys of the fixes that are nearest to a value: those below it or beside it, or of a value that contains
 * it, or else in the same element of a list. The range is empty if none is near. */
static struct blame_range near_value(struct blaming *blaming, const char *pointer)
{
    const struct key *keys = blaming->keys;
    size_t length = strlen(pointer);
    struct blame_range range = {0, 0};
    if (length == 0 || length > POINTER_MAX) {
        return range;
    }
    char *key = arena_bare(blaming->arena, length + 2);
    memcpy(key, pointer, length);
    memcpy(key + length, "/", 2);
    key[known_length(blaming, key)] = '\0';
    size_t at;
    SORT_SEARCH(at, 0, blaming->count, strcmp(keys[at].text, key) < 0);
    size_t after = at < blaming->count ? common_length(keys[at].text, key) : 0;
    size_t before = at > 0 ? common_length(keys[at - 1].text, key) : 0;
    size_t common = after > before ? after : before;
    bool contains = at > 0 && before == common && keys[at - 1].text[common] == '\0';
    if (common > 1 && (contains || common >= least_length(key) || is_in_element(key, common))) {
        SORT_SEARCH(range.begin, 0, blaming->count, strncmp(keys[range.begin].text, key, common) < 0);
        SORT_SEARCH(range.end, range.begin, blaming->count, strncmp(keys[range.end].text, key, common) <= 0);
    }
    return range;
}

/* Blames the fixes near an added finding and the values that are related to it. */
static void blame_near(struct blaming *blaming, const struct vrmlint_finding *added)
{
    const struct key *keys = blaming->keys;
    size_t count = added->related_count + 1;
    struct blame_range *ranges = arena_array(blaming->arena, count, sizeof *ranges);
    size_t first = SIZE_MAX;
    bool is_one = true;
    for (size_t i = 0; i < count; i++) {
        struct blame_range range = near_value(blaming, i == 0 ? added->pointer : added->related[i - 1].pointer);
        ranges[i] = range;
        if (range.begin < range.end) {
            size_t owner = keys[range.begin].owner;
            is_one = is_one && (first == SIZE_MAX || first == owner) && blaming->other[range.begin] >= range.end;
            first = owner < first ? owner : first;
        }
    }
    if (first == SIZE_MAX) {
        return;
    }
    if (is_one) {
        blaming->blames[first] = (struct blame){.is_sure = true, .reason = VRMLINT_LEFT_ADDS, .rule = added->rule};
        return;
    }
    blaming->blames[first].is_first = true; /* without it, the others may be harmless */
    for (size_t i = 0; i < count; i++) {
        blaming->begins[ranges[i].begin]++;
        blaming->ends[ranges[i].end]++;
    }
}

/* Marks the owners of all keys that are near an added finding together with others. */
static void mark_near(struct blaming *blaming)
{
    size_t open = 0;
    for (size_t i = 0; i < blaming->count; i++) {
        open += blaming->begins[i] - blaming->ends[i];
        blaming->blames[blaming->keys[i].owner].is_near |= open > 0;
    }
}

/* ---- what an attempt added ---- */

/* Compares findings by what identifies them if no elements of lists have moved. */
static int compare_places(const void *left, const void *right)
{
    const struct vrmlint_finding *a = *(const struct vrmlint_finding *const *)left;
    const struct vrmlint_finding *b = *(const struct vrmlint_finding *const *)right;
    int order = sort_order(rule_number(a->rule), rule_number(b->rule));
    return order != 0 ? order : strcmp(a->pointer, b->pointer);
}

/* Compares findings by what identifies them otherwise, without the numbers that distinguish equal ones. */
static int compare_blamed_prints(const void *left, const void *right)
{
    const char *a = (*(const struct vrmlint_finding *const *)left)->fingerprint;
    const char *b = (*(const struct vrmlint_finding *const *)right)->fingerprint;
    return strncmp(a, b, strcspn(a, ":") + 1);
}

/* Blames fixes for the findings that the file has only with the attempt. */
static void blame_for_added(struct blaming *blaming, const struct vrmlint_finding *const *added, size_t count)
{
    const struct vrmlint_report *before = blaming->fixing->state.all;
    const struct vrmlint_finding **had = arena_array(blaming->arena, before->finding_count, sizeof *had);
    int (*compare)(const void *left, const void *right) =
        blaming->list_count > 0 ? compare_blamed_prints : compare_places;
    for (size_t i = 0; i < before->finding_count; i++) {
        had[i] = &before->findings[i];
    }
    sort_array(blaming->arena, had, before->finding_count, sizeof *had, compare);
    for (size_t i = 0; i < count; i++) {
        size_t at;
        SORT_SEARCH(at, 0, before->finding_count, compare(&had[at], &added[i]) < 0);
        bool was_there = at < before->finding_count && compare(&had[at], &added[i]) == 0;
        if (!was_there) {
            blame_near(blaming, added[i]);
        }
    }
    mark_near(blaming);
}

/* Blames fixes with which apps read more, while there are errors that the attempt didn't add. Returns whether there is
 * one. */
static bool blame_for_reading(struct blaming *blaming, const struct vrmlint_finding *const *added, size_t count)
{
    const struct vrmlint_report *after = blaming->attempt->made.all;
    struct vrmlint_finding *list = arena_array(blaming->arena, after->finding_count, sizeof *list);
    struct vrmlint_report old = {.findings = list};
    struct guards guards;
    size_t next = 0; /* both lists are in the order of the report */
    for (size_t i = 0; i < after->finding_count; i++) {
        if (next < count && added[next] == &after->findings[i]) {
            next++;
        } else {
            list[old.finding_count++] = after->findings[i];
        }
    }
    guards_read(&guards, &old, false);
    bool any = false;
    for (size_t i = 0; i < blaming->attempt->count; i++) {
        const struct vrmlint_rule *error = guards_refuse(&guards, blaming->attempt->findings[i]);
        if (error != NULL) {
            blaming->blames[i] = (struct blame){.is_sure = true, .reason = VRMLINT_LEFT_READ, .rule = error};
            any = true;
        }
    }
    return any;
}

struct blame *fix_blame(struct fixing *fixing, const struct attempt *attempt)
{
    const struct vrmlint_report *after = attempt->made.all;
    struct blame *blames = arena_array(attempt->arena, attempt->count, sizeof *blames);
    struct blaming blaming = {
        .fixing = fixing, .attempt = attempt, .arena = arena_open(attempt->arena), .blames = blames};
    const struct vrmlint_finding **added = arena_array(blaming.arena, after->finding_count, sizeof *added);
    size_t count = fix_added_findings(fixing, after, attempt, false, added);
    if (!blame_for_reading(&blaming, added, count)) { /* these are certain, and may have done the other harm too */
        locate_fixes(&blaming);
        blame_for_added(&blaming, added, count);
    }
    arena_close(blaming.arena);
    return blames;
}
