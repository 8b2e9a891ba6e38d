#include "checks/place_sorts.h"

#include <string.h>

#include "base/ascii.h"
#include "base/nearest.h"

bool place_links_nodes(const struct place *place)
{
    const char *member = place->member == NULL ? "" : place->member;
    return place->kind == PLACE_NODE_CHILD || place->kind == PLACE_SCENE_NODE ||
           (place->kind == PLACE_NODE && ascii_alike(member, "child", 5) == 5) ||
           (place->kind == PLACE_SCENE && ascii_alike(member, "node", 4) == 4);
}

bool place_moves_node(const struct place *place)
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
