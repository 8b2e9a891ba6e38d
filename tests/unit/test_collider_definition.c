/* Colliders on nodes that springs move, compared with a literal implementation of the rules, on random files. */
#include "spring_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vrmlint.h"

#define OWN "collider/in-own-chain"
#define CYCLE "collider/dependency-cycle"
#define OTHER "collider/on-simulated-node"

enum { NODES = 11, SPRINGS = 5, HEADS_MAX = 3, COLLIDERS = 5, GROUPS = 3 };

/* A random file, small enough for an exhaustive search. */
struct sample {
    int parent[NODES];
    int joints[SPRINGS][HEADS_MAX + 1];
    int joint_count[SPRINGS];
    int groups_of[SPRINGS]; /* bits */
    int colliders_of[GROUPS];
    int node_of[COLLIDERS];
};

static unsigned next_random(unsigned *seed, unsigned below)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 16) % below;
}

static void make_sample(struct sample *sample, unsigned *seed)
{
    for (int n = 0; n < NODES; n++) {
        sample->parent[n] = n == 0 ? -1 : (int)next_random(seed, (unsigned)n);
    }
    for (int s = 0; s < SPRINGS; s++) {
        /* usually a path down the hierarchy, sometimes any nodes */
        bool wild = next_random(seed, 4) == 0;
        int node = (int)next_random(seed, NODES);
        int count = 0;
        for (int i = 0; i <= HEADS_MAX && node >= 0; i++) {
            sample->joints[s][count++] = node;
            node = wild ? (int)next_random(seed, NODES) : sample->parent[node];
        }
        if (!wild) {
            for (int i = 0; i < count / 2; i++) {
                int swapped = sample->joints[s][i];
                sample->joints[s][i] = sample->joints[s][count - 1 - i];
                sample->joints[s][count - 1 - i] = swapped;
            }
        }
        sample->joint_count[s] = count;
        sample->groups_of[s] = (int)next_random(seed, 1 << GROUPS);
    }
    for (int g = 0; g < GROUPS; g++) {
        sample->colliders_of[g] = 1 << next_random(seed, COLLIDERS) | (1 << next_random(seed, COLLIDERS));
    }
    for (int c = 0; c < COLLIDERS; c++) {
        sample->node_of[c] = (int)next_random(seed, NODES);
    }
}

static void add_bits(char **text, int bits)
{
    bool first = true;
    for (int i = 0; i < 16; i++) {
        if (bits >> i & 1) {
            text_add(text, "%s%d", first ? "" : ",", i);
            first = false;
        }
    }
}

static struct vrmlint_report *lint_sample(const struct sample *sample, const char *rule)
{
    char *nodes = NULL;
    for (int n = 0; n < NODES; n++) {
        bool first = true;
        text_add(&nodes, "%s{'name':'n%d','translation':[0,0.1,0]", n == 0 ? "" : ",", n);
        for (int child = n + 1; child < NODES; child++) {
            if (sample->parent[child] == n) {
                text_add(&nodes, "%s%d", first ? ",'children':[" : ",", child);
                first = false;
            }
        }
        text_add(&nodes, first ? "}" : "]}");
    }
    char *members = NULL;
    text_add(&members, "'colliders':[");
    for (int c = 0; c < COLLIDERS; c++) {
        text_add(&members, "%s{'node':%d,'shape':{'sphere':{'radius':0.01}}}", c == 0 ? "" : ",", sample->node_of[c]);
    }
    text_add(&members, "],'colliderGroups':[");
    for (int g = 0; g < GROUPS; g++) {
        text_add(&members, "%s{'colliders':[", g == 0 ? "" : ",");
        add_bits(&members, sample->colliders_of[g]);
        text_add(&members, "]}");
    }
    text_add(&members, "],");
    char *springs = NULL;
    for (int s = 0; s < SPRINGS; s++) {
        text_add(&springs, "%s{'joints':[", s == 0 ? "[" : ",");
        for (int i = 0; i < sample->joint_count[s]; i++) {
            text_add(&springs, "%s{'node':%d}", i == 0 ? "" : ",", sample->joints[s][i]);
        }
        text_add(&springs, "],'colliderGroups':[");
        add_bits(&springs, sample->groups_of[s]);
        text_add(&springs, "]}");
    }
    text_add(&springs, "]");
    char *text = file_of(nodes, "", members, springs);
    struct vrmlint_report *report = lint_text(rule, text);
    free(nodes);
    free(members);
    free(springs);
    free(text);
    return report;
}

/* Whether a is b or an ancestor of b. */
static bool is_above_or_same(const struct sample *sample, int a, int b)
{
    while (b >= 0 && b != a) {
        b = sample->parent[b];
    }
    return b == a;
}

static int reach_of(const struct sample *sample, int s)
{
    int colliders = 0;
    for (int g = 0; g < GROUPS; g++) {
        if (sample->groups_of[s] >> g & 1) {
            colliders |= sample->colliders_of[g];
        }
    }
    return colliders;
}

/* The components, as the rules define them. */
struct components {
    int of[SPRINGS * HEADS_MAX]; /* for each head (spring * HEADS_MAX + i): first head of its component; -1: none */
    bool reaches[SPRINGS * HEADS_MAX][SPRINGS * HEADS_MAX];
};

static bool is_head(const struct sample *sample, int head)
{
    return head % HEADS_MAX < sample->joint_count[head / HEADS_MAX] - 1;
}

static bool needs(const struct sample *sample, int a, int b)
{
    int spring = a / HEADS_MAX;
    int node = sample->joints[b / HEADS_MAX][b % HEADS_MAX];
    int parent = sample->parent[sample->joints[spring][a % HEADS_MAX]];
    if (parent >= 0 && is_above_or_same(sample, node, parent)) {
        return true;
    }
    for (int c = 0; c < COLLIDERS && spring != b / HEADS_MAX; c++) {
        if ((reach_of(sample, spring) >> c & 1) && is_above_or_same(sample, node, sample->node_of[c])) {
            return true;
        }
    }
    return false;
}

static void find_components(const struct sample *sample, struct components *components)
{
    enum { COUNT = SPRINGS * HEADS_MAX };
    for (int a = 0; a < COUNT; a++) {
        for (int b = 0; b < COUNT; b++) {
            components->reaches[a][b] = is_head(sample, a) && is_head(sample, b) && needs(sample, a, b);
        }
    }
    for (int k = 0; k < COUNT; k++) {
        for (int a = 0; a < COUNT; a++) {
            for (int b = 0; b < COUNT; b++) {
                components->reaches[a][b] |= components->reaches[a][k] && components->reaches[k][b];
            }
        }
    }
    for (int a = 0; a < COUNT; a++) {
        components->of[a] = -1;
        for (int b = COUNT; b-- > 0;) {
            if (a != b && components->reaches[a][b] && components->reaches[b][a]) {
                components->of[a] = b < a ? b : a;
            }
        }
    }
}

/* Returns the springs with a head in a component, as bits. */
static int springs_in(const struct components *components, int component)
{
    int springs = 0;
    for (int head = 0; head < SPRINGS * HEADS_MAX; head++) {
        if (components->of[head] == component) {
            springs |= 1 << head / HEADS_MAX;
        }
    }
    return springs;
}

static int count_bits(int bits)
{
    int count = 0;
    for (; bits != 0; bits &= bits - 1) {
        count++;
    }
    return count;
}

/* Returns the springs that a finding names, as bits. */
static int springs_named(const char *message)
{
    int springs = 0;
    for (const char *at = strstr(message, "spring "); at != NULL; at = strstr(at + 1, "spring ")) {
        springs |= 1 << (at[7] - '0');
    }
    return springs;
}

static int check_cycles(const struct sample *sample, const struct components *components)
{
    struct vrmlint_report *report = lint_sample(sample, CYCLE);
    int expected = 0;
    for (int head = 0; head < SPRINGS * HEADS_MAX; head++) {
        if (components->of[head] != head) {
            continue;
        }
        expected++;
        int springs = springs_in(components, head);
        bool found = false;
        for (size_t i = 0; i < report->finding_count; i++) {
            found = found || (springs_named(ENGLISH(report->findings[i].message)) == springs &&
                              measured(&report->findings[i], "springs") == count_bits(springs));
        }
        assert_true(found);
    }
    assert_int_equal(report->finding_count, expected);
    vrmlint_report_free(report);
    return expected;
}

static bool moves(const struct sample *sample, int spring, int collider)
{
    return sample->joint_count[spring] > 1 &&
           is_above_or_same(sample, sample->joints[spring][0], sample->node_of[collider]);
}

/* Returns how many of a group's colliders are moved by a spring's own chain (own) or by another spring that
 * isn't in one component with it. */
static int riders(const struct sample *sample, const struct components *components, int spring, int group, bool own)
{
    int count = 0;
    for (int c = 0; c < COLLIDERS && sample->joint_count[spring] > 1; c++) {
        bool rides = false;
        for (int other = 0; other < SPRINGS; other++) {
            bool together = other == spring;
            for (int head = 0; head < SPRINGS * HEADS_MAX; head++) {
                int both = 1 << other | 1 << spring;
                together = together || (components->of[head] == head && (springs_in(components, head) & both) == both);
            }
            rides = rides || (!together && moves(sample, other, c));
        }
        bool is_own = moves(sample, spring, c);
        if ((sample->colliders_of[group] >> c & 1) && (own ? is_own : rides && !is_own)) {
            count++;
        }
    }
    return count;
}

static int check_riders(const struct sample *sample, const struct components *components, bool own)
{
    struct vrmlint_report *report = lint_sample(sample, own ? OWN : OTHER);
    size_t at = 0;
    for (int s = 0; s < SPRINGS; s++) {
        int entry = 0;
        for (int g = 0; g < GROUPS; g++) {
            if (!(sample->groups_of[s] >> g & 1)) {
                continue;
            }
            int count = riders(sample, components, s, g, own);
            char pointer[80];
            snprintf(pointer, sizeof pointer, "/extensions/VRMC_springBone/springs/%d/colliderGroups/%d", s, entry++);
            if (count > 0) {
                assert_true(at < report->finding_count);
                assert_string_equal(report->findings[at].pointer, pointer);
                assert_true(measured(&report->findings[at], "colliders") == count);
                at++;
            }
        }
    }
    assert_int_equal(report->finding_count, at);
    vrmlint_report_free(report);
    return (int)at;
}

/* Whether no spring is in two components. Such a spring belongs to the first of them, which the
 * exhaustive count doesn't know. */
static bool is_plain(const struct components *components)
{
    int seen = 0;
    for (int head = 0; head < SPRINGS * HEADS_MAX; head++) {
        if (components->of[head] == head) {
            int springs = springs_in(components, head);
            if (seen & springs) {
                return false;
            }
            seen |= springs;
        }
    }
    return true;
}

static void definition(void **state)
{
    (void)state;
    const int count = (int)trials(400);
    unsigned seed = 20261121;
    int cycles = 0;
    int own = 0;
    int others = 0;
    int plain = 0;
    for (int i = 0; i < count; i++) {
        struct sample sample = {0};
        struct components components = {0};
        make_sample(&sample, &seed);
        find_components(&sample, &components);
        cycles += check_cycles(&sample, &components);
        own += check_riders(&sample, &components, true);
        if (is_plain(&components)) {
            plain++;
            others += check_riders(&sample, &components, false);
        }
    }
    print_message("%d rings, %d own chains, %d others in %d\n", cycles, own, others, plain);
    /* the samples must cover all cases */
    assert_true(cycles > count / 4 && own > count / 4 && others > count / 4 && plain > count * 3 / 4);
}

TEST_PROGRAM(collider_definition)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
