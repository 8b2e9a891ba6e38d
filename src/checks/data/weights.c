/* Reports mistakes in joints and weights, once for all primitives that share their sets. */
#include <string.h>

#include "base/sort.h"
#include "checks/data/weights.h"
#include "ids/messages_mesh.h"
#include "ids/rules.h"

enum { JOINTS_MAX = 65536 };

#define DIGITS 6

/* ---- reports ---- */

struct sharing {
    const size_t *others;
    size_t count;
};

static const char *member_of(const struct pairs *pairs, const char *semantic, size_t set)
{
    return arena_printf(pairs->data->check->arena, "attributes/%s_%zu", semantic, set);
}

static void finish_weight_finding(const struct pairs *pairs, const struct sharing *sharing, struct finding *finding,
                                  const struct fault *fault, const char *member)
{
    data_measure(finding, fault->count, pairs->joints[0]->base.count, fault->first);
    data_relate(pairs->data, finding, sharing->others, sharing->count, member);
}

/* Reports a mistake with a message that has the part, the number of affected vertices, the number of all, and the
 * first one. */
static struct finding *report_pair(const struct pairs *pairs, const struct sharing *sharing, enum message message,
                                   const struct fault *fault, const char *semantic, struct argument own)
{
    const struct data *data = pairs->data;
    const char *member = semantic == NULL ? NULL : member_of(pairs, semantic, fault->set);
    struct finding *finding =
        report(data->check->findings, message, data_place(data, pairs->primitive, member),
               ARGUMENTS(the_part("part", data, pairs->primitive), COUNT("count", fault->count),
                         COUNT("total", pairs->joints[0]->base.count), COUNT("first", fault->first), own));
    finish_weight_finding(pairs, sharing, finding, fault, member);
    return finding;
}

static void report_sums(const struct pairs *pairs, const struct sharing *sharing)
{
    const struct faults *faults = &pairs->faults;
    enum vrmlint_severity severity = faults->errors > 0     ? VRMLINT_ERROR
                                     : faults->warnings > 0 ? VRMLINT_WARNING
                                                            : VRMLINT_INFO;
    if (faults->zero.count > 0) {
        struct finding *finding =
            report_pair(pairs, sharing, MESSAGE_SKIN_WEIGHTS_ZERO__DEFAULT, &faults->zero, "WEIGHTS", argument_end());
        finding_measure(finding, "not_normalised", (double)faults->sums.count);
        return;
    }
    if (faults->sums.count > 0) {
        struct finding *finding =
            report_pair(pairs, sharing, MESSAGE_SKIN_WEIGHTS_NOT_NORMALISED__DEFAULT, &faults->sums, "WEIGHTS",
                        argument_number("worst", faults->sums.worst, 1, UNIT_NONE, DIGITS));
        finding_severity(finding, severity);
        finding_measure(finding, "worst", faults->sums.worst);
        finding_measure(finding, "limit", WEIGHTS_OFF_ERROR);
    }
}

static void report_faults(const struct pairs *pairs, const struct sharing *sharing)
{
    const struct faults *faults = &pairs->faults;
    struct argument none = argument_end();
    if (faults->range.count > 0) {
        const struct argument own = COUNT("joint", (uint64_t)faults->range.worst);
        const struct data *data = pairs->data;
        const char *member = member_of(pairs, "JOINTS", faults->range.set);
        struct finding *finding =
            report(data->check->findings,
                   faults->is_followed ? MESSAGE_SKIN_JOINT_OUT_OF_RANGE__DEFAULT
                                       : MESSAGE_SKIN_JOINT_OUT_OF_RANGE__UNWEIGHTED,
                   data_place(data, pairs->primitive, member),
                   ARGUMENTS(the_part("part", data, pairs->primitive), COUNT("count", faults->range.count),
                             COUNT("total", pairs->joints[0]->base.count), COUNT("first", faults->range.first), own,
                             COUNT("joints", pairs->bound)));
        finish_weight_finding(pairs, sharing, finding, &faults->range, member);
        finding_measure(finding, "worst", faults->range.worst);
        finding_measure(finding, "limit", (double)pairs->bound);
    }
    if (faults->twice.count > 0) {
        report_pair(pairs, sharing, MESSAGE_SKIN_DUPLICATE_JOINT__DEFAULT, &faults->twice, "JOINTS", none);
    }
    if (faults->negative.count > 0) {
        finding_measure(report_pair(pairs, sharing, MESSAGE_SKIN_WEIGHT_NEGATIVE__DEFAULT, &faults->negative, "WEIGHTS",
                                    argument_number("worst", faults->negative.worst, 0, UNIT_NONE, DIGITS)),
                        "worst", faults->negative.worst);
    }
    report_sums(pairs, sharing);
    if (faults->idle.count > 0) {
        report_pair(pairs, sharing, MESSAGE_SKIN_JOINT_WITHOUT_WEIGHT__DEFAULT, &faults->idle, "JOINTS", none);
    }
    if (faults->beyond.count > 0) {
        report_pair(pairs, sharing, MESSAGE_SKIN_MORE_THAN_FOUR__DEFAULT, &faults->beyond, "JOINTS", none);
    }
    if (faults->outside.count > 0) {
        struct finding *finding =
            report_pair(pairs, sharing, MESSAGE_SKIN_OUTSIDE_HUMANOID__DEFAULT, &faults->outside, NULL, none);
        data_locate_vertex(pairs->data, finding, pairs->primitive, faults->outside.first);
    }
}

/* ---- primitives ---- */

/* Whether the sets of a primitive can be read together. */
static bool read_pairs(struct pairs *pairs)
{
    const struct data *data = pairs->data;
    const struct primitive *of = &data->primitives->items[pairs->primitive];
    pairs->set_count = of->set_count;
    if (of->sets_are_unequal || of->set_count == 0 || of->set_count > SETS_MAX) {
        return false;
    }
    for (size_t s = 0; s < of->set_count; s++) {
        const struct accessor *joints = data_accessor_to_walk(data, of->sets[s].joints, 4);
        const struct accessor *weights = data_accessor_to_walk(data, of->sets[s].weights, 4);
        if (joints == NULL || weights == NULL || joints->base.normalized ||
            (joints->base.component != COMPONENT_UBYTE && joints->base.component != COMPONENT_USHORT) ||
            (weights->base.component != COMPONENT_FLOAT &&
             !(weights->base.normalized &&
               (weights->base.component == COMPONENT_UBYTE || weights->base.component == COMPONENT_USHORT))) ||
            joints->base.count != weights->base.count ||
            (s > 0 && joints->base.count != pairs->joints[0]->base.count) ||
            (of->set_count > 1 && joints->sparse + weights->sparse > 0)) {
            return false;
        }
        pairs->joints[s] = joints;
        pairs->weights[s] = weights;
    }
    return true;
}

/* Whether the weights that were read are finite. */
static bool is_finite(const struct pairs *pairs)
{
    const struct primitive *of = &pairs->data->primitives->items[pairs->primitive];
    for (size_t s = 0; s < pairs->set_count; s++) {
        if (data_accessor(pairs->data, of->sets[s].weights, 4) == NULL) {
            return false;
        }
    }
    return true;
}

struct work {
    struct data *data;
    struct pair_walk *walk;
    unsigned char *marks; /* per joint of the largest skin, plus four spare entries */
};

/* Starts marking the joints that a primitive follows: in separate marks, unless that exceeds the limit of work for
 * the file. */
static void begin_marks(const struct work *work, struct pairs *pairs, struct skinned *skinned)
{
    struct bound_skin *skin = &work->data->skins[skinned->skin];
    pairs->skin_count = skin->count;
    pairs->weighted = skin->weighted;
    if (sweep_charge(work->data->sweep, skin->count)) {
        pairs->weighted = work->marks;
        memset(work->marks, 0, skin->count + 4);
    } else {
        skinned->is_cut = true;
    }
}

/* Adds the marked joints to those of the skin, and to the box of the mesh's joints. */
static void end_marks(const struct work *work, const struct pairs *pairs, struct skinned *skinned)
{
    struct bound_skin *skin = &work->data->skins[skinned->skin];
    const struct scene *scene = work->data->check->avatar->scene;
    for (size_t i = 0; pairs->weighted == work->marks && i < skin->count; i++) {
        skin->weighted[i] |= work->marks[i];
        if (work->marks[i] != 0 && scene_usable(scene, skin->joints[i])) {
            box_grow(&skinned->joints, scene_position(scene, skin->joints[i]));
        }
    }
}

/* Checks a primitive, and others of the same mesh that share its sets. */
static void check_pairs(const struct work *work, size_t primitive, const struct sharing *sharing)
{
    struct data *data = work->data;
    struct pairs pairs = {.data = data, .primitive = primitive, .bound = JOINTS_MAX};
    size_t mesh = data->primitives->items[primitive].mesh;
    size_t skins;
    const struct skinned *skinned = data_skins_of(data, mesh, &skins);
    struct skinned *own = data->skinned + (skinned - data->skinned); /* the same pairs, writable */
    if (!read_pairs(&pairs)) {
        return;
    }
    for (size_t i = 0; i < skins; i++) {
        size_t count = data->skins[skinned[i].skin].count;
        pairs.bound = count < pairs.bound ? count : pairs.bound;
    }
    size_t round = 0;
    do {
        if (round < skins) {
            struct bound_skin *skin = &data->skins[skinned[round].skin];
            begin_marks(work, &pairs, own + round);
            pairs.outside = round == 0 ? skin->outside : NULL;
        }
        pairs.marks_only = round > 0;
        bool is_read = pair_walk(work->walk, &pairs);
        if (round < skins) {
            end_marks(work, &pairs, own + round);
        }
        if (!is_read || !is_finite(&pairs)) {
            return;
        }
        if (round < skins) {
            data->skins[skinned[round].skin].used = true;
        }
    } while (++round < skins);
    report_faults(&pairs, sharing);
}

struct sets {
    size_t joints;
    size_t weights;
    size_t mesh;
    size_t primitive;
};

static bool same_sets(const struct data *data, const struct sets *a, const struct sets *b)
{
    const struct primitive *x = &data->primitives->items[a->primitive];
    const struct primitive *y = &data->primitives->items[b->primitive];
    return a->mesh == b->mesh && x->set_count == y->set_count && x->sets_are_unequal == y->sets_are_unequal &&
           (x->set_count == 0 || memcmp(x->sets, y->sets, x->set_count * sizeof *x->sets) == 0);
}

void data_check_weights(struct data *data)
{
    struct arena *arena = data->check->arena;
    size_t count = 0;
    struct sets *order = arena_array(arena, data->primitives->count, sizeof *order);
    size_t *others = arena_array(arena, data->primitives->count, sizeof *others);
    for (size_t i = 0; i < data->primitives->count; i++) {
        const struct primitive *of = &data->primitives->items[i];
        if (of->set_count > 0) {
            order[count++] = (struct sets){of->sets[0].joints, of->sets[0].weights, of->mesh, i};
        }
    }
    sort_array(arena, order, count, sizeof *order, sort_by_four);
    struct work work = {.data = data};
    if (count > 0) {
        size_t most = 0;
        for (size_t i = 0; i < data->skin_count; i++) {
            most = data->skins[i].count > most ? data->skins[i].count : most;
        }
        work.walk = pair_walk_new(arena);
        work.marks = arena_array(arena, most + 4, sizeof *work.marks);
    }
    for (size_t i = 0, next; i < count; i = next) {
        struct sharing sharing = {.others = others};
        for (next = i + 1; next < count && same_sets(data, &order[i], &order[next]); next++) {
            others[sharing.count++] = order[next].primitive;
        }
        check_pairs(&work, order[i].primitive, &sharing);
    }
    if (findings_want(data->check->findings, RULE_SKIN_JOINT_NEVER_WEIGHTED)) {
        data_check_followed(data);
    }
}
