/* The node hierarchy: parents, loops, intervals, world matrices, flags. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loaded.h"

#define ASSET "'asset': {'version': '2.0'}"

static void assert_near(double actual, double expected)
{
    if (!(fabs(actual - expected) < 1e-12)) {
        fail_msg("%.17g is not %.17g", actual, expected);
    }
}

static void assert_point(struct vec3 actual, double x, double y, double z)
{
    assert_near(actual.x, x);
    assert_near(actual.y, y);
    assert_near(actual.z, z);
}

/* ---- world matrices ---- */

static void test_worlds(void **state)
{
    (void)state;
    /* a rotation by 90 degrees about Y takes X to -Z; twice the size */
    struct loaded file = load("{" ASSET ", 'nodes': ["
                              "{'name': 'a', 'translation': [1, 2, 3], 'rotation': [0, 0.7071067811865476, 0, "
                              "0.7071067811865476], 'scale': [2, 2, 2], 'children': [1, 2]},"
                              "{'name': 'b', 'translation': [1, 0, 0], 'children': [3]},"
                              "{'matrix': [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1]},"
                              "{'translation': [0, 1, 4]}]}");
    const struct scene *scene = file.avatar->scene;
    assert_int_equal(scene->count, 4);
    assert_point(scene_position(scene, 0), 1, 2, 3);
    assert_point(scene_position(scene, 1), 1, 2, 1);
    assert_point(scene_position(scene, 2), 1, 2, -7);
    assert_point(scene_position(scene, 3), 9, 4, 1);
    assert_point(mat34_scale(&scene->nodes[3].world), 2, 2, 2);
    /* the matrix turns X to Y; the parent keeps that direction and doubles the length */
    assert_point(mat34_column(&scene->nodes[2].world, 0), 0, 2, 0);
    assert_point(scene->nodes[2].translation, 5, 0, 0);
    assert_point(scene->nodes[2].scale, 1, 1, 1);
    assert_true(scene->nodes[2].has_matrix);
    assert_int_equal(scene->nodes[3].depth, 2);
    assert_string_equal(found(&file, NULL), "");
    unload(&file);
}

static void test_mirror(void **state)
{
    (void)state;
    struct loaded file = load("{" ASSET ", 'nodes': [{'matrix': [-2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4, 0, 0, 0, 0, 1]}]}");
    assert_point(file.avatar->scene->nodes[0].scale, -2, 3, 4);
    unload(&file);
}

/* A transform that can't be used makes the node and all its descendants unusable, and nothing else. */
static void test_unusable(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "'translation': [0, 0]", "'rotation': [0, 0, 0, '1']", "'scale': 1", "'translation': [1e39, 0, 0]",
        "'matrix': null",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char json[512];
        snprintf(json, sizeof json,
                 "{" ASSET ", 'nodes': [{'children': [1, 2]}, {%s, 'children': [3]}, {}, {'children': [4]}, {}]}",
                 bad[i]);
        struct loaded file = load(json);
        const struct scene *scene = file.avatar->scene;
        const bool usable[] = {true, false, true, false, false};
        for (size_t node = 0; node < 5; node++) {
            assert_int_equal(scene_usable(scene, node), usable[node]);
        }
        assert_false(scene_is_above(scene, 0, 3));
        assert_true(scene_is_above(scene, 0, 2));
        assert_int_equal(scene->nodes[4].depth, 3);
        assert_int_equal(findings_count(file.findings), 0); /* reporting them is up to the schemas */
        unload(&file);
    }
}

/* If a list of children can't be read, a root that no scene lists may have been listed there, so it isn't usable. */
static void test_adrift(void **state)
{
    (void)state;
    static const struct {
        const char *nodes;
        const char *scenes;
        bool usable; /* node 2, which may be a child of node 1 */
        bool in_scene;
    } cases[] = {
        {"{'children': [1]}, {'children': [2]}, {}", "{'nodes': [0]}", true, true},
        {"{'children': [1]}, {}, {}", "{'nodes': [0]}", true, false},
        {"{'children': [1]}, {'children': null}, {}", "{'nodes': [0]}", false, false},
        {"{'children': [1]}, {'children': ['2']}, {}", "{'nodes': [0]}", false, false},
        {"{'children': [1]}, {'children': [3]}, {}", "{'nodes': [0]}", false, false},
        {"{'children': [1]}, 5, {}", "{'nodes': [0]}", false, false},
        {"{'children': [1]}, {'children': null}, {}", "{'nodes': [0, 2]}", true, true},
        {"{'children': [1]}, {'children': null}, {}", "{'nodes': [0]}, {'nodes': [2]}", true, false},
        {"{'children': [1]}, {'children': null}, {}", "{}", true, false},
        {"{'children': [1]}, {}, {}", "null", true, true},
        {"{'children': [1]}, {}, {}", "{'nodes': {}}", true, true},
        {"{'children': [1]}, {}, {}", "{'nodes': [0, 7]}", true, true},
        {"{'children': [1]}, {}, {}", "{'nodes': [0]}, null", true, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[300];
        snprintf(text, sizeof text, "{" ASSET ", 'scene': 0, 'scenes': [%s], 'nodes': [%s]}", cases[i].scenes,
                 cases[i].nodes);
        struct loaded file = load(text);
        const struct scene_node *node = &file.avatar->scene->nodes[2];
        if (node->usable != cases[i].usable || node->in_scene != cases[i].in_scene) {
            fail_msg("%s is %susable and %sin the scene", text, node->usable ? "" : "not ",
                     node->in_scene ? "" : "not ");
        }
        unload(&file);
    }
}

static void test_looks(void **state)
{
    (void)state;
    static const char *const whole[] = {
        "'nodes': [{}]",
        "'nodes': [{'mesh': 0, 'skin': 0}], 'meshes': [{}], 'skins': [{'joints': [0]}]",
        "'nodes': [{'camera': 4, 'children': [7]}, {'translation': null}], 'skins': [{'joints': [0]}]",
    };
    static const char *const lost[] = {
        "'nodes': [{'mesh': 0}]",
        "'nodes': [{'mesh': '0'}], 'meshes': [{}]",
        "'nodes': {}",
        "'nodes': [{'skin': 0}], 'skins': [{'joints': [0]}]",
        "'nodes': [{'skin': 0}], 'skins': null",
        "'nodes': [{}], 'skins': [{}]",
        "'nodes': [{}], 'skins': [{'joints': []}]",
        "'nodes': [{}], 'skins': [null]",
        "'nodes': [{}], 'skins': [{'joints': 0}]",
        "'nodes': [{}], 'skins': [{'joints': [0, 1]}]",
        "'nodes': [{}], 'skins': [{'joints': [0]}, {'joints': [null]}]",
    };
    for (size_t i = 0; i < sizeof whole / sizeof whole[0] + sizeof lost / sizeof lost[0]; i++) {
        bool is_whole = i < sizeof whole / sizeof whole[0];
        char text[200];
        snprintf(text, sizeof text, "{" ASSET ", %s}", is_whole ? whole[i] : lost[i - sizeof whole / sizeof whole[0]]);
        struct loaded file = load(text);
        if (file.avatar->scene->looks_lost == is_whole) {
            fail_msg("%s", text);
        }
        unload(&file);
    }
}

static void test_overflow(void **state)
{
    (void)state;
    char json[8192] = "{" ASSET ", 'nodes': [";
    size_t length = strlen(json);
    for (int i = 0; i < 20; i++) {
        length +=
            (size_t)snprintf(json + length, sizeof json - length, "{'scale': [1e38, 1, 1], 'children': [%d]}, ", i + 1);
    }
    snprintf(json + length, sizeof json - length, "{'translation': [1, 0, 0]}]}");
    struct loaded file = load(json);
    size_t count;
    assert_true(scene_usable(file.avatar->scene, 7));
    assert_false(scene_usable(file.avatar->scene, 20));
    findings_skipped(file.findings, &count);
    assert_int_equal(count, 1);
    assert_string_equal(found(&file, NULL), "");
    unload(&file);
}

/* ---- flags ---- */

static void test_flags(void **state)
{
    (void)state;
    struct loaded file =
        load("{" ASSET ", 'scene': 1, 'scenes': [{'nodes': [3]}, {'nodes': [0]}], 'meshes': [{}], 'skins': ["
             "{'joints': [1, 2]}, {'joints': [3]}], 'nodes': ["
             "{'mesh': 0, 'skin': 0, 'name': 'Body', 'children': [1]}, {'children': [2]},"
             "{'name': '', 'extensions': {'KHR_lights_punctual': {'light': 0}, 'VRMC_node_constraint': 3}},"
             "{'skin': 1, 'extensions': {'VRMC_node_constraint': {}}}]}");
    const struct scene_node *nodes = file.avatar->scene->nodes;
    assert_string_equal(nodes[0].name, "Body");
    assert_null(nodes[1].name);
    assert_null(nodes[2].name);
    assert_int_equal(nodes[0].mesh, 0);
    assert_true(nodes[1].mesh == SCENE_NONE && nodes[1].skin == SCENE_NONE && nodes[1].camera == SCENE_NONE);
    assert_true(nodes[0].in_scene && nodes[1].in_scene && nodes[2].in_scene && !nodes[3].in_scene);
    assert_true(nodes[1].skin_joint && nodes[2].skin_joint && nodes[3].skin_joint && !nodes[0].skin_joint);
    assert_true(nodes[1].skinned && nodes[2].skinned && !nodes[3].skinned);
    assert_true(nodes[2].has_other && !nodes[3].has_other);
    assert_true(nodes[3].constrained && !nodes[2].constrained);
    assert_true(file.avatar->scene->mesh_count == 1 && file.avatar->scene->skin_count == 2);
    unload(&file);
}

static void test_in_scene(void **state)
{
    (void)state;
    static const struct {
        const char *scenes;
        bool in[3];
        bool by_default[3];
    } cases[] = {
        {"'scenes': [{'nodes': [0]}, {'nodes': [1]}]", {true, true, false}, {true, false, false}},
        {"'scenes': [{}, {'nodes': [1]}]", {false, true, false}, {false, false, false}},
        {"'scene': 0, 'scenes': [{'nodes': [0]}, {'nodes': [1]}]", {true, false, false}, {true, false, false}},
        {"'scene': 1.0, 'scenes': [{'nodes': [0]}, {'nodes': [1]}]", {false, true, false}, {false, true, false}},
        {"'scenes': [{}]", {false, false, false}, {false, false, false}},
        {"'scenes': []", {true, true, true}, {true, true, true}},
        {"'extras': 0", {true, true, true}, {true, true, true}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char json[256];
        snprintf(json, sizeof json, "{" ASSET ", %s, 'nodes': [{}, {}, {}]}", cases[i].scenes);
        struct loaded file = load(json);
        for (size_t node = 0; node < 3; node++) {
            assert_int_equal(file.avatar->scene->nodes[node].in_scene, cases[i].in[node]);
            assert_int_equal(file.avatar->scene->nodes[node].in_default, cases[i].by_default[node]);
        }
        assert_string_equal(found(&file, NULL), "");
        unload(&file);
    }
}

/* An unreadable scene may list any node, but that counts only if it may be the default scene. */
static void test_in_broken_scene(void **state)
{
    (void)state;
    static const struct {
        const char *scenes;
        bool by_default[2];
    } cases[] = {
        {"'scenes': [{'nodes': [0, 9]}, {}]", {true, true}},
        {"'scenes': [{'nodes': [0]}, {'nodes': [9]}]", {true, false}},
        {"'scene': 7, 'scenes': [{'nodes': [0]}, {'nodes': [1]}]", {true, true}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char json[256];
        snprintf(json, sizeof json, "{" ASSET ", %s, 'nodes': [{}, {}]}", cases[i].scenes);
        struct loaded file = load(json);
        for (size_t node = 0; node < 2; node++) {
            assert_int_equal(file.avatar->scene->nodes[node].in_default, cases[i].by_default[node]);
        }
        unload(&file);
    }
}

/* The roots of the default scene come first, in its order, then the other roots, each with its descendants. */
static void test_order_of_roots(void **state)
{
    (void)state;
    static const struct {
        const char *scenes;
        size_t enter[5];
    } cases[] = {
        {"'scenes': [{'nodes': [4, 2, 4]}]", {3, 4, 1, 2, 0}},
        {"'scene': 1, 'scenes': [{'nodes': [4]}, {'nodes': [2, 0]}]", {2, 3, 0, 1, 4}},
        {"'scenes': [{'nodes': [3, 4]}]", {1, 2, 3, 4, 0}},
        {"'extras': 0", {0, 1, 2, 3, 4}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char json[256];
        snprintf(json, sizeof json, "{" ASSET ", %s, 'nodes': [{'children': [1]}, {}, {'children': [3]}, {}, {}]}",
                 cases[i].scenes);
        struct loaded file = load(json);
        for (size_t node = 0; node < 5; node++) {
            assert_int_equal(file.avatar->scene->nodes[node].enter, cases[i].enter[node]);
        }
        unload(&file);
    }
}

/* ---- intervals compared with a naive traversal ---- */

enum { FOREST_MAX = 24 };

struct forest {
    size_t count;
    bool link[FOREST_MAX][FOREST_MAX]; /* [parent][child] */
    size_t parent[FOREST_MAX];
    bool looped[FOREST_MAX];
    bool shown[FOREST_MAX]; /* reachable from the scene, which lists node 0 */
};

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* Makes a random forest, then adds links that may close loops and give second parents. */
static void grow(struct forest *forest, uint32_t *seed)
{
    memset(forest, 0, sizeof *forest);
    forest->count = 1 + next_random(seed) % FOREST_MAX;
    for (size_t i = 1; i < forest->count; i++) {
        if (next_random(seed) % 4 != 0) {
            forest->link[next_random(seed) % i][i] = true;
        }
    }
    for (size_t extra = next_random(seed) % 4; extra > 0; extra--) {
        forest->link[next_random(seed) % forest->count][next_random(seed) % forest->count] = true;
    }
}

/* Computes what scene_read() should find: first parents, and the nodes on loops of any links (transitive closure). */
static void judge(struct forest *forest)
{
    static bool reach[FOREST_MAX][FOREST_MAX];
    size_t n = forest->count;
    memcpy(reach, forest->link, sizeof reach);
    for (size_t k = 0; k < n; k++) {
        for (size_t i = 0; i < n; i++) {
            for (size_t j = 0; j < n; j++) {
                reach[i][j] = reach[i][j] || (reach[i][k] && reach[k][j]);
            }
        }
    }
    for (size_t i = 0; i < n; i++) {
        forest->looped[i] = reach[i][i];
        forest->shown[i] = i == 0 || reach[0][i];
        forest->parent[i] = SCENE_NONE;
        for (size_t p = n; p-- > 0;) {
            forest->parent[i] = forest->link[p][i] ? p : forest->parent[i];
        }
    }
    for (size_t i = 0; i < n; i++) {
        forest->parent[i] = forest->looped[i] ? SCENE_NONE : forest->parent[i];
    }
}

static bool naive_usable(const struct forest *forest, size_t node)
{
    while (!forest->looped[node] && forest->parent[node] != SCENE_NONE) {
        node = forest->parent[node];
    }
    return !forest->looped[node];
}

static bool naive_above(const struct forest *forest, size_t a, size_t b)
{
    for (size_t n = forest->parent[b]; n != SCENE_NONE; n = forest->parent[n]) {
        if (n == a) {
            return naive_usable(forest, b);
        }
    }
    return false;
}

static struct loaded load_forest(const struct forest *forest)
{
    static char json[64 * 1024];
    size_t length = (size_t)snprintf(json, sizeof json, "{" ASSET ", 'scenes': [{'nodes': [0]}], 'nodes': [");
    for (size_t i = 0; i < forest->count; i++) {
        length += (size_t)snprintf(json + length, sizeof json - length, "%s{'children': [", i == 0 ? "" : ", ");
        const char *comma = "";
        for (size_t j = 0; j < forest->count; j++) {
            if (forest->link[i][j]) {
                length += (size_t)snprintf(json + length, sizeof json - length, "%s%zu", comma, j);
                comma = ", ";
            }
        }
        length += (size_t)snprintf(json + length, sizeof json - length, "]}");
    }
    snprintf(json + length, sizeof json - length, "]}");
    return load(json);
}

static void test_forests(void **state)
{
    (void)state;
    const int rounds = (int)trials(400);
    uint32_t seed = 20240229;
    size_t loops = 0;
    for (int round = 0; round < rounds; round++) {
        struct forest forest;
        grow(&forest, &seed);
        struct loaded file = load_forest(&forest);
        judge(&forest);
        const struct scene *scene = file.avatar->scene;
        for (size_t a = 0; a < forest.count; a++) {
            loops += forest.looped[a];
            assert_true(scene->nodes[a].parent == forest.parent[a]);
            assert_int_equal(scene_usable(scene, a), naive_usable(&forest, a));
            assert_int_equal(scene->nodes[a].in_scene, forest.shown[a]);
            for (size_t k = scene->children_begin[a]; k < scene->children_begin[a + 1]; k++) {
                assert_true(forest.parent[scene->children[k]] == a);
            }
            size_t depth = 0;
            for (size_t n = forest.parent[a]; n != SCENE_NONE; n = forest.parent[n]) {
                depth++;
            }
            assert_int_equal(scene->nodes[a].depth, depth);
            for (size_t b = 0; b < forest.count; b++) {
                assert_int_equal(scene_is_above(scene, a, b), naive_above(&forest, a, b));
                assert_int_equal(scene_is_above_or_same(scene, a, b),
                                 naive_above(&forest, a, b) || (a == b && naive_usable(&forest, a)));
            }
        }
        unload(&file);
    }
    assert_true(loops > (size_t)rounds / 4);
}

/* ---- size ---- */

/* Loads a file of many nodes. write() writes the children of node i. unload() frees the file. */
static struct loaded load_many(size_t count, int (*write)(char *out, size_t size, size_t i, size_t count))
{
    size_t capacity = count * 40 + 64;
    char *text = malloc(capacity);
    assert_non_null(text);
    size_t length = (size_t)snprintf(text, capacity, "{\"asset\": {\"version\": \"2.0\"}, \"nodes\": [");
    for (size_t i = 0; i < count; i++) {
        length += (size_t)snprintf(text + length, capacity - length, "%s{\"children\":[", i == 0 ? "" : ",");
        length += (size_t)write(text + length, capacity - length, i, count);
        length += (size_t)snprintf(text + length, capacity - length, "]}");
    }
    length += (size_t)snprintf(text + length, capacity - length, "]}");
    struct loaded file = load_bytes(text, length);
    file.text = text;
    assert_non_null(file.avatar);
    return file;
}

static int write_chain(char *out, size_t size, size_t i, size_t count)
{
    return i + 1 == count ? 0 : snprintf(out, size, "%zu", i + 1);
}

/* Writes all other nodes as children of the first node. */
static int write_flat(char *out, size_t size, size_t i, size_t count)
{
    int length = 0;
    for (size_t child = 1; i == 0 && child < count; child++) {
        length += snprintf(out + length, size - (size_t)length, "%s%zu", child == 1 ? "" : ",", child);
    }
    return length;
}

static int write_ring(char *out, size_t size, size_t i, size_t count)
{
    return snprintf(out, size, "%zu", (i + 1) % count);
}

static int write_shared(char *out, size_t size, size_t i, size_t count)
{
    return i + 1 == count ? 0 : snprintf(out, size, "%zu", count - 1);
}

static void test_many(void **state)
{
    (void)state;
    const size_t million = hostile_size(1000 * 1000);
    const size_t less = million / 10;
    struct loaded chain = load_many(million, write_chain);
    assert_int_equal(chain.avatar->scene->nodes[million - 1].depth, million - 1);
    assert_true(scene_is_above(chain.avatar->scene, 0, million - 1));
    unload(&chain);
    struct loaded flat = load_many(less, write_flat);
    assert_int_equal(flat.avatar->scene->nodes[less - 1].enter, less - 1);
    assert_int_equal(flat.avatar->scene->nodes[less - 1].depth, 1);
    unload(&flat);
    struct loaded ring = load_many(less, write_ring);
    assert_string_equal(found(&ring, NULL), "gltf/node-loop /nodes/0\n");
    assert_false(scene_usable(ring.avatar->scene, less / 2));
    unload(&ring);
    struct loaded shared = load_many(less, write_shared);
    assert_int_equal(findings_count(shared.findings), less - 2);
    assert_true(scene_is_above(shared.avatar->scene, 0, less - 1));
    unload(&shared);
}

TEST_PROGRAM(scene)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_worlds),         cmocka_unit_test(test_mirror),   cmocka_unit_test(test_unusable),
        cmocka_unit_test(test_adrift),         cmocka_unit_test(test_looks),    cmocka_unit_test(test_overflow),
        cmocka_unit_test(test_flags),          cmocka_unit_test(test_in_scene), cmocka_unit_test(test_in_broken_scene),
        cmocka_unit_test(test_order_of_roots), cmocka_unit_test(test_forests),  cmocka_unit_test(test_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
