#include "run/guards.h"

#include <string.h>

#include "base/among.h"
#include "base/sort.h"
#include "base/text.h"
#include "edit/edit.h"
#include "ids/rules.h"
#include "tables/extensions.h"

/* ---- removals ---- */

static const struct {
    uint16_t rule;
    unsigned char of; /* enum unused */
} unused_rules[] =
    {
#define UNUSED(rule, of) {RULE_##rule, UNUSED_##of},
#include "ids/unused_table.def"
},
  doubting_rules[] = {
#define DOUBTS(rule, of) {RULE_##rule, UNUSED_##of},
#include "ids/unused_table.def"
};

enum unused unused_of(const struct vrmlint_finding *finding)
{
    enum rule rule = rule_number(finding->rule);
    for (size_t i = 0; i < sizeof unused_rules / sizeof *unused_rules; i++) {
        if (unused_rules[i].rule == rule) {
            return (enum unused)unused_rules[i].of;
        }
    }
    return UNUSED_NOT;
}

static void note_first(const struct vrmlint_rule **first, const struct vrmlint_rule *rule)
{
    *first = *first == NULL ? rule : *first;
}

static void note_lost(struct guards *guards, const struct vrmlint_finding *finding)
{
    const char *id = finding->rule->id;
    enum rule rule = rule_number(finding->rule);
    bool of_springs = text_begins(id, "springbone/") || text_begins(id, "collider/") || text_begins(id, "vrm0/");
    if (of_springs && finding->severity == VRMLINT_ERROR) {
        note_first(&guards->lost[UNUSED_OF_SPRINGS], finding->rule);
    }
    if (text_begins(id, "gltf/") && finding->severity == VRMLINT_ERROR) {
        note_first(&guards->lost[UNUSED_OF_FILE], finding->rule);
    }
    for (size_t i = 0; i < sizeof doubting_rules / sizeof *doubting_rules; i++) {
        if (doubting_rules[i].rule == rule) {
            note_first(&guards->lost[doubting_rules[i].of], finding->rule);
        }
    }
}

/* ---- edits that make apps read more ---- */

/* How much more of the file apps read after a change. */
enum more_read {
    READS_NO_MORE,
    READS_MORE,      /* a member that was misspelt, misplaced or of a wrong type */
    READS_EXTENSION, /* an extension that they ignored */
    READS_ALL,       /* all extensions */
};

/* Whether a member refers to nothing else in the file, by its name. Bounds of an accessor aren't included: three.js
 * converts them to the form of its values, and throws an exception if there is no such form. */
static bool is_plain_name(const char *name)
{
    static const char *const plain[] = {"name",     "extras", "generator", "copyright", "translation",
                                        "rotation", "scale",  "Factor",    "Cutoff",    "alphaMode"};
    return ENDS_AMONG(name, plain);
}

static enum more_read reach_of_rename(const char *name)
{
    if (strcmp(name, "extensionsUsed") == 0 || strcmp(name, "extensions") == 0) {
        return READS_ALL;
    }
    if (strcmp(name, "specVersion") == 0 || extension_by_name(name) != EXTENSION_COUNT) {
        return READS_EXTENSION;
    }
    return is_plain_name(name) ? READS_NO_MORE : READS_MORE;
}

/* Returns the reach of an edit. of_core: the edit gives a value of glTF a meaning that it didn't have. */
static enum more_read reach_of_edit(const struct vrmlint_edit *edit, bool of_core)
{
    switch (edit->kind) {
    case VRMLINT_EDIT_SET:
    case VRMLINT_EDIT_INSERT:
        return text_begins(edit->pointer, "/extensionsUsed") || text_ends(edit->pointer, "/specVersion")
                   ? READS_EXTENSION
               : of_core ? READS_MORE
                         : READS_NO_MORE;
    case VRMLINT_EDIT_RENAME:
        return reach_of_rename(edit->value);
    case VRMLINT_EDIT_MOVE:
        return extension_by_name(strrchr(edit->value, '/') + 1) != EXTENSION_COUNT ? READS_EXTENSION : READS_MORE;
    case VRMLINT_EDIT_WRAP:
        return READS_MORE;
    default:
        return READS_NO_MORE;
    }
}

/* Whether an edit renames a member to the old name of another one that is renamed too: apps read as much as before. */
static bool is_exchange(const struct vrmlint_finding *finding, const struct vrmlint_edit *edit)
{
    enum { MEMBERS_MAX = 64 };
    for (size_t i = 0; i < finding->edit_count && i < MEMBERS_MAX && edit->kind == VRMLINT_EDIT_RENAME; i++) {
        const struct vrmlint_edit *other = &finding->edits[i];
        if (other->kind == VRMLINT_EDIT_RENAME && strcmp(strrchr(other->pointer, '/') + 1, edit->value) == 0) {
            return true;
        }
    }
    return false;
}

/* What else apps read after a fix, by the rows READS. */
enum rule_reads { RULE_READS_NOTHING, RULE_READS_MEMBER, RULE_READS_VALUE, RULE_READS_EXTENSION };

static enum rule_reads reads_of(const struct vrmlint_finding *finding)
{
    static const unsigned char reads[RULE_LIMIT] = {
#define READS(rule, what) [RULE_##rule] = RULE_READS_##what,
#include "ids/reads_table.def"
    };
    return (enum rule_reads)reads[rule_number(finding->rule)];
}

/* Whether a finding is that a file declares none of its extensions, and it has several: all of them would be read.
 * Only this variant has data, their number. */
static bool declares_all(const struct vrmlint_finding *finding)
{
    return finding->data_count > 0 && text_ends(finding->rule->id, "/not-declared");
}

/* Returns the reach of a fix. by_rule: judge by the rule, because not all reports have edits. */
static enum more_read reach_of(const struct vrmlint_finding *finding, bool by_rule)
{
    enum more_read most = declares_all(finding) ? READS_ALL : READS_NO_MORE;
    enum rule_reads reads = reads_of(finding);
    size_t edits = by_rule ? 0 : finding->edit_count;
    if (edits == 0 && most != READS_ALL) {
        most = reads == RULE_READS_EXTENSION ? READS_EXTENSION
               : reads == RULE_READS_MEMBER && finding->absent != NULL
                   ? reach_of_rename(strrchr(finding->absent, '/') + 1)
               : reads != RULE_READS_NOTHING ? READS_MORE
                                             : READS_NO_MORE;
    }
    for (size_t i = 0; i < edits && most < READS_ALL; i++) {
        const struct vrmlint_edit *edit = &finding->edits[i];
        enum more_read reach =
            is_exchange(finding, edit) ? READS_NO_MORE : reach_of_edit(edit, reads == RULE_READS_VALUE);
        most = reach > most ? reach : most;
    }
    return most;
}

static size_t family_length(const char *rule)
{
    return strcspn(rule, "/");
}

static bool same_family(const char *a, const char *b)
{
    size_t length = family_length(a);
    return length == family_length(b) && memcmp(a, b, length) == 0;
}

/* Returns the rule of the first error of a family, or NULL. */
static const struct vrmlint_rule *error_of(const struct guards *guards, const char *family)
{
    for (size_t i = 0; i < guards->family_count; i++) {
        if (same_family(guards->families[i], family)) {
            return guards->errors[i];
        }
    }
    return NULL;
}

static void add_family(struct guards *guards, const char *family, const struct vrmlint_rule *rule)
{
    if (error_of(guards, family) == NULL && guards->family_count < GUARDED_FAMILIES) {
        guards->families[guards->family_count] = family;
        guards->errors[guards->family_count++] = rule;
    }
}

/* Returns the family of the outermost extension that a pointer leads into, or NULL. */
static const char *family_at(const char *pointer)
{
    static const char key[] = "/extensions/";
    const char *at = strstr(pointer, key);
    char name[EXTENSION_POINTER_MAX];
    size_t length = at == NULL ? 0 : strcspn(at + sizeof key - 1, "/");
    if (length == 0 || length >= sizeof name) {
        return NULL;
    }
    memcpy(name, at + sizeof key - 1, length);
    name[length] = '\0';
    enum extension_id id = extension_by_name(name);
    return id == EXTENSION_COUNT || extension_table[id].is_general ? NULL : extension_table[id].family;
}

/* Counts an error for its own family, and for that of the extension that contains it: an error of a collider counts
 * for springs. Errors that only keep apps from reading something don't count. */
static void note_error(struct guards *guards, const struct vrmlint_finding *finding)
{
    const char *family = family_at(finding->pointer);
    if (finding->severity != VRMLINT_ERROR || text_ends(finding->rule->id, "/wrong-location") ||
        (finding->fix != VRMLINT_FIX_NONE && reach_of(finding, guards->hopes) >= READS_EXTENSION)) {
        return;
    }
    add_family(guards, finding->rule->id, finding->rule);
    if (family != NULL) {
        add_family(guards, family, finding->rule);
    }
}

/* Whether a finding is an error of drafts alone: it goes when a fix sets the version. */
static bool goes_with_draft(const struct vrmlint_finding *finding)
{
    return rule_number(finding->rule) == RULE_ANIMATION_LOOK_AT_NODE_MISSING && finding->variant != NULL &&
           strcmp(finding->variant, "DRAFT") == 0;
}

void guards_read(struct guards *guards, const struct vrmlint_report *report, bool hopes)
{
    bool renames = false; /* a missing member may be a misspelt one */
    *guards = (struct guards){.hopes = hopes};
    for (size_t i = 0; hopes && i < report->finding_count && !renames; i++) {
        renames = report->findings[i].fixable && reads_of(&report->findings[i]) == RULE_READS_MEMBER;
    }
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        bool may_go = (hopes && finding->fixable && finding->fix != VRMLINT_FIX_UNSAFE) ||
                      (hopes && goes_with_draft(finding)) ||
                      (renames && text_ends(finding->rule->id, "/missing-property"));
        note_lost(guards, finding);
        if (!may_go) {
            note_error(guards, finding);
        }
    }
}

const struct vrmlint_rule *guards_unsure(const struct guards *guards, const struct vrmlint_finding *finding)
{
    return guards->lost[unused_of(finding)];
}

const struct vrmlint_rule *guards_refuse(const struct guards *guards, const struct vrmlint_finding *finding)
{
    /* everything refers to nodes, meshes and accessors in the end: if those are broken, reading more may fail too */
    static const char *const core[] = {"gltf", "buffer", "accessor", "mesh", "skin", "image", "material"};
    enum more_read reach = guards->family_count == 0 ? READS_NO_MORE : reach_of(finding, guards->hopes);
    const struct vrmlint_rule *error = reach == READS_ALL         ? guards->errors[0]
                                       : reach == READS_EXTENSION ? error_of(guards, finding->rule->id)
                                                                  : NULL;
    for (size_t i = 0; i < sizeof core / sizeof *core && reach != READS_NO_MORE && error == NULL; i++) {
        error = error_of(guards, core[i]);
    }
    return error;
}

/* ---- the same finding in another report ---- */

static int compare_guarded_findings(const void *left, const void *right)
{
    return strcmp((*(const struct vrmlint_finding *const *)left)->pointer,
                  (*(const struct vrmlint_finding *const *)right)->pointer);
}

struct guards_sorted guards_sort(struct arena *arena, const struct vrmlint_report *report)
{
    struct guards_sorted sorted = {arena_array(arena, report->finding_count, sizeof *sorted.list),
                                   report->finding_count};
    for (size_t i = 0; i < sorted.count; i++) {
        sorted.list[i] = &report->findings[i];
    }
    sort_array(arena, sorted.list, sorted.count, sizeof *sorted.list, compare_guarded_findings);
    return sorted;
}

bool guards_same_edits(const struct vrmlint_finding *a, const struct vrmlint_finding *b)
{
    bool same = a->edit_count == b->edit_count;
    for (size_t i = 0; same && i < a->edit_count; i++) {
        same = edit_is_same(&a->edits[i], &b->edits[i]);
    }
    return same;
}

const struct vrmlint_finding *guards_find(const struct guards_sorted *sorted, const struct vrmlint_finding *finding)
{
    enum { AT_ONE_PLACE = 64 };
    size_t at;
    SORT_SEARCH(at, 0, sorted->count, strcmp(sorted->list[at]->pointer, finding->pointer) < 0);
    size_t end = at + AT_ONE_PLACE < sorted->count ? at + AT_ONE_PLACE : sorted->count;
    for (; at < end && strcmp(sorted->list[at]->pointer, finding->pointer) == 0; at++) {
        if (guards_same_edits(sorted->list[at], finding)) {
            return sorted->list[at];
        }
    }
    return NULL;
}

/* ---- policies ---- */

void guards_policy(struct vrmlint_policy *guard, const struct vrmlint_policy *policy)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    *guard = *policy;
    for (size_t i = 0; i < rule_count(); i++) {
        bool on = !rules[i].opt_in || policy->severities[i] != VRMLINT_OFF;
        guard->severities[i] = on ? rules[i].severity : VRMLINT_OFF;
        guard->own[i] = VRMLINT_OFF;
        guard->named[i] = policy->named[i] && rules[i].opt_in;
        guard->ignores_some[i] = false;
    }
    memcpy(guard->runs, guard->severities, sizeof guard->runs);
    guard->ignores = NULL;
    guard->ignore_count = 0;
    guard->ignore_capacity = 0;
    guard->baseline = NULL;
}

bool guards_nothing_hidden(const struct vrmlint_policy *guard, const struct vrmlint_policy *policy)
{
    return policy->ignore_count == 0 && memcmp(guard->severities, policy->severities, sizeof guard->severities) == 0 &&
           memcmp(guard->own, policy->own, sizeof guard->own) == 0 &&
           memcmp(guard->named, policy->named, sizeof guard->named) == 0;
}
