/* Graphs: components and rings compared with naive searches in random graphs, and sizes that need linear time. */
#include "support.h"

#include <string.h>

#include "base/graph.h"

enum { MOST = 12 };

/* Returns a random number that is the same on every machine. */
static unsigned random_below(unsigned *state, unsigned limit)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) % limit;
}

/* A small graph as a table. */
struct table {
    size_t count;
    bool edge[MOST][MOST];
};

static struct table random_table(unsigned *seed)
{
    struct table table = {.count = 1 + random_below(seed, MOST)};
    unsigned sparse = 1 + random_below(seed, 8);
    for (size_t i = 0; i < table.count; i++) {
        for (size_t k = 0; k < table.count; k++) {
            table.edge[i][k] = random_below(seed, sparse) == 0 && random_below(seed, (unsigned)table.count) < 3;
        }
    }
    return table;
}

static struct graph build(struct arena *arena, const struct table *table)
{
    struct graph_builder *builder = arena_alloc(arena, sizeof *builder);
    builder->arena = arena;
    for (size_t i = 0; i < table->count; i++) {
        assert_int_equal(graph_add_vertex(builder), i);
        for (size_t k = 0; k < table->count; k++) {
            if (table->edge[i][k]) {
                graph_add_edge(builder, k);
            }
        }
    }
    return graph_built(builder);
}

/* Finds the pairs of vertices that a path of at least one edge connects. */
static void reach(const struct table *table, bool reaches[MOST][MOST])
{
    memcpy(reaches, table->edge, sizeof table->edge);
    for (size_t m = 0; m < table->count; m++) {
        for (size_t i = 0; i < table->count; i++) {
            for (size_t k = 0; k < table->count; k++) {
                reaches[i][k] = reaches[i][k] || (reaches[i][m] && reaches[m][k]);
            }
        }
    }
}

static void components(void **state)
{
    (void)state;
    unsigned seed = 1;
    for (size_t round = hostile_size(3000); round > 0; round--) {
        struct table table = random_table(&seed);
        struct arena *arena = arena_new();
        assert_non_null(arena);
        struct graph graph = build(arena, &table);
        size_t component[MOST];
        size_t count = graph_components(arena, &graph, component);
        bool reaches[MOST][MOST];
        reach(&table, reaches);
        size_t most = 0;
        for (size_t i = 0; i < table.count; i++) {
            most = component[i] > most ? component[i] : most;
            for (size_t k = 0; k < table.count; k++) {
                bool together = i == k || (reaches[i][k] && reaches[k][i]);
                assert_true(together == (component[i] == component[k]));
                assert_true(!table.edge[i][k] || component[k] <= component[i]);
            }
        }
        assert_int_equal(most + 1, count);
        arena_free(arena);
    }
}

/* Returns the length of the shortest closed walk from start that visits another colour; 0 if there is
 * none. Passages have no length. */
static size_t naive_walk(const struct table *table, const size_t *colour, size_t start)
{
    size_t best[MOST][2];
    memset(best, 0xff, sizeof best);
    best[start][0] = 0;
    for (size_t round = 0; round < 4 * MOST; round++) {
        for (size_t state = 0; state < 2 * table->count; state++) {
            size_t from = state / 2;
            for (size_t to = 0; to < table->count; to++) {
                if (!table->edge[from][to] || best[from][state % 2] == SIZE_MAX) {
                    continue;
                }
                bool counts = colour[to] != GRAPH_PASSAGE;
                bool left = state % 2 == 1 || (counts && colour[to] != colour[start]);
                size_t length = best[from][state % 2] + counts;
                best[to][left] = length < best[to][left] ? length : best[to][left];
            }
        }
    }
    return best[start][1] == SIZE_MAX ? 0 : best[start][1];
}

/* Whether a direct edge or a path of passages connects two vertices. */
static bool leads(const struct table *table, const size_t *colour, size_t from, size_t to)
{
    bool seen[MOST] = {false};
    size_t waiting[MOST];
    size_t count = 0;
    waiting[count++] = from;
    while (count > 0) {
        size_t at = waiting[--count];
        for (size_t k = 0; k < table->count; k++) {
            if (table->edge[at][k] && k == to) {
                return true;
            }
            if (table->edge[at][k] && !seen[k] && colour[k] == GRAPH_PASSAGE) {
                seen[k] = true;
                waiting[count++] = k;
            }
        }
    }
    return false;
}

/* Fails the test unless vertices form a ring of at least two colours, each vertex once. */
static void check_ring(const struct table *table, const size_t *colour, const size_t *ring, size_t length)
{
    bool colours = false;
    assert_true(length >= 2);
    for (size_t i = 0; i < length; i++) {
        assert_true(colour[ring[i]] != GRAPH_PASSAGE);
        assert_true(leads(table, colour, ring[i], ring[(i + 1) % length]));
        colours = colours || colour[ring[i]] != colour[ring[0]];
        for (size_t k = 0; k < i; k++) {
            assert_true(ring[i] != ring[k]);
        }
    }
    assert_true(colours);
}

static bool has(const size_t *ring, size_t length, size_t vertex)
{
    for (size_t i = 0; i < length; i++) {
        if (ring[i] == vertex) {
            return true;
        }
    }
    return false;
}

/* colours: number of colours besides passages; 0 gives each vertex its own. */
static void check_rings(unsigned seed, unsigned colours, bool passages)
{
    for (size_t round = hostile_size(2000); round > 0; round--) {
        struct table table = random_table(&seed);
        struct arena *arena = arena_new();
        assert_non_null(arena);
        struct graph graph = build(arena, &table);
        size_t component[MOST];
        graph_components(arena, &graph, component);
        size_t colour[MOST];
        for (size_t i = 0; i < table.count; i++) {
            colour[i] = passages && random_below(&seed, 2) == 0 ? GRAPH_PASSAGE
                        : colours == 0                          ? i
                                                                : random_below(&seed, colours);
        }
        struct graph_rings *rings = graph_rings_new(arena, &graph, component, colour);
        for (size_t start = 0; start < table.count; start++) {
            if (colour[start] == GRAPH_PASSAGE) {
                continue;
            }
            size_t length;
            const size_t *ring = graph_ring(rings, start, &length);
            size_t walk = naive_walk(&table, colour, start);
            assert_true((walk == 0) == (length == 0));
            if (walk == 0) {
                continue;
            }
            check_ring(&table, colour, ring, length);
            assert_true(length <= walk);
            assert_true(!has(ring, length, start) || length == walk);
            assert_true(colours > 0 || has(ring, length, start));
        }
        arena_free(arena);
    }
}

static void rings(void **state)
{
    (void)state;
    check_rings(2, 0, false);
}

static void rings_over_passages(void **state)
{
    (void)state;
    check_rings(3, 0, true);
}

static void rings_of_colours(void **state)
{
    (void)state;
    check_rings(4, 2, false);
    check_rings(5, 3, false);
    check_rings(6, 3, true);
}

/* Finds all rings in a graph of count vertices that form rings of length vertices each. */
static void many(size_t count, size_t length)
{
    struct arena *arena = arena_new();
    assert_non_null(arena);
    struct graph_builder builder = {.arena = arena};
    size_t *colour = arena_array(arena, count, sizeof *colour);
    for (size_t i = 0; i < count; i++) {
        graph_add_vertex(&builder);
        graph_add_edge(&builder, i % length == length - 1 ? i + 1 - length : i + 1);
        colour[i] = i;
    }
    struct graph graph = graph_built(&builder);
    size_t *component = arena_array(arena, count, sizeof *component);
    assert_int_equal(graph_components(arena, &graph, component), count / length);
    struct graph_rings *search = graph_rings_new(arena, &graph, component, colour);
    for (size_t i = 0; i < count; i += length) {
        size_t found;
        const size_t *ring = graph_ring(search, i, &found);
        assert_int_equal(found, length);
        assert_int_equal(ring[0], i);
        assert_int_equal(ring[length - 1], i + length - 1);
    }
    arena_free(arena);
}

static void large_rings(void **state)
{
    (void)state;
    size_t count = hostile_size(200000);
    many(count, count);
    many(count, 2);
    many(count, count / 100);
}

/* A long path of passages between two vertices, and back. */
static void long_passage(void **state)
{
    (void)state;
    size_t count = hostile_size(200000);
    struct arena *arena = arena_new();
    assert_non_null(arena);
    struct graph_builder builder = {.arena = arena};
    size_t *colour = arena_array(arena, count, sizeof *colour);
    for (size_t i = 0; i < count; i++) {
        graph_add_vertex(&builder);
        graph_add_edge(&builder, (i + 1) % count);
        colour[i] = i == 7 || i == count - 7 ? i : GRAPH_PASSAGE;
    }
    struct graph graph = graph_built(&builder);
    size_t *component = arena_array(arena, count, sizeof *component);
    assert_int_equal(graph_components(arena, &graph, component), 1);
    size_t length;
    const size_t *ring = graph_ring(graph_rings_new(arena, &graph, component, colour), count - 7, &length);
    assert_int_equal(length, 2);
    assert_int_equal(ring[0], count - 7);
    assert_int_equal(ring[1], 7);
    arena_free(arena);
}

static void nothing(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    assert_non_null(arena);
    struct graph_builder builder = {.arena = arena};
    struct graph graph = graph_built(&builder);
    assert_int_equal(graph.count, 0);
    assert_int_equal(graph_components(arena, &graph, NULL), 0);
    /* a loop of one vertex isn't a ring */
    graph_add_vertex(&builder);
    graph_add_edge(&builder, 0);
    graph = graph_built(&builder);
    size_t component;
    size_t colour = 0;
    assert_int_equal(graph_components(arena, &graph, &component), 1);
    size_t length = 5;
    graph_ring(graph_rings_new(arena, &graph, &component, &colour), 0, &length);
    assert_int_equal(length, 0);
    arena_free(arena);
}

TEST_PROGRAM(graph)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(components),       cmocka_unit_test(rings),       cmocka_unit_test(rings_over_passages),
        cmocka_unit_test(rings_of_colours), cmocka_unit_test(large_rings), cmocka_unit_test(long_passage),
        cmocka_unit_test(nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
