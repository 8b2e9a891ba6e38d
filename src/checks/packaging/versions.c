/* Checks specVersion of every extension: missing, unknown, before or after the published ones; and fills the list of
 * what was checked. */
#include <string.h>

#include "base/buf.h"
#include "base/json_value.h"
#include "base/utf8.h"
#include "checks/absent.h"
#include "checks/packaging/packaging.h"
#include "ids/messages_collider.h"
#include "ids/messages_extensions.h"
#include "ids/messages_limit.h"
#include "ids/messages_shared.h"
#include "ids/messages_springbone.h"
#include "schema/embedded.h"
#include "schema/schema.h"

struct versions {
    struct check *check;
    enum extension_id extension;
    struct argument subject; /* "collider 1 on 'Head': the extended collider", "VRMC_springBone" */
    const char *pointer;     /* of the instance */
    const struct tree *value;
};

static struct place version_place(const struct versions *versions)
{
    return place_at(arena_printf(versions->check->arena, "%s/specVersion", versions->pointer));
}

/* Returns the version that a string names except for surrounding spaces and letter case, or NULL. */
static const struct extension_version *near_version(struct arena *arena, enum extension_id id, const char *text)
{
    static const char spaces[] = " \t\r\n";
    text += strspn(text, spaces);
    size_t length = strlen(text);
    while (length > 0 && strchr(spaces, text[length - 1]) != NULL) {
        length--;
    }
    const char *trimmed = arena_copy(arena, text, length);
    for (const struct extension_version *version = extension_table[id].versions; version->text != NULL; version++) {
        if (extension_same_but_case(trimmed, version->text)) {
            return version;
        }
    }
    return NULL;
}

/* Returns the known versions: "1.0, 1.0-beta and 1.0-draft". */
static struct argument the_known(struct arena *arena, enum extension_id id)
{
    const struct extension_version *versions = extension_table[id].versions;
    size_t count = 0;
    while (versions[count].text != NULL) {
        count++;
    }
    struct argument *known = arena_array(arena, count, sizeof *known);
    for (size_t i = 0; i < count; i++) {
        known[i] = TERM("", versions[i].text);
    }
    return argument_list("known", known, count, count, JOIN_AND);
}

/* Returns a key that only drafts of VRMC_springBone had, if an element of a list has one; or NULL. */
static const char *draft_key_in(const struct tree *list, const char *const *keys)
{
    size_t count = tree_length(list);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; keys[k] != NULL; k++) {
            if (tree_get(tree_at(list, i), keys[k]) != NULL) {
                return keys[k];
            }
        }
    }
    return NULL;
}

/* Returns a key that shows a layout from before 1.0-beta, or NULL. */
static const char *springbone_draft_key(const struct tree *root)
{
    static const char *const root_keys[] = {"boneGroups", "settings"};
    static const char *const spring_keys[] = {"setting", "springRoot", "colliders", NULL};
    static const char *const group_keys[] = {"shapes", NULL};
    static const char *const joint_keys[] = {"exclude", NULL};
    for (size_t i = 0; i < sizeof root_keys / sizeof root_keys[0]; i++) {
        if (tree_get(root, root_keys[i]) != NULL) {
            return root_keys[i];
        }
    }
    const struct tree *springs = tree_get(root, "springs");
    const char *key = draft_key_in(springs, spring_keys);
    if (key == NULL) {
        key = draft_key_in(tree_get(root, "colliderGroups"), group_keys);
    }
    size_t count = tree_length(springs);
    for (size_t i = 0; key == NULL && i < count; i++) {
        key = draft_key_in(tree_get(tree_at(springs, i), "joints"), joint_keys);
    }
    return key;
}

/* Whether everything is valid in 1.0. Among the beta's springs, only a negative radius isn't. */
static bool springbone_fits_1_0(const struct tree *root)
{
    const struct tree *colliders = tree_get(root, "colliders");
    size_t count = tree_length(colliders);
    for (size_t i = 0; i < count; i++) {
        const struct tree *shape = tree_get(tree_at(colliders, i), "shape");
        double radius = 0;
        tree_number(tree_get(tree_get(shape, "sphere"), "radius"), &radius);
        double other = 0;
        tree_number(tree_get(tree_get(shape, "capsule"), "radius"), &other);
        if (radius < 0 || other < 0) {
            return false;
        }
    }
    return true;
}

/* Whether a rotation constraint of draft A has the effect of one of 1.0: all axes, in local space on both sides. */
static bool is_plain_draft_rotation(const struct tree *constraint)
{
    const struct tree *body = tree_get(constraint, "rotation");
    static const char *const spaces[] = {"sourceSpace", "destinationSpace"};
    for (size_t i = 0; i < sizeof spaces / sizeof spaces[0]; i++) {
        const char *space = tree_text(tree_get(body, spaces[i]), NULL);
        if (space == NULL || strcmp(space, "local") != 0) {
            return false;
        }
    }
    const struct tree *axes = tree_get(body, "freezeAxes");
    for (size_t i = 0; i < tree_count(axes); i++) {
        bool active = false;
        if (!tree_flag(tree_at(axes, i), &active) || !active) {
            return false;
        }
    }
    return tree_count(constraint) == 1;
}

/* Returns the fix class if a constraint of the beta or a draft can become one of 1.0. Apps evaluate the beta, and
 * ignore drafts. Axes of draft D get new names too. */
static enum vrmlint_fix constraint_promotion(const struct tree *instance, const struct extension_version *version)
{
    if (strcmp(version->text, "1.0-beta") == 0) {
        return VRMLINT_FIX_SAFE;
    }
    switch (constraint_layout(instance)) {
    case LAYOUT_1_0:
    case LAYOUT_DRAFT_D:
        return VRMLINT_FIX_REPAIR;
    case LAYOUT_DRAFT_A:
        return is_plain_draft_rotation(tree_get(instance, "constraint")) ? VRMLINT_FIX_REPAIR : VRMLINT_FIX_NONE;
    case LAYOUT_DRAFT_B:
    case LAYOUT_DRAFT_C:
        break;
    }
    return VRMLINT_FIX_NONE;
}

/* Whether a draft animation has the same meaning in 1.0: the bones are where 1.0 has them, and the gaze isn't a
 * position. */
static bool animation_fits_1_0(const struct check *check, const struct tree *root)
{
    const struct tree *humanoid = tree_get(root, "humanoid");
    const struct tree *mapped = tree_get(humanoid, "humanBones");
    for (size_t i = 0; humanoid != NULL && i < BONE_COUNT; i++) {
        if (bones[i].required && tree_get(mapped, bones[i].name) == NULL) {
            return false;
        }
    }
    size_t gaze;
    if (!tree_index(tree_get(tree_get(root, "lookAt"), "node"), check->avatar->scene->count, &gaze)) {
        return true;
    }
    const struct animations *animations = check->avatar->animations;
    for (size_t i = 0; i < animations->count; i++) {
        if (animations->channels[i].node == gaze && animations->channels[i].path == PATH_TRANSLATION) {
            return false;
        }
    }
    return true;
}

/* Whether an avatar of the beta has the thumbs of 1.0, and valid angles. */
static bool avatar_fits_1_0(const struct tree *root)
{
    static const char *const maps[] = {"rangeMapHorizontalInner", "rangeMapHorizontalOuter", "rangeMapVerticalDown",
                                       "rangeMapVerticalUp"};
    const struct tree *mapped = tree_get(tree_get(root, "humanoid"), "humanBones");
    bool fits = tree_get(mapped, "leftThumbIntermediate") == NULL && tree_get(mapped, "rightThumbIntermediate") == NULL;
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) {
        double angle = 0;
        tree_number(tree_get(tree_get(tree_get(root, "lookAt"), maps[i]), "inputMaxValue"), &angle);
        fits = fits && angle >= 0 && angle <= 180;
    }
    return fits;
}

/* Whether a constraint without a version must be of 1.0: it has one of its kinds, and nothing that only drafts had. */
static bool is_clearly_1_0(const struct tree *instance)
{
    static const char *const kinds[] = {"roll", "aim", "rotation"};
    static const char *const draft_keys[] = {"sourceSpace", "destinationSpace", "freezeAxes",
                                             "axes",        "aimVector",        "upVector"};
    const struct tree *constraint = tree_get(instance, "constraint");
    size_t found = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const struct tree *body = tree_get(constraint, kinds[i]);
        found += body != NULL;
        for (size_t k = 0; k < sizeof draft_keys / sizeof draft_keys[0]; k++) {
            if (tree_get(body, draft_keys[k]) != NULL) {
                return false;
            }
        }
    }
    const char *axis = tree_text(tree_get(tree_get(constraint, "aim"), "aimAxis"), NULL);
    bool old_axis = axis != NULL && (*axis == '+' || *axis == '-');
    return found == 1 && !old_axis && tree_get(constraint, "position") == NULL;
}

/* Whether a toon material of the beta is within the ranges of 1.0. */
static bool mtoon_fits_1_0(const struct tree *instance)
{
    struct schema_evaluation how = {.arena = NULL};
    return schema_evaluate(embedded_schema(extension_table[EXTENSION_MTOON].versions[0].schema), instance, &how);
}

static void report_missing_version(const struct versions *versions)
{
    enum extension_id id = versions->extension;
    const char *draft = id == EXTENSION_SPRINGBONE ? springbone_draft_key(versions->value) : NULL;
    struct place place = place_at(versions->pointer);
    struct finding *finding;
    if (draft != NULL) {
        finding = report(versions->check->findings, MESSAGE_SPRINGBONE_SPEC_VERSION_MISSING__DRAFT, place,
                         ARGUMENTS(TERM("key", draft)));
        finding_fix(finding, VRMLINT_FIX_NONE);
        absent_note_lack(versions->check, finding, "specVersion");
        return;
    }
    enum message effect = packaging_unversioned(versions->check, id, versions->pointer, true);
    finding = report_shared(
        versions->check->findings, extension_rule(id, "spec-version-missing"), SHARED_SPEC_VERSION_MISSING__DEFAULT,
        place,
        ARGUMENTS(versions->subject, WORD("effect", effect), TEXT("newest", extension_table[id].versions[0].text)));
    bool clear = id == EXTENSION_CONSTRAINT  ? is_clearly_1_0(versions->value)
                 : id == EXTENSION_ANIMATION ? tree_get(versions->value, "lookAt") == NULL
                 /* a collider without a fallback still has an error */
                 : id == EXTENSION_COLLIDER ? effect == extension_table[id].unversioned
                                            : true;
    finding_fix(finding, clear ? VRMLINT_FIX_REPAIR : VRMLINT_FIX_NONE);
    finding_edit_at(finding, VRMLINT_EDIT_SET, "0/specVersion",
                    json_word(&(struct json_value){""}, extension_table[id].versions[0].text));
    absent_note_lack(versions->check, finding, "specVersion");
}

static void report_unknown(const struct versions *versions, const char *text)
{
    enum extension_id id = versions->extension;
    const struct extension_version *near = near_version(versions->check->arena, id, text);
    bool beta = near != NULL && strcmp(near->text, "1.0-beta") == 0; /* 1.0 has the same layout */
    bool limit_of_1_0 = id == EXTENSION_LIMIT && strcmp(text, "1.0") == 0;
    bool is_draft = strcmp(text, "1.0-draft") == 0;
    struct argument effect = WORD("effect", packaging_unversioned(versions->check, id, versions->pointer, false));
    if (limit_of_1_0) {
        report(versions->check->findings, MESSAGE_LIMIT_SPEC_VERSION_FUTURE__DEFAULT, version_place(versions),
               ARGUMENTS(versions->subject, effect));
        return;
    }
    enum message message = SHARED_SPEC_VERSION_UNKNOWN__DEFAULT;
    bool is_open = id == EXTENSION_CONSTRAINT || id == EXTENSION_VRM1;
    enum vrmlint_fix fix = is_open ? VRMLINT_FIX_UNSAFE : VRMLINT_FIX_NONE;
    if (near != NULL) {
        message = beta ? SHARED_SPEC_VERSION_UNKNOWN__DEFAULT : SHARED_SPEC_VERSION_UNKNOWN__EXACTLY;
        fix = id == EXTENSION_ANIMATION ? VRMLINT_FIX_NONE : VRMLINT_FIX_REPAIR;
    } else if (is_draft && id == EXTENSION_COLLIDER) {
        message = SHARED_SPEC_VERSION_UNKNOWN__SAME_LAYOUT;
        fix = VRMLINT_FIX_REPAIR;
    } else if (is_draft && id == EXTENSION_SPRINGBONE) {
        message = SHARED_SPEC_VERSION_UNKNOWN__OTHER_LAYOUT;
    } else if (is_draft && id == EXTENSION_MTOON) {
        fix = VRMLINT_FIX_REPAIR;
    }
    const struct extension_version *right = near == NULL || beta ? &extension_table[id].versions[0] : near;
    struct finding *finding = report_shared(
        versions->check->findings, extension_rule(id, "spec-version-unknown"), message, version_place(versions),
        ARGUMENTS(versions->subject, TEXT("version", text), the_known(versions->check->arena, id), effect,
                  TEXT("right", right->text)));
    finding_fix(finding, fix);
    finding_edit_at(finding, VRMLINT_EDIT_SET, "0", json_word(&(struct json_value){""}, right->text));
}

/* Returns the message for promoting a version from before 1.0. */
static enum message promotion_message(const struct versions *versions)
{
    if (versions->extension == EXTENSION_CONSTRAINT) {
        switch (constraint_layout(versions->value)) {
        case LAYOUT_DRAFT_A:
            return SHARED_SPEC_VERSION_PRERELEASE__DEFAULTS;
        case LAYOUT_DRAFT_D:
            return SHARED_SPEC_VERSION_PRERELEASE__AXES;
        case LAYOUT_1_0:
        case LAYOUT_DRAFT_B:
        case LAYOUT_DRAFT_C:
            break;
        }
    }
    return SHARED_SPEC_VERSION_PRERELEASE__SAME_LAYOUT;
}

/* Adds the further edits that turn a draft's constraint into one of 1.0. */
static void promote_constraint(const struct versions *versions, struct finding *finding)
{
    static const char *const defaults[] = {"sourceSpace", "destinationSpace", "freezeAxes"};
    const struct tree *constraint = tree_get(versions->value, "constraint");
    enum constraint_layout layout = constraint_layout(versions->value);
    for (size_t i = 0; layout == LAYOUT_DRAFT_A && i < sizeof defaults / sizeof *defaults; i++) {
        if (tree_get(tree_get(constraint, "rotation"), defaults[i]) != NULL) {
            finding_edit_at(finding, VRMLINT_EDIT_REMOVE,
                            arena_printf(versions->check->arena, "1/constraint/rotation/%s", defaults[i]), NULL);
        }
    }
    const char *axis = tree_text(tree_get(tree_get(constraint, "aim"), "aimAxis"), NULL);
    if (layout == LAYOUT_DRAFT_A) {
        finding_edit_at(finding, VRMLINT_EDIT_SET, "0", "\"1.0\"");
    } else if (layout == LAYOUT_DRAFT_D && axis != NULL && strlen(axis) == 2) {
        finding_edit_at(finding, VRMLINT_EDIT_SET, "0", "\"1.0\"");
        finding_edit_at(
            finding, VRMLINT_EDIT_SET, "1/constraint/aim/aimAxis",
            arena_printf(versions->check->arena, "\"%s%c\"", *axis == '-' ? "Negative" : "Positive", axis[1]));
    }
}

/* Whether a constraint of the draft reads a node that is below a node with a constraint. In 1.0 that one comes first,
 * so such constraints can wait for each other. */
static bool waits_in_1_0(const struct versions *versions)
{
    const struct scene *scene = versions->check->avatar->scene;
    enum { STEPS_MOST = 256 }; /* a source that is farther down is left open */
    size_t node = SCENE_NONE;
    size_t steps = 0;
    bool has_source = constraint_layout(versions->value) == LAYOUT_DRAFT_A &&
                      tree_index(tree_get(tree_get(tree_get(versions->value, "constraint"), "rotation"), "source"),
                                 scene->count, &node);
    while (has_source && steps++ < STEPS_MOST && (node = scene->nodes[node].parent) != SCENE_NONE &&
           !scene->nodes[node].constrained) {
    }
    return node != SCENE_NONE;
}

static void report_prerelease(const struct versions *versions, const struct extension_version *version)
{
    enum vrmlint_fix fix = VRMLINT_FIX_NONE;
    enum message effect = WORDS_TAKEN_FOR_1_0;
    enum message otherwise = SHARED_SPEC_VERSION_PRERELEASE__OTHER_LAYOUT;
    switch (versions->extension) {
    case EXTENSION_SPRINGBONE:
        fix = springbone_fits_1_0(versions->value) ? VRMLINT_FIX_SAFE : VRMLINT_FIX_NONE;
        effect = WORDS_STRICT_READERS_REFUSE;
        otherwise = SHARED_SPEC_VERSION_PRERELEASE__FIX;
        break;
    case EXTENSION_CONSTRAINT:
        fix = constraint_promotion(versions->value, version);
        effect = strcmp(version->text, "1.0-beta") == 0 ? WORDS_STRICT_READERS_REFUSE
                                                        : extension_table[EXTENSION_CONSTRAINT].unversioned;
        break;
    case EXTENSION_ANIMATION:
        fix = !animation_fits_1_0(versions->check, versions->value) ? VRMLINT_FIX_NONE
              : tree_get(versions->value, "lookAt") != NULL ? VRMLINT_FIX_REPAIR /* the draft's gaze is a position */
                                                            : VRMLINT_FIX_SAFE;
        otherwise = SHARED_SPEC_VERSION_PRERELEASE__OTHER_BONES;
        break;
    case EXTENSION_MTOON:
        fix = mtoon_fits_1_0(versions->value) ? VRMLINT_FIX_SAFE : VRMLINT_FIX_NONE;
        otherwise = SHARED_SPEC_VERSION_PRERELEASE__FIX;
        break;
    case EXTENSION_VRM1:
        fix = avatar_fits_1_0(versions->value) ? VRMLINT_FIX_REPAIR : VRMLINT_FIX_NONE;
        otherwise = SHARED_SPEC_VERSION_PRERELEASE__OTHER_BONES;
        break;
    default:
        break;
    }
    struct finding *finding =
        report_shared(versions->check->findings, extension_rule(versions->extension, "spec-version-prerelease"),
                      fix != VRMLINT_FIX_NONE ? promotion_message(versions) : otherwise, version_place(versions),
                      ARGUMENTS(versions->subject, TEXT("version", version->text), WORD("effect", effect)));
    finding_fix(finding, fix);
    if (fix != VRMLINT_FIX_NONE && versions->extension == EXTENSION_CONSTRAINT) {
        promote_constraint(versions, finding);
    }
    if (versions->extension == EXTENSION_CONSTRAINT && waits_in_1_0(versions)) {
        finding_fix(finding, VRMLINT_FIX_NONE);
    }
    if (versions->extension == EXTENSION_CONSTRAINT && strcmp(version->text, "1.0-draft") == 0) {
        finding_severity(finding, VRMLINT_ERROR); /* three-vrm ignores it */
    }
}

/* Reports limits and extended colliders beside a beta of their host; they extend 1.0, and the beta has neither. */
static void report_host(const struct versions *versions, enum extension_id id, enum message message,
                        enum message related)
{
    struct check *check = versions->check;
    struct extension_cursor cursor = extension_cursor(check->avatar->document, id);
    if (!extension_next(&cursor)) {
        return;
    }
    struct place place = place_at(cursor.pointer);
    struct finding *finding =
        report(check->findings, message, place, ARGUMENTS(the_place("carrier", check->avatar, &place, false)));
    finding_relate(finding, related, version_place(versions), NO_ARGUMENTS);
}

static void check_version(struct check *check, enum extension_id id, const struct extension_cursor *cursor)
{
    const struct tree *spec_version = tree_get(cursor->value, "specVersion");
    const struct extension_version *version = extension_version(id, spec_version);
    bool silent =
        version != NULL ? version->status == VERSION_RELEASED : spec_version != NULL && !tree_is_string(spec_version);
    if (silent || !tree_is_object(cursor->value)) {
        return;
    }
    struct place place = place_at(cursor->pointer);
    const struct argument *instance =
        ARGUMENTS(the_place("carrier", check->avatar, &place, false), WORD("what", extension_table[id].what),
                  TERM("extension", extension_table[id].name));
    struct argument subject =
        CLAUSE("subject", extension_is_single(id) ? WORDS_EXTENSION_ITSELF : WORDS_CARRIED, instance);
    struct versions versions = {check, id, subject, cursor->pointer, cursor->value};
    if (spec_version == NULL) {
        report_missing_version(&versions);
    } else if (version == NULL) {
        report_unknown(&versions, tree_text(spec_version, NULL));
    } else {
        report_prerelease(&versions, version);
        if (id == EXTENSION_SPRINGBONE) {
            report_host(&versions, EXTENSION_COLLIDER, MESSAGE_COLLIDER_HOST_PRERELEASE__DEFAULT,
                        RELATED_COLLIDER_HOST_PRERELEASE__DEFAULT);
            report_host(&versions, EXTENSION_LIMIT, MESSAGE_LIMIT_HOST_PRERELEASE__DEFAULT,
                        RELATED_LIMIT_HOST_PRERELEASE__DEFAULT);
        }
    }
}

enum { LISTED_MAX = 20 /* different versions of one extension */, VERSION_TEXT_MAX = 60 /* code points */ };

/* The different versions of an extension's instances. */
struct seen_versions {
    const char *texts[LISTED_MAX];
    size_t count;
    bool more;
};

static void add_seen_version(struct seen_versions *seen, const char *text)
{
    for (size_t i = 0; i < seen->count; i++) {
        if (strcmp(seen->texts[i], text) == 0) {
            return;
        }
    }
    if (seen->count < LISTED_MAX) {
        seen->texts[seen->count++] = text;
    } else {
        seen->more = true;
    }
}

static bool is_unlisted(struct document *document, const char *name)
{
    const struct tree *used = document_tree(document, "/extensionsUsed");
    for (size_t i = 0; i < tree_length(used); i++) {
        const char *listed = tree_text(tree_at(used, i), NULL);
        if (listed != NULL && strcmp(listed, name) == 0) {
            return false;
        }
    }
    return true;
}

static void list_extension(struct check *check, enum extension_id id, const struct seen_versions *seen)
{
    struct buf versions = BUF_INIT(check->arena);
    for (size_t i = 0; i < seen->count; i++) {
        const char *text = seen->texts[i];
        buf_str(&versions, versions.length == 0 ? "" : ", ");
        buf_add(&versions, text, utf8_prefix(text, strlen(text), VERSION_TEXT_MAX));
    }
    buf_str(&versions, seen->more ? ", …" : "");
    *ARENA_ADD(check->arena, check->extensions, check->extension_count) = (struct vrmlint_extension){
        extension_table[id].name, buf_text(&versions), is_unlisted(check->avatar->document, extension_table[id].name)};
}

void packaging_versions(struct check *check)
{
    struct document *document = check->avatar->document;
    for (enum extension_id id = 0; id < EXTENSION_COUNT; id++) {
        if (extension_table[id].is_member) {
            continue;
        }
        struct seen_versions seen = {.count = 0};
        size_t instances = 0;
        struct extension_cursor cursor = extension_cursor(document, id);
        for (; extension_next(&cursor); instances++) {
            const char *text = tree_text(tree_get(cursor.value, "specVersion"), NULL);
            if (text != NULL) {
                add_seen_version(&seen, text);
            }
            if (extension_has_versions(id)) {
                check_version(check, id, &cursor);
            }
        }
        if (instances > 0 && (id < EXTENSION_VRM || id >= EXTENSION_MTOON)) {
            list_extension(check, id, &seen);
        }
    }
    struct extension_cursor old = extension_cursor(document, EXTENSION_VRM);
    if (extension_next(&old)) {
        struct seen_versions seen = {.count = 0};
        const char *text = tree_text(document_tree(document, "/extensions/VRM/specVersion"), NULL);
        add_seen_version(&seen, text != NULL && *text != '\0' ? text : "0.x");
        list_extension(check, EXTENSION_VRM, &seen);
    }
}
