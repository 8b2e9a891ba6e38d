/* Checks the attributes of a primitive and of its morph targets: names, forms and locations of their numbers. */
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/nearest.h"
#include "checks/absent.h"
#include "checks/gltf/core.h"
#include "ids/messages_mesh.h"

/* ---- names ---- */

enum semantic { POSITION, NORMAL, TANGENT, TEXCOORD, COLOR, JOINTS, WEIGHTS, OWN, UNKNOWN };

static const struct {
    const char *name;
    bool sets;
    bool targets;
} semantics[] = {
    [POSITION] = {"POSITION", false, true}, [NORMAL] = {"NORMAL", false, true}, [TANGENT] = {"TANGENT", false, true},
    [TEXCOORD] = {"TEXCOORD_", true, true}, [COLOR] = {"COLOR_", true, true},   [JOINTS] = {"JOINTS_", true, false},
    [WEIGHTS] = {"WEIGHTS_", true, false},
};

enum { SET_DIGITS = 4 };

/* Returns the meaning of a name, and the number of its set in *set. */
static enum semantic semantic_of(const char *name, bool target, size_t *set)
{
    *set = 0;
    for (enum semantic i = POSITION; i < OWN; i++) {
        size_t length = strlen(semantics[i].name);
        if ((target && !semantics[i].targets) || strncmp(name, semantics[i].name, length) != 0) {
            continue;
        }
        const char *digits = name + length;
        size_t count = strspn(digits, "0123456789");
        if (!semantics[i].sets) {
            return *digits == '\0' ? i : UNKNOWN;
        }
        if (count == 0 || count > SET_DIGITS || digits[count] != '\0' || (count > 1 && *digits == '0')) {
            return UNKNOWN;
        }
        for (size_t k = 0; k < count; k++) {
            *set = *set * 10 + (size_t)(digits[k] - '0');
        }
        return i;
    }
    return *name == '_' ? OWN : UNKNOWN;
}

static bool core_attribute_is_known(const char *name, bool target)
{
    size_t set;
    return semantic_of(name, target, &set) != UNKNOWN;
}

/* ---- forms ---- */

/* Allowed component types, as bits; for plain and for normalised values. */
#define BYTES (1U << 0)
#define UBYTES (1U << 1)
#define SHORTS (1U << 2)
#define USHORTS (1U << 3)
#define UINTS (1U << 5)
#define FLOATS (1U << 6)

struct attribute_form {
    size_t least; /* number of components */
    size_t most;
    unsigned plain;
    unsigned normalised;
    enum message wanted;
};

static const struct attribute_form base_forms[] = {
    [POSITION] = {3, 3, FLOATS, 0, WORDS_WANTS_VEC3},
    [NORMAL] = {3, 3, FLOATS, 0, WORDS_WANTS_VEC3},
    [TANGENT] = {4, 4, FLOATS, 0, WORDS_WANTS_VEC4},
    [TEXCOORD] = {2, 2, FLOATS, UBYTES | USHORTS, WORDS_WANTS_TEXCOORD},
    [COLOR] = {3, 4, FLOATS, UBYTES | USHORTS, WORDS_WANTS_COLOR},
    [JOINTS] = {4, 4, UBYTES | USHORTS, 0, WORDS_WANTS_JOINTS},
    [WEIGHTS] = {4, 4, FLOATS, UBYTES | USHORTS, WORDS_WANTS_WEIGHTS},
};
static const struct attribute_form target_forms[] = {
    [POSITION] = {3, 3, FLOATS, 0, WORDS_WANTS_VEC3},
    [NORMAL] = {3, 3, FLOATS, 0, WORDS_WANTS_VEC3},
    [TANGENT] = {3, 3, FLOATS, 0, WORDS_WANTS_VEC3},
    [TEXCOORD] = {2, 2, FLOATS, BYTES | UBYTES | SHORTS | USHORTS, WORDS_WANTS_TEXCOORD},
    [COLOR] = {3, 4, FLOATS, BYTES | UBYTES | SHORTS | USHORTS, WORDS_WANTS_COLOR},
};

/* Adds the forms of KHR_mesh_quantization. */
static void add_quantized(enum semantic semantic, bool target, struct attribute_form *form)
{
    const unsigned small = BYTES | UBYTES | SHORTS | USHORTS;
    const unsigned sign = BYTES | SHORTS;
    switch (semantic) {
    case POSITION:
        form->plain |= target ? sign : small;
        form->normalised |= target ? sign : small;
        break;
    case NORMAL:
    case TANGENT:
        form->normalised |= sign;
        break;
    case TEXCOORD:
        form->plain |= target ? sign : small;
        form->normalised |= target ? sign : small;
        break;
    default:
        break;
    }
}

static bool has_form(const struct core_accessor *accessor, const struct attribute_form *form)
{
    unsigned bit = 1U << (accessor->component - COMPONENT_BYTE);
    /* a flag that has no meaning is reported at the accessor */
    bool flag = accessor->normalized && accessor->component != COMPONENT_FLOAT && accessor->component != COMPONENT_UINT;
    return accessor->type[0] != 'M' && accessor->components >= form->least && accessor->components <= form->most &&
           ((flag ? form->normalised : form->plain) & bit) != 0;
}

static bool is_of_attribute(const struct core *core, const char *name, const struct core_accessor *accessor)
{
    size_t set;
    enum semantic semantic = semantic_of(name, false, &set);
    if (semantic >= OWN) {
        return true;
    }
    struct attribute_form form = base_forms[semantic];
    if (core->quantized) {
        add_quantized(semantic, false, &form);
    }
    return has_form(accessor, &form);
}

/* ---- one attribute ---- */

/* An attribute and its place. */
struct attribute {
    struct spot spot;
    struct argument part;
    const char *name;
    enum semantic semantic;
    bool target;
    struct core_accessor *accessor; /* NULL if unknown */
    bool exchanged;                 /* with another attribute, which is reported for both */
    bool alone;                     /* POSITION isn't beside it */
};

/* Relates the accessor. Primitives share accessors, so a mistake in one is reported once. */
static void relate_accessor(const struct core *core, struct finding *finding, enum message related,
                            const struct core_accessor *accessor)
{
    size_t index = core_index(core, accessor);
    finding_relate(finding, related, place_of(PLACE_ACCESSOR, index, 0, NULL), ARGUMENTS(COUNT("accessor", index)));
}

/* Checks the form of an attribute; returns false if it reports one. */
static bool check_form(struct core *core, const struct attribute *attribute)
{
    const struct core_accessor *accessor = attribute->accessor;
    struct argument name = TEXT("attribute", attribute->name);
    struct argument index = COUNT("accessor", core_index(core, accessor));
    struct place place = spot_place(core, &attribute->spot);
    struct finding *finding;
    if (attribute->semantic == OWN) {
        if (accessor->component != COMPONENT_UINT) {
            return true;
        }
        finding = report(core->check->findings, MESSAGE_MESH_ATTRIBUTE_FORMAT__OWN, place,
                         ARGUMENTS(attribute->part, name, index, core_form(core, accessor)));
    } else {
        struct attribute_form form = (attribute->target ? target_forms : base_forms)[attribute->semantic];
        if (core->quantized) {
            add_quantized(attribute->semantic, attribute->target, &form);
        }
        if (has_form(accessor, &form)) {
            return true;
        }
        finding =
            report(core->check->findings, MESSAGE_MESH_ATTRIBUTE_FORMAT__DEFAULT, place,
                   ARGUMENTS(attribute->part, name, index, core_form(core, accessor), WORD("wanted", form.wanted)));
    }
    relate_accessor(core, finding, RELATED_MESH_ATTRIBUTE_FORMAT__DEFAULT, accessor);
    return false;
}

enum { STRIDE_MAX = 252 };

static void check_layout(struct core *core, const struct attribute *attribute)
{
    const struct core_accessor *accessor = attribute->accessor;
    struct argument name = TEXT("attribute", attribute->name);
    if (accessor->view == CORE_NONE) {
        return;
    }
    struct core_view *view = &core->views[accessor->view];
    size_t index = core_index(core, accessor);
    bool offset = fmod(accessor->offset, 4) != 0;
    bool step = view->stride == 0 && accessor->size % 4 != 0;
    if ((offset || step) && !accessor->unaligned) {
        struct finding *finding =
            report(core->check->findings,
                   offset ? MESSAGE_MESH_ATTRIBUTE_UNALIGNED__DEFAULT : MESSAGE_MESH_ATTRIBUTE_UNALIGNED__SIZE,
                   spot_place(core, &attribute->spot),
                   ARGUMENTS(attribute->part, name, COUNT("accessor", index),
                             core_count("bytes", offset ? accessor->offset : (double)accessor->size)));
        relate_accessor(core, finding, RELATED_MESH_ATTRIBUTE_UNALIGNED__DEFAULT, accessor);
    }
    if (view->attribute == CORE_NONE) {
        view->attribute = index;
    } else if (view->attribute != index && view->sound && view->stride == 0 && !view->shared) {
        view->shared = true;
        struct finding *finding = report(
            core->check->findings, MESSAGE_MESH_SHARED_VIEW_WITHOUT_STRIDE__DEFAULT, spot_place(core, &attribute->spot),
            ARGUMENTS(attribute->part, name, COUNT("view", accessor->view), COUNT("other", view->attribute)));
        if (view->element != CORE_NONE && view->element % 4 == 0 && view->element <= STRIDE_MAX) {
            finding_edit(finding, VRMLINT_EDIT_SET, place_of(PLACE_BUFFER_VIEW, accessor->view, 0, "byteStride"),
                         arena_printf(core->arena, "%zu", view->element));
        } else {
            finding_fix(finding, VRMLINT_FIX_NONE);
        }
    }
}

static void report_unknown(const struct core *core, const struct attribute *attribute)
{
    enum { NAME_MOST = 32 };
    struct place place = spot_place(core, &attribute->spot);
    char upper[NAME_MOST] = "";
    size_t set;
    struct finding *finding;
    for (size_t i = 0; i < NAME_MOST - 1 && attribute->name[i] != '\0'; i++) {
        upper[i] = ascii_upper(attribute->name[i]);
    }
    if (semantic_of(upper, attribute->target, &set) != UNKNOWN && strlen(upper) == strlen(attribute->name)) {
        finding = report(core->check->findings, MESSAGE_MESH_UNKNOWN_ATTRIBUTE__CASE, place,
                         ARGUMENTS(attribute->part, TEXT("other", attribute->name),
                                   TERM("first", arena_printf(core->arena, "%s", upper))));
    } else if (*upper != '\0' &&
               semantic_of(arena_printf(core->arena, "%s_0", upper), attribute->target, &set) != UNKNOWN &&
               strlen(upper) == strlen(attribute->name)) {
        finding = report(core->check->findings, MESSAGE_MESH_UNKNOWN_ATTRIBUTE__NUMBER, place,
                         ARGUMENTS(attribute->part, TEXT("other", attribute->name),
                                   TERM("first", arena_printf(core->arena, "%s_0", upper))));
    } else {
        finding =
            report(core->check->findings,
                   attribute->target ? MESSAGE_MESH_UNKNOWN_ATTRIBUTE__TARGET : MESSAGE_MESH_UNKNOWN_ATTRIBUTE__DEFAULT,
                   place, ARGUMENTS(attribute->part, TEXT("attribute", attribute->name)));
    }
    struct nearest nearest = nearest_to(upper, strlen(upper));
    nearest_offer(&nearest, "POSITION");
    if (finding != NULL && attribute->alone && nearest.best.text != NULL) {
        finding->absent = arena_printf(core->arena, "/meshes/%zu/primitives/%zu/attributes/POSITION",
                                       attribute->spot.index[0], attribute->spot.index[1]);
    }
}

/* Checks one attribute; returns false if its name is unknown. */
static bool check_attribute(struct core *core, struct attribute *attribute, const struct tree *value, size_t *set)
{
    attribute->semantic = semantic_of(attribute->name, attribute->target, set);
    attribute->accessor = core_accessor(core, value);
    if (attribute->semantic == UNKNOWN) {
        core_use_accessor(core, value, USE_VERTICES, &attribute->spot);
        report_unknown(core, attribute);
        return false;
    }
    if (attribute->accessor != NULL && (attribute->exchanged || !check_form(core, attribute))) {
        core_refer_to(core, attribute->accessor);
        attribute->accessor = NULL; /* probably another attribute's */
        return true;
    }
    core_use_accessor(core, value, USE_VERTICES, &attribute->spot);
    if (attribute->accessor == NULL) {
        return true;
    }
    check_layout(core, attribute);
    if (attribute->semantic == POSITION &&
        (tree_get(attribute->accessor->json, "min") == NULL || tree_get(attribute->accessor->json, "max") == NULL)) {
        struct finding *finding = report(
            core->check->findings, MESSAGE_MESH_POSITION_WITHOUT_BOUNDS__DEFAULT, spot_place(core, &attribute->spot),
            ARGUMENTS(attribute->part,
                      WORD("positions", attribute->target ? WORDS_POSITIONS_OF_TARGET : WORDS_POSITIONS),
                      COUNT("accessor", core_index(core, attribute->accessor))));
        relate_accessor(core, finding, RELATED_MESH_POSITION_WITHOUT_BOUNDS__DEFAULT, attribute->accessor);
        absent_note(core->check, finding, ABSENT_LACKS,
                    arena_printf(core->check->arena, "/accessors/%zu/%s", core_index(core, attribute->accessor),
                                 tree_get(attribute->accessor->json, "min") == NULL ? "min" : "max"));
        core_wants_bounds(core, finding, attribute->accessor);
    }
    return true;
}

/* ---- a primitive ---- */

enum { SETS_MAX = 64 };

/* Whether the sets are numbered from 0 without a gap. *count receives the number of consecutive sets. */
static bool is_gapless(uint64_t sets, size_t *count)
{
    *count = 0;
    while (*count < SETS_MAX && (sets >> *count & 1) != 0) {
        ++*count;
    }
    return *count == SETS_MAX || sets >> *count == 0;
}

static void check_gaps(struct core *core, size_t mesh, size_t primitive, struct argument part, const uint64_t sets[OWN],
                       struct attributes *attributes)
{
    size_t counts[OWN] = {0};
    for (enum semantic i = TEXCOORD; i < OWN; i++) {
        if (is_gapless(sets[i], &counts[i])) {
            continue;
        }
        if (!attributes->gap) {
            attributes->gap_finding =
                report(core->check->findings, MESSAGE_MESH_ATTRIBUTE_GAP__DEFAULT,
                       place_of(PLACE_PRIMITIVE, mesh, primitive, "attributes"),
                       ARGUMENTS(part, TERM("semantic", semantics[i].name), COUNT("missing", counts[i])));
        }
        attributes->gap = true;
    }
    attributes->joints = counts[JOINTS];
    attributes->weights = counts[WEIGHTS];
    attributes->texcoords = sets[TEXCOORD];
}

void core_close_gaps(struct finding *finding, const struct tree *list)
{
    uint64_t sets[OWN] = {0};
    size_t set;
    for (void *i = tree_first(list); i != NULL; i = tree_next(list, i)) {
        enum semantic semantic = semantic_of(tree_key(i), false, &set);
        if (semantic < OWN && set < SETS_MAX) {
            sets[semantic] |= (uint64_t)1 << set;
        } else if (semantic < OWN) { /* unrealistic number */
            finding_fix(finding, VRMLINT_FIX_NONE);
            return;
        }
    }
    for (void *i = tree_first(list); i != NULL; i = tree_next(list, i)) {
        enum semantic semantic = semantic_of(tree_key(i), false, &set);
        size_t rank = 0;
        for (size_t k = 0; semantic < OWN && k < set; k++) {
            rank += sets[semantic] >> k & 1;
        }
        if (semantic < OWN && rank != set) {
            char where[40];
            char name[24];
            snprintf(where, sizeof where, "0/%s", tree_key(i));
            snprintf(name, sizeof name, "%s%zu", semantics[semantic].name, rank);
            finding_edit_at(finding, VRMLINT_EDIT_RENAME, where, name);
        }
    }
}

/* Returns the number of elements of all attributes except POSITION, if at least two agree on another number than
 * POSITION's; -1 if not. */
static double count_of_others(struct core *core, const struct tree *json, double vertices)
{
    double count = -1;
    size_t others = 0;
    for (void *i = tree_first(json); i != NULL; i = tree_next(json, i)) {
        const struct core_accessor *accessor = core_accessor(core, tree_value(i));
        if (accessor == NULL || strcmp(tree_key(i), "POSITION") == 0) {
            continue;
        }
        if (accessor->count == vertices || (others > 0 && accessor->count != count)) {
            return -1;
        }
        count = accessor->count;
        others++;
    }
    return others < 2 ? -1 : count;
}

/* Reports counts that differ; returns whether any does. Accessors beyond their views are reported elsewhere. */
static bool check_counts(struct core *core, size_t mesh, size_t primitive, struct argument part,
                         const struct tree *json, const struct core_accessor *position, double vertices)
{
    bool outside = position != NULL && position->outside;
    double others = position == NULL ? -1 : count_of_others(core, json, vertices);
    bool differ = others >= 0;
    struct spot spot = {"/meshes/#/primitives/#/attributes", {mesh, primitive}, "POSITION"};
    if (differ && !outside) {
        relate_accessor(core,
                        report(core->check->findings, MESSAGE_MESH_ATTRIBUTE_COUNTS_DIFFER__POSITION,
                               spot_place(core, &spot),
                               ARGUMENTS(part, core_count("vertices", vertices), core_count("count", others))),
                        RELATED_MESH_ATTRIBUTE_COUNTS_DIFFER__DEFAULT, position);
    }
    for (void *i = tree_first(json); i != NULL && others < 0; i = tree_next(json, i)) {
        const struct core_accessor *accessor = core_accessor(core, tree_value(i));
        spot.key = tree_key(i);
        if (accessor == NULL || accessor->count == vertices || !core_attribute_is_known(tree_key(i), false)) {
            continue;
        }
        differ = true;
        if (!accessor->outside && !outside) {
            relate_accessor(core,
                            report(core->check->findings, MESSAGE_MESH_ATTRIBUTE_COUNTS_DIFFER__DEFAULT,
                                   spot_place(core, &spot),
                                   ARGUMENTS(part, TEXT("attribute", tree_key(i)), core_count("count", accessor->count),
                                             core_count("vertices", vertices))),
                            RELATED_MESH_ATTRIBUTE_COUNTS_DIFFER__DEFAULT, accessor);
        }
    }
    return differ;
}

static void check_targets(struct core *core, size_t mesh, size_t primitive, struct argument part,
                          const struct tree *json, double vertices)
{
    const struct tree *targets = tree_get(json, "targets");
    const struct tree *base = tree_get(json, "attributes");
    for (size_t t = 0; t < tree_length(targets); t++) {
        const struct tree *target = tree_at(targets, t);
        for (void *i = tree_first(target); i != NULL; i = tree_next(target, i)) {
            struct attribute attribute = {{"/meshes/#/primitives/#/targets/#", {mesh, primitive, t}, tree_key(i)},
                                          part,
                                          tree_key(i),
                                          UNKNOWN,
                                          true,
                                          NULL,
                                          false,
                                          false};
            size_t set;
            if (!check_attribute(core, &attribute, tree_value(i), &set)) {
                continue;
            }
            bool has_base = tree_get(base, tree_key(i)) != NULL;
            /* primitives without any attributes, or without POSITION, are reported elsewhere */
            if (!has_base && attribute.semantic != POSITION && tree_is_object(base) && tree_count(base) > 0) {
                struct finding *finding = report(
                    core->check->findings, MESSAGE_MESH_TARGET_WITHOUT_BASE__DEFAULT, spot_place(core, &attribute.spot),
                    ARGUMENTS(attribute.part, COUNT("target", t), TEXT("attribute", tree_key(i))));
                finding_relate(finding, RELATED_MESH_TARGET_WITHOUT_BASE__DEFAULT,
                               place_of(PLACE_PRIMITIVE, mesh, primitive, "attributes"), NO_ARGUMENTS);
            } else if (has_base && attribute.accessor != NULL && !attribute.accessor->outside && vertices >= 0 &&
                       attribute.accessor->count != vertices) {
                struct finding *finding = report(
                    core->check->findings, MESSAGE_MESH_TARGET_VERTEX_COUNT__DEFAULT, spot_place(core, &attribute.spot),
                    ARGUMENTS(attribute.part, COUNT("target", t), TEXT("attribute", tree_key(i)),
                              core_count("count", attribute.accessor->count), core_count("vertices", vertices)));
                finding_relate(finding, RELATED_MESH_TARGET_VERTEX_COUNT__DEFAULT,
                               place_of(PLACE_PRIMITIVE, mesh, primitive, "attributes/POSITION"), NO_ARGUMENTS);
            }
        }
    }
}

/* Whether an unknown name is similar to that of an attribute that is required elsewhere. */
static bool is_misspelt(const char *name)
{
    struct nearest nearest = nearest_to(name, strlen(name));
    nearest_offer(&nearest, "POSITION");
    nearest_offer(&nearest, "JOINTS_0");
    nearest_offer(&nearest, "WEIGHTS_0");
    return nearest.best.text != NULL;
}

struct attributes core_check_attributes(struct core *core, size_t mesh, size_t primitive, const struct tree *json)
{
    struct attributes attributes = {.vertices = -1};
    const struct tree *list = tree_get(json, "attributes");
    uint64_t sets[OWN] = {0};
    struct argument part = core_name(core, "part", PLACE_PRIMITIVE, mesh, primitive);
    const struct core_accessor *position = core_accessor(core, tree_get(list, "POSITION"));
    attributes.exchange = core_find_exchange(core, is_of_attribute, json);
    if (attributes.exchange.found) {
        core_report_exchange(core, mesh, primitive, json, &attributes.exchange);
    }
    for (void *i = tree_first(list); i != NULL; i = tree_next(list, i)) {
        struct attribute attribute = {{"/meshes/#/primitives/#/attributes", {mesh, primitive}, tree_key(i)},
                                      part,
                                      tree_key(i),
                                      UNKNOWN,
                                      false,
                                      NULL,
                                      core_is_exchanged(&attributes.exchange, tree_key(i)),
                                      tree_get(list, "POSITION") == NULL};
        size_t set;
        if (!check_attribute(core, &attribute, tree_value(i), &set)) {
            attributes.misspelt = attributes.misspelt || is_misspelt(tree_key(i));
            continue;
        }
        if (attributes.vertices < 0 && attribute.accessor != NULL) {
            attributes.vertices = attribute.accessor->count;
        }
        attributes.normal = attributes.normal || attribute.semantic == NORMAL;
        attributes.tangent = attributes.tangent || attribute.semantic == TANGENT;
        if (attribute.semantic < OWN) {
            sets[attribute.semantic] |= (uint64_t)1 << (set < SETS_MAX ? set : SETS_MAX - 1);
        }
    }
    if (tree_get(list, "POSITION") != NULL) {
        attributes.vertices = position == NULL ? -1 : position->count;
    }
    check_gaps(core, mesh, primitive, part, sets, &attributes);
    /* targets are compared with POSITION; if other attributes differ from it, targets would too */
    bool differ =
        attributes.vertices >= 0 && check_counts(core, mesh, primitive, part, list, position, attributes.vertices);
    check_targets(core, mesh, primitive, part, json, differ ? -1 : attributes.vertices);
    return attributes;
}
