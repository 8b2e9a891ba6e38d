#include "vrma_files.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXTENSION "/extensions/VRMC_vrm_animation"

/* ---- bodies ---- */

static const struct vrma_part required[] = {
    {"hips", NULL, "hips", {0, 0.95, 0}, NULL},
    {"spine", "hips", "spine", {0, 0.15, 0}, NULL},
    {"head", "spine", "head", {0, 0.4, 0}, NULL},
    {"leftUpperLeg", "hips", "leftUpperLeg", {0.09, -0.05, 0}, NULL},
    {"leftLowerLeg", "leftUpperLeg", "leftLowerLeg", {0, -0.4, 0}, NULL},
    {"leftFoot", "leftLowerLeg", "leftFoot", {0, -0.4, 0}, NULL},
    {"leftUpperArm", "spine", "leftUpperArm", {0.15, 0.3, 0}, NULL},
    {"leftLowerArm", "leftUpperArm", "leftLowerArm", {0.25, 0, 0}, NULL},
    {"leftHand", "leftLowerArm", "leftHand", {0.23, 0, 0}, NULL},
    {"rightUpperLeg", "hips", "rightUpperLeg", {-0.09, -0.05, 0}, NULL},
    {"rightLowerLeg", "rightUpperLeg", "rightLowerLeg", {0, -0.4, 0}, NULL},
    {"rightFoot", "rightLowerLeg", "rightFoot", {0, -0.4, 0}, NULL},
    {"rightUpperArm", "spine", "rightUpperArm", {-0.15, 0.3, 0}, NULL},
    {"rightLowerArm", "rightUpperArm", "rightLowerArm", {-0.25, 0, 0}, NULL},
    {"rightHand", "rightLowerArm", "rightHand", {-0.23, 0, 0}, NULL},
};

#define FINGER(side, finger, x)                                                                                        \
    {side finger "Proximal", side "Hand", side finger "Proximal", {(x)*0.08, 0, 0}, NULL},                             \
        {side finger "Intermediate", side finger "Proximal", side finger "Intermediate", {(x)*0.03, 0, 0}, NULL},      \
    {                                                                                                                  \
        side finger "Distal", side finger "Intermediate", side finger "Distal", {(x)*0.02, 0, 0}, NULL                 \
    }

#define SIDE(side, x)                                                                                                  \
    {side "Toes", side "Foot", side "Toes", {0, -0.06, 0.1}, NULL},                                                    \
        {side "Shoulder", "upperChest", side "Shoulder", {(x)*0.05, 0.1, 0}, NULL},                                    \
        {side "ThumbMetacarpal", side "Hand", side "ThumbMetacarpal", {(x)*0.02, 0, 0.02}, NULL},                      \
        {side "ThumbProximal", side "ThumbMetacarpal", side "ThumbProximal", {(x)*0.03, 0, 0.03}, NULL},               \
        {side "ThumbDistal", side "ThumbProximal", side "ThumbDistal", {(x)*0.02, 0, 0.02}, NULL},                     \
        FINGER(side, "Index", x), FINGER(side, "Middle", x), FINGER(side, "Ring", x), FINGER(side, "Little", x)

static const struct vrma_part optional[] = {
    {"chest", "spine", "chest", {0, 0.1, 0}, NULL},
    {"upperChest", "chest", "upperChest", {0, 0.1, 0}, NULL},
    {"neck", "upperChest", "neck", {0, 0.1, 0}, NULL},
    {"jaw", "head", "jaw", {0, 0.02, 0.05}, NULL},
    SIDE("left", 1),
    SIDE("right", -1),
};

struct vrma_file vrma_body(void)
{
    struct vrma_file file = {.version = "1.0", .channels = "0T 6R"};
    file.count = sizeof required / sizeof required[0];
    memcpy(file.parts, required, sizeof required);
    return file;
}

struct vrma_file vrma_whole_body(void)
{
    struct vrma_file file = vrma_body();
    memcpy(file.parts + file.count, optional, sizeof optional);
    file.count += sizeof optional / sizeof optional[0];
    vrma_part(&file, "head")->parent = "neck";
    vrma_part(&file, "leftUpperArm")->parent = "leftShoulder";
    vrma_part(&file, "rightUpperArm")->parent = "rightShoulder";
    return file;
}

size_t vrma_add(struct vrma_file *file, const char *name, const char *parent, const char *bone)
{
    assert_true(file->count < VRMA_PARTS_MAX);
    file->parts[file->count] = (struct vrma_part){.name = name, .parent = parent, .bone = bone};
    return file->count++;
}

/* Returns the index of the first node of a name, or file->count. */
static size_t find(const struct vrma_file *file, const char *name)
{
    size_t i = 0;
    while (i < file->count && strcmp(file->parts[i].name, name) != 0) {
        i++;
    }
    return i;
}

struct vrma_part *vrma_part(struct vrma_file *file, const char *name)
{
    size_t found = find(file, name);
    if (found == file->count) {
        fail_msg("no node %s", name);
    }
    return &file->parts[found];
}

/* ---- texts ---- */

static void write_node(FILE *out, const struct vrma_file *file, size_t index)
{
    const struct vrma_part *part = &file->parts[index];
    fprintf(out, "%s{'name':'%s'", index == 0 ? "" : ",", part->name);
    if (!isnan(part->at[0])) {
        fprintf(out, ",'translation':[%.17g,%.17g,%.17g]", part->at[0], part->at[1], part->at[2]);
    }
    bool any = false;
    for (size_t i = 0; i < file->count; i++) {
        const char *parent = file->parts[i].parent;
        if (parent != NULL && find(file, parent) == index) {
            fprintf(out, "%s%zu", any ? "," : ",'children':[", i);
            any = true;
        }
    }
    fprintf(out, "%s%s%s}", any ? "]" : "", part->more == NULL ? "" : ",", part->more == NULL ? "" : part->more);
}

static void write_scene(FILE *out, const struct vrma_file *file)
{
    fprintf(out, "'scene':0,'scenes':[{'nodes':[");
    const char *comma = "";
    for (size_t i = 0; i < file->count && file->roots == NULL; i++) {
        if (file->parts[i].parent == NULL) {
            fprintf(out, "%s%zu", comma, i);
            comma = ",";
        }
    }
    fprintf(out, "%s]}]", file->roots == NULL ? "" : file->roots);
}

static void write_extension(FILE *out, const struct vrma_file *file)
{
    fprintf(out, "'VRMC_vrm_animation':{'specVersion':'%s'", file->version);
    if (!file->headless) {
        fprintf(out, ",'humanoid':{'humanBones':{");
        const char *comma = "";
        for (size_t i = 0; i < file->count; i++) {
            if (file->parts[i].bone != NULL) {
                fprintf(out, "%s'%s':{'node':%zu}", comma, file->parts[i].bone, i);
                comma = ",";
            }
        }
        fprintf(out, "%s%s}}", file->mapping == NULL ? "" : comma, file->mapping == NULL ? "" : file->mapping);
    }
    fprintf(out, "%s%s}", file->members == NULL ? "" : ",", file->members == NULL ? "" : file->members);
}

static const char *path_of(char letter)
{
    switch (letter) {
    case 'T':
        return "translation";
    case 'R':
        return "rotation";
    case 'S':
        return "scale";
    case 'W':
        return "weights";
    default:
        return "colour";
    }
}

static void write_animations(FILE *out, const char *channels)
{
    fprintf(out, "'accessors':[{},{}],'animations':[{'samplers':[{'input':0,'output':1}],'channels':[");
    const char *comma = "";
    for (const char *at = channels; *at != '\0';) {
        char *end;
        unsigned long node = strtoul(at, &end, 10);
        if (end == at) {
            fprintf(out, "%s", *at == '|' ? "]},{'samplers':[{'input':0,'output':1}],'channels':[" : "");
            comma = *at == '|' ? "" : comma;
            at++;
            continue;
        }
        fprintf(out, "%s{'sampler':0,'target':{'node':%lu,'path':'%s'}}", comma, node, path_of(*end));
        comma = ",";
        at = end + 1;
    }
    fprintf(out, "]}],");
}

char *vrma_text(const struct vrma_file *file)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fprintf(out, "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm_animation'],");
    write_scene(out, file);
    fprintf(out, ",'nodes':[");
    for (size_t i = 0; i < file->count; i++) {
        write_node(out, file, i);
    }
    fprintf(out, "],");
    if (file->channels != NULL) {
        write_animations(out, file->channels);
    }
    fprintf(out, "'extensions':{");
    write_extension(out, file);
    fprintf(out, "}}");
    assert_int_equal(fclose(out), 0);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    return text;
}

void vrma_expect(const struct vrma_file *file, const char *rule, const char *expected)
{
    char *text = vrma_text(file);
    struct vrmlint_report *report = lint_text(rule, text);
    char *found = NULL;
    size_t size;
    FILE *out = open_memstream(&found, &size);
    assert_non_null(out);
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        bool inside = strncmp(finding->pointer, EXTENSION, strlen(EXTENSION)) == 0;
        fprintf(out, "%s %s%s;", vrmlint_severity_name(finding->severity), inside ? "~" : "",
                finding->pointer + (inside ? strlen(EXTENSION) : 0));
    }
    assert_int_equal(fclose(out), 0);
    if (strcmp(found, expected) != 0) {
        print_error("%s should give\n%s\nbut gives\n%s\nfor\n%s\n", rule, expected, found, text);
        for (size_t i = 0; i < report->finding_count; i++) {
            print_error("  %s\n", ENGLISH(report->findings[i].message));
        }
    }
    assert_string_equal(found, expected);
    free(found);
    free(text);
    vrmlint_report_free(report);
}
