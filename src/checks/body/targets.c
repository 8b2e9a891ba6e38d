/*
 * The names of morph targets: extras.targetNames of a mesh, or of its first primitive.
 */
#include <string.h>

#include "base/sort.h"
#include "checks/avatar/names.h"
#include "checks/body/body.h"
#include "checks/fixes.h"
#include "ids/messages_vrm_face.h"
#include "ids/messages_words.h"

/* A name that appears earlier in its list. */
struct repeat {
    const char *name;
    size_t mesh;
    size_t first;
    size_t index;
};

struct targets {
    struct check *check;
    enum dialect dialect;
    const struct surfaces *surfaces;
    struct repeat *repeats;
    size_t count;
    size_t room;
};

struct names {
    const struct tree *list;
    const char *pointer; /* JSON pointer to it, relative to the mesh */
};

static struct names names_of(const struct surface_mesh *mesh)
{
    const struct tree *own = tree_get(tree_get(mesh->json, "extras"), "targetNames");
    const struct tree *primitive = tree_at(tree_get(mesh->json, "primitives"), 0);
    const struct tree *other = tree_get(tree_get(primitive, "extras"), "targetNames");
    return tree_is_array(own) || other == NULL ? (struct names){own, "extras/targetNames"}
                                               : (struct names){other, "primitives/0/extras/targetNames"};
}

/* ---- repeated names ---- */

static int compare_names(const void *left, const void *right)
{
    const struct repeat *a = left;
    const struct repeat *b = right;
    return sort_then(strcmp(a->name, b->name), a->index, b->index);
}

static int compare_places(const void *left, const void *right)
{
    const struct repeat *a = left;
    const struct repeat *b = right;
    return sort_then(sort_order(a->mesh, b->mesh), a->index, b->index);
}

static void find_repeats(struct targets *targets, size_t mesh, const struct tree *names)
{
    struct arena *arena = targets->check->arena;
    struct arena *room = arena_open(arena);
    struct repeat *sorted = arena_array(room, tree_count(names), sizeof *sorted);
    size_t count = 0;
    for (size_t i = 0; i < tree_count(names); i++) {
        const char *name = tree_text(tree_at(names, i), NULL);
        if (name != NULL) {
            sorted[count++] = (struct repeat){name, mesh, i, i};
        }
    }
    sort_array(room, sorted, count, sizeof *sorted, compare_names);
    for (size_t i = 1; i < count; i++) {
        if (strcmp(sorted[i].name, sorted[i - 1].name) == 0) {
            sorted[i].first = sorted[i - 1].first;
            targets->repeats =
                arena_grow(arena, targets->repeats, targets->count, &targets->room, sizeof *targets->repeats);
            targets->repeats[targets->count++] = sorted[i];
        }
    }
    arena_close(room);
}

static struct place repeat_place(const struct targets *targets, const struct repeat *repeat)
{
    const char *list = names_of(&targets->surfaces->meshes[repeat->mesh]).pointer;
    return place_of(PLACE_MESH, repeat->mesh, 0, arena_printf(targets->check->arena, "%s/%zu", list, repeat->index));
}

static void relate_repeat(const struct targets *targets, struct finding *finding, const struct repeat *repeat)
{
    struct place place = repeat_place(targets, repeat);
    if (targets->dialect == DIALECT_VRM0) {
        finding_relate(finding, WORDS_ALONE, place, ARGUMENTS(TEXT("thing", repeat->name)));
    } else {
        finding_relate(finding, RELATED_VRM_DUPLICATE_TARGET_NAME__DEFAULT, place,
                       ARGUMENTS(the_avatar_mesh("mesh", targets->check, repeat->mesh), COUNT("index", repeat->index),
                                 TEXT("name", repeat->name)));
    }
}

static void report_repeats(struct targets *targets)
{
    struct check *check = targets->check;
    if (targets->count == 0) {
        return;
    }
    sort_array(check->arena, targets->repeats, targets->count, sizeof *targets->repeats, compare_places);
    const struct repeat *first = &targets->repeats[0];
    struct finding *finding = report_twin(
        check->findings, targets->dialect,
        targets->count > 1 ? MESSAGE_VRM_DUPLICATE_TARGET_NAME__SEVERAL : MESSAGE_VRM_DUPLICATE_TARGET_NAME__DEFAULT,
        repeat_place(targets, first),
        ARGUMENTS(the_avatar_mesh("mesh", check, first->mesh), TEXT("name", first->name), COUNT("first", first->first),
                  COUNT("second", first->index), COUNT("more", targets->count - 1)));
    finding_measure(finding, "count", (double)targets->count);
    for (size_t i = 0; finding_wants_edits(finding) && i < targets->surfaces->mesh_count; i++) {
        const struct surface_mesh *mesh = &targets->surfaces->meshes[i];
        fix_target_names(finding, i, mesh->json, names_of(mesh).list);
    }
    for (size_t i = 1; i < targets->count && i <= FINDING_RELATED_MAX && finding != NULL; i++) {
        relate_repeat(targets, finding, &targets->repeats[i]);
    }
}

/* ---- */

static void check_mesh(struct targets *targets, size_t mesh)
{
    const struct surface_mesh *found = &targets->surfaces->meshes[mesh];
    struct check *check = targets->check;
    struct names names = names_of(found);
    struct argument name = the_avatar_mesh("mesh", check, mesh);
    if (tree_is_array(names.list)) {
        find_repeats(targets, mesh, names.list);
    }
    if (found->most == SIZE_MAX) {
        return;
    }
    if (names.list == NULL && found->most > 0 && targets->dialect == DIALECT_VRM1) {
        report(check->findings, MESSAGE_VRM_TARGET_NAMES_MISSING__DEFAULT, place_of(PLACE_MESH, mesh, 0, NULL),
               ARGUMENTS(name, COUNT("count", found->most)));
    } else if (tree_is_array(names.list) && tree_count(names.list) != found->most) {
        struct finding *finding =
            report_twin(check->findings, targets->dialect, MESSAGE_VRM_TARGET_NAMES_LENGTH__DEFAULT,
                        place_of(PLACE_MESH, mesh, 0, names.pointer),
                        ARGUMENTS(name, COUNT("names", tree_count(names.list)), COUNT("count", found->most)));
        finding_measure(finding, "names", (double)tree_count(names.list));
        finding_measure(finding, "targets", (double)found->most);
    }
}

void check_body_targets(struct check *check)
{
    const struct avatar *avatar = check->avatar;
    bool present[] = {[DIALECT_VRM1] = avatar->vrm1->present, [DIALECT_VRM0] = avatar->vrm0_avatar->json != NULL};
    for (enum dialect dialect = DIALECT_VRM1; dialect <= DIALECT_VRM0; dialect++) {
        struct targets targets = {.check = check, .dialect = dialect, .surfaces = avatar->surfaces};
        for (size_t mesh = 0; present[dialect] && mesh < avatar->surfaces->mesh_count; mesh++) {
            check_mesh(&targets, mesh);
        }
        report_repeats(&targets);
    }
}
