/* The body of an avatar or of a VRM animation, for the rules that treat VRM 1.0, VRM 0.x and VRMC_vrm_animation
 * alike. Each judgement is one function. The differences between the generations are in tables indexed by dialect. */
#ifndef VRMLINT_CHECKS_BODY_BODY_H
#define VRMLINT_CHECKS_BODY_BODY_H

#include "checks/body/dialects.h"
#include "checks/checks.h"

struct body {
    const struct check *check;
    const struct scene *scene;
    enum dialect dialect;
    double left;                   /* the sign of x on the body's left: -1 in VRM 0.x, which faces -Z */
    const char *names[BONE_COUNT]; /* per bone: the name that its entry has in the file; NULL if it has no entry */
    size_t nodes[BONE_COUNT];      /* per bone, eyes included: SCENE_NONE unless mapped to a usable node */
};

/* Reads the body of a dialect. Returns false if the file has none: no bone has an entry or a node then. */
bool body_read(struct body *body, const struct check *check, enum dialect dialect);

/* Returns the node of a bone, by its name in the table of bones; SCENE_NONE if it has none. */
size_t body_node(const struct body *body, const char *bone);

/* Returns the position of a bone that has a node. */
struct vec3 body_position(const struct body *body, size_t bone);

/* Returns the distance from the head to the farther foot, metres; NAN if the head or both feet have no node. */
double body_height(const struct body *body);

/* Returns the largest plausible radius of a collider of the body, metres; larger ones are in another unit. NAN if the
 * height is unknown. */
double body_collider_limit(const struct body *body);

/*
 * Whether a sphere is a floor, whatever its size: it is on the hips or outside the bones, such as on the avatar's root,
 * and its top is near the ground. center: metres in the world; radius: likewise. For a capsule, ask for both ends.
 */
bool body_is_floor(const struct body *body, size_t node, struct vec3 center, double radius);

/* Returns the next bone up the table that has an entry, or BONE_COUNT. */
size_t body_parent(const struct body *body, size_t bone);

/* Returns a bone as an argument for messages of the dialect: with its node, but in VRM 0.x the bone alone, because
 * those messages name the node separately. */
struct argument body_bone(const char *as, const struct body *body, size_t bone);

/* Returns the name of a bone alone: as written in the file, or the right one if it has no entry. */
struct argument body_name(const char *as, const struct body *body, size_t bone);

/* Returns the place of the entry of a bone, or of a member ("node") of it; member: NULL for the whole entry. The bone
 * must have an entry. */
struct place body_entry(const struct body *body, size_t bone, const char *member);

/* Returns the place of the list that holds the entries. */
struct place body_list(const struct body *body);

/* Exchanges the entries of the left and right bones of a limb. limb: "UpperLeg" and so on, see fix_is_of_limb(). */
void body_exchange(const struct body *body, struct finding *finding, const char *limb);

/* Calls report_twin() in the dialect of the body. */
struct finding *body_report(const struct body *body, enum message message, struct place place,
                            const struct argument *arguments);

/* Calls relate_twin() for a bone at a place, with body_bone() as {bone}. */
void body_relate(const struct body *body, struct finding *finding, enum message message, struct place place,
                 size_t bone);

/* Calls blame_twin() likewise. */
void body_blame(const struct body *body, struct finding *finding, enum message message, struct place place,
                size_t bone);

/*
 * Whether a node is outside the scene while the hips are in it. UniVRM doesn't load an avatar of VRM 1.0 if an
 * annotation refers to such a node, or a bind that moves a shape. If the hips are outside too, that is reported
 * instead.
 */
bool body_is_left_out(const struct check *check, size_t node);

/* Returns the preset of VRM 1.0 that an expression is, or VRMA_PRESET_COUNT. expression: an index in the view of the
 * dialect. */
size_t body_preset_of_expression(const struct avatar *avatar, enum dialect dialect, size_t expression);

/* Returns the preset that the name of a morph target denotes, such as aa for "Fcl_MTH_A", or VRMA_PRESET_COUNT. mesh:
 * an index that the file has. */
size_t body_preset_of_target(const struct avatar *avatar, size_t mesh, size_t target);

/* Reports bones whose nodes are outside the scene. */
void body_check_outside(const struct body *body);

/* Reports bones whose nodes have no name, and bones that share their name with another node. */
void body_check_names(const struct body *body);

#endif
