/*
 * A fingerprint is a hash of the rule and of the place in names, and a number that distinguishes equal hashes.
 *
 * The hash leaves out the message and the measured numbers, because they change with every edit of the chain, and an
 * accepted finding would become new; lines, offsets and indices, because each export changes them; the severity,
 * because it depends on the policy; and the path, because the same file is ./a.vrm here and /build/a.vrm there, and a
 * file that was moved or found by its content keeps its findings. Formats that must distinguish files (the baseline,
 * SARIF, GitLab) add the path in their own form.
 */
#include "run/parts.h"

#include <stdint.h>
#include <string.h>

#include "base/fnv.h"
#include "base/sort.h"
#include "finding/finding.h"
#include "ids/rules.h"
#include "vrm/identity.h"

/*
 * The place that identifies a finding. For most rules it is the pointer. A rule that is about several places, and
 * puts its finding at the first or last one in the file, needs another, by a row ANCHOR: otherwise a new order in the
 * file would make the finding new.
 */
enum anchor {
    ANCHOR_POINTER,
    ANCHOR_CULPRIT,       /* the first related place: a node whose scale affects many others */
    ANCHOR_LEAST,         /* the pointer or related place whose name sorts first: rings, pairs */
    ANCHOR_LEAST_RELATED, /* the same without the pointer, if that is another kind of place */
    ANCHOR_WHOLE          /* the file: one finding speaks of the worst place, of which several may be as bad */
};

static const enum anchor anchors[RULE_LIMIT] = {
#define ANCHOR(rule, anchor) [RULE_##rule] = ANCHOR_##anchor,
#include "ids/anchors_table.def"
};

/* A finding's hash, and its index in the report. Different findings with the same hash only share a count. */
struct keyed {
    uint64_t hash;
    size_t index;
};

static int compare_keyed(const void *left, const void *right)
{
    const struct keyed *a = left;
    const struct keyed *b = right;
    return sort_then(sort_order(a->hash, b->hash), a->index, b->index);
}

/* Whether string a sorts before string b. */
static bool is_less(const struct buf *a, const struct buf *b)
{
    size_t shorter = a->length < b->length ? a->length : b->length;
    int order = memcmp(buf_text(a), buf_text(b), shorter);
    return order < 0 || (order == 0 && a->length < b->length);
}

/* Writes the place that identifies a finding, in names, to best; other is a scratch buffer. */
static void find_anchor(struct identities *identities, const struct vrmlint_finding *finding, struct buf *best,
                        struct buf *other)
{
    enum anchor anchor = anchors[rule_number(finding->rule)];
    bool related = anchor != ANCHOR_POINTER && finding->named_count > 0;
    size_t first = related && anchor != ANCHOR_LEAST;
    size_t begin = related ? first : finding->named_count;
    size_t end = related && anchor == ANCHOR_CULPRIT ? begin : finding->named_count;
    best->length = 0;
    if (anchor == ANCHOR_WHOLE) {
        return;
    }
    identity_add(identities, best, first > 0 ? finding->related[0].pointer : finding->pointer);
    for (size_t i = begin; i < end; i++) {
        other->length = 0;
        identity_add(identities, other, finding->related[i].pointer);
        if (is_less(other, best)) {
            struct buf swap = *best;
            *best = *other;
            *other = swap;
        }
    }
}

void fingerprints_add(struct arena *arena, const struct avatar *avatar, struct vrmlint_finding *findings, size_t count)
{
    struct identities identities = {.avatar = avatar};
    struct buf place = BUF_INIT(arena); /* shared by all findings */
    struct buf other = BUF_INIT(arena);
    struct keyed *keyed = arena_array(arena, count, sizeof *keyed);
    for (size_t i = 0; i < count; i++) {
        arena_pulse(arena);
        size_t length;
        const char *rule = rule_first_id(findings[i].rule, &length); /* baselines identify a renamed rule by it */
        find_anchor(&identities, &findings[i], &place, &other);
        uint64_t hash = fnv_add(fnv_add(FNV_START, rule, length), "", 1);
        keyed[i] = (struct keyed){fnv_add(hash, buf_text(&place), place.length), i};
    }
    sort_array(arena, keyed, count, sizeof *keyed, compare_keyed);
    size_t number = 0;
    for (size_t i = 0; i < count; i++) {
        number = i > 0 && keyed[i].hash == keyed[i - 1].hash ? number + 1 : 1;
        findings[keyed[i].index].fingerprint =
            arena_printf(arena, "%016llx:%zu", (unsigned long long)keyed[i].hash, number);
    }
    arena_discard(arena, keyed);
}
