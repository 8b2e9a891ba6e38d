/* Checks whether the extensions are declared, in valid places and correctly named, and whether they may be combined
 * in a file. */
#include "checks/packaging/packaging.h"

#include <string.h>

#include "base/json_value.h"
#include "base/pointer.h"
#include "base/text.h"
#include "checks/absent.h"
#include "checks/fixes.h"
#include "checks/unread.h"
#include "gltf/expect.h"
#include "ids/messages_animation.h"
#include "ids/messages_gltf.h"
#include "ids/messages_limit.h"
#include "ids/messages_shared.h"
#include "ids/messages_springbone.h"
#include "ids/messages_vrm.h"
#include "message/claims.h"

/* Reports repeated names, at all but the first. */
static void check_twice(struct document *document, const struct tree *list, enum place_kind kind, enum message message)
{
    size_t count = 0;
    struct arena *room = arena_open(document->arena);
    struct named *names = arena_array(room, tree_count(list), sizeof *names);
    for (size_t i = 0; i < tree_count(list); i++) {
        const char *name = tree_text(tree_at(list, i), NULL);
        if (name != NULL) {
            names[count++] = (struct named){name, i};
        }
    }
    named_sort(room, names, count);
    for (size_t i = 1, first = 0; i < count; i++) {
        if (strcmp(names[i].name, names[first].name) != 0) {
            first = i;
            continue;
        }
        struct finding *finding = report(document->findings, message, place_of(kind, names[i].index, 0, NULL),
                                         ARGUMENTS(TEXT("name", names[i].name), COUNT("first", names[first].index),
                                                   COUNT("second", names[i].index)));
        finding_relate(finding, RELATED_GLTF_DUPLICATE_ITEM__DEFAULT, place_of(kind, names[first].index, 0, NULL),
                       NO_ARGUMENTS);
    }
    arena_close(room);
}

/* Reads a list. The schema reports elements that aren't names. */
static struct packaging_list read_listing(struct document *document, const char *member)
{
    struct packaging_list listing = {.json = document_tree(document, pointer_key(document->arena, "", member))};
    for (enum extension_id id = 0; id < EXTENSION_COUNT; id++) {
        listing.at[id] = SIZE_MAX;
    }
    size_t count = tree_length(listing.json);
    for (size_t i = 0; i < count; i++) {
        const struct tree *element = tree_at(listing.json, i);
        if (!tree_is_string(element)) {
            continue;
        }
        const char *name = tree_text(element, NULL);
        enum extension_id id = extension_by_name(name);
        if (id != EXTENSION_COUNT && listing.at[id] == SIZE_MAX) {
            listing.at[id] = i;
        } else if (id == EXTENSION_COUNT) {
            id = extension_misspelt(name);
            id = id == EXTENSION_COUNT ? extension_nearly(name) : id;
            if (id != EXTENSION_COUNT) {
                listing.misspelt[id] = name;
            }
        }
    }
    return listing;
}

/* Notes what three-vrm does if an extension isn't listed: three.js fails on some that are used. */
static void note_unlisted(const struct packaging *packaging, struct finding *finding, enum extension_id id)
{
    bool fails =
        id == EXTENSION_DRACO || (id == EXTENSION_UNLIT && three_makes_unlit(packaging->check->avatar->materials));
    if (finding != NULL && fails && packaging->in_place[id] > 0) {
        finding->in_three_vrm = EFFECT_REFUSES + 1;
    }
}

static void check_declared(const struct packaging *packaging, enum extension_id id)
{
    const struct packaging_list *used = &packaging->used;
    struct findings *findings = packaging->check->findings;
    bool is_leftover = id == EXTENSION_VRM && vrm0_is_leftover(packaging->document);
    if (packaging->in_place[id] == 0 || used->at[id] != SIZE_MAX || is_leftover) {
        return;
    }
    enum rule rule = extension_rule(id, "not-declared");
    struct argument name = TERM("extension", extension_table[id].name);
    struct argument effect = WORD("effect", extension_table[id].undeclared);
    struct place list = place_of(PLACE_FILE, 0, 0, "extensionsUsed");
    struct finding *finding = NULL;
    if (used->json == NULL) {
        finding = report_shared(findings, rule, SHARED_NOT_DECLARED__NO_LIST, place_file(), ARGUMENTS(name));
        finding_edit(finding, VRMLINT_EDIT_SET, list,
                     arena_printf(packaging->check->arena, "[\"%s\"]", extension_table[id].name));
        absent_note(packaging->check, finding, ABSENT_UNLISTED, "/extensionsUsed");
    } else if (tree_is_array(used->json) && used->misspelt[id] != NULL) {
        finding = report_shared(findings, rule, SHARED_NOT_DECLARED__MISSPELT, list,
                                ARGUMENTS(name, TEXT("name", used->misspelt[id]), effect));
        packaging_rename(finding, "extensionsUsed", used->json, used->misspelt[id], extension_table[id].name);
    } else if (tree_is_array(used->json)) {
        enum message message = id == EXTENSION_UNLIT   ? SHARED_NOT_DECLARED__UNLIT
                               : id == EXTENSION_DRACO ? SHARED_NOT_DECLARED__DRACO
                                                       : SHARED_NOT_DECLARED__DEFAULT;
        finding = report_shared(findings, rule, message, list, ARGUMENTS(name, effect));
        finding_edit(finding, VRMLINT_EDIT_INSERT, place_of(PLACE_FILE, 0, 0, "extensionsUsed/-"),
                     json_word(&(struct json_value){""}, extension_table[id].name));
    }
    note_unlisted(packaging, finding, id);
}

/* The extensions of a file whose extensionsUsed is missing or empty. */
struct undeclared {
    enum extension_id first; /* the first one whose rule is on */
    size_t count;
    size_t shown;
    struct argument items[FINDING_LIST_MAX];
    struct buf list; /* all of them, as JSON */
};

static void add_undeclared(struct undeclared *undeclared, const struct packaging *packaging, const char *name)
{
    if (undeclared->shown < FINDING_LIST_MAX) {
        undeclared->items[undeclared->shown++] = TERM(NULL, name);
    }
    buf_str(&undeclared->list, undeclared->count++ == 0 ? "[" : ", ");
    buf_str(&undeclared->list, json_text(packaging->check->arena, name));
}

/* Reports once that several extensions are in the file but none is declared. Returns false if that isn't the case. */
static bool check_none_declared(const struct packaging *packaging)
{
    const struct document *document = packaging->document;
    const struct tree *json = packaging->used.json;
    struct findings *findings = packaging->check->findings;
    struct undeclared undeclared = {.first = EXTENSION_COUNT, .list = BUF_INIT(packaging->check->arena)};
    if (json != NULL && (!tree_is_array(json) || tree_count(json) > 0)) {
        return false;
    }
    for (enum extension_id id = 0; id < EXTENSION_COUNT; id++) {
        if (!extension_table[id].is_member && packaging->in_place[id] > 0) {
            enum rule rule = extension_rule(id, "not-declared");
            bool wanted = rule != RULE_NONE && findings_want(findings, rule);
            undeclared.first = wanted && undeclared.first == EXTENSION_COUNT ? id : undeclared.first;
            add_undeclared(&undeclared, packaging, extension_table[id].name);
        }
    }
    for (size_t i = 0; i < document->name_count; i++) {
        if (extension_by_name(document->names[i]) == EXTENSION_COUNT && !packaging_has_family(document->names[i])) {
            add_undeclared(&undeclared, packaging, document->names[i]);
        }
    }
    if (undeclared.first == EXTENSION_COUNT || undeclared.count < 2) {
        return false;
    }
    buf_char(&undeclared.list, ']');
    struct place list = place_of(PLACE_FILE, 0, 0, "extensionsUsed");
    struct finding *finding = report_shared(
        findings, extension_rule(undeclared.first, "not-declared"), SHARED_NOT_DECLARED__NONE,
        json == NULL ? place_file() : list,
        ARGUMENTS(argument_list("extensions", undeclared.items, undeclared.shown, undeclared.count, JOIN_AND)));
    finding_edit(finding, VRMLINT_EDIT_SET, list, buf_text(&undeclared.list));
    finding_measure(finding, "count", (double)undeclared.count);
    absent_note(packaging->check, finding, ABSENT_UNLISTED, "/extensionsUsed");
    note_unlisted(packaging, finding, EXTENSION_DRACO);
    note_unlisted(packaging, finding, EXTENSION_UNLIT);
    return true;
}

static bool is_named(const struct packaging *packaging, const char *ending)
{
    return extension_same_but_case(text_path_ending(packaging->document->path), ending);
}

/* Whether the file is named .vrma. Without the extension, nothing else in the lists matters for it. */
static bool is_named_vrma(const struct packaging *packaging)
{
    return is_named(packaging, ".vrma");
}

static void check_listed(const struct packaging *packaging, enum extension_id id)
{
    size_t used = packaging->used.at[id];
    size_t required = packaging->required.at[id];
    if (used == SIZE_MAX && required == SIZE_MAX) {
        return;
    }
    if (extension_rule(id, "declared-but-absent") == RULE_NONE) {
        return; /* Khronos extensions may be listed without being used */
    }
    struct argument name = TERM("extension", extension_table[id].name);
    struct findings *findings = packaging->check->findings;
    struct place entry = place_of(PLACE_REQUIRED, required, 0, NULL);
    if (packaging->in_place[id] > 0) {
        if (required != SIZE_MAX) {
            bool blender = packaging->avatar != NULL && packaging_blender_refuses(extension_table[id].name);
            struct finding *finding =
                report_shared(findings, packaging_rule(id, "listed-as-required"),
                              blender ? SHARED_LISTED_AS_REQUIRED__BLENDER : SHARED_LISTED_AS_REQUIRED__DEFAULT, entry,
                              ARGUMENTS(name, WORD("what", extension_table[id].what)));
            if (blender) {
                finding_severity(finding, VRMLINT_ERROR);
            }
        }
    } else if (packaging->astray[id] + packaging->misnamed[id] > 0) {
        return; /* it exists, and what is wrong with it is already reported */
    } else if (extension_may_be_hidden(packaging->document, id)) {
        return; /* a mistake at its place is already reported */
    } else if (required != SIZE_MAX) {
        struct finding *finding =
            report_shared(findings, packaging_rule(id, "required-but-absent"),
                          used == SIZE_MAX ? SHARED_REQUIRED_BUT_ABSENT__DEFAULT : SHARED_REQUIRED_BUT_ABSENT__USED_TOO,
                          entry, ARGUMENTS(name));
        if (used != SIZE_MAX) {
            finding_edit(finding, VRMLINT_EDIT_REMOVE, place_of(PLACE_USED, used, 0, NULL), NULL);
        }
    } else if (used != SIZE_MAX && !(id == EXTENSION_ANIMATION && is_named_vrma(packaging))) {
        report_shared(findings, packaging_rule(id, "declared-but-absent"), SHARED_DECLARED_BUT_ABSENT__DEFAULT,
                      place_of(PLACE_USED, used, 0, NULL), ARGUMENTS(name, WORD("what", extension_table[id].what)));
    }
}

/* Checks for missing springs, and for springs of both generations. */
static void check_springs(const struct packaging *packaging)
{
    const struct tree *root = document_tree(packaging->document, SPRINGS_POINTER);
    if (!tree_is_object(root)) {
        return;
    }
    struct findings *findings = packaging->check->findings;
    if (tree_get(root, "springs") == NULL) {
        struct finding *finding =
            report(findings,
                   tree_get(root, "colliders") == NULL ? MESSAGE_SPRINGBONE_NO_SPRINGS__DEFAULT
                                                       : MESSAGE_SPRINGBONE_NO_SPRINGS__COLLIDERS_ONLY,
                   place_at(SPRINGS_POINTER), NO_ARGUMENTS);
        absent_note(packaging->check, finding, ABSENT_LACKS, SPRINGS_POINTER "/springs");
    }
    const struct tree *old = tree_get(document_tree(packaging->document, VRM0_POINTER), "boneGroups");
    if (tree_length(old) > 0) {
        struct finding *finding = report(findings, MESSAGE_SPRINGBONE_MIXED_GENERATIONS__DEFAULT,
                                         place_at(SPRINGS_POINTER), ARGUMENTS(COUNT("count", tree_count(old))));
        finding_relate(finding, RELATED_SPRINGBONE_MIXED_GENERATIONS__DEFAULT, place_at(VRM0_POINTER), NO_ARGUMENTS);
        finding_measure(finding, "groups", (double)tree_count(old));
    }
}

/* Reports limits once per file, because few apps support them. */
static void check_draft(const struct packaging *packaging)
{
    if (packaging->in_place[EXTENSION_LIMIT] == 0) {
        return;
    }
    struct extension_cursor cursor = extension_cursor(packaging->document, EXTENSION_LIMIT);
    struct finding *finding = NULL;
    for (size_t i = 0; extension_next(&cursor) && i < FINDING_LIST_MAX; i++) {
        if (i == 0) {
            finding = report(packaging->check->findings, MESSAGE_LIMIT_DRAFT_EXTENSION__DEFAULT,
                             place_at(cursor.pointer), ARGUMENTS(COUNT("count", packaging->in_place[EXTENSION_LIMIT])));
            finding_measure(finding, "limits", (double)packaging->in_place[EXTENSION_LIMIT]);
        } else {
            finding_relate(finding, RELATED_LIMIT_DRAFT_EXTENSION__DEFAULT, place_at(cursor.pointer), NO_ARGUMENTS);
        }
    }
}

/* Whether the file's extensions are readable. */
static bool is_readable(const struct packaging *packaging)
{
    const struct tree *extensions = document_tree(packaging->document, "/extensions");
    return extensions == NULL || tree_is_object(extensions);
}

/* The messages about a file named .vrm or .vrma whose extension is missing. */
struct missing_messages {
    enum message unknown;  /* nothing is known of the tool that wrote the file */
    enum message stripped; /* a tool that keeps the extensions that are registered with it */
    enum message dropped;  /* a tool that never writes the extension */
};

/* Tools by the begin of asset.generator, and names for users. */
static const struct {
    const char *generator;
    const char *name;
    bool registers;
} plain_tools[] = {
    {"glTF-Transform", "glTF-Transform", true},
    {"gltfpack", "gltfpack", false},
    {"THREE.GLTFExporter", "three.js", false},
    {"Khronos glTF Blender I/O", "Blender", false},
    {"FBX2glTF", "FBX2glTF", false},
};

/* Reports that the extension of a file named .vrm or .vrma is missing, with the tool that left it out if its name is in
 * the file. */
static void report_missing(const struct packaging *packaging, const struct missing_messages *messages)
{
    const char *generator = tree_text(tree_get(document_tree(packaging->document, "/asset"), "generator"), NULL);
    for (size_t i = 0; generator != NULL && i < sizeof plain_tools / sizeof *plain_tools; i++) {
        if (text_begins(generator, plain_tools[i].generator)) {
            report(packaging->check->findings, plain_tools[i].registers ? messages->stripped : messages->dropped,
                   place_file(), ARGUMENTS(TERM("tool", plain_tools[i].name)));
            return;
        }
    }
    report(packaging->check->findings, messages->unknown, place_file(), NO_ARGUMENTS);
}

static void check_animation(const struct packaging *packaging)
{
    struct findings *findings = packaging->check->findings;
    bool present = packaging->in_place[EXTENSION_ANIMATION] > 0;
    if (!present && is_named_vrma(packaging) && packaging->astray[EXTENSION_ANIMATION] == 0 &&
        !packaging->lost[EXTENSION_ANIMATION] && is_readable(packaging)) {
        static const struct missing_messages messages = {MESSAGE_ANIMATION_MISSING_EXTENSION__DEFAULT,
                                                         MESSAGE_ANIMATION_MISSING_EXTENSION__STRIPPED,
                                                         MESSAGE_ANIMATION_MISSING_EXTENSION__DROPPED};
        report_missing(packaging, &messages);
    }
    if (!present) {
        return;
    }
    if (is_named_vrma(packaging) && !packaging->document->container.is_glb) {
        report(findings, MESSAGE_ANIMATION_NOT_GLB__DEFAULT, place_file(), NO_ARGUMENTS);
    }
    if (packaging->avatar != NULL) {
        struct finding *finding =
            report(findings, MESSAGE_ANIMATION_WITH_VRM__DEFAULT, place_at(VRMA_POINTER), NO_ARGUMENTS);
        finding_relate(finding, RELATED_ANIMATION_WITH_VRM__DEFAULT, place_at(packaging->avatar), NO_ARGUMENTS);
    }
}

/* Whether an extension exists, or was meant to. */
static bool is_meant(const struct packaging *packaging, enum extension_id id)
{
    return packaging->in_place[id] + packaging->astray[id] + packaging->misnamed[id] > 0;
}

/* Checks whether a file named .vrm contains an avatar, and only one. */
static void check_avatar(const struct packaging *packaging)
{
    struct findings *findings = packaging->check->findings;
    bool is_vrm = is_named(packaging, ".vrm");
    if (is_vrm && is_readable(packaging) && !is_meant(packaging, EXTENSION_VRM1) &&
        !is_meant(packaging, EXTENSION_VRM)) {
        static const struct missing_messages messages = {MESSAGE_VRM_MISSING_EXTENSION__DEFAULT,
                                                         MESSAGE_VRM_MISSING_EXTENSION__STRIPPED,
                                                         MESSAGE_VRM_MISSING_EXTENSION__DROPPED};
        report_missing(packaging, &messages);
    }
    if (is_vrm && packaging->avatar != NULL && !packaging->document->container.is_glb) {
        struct finding *finding = report(findings, MESSAGE_VRM_NOT_GLB__DEFAULT, place_file(), NO_ARGUMENTS);
        if (!fix_can_pack(packaging->document)) {
            finding_fix(finding, VRMLINT_FIX_NONE); /* the bytes in other files would have to be packed too */
        } else {
            finding_edit(finding, VRMLINT_EDIT_REBUILD, place_file(), "glb");
        }
    }
    if (packaging->in_place[EXTENSION_VRM1] > 0 && packaging->in_place[EXTENSION_VRM] > 0) {
        struct finding *finding =
            report(findings, MESSAGE_VRM_WITH_VRM0__DEFAULT, place_at("/extensions/VRM"), NO_ARGUMENTS);
        finding_relate(finding, RELATED_VRM_WITH_VRM0__DEFAULT, place_at("/extensions/VRMC_vrm"), NO_ARGUMENTS);
        finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "0", NULL);
        fix_unlist(finding, PLACE_USED, packaging->used.at[EXTENSION_VRM]);
        fix_unlist(finding, PLACE_REQUIRED, packaging->required.at[EXTENSION_VRM]);
    }
}

void check_packaging(struct check *check)
{
    struct document *document = check->avatar->document;
    struct packaging packaging = {
        .check = check,
        .document = document,
        .used = read_listing(document, "extensionsUsed"),
        .required = read_listing(document, "extensionsRequired"),
    };
    check_twice(document, packaging.used.json, PLACE_USED, MESSAGE_GLTF_DUPLICATE_ITEM__USED);
    check_twice(document, packaging.required.json, PLACE_REQUIRED, MESSAGE_GLTF_DUPLICATE_ITEM__REQUIRED);
    packaging_count_places(&packaging);
    packaging_check_places(&packaging);
    bool none = check_none_declared(&packaging);
    for (enum extension_id id = 0; id < EXTENSION_COUNT; id++) {
        if (!extension_table[id].is_member) {
            if (!none) {
                check_declared(&packaging, id);
            }
            check_listed(&packaging, id);
        }
    }
    check_springs(&packaging);
    check_draft(&packaging);
    check_animation(&packaging);
    check_avatar(&packaging);
    packaging_versions(check);
}
