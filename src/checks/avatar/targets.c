/*
 * The names of morph targets: extras.targetNames of a mesh, or of its first primitive.
 */
#include <string.h>

#include "base/sort.h"
#include "checks/avatar/names.h"
#include "checks/mends.h"
#include "ids/messages_vrm.h"

struct names {
    const struct tree *list;
    const char *pointer; /* of it, below the mesh */
};

static struct names names_of(const struct surface_mesh *mesh)
{
    const struct tree *own = tree_get(tree_get(mesh->json, "extras"), "targetNames");
    if (own != NULL) {
        return (struct names){own, "extras/targetNames"};
    }
    const struct tree *primitive = tree_at(tree_get(mesh->json, "primitives"), 0);
    return (struct names){tree_get(tree_get(primitive, "extras"), "targetNames"), "primitives/0/extras/targetNames"};
}

static struct place names_place(size_t mesh, const char *member)
{
    return place_of(PLACE_MESH, mesh, 0, member);
}

/* ---- names that stand twice ---- */

struct named_target {
    const char *name;
    size_t index;
};

static int compare_targets(const void *left, const void *right)
{
    const struct named_target *a = left;
    const struct named_target *b = right;
    return sort_then(strcmp(a->name, b->name), a->index, b->index);
}

/* The first that was found, and how many more. */
struct twice {
    struct finding *finding;
    size_t count;
    size_t mesh;
    size_t first;
    size_t second;
    const char *name;
    const char *pointer;
};

static void find_twice(const struct check *check, struct twice *twice, size_t mesh, const struct names *names,
                       bool relate)
{
    struct arena *room = arena_open(check->arena);
    struct named_target *targets = arena_array(room, tree_count(names->list), sizeof *targets);
    size_t count = 0;
    for (size_t i = 0; i < tree_count(names->list); i++) {
        const char *name = tree_text(tree_at(names->list, i), NULL);
        if (name != NULL) {
            targets[count++] = (struct named_target){name, i};
        }
    }
    sort_array(room, targets, count, sizeof *targets, compare_targets);
    for (size_t i = 1, first = 0; i < count; i++) {
        if (strcmp(targets[i].name, targets[first].name) != 0) {
            first = i;
            continue;
        }
        size_t number = twice->count++;
        if (!relate && number == 0) {
            twice->mesh = mesh;
            twice->first = targets[first].index;
            twice->second = targets[i].index;
            twice->name = targets[i].name;
            twice->pointer = names->pointer;
        } else if (relate && number > 0 && number <= FINDING_RELATED_MAX) {
            finding_relate(twice->finding, RELATED_VRM_DUPLICATE_TARGET_NAME__DEFAULT,
                           names_place(mesh, arena_printf(check->arena, "%s/%zu", names->pointer, targets[i].index)),
                           ARGUMENTS(the_avatar_mesh("mesh", check, mesh), COUNT("index", targets[i].index),
                                     TEXT("name", targets[i].name)));
        }
    }
    arena_close(room);
}

static void go_through(const struct check *check, struct twice *twice, bool relate)
{
    const struct surfaces *surfaces = check->avatar->surfaces;
    twice->count = 0;
    for (size_t mesh = 0; mesh < surfaces->mesh_count; mesh++) {
        struct names names = names_of(&surfaces->meshes[mesh]);
        if (tree_is_array(names.list)) {
            find_twice(check, twice, mesh, &names, relate);
        }
    }
}

static void check_twice(const struct check *check)
{
    struct twice twice = {.count = 0};
    go_through(check, &twice, false);
    if (twice.count == 0) {
        return;
    }
    struct argument mesh = the_avatar_mesh("mesh", check, twice.mesh);
    struct argument name = TEXT("name", twice.name);
    struct argument first = COUNT("first", twice.first);
    struct argument second = COUNT("second", twice.second);
    struct place place = names_place(twice.mesh, arena_printf(check->arena, "%s/%zu", twice.pointer, twice.second));
    twice.finding = twice.count == 1 ? report(check->findings, MESSAGE_VRM_DUPLICATE_TARGET_NAME__DEFAULT, place,
                                              ARGUMENTS(mesh, name, first, second))
                                     : report(check->findings, MESSAGE_VRM_DUPLICATE_TARGET_NAME__SEVERAL, place,
                                              ARGUMENTS(mesh, name, first, second, COUNT("more", twice.count - 1)));
    finding_measure(twice.finding, "count", (double)twice.count);
    for (size_t i = 0; finding_wants_edits(twice.finding) && i < check->avatar->surfaces->mesh_count; i++) {
        const struct surface_mesh *found = &check->avatar->surfaces->meshes[i];
        mend_target_names(twice.finding, i, found->json, names_of(found).list);
    }
    if (twice.finding != NULL && twice.count > 1) {
        go_through(check, &twice, true);
    }
}

/* ---- their number ---- */

static void check_mesh(const struct check *check, size_t mesh)
{
    const struct surface_mesh *found = &check->avatar->surfaces->meshes[mesh];
    struct names names = names_of(found);
    if (found->most == SIZE_MAX) {
        return;
    }
    if (names.list == NULL && found->most > 0) {
        report(check->findings, MESSAGE_VRM_TARGET_NAMES_MISSING__DEFAULT, names_place(mesh, NULL),
               ARGUMENTS(the_avatar_mesh("mesh", check, mesh), COUNT("count", found->most)));
    } else if (tree_is_array(names.list) && tree_count(names.list) != found->most) {
        struct finding *finding =
            report(check->findings, MESSAGE_VRM_TARGET_NAMES_LENGTH__DEFAULT, names_place(mesh, names.pointer),
                   ARGUMENTS(the_avatar_mesh("mesh", check, mesh), COUNT("names", tree_count(names.list)),
                             COUNT("count", found->most)));
        finding_measure(finding, "names", (double)tree_count(names.list));
        finding_measure(finding, "targets", (double)found->most);
    }
}

void check_avatar_targets(struct check *check)
{
    const struct surfaces *surfaces = check->avatar->surfaces;
    if (surfaces == NULL) {
        return;
    }
    for (size_t mesh = 0; mesh < surfaces->mesh_count; mesh++) {
        check_mesh(check, mesh);
    }
    check_twice(check);
}
