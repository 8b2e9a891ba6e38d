/* What poses move: bodies, and the joints and colliders on them. */
#include "sim/metrics_work.h"
#include "sim/world.h"

struct moving {
    const struct sim_world *world;
    bool *bodies;
};

/* Whether a slot moves: a body, or a frame on a moving body. */
static bool slot_moves(const struct moving *moving, size_t slot)
{
    const struct sim_world *world = moving->world;
    size_t movers = SLOT_BODIES + world->body_count;
    size_t mover = slot < movers ? slot : world->frames[slot - movers].mover;
    return mover >= SLOT_BODIES && moving->bodies[mover - SLOT_BODIES];
}

static bool list_moves(const struct moving *moving, const struct world_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        if (slot_moves(moving, moving->world->colliders[list->colliders[i]].anchor.mover)) {
            return true;
        }
    }
    return false;
}

static struct moving find_moving(struct arena *arena, const struct sim_world *world, const bool *turning)
{
    struct moving moving = {world, arena_array(arena, world->body_count, sizeof *moving.bodies)};
    world_spread_turns(arena, world, turning, moving.bodies);
    for (size_t b = 0; b < world->body_count; b++) {
        const struct world_body *body = &world->bodies[b];
        bool own =
            body->tie != SIM_NONE ? moving.bodies[b] : body->limb != SIM_NONE && turning[world->limbs[body->limb].bone];
        moving.bodies[b] = own || slot_moves(&moving, body->parent);
    }
    return moving;
}

static struct moving find_moving_with_arms(struct arena *arena, const struct sim_world *world)
{
    struct sim_limbs limbs;
    bool turning[BONE_COUNT];
    pose_limbs(POSE_ARMS_DOWN, 0, &limbs);
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        turning[bone] = limbs.turns[bone].w != 1;
    }
    return find_moving(arena, world, turning);
}

bool metrics_arms_move(struct arena *arena, const struct sim_world *world, size_t collider)
{
    struct arena *passing = arena_open(arena);
    struct moving moving = find_moving_with_arms(passing, world);
    bool moves = slot_moves(&moving, world->colliders[collider].anchor.mover);
    arena_close(passing);
    return moves;
}

size_t moved_with_arms(struct arena *arena, const struct sim_world *world, bool *joints)
{
    struct arena *passing = arena_open(arena);
    size_t count = 0;
    struct moving moving = find_moving_with_arms(passing, world);
    for (size_t j = 0; j < world->joint_count; j++) {
        joints[j] = moving.bodies[world->links[j].body];
        count += joints[j];
    }
    arena_close(passing);
    return count;
}

size_t moved_by_pose(struct arena *arena, const struct sim_world *world, enum pose pose, bool *joints)
{
    struct arena *passing = arena_open(arena);
    bool turning[BONE_COUNT];
    bool *lists = arena_array(passing, world->list_count, sizeof *lists);
    size_t count = 0;
    pose_moves(pose, turning);
    struct moving moving = find_moving(passing, world, turning);
    for (size_t i = 0; i < world->list_count; i++) {
        lists[i] = list_moves(&moving, &world->lists[i]);
    }
    for (size_t j = 0; j < world->joint_count; j++) {
        const struct world_link *link = &world->links[j];
        joints[j] = lists[link->list] || moving.bodies[link->body] ||
                    (link->center_slot != SIM_NONE && slot_moves(&moving, link->center_slot));
        count += joints[j];
    }
    arena_close(passing);
    return count;
}
