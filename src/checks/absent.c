#include "checks/absent.h"
#include "checks/causes/follow.h"

#include <string.h>

#include "base/pointer.h"
#include "base/sort.h"
#include "ids/messages_shared.h"

void absent_note(struct check *check, struct finding *finding, enum absent_what what, const char *list)
{
    if (finding == NULL || finding->counted) {
        return;
    }
    if (what == ABSENT_SPOILT || what == ABSENT_NAME || what == ABSENT_LACKS) {
        finding->absent = list;
    }
    *ARENA_ADD(check->arena, check->absent, check->absent_count) = (struct absent){finding, list, what};
}

void absent_note_lack(struct check *check, struct finding *finding, const char *key)
{
    if (finding != NULL && !finding->counted) {
        absent_note(check, finding, ABSENT_LACKS, pointer_key(check->arena, finding->pointer, key));
    }
}

void absent_note_targets(struct check *check, struct finding *finding, size_t mesh)
{
    enum { LOOKED_AT = 64 }; /* limit, because this runs for each bind */
    const char *list = arena_printf(check->arena, "/meshes/%zu/primitives", mesh);
    const struct tree *primitives = document_tree(check->avatar->document, list);
    size_t i = 0;
    while (i < tree_length(primitives) && i < LOOKED_AT && tree_get(tree_at(primitives, i), "targets") != NULL) {
        i++;
    }
    if (i < tree_length(primitives)) {
        absent_note(check, finding, ABSENT_LACKS, arena_printf(check->arena, "%s/%zu/targets", list, i));
    }
}

void absent_lead(struct check *check, struct finding *finding, const char *list, double index, size_t count)
{
    if (count == 0) {
        absent_note(check, finding, ABSENT_LEADS, list);
    } else if (finding != NULL && !finding->counted) {
        struct buf pointer = BUF_INIT(check->arena);
        buf_printf(&pointer, "%s/%.17g", list, index);
        absent_note(check, finding, ABSENT_BEYOND, buf_text(&pointer));
    }
}

/* Compares by list, then by kind. */
static int compare_absent(const void *left, const void *right)
{
    const struct absent *a = left;
    const struct absent *b = right;
    int order = strcmp(a->list, b->list);
    return sort_then(order, a->what, b->what);
}

/* Rewords the cause to report the empty or missing list and the number of references to it, and removes its fix. */
static void report_all_notes(const struct check *check, struct finding *cause, const struct absent *first, size_t count)
{
    const struct place *place = &first->finding->place;
    /* textures have samplers too */
    bool is_of_animation = text_begins(first->list, "/animations/");
    const char *list = is_of_animation ? first->list : strrchr(first->list, '/') + 1;
    const struct argument *arguments =
        ARGUMENTS(TEXT("list", list), COUNT("count", count), the_place("thing", check->avatar, place, false));
    finding_reword(cause, cause == first->finding ? SHARED_UNRESOLVED_INDEX__NO_LIST : SHARED_EMPTY_ARRAY__NEEDED,
                   arguments);
    finding_fix(cause, VRMLINT_FIX_NONE);
}

/* Lets the fix of a cause also fix the same mistake at another place: references to one missing element that are equal
 * would otherwise take the cause's place one by one. */
static void take_same_fix(struct finding *cause, const struct finding *finding)
{
    if (finding->rule == cause->rule && finding->fix == cause->fix) {
        finding_take_edits(cause, finding);
    }
}

/* Handles all entries of one list. The first entry is the cause: the renamed or empty list if there is one. */
static void apply_list(struct check *check, const struct absent *absent, size_t count)
{
    struct finding *cause = absent->finding;
    const struct absent *first = NULL;
    size_t leading = 0;
    size_t following = 0;
    bool renamed = absent->what <= ABSENT_UNLISTED;
    for (size_t i = 0; i < count; i++) {
        first = first == NULL && absent[i].what == ABSENT_LEADS ? &absent[i] : first;
        bool leads =
            i > 0 && absent[i].what >= ABSENT_LEADS && absent[i].what <= ABSENT_LEFT && absent->what < ABSENT_LEFT;
        bool beyond = i > 0 && absent[i].what == ABSENT_BEYOND && absent->what == ABSENT_BEYOND;
        if ((renamed && absent[i].what > absent->what) || leads || beyond) {
            leading += absent[i].what == ABSENT_LEADS;
            bool follows = cause_follow(check, absent[i].finding, cause, true);
            following += follows;
            if (follows && beyond) {
                take_same_fix(cause, absent[i].finding);
            }
        }
    }
    if (leading > 0 && following > 0 && !renamed) {
        report_all_notes(check, cause, first, leading + (cause == first->finding));
    }
}

void absent_apply(struct check *check)
{
    sort_array(check->arena, check->absent, check->absent_count, sizeof *check->absent, compare_absent);
    for (size_t begin = 0, end = 0; begin < check->absent_count; begin = end) {
        end = begin + 1;
        while (end < check->absent_count && strcmp(check->absent[end].list, check->absent[begin].list) == 0) {
            end++;
        }
        apply_list(check, &check->absent[begin], end - begin);
    }
}
