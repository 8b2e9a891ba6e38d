/* Colliders on nodes that springs move: own chains, other chains, and springs that wait for each other. */
#include "spring_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vrmlint.h"

#define OWN "collider/in-own-chain"
#define CYCLE "collider/dependency-cycle"
#define OTHER "collider/on-simulated-node"

/* ---- files in a few letters ---- */

/* A member of the extension with a list of groups: words of digits, one a group. */
static void add_groups(char **text, const char *words)
{
    text_add(text, "'colliderGroups':[{'colliders':[");
    for (const char *c = words; *c != '\0'; c++) {
        if (*c == ' ') {
            text_add(text, "]},{'colliders':[");
        } else {
            text_add(text, "%s%c", c == words || c[-1] == ' ' ? "" : ",", *c);
        }
    }
    text_add(text, "]}],");
}

/* Springs as words of the skeleton's letters, with the groups that they name behind a slash: "abcd/01 xyz". */
static char *springs_with_groups(const char *words)
{
    static const char letters[] = "rabcdxyzheo";
    char *text = NULL;
    bool in_groups = false;
    bool first = true;
    text_add(&text, "[{'joints':[");
    for (const char *c = words; *c != '\0'; c++) {
        if (*c == '/') {
            text_add(&text, "],'colliderGroups':[");
            in_groups = true;
            first = true;
        } else if (*c == ' ') {
            text_add(&text, "]},{'joints':[");
            in_groups = false;
            first = true;
        } else {
            text_add(&text, first ? "" : ",");
            text_add(&text, in_groups ? "%d" : "{'node':%d}",
                     in_groups ? *c - '0' : (int)(strchr(letters, *c) - letters));
            first = false;
        }
    }
    text_add(&text, "]}]");
    return text;
}

/* colliders: letters of nodes, one a collider. */
static struct vrmlint_report *lint(const char *rule, const char *colliders, const char *groups, const char *words)
{
    static const char letters[] = "rabcdxyzheo";
    char *members = NULL;
    text_add(&members, "'colliders':[");
    for (const char *c = colliders; *c != '\0'; c++) {
        text_add(&members, "%s{'node':%d,'shape':{'sphere':{'radius':0.01}}}", c == colliders ? "" : ",",
                 *c == '?' ? 99 : (int)(strchr(letters, *c) - letters));
    }
    text_add(&members, "],");
    add_groups(&members, groups);
    char *springs = springs_with_groups(words);
    char *text = file_of(spring_skeleton, "", members, springs);
    struct vrmlint_report *report = lint_text(rule, text);
    free(members);
    free(springs);
    free(text);
    return report;
}

struct chain_case {
    const char *rule;
    const char *colliders;
    const char *groups;
    const char *springs;
    const char *expected;
};

#define ENTRY(spring, entry) "springs/" #spring "/colliderGroups/" #entry " "

static void worked_cases(void **state)
{
    (void)state;
    static const struct chain_case cases[] = {
        /* on the root, further down, and on a side branch; one group is one finding */
        {OWN, "a", "0", "abcd/0", ENTRY(0, 0)},
        {OWN, "d", "0", "abcd/0", ENTRY(0, 0)},
        {OWN, "y", "0", "abcd/0", ENTRY(0, 0)},
        {OWN, "ay", "01", "abcd/0", ENTRY(0, 0)},
        {OWN, "ay", "0 1", "abcd/01", ENTRY(0, 0) ENTRY(0, 1)},
        {OWN, "ar", "1 0", "abcd/01", ENTRY(0, 1)},
        /* above, beside, unresolved, in a spring that doesn't move, in another spring */
        {OWN, "rh", "01", "abcd/0", ""},
        {OWN, "a", "0", "bcd/0", ""},
        {OWN, "?", "0", "abcd/0", ""},
        {OWN, "a", "0", "a/0", ""},
        {OWN, "x", "0", "bcd/0 xyz", ENTRY(0, 0)},
        {OWN, "c", "0", "abcd xyz/0", ""},
        /* a group named twice is one entry, and springbone/duplicate-collider-group */
        {OWN, "a", "0", "abcd/00", ENTRY(0, 0)},
        {OWN, "a", "00", "abcd/0", ENTRY(0, 0)},
        /* below the root counts, whatever the joints after it are */
        {OWN, "y", "0", "xc/0", ENTRY(0, 0)},

        {OTHER, "r", "0", "abcd xyz/0", ""},
        {OTHER, "c", "0", "abcd xyz/0", ENTRY(1, 0)},
        {OTHER, "y", "0", "cd/0 xyz", ENTRY(0, 0)},
        {OTHER, "d", "0", "abcd xyz/0", ENTRY(1, 0)},
        /* below the other spring's root, beside its joints */
        {OTHER, "y", "0", "bcd hr/0", ENTRY(1, 0)},
        {OTHER, "ya", "01", "cd/0 xyz", ENTRY(0, 0)},
        {OTHER, "yyr", "01 12", "cd/01 xyz", ENTRY(0, 0) ENTRY(0, 1)},
        {OTHER, "y", "0", "cd/00 xyz", ENTRY(0, 0)},
        /* its own: said by in-own-chain, also where another spring moves it too */
        {OTHER, "c", "0", "abcd/0", ""},
        {OTHER, "y", "0", "abcd xyz/0", ""},
        {OTHER, "y", "0", "abcd/0 xyz", ""},
        /* in a ring: said by dependency-cycle */
        {OTHER, "cy", "0 1", "bcd/1 xyz/0", ""},
        {OTHER, "cy", "0 1", "cd/1 xyz/0", ""},
        {OTHER, "c", "0", "cd xyz/0 h/0", ENTRY(1, 0)},
        {OTHER, "c", "0", "c xyz/0", ""},

        {CYCLE, "cy", "0 1", "cd/1 xyz/0", ENTRY(0, 0)},
        {CYCLE, "cy", "0 1", "cd xyz/0", ""},
        {CYCLE, "cy", "0 1", "cd/1 xyz", ""},
        {CYCLE, "cy", "01", "cd/0 xyz/0", ENTRY(0, 0)},
        {CYCLE, "rr", "0 1", "cd/1 xyz/0", ""},
        {CYCLE, "dz", "0 1", "cd/1 xyz/0", ENTRY(0, 0)},
        /* a spring that hangs below another one that meets its collider: what hangs above comes first, too */
        {CYCLE, "y", "0", "abcd/0 xyz", ENTRY(0, 0)},
        {CYCLE, "y", "0", "xyz abcd/0", ENTRY(1, 0)},
        {CYCLE, "c", "0", "abcd xyz/0", ""},
        /* a spring by itself */
        {CYCLE, "c", "0", "abcd/0", ""},
        {CYCLE, "ay", "01", "abcd/0", ""},
        {CYCLE, "c", "0", "abcd/0 h/0", ""},
        /* three in a row; and one that only waits for them */
        {CYCLE, "cyh", "0 1 2", "cd/1 xyz/2 he/0", ENTRY(0, 0)},
        {CYCLE, "cyh", "0 1 2", "cd/1 xyz/0 he/01", ENTRY(0, 0)},
        {CYCLE, "cyh", "0 1 2", "cd/1 xyz/2 he", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        print_message("%s: colliders %s, groups %s, springs %s\n", cases[i].rule, cases[i].colliders, cases[i].groups,
                      cases[i].springs);
        expect_report(lint(cases[i].rule, cases[i].colliders, cases[i].groups, cases[i].springs), cases[i].expected);
    }
}

/* ---- what findings say ---- */

static void expect_said(const struct vrmlint_report *report, const char *const *words)
{
    assert_int_equal(report->finding_count, 1);
    print_message("%s\n", report->findings[0].message);
    for (; *words != NULL; words++) {
        assert_non_null(strstr(report->findings[0].message, *words));
    }
}

static void own_chain_says(void **state)
{
    (void)state;
    struct vrmlint_report *report = lint(OWN, "cy", "01", "abcd/0");
    const char *const whole[] = {"collider 0 on 'c', collider 1 on 'y'", "from 'a' (node 1) down",
                                 "take collider group 0 (unnamed) out of the spring", NULL};
    expect_said(report, whole);
    assert_int_equal(report->findings[0].severity, VRMLINT_WARNING);
    assert_int_equal(report->findings[0].fix, VRMLINT_FIX_UNSAFE);
    assert_int_equal(report->findings[0].related_count, 2);
    assert_true(measured(&report->findings[0], "colliders") == 2);
    vrmlint_report_free(report);
    /* a collider that its group lists twice is one */
    report = lint(OWN, "c", "00", "abcd/0");
    assert_int_equal(report->findings[0].fix, VRMLINT_FIX_UNSAFE);
    assert_true(measured(&report->findings[0], "colliders") == 1);
    vrmlint_report_free(report);
    /* the group has more than that, or something unresolved: then it isn't known what to take out */
    static const char *const others[][2] = {{"cr", "01"}, {"c?", "01"}, {"c", "09"}};
    for (size_t i = 0; i < 3; i++) {
        report = lint(OWN, others[i][0], others[i][1], "abcd/0");
        const char *const part[] = {"collider 0 on 'c'", "make a group for the spring without it", NULL};
        expect_said(report, part);
        assert_int_equal(report->findings[0].fix, VRMLINT_FIX_NONE);
        vrmlint_report_free(report);
    }
}

static void other_chain_says(void **state)
{
    (void)state;
    struct vrmlint_report *report = lint(OTHER, "rxyyyyyyz", "012345678", "cd/0 xyz");
    const char *const words[] = {"Spring 0 (unnamed) collides with collider 1 on 'x', collider 2 on 'y'", " and 3 more",
                                 "moved by spring 1 (unnamed)", NULL};
    expect_said(report, words);
    assert_int_equal(report->findings[0].severity, VRMLINT_INFO);
    assert_true(measured(&report->findings[0], "colliders") == 8);
    /* the colliders that are named, and the spring */
    assert_int_equal(report->findings[0].related_count, 6);
    assert_string_equal(report->findings[0].related[5].pointer, "/extensions/VRMC_springBone/springs/1");
    vrmlint_report_free(report);
    /* moved by a spring of its own ring, which hangs below one that isn't */
    report = lint(OTHER, "yh", "0 1", "abcd xyz/1 he/0");
    const char *const further[] = {"Spring 2 (unnamed) collides with collider 0 on 'y', moved by spring 0 (unnamed);",
                                   NULL};
    expect_said(report, further);
    vrmlint_report_free(report);
}

static void cycle_says(void **state)
{
    (void)state;
    struct vrmlint_report *report = lint(CYCLE, "cy", "0 1", "cd/1 xyz/0");
    const char *const two[] = {"2 springs wait for each other, and",
                               "spring 0 (unnamed) (collider 1 on 'y') → spring 1 (unnamed) (collider 0 on 'c') → "
                               "spring 0 (unnamed)",
                               "let spring 0 (unnamed) do without collider 1 on 'y' of collider group 1 (unnamed)",
                               NULL};
    expect_said(report, two);
    assert_int_equal(report->findings[0].severity, VRMLINT_WARNING);
    assert_int_equal(report->findings[0].fix, VRMLINT_FIX_NONE);
    assert_int_equal(report->findings[0].related_count, 2);
    assert_null(strstr(report->findings[0].message, "then check again"));
    assert_true(measured(&report->findings[0], "springs") == 2 && measured(&report->findings[0], "ring") == 2);
    vrmlint_report_free(report);

    /* of several groups the one that binds */
    report = lint(CYCLE, "hcy", "0 1 2", "cd/02 xyz/1");
    const char *const third[] = {"let spring 0 (unnamed) do without collider 2 on 'y' of collider group 2", NULL};
    expect_said(report, third);
    assert_string_equal(report->findings[0].pointer, "/extensions/VRMC_springBone/springs/0/colliderGroups/1");
    vrmlint_report_free(report);

    /* a spring that hangs below the other */
    report = lint(CYCLE, "y", "0", "xyz abcd/0");
    const char *const hanging[] = {"spring 1 (unnamed) (collider 0 on 'y') → spring 0 (unnamed) (hangs below 'b' (node "
                                   "2)) → spring 1 (unnamed)",
                                   "let spring 1 (unnamed) do without collider 0 on 'y'", NULL};
    expect_said(report, hanging);
    vrmlint_report_free(report);

    /* the shortest ring of several; all springs are named */
    report = lint(CYCLE, "cyh", "0 1 2", "cd/1 xyz/2 he/01");
    const char *const more[] = {"3 springs wait for each other (spring 0 (unnamed), spring 1 (unnamed), spring 2 "
                                "(unnamed)), and",
                                "spring 1 (unnamed) (collider 2 on 'h') → spring 2 (unnamed) (collider 1 on 'y') → "
                                "spring 1 (unnamed): let spring 1",
                                "then check again", NULL};
    expect_said(report, more);
    assert_true(measured(&report->findings[0], "springs") == 3 && measured(&report->findings[0], "ring") == 2);
    vrmlint_report_free(report);
}

/* ---- against the definition, word for word ---- */

enum { NODES = 11, SPRINGS = 5, HEADS_MAX = 3, COLLIDERS = 5, GROUPS = 3 };

/* A random file, small enough to be computed by exhaustion. */
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
        /* mostly down a path, sometimes anywhere */
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

/* Whether a is b or above it. */
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

/* The components of the definition. */
struct components {
    int of[SPRINGS * HEADS_MAX]; /* per head, spring * HEADS_MAX + i: the first head of its component, -1 for none */
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

/* The springs with a head in a component, as bits. */
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

/* The springs that a finding names, as bits. */
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
            found = found || (springs_named(report->findings[i].message) == springs &&
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

/* How many of a group's colliders ride on a spring's own chain; or else on another spring that isn't in one component
 * with it. */
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

/* A spring in two components counts to the first of them, which the exhaustive count doesn't know. */
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
    /* the samples are such that all of it happens */
    assert_true(cycles > count / 4 && own > count / 4 && others > count / 4 && plain > count * 3 / 4);
}

/* ---- size ---- */

/*
 * A thousand springs side by side that all reach one group with a collider on each of them, one on the root and
 * thousands on the first: one component, and one finding for each spring.
 */
static void many(void **state)
{
    (void)state;
    enum { MANY = 1000, ON_FIRST = 3000 };
    char *nodes = NULL;
    char *members = NULL;
    char *springs = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&nodes, &size);
    fprintf(out, "{'mesh':0,'children':[");
    for (int i = 0; i < MANY; i++) {
        fprintf(out, "%s%d", i == 0 ? "" : ",", 2 * i + 1);
    }
    fprintf(out, "]}");
    for (int i = 0; i < MANY; i++) {
        fprintf(out, ",{'children':[%d]},{'translation':[0,0.1,0]}", 2 * i + 2);
    }
    fclose(out);
    out = open_memstream(&members, &size);
    fprintf(out, "'colliders':[{'node':0}");
    for (int i = 0; i < MANY + ON_FIRST; i++) {
        fprintf(out, ",{'node':%d}", i < MANY ? 2 * i + 2 : 1);
    }
    fprintf(out, "],'colliderGroups':[{'colliders':[");
    for (int i = 0; i <= MANY + ON_FIRST; i++) {
        fprintf(out, "%s%d", i == 0 ? "" : ",", i);
    }
    fprintf(out, "]}],");
    fclose(out);
    out = open_memstream(&springs, &size);
    for (int i = 0; i < MANY; i++) {
        fprintf(out, "%s{'joints':[{'node':%d},{'node':%d}],'colliderGroups':[0]}", i == 0 ? "[" : ",", 2 * i + 1,
                2 * i + 2);
    }
    fprintf(out, "]");
    fclose(out);
    char *text = file_of(nodes, "", members, springs);
    struct vrmlint_report *report = lint_text(CYCLE, text);
    assert_int_equal(report->finding_count, 1);
    assert_true(measured(&report->findings[0], "springs") == MANY && measured(&report->findings[0], "ring") == 2);
    assert_non_null(strstr(report->findings[0].message, " and 980 more)"));
    vrmlint_report_free(report);
    report = lint_text(OWN, text);
    assert_int_equal(report->finding_count, MANY);
    assert_true(measured(&report->findings[0], "colliders") == ON_FIRST + 1);
    assert_int_equal(report->findings[0].related_count, 5);
    assert_true(measured(&report->findings[1], "colliders") == 1);
    vrmlint_report_free(report);
    report = lint_text(OTHER, text);
    assert_int_equal(report->finding_count, 0);
    vrmlint_report_free(report);
    free(nodes);
    free(members);
    free(springs);
    free(text);
}

/* A ring of many springs: twenty of them are said. */
static void long_ring(void **state)
{
    (void)state;
    enum { RING = 50 };
    char *nodes = NULL;
    char *members = NULL;
    char *springs = NULL;
    text_add(&nodes, "{'mesh':0,'children':[");
    for (int i = 0; i < RING; i++) {
        text_add(&nodes, "%s%d", i == 0 ? "" : ",", 2 * i + 1);
    }
    text_add(&nodes, "]}");
    text_add(&members, "'colliders':[");
    for (int i = 0; i < RING; i++) {
        text_add(&nodes, ",{'children':[%d]},{'translation':[0,0.1,0]}", 2 * i + 2);
        text_add(&members, "%s{'node':%d}", i == 0 ? "" : ",", 2 * i + 2);
        text_add(&springs, "%s{'joints':[{'node':%d},{'node':%d}],'colliderGroups':[%d]}", i == 0 ? "[" : ",",
                 2 * i + 1, 2 * i + 2, (i + 1) % RING);
    }
    text_add(&members, "],'colliderGroups':[");
    for (int i = 0; i < RING; i++) {
        text_add(&members, "%s{'colliders':[%d]}", i == 0 ? "" : ",", i);
    }
    text_add(&members, "],");
    text_add(&springs, "]");
    char *text = file_of(nodes, "", members, springs);
    struct vrmlint_report *report = lint_text(CYCLE, text);
    const char *const words[] = {"50 springs wait", "spring 19 (unnamed) (collider 20 on node 42) → 30 more → spring 0",
                                 NULL};
    expect_said(report, words);
    assert_int_equal(report->findings[0].related_count, 20);
    vrmlint_report_free(report);
    free(nodes);
    free(members);
    free(springs);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worked_cases), cmocka_unit_test(own_chain_says), cmocka_unit_test(other_chain_says),
        cmocka_unit_test(cycle_says),   cmocka_unit_test(definition),     cmocka_unit_test(many),
        cmocka_unit_test(long_ring),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
