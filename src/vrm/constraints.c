#include "vrm/constraints.h"

#include <string.h>

#include "base/sort.h"

#define CONSTRAINT_EXTENSION "VRMC_node_constraint"
#define VECTOR_MAX 3.4028235e38 /* larger numbers become infinity in single precision */

static const char *const kind_names[] = {
    [CONSTRAINT_UNKNOWN] = "unknown",   [CONSTRAINT_ROLL] = "roll",         [CONSTRAINT_AIM] = "aim",
    [CONSTRAINT_ROTATION] = "rotation", [CONSTRAINT_POSITION] = "position",
};

const char *constraint_kind_name(enum constraint_kind kind)
{
    return kind_names[kind];
}

static bool is_draft(const struct tree *extension)
{
    return tree_reports(extension, "specVersion", "1.0-draft");
}

static bool object_has(const struct tree *object, const char *key)
{
    return tree_get(object, key) != NULL;
}

/* Whether the kinds are in the extension object itself, as in the tables of draft A. */
static bool is_flattened(const struct tree *extension)
{
    const struct tree *aim = tree_get(extension, "aim");
    return is_draft(extension) && !object_has(extension, "constraint") && !object_has(aim, "aimAxis") &&
           (object_has(extension, "position") || object_has(extension, "rotation") || aim != NULL);
}

/* Returns the object with the kinds. Without "constraint" it is the extension itself, which is valid only in
 * draft A. */
static const struct tree *kinds_of(const struct tree *extension)
{
    return object_has(extension, "constraint") ? tree_get(extension, "constraint") : extension;
}

static bool has_spaces(const struct tree *body)
{
    return object_has(body, "sourceSpace") || object_has(body, "destinationSpace");
}

enum constraint_layout constraint_layout(const struct tree *extension)
{
    if (!is_draft(extension)) {
        return LAYOUT_1_0;
    }
    if (is_flattened(extension)) {
        return LAYOUT_DRAFT_A;
    }
    const struct tree *kinds = kinds_of(extension);
    const struct tree *aim = tree_get(kinds, "aim");
    const struct tree *rotation = tree_get(kinds, "rotation");
    if (object_has(aim, "aimAxis")) {
        const char *axis = tree_text(tree_get(aim, "aimAxis"), NULL);
        return axis != NULL && (*axis == '+' || *axis == '-') ? LAYOUT_DRAFT_D : LAYOUT_1_0;
    }
    if (object_has(kinds, "roll")) {
        return LAYOUT_1_0;
    }
    if (!object_has(kinds, "position") && aim == NULL && !has_spaces(rotation) && object_has(rotation, "axes")) {
        return LAYOUT_DRAFT_C;
    }
    return LAYOUT_DRAFT_A;
}

/* Finds the only kind, with its body. Returns CONSTRAINT_UNKNOWN if there are none or several. */
static enum constraint_kind find_kind(const struct tree *kinds, const struct tree **body)
{
    enum constraint_kind kind = CONSTRAINT_UNKNOWN;
    for (enum constraint_kind i = CONSTRAINT_ROLL; i <= CONSTRAINT_POSITION; i++) {
        const struct tree *value = tree_get(kinds, kind_names[i]);
        if (value == NULL) {
            continue;
        }
        if (kind != CONSTRAINT_UNKNOWN || !tree_is_object(value)) {
            *body = NULL;
            return CONSTRAINT_UNKNOWN;
        }
        kind = i;
        *body = value;
    }
    return kind;
}

bool constraint_has_kind(enum constraint_layout layout, enum constraint_kind kind)
{
    switch (layout) {
    case LAYOUT_1_0:
    case LAYOUT_DRAFT_D:
        return kind == CONSTRAINT_ROLL || kind == CONSTRAINT_AIM || kind == CONSTRAINT_ROTATION;
    case LAYOUT_DRAFT_A:
        return kind == CONSTRAINT_POSITION || kind == CONSTRAINT_AIM || kind == CONSTRAINT_ROTATION;
    case LAYOUT_DRAFT_B:
    case LAYOUT_DRAFT_C:
        break;
    }
    return kind == CONSTRAINT_ROTATION;
}

/* ---- axes of a roll or an aim ---- */

static const char *const roll_axes[] = {"X", "Y", "Z"};

static const char *const aim_axes[AXIS_COUNT] = {
    [AXIS_POSITIVE_X] = "PositiveX", [AXIS_POSITIVE_Y] = "PositiveY", [AXIS_POSITIVE_Z] = "PositiveZ",
    [AXIS_NEGATIVE_X] = "NegativeX", [AXIS_NEGATIVE_Y] = "NegativeY", [AXIS_NEGATIVE_Z] = "NegativeZ",
};

static const char *const draft_aim_axes[AXIS_COUNT] = {
    [AXIS_POSITIVE_X] = "+X", [AXIS_POSITIVE_Y] = "+Y", [AXIS_POSITIVE_Z] = "+Z",
    [AXIS_NEGATIVE_X] = "-X", [AXIS_NEGATIVE_Y] = "-Y", [AXIS_NEGATIVE_Z] = "-Z",
};

struct vec3 constraint_axis_vector(enum constraint_axis axis)
{
    static const struct vec3 vectors[AXIS_COUNT] = {
        [AXIS_POSITIVE_X] = {1, 0, 0},  [AXIS_POSITIVE_Y] = {0, 1, 0},  [AXIS_POSITIVE_Z] = {0, 0, 1},
        [AXIS_NEGATIVE_X] = {-1, 0, 0}, [AXIS_NEGATIVE_Y] = {0, -1, 0}, [AXIS_NEGATIVE_Z] = {0, 0, -1},
    };
    return vectors[axis];
}

const char *constraint_axis_name(const struct constraint *constraint, enum constraint_axis axis)
{
    return constraint->kind == CONSTRAINT_ROLL    ? roll_axes[axis % 3]
           : constraint->layout == LAYOUT_DRAFT_D ? draft_aim_axes[axis]
                                                  : aim_axes[axis];
}

static enum constraint_axis find_axis(const struct tree *value, const char *const *names, size_t count)
{
    const char *text = tree_text(value, NULL);
    for (size_t i = 0; text != NULL && i < count; i++) {
        if (strcmp(text, names[i]) == 0) {
            return (enum constraint_axis)i;
        }
    }
    return AXIS_COUNT;
}

static enum constraint_axis read_axis(const struct constraint *constraint)
{
    if (constraint->kind == CONSTRAINT_ROLL) {
        return find_axis(tree_get(constraint->body, "rollAxis"), roll_axes, sizeof roll_axes / sizeof roll_axes[0]);
    }
    const char *const *names = constraint->layout == LAYOUT_DRAFT_D ? draft_aim_axes : aim_axes;
    return find_axis(tree_get(constraint->body, "aimAxis"), names, AXIS_COUNT);
}

/* ---- members of drafts ---- */

static enum constraint_space read_space(const struct tree *value)
{
    const char *text = tree_text(value, NULL);
    if (value == NULL || (text != NULL && strcmp(text, "model") == 0)) {
        return SPACE_MODEL;
    }
    return text != NULL && strcmp(text, "local") == 0 ? SPACE_LOCAL : SPACE_UNKNOWN;
}

static struct constraint_axes read_axes(const struct constraint *constraint)
{
    struct constraint_axes axes = {.key = constraint->layout == LAYOUT_DRAFT_C ? "axes" : "freezeAxes",
                                   .follows = {true, true, true}};
    bool follows[3] = {true, true, true};
    const struct tree *value = tree_get(constraint->body, axes.key);
    size_t count = constraint->kind == CONSTRAINT_AIM ? 2 : 3;
    if (!tree_is_array(value) || tree_count(value) != count) {
        return axes;
    }
    size_t following = 0;
    for (size_t i = 0; i < count; i++) {
        if (!tree_flag(tree_at(value, i), &follows[i])) {
            return axes;
        }
        following += follows[i];
    }
    memcpy(axes.follows, follows, sizeof follows);
    axes.count = count;
    axes.following = following;
    return axes;
}

static struct constraint_vector read_constraint_vector(const struct tree *value, struct vec3 otherwise)
{
    struct constraint_vector vector = {.value = otherwise, .present = value != NULL};
    struct vec3 given;
    if (tree_vec3(value, &given) && vec3_length(given) <= VECTOR_MAX) {
        vector.value = given;
        vector.given = true;
    }
    return vector;
}

static void read_draft(struct constraint *constraint)
{
    const struct tree *body = constraint->body;
    if (constraint->layout == LAYOUT_DRAFT_A) {
        constraint->source_space = read_space(tree_get(body, "sourceSpace"));
        constraint->destination_space = read_space(tree_get(body, "destinationSpace"));
        /* The draft's schema has 0 0 1 as the default of upVector too, which would define no rotation. */
        constraint->aim_vector = read_constraint_vector(tree_get(body, "aimVector"), (struct vec3){0, 0, 1});
        constraint->up_vector = read_constraint_vector(tree_get(body, "upVector"), (struct vec3){0, 1, 0});
        constraint->space_ambiguous =
            constraint->kind == CONSTRAINT_ROTATION && !constraint->flattened && !has_spaces(body);
    }
    constraint->axes = read_axes(constraint);
}

static void read_constraint(struct constraint *constraint, const struct scene *scene, const struct tree *json,
                            size_t destination)
{
    *constraint = (struct constraint){
        .json = json,
        .kinds = kinds_of(json),
        .version = tree_text(tree_get(json, "specVersion"), NULL),
        .layout = constraint_layout(json),
        .destination = destination,
        .weight = 1,
        .flattened = is_flattened(json),
        .axis = AXIS_COUNT,
    };
    if (constraint->flattened || constraint->kinds != json) {
        constraint->kind = find_kind(constraint->kinds, &constraint->body);
    }
    constraint->known = constraint_has_kind(constraint->layout, constraint->kind);
    constraint->source = scene_resolve(scene, tree_get(constraint->body, "source"));
    double weight;
    if (tree_number(tree_get(constraint->body, "weight"), &weight) && weight >= 0 && weight <= 1) {
        constraint->weight = weight;
        constraint->weight_given = true;
    }
    if (constraint->layout == LAYOUT_1_0 || constraint->layout == LAYOUT_DRAFT_D) {
        enum constraint_space space = constraint->kind == CONSTRAINT_AIM ? SPACE_MODEL : SPACE_LOCAL;
        constraint->source_space = space;
        constraint->destination_space = space;
        constraint->axis = read_axis(constraint);
    } else {
        read_draft(constraint);
    }
}

struct constraints *constraints_read(struct document *document, const struct scene *scene)
{
    struct constraints *constraints = arena_alloc(document->arena, sizeof *constraints);
    size_t count = 0;
    for (size_t i = 0; i < scene->count; i++) {
        count += scene->nodes[i].constrained;
    }
    constraints->items = arena_array(document->arena, count, sizeof *constraints->items);
    for (size_t i = 0; i < scene->count; i++) {
        arena_pulse(document->arena);
        if (scene->nodes[i].constrained) {
            const struct tree *json = tree_extension(scene->nodes[i].json, CONSTRAINT_EXTENSION);
            read_constraint(&constraints->items[constraints->count++], scene, json, i);
        }
    }
    return constraints;
}

const struct constraint *constraints_find(const struct constraints *constraints, size_t node)
{
    const struct constraint *items = constraints->items;
    size_t at;
    SORT_SEARCH(at, 0, constraints->count, items[at].destination < node);
    return at < constraints->count && items[at].destination == node ? &items[at] : NULL;
}
