/* Finds out what UniVRM's importer does with avatars of which parts are outside of the scene, and with binds of
 * expressions whose mesh or material doesn't exist. Findings about those may follow from others, which UniVRM loads
 * by themselves: it stops nevertheless. */
#include <string.h>

#include "checks/checks.h"
#include "checks/univrm.h"
#include "ids/rules.h"
#include "message/claims.h"

/* What is outside of the scene, and matters to UniVRM. */
struct outside {
    bool read;             /* whether the rest is known */
    bool is_vrm1;          /* or else VRM 0.x */
    bool bone;             /* a bone; of VRM 0.x one that every humanoid needs */
    bool bound;            /* a mesh that an expression changes, or a node that the first person annotates */
    unsigned char *nodes;  /* per node: whether UniVRM shows it */
    unsigned char *meshes; /* per mesh: whether such a node has it */
};

/* Returns an index as UniVRM reads it, which keeps the lowest 32 bits; -1 if it isn't an integer. */
static int64_t low_index(const struct tree *value)
{
    return value != NULL && tree_is_integer(value) ? (int32_t)(uint32_t)(uint64_t)tree_integer(value) : -1;
}

/* Returns the number of the scene that UniVRM shows. */
static size_t shown_scene(struct document *document)
{
    const struct tree *number = document_tree(document, "/scene");
    return number != NULL && tree_is_integer(number) && tree_integer(number) >= 0 ? (size_t)tree_integer(number) : 0;
}

/* Adds the nodes of a list to those that UniVRM shows. Returns the new number of them in the queue. */
static size_t read_entries(struct outside *outside, const struct scene *scene, const struct tree *list, size_t *queue,
                           size_t end)
{
    for (size_t i = 0; i < tree_length(list); i++) {
        int64_t node = low_index(tree_at(list, i));
        if (node >= 0 && (uint64_t)node < scene->count && !outside->nodes[node]) {
            outside->nodes[node] = true;
            queue[end++] = (size_t)node;
        }
    }
    return end;
}

/* Finds the nodes that UniVRM shows: the entries of the scene, and what is below them. */
static void read_shown(struct outside *outside, const struct check *check)
{
    const struct scene *scene = check->avatar->scene;
    struct document *document = check->avatar->document;
    const struct tree *entries = tree_get(tree_at(document_tree(document, "/scenes"), shown_scene(document)), "nodes");
    size_t *queue = arena_array(check->arena, scene->count, sizeof *queue);
    outside->nodes = arena_array(check->arena, scene->count, sizeof *outside->nodes);
    size_t end = read_entries(outside, scene, entries, queue, 0);
    for (size_t i = 0; i < end; i++) {
        end = read_entries(outside, scene, tree_get(scene->nodes[queue[i]].json, "children"), queue, end);
    }
    for (size_t n = 0; n < scene->count && end == 0; n++) { /* there is no list */
        outside->nodes[n] = scene->nodes[n].in_default;
    }
}

static bool lies_outside(const struct outside *outside, const struct scene *scene, int64_t node)
{
    return node >= 0 && (uint64_t)node < scene->count && !outside->nodes[node];
}

static bool binds_outside(const struct outside *outside, const struct avatar *avatar)
{
    const struct scene *scene = avatar->scene;
    for (size_t e = 0; e < avatar->vrm1->expression_count; e++) {
        const struct tree *binds = tree_get(avatar->vrm1->expressions[e].json, "morphTargetBinds");
        for (size_t b = 0; b < tree_length(binds); b++) {
            int64_t node = low_index(tree_get(tree_at(binds, b), "node"));
            if (lies_outside(outside, scene, node) && low_index(tree_get(scene->nodes[node].json, "mesh")) >= 0) {
                return true;
            }
        }
    }
    const struct tree *list = document_tree(avatar->document, VRM1_POINTER "/firstPerson/meshAnnotations");
    bool found = false;
    for (size_t i = 0; i < tree_length(list) && !found; i++) {
        found = lies_outside(outside, scene, low_index(tree_get(tree_at(list, i), "node")));
    }
    return found;
}

static void read_outside(struct outside *outside, const struct check *check)
{
    const struct avatar *avatar = check->avatar;
    const struct scene *scene = avatar->scene;
    const struct humanoid *humanoid = avatar_humanoid(avatar);
    size_t meshes = document_count(avatar->document, "meshes");
    if (outside->read) {
        return;
    }
    outside->read = true;
    outside->meshes = arena_array(check->arena, meshes, sizeof *outside->meshes);
    read_shown(outside, check);
    for (size_t i = 0; i < BONE_COUNT && humanoid != NULL; i++) {
        bool matters = humanoid->nodes[i] != SCENE_NONE && (outside->is_vrm1 || bones[i].required);
        outside->bone = outside->bone || (matters && lies_outside(outside, scene, (int64_t)humanoid->nodes[i]));
    }
    for (size_t n = 0; n < scene->count; n++) {
        int64_t mesh = low_index(tree_get(scene->nodes[n].json, "mesh"));
        if (outside->nodes[n] && mesh >= 0 && (uint64_t)mesh < meshes) {
            outside->meshes[mesh] = true;
        }
    }
    outside->bound = outside->is_vrm1 && binds_outside(outside, avatar);
}

/* Whether an index of a bind leads to an element of a list as UniVRM reads it. Other values are of no interest. */
static bool leads_to(const struct check *check, const struct finding *finding, const char *list)
{
    const struct tree *value = document_tree(check->avatar->document, finding->pointer);
    int64_t index = low_index(value);
    return value == NULL || !tree_is_integer(value) ||
           (index >= 0 && (uint64_t)index < document_count(check->avatar->document, list));
}

/* Returns what UniVRM does with a file because of what a finding is about; EFFECTS if that isn't known here. */
static enum effect effect_of_outside(struct outside *outside, const struct check *check, const struct finding *finding)
{
    bool is_entry =
        finding->place.kind == PLACE_SCENE_NODE && finding->place.index[0] == shown_scene(check->avatar->document);
    switch ((int)finding->rule) {
    case RULE_VRM_UNRESOLVED_INDEX:
        return strstr(finding->pointer, "Binds/") != NULL && strstr(finding->pointer, "/material") != NULL &&
                       !leads_to(check, finding, "materials")
                   ? EFFECT_REFUSES
                   : EFFECTS;
    case RULE_VRM0_BIND_MESH_UNUSED: {
        read_outside(outside, check);
        int64_t mesh = low_index(document_tree(check->avatar->document, finding->pointer));
        bool is_element = mesh >= 0 && (uint64_t)mesh < document_count(check->avatar->document, "meshes");
        return is_element && !outside->meshes[mesh] ? EFFECT_REFUSES : EFFECTS;
    }
    case RULE_GLTF_UNRESOLVED_INDEX:
        if (!is_entry || !leads_to(check, finding, "nodes")) {
            return EFFECTS;
        }
        break;
    case RULE_GLTF_SCENE_NODE_NOT_ROOT:
        if (!is_entry) {
            return EFFECTS;
        }
        break;
    case RULE_VRM_BONE_NOT_IN_SCENE:
    case RULE_VRM0_BONE_NOT_IN_SCENE:
    case RULE_VRM_NODE_NOT_IN_SCENE:
    case RULE_GLTF_NODE_TWO_PARENTS:
        break;
    default:
        return EFFECTS;
    }
    read_outside(outside, check);
    return outside->bound || (outside->bone && !outside->is_vrm1)             ? EFFECT_REFUSES
           : !outside->is_vrm1 || finding->rule == RULE_VRM_NODE_NOT_IN_SCENE ? EFFECTS
           : outside->bone                                                    ? EFFECT_DROPS_BONES
           : finding->rule == RULE_GLTF_UNRESOLVED_INDEX                      ? EFFECTS
                                                                              : EFFECT_DIFFERS;
}

void check_univrm_scene(struct check *check)
{
    struct document *document = check->avatar->document;
    const char *ending = document->path != NULL ? strrchr(document->path, '.') : NULL;
    struct outside outside = {.is_vrm1 = univrm_reads_vrm1(document)};
    if ((!outside.is_vrm1 && !univrm_reads_vrm0(document)) || (ending != NULL && strcmp(ending, ".vrma") == 0)) {
        return;
    }
    for (struct finding *f = findings_first(check->findings); f != NULL; f = f->next) {
        enum effect effect = effect_of_outside(&outside, check, f);
        if (effect != EFFECTS) {
            f->in_univrm = effect + 1;
        }
    }
}
