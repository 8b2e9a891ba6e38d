/*
 * The body of an avatar or of a VRM animation, as the rules see it that judge all generations alike: VRM 1.0, VRM 0.x
 * and VRMC_vrm_animation. A judgement is one function, and what differs between the generations is a table by dialect.
 */
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
    size_t nodes[BONE_COUNT];      /* per bone: SCENE_NONE unless mapped to a usable node; an eye's too */
};

/* Reads the body of a dialect; false if the file has none. */
bool body_read(struct body *body, const struct check *check, enum dialect dialect);

/* The node of a bone, by its name in the table of bones; SCENE_NONE if there is none. */
size_t body_node(const struct body *body, const char *bone);

/* The position of a bone that has a node. */
struct vec3 body_position(const struct body *body, size_t bone);

/* From the head to the farther foot, metres; NAN if the head or both feet have no node. */
double body_height(const struct body *body);

/* The largest radius of a collider of the body, metres, unless it is in another unit; NAN if the height
 * is unknown. */
double body_collider_limit(const struct body *body);

/* Compares the collider groups of springs on both sides of an avatar of VRM 1.0. */
void body_check_spring_sides(const struct body *body);

/* The next bone up the table that has an entry; BONE_COUNT if there is none. */
size_t body_parent(const struct body *body, size_t bone);

/* A bone as messages of the dialect name it: with its node, or in VRM 0.x the bone alone, because these messages name
 * the node beside it. */
struct argument body_bone(const char *as, const struct body *body, size_t bone);

/* Its name alone: as the file has it, or else the right one. */
struct argument body_name(const char *as, const struct body *body, size_t bone);

/* The entry of a bone that has one, or its member ("node"; NULL for all of the entry). */
struct place body_entry(const struct body *body, size_t bone, const char *member);

/* The list that holds the entries. */
struct place body_list(const struct body *body);

/* Gives the entries of a limb on both sides to the other side; limb: "UpperLeg" and so on, see fix_is_of_limb(). */
void body_exchange(const struct body *body, struct finding *finding, const char *limb);

/* report_twin() in the dialect of the body. */
struct finding *body_report(const struct body *body, enum message message, struct place place,
                            const struct argument *arguments);

/* relate_twin() of a bone at a place, with body_bone() as {bone}. */
void body_relate(const struct body *body, struct finding *finding, enum message message, struct place place,
                 size_t bone);

/* blame_twin() likewise. */
void body_blame(const struct body *body, struct finding *finding, enum message message, struct place place,
                size_t bone);

/*
 * Whether a node is outside the scene although the hips are in it. UniVRM doesn't load an avatar of VRM 1.0 that refers
 * to such a node by an annotation, or by a bind that moves a shape. Where the hips are outside too, that is reported.
 */
bool body_is_left_out(const struct check *check, size_t node);

#endif
