/* Indices that the schema checker refused, in an artist's words. */
#include <math.h>
#include <string.h>

#include "base/pointer.h"
#include "checks/schema/schemas.h"

static struct arena *arena_of(const struct fault *fault)
{
    return fault->instance->check->arena;
}

static const char *value_label(const struct fault *fault)
{
    return fault_label(fault, fault->rest);
}

/* An index is a number before it is anything else. */
static double value_of(const struct fault *fault)
{
    double number = 0;
    tree_number(fault->failure->value, &number);
    return number;
}

/* "node" or "nodes" for what an index counts. */
static const char *noun_of(const struct fault *fault, bool several)
{
    static const char *const nouns[][3] = {
        {"colliders", "collider", "colliders"},
        {"colliderGroups", "collider group", "collider groups"},
    };
    bool any = strcmp(fault->failure->name, "any") == 0; /* VRM 0.x: the member says of what */
    const char *name = any ? fault->key : fault->failure->name;
    for (size_t i = 0; i < sizeof nouns / sizeof nouns[0]; i++) {
        if (strcmp(name, nouns[i][0]) == 0) {
            return nouns[i][several ? 2 : 1];
        }
    }
    return several ? "nodes" : "node";
}

/* A number as an index is written, whatever it is. */
static const char *written(const struct fault *fault)
{
    return arena_printf(arena_of(fault), "%.15g", value_of(fault));
}

struct finding *fault_report_fraction(const struct fault *fault)
{
    struct finding *finding =
        report_english(fault->instance->check->findings, fault->rule, fault->failure->pointer,
                       "%s is %s, an index must be a whole number: write that of the %s that was meant",
                       value_label(fault), written(fault), noun_of(fault, false));
    finding_measure(finding, "value", value_of(fault));
    return finding;
}

struct finding *fault_report_infinite_index(const struct fault *fault)
{
    double value = value_of(fault);
    struct finding *finding = report_english(
        fault->instance->check->findings, fault->rule, fault->failure->pointer,
        "%s is %s than any number that apps can read, an index must be a whole number: write that of the %s "
        "that was meant",
        value_label(fault), value > 0 ? "larger" : "smaller", noun_of(fault, false));
    finding_measure(finding, "value", value > 0 ? INFINITY : -INFINITY);
    return finding;
}

struct finding *fault_report_float(const struct fault *fault)
{
    return report_english(
        fault->instance->check->findings, fault->rule, fault->failure->pointer,
        "%s is written with a decimal point or exponent, which strict readers refuse in an index: write %s",
        value_label(fault), written(fault));
}

struct finding *fault_report_negative(const struct fault *fault)
{
    struct findings *findings = fault->instance->check->findings;
    const char *pointer = fault->failure->pointer;
    bool is_center = fault_in_springs(fault, "/springs/#/center");
    struct finding *finding;
    if (is_center) {
        bool sentinel = value_of(fault) == -1;
        finding = report_english(findings, fault->rule, pointer, "%s is %s, %s: leave center out", value_label(fault),
                                 written(fault), sentinel ? "which VRM 0.x used for none" : "an index starts at 0");
        finding_fix(finding, VRMLINT_FIX_REPAIR);
    } else {
        finding = report_english(
            findings, fault->rule, pointer,
            "%s is %s, an index starts at 0 and there is no value for none: write that of the %s that was "
            "meant, or delete the entry",
            value_label(fault), written(fault), noun_of(fault, false));
    }
    finding_measure(finding, "index", value_of(fault));
    return finding;
}

static enum vrmlint_fix unresolved_fix(const struct fault *fault)
{
    if (fault_in_springs(fault, "/springs/#/joints/#/node")) {
        size_t indices[4];
        pointer_match(fault->rest, "/springs/#/joints/#", indices, NULL);
        const json_t *joints = tree_get(tree_at(tree_get(fault->instance->value, "springs"), indices[0]), "joints");
        size_t count = tree_count(joints);
        return count >= 3 && indices[1] == count - 1 ? VRMLINT_FIX_UNSAFE : VRMLINT_FIX_NONE;
    }
    return fault->instance->extension == EXTENSION_SPRINGBONE ? VRMLINT_FIX_REPAIR : VRMLINT_FIX_NONE;
}

struct finding *fault_report_unresolved(const struct fault *fault)
{
    size_t count = fault->failure->count;
    const char *advice = fault_in_springs(fault, "/springs/#/center") ? "leave center out" : "delete the entry";
    const char *there =
        count == 0   ? arena_printf(arena_of(fault), "no %s", noun_of(fault, true))
        : count == 1 ? arena_printf(arena_of(fault), "only 1 %s (0)", noun_of(fault, false))
                     : arena_printf(arena_of(fault), "only %zu %s (0 to %zu)", count, noun_of(fault, true), count - 1);
    struct finding *finding = report_english(fault->instance->check->findings, fault->rule, fault->failure->pointer,
                                             "%s is %s, but the file has %s: write the one that was meant, or %s",
                                             value_label(fault), written(fault), there, advice);
    finding_fix(finding, unresolved_fix(fault));
    finding_measure(finding, "index", value_of(fault));
    finding_measure(finding, "count", (double)count);
    return finding;
}
