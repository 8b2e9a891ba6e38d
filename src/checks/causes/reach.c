/* The parts of a file that are needed to read a value: for a channel its sampler, accessors, bufferViews and buffer,
 * for others likewise. */
#include "checks/causes/reach.h"

#include <string.h>

#include "base/ascii.h"
#include "base/nearest.h"
#include "base/sort.h"
#include "checks/scales.h"
#include "finding/finding.h"
#include "finding/place.h"
#include "ids/rules.h"
#include "vrm/about.h"
#include "vrm/avatar.h"
#include "vrm/names.h"

/* Whether a place is a link between nodes or from a scene to a node, or a misspelt one. */
static bool place_links_nodes(const struct place *place)
{
    const char *member = place->member == NULL ? "" : place->member;
    return place->kind == PLACE_NODE_CHILD || place->kind == PLACE_SCENE_NODE ||
           (place->kind == PLACE_NODE && ascii_alike(member, "child", 5) == 5) ||
           (place->kind == PLACE_SCENE && ascii_alike(member, "node", 4) == 4);
}

/* Whether a place is a member that positions a node, or a misspelt one. */
static bool place_moves_node(const struct place *place)
{
    static const char *const members[] = {"translation", "rotation", "scale", "matrix"};
    static const char *const others[] = {"position", "location", "rotate", "quaternion"};
    const char *member = place->kind != PLACE_NODE || place->member == NULL ? "" : place->member;
    size_t length = strcspn(member, "/");
    struct nearest nearest = nearest_to(member, length);
    bool is_other = false;
    for (size_t i = 0; length > 0 && i < sizeof members / sizeof *members; i++) {
        is_other = is_other || (member[length] == '\0' && strcmp(member, others[i]) == 0);
        nearest_offer(&nearest, members[i]);
    }
    return is_other || nearest.best.text != NULL;
}

/* Members that aren't needed to read the data of an element, by the kind of the element. */
static const struct {
    enum place_kind kind;
    const char *members[4];
} aside[] = {
    {PLACE_ACCESSOR, {"min", "max", "name"}},
    {PLACE_BUFFER_VIEW, {"target", "name"}},
    {PLACE_BUFFER, {"name"}},
    {PLACE_IMAGE, {"name", "mimeType"}},
    {PLACE_TEXTURE, {"name", "sampler"}},
    {PLACE_SAMPLER, {NULL}},
    {PLACE_CHANNEL, {NULL}},
};

/* Whether an error at a place prevents reading the data of the thing. For example, min and max of an
 * accessor don't. */
static bool needs_marks(const struct place *place)
{
    for (size_t k = 0; k < sizeof aside / sizeof *aside; k++) {
        if (aside[k].kind == place->kind) {
            /* an image without a type is still readable */
            bool takes_part =
                place->member == NULL ? place->kind != PLACE_IMAGE : strncmp(place->member, "ext", 3) != 0;
            for (size_t i = 0; takes_part && place->member != NULL && aside[k].members[i] != NULL; i++) {
                size_t length = strlen(aside[k].members[i]);
                takes_part = strncmp(place->member, aside[k].members[i], length) != 0 ||
                             (place->member[length] != '\0' && place->member[length] != '/');
            }
            return takes_part;
        }
    }
    return false;
}

struct search {
    const struct avatar *avatar;
    struct finding *(*found)(const void *context, const struct place *thing);
    const void *context;
};

static struct finding *search_index(const struct search *search, enum place_kind kind, const struct tree *index);

/* Searches what a buffer, bufferView, image or accessor is read from. Each step leads to a lower kind, so the
 * recursion ends. */
static struct finding *search_element(const struct search *search, enum place_kind kind, size_t index)
{
    struct place place = place_of(kind, index, 0, NULL);
    struct finding *found = search->found(search->context, &place);
    const struct tree *element = found != NULL ? NULL : place_element(search->avatar, &place);
    if (kind == PLACE_ACCESSOR && found == NULL) {
        const struct tree *sparse = tree_get(element, "sparse");
        const struct tree *parts[] = {element, tree_get(sparse, "indices"), tree_get(sparse, "values")};
        for (size_t i = 0; found == NULL && i < sizeof parts / sizeof *parts; i++) {
            found = search_index(search, PLACE_BUFFER_VIEW, tree_get(parts[i], "bufferView"));
        }
    } else if (kind == PLACE_IMAGE && found == NULL) {
        found = search_index(search, PLACE_BUFFER_VIEW, tree_get(element, "bufferView"));
    } else if (kind == PLACE_BUFFER_VIEW && found == NULL) {
        found = search_index(search, PLACE_BUFFER, tree_get(element, "buffer"));
    } else if (kind == PLACE_TEXTURE && found == NULL) {
        found = search_index(search, PLACE_IMAGE, tree_get(element, "source"));
    }
    return found;
}

static struct finding *search_index(const struct search *search, enum place_kind kind, const struct tree *index)
{
    size_t number;
    return tree_index(index, SIZE_MAX, &number) ? search_element(search, kind, number) : NULL;
}

/* Searches a sampler, and one of its two accessors if a member names it, or both if not. */
static struct finding *search_sampler(const struct search *search, const struct place *place)
{
    static const char *const members[] = {"input", "output"};
    struct place sampler = place_of(PLACE_SAMPLER, place->index[0], place->index[1], NULL);
    struct finding *found = search->found(search->context, &sampler);
    const struct tree *tree = place_inner(search->avatar, &sampler, "samplers");
    for (size_t i = 0; found == NULL && i < sizeof members / sizeof *members; i++) {
        if (place->kind != PLACE_SAMPLER || place->member == NULL || strcmp(place->member, members[i]) == 0) {
            found = search_index(search, PLACE_ACCESSOR, tree_get(tree, members[i]));
        }
    }
    return found;
}

static struct finding *search_channel(const struct search *search, const struct place *place)
{
    struct place channel = place_of(PLACE_CHANNEL, place->index[0], place->index[1], NULL);
    struct finding *found = search->found(search->context, &channel);
    size_t sampler;
    if (found != NULL ||
        !tree_index(tree_get(place_inner(search->avatar, &channel, "channels"), "sampler"), SIZE_MAX, &sampler)) {
        return found;
    }
    struct place next = place_of(PLACE_CHANNEL, place->index[0], sampler, NULL);
    return search_sampler(search, &next);
}

/* Calls found() with each thing that is needed to read the value at a pointer, the nearest first, and with the thing
 * that contains the value, until it returns a finding. Returns that finding, or NULL. */
static struct finding *needs_search(const struct avatar *avatar, const char *pointer,
                                    struct finding *(*found)(const void *context, const struct place *thing),
                                    const void *context)
{
    const struct search search = {avatar, found, context};
    struct place place = place_at(pointer);
    switch (place.kind) {
    case PLACE_CHANNEL:
        return search_channel(&search, &place);
    case PLACE_SAMPLER:
        return search_sampler(&search, &place);
    case PLACE_ACCESSOR:
    case PLACE_BUFFER_VIEW:
    case PLACE_BUFFER:
    case PLACE_IMAGE:
    case PLACE_TEXTURE:
        return search_element(&search, place.kind, place.index[0]);
    case PLACE_PRIMITIVE:
    case PLACE_SKIN:
        return search_index(&search, PLACE_ACCESSOR, document_tree(avatar->document, pointer));
    default:
        return NULL;
    }
}

/* A cause that is about a value, for findings within that value. */
struct within {
    const char *pointer;
    struct finding *finding;
};

/* Lists of pointers with their findings; each list holds another property of the findings. */
enum reach_list {
    LIST_WITHIN,
    LIST_HOLLOW,   /* for HOLLOW: those about an empty object */
    LIST_CULPRITS, /* for CULPRIT and BLAMED: the first related place */
    LIST_MARKS,    /* for DATA: those about something that is needed to read data */
    LIST_THINGS,   /* for THING: the elements that they are about */
    LISTS,
};

/* The objects that the findings of one rule are about: for each object, the first finding about it. */
struct reach {
    struct check *check;
    struct arena *arena; /* freed before the next rule runs */
    const struct avatar *avatar;
    const uint32_t *scopes; /* bits, per rule that follows */
    bool used[SCOPE_FILE + 1];
    struct finding **springs;         /* by about_which_spring(); for SPRING and COLLIDER */
    struct finding **colliders;       /* for COLLIDER */
    struct finding **collider_groups; /* of VRM 0.x; for COLLIDER */
    struct finding **nodes;
    struct finding **below;
    struct finding **chains; /* by about_which_spring(), for BELOW or CHAIN; valid if known */
    bool *chains_known;
    struct pointed {
        struct within *items; /* sorted by pointer */
        size_t count;
    } pointed[LISTS];
    struct finding *lost;  /* for LOST */
    struct finding *links; /* for LINKS */
    struct finding *moved; /* for MOVED */
    struct finding *nodes_end;
    struct finding *data_end;
    struct finding *any;
};

/* ---- collecting the causes ---- */

static void set_first_finding(struct finding **reach, size_t index, size_t count, struct finding *finding)
{
    if (index < count && reach[index] == NULL) {
        reach[index] = finding;
    }
}

static void claim_place(struct reach *reach, const struct place *place, struct finding *finding)
{
    const struct avatar *avatar = reach->avatar;
    size_t springs = avatar->springs->spring_count + avatar->vrm0->group_count;
    if (reach->used[SCOPE_SPRING]) {
        set_first_finding(reach->springs, about_which_spring(avatar, place), springs, finding);
    }
    if (reach->used[SCOPE_COLLIDER]) {
        bool old = place->kind == PLACE_VRM0_GROUP || place->kind == PLACE_VRM0_COLLIDER;
        set_first_finding(reach->colliders, place->kind == PLACE_COLLIDER ? place->index[0] : SPRINGS_NONE,
                          avatar->springs->collider_count, finding);
        set_first_finding(reach->collider_groups, old ? place->index[0] : SPRINGS_NONE,
                          avatar->vrm0->collider_group_count, finding);
    }
    if (reach->used[SCOPE_NODE] || reach->used[SCOPE_BELOW] || reach->used[SCOPE_DISTORTED] ||
        reach->used[SCOPE_CHAIN]) {
        set_first_finding(reach->nodes, about_which_node(avatar, place), avatar->scene->count, finding);
    }
}

/* Whether a finding is about something that may lose a list of the file, or extensions. */
static bool may_lose_list(const struct finding *finding)
{
    const char *last = strrchr(finding->pointer, '/');
    return last != NULL && (last == finding->pointer || (ascii_lower(last[1]) == 'e' && ascii_lower(last[2]) == 'x'));
}

static void claim_pointer(struct reach *reach, enum reach_list list, const char *pointer, struct finding *finding)
{
    struct pointed *pointed = &reach->pointed[list];
    pointed->items[pointed->count++] = (struct within){pointer, finding};
}

/* Returns the pointer of the element that contains a place. For an entry in materialProperties it is the material. */
static const char *thing_of(const struct reach *reach, const struct place *place)
{
    struct place thing = *place;
    struct buf pointer = BUF_INIT(reach->arena);
    thing.kind = thing.kind == PLACE_VRM0_MATERIAL ? PLACE_MATERIAL : thing.kind;
    thing.member = NULL;
    place_write(&pointer, &thing);
    return buf_text(&pointer);
}

static bool is_hollow(const struct tree *value)
{
    return tree_is_object(value) && tree_count(value) == 0;
}

/* Whether the last key of a member is `key`. */
static bool ends_in(const char *member, const char *key)
{
    const char *last = strrchr(member, '/');
    return strcmp(last == NULL ? member : last + 1, key) == 0;
}

/* Whether an index in a finding equals the number of elements. */
static bool is_one_beyond(const struct finding *finding)
{
    const double *index = NULL;
    const double *count = NULL;
    for (size_t i = 0; i < finding->data_count; i++) {
        index = strcmp(finding->data[i].name, "index") == 0 ? &finding->data[i].value : index;
        count = strcmp(finding->data[i].name, "count") == 0 ? &finding->data[i].value : count;
    }
    return index != NULL && count != NULL && *index == *count;
}

/* A consequence mustn't be worse than its cause, so the worst of several is kept. */
static bool is_worse(const struct finding *finding, const struct finding *first)
{
    return first == NULL || first->severity < finding->severity;
}

static void claim_all(struct reach *reach, struct finding *finding)
{
    claim_place(reach, &finding->place, finding);
    for (size_t i = 0; i < finding->related_count; i++) {
        struct place related = place_at(finding->related[i].pointer);
        claim_place(reach, &related, finding);
    }
    if (reach->used[SCOPE_WITHIN] || reach->used[SCOPE_PART] || reach->used[SCOPE_INSIDE]) {
        claim_pointer(reach, LIST_WITHIN, finding->pointer, finding);
    }
    if (reach->used[SCOPE_HOLLOW] && is_hollow(document_tree(reach->avatar->document, finding->pointer))) {
        claim_pointer(reach, LIST_HOLLOW, finding->pointer, finding);
    }
    if (reach->used[SCOPE_THING]) {
        claim_pointer(reach, LIST_THINGS, thing_of(reach, &finding->place), finding);
    }
    if ((reach->used[SCOPE_CULPRIT] || reach->used[SCOPE_BLAMED]) && finding->related_count > 0) {
        claim_pointer(reach, LIST_CULPRITS, finding->related[0].pointer, finding);
    }
    if (reach->used[SCOPE_DATA] && needs_marks(&finding->place)) {
        claim_pointer(reach, LIST_MARKS, finding->pointer, finding);
    }
    if (is_worse(finding, reach->lost) && may_lose_list(finding)) {
        reach->lost = finding;
    }
    if (is_worse(finding, reach->links) && place_links_nodes(&finding->place)) {
        reach->links = finding;
    }
    if (is_worse(finding, reach->moved) && place_moves_node(&finding->place)) {
        reach->moved = finding;
    }
    if (is_worse(finding, reach->any)) {
        reach->any = finding;
    }
    if (is_one_beyond(finding)) {
        const char *member = finding->place.member == NULL ? "" : finding->place.member;
        enum place_kind kind = finding->place.kind;
        bool of_nodes = kind == PLACE_NODE_CHILD || kind == PLACE_SCENE_NODE || ends_in(member, "node");
        bool of_data = kind == PLACE_PRIMITIVE || kind == PLACE_SAMPLER || ends_in(member, "bufferView") ||
                       ends_in(member, "inverseBindMatrices");
        reach->nodes_end = of_nodes ? finding : reach->nodes_end;
        reach->data_end = of_data ? finding : reach->data_end;
    }
}

/* Returns the first finding at the given indices, or NULL. */
static struct finding *first_of(struct finding *const *reach, const size_t *indices, size_t count)
{
    struct finding *found = NULL;
    for (size_t i = 0; found == NULL && i < count; i++) {
        found = reach[indices[i]];
    }
    return found;
}

/* Passes findings from colliders to the springs and bone groups that use them: each gets the first one in its list.
 * Springs with the same list share the result, because a small file can connect many springs with many colliders. */
static void claim_meeting(struct reach *reach)
{
    const struct springs *springs = reach->avatar->springs;
    const struct vrm0 *vrm0 = reach->avatar->vrm0;
    struct finding **met = arena_array(reach->arena, springs->spring_count, sizeof *met);
    for (size_t s = 0; s < springs->spring_count; s++) {
        const struct spring *spring = &springs->springs[s];
        met[s] = spring->alike == s ? first_of(reach->colliders, spring->colliders, spring->collider_count)
                                    : met[spring->alike];
        set_first_finding(reach->springs, s, springs->spring_count, met[s]);
    }
    for (size_t g = 0; g < vrm0->group_count; g++) {
        const struct vrm0_group *group = &vrm0->groups[g];
        set_first_finding(reach->springs, springs->spring_count + g, SIZE_MAX,
                          first_of(reach->collider_groups, group->collider_groups, group->collider_group_count));
    }
}

/* Passes the finding of each node to its descendants that have none of their own. */
static void pass_to_descendants(struct reach *reach)
{
    const struct scene *scene = reach->avatar->scene;
    size_t count;
    const size_t *order = scene_order(reach->arena, scene, &count);
    reach->below = arena_array(reach->arena, scene->count, sizeof *reach->below);
    memcpy(reach->below, reach->nodes, scene->count * sizeof *reach->below);
    for (size_t i = 0; i < count; i++) {
        size_t parent = scene->nodes[order[i]].parent;
        if (reach->below[order[i]] == NULL && parent != SCENE_NONE) {
            reach->below[order[i]] = reach->below[parent];
        }
    }
}

struct reach *reach_open(struct check *check, struct arena *arena, enum rule rule, const uint32_t scopes[RULE_LIMIT],
                         size_t count)
{
    const struct avatar *avatar = check->avatar;
    struct reach *reach = arena_alloc(arena, sizeof *reach);
    *reach = (struct reach){.check = check, .arena = arena, .avatar = avatar, .scopes = scopes};
    for (size_t r = 0; r < RULE_LIMIT; r++) {
        for (unsigned scope = SCOPE_NONE + 1; scopes[r] != 0 && scope <= SCOPE_FILE; scope++) {
            reach->used[scope] = reach->used[scope] || (scopes[r] & 1U << scope) != 0;
        }
    }
    size_t springs = avatar->springs->spring_count + avatar->vrm0->group_count;
    reach->springs = arena_array(arena, springs, sizeof *reach->springs);
    reach->chains = arena_array(arena, springs, sizeof *reach->chains);
    reach->chains_known = arena_array(arena, springs, sizeof *reach->chains_known);
    reach->colliders = arena_array(arena, avatar->springs->collider_count, sizeof *reach->colliders);
    reach->collider_groups = arena_array(arena, avatar->vrm0->collider_group_count, sizeof *reach->collider_groups);
    reach->nodes = arena_array(arena, avatar->scene->count, sizeof *reach->nodes);
    for (size_t list = 0; list < LISTS; list++) {
        reach->pointed[list].items = arena_array(arena, count, sizeof(struct within));
    }
    for (struct finding *f = findings_first(reach->check->findings); f != NULL; f = f->next) {
        if (f->rule == rule) {
            claim_all(reach, f);
        }
    }
    for (size_t list = 0; list < LISTS; list++) {
        struct pointed *pointed = &reach->pointed[list];
        sort_array(arena, pointed->items, pointed->count, sizeof *pointed->items, text_compare);
    }
    if (reach->used[SCOPE_COLLIDER]) {
        claim_meeting(reach);
    }
    if (reach->used[SCOPE_BELOW] || reach->used[SCOPE_DISTORTED]) {
        pass_to_descendants(reach);
    }
    return reach;
}

/* ---- searching a cause ---- */

/* Returns the first finding, in a list sorted by pointers, whose value contains the value at a pointer. Findings
 * about the whole file contain nothing, because they are about a missing member. */
static struct finding *find_containing(const struct reach *reach, enum reach_list list, const char *pointer)
{
    const struct within *within = reach->pointed[list].items;
    size_t count = reach->pointed[list].count;
    size_t length = strlen(pointer);
    for (size_t end = length; end > 0; end--) {
        if (end != length && pointer[end] != '/') {
            continue;
        }
        size_t at;
        SORT_SEARCH(at, 0, count, strncmp(within[at].pointer, pointer, end) < 0);
        /* longer pointers sort behind the one that ends here */
        if (at < count && strncmp(within[at].pointer, pointer, end) == 0 && within[at].pointer[end] == '\0') {
            return within[at].finding;
        }
    }
    return NULL;
}

/* Returns the first finding in `nodes` at a node of a spring. The result is cached, because a spring can have many
 * findings. */
static struct finding *of_chain(const struct reach *reach, struct finding *const *nodes, size_t spring)
{
    const struct springs *springs = reach->avatar->springs;
    const struct vrm0 *vrm0 = reach->avatar->vrm0;
    size_t count = reach->avatar->scene->count;
    struct finding *found = reach->chains[spring];
    if (reach->chains_known[spring]) {
        return found;
    }
    for (size_t i = 0; spring < springs->spring_count && found == NULL && i < springs->springs[spring].chain_count;
         i++) {
        size_t node = spring_chain(&springs->springs[spring], i)->node;
        found = node < count ? nodes[node] : NULL;
    }
    for (size_t r = 0; spring >= springs->spring_count && found == NULL &&
                       r < vrm0->groups[spring - springs->spring_count].root_count;
         r++) {
        const struct vrm0_root *root = &vrm0->groups[spring - springs->spring_count].roots[r];
        for (size_t i = root->begin; root->node != SCENE_NONE && found == NULL && i < root->end; i++) {
            found = nodes[vrm0->nodes[i]];
        }
    }
    reach->chains[spring] = found;
    reach->chains_known[spring] = true;
    return found;
}

/* Returns the first finding about another spring whose culprit is a place that this finding relates. */
static struct finding *blamed_by(const struct reach *reach, const struct finding *finding)
{
    const struct pointed *culprits = &reach->pointed[LIST_CULPRITS];
    size_t spring = about_which_spring(reach->avatar, &finding->place);
    struct finding *found = NULL;
    for (size_t i = 0; found == NULL && i < finding->named_count; i++) {
        const char *pointer = finding->related[i].pointer;
        size_t at;
        SORT_SEARCH(at, 0, culprits->count, strcmp(culprits->items[at].pointer, pointer) < 0);
        for (; found == NULL && at < culprits->count && strcmp(culprits->items[at].pointer, pointer) == 0; at++) {
            struct finding *other = culprits->items[at].finding;
            found = about_which_spring(reach->avatar, &other->place) == spring ? NULL : other;
        }
    }
    return found;
}

/* Returns the first finding, in a list sorted by pointers, about a value or something in it. */
static struct finding *part_of(const struct reach *reach, enum reach_list list, const char *pointer)
{
    const struct within *within = reach->pointed[list].items;
    size_t count = reach->pointed[list].count;
    size_t length = strlen(pointer);
    size_t at;
    SORT_SEARCH(at, 0, count, strcmp(within[at].pointer, pointer) < 0);
    for (; at < count && strncmp(within[at].pointer, pointer, length) == 0; at++) {
        char behind = within[at].pointer[length];
        if (behind == '\0' || behind == '/') {
            return within[at].finding;
        }
    }
    return NULL;
}

static struct finding *mark_of(const void *context, const struct place *thing)
{
    const struct reach *reach = context;
    char room[80]; /* longer than the pointer of any thing */
    struct buf pointer = BUF_OVER(room);
    place_write(&pointer, thing);
    return part_of(reach, LIST_MARKS, buf_text(&pointer));
}

/* Whether the scale of a node or of an ancestor mirrors or is uneven. */
static bool is_distorted(const struct scene *scene, size_t node)
{
    for (; node != SCENE_NONE; node = scene->nodes[node].parent) {
        struct mat34 local = scene_local(&scene->nodes[node]);
        if (scale_smallest(scene->nodes[node].scale) < 0 || mat34_determinant(&local) < 0 ||
            scale_is_uneven(mat34_scale(&local))) {
            return true;
        }
    }
    return false;
}

static bool is_of_children(const struct place *place)
{
    const char *member = place->member == NULL ? "" : place->member;
    return (place->kind == PLACE_NODE && strcmp(member, "children") == 0) ||
           (place->kind == PLACE_SCENE && strcmp(member, "nodes") == 0);
}

static struct finding *at_place(const struct reach *reach, enum cause_scope scope, const struct place *place)
{
    size_t spring = about_which_spring(reach->avatar, place);
    size_t node = about_which_node(reach->avatar, place);
    bool has_node = node < reach->avatar->scene->count;
    switch (scope) {
    case SCOPE_SPRING:
    case SCOPE_COLLIDER:
        return spring == SPRINGS_NONE ? NULL : reach->springs[spring];
    case SCOPE_NODE:
        return has_node ? reach->nodes[node] : NULL;
    case SCOPE_BELOW:
        return spring != SPRINGS_NONE && place->kind != PLACE_JOINT ? of_chain(reach, reach->below, spring)
               : has_node                                           ? reach->below[node]
                                                                    : NULL;
    case SCOPE_DISTORTED:
        return has_node && is_distorted(reach->avatar->scene, node) ? reach->below[node] : NULL;
    case SCOPE_CHAIN:
        return spring == SPRINGS_NONE ? NULL : of_chain(reach, reach->nodes, spring);
    case SCOPE_LOST:
        return reach->lost;
    case SCOPE_CHILDREN:
        return is_of_children(place) ? reach->any : NULL;
    case SCOPE_LINKS:
        return reach->links;
    case SCOPE_MOVED:
        return reach->moved;
    case SCOPE_NODES_END:
        return reach->nodes_end;
    case SCOPE_DATA_END:
        return reach->data_end;
    case SCOPE_FILE:
        return reach->any;
    case SCOPE_NONE:
    case SCOPE_WITHIN:
    case SCOPE_HOLLOW:
    case SCOPE_CULPRIT:
    case SCOPE_BLAMED:
    case SCOPE_PART:
    case SCOPE_INSIDE:
    case SCOPE_THING:
    case SCOPE_JOINT:
    case SCOPE_DATA:
        break;
    }
    return NULL;
}

/* Returns the finding about the collider that a finding blames, or about its group in VRM 0.x; or about any collider of
 * its spring if it blames something else. */
static struct finding *of_collider(const struct reach *reach, const struct finding *finding)
{
    struct place place = place_at(finding->related[0].pointer);
    switch (place.kind) {
    case PLACE_COLLIDER:
        return place.index[0] < reach->avatar->springs->collider_count ? reach->colliders[place.index[0]] : NULL;
    case PLACE_VRM0_COLLIDER:
        return place.index[0] < reach->avatar->vrm0->collider_group_count ? reach->collider_groups[place.index[0]]
                                                                          : NULL;
    default:
        return at_place(reach, SCOPE_COLLIDER, &finding->place);
    }
}

static struct finding *cause_in(const struct reach *reach, enum cause_scope scope, const struct finding *finding)
{
    if (scope == SCOPE_DATA) {
        return needs_search(reach->avatar, finding->pointer, mark_of, reach);
    }
    if (scope == SCOPE_WITHIN) {
        return find_containing(reach, LIST_WITHIN, finding->pointer);
    }
    if (scope == SCOPE_HOLLOW) {
        return find_containing(reach, LIST_HOLLOW, finding->pointer);
    }
    if (scope == SCOPE_THING) {
        return strchr(place_pattern(finding->place.kind), '#') == NULL
                   ? NULL
                   : find_containing(reach, LIST_THINGS, thing_of(reach, &finding->place));
    }
    if (scope == SCOPE_CULPRIT) {
        return find_containing(reach, LIST_CULPRITS, finding->pointer);
    }
    if (scope == SCOPE_BLAMED) {
        return blamed_by(reach, finding);
    }
    if (scope == SCOPE_COLLIDER && finding->blames) {
        return of_collider(reach, finding);
    }
    if (scope == SCOPE_PART) {
        struct finding *found = NULL;
        for (size_t i = 0; found == NULL && i < finding->related_count; i++) {
            found = part_of(reach, LIST_WITHIN, finding->related[i].pointer);
        }
        return found;
    }
    if (scope == SCOPE_INSIDE) { /* everything is inside the file, and explains nothing about it as a whole */
        return finding->pointer[0] == '\0' ? NULL : part_of(reach, LIST_WITHIN, finding->pointer);
    }
    struct finding *found = at_place(reach, scope, &finding->place);
    if (scope == SCOPE_LOST && finding->rule == RULE_GLTF_NO_SCENE && found != NULL &&
        strrchr(found->pointer, '/') != found->pointer) {
        return NULL; /* scenes are in no extension */
    }
    bool elsewhere = scope == SCOPE_BELOW && about_which_node(reach->avatar, &finding->place) == SCENE_NONE &&
                     about_which_spring(reach->avatar, &finding->place) == SPRINGS_NONE;
    size_t related_count = scope == SCOPE_NODE ? finding->related_count : elsewhere && finding->related_count > 0;
    for (size_t i = 0; found == NULL && i < related_count; i++) {
        struct place related = place_at(finding->related[i].pointer);
        found = at_place(reach, scope, &related);
    }
    return found;
}

struct finding *reach_cause(const struct reach *reach, const struct finding *finding)
{
    struct finding *found = NULL;
    for (unsigned scope = SCOPE_NONE + 1; found == NULL && scope <= SCOPE_FILE; scope++) {
        if (scope != SCOPE_JOINT && (reach->scopes[finding->rule] & 1U << scope) != 0) {
            found = cause_in(reach, (enum cause_scope)scope, finding);
        }
    }
    return found;
}
