#include "message/steps.h"

#include <string.h>

#include "base/among.h"
#include "ids/messages_panels.h"
#include "ids/rules.h"

enum panel {
#define PANEL(name, ...) PANEL_##name,
#include "ids/panels_table.def"
    PANELS,
    PANEL_EXPORTER = PANELS,
    PANEL_NOTHING
};

/* The order of the ways in the table of panels. */
enum { WAY_BLENDER, WAY_BLENDER_0, WAY_UNITY, WAY_UNITY_0, WAY_VROID };

static const unsigned short paths[PANELS][STEPS_WAYS] = {
#define PANEL(name, ...) {__VA_ARGS__},
#include "ids/panels_table.def"
};

static const unsigned char panels[RULE_LIMIT] = {
#define PANEL_OF(rule, panel) [RULE_##rule] = PANEL_##panel,
#include "ids/panels_table.def"
};

/* Panels of findings whose pointer contains a text. */
static const struct {
    unsigned short rule;
    unsigned char panel;
    const char *part;
} pointer_parts[] = {
#define PANEL_OF_PART(rule, part, panel) {RULE_##rule, PANEL_##panel, part},
#include "ids/panels_table.def"
};

static enum panel panel_of_rule(const struct vrmlint_finding *finding)
{
    enum rule rule = rule_number(finding->rule);
    for (size_t i = 0; i < sizeof pointer_parts / sizeof *pointer_parts; i++) {
        if (pointer_parts[i].rule == rule && strstr(finding->pointer, pointer_parts[i].part) != NULL) {
            return (enum panel)pointer_parts[i].panel;
        }
    }
    return (enum panel)panels[rule];
}

/* Returns the panel of what a finding is about: animations have an export of their own. */
static enum panel panel_of(const struct vrmlint_finding *finding, enum outcome_file of)
{
    enum panel panel = panel_of_rule(finding);
    bool exports = panel == PANEL_EXPORT_SETTINGS || panel == PANEL_OBJECTS;
    return exports && of == OUTCOME_ANIMATION ? PANEL_ANIMATION_EXPORT : panel;
}

static enum message path_in(enum panel panel, enum tool tool, enum outcome_file of)
{
    static const unsigned ways[TOOLS] = {WAY_BLENDER, WAY_UNITY, WAY_VROID};
    unsigned way = ways[tool] + (tool != TOOL_VROID && of == OUTCOME_VRM_0_X);
    return panel < PANELS ? (enum message)paths[panel][way] : MESSAGE_NONE;
}

/* Returns what to do about something that no panel shows. */
static enum message remedy_of(const struct vrmlint_finding *finding)
{
    if (!finding->fixable || finding->fix == VRMLINT_FIX_NONE) {
        return WORDS_STEPS_NEWER;
    }
    return finding->fix == VRMLINT_FIX_UNSAFE ? WORDS_STEPS_FIX_UNSAFE : WORDS_STEPS_FIX;
}

/* Finds the steps in the tool that exported the file. Returns false if it has none. */
static bool steps_of_exporter(const struct exporter *exporter, enum outcome_file of,
                              const struct vrmlint_finding *finding, enum panel panel, struct steps *steps)
{
    enum exporter_habit habit = EXPORTER_CLICK;
    *steps = (struct steps){exporter->tool, MESSAGE_NONE, MESSAGE_NONE, MESSAGE_NONE, MESSAGE_NONE};
    steps->advice = exporter_advice(exporter, finding, &habit);
    bool known = steps->advice != MESSAGE_NONE;
    if (panel == PANEL_NOTHING) {
        return false;
    }
    if (habit == EXPORTER_HARMLESS) {
        return true;
    }
    if (panel == PANEL_EXPORTER || habit == EXPORTER_WRITTEN) {
        enum message remedy = remedy_of(finding);
        steps->remedy = known && remedy == WORDS_STEPS_NEWER ? MESSAGE_NONE : remedy; /* the advice has it */
        return known || exporter->tool != TOOL_UNKNOWN;
    }
    enum message in_blender = path_in(panel, TOOL_BLENDER, of);
    steps->path = exporter->tool == TOOL_UNKNOWN ? MESSAGE_NONE : path_in(panel, exporter->tool, of);
    if (steps->path == MESSAGE_NONE && in_blender == MESSAGE_NONE) {
        steps->path = path_in(panel, TOOL_UNITY, of);
        steps->frame = WORDS_STEPS_ONLY_IN_UNITY;
    } else if (steps->path == MESSAGE_NONE) {
        steps->path = in_blender;
        steps->frame = exporter->tool == TOOL_UNKNOWN ? WORDS_STEPS_ELSEWHERE : WORDS_STEPS_NOT_IN_VROID;
    }
    return true;
}

size_t steps_of_finding(const struct exporter *exporter, enum outcome_file of, const struct vrmlint_finding *finding,
                        struct steps steps[TOOLS])
{
    enum panel panel = panel_of(finding, of);
    size_t count = steps_of_exporter(exporter, of, finding, panel, &steps[0]);
    bool shown = count > 0 && steps[0].path != MESSAGE_NONE && exporter->tool != TOOL_UNKNOWN;
    for (int tool = 0; shown && tool < TOOL_VROID; tool++) { /* VRoid Studio opens no files of others */
        enum message path = path_in(panel, (enum tool)tool, of);
        if ((enum tool)tool != exporter->tool && path != MESSAGE_NONE) {
            steps[count++] = (struct steps){(enum tool)tool, path, MESSAGE_NONE, MESSAGE_NONE, MESSAGE_NONE};
        }
    }
    if (count > 0 && steps[0].tool == TOOL_UNKNOWN) {
        steps[0].tool = steps[0].frame == WORDS_STEPS_ONLY_IN_UNITY ? TOOL_UNITY : TOOL_BLENDER;
    }
    return count;
}

void steps_without_buttons(struct steps *steps)
{
    if (steps->remedy == WORDS_STEPS_FIX) {
        steps->remedy = WORDS_STEPS_RUN;
    } else if (steps->remedy == WORDS_STEPS_FIX_UNSAFE) {
        steps->remedy = WORDS_STEPS_RUN_UNSAFE;
    }
}

/* Writes the path to a panel, in words around it if another tool must be used. */
static struct argument path_argument(const struct steps *steps, const struct argument *path)
{
    return steps->frame == MESSAGE_NONE ? *path : CLAUSE("steps", steps->frame, path);
}

void steps_print(struct buf *buf, enum vrmlint_language language, const struct steps *steps)
{
    static const enum message exporters[TOOLS] = {WORDS_STEPS_BY_BLENDER, WORDS_STEPS_BY_UNITY, WORDS_STEPS_BY_VROID};
    struct argument advice = WORD("advice", steps->advice);
    struct argument remedy = WORD("remedy", steps->remedy);
    const struct argument *path = ARGUMENTS(WORD("steps", steps->path));
    bool known = steps->advice != MESSAGE_NONE;
    if (steps->path == MESSAGE_NONE && steps->remedy == MESSAGE_NONE) {
        message_print(buf, language, steps->advice, NO_ARGUMENTS);
    } else if (steps->path == MESSAGE_NONE && known) {
        message_print(buf, language, WORDS_STEPS_WRITTEN_KNOWN, ARGUMENTS(advice, remedy));
    } else if (steps->path == MESSAGE_NONE) {
        struct argument exporter = WORD("exporter", exporters[steps->tool]);
        message_print(buf, language, WORDS_STEPS_WRITTEN, ARGUMENTS(exporter, remedy));
    } else if (known) {
        message_print(buf, language, WORDS_STEPS_ADVISED, ARGUMENTS(advice, path_argument(steps, path)));
    } else if (steps->frame != MESSAGE_NONE) {
        message_print(buf, language, steps->frame, path);
    } else {
        message_print(buf, language, steps->path, NO_ARGUMENTS);
    }
}

/* Whether a rule is about one generation of VRM: 0 or 1; -1 if it is about both, or about neither. */
static int generation_of(const struct vrmlint_rule *rule)
{
    static const char *const later[] = {"vrm/",   "springbone/", "collider/",      "constraint/",
                                        "limit/", "hdr/",        "node-transform/"};
    if (BEGINS_AMONG(rule->id, later)) {
        return 1;
    }
    return strncmp(rule->id, "vrm0/", 5) == 0 || strncmp(rule->spec, "VRM 0", 5) == 0 ? 0 : -1;
}

enum message steps_of_rule(const struct vrmlint_rule *rule, unsigned way, enum message *title)
{
    static const struct {
        enum message title;
        int generation; /* -1: of any */
    } ways[STEPS_WAYS] = {
        {WORDS_STEPS_WAY_BLENDER_1, 1}, {WORDS_STEPS_WAY_BLENDER_0, 0}, {WORDS_STEPS_WAY_UNITY_1, 1},
        {WORDS_STEPS_WAY_UNITY_0, 0},   {WORDS_STEPS_WAY_VROID, -1},
    };
    enum panel panel = (enum panel)panels[rule_number(rule)];
    int generation = generation_of(rule);
    *title = ways[way].title;
    if (panel >= PANELS || (generation >= 0 && ways[way].generation == 1 - generation)) {
        return MESSAGE_NONE;
    }
    bool repeats = way > 0 && paths[panel][way] == paths[panel][way - 1]; /* both generations of one tool */
    return repeats && generation != 0 ? MESSAGE_NONE : (enum message)paths[panel][way];
}

const char *steps_tool_id(enum tool tool)
{
    static const char *const ids[TOOLS] = {"blender", "unity", "vroid"};
    return ids[tool];
}

const char *steps_tool_name(enum tool tool)
{
    static const char *const names[TOOLS] = {"Blender", "Unity", "VRoid Studio"};
    return names[tool];
}

size_t vrmlint_finding_steps(const struct vrmlint_report *report, const struct vrmlint_finding *finding,
                             enum vrmlint_language language, struct vrmlint_steps *steps)
{
    struct steps found[TOOLS];
    struct exporter exporter = exporter_of_report(report);
    size_t count = steps_of_finding(&exporter, outcome_file_of(report), finding, found);
    for (size_t i = 0; i < count; i++) {
        struct buf text = BUF_OVER(steps[i].text);
        steps[i].tool = steps_tool_id(found[i].tool);
        steps_print(&text, language, &found[i]);
    }
    return count;
}
