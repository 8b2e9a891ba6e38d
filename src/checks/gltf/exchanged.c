/* Finds two exchanged accessors of a primitive: each has the form that the other member requires. */
#include <string.h>

#include "checks/gltf/core.h"
#include "ids/messages_mesh.h"

enum { ODD_MOST = 3 }; /* maximum number of members of a wrong form to collect; more than two aren't one exchange */

bool core_is_of_indices(const struct core_accessor *accessor)
{
    bool whole = accessor->component == COMPONENT_UBYTE || accessor->component == COMPONENT_USHORT ||
                 accessor->component == COMPONENT_UINT;
    return accessor->components == 1 && whole && !accessor->normalized;
}

/* Whether an accessor has a valid form for a member of a primitive. name: NULL for the indices. */
static bool fits_member(const struct core *core, form_test *has_form, const char *name,
                        const struct core_accessor *accessor)
{
    return name == NULL ? core_is_of_indices(accessor) : has_form(core, name, accessor);
}

static bool has_bounds(const struct core_accessor *accessor)
{
    return tree_get(accessor->json, "min") != NULL && tree_get(accessor->json, "max") != NULL;
}

/* Finds exchanged positions and normals: only the normals have bounds, although positions must have them. */
static bool find_normals(const struct core *core, form_test *has_form, const struct tree *list,
                         struct exchange *exchange)
{
    const struct core_accessor *position = core_accessor(core, tree_get(list, "POSITION"));
    const struct core_accessor *normal = core_accessor(core, tree_get(list, "NORMAL"));
    if (position == NULL || normal == NULL || position == normal || has_bounds(position) || !has_bounds(normal) ||
        !has_form(core, "POSITION", normal) || !has_form(core, "NORMAL", position)) {
        return false;
    }
    *exchange = (struct exchange){.found = true, .first = "POSITION", .second = "NORMAL", .by_bounds = true};
    return true;
}

struct exchange core_find_exchange(const struct core *core, form_test *has_form, const struct tree *json)
{
    struct exchange exchange = {.found = false};
    const struct tree *list = tree_get(json, "attributes");
    const char *names[ODD_MOST];
    const struct core_accessor *accessors[ODD_MOST];
    size_t count = 0;
    for (void *i = tree_first(list); i != NULL && count < ODD_MOST; i = tree_next(list, i)) {
        names[count] = tree_key(i);
        accessors[count] = core_accessor(core, tree_value(i));
        count += accessors[count] != NULL && !fits_member(core, has_form, names[count], accessors[count]);
    }
    const struct core_accessor *indices = core_accessor(core, tree_get(json, "indices"));
    if (indices != NULL && count < ODD_MOST && !core_is_of_indices(indices)) {
        names[count] = NULL;
        accessors[count++] = indices;
    }
    if (count == 0) {
        find_normals(core, has_form, list, &exchange);
    } else if (count == 2 && fits_member(core, has_form, names[0], accessors[1]) &&
               fits_member(core, has_form, names[1], accessors[0])) {
        exchange = (struct exchange){.found = true, .first = names[0], .second = names[1]};
    }
    return exchange;
}

bool core_is_exchanged(const struct exchange *exchange, const char *name)
{
    return exchange->found &&
           (strcmp(exchange->first, name) == 0 || (exchange->second != NULL && strcmp(exchange->second, name) == 0));
}

void core_report_exchange(const struct core *core, size_t mesh, size_t primitive, const struct tree *json,
                          const struct exchange *exchange)
{
    const struct tree *list = tree_get(json, "attributes");
    size_t first = core_index(core, core_accessor(core, tree_get(list, exchange->first)));
    bool is_indices = exchange->second == NULL;
    size_t second = core_index(
        core, core_accessor(core, is_indices ? tree_get(json, "indices") : tree_get(list, exchange->second)));
    const char *other = is_indices ? "indices" : exchange->second;
    struct finding *finding = report_taking(
        core->check->findings,
        exchange->by_bounds ? MESSAGE_MESH_ATTRIBUTE_FORMAT__EXCHANGED_NORMALS
        : is_indices        ? MESSAGE_MESH_ATTRIBUTE_FORMAT__EXCHANGED_INDICES
                            : MESSAGE_MESH_ATTRIBUTE_FORMAT__EXCHANGED,
        place_of(PLACE_PRIMITIVE, mesh, primitive, arena_printf(core->arena, "attributes/%s", exchange->first)),
        ARGUMENTS(core_name(core, "part", PLACE_PRIMITIVE, mesh, primitive), TERM("attribute", exchange->first),
                  TERM("other", other)));
    finding_edit_at(finding, VRMLINT_EDIT_SET, "0", arena_printf(core->arena, "%zu", second));
    finding_edit_at(finding, VRMLINT_EDIT_SET,
                    is_indices ? "2/indices" : arena_printf(core->arena, "1/%s", exchange->second),
                    arena_printf(core->arena, "%zu", first));
}
