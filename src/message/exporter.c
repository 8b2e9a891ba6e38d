#include "message/exporter.h"

#include <string.h>

#include "base/ascii.h"
#include "ids/messages_exporters.h"
#include "ids/rules.h"

/* Reads a version such as "0.131.1" into three numbers. Missing numbers are 0, and large ones end at 9999. */
static void read_version(const char *text, unsigned version[3])
{
    for (size_t i = 0; i < 3 && ascii_is_digit(*text); i++) {
        for (; ascii_is_digit(*text); text++) {
            version[i] = version[i] < 1000 ? version[i] * 10 + (unsigned)(*text - '0') : 9999;
        }
        text += *text == '.';
    }
}

/* Recognizes an exporter by the beginning of what it writes. Returns false if it is unknown. */
static bool recognize(const char *text, enum outcome_file of, struct exporter *exporter)
{
    static const char unigltf[] = "UniGLTF-";
    static const struct {
        const char *begins; /* up to the version */
        enum tool tool;
        bool own;
    } known[] = {
        {"VRM Add-on for Blender v", TOOL_BLENDER, true},
        {"saturday06_blender_vrm_exporter_experimental_", TOOL_BLENDER, true},
        {"icyp_blender_vrm_exporter_experimental_", TOOL_BLENDER, true},
        {"Khronos glTF Blender I/O v", TOOL_BLENDER, false},
        {"UniVRM-", TOOL_UNITY, true},
        {unigltf, TOOL_UNITY, true},
        {"NDMF VRM Exporter ", TOOL_UNITY, false},
        {"VRoid Studio-", TOOL_VROID, true},
        {"VRoidStudio-", TOOL_VROID, true},
        {"avatarhub_vrm_exporter_experimental_", TOOL_UNKNOWN, false},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t length = strlen(known[i].begins);
        if (strncmp(text, known[i].begins, length) != 0) {
            continue;
        }
        exporter->tool = known[i].tool;
        exporter->own = known[i].own;
        if (known[i].own) {
            read_version(text + length, exporter->version);
        }
        if (known[i].begins == unigltf && of == OUTCOME_VRM_1_0) {
            *exporter = (struct exporter){.tool = TOOL_UNKNOWN}; /* CharacterStudio; UniVRM writes its own name there */
        } else if (known[i].begins == unigltf) {
            /* UniGLTF 2.B.C is a part of UniVRM 0.(B + 64).C; UniGLTF 1 of versions that don't state it */
            bool second = exporter->version[0] == 2;
            exporter->version[0] = 0;
            exporter->version[1] = second ? exporter->version[1] + 64 : 0;
            exporter->version[2] = second ? exporter->version[2] : 0;
        }
        return true;
    }
    return false;
}

struct exporter exporter_tool(const char *generator, const char *exporter_version, enum outcome_file of)
{
    struct exporter exporter = {.tool = TOOL_UNKNOWN};
    if (exporter_version != NULL && of == OUTCOME_VRM_0_X && recognize(exporter_version, of, &exporter)) {
        return exporter;
    }
    if (generator != NULL) {
        recognize(generator, of, &exporter);
    }
    exporter.unnamed = generator == NULL && of == OUTCOME_VRM_1_0;
    return exporter;
}

struct exporter exporter_of_report(const struct vrmlint_report *report)
{
    return exporter_tool(report->generator, report->exporter_version, outcome_file_of(report));
}

/* A row of the table. Versions are major * MAJOR + minor. */
enum { ROW_UNIVRM, ROW_BLENDER, ROW_UNNAMED };
enum { MAJOR = 10000 };
struct exporter_row {
    unsigned exporter;
    unsigned from;
    unsigned below;
    enum rule rule;
    const char *variant; /* NULL: any */
    enum exporter_habit habit;
    enum message words;
};

static const struct exporter_row exporter_rows[] = {
#define ANY 0, 0xFFFFFFFF
#define BELOW(major, minor) 0, (major)*MAJOR + (minor)
#define FROM_BELOW(major, minor, end_major, end_minor) (major) * MAJOR + (minor), (end_major)*MAJOR + (end_minor)
#define OF(rule) RULE_##rule, NULL
#define VARIANT(rule, variant) RULE_##rule, #variant
#define EXPORTER(exporter, versions, rule, habit, name)                                                                \
    {ROW_##exporter, versions, rule, EXPORTER_##habit, WORDS_EXPORTER_##name},
#include "message/exporters.def"
#undef VARIANT
#undef OF
#undef FROM_BELOW
#undef BELOW
#undef ANY
};

enum message exporter_advice(const struct exporter *exporter, const struct vrmlint_finding *finding,
                             enum exporter_habit *habit)
{
    unsigned of = exporter->unnamed ? ROW_UNNAMED : exporter->tool == TOOL_UNITY ? ROW_UNIVRM : ROW_BLENDER;
    unsigned version = exporter->version[0] * MAJOR + exporter->version[1];
    bool known = exporter->unnamed || (exporter->own && exporter->tool != TOOL_VROID);
    enum rule rule = rule_number(finding->rule);
    for (size_t i = 0; known && i < sizeof exporter_rows / sizeof *exporter_rows; i++) {
        const struct exporter_row *row = &exporter_rows[i];
        if (row->exporter == of && row->rule == rule && version >= row->from && version < row->below &&
            (row->variant == NULL || (finding->variant != NULL && strcmp(row->variant, finding->variant) == 0))) {
            *habit = row->habit;
            return row->words;
        }
    }
    return MESSAGE_NONE;
}
