#include "sim_sensible.h"

#include "sim_chance.h"
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/vec.h"

enum { LINKS_MAX = 8, SOLIDS = 10, TRIES = 200 };

/* Nodes, in the order of the file. */
enum {
    ROOT,
    HIPS,
    SPINE,
    CHEST,
    NECK,
    HEAD,
    LEFT_LEG,
    RIGHT_LEG = LEFT_LEG + 3,
    LEFT_ARM = RIGHT_LEG + 3,
    RIGHT_ARM = LEFT_ARM + 4,
    BONES = RIGHT_ARM + 4
};

/* Collider groups. */
enum { OF_HEAD, OF_ARMS, OF_LEGS };

struct solid {
    struct vec3 from;
    struct vec3 to;
    double radius;
};

struct making {
    struct chance chance;
    struct buf nodes;
    struct buf springs;
    struct buf children[BONES];
    size_t count; /* nodes so far */
    size_t spring_count;
    struct solid solids[SOLIDS]; /* in world space, with the arms down */
    size_t solid_count;
    bool centered;
};

/* ---- the body ---- */

/* Positions of bones relative to their parents, metres. */
static const struct {
    const char *bone;
    size_t parent;
    struct vec3 offset;
} body[BONES] = {
    [ROOT] = {NULL, 0, {0, 0, 0}},
    [HIPS] = {"hips", ROOT, {0, 0.95, 0}},
    [SPINE] = {"spine", HIPS, {0, 0.1, 0}},
    [CHEST] = {"chest", SPINE, {0, 0.12, 0}},
    [NECK] = {"neck", CHEST, {0, 0.2, 0}},
    [HEAD] = {"head", NECK, {0, 0.08, 0}},
    [LEFT_LEG] = {"leftUpperLeg", HIPS, {0.09, -0.03, 0}},
    [LEFT_LEG + 1] = {"leftLowerLeg", LEFT_LEG, {0, -0.42, 0}},
    [LEFT_LEG + 2] = {"leftFoot", LEFT_LEG + 1, {0, -0.42, 0}},
    [RIGHT_LEG] = {"rightUpperLeg", HIPS, {-0.09, -0.03, 0}},
    [RIGHT_LEG + 1] = {"rightLowerLeg", RIGHT_LEG, {0, -0.42, 0}},
    [RIGHT_LEG + 2] = {"rightFoot", RIGHT_LEG + 1, {0, -0.42, 0}},
    [LEFT_ARM] = {"leftShoulder", CHEST, {0.03, 0.15, 0}},
    [LEFT_ARM + 1] = {"leftUpperArm", LEFT_ARM, {0.11, 0, 0}},
    [LEFT_ARM + 2] = {"leftLowerArm", LEFT_ARM + 1, {0.25, 0, 0}},
    [LEFT_ARM + 3] = {"leftHand", LEFT_ARM + 2, {0.24, 0, 0}},
    [RIGHT_ARM] = {"rightShoulder", CHEST, {-0.03, 0.15, 0}},
    [RIGHT_ARM + 1] = {"rightUpperArm", RIGHT_ARM, {-0.11, 0, 0}},
    [RIGHT_ARM + 2] = {"rightLowerArm", RIGHT_ARM + 1, {-0.25, 0, 0}},
    [RIGHT_ARM + 3] = {"rightHand", RIGHT_ARM + 2, {-0.24, 0, 0}},
};

static struct vec3 place_of(size_t bone)
{
    struct vec3 at = body[bone].offset;
    while (bone != ROOT) {
        bone = body[bone].parent;
        at = vec3_add(at, body[bone].offset);
    }
    return at;
}

static void add_solid(struct making *making, struct vec3 from, struct vec3 to, double radius)
{
    assert_true(making->solid_count < SOLIDS);
    making->solids[making->solid_count++] = (struct solid){from, to, radius};
}

/* Writes the colliders, and records where they are when the arms are down, 75 degrees below horizontal. */
static void add_colliders(struct making *making, struct buf *colliders)
{
    double head = two_digits(between(&making->chance, 0.08, 0.1));
    double arm = two_digits(between(&making->chance, 0.03, 0.045));
    double thigh = two_digits(between(&making->chance, 0.06, 0.08));
    struct vec3 up = {0, 0.09, 0};
    struct vec3 at = vec3_add(place_of(HEAD), up);
    buf_printf(colliders, "{'node': %d, 'shape': {'sphere': {'offset': [0, %g, 0], 'radius': %g}}}", HEAD, up.y, head);
    add_solid(making, at, at, head);
    for (int side = 1; side >= -1; side -= 2) {
        size_t upper = (side > 0 ? LEFT_ARM : RIGHT_ARM) + 1;
        struct vec3 way = {side * 0.25 * cos(angle_radians(75)), -0.25 * sin(angle_radians(75)), 0};
        struct vec3 shoulder = place_of(upper);
        struct vec3 elbow = vec3_add(shoulder, way);
        for (int i = 0; i < 2; i++) {
            buf_printf(colliders,
                       ", {'node': %zu, 'shape': {'capsule': {'offset': [0, 0, 0], 'tail': [%g, 0, 0], 'radius': %g}}}",
                       upper + (size_t)i, side * 0.24, arm);
            add_solid(making, i == 0 ? shoulder : elbow, vec3_add(i == 0 ? shoulder : elbow, way), arm);
        }
    }
    for (int side = 1; side >= -1; side -= 2) {
        size_t leg = side > 0 ? LEFT_LEG : RIGHT_LEG;
        buf_printf(
            colliders,
            ", {'node': %zu, 'shape': {'capsule': {'offset': [0, -0.04, 0], 'tail': [0, -0.4, 0], 'radius': %g}}}", leg,
            thigh);
        struct vec3 from = vec3_add(place_of(leg), (struct vec3){0, -0.04, 0});
        add_solid(making, from, vec3_add(place_of(leg), (struct vec3){0, -0.4, 0}), thigh);
    }
}

static double distance_to(const struct solid *solid, struct vec3 at)
{
    struct vec3 axis = vec3_sub(solid->to, solid->from);
    double square = vec3_dot(axis, axis);
    double u = square > 0 ? vec3_dot(vec3_sub(at, solid->from), axis) / square : 0;
    u = u < 0 ? 0 : u > 1 ? 1 : u;
    return vec3_distance(at, vec3_add(solid->from, vec3_scale(axis, u))) - solid->radius;
}

/* ---- chains ---- */

struct chain {
    size_t bone;                       /* the bone that carries the chain */
    struct vec3 places[LINKS_MAX + 1]; /* positions of its nodes in world space */
    int links;
    double radius;
};

static bool is_clear(const struct making *making, const struct chain *chain)
{
    for (int i = 1; i <= chain->links; i++) {
        for (size_t s = 0; s < making->solid_count; s++) {
            if (distance_to(&making->solids[s], chain->places[i]) < chain->radius + 0.002) {
                return false;
            }
        }
    }
    return true;
}

struct numbers {
    double stiffness;
    double drag;
    double gravity;
};

static void add_chain(struct making *making, const struct chain *chain, struct numbers numbers, const char *groups)
{
    size_t first = making->count;
    buf_printf(&making->children[chain->bone], ", %zu", first);
    buf_printf(&making->springs, "%s{'name': 'Spring%zu', %s%s'joints': [", making->spring_count == 0 ? "" : ", ",
               making->spring_count, making->centered ? "'center': 1, " : "", groups);
    for (int i = 0; i <= chain->links; i++) {
        struct vec3 from = i == 0 ? place_of(chain->bone) : chain->places[i - 1];
        struct vec3 bone = vec3_sub(chain->places[i], from);
        buf_printf(&making->nodes, ", {'name': 'Bone_%zu', 'translation': [%.5g, %.5g, %.5g]", making->count, bone.x,
                   bone.y, bone.z);
        if (i < chain->links) {
            buf_printf(&making->nodes, ", 'children': [%zu]", making->count + 1);
        }
        buf_str(&making->nodes, "}");
        buf_printf(&making->springs,
                   "%s{'node': %zu, 'stiffness': %g, 'dragForce': %g, 'gravityPower': %g, 'gravityDir': [0, -1, 0], "
                   "'hitRadius': %g}",
                   i == 0 ? "" : ", ", making->count, numbers.stiffness, numbers.drag, numbers.gravity, chain->radius);
        making->count++;
    }
    buf_str(&making->springs, "]}");
    making->spring_count++;
}

/* Returns a chain that starts at a position. Its links turn from one direction towards another. */
static struct chain lay(size_t bone, struct vec3 at, struct vec3 from, struct vec3 to, int links, double length,
                        double radius)
{
    struct chain chain = {.bone = bone, .links = links, .radius = radius};
    chain.places[0] = at;
    for (int i = 0; i < links; i++) {
        double u = links == 1 ? 0 : (double)i / (links - 1);
        struct vec3 way = vec3_add(vec3_scale(from, 1 - u), vec3_scale(to, u));
        way = vec3_scale(way, length / vec3_length(way));
        chain.places[i + 1] = vec3_add(chain.places[i], way);
    }
    return chain;
}

static struct numbers numbers_of(struct making *making, double soft, double stiff)
{
    struct numbers numbers = {.stiffness = two_digits(between(&making->chance, soft, stiff)),
                              .drag = two_digits(between(&making->chance, 0.3, 0.7))};
    numbers.gravity =
        chance(&making->chance) < 0.5 ? 0 : two_digits(between(&making->chance, 0.02, 0.4) * numbers.stiffness);
    return numbers;
}

static void add_hair(struct making *making)
{
    struct numbers numbers = numbers_of(making, 0.5, 2.5);
    int strands = 3 + (int)(chance(&making->chance) * 6);
    int links = 2 + (int)(chance(&making->chance) * 5);
    double length = between(&making->chance, 0.035, 0.07);
    double radius = two_digits(between(&making->chance, 0.005, 0.02));
    bool arms = chance(&making->chance) < 0.7;
    struct vec3 middle = vec3_add(place_of(HEAD), (struct vec3){0, 0.09, 0});
    for (int s = 0, tries = 0; s < strands && tries < TRIES; tries++) {
        double angle = between(&making->chance, -ANGLE_PI, ANGLE_PI);
        struct vec3 out = {sin(angle), 0, cos(angle)};
        struct vec3 at =
            vec3_add(middle, vec3_add(vec3_scale(out, 0.11), (struct vec3){0, between(&making->chance, 0, 0.06), 0}));
        struct vec3 flat = vec3_add(out, (struct vec3){0, -0.6, 0});
        struct vec3 down = vec3_add(vec3_scale(out, between(&making->chance, 0, 0.3)), (struct vec3){0, -1, 0});
        struct chain chain = lay(HEAD, at, flat, down, links, length, radius);
        if (is_clear(making, &chain)) {
            add_chain(making, &chain, numbers, arms ? "'colliderGroups': [0, 1], " : "'colliderGroups': [0], ");
            s++;
        }
    }
}

static void add_skirt(struct making *making)
{
    struct numbers numbers = numbers_of(making, 0.4, 1.5);
    int strands = 8 + (int)(chance(&making->chance) * 9);
    int links = 3 + (int)(chance(&making->chance) * 3);
    double length = between(&making->chance, 0.07, 0.1);
    double radius = two_digits(between(&making->chance, 0.01, 0.025));
    double flare = between(&making->chance, 0.15, 0.5);
    bool arms = chance(&making->chance) < 0.3;
    for (int s = 0; s < strands; s++) {
        double angle = 2 * ANGLE_PI * s / strands;
        struct vec3 out = {sin(angle), 0, cos(angle)};
        struct vec3 at = vec3_add(place_of(HIPS), (struct vec3){0.19 * out.x, 0.02, 0.13 * out.z});
        struct vec3 way = vec3_add(vec3_scale(out, flare), (struct vec3){0, -1, 0});
        struct chain chain = lay(HIPS, at, way, way, links, length, radius);
        if (is_clear(making, &chain)) {
            add_chain(making, &chain, numbers, arms ? "'colliderGroups': [2, 1], " : "'colliderGroups': [2], ");
        }
    }
}

static void add_tail(struct making *making)
{
    struct numbers numbers = numbers_of(making, 1, 3);
    struct vec3 at = vec3_add(place_of(HIPS), (struct vec3){0, 0, -0.11});
    struct vec3 from = {0, between(&making->chance, -0.6, 0.2), -1};
    struct vec3 to = {between(&making->chance, -0.3, 0.3), between(&making->chance, -1, 0.8), -0.6};
    struct chain chain = lay(HIPS, at, from, to, 4 + (int)(chance(&making->chance) * 4),
                             between(&making->chance, 0.05, 0.1), two_digits(between(&making->chance, 0.01, 0.03)));
    if (is_clear(making, &chain)) {
        add_chain(making, &chain, numbers, "'colliderGroups': [2], ");
    }
}

static void add_pair(struct making *making, size_t bone, struct vec3 at, struct vec3 way, int links, double length,
                     struct numbers numbers)
{
    for (int side = 1; side >= -1; side -= 2) {
        struct vec3 there = vec3_add(place_of(bone), (struct vec3){side * at.x, at.y, at.z});
        struct vec3 along = {side * way.x, way.y, way.z};
        struct chain chain = lay(bone, there, along, along, links, length, 0.01);
        if (is_clear(making, &chain)) {
            add_chain(making, &chain, numbers, "");
        }
    }
}

static void add_ears(struct making *making)
{
    struct numbers numbers = numbers_of(making, 1, 3);
    numbers.gravity = two_digits(numbers.gravity / 2);
    add_pair(making, HEAD, (struct vec3){0.07, 0.19, 0}, (struct vec3){between(&making->chance, 0, 0.6), 1, 0},
             1 + (int)(chance(&making->chance) * 2), between(&making->chance, 0.04, 0.07), numbers);
}

static void add_bust(struct making *making)
{
    struct numbers numbers = {.stiffness = two_digits(between(&making->chance, 1, 3)),
                              .drag = two_digits(between(&making->chance, 0.05, 0.4))};
    add_pair(making, CHEST, (struct vec3){0.06, 0.05, 0.09}, (struct vec3){0.2, -0.1, 1}, 1,
             between(&making->chance, 0.03, 0.06), numbers);
}

/* ---- the whole avatar ---- */

static void add_body(struct making *making, struct buf *bones, struct buf *text)
{
    for (size_t i = 0; i < BONES; i++) {
        struct buf children = BUF_INIT(text->arena);
        for (size_t k = i + 1; k < BONES; k++) {
            if (body[k].parent == i) {
                buf_printf(&children, ", %zu", k);
            }
        }
        buf_str(&children, making->children[i].length > 0 ? buf_text(&making->children[i]) : "");
        buf_printf(text, "%s{'name': '%s', 'translation': [%g, %g, %g]", i == 0 ? "" : ", ",
                   body[i].bone == NULL ? "Root" : body[i].bone, body[i].offset.x, body[i].offset.y, body[i].offset.z);
        if (children.length > 0) {
            buf_printf(text, ", 'children': [%s]", buf_text(&children) + 2);
        }
        buf_str(text, "}");
        if (body[i].bone != NULL) {
            buf_printf(bones, "%s'%s': {'node': %zu}", bones->length == 0 ? "" : ", ", body[i].bone, i);
        }
    }
}

char *sensible_rig(unsigned seed)
{
    struct arena *arena = arena_new();
    assert_non_null(arena);
    struct making making = {
        .chance = {seed * 2654435761U}, .nodes = BUF_INIT(arena), .springs = BUF_INIT(arena), .count = BONES};
    for (size_t i = 0; i < BONES; i++) {
        making.children[i] = (struct buf)BUF_INIT(arena);
    }
    struct buf colliders = BUF_INIT(arena);
    struct buf bones = BUF_INIT(arena);
    struct buf text = BUF_INIT(arena);
    chance(&making.chance);
    making.centered = chance(&making.chance) < 0.2;
    add_colliders(&making, &colliders);
    add_hair(&making);
    void (*const parts[])(struct making *) = {add_skirt, add_tail, add_ears, add_bust};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (chance(&making.chance) < 0.6) {
            parts[i](&making);
        }
    }
    buf_str(&text,
            "{'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0]}], 'extensionsUsed': ['VRMC_vrm', "
            "'VRMC_springBone'], 'nodes': [");
    add_body(&making, &bones, &text);
    buf_printf(&text,
               "%s], 'extensions': {'VRMC_vrm': {'specVersion': '1.0', 'meta': {'name': 'Rig', 'authors': ['nobody'], "
               "'licenseUrl': 'https://vrm.dev/licenses/1.0/'}, 'humanoid': {'humanBones': {%s}}}, 'VRMC_springBone': "
               "{'specVersion': '1.0', 'colliders': [%s], 'colliderGroups': [{'colliders': [0]}, {'colliders': [1, 2, "
               "3, 4]}, {'colliders': [5, 6]}], 'springs': [%s]}}}",
               making.nodes.length > 0 ? buf_text(&making.nodes) : "", buf_text(&bones), buf_text(&colliders),
               making.springs.length > 0 ? buf_text(&making.springs) : "");
    char *copy = malloc(text.length + 1);
    assert_non_null(copy);
    memcpy(copy, buf_text(&text), text.length + 1);
    arena_free(arena);
    return copy;
}
