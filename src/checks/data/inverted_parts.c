#include "checks/data/inverted_parts.h"

#include <math.h>
#include <string.h>

#define OPPOSED (-0.6) /* the mean cosine between a face and its normals; smaller ones are opposed */
#define OUTWARD 0.04   /* of area times half the diagonal of the box; a closed sphere has 0.58 */
#define STEP 1e-5      /* of the size of the mesh: vertices in one step are at the same position */
#define MOST_STEPS 1e9
enum { PART_LEAST = 12 /* triangles; fewer have no clear outside */, TRIES = 64 /* slots of the table */ };

/* A position in steps of a grid. */
struct cell {
    int32_t at[3];
};

static struct cell cell_of(const float *position, double step)
{
    struct cell cell;
    for (size_t k = 0; k < 3; k++) {
        double steps = (double)position[k] / step;
        cell.at[k] = steps > -MOST_STEPS && steps < MOST_STEPS ? (int32_t)floor(steps + 0.5) : 0;
    }
    return cell;
}

static uint32_t hash_cell(const struct cell *cell)
{
    uint32_t hash = 2166136261U;
    for (size_t k = 0; k < 3; k++) {
        hash = (hash ^ (uint32_t)cell->at[k]) * 0x9E3779B1U;
        hash ^= hash >> 15;
    }
    return hash;
}

struct inverted_parts inverted_parts_begin(struct arena *arena, const float *positions, size_t vertices, double size)
{
    struct inverted_parts parts = {.arena = arena};
    size_t slots = 1;
    while (slots < vertices * 2) {
        slots *= 2;
    }
    uint32_t *table = arena_array(arena, slots, sizeof *table); /* 1 + the first vertex in a cell */
    double step = size > 0 ? STEP * size : 1;
    parts.above = arena_array(arena, vertices, sizeof *parts.above);
    parts.index = arena_array(arena, vertices, sizeof *parts.index);
    for (size_t i = 0; i < vertices; i++) {
        struct cell cell = cell_of(positions + i * 3, step);
        size_t slot = hash_cell(&cell) & (slots - 1);
        parts.above[i] = (uint32_t)i;
        for (size_t tries = 0; tries < TRIES; tries++, slot = (slot + 1) & (slots - 1)) {
            if (table[slot] == 0) {
                table[slot] = (uint32_t)i + 1;
                break;
            }
            struct cell other = cell_of(positions + (size_t)(table[slot] - 1) * 3, step);
            if (memcmp(&cell, &other, sizeof cell) == 0) {
                parts.above[i] = table[slot] - 1;
                break;
            }
        }
    }
    return parts;
}

/* Returns the top of a part, and shortens the way to it. */
static uint32_t top_of(struct inverted_parts *parts, uint32_t vertex)
{
    while (parts->above[vertex] != vertex) {
        parts->above[vertex] = parts->above[parts->above[vertex]];
        vertex = parts->above[vertex];
    }
    return vertex;
}

void inverted_parts_join(struct inverted_parts *parts, const uint32_t corners[3])
{
    for (size_t i = 1; i < 3; i++) {
        uint32_t first = top_of(parts, corners[0]);
        uint32_t second = top_of(parts, corners[i]);
        parts->above[first > second ? first : second] = first > second ? second : first;
    }
}

static struct inverted_part *inverted_part_of(struct inverted_parts *parts, uint32_t vertex)
{
    uint32_t *index = &parts->index[top_of(parts, vertex)];
    if (*index == 0) {
        *ARENA_ADD(parts->arena, parts->items, parts->count) =
            (struct inverted_part){.low = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, .high = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
        *index = (uint32_t)parts->count;
    }
    return &parts->items[*index - 1];
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

void inverted_parts_add(struct inverted_parts *parts, const uint32_t corners[3], const float *const at[3],
                        const float *const normal[3])
{
    struct inverted_part *part = inverted_part_of(parts, corners[0]);
    double u[3];
    double v[3];
    double middle[3];
    double mean[3];
    for (size_t k = 0; k < 3; k++) {
        u[k] = (double)at[1][k] - (double)at[0][k];
        v[k] = (double)at[2][k] - (double)at[0][k];
        middle[k] = ((double)at[0][k] + (double)at[1][k] + (double)at[2][k]) / 3;
        mean[k] = (double)normal[0][k] + (double)normal[1][k] + (double)normal[2][k];
        for (size_t i = 0; i < 3; i++) {
            part->low[k] = fmin(part->low[k], (double)at[i][k]);
            part->high[k] = fmax(part->high[k], (double)at[i][k]);
        }
    }
    const double area[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    double length = sqrt(dot(mean, mean));
    part->count++;
    part->area += sqrt(dot(area, area));
    part->against += length > 0 ? dot(area, mean) / length : 0;
    part->along += dot(area, middle);
    for (size_t k = 0; k < 3; k++) {
        part->across[k] += area[k];
    }
}

static bool is_inverted(const struct inverted_part *part)
{
    double middle[3];
    double size[3];
    for (size_t k = 0; k < 3; k++) {
        middle[k] = (part->low[k] + part->high[k]) / 2;
        size[k] = part->high[k] - part->low[k];
    }
    double outward = part->along - dot(part->across, middle);
    return part->count >= PART_LEAST && part->against < OPPOSED * part->area &&
           outward > OUTWARD * part->area * sqrt(dot(size, size)) / 2;
}

uint64_t inverted_parts_triangles(const struct inverted_parts *parts)
{
    uint64_t count = 0;
    for (size_t i = 0; i < parts->count; i++) {
        count += is_inverted(&parts->items[i]) ? parts->items[i].count : 0;
    }
    return count;
}
