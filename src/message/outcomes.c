#include "message/outcomes.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/text.h"

/* The columns of the table: how the value at the place was wrong. */
enum outcome_kind {
    OUTCOME_NULL,
    OUTCOME_BOOLEAN,
    OUTCOME_INTEGER,
    OUTCOME_NEGATIVE,
    OUTCOME_FRACTION,
    OUTCOME_STRING,
    OUTCOME_QUOTED, /* a string that is a number: JavaScript takes it for the number */
    OUTCOME_LIST,
    OUTCOME_ONE, /* a list of nothing but one number, in quotes or in lists too: the same */
    OUTCOME_OBJECT,
    OUTCOME_MISSING,
    OUTCOME_UNRESOLVED,
    OUTCOME_EMPTY,
    OUTCOME_LENGTH,
    OUTCOME_KINDS
};

enum { OUTCOME_PLACE_MAX = 160 };

static const struct outcome_row {
    const char *place;
    const char *files;
    const char *outcomes[OUTCOME_APPS];
} rows[] = {
#define OUTCOME(place, files, three_vrm, univrm) {place, files, {three_vrm, univrm}},
#include "message/outcomes.def"
};

enum { OUTCOME_ROWS = sizeof rows / sizeof *rows };

enum outcome_file outcome_file_of(const struct vrmlint_report *report)
{
    static const struct {
        const char *extension;
        enum outcome_file file;
    } files[] = {{"VRMC_vrm_animation", OUTCOME_ANIMATION}, {"VRMC_vrm", OUTCOME_VRM_1_0}, {"VRM", OUTCOME_VRM_0_X}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        for (size_t k = 0; k < report->extension_count; k++) {
            if (strcmp(report->extensions[k].name, files[i].extension) == 0) {
                return files[i].file;
            }
        }
    }
    return OUTCOME_OTHER;
}

/* Returns what UniVRM takes a file for: an avatar if it can be one, unless its name is that of an animation. */
static enum outcome_file univrm_file_of(const struct vrmlint_report *report)
{
    const char *ending = report->path != NULL ? strrchr(report->path, '.') : NULL;
    enum outcome_file file = outcome_file_of(report);
    if (file != OUTCOME_ANIMATION || (ending != NULL && strcmp(ending, ".vrma") == 0)) {
        return file;
    }
    for (size_t k = 0; k < report->extension_count; k++) {
        const char *name = report->extensions[k].name;
        file = strcmp(name, "VRMC_vrm") == 0                           ? OUTCOME_VRM_1_0
               : strcmp(name, "VRM") == 0 && file == OUTCOME_ANIMATION ? OUTCOME_VRM_0_X
                                                                       : file;
    }
    return file;
}

struct outcome_context outcome_context_of(const struct vrmlint_report *report)
{
    struct outcome_context context = {outcome_file_of(report), univrm_file_of(report), true, report};
    bool is_avatar = context.file == OUTCOME_VRM_1_0 || context.file == OUTCOME_VRM_0_X;
    for (size_t i = 0; is_avatar && i < report->figure_count; i++) {
        if (strcmp(report->figures[i].name, "meshes") == 0) {
            context.has_meshes = report->figures[i].value > 0;
        }
    }
    return context;
}

/* Returns the text after a number, or the same text if it doesn't begin with one. */
static const char *after_number(const char *at)
{
    return at + strspn(at, "0123456789+-.eE");
}

/* Returns where the value begins in an excerpt, which is the value, or its key and the value. */
static const char *value_of(const char *excerpt)
{
    const char *at = excerpt;
    if (*at != '"') {
        return at;
    }
    for (at++; *at != '\0' && *at != '"'; at++) {
        at += *at == '\\' && at[1] != '\0';
    }
    at += *at == '"';
    at += strspn(at, " ");
    return *at == ':' ? at + 1 + strspn(at + 1, " ") : excerpt;
}

/* Returns the kind of a value by its text, or OUTCOME_KINDS if the text is cut too early. */
static enum outcome_kind kind_of_value(const char *excerpt)
{
    const char *at = value_of(excerpt);
    const char *end;
    switch (*at) {
    case '\0':
        return OUTCOME_KINDS;
    case 'n':
        return OUTCOME_NULL;
    case 't':
    case 'f':
        return OUTCOME_BOOLEAN;
    case '"':
        return after_number(at + 1) > at + 1 && *after_number(at + 1) == '"' ? OUTCOME_QUOTED : OUTCOME_STRING;
    case '[':
        at += strspn(at, "[ ");
        at += *at == '"';
        end = after_number(at);
        return end > at && end[strspn(end, "\"] ")] == '\0' ? OUTCOME_ONE : OUTCOME_LIST;
    case '{':
        return OUTCOME_OBJECT;
    default:
        return at[strcspn(at, ".eE")] != '\0' ? OUTCOME_FRACTION : *at == '-' ? OUTCOME_NEGATIVE : OUTCOME_INTEGER;
    }
}

/* Whether a finding is about an index that is too large for a number. */
static bool is_infinite_index(const struct vrmlint_finding *finding)
{
    return finding->variant != NULL && text_ends(finding->rule->id, "/not-finite") &&
           text_ends(finding->variant, "_INDEX");
}

/* Returns the column for a finding, or OUTCOME_KINDS if the table isn't about such mistakes. */
static enum outcome_kind kind_of_finding(const struct vrmlint_finding *finding)
{
    static const struct {
        const char *rule; /* the part of the id after the family */
        enum outcome_kind kind;
    } kinds[] = {
        {"wrong-type", OUTCOME_KINDS},          {"unknown-value", OUTCOME_KINDS},
        {"negative-index", OUTCOME_NEGATIVE},   {"index-not-integer", OUTCOME_FRACTION},
        {"missing-property", OUTCOME_MISSING},  {"unknown-property", OUTCOME_MISSING},
        {"unknown-attribute", OUTCOME_MISSING}, {"unresolved-index", OUTCOME_UNRESOLVED},
        {"empty-array", OUTCOME_EMPTY},         {"empty-object", OUTCOME_EMPTY},
        {"array-length", OUTCOME_LENGTH},
    };
    const char *rule = strchr(finding->rule->id, '/');
    if (is_infinite_index(finding)) {
        return OUTCOME_UNRESOLVED;
    }
    for (size_t i = 0; rule != NULL && i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(rule + 1, kinds[i].rule) == 0) {
            if (kinds[i].kind == OUTCOME_MISSING && finding->absent == NULL) {
                return OUTCOME_KINDS;
            }
            if (kinds[i].kind == OUTCOME_UNRESOLVED && kind_of_value(finding->excerpt) == OUTCOME_NEGATIVE) {
                return OUTCOME_NEGATIVE;
            }
            return kinds[i].kind != OUTCOME_KINDS ? kinds[i].kind : kind_of_value(finding->excerpt);
        }
    }
    return OUTCOME_KINDS;
}

bool outcome_is_no_integer(const struct vrmlint_finding *finding)
{
    static const char *const rules[] = {"unresolved-index",           "unresolved-bone", "unresolved-collider-group",
                                        "collider-group-node",        "center-invalid",  "negative-index",
                                        "channel-target-out-of-range"};
    const char *rule = strchr(finding->rule->id, '/');
    for (size_t i = 0; rule != NULL && i < sizeof rules / sizeof *rules; i++) {
        if (strcmp(rule + 1, rules[i]) == 0 || is_infinite_index(finding)) {
            const char *value = value_of(finding->excerpt);
            const char *digits_end = value + strspn(value, "0123456789-");
            return digits_end > value && (*digits_end == '.' || *digits_end == 'e' || *digits_end == 'E');
        }
    }
    return false;
}

/* Whether a token is the name of a bone that every humanoid needs. */
static bool is_required_bone(const char *token, size_t length)
{
    static const char *const bones[] = {"hips",          "spine",         "head",          "leftUpperLeg",
                                        "leftLowerLeg",  "leftFoot",      "rightUpperLeg", "rightLowerLeg",
                                        "rightFoot",     "leftUpperArm",  "leftLowerArm",  "leftHand",
                                        "rightUpperArm", "rightLowerArm", "rightHand"};
    for (size_t i = 0; i < sizeof bones / sizeof *bones; i++) {
        if (strlen(bones[i]) == length && memcmp(bones[i], token, length) == 0) {
            return true;
        }
    }
    return false;
}

/* Objects whose keys are names of the author, or of the app's own lists: they count as one place. */
static bool is_map(const char *token, size_t length)
{
    static const char *const maps[] = {
        "humanBones",        "preset",     "custom", "floatProperties", "vectorProperties",
        "textureProperties", "keywordMap", "tagMap"};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        if (strlen(maps[i]) == length && memcmp(maps[i], token, length) == 0) {
            return true;
        }
    }
    return false;
}

/* Writes the kind of a place: its pointer with "#" for each index, "+" for a bone that every humanoid needs, and "*"
 * for other keys of a map. Returns false if the place is too long for the table. needed: the entry of a list of bones
 * is that of a bone that every humanoid needs. */
static bool write_place(char place[OUTCOME_PLACE_MAX], const char *pointer, bool needed)
{
    size_t used = 0;
    bool in_map = false;
    while (*pointer == '/') {
        const char *token = pointer + 1;
        size_t length = strcspn(token, "/");
        size_t digits = 0;
        while (digits < length && ascii_is_digit(token[digits])) {
            digits++;
        }
        bool is_index = length > 0 && digits == length;
        bool of_list = in_map && is_index; /* of VRM 0.x */
        const char *shown = of_list && needed                 ? "+"
                            : is_index                        ? "#"
                            : !in_map                         ? token
                            : is_required_bone(token, length) ? "+"
                                                              : "*";
        size_t size = is_index || in_map ? 1 : length;
        if (used + size + 2 > OUTCOME_PLACE_MAX) {
            return false;
        }
        place[used++] = '/';
        memcpy(place + used, shown, size);
        used += size;
        in_map = !is_index && is_map(token, length);
        pointer = token + length;
    }
    place[used] = '\0';
    return true;
}

static int by_place(const void *place, const void *row)
{
    return strcmp(place, ((const struct outcome_row *)row)->place);
}

/* Returns the row of a place in a kind of file, or NULL. If a file is of no kind, apps still read it as glTF: the first
 * row of the place then. */
static const struct outcome_row *row_of(const char *place, enum outcome_file file)
{
    file = text_begins(place, "/extensions/VRM/") ? OUTCOME_VRM_0_X : file; /* three-vrm reads it beside VRM 1.0 too */
    const struct outcome_row *row = bsearch(place, rows, OUTCOME_ROWS, sizeof *rows, by_place);
    if (row == NULL) {
        return NULL;
    }
    while (row > rows && strcmp(row[-1].place, place) == 0) {
        row--;
    }
    for (; row < rows + OUTCOME_ROWS && strcmp(row->place, place) == 0; row++) {
        if (file == OUTCOME_OTHER || strchr(row->files, (int)file) != NULL) {
            return row;
        }
    }
    return NULL;
}

/* Sets what each app did with a value of a kind at a place, if the table has that. */
static void look_up(enum outcome_file file, const char *place, enum outcome_kind kind, char outcomes[OUTCOME_APPS])
{
    const struct outcome_row *row = row_of(place, file);
    for (size_t i = 0; row != NULL && i < OUTCOME_APPS; i++) {
        char letter = row->outcomes[i][kind];
        outcomes[i] = letter == '-' ? outcomes[i] : letter;
    }
}

/* Returns the number of entries of the list that a finding is about, or SIZE_MAX if its text isn't known to the end. */
static size_t entries_of(const struct vrmlint_finding *finding)
{
    const char *at = value_of(finding->excerpt);
    size_t commas = 0;
    if (*at != '[' || strchr(at, ']') == NULL) {
        return SIZE_MAX;
    }
    for (at++; *at != ']'; at++) {
        commas += *at == ',';
    }
    return strspn(value_of(finding->excerpt) + 1, " ") + value_of(finding->excerpt) + 1 == at ? 0 : commas + 1;
}

/* Decides what UniVRM did where values of one kind differ. */
static char decided_by_value(const struct vrmlint_finding *finding, enum outcome_kind kind, char outcome)
{
    static const struct {
        const char *place;
        size_t length;
    } lists[] = {{"/translation", 3}, {"/scale", 3}, {"/rotation", 4}, {"/offsetFromHeadBone", 3}};
    static const char cut[] = "\xe2\x80\xa6"; /* the end of a value that is too long for an excerpt */
    if (outcome == '1') {
        return strlen(value_of(finding->excerpt)) == 1 ? 'R' : '.';
    }
    size_t length = strlen(finding->pointer);
    const char *value = value_of(finding->excerpt);
    if (kind == OUTCOME_LENGTH && *value == '[' && strstr(finding->pointer, "/freezeAxes") == NULL) {
        const char *end = value + 1 + strspn(value + 1, " \t\r\n0123456789.,+-eE");
        if (*end != ']' && *end != '\0' && strcmp(end, cut) != 0) {
            return 'R'; /* an entry isn't a number */
        }
    }
    for (size_t i = 0; outcome == '%' && kind == OUTCOME_LENGTH && i < sizeof lists / sizeof *lists; i++) {
        size_t size = strlen(lists[i].place);
        if (length > size && strcmp(finding->pointer + length - size, lists[i].place) == 0) {
            size_t entries = entries_of(finding);
            /* an empty list is as none for nodes, but read for the gaze */
            bool is_short = entries < lists[i].length && (entries > 0 || lists[i].place[1] == 'o');
            return entries == SIZE_MAX ? outcome : is_short ? 'R' : 'd';
        }
    }
    return outcome;
}

/* Decides what three-vrm did with names that aren't text, and with lists that aren't lists: it takes 0, false and empty
 * text for none. */
static char decided_by_truth(const struct vrmlint_finding *finding, enum outcome_kind kind, char outcome)
{
    static const char *const members[] = {"name",
                                          "scene",
                                          "animations",
                                          "boneGroups",
                                          "blendShapeGroups",
                                          "binds",
                                          "materialValues",
                                          "meshAnnotations",
                                          "materialProperties",
                                          "bones",
                                          "colliderGroups",
                                          "materialColorBinds",
                                          "textureTransformBinds",
                                          "extensionsRequired",
                                          "children",
                                          "nodes",
                                          "joints"};
    const char *value = value_of(finding->excerpt);
    const char *member = strrchr(finding->pointer, '/');
    bool is_scalar = kind == OUTCOME_INTEGER || kind == OUTCOME_BOOLEAN || kind == OUTCOME_STRING;
    for (size_t i = 0; outcome == '%' && is_scalar && member != NULL && i < sizeof members / sizeof *members; i++) {
        if (strcmp(member + 1, members[i]) == 0) {
            return *value == '0' || *value == 'f' || strncmp(value, "\"\"", 2) == 0 ? '.' : 'R';
        }
    }
    return outcome;
}

/* Decides what three-vrm did with a string in the place of an index. To JavaScript, it is an index only if it is an
 * integer as it writes it: without a sign, a fraction or zeros at its begin. */
static void decide_for_javascript(enum outcome_file file, const char *place, const char *excerpt,
                                  char outcomes[OUTCOME_APPS])
{
    const char *end = strrchr(excerpt, '"');
    const char *digit = end;
    while (digit != NULL && digit > excerpt && ascii_is_digit(digit[-1])) {
        digit--;
    }
    if (digit != NULL && digit > excerpt && (digit[-1] != '"' || (*digit == '0' && end - digit > 1))) {
        char others[OUTCOME_APPS] = {outcomes[OUTCOME_THREE_VRM]};
        look_up(file, place, digit[-1] == '-' ? OUTCOME_NEGATIVE : OUTCOME_FRACTION, others);
        outcomes[OUTCOME_THREE_VRM] = others[OUTCOME_THREE_VRM];
    }
}

void outcomes_of_finding(enum outcome_file file, const struct vrmlint_finding *finding, char outcomes[OUTCOME_APPS])
{
    char place[OUTCOME_PLACE_MAX];
    memset(outcomes, '\0', OUTCOME_APPS);
    enum outcome_kind kind = kind_of_finding(finding);
    const char *variant = finding->variant != NULL ? finding->variant : "";
    bool needed = finding->loses_bone || strstr(variant, "REQUIRED_BONE") != NULL;
    if (kind == OUTCOME_KINDS) { /* the rule may have a row of its own, with one letter */
        look_up(file, finding->rule->id, OUTCOME_NULL, outcomes);
        snprintf(place, sizeof place, "%s %s", finding->rule->id, variant);
        look_up(file, place, OUTCOME_NULL, outcomes);
        if (strstr(variant, "LOW_LAYOUT") != NULL && write_place(place, finding->pointer, needed)) {
            char others[OUTCOME_APPS] = {outcomes[OUTCOME_THREE_VRM]};
            look_up(file, place, kind_of_value(finding->excerpt), others);
            outcomes[OUTCOME_THREE_VRM] = others[OUTCOME_THREE_VRM];
        }
    } else if (write_place(place, kind == OUTCOME_MISSING ? finding->absent : finding->pointer, needed)) {
        look_up(file, place, kind, outcomes);
        /* JavaScript takes it for the number, which refers to nothing */
        if ((kind == OUTCOME_QUOTED || kind == OUTCOME_ONE) && strstr(variant, "INDEX_ALONE") != NULL) {
            char others[OUTCOME_APPS] = {outcomes[OUTCOME_THREE_VRM]};
            look_up(file, place, OUTCOME_UNRESOLVED, others);
            outcomes[OUTCOME_THREE_VRM] = others[OUTCOME_THREE_VRM];
        }
    }
    if (kind == OUTCOME_QUOTED) {
        decide_for_javascript(file, place, finding->excerpt, outcomes);
    }
    outcomes[OUTCOME_THREE_VRM] = decided_by_truth(finding, kind, outcomes[OUTCOME_THREE_VRM]);
    char strict[OUTCOME_APPS] = {'\0'};
    if (kind == OUTCOME_LENGTH && outcomes[OUTCOME_UNIVRM] == '\0') {
        look_up(file, place, OUTCOME_STRING, strict);
    }
    bool parses = strict[OUTCOME_UNIVRM] == 'R'; /* it reads each entry, whatever their number means to it */
    char by_value = decided_by_value(finding, kind, parses ? '?' : outcomes[OUTCOME_UNIVRM]);
    outcomes[OUTCOME_UNIVRM] = by_value == '?' ? '\0' : by_value;
    /* an object that has nothing of what it needs */
    if (kind == OUTCOME_MISSING && strcmp(value_of(finding->excerpt), "{}") == 0 &&
        write_place(place, finding->pointer, needed)) {
        look_up(file, place, OUTCOME_EMPTY, outcomes);
    }
}
