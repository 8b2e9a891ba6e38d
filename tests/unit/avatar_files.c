#include "avatar_files.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOT "/extensions/VRMC_vrm"

static json_t *parse(const char *quoted, size_t length)
{
    char *text = malloc(length + 1);
    assert_non_null(text);
    for (size_t i = 0; i < length; i++) {
        text[i] = (char)(quoted[i] == '\'' ? '"' : quoted[i]);
    }
    text[length] = '\0';
    json_error_t error;
    json_t *value = json_loads(text, JSON_DECODE_ANY, &error);
    if (value == NULL) {
        fail_msg("%s: %s", error.text, text);
    }
    free(text);
    return value;
}

/* ---- the avatar ---- */

static const struct {
    const char *bone;
    size_t parent;
    double at[3];
} body[] = {
    {"hips", 0, {0, 0.95, 0}},
    {"spine", 1, {0, 0.15, 0}},
    {"head", 2, {0, 0.4, 0}},
    {"leftUpperLeg", 1, {0.09, -0.05, 0}},
    {"leftLowerLeg", 4, {0, -0.4, 0}},
    {"leftFoot", 5, {0, -0.4, 0}},
    {"leftUpperArm", 2, {0.15, 0.3, 0}},
    {"leftLowerArm", 7, {0.25, 0, 0}},
    {"leftHand", 8, {0.23, 0, 0}},
    {"rightUpperLeg", 1, {-0.09, -0.05, 0}},
    {"rightLowerLeg", 10, {0, -0.4, 0}},
    {"rightFoot", 11, {0, -0.4, 0}},
    {"rightUpperArm", 2, {-0.15, 0.3, 0}},
    {"rightLowerArm", 13, {-0.25, 0, 0}},
    {"rightHand", 14, {-0.23, 0, 0}},
};

static const char empty_avatar[] =
    "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm'],'scene':0,'scenes':[{'nodes':[0]}],"
    "'nodes':[{'name':'Root'}],'extensions':{'VRMC_vrm':{'specVersion':'1.0','meta':{'name':'Doll','authors':"
    "['Nobody'],'licenseUrl':'https://vrm.dev/licenses/1.0/'},'humanoid':{'humanBones':{}}}}}";

static const char face[] =
    "/accessors [{'componentType':5126,'count':3,'type':'VEC3','min':[0,0,0],'max':[0,0,0]},{'bufferView':0,"
    "'componentType':5126,'count':3,'type':'VEC3','min':[0,0.5,0],'max':[0,0.5,0]}]\n"
    "/bufferViews [{'buffer':0,'byteLength':36}]\n"
    "/buffers "
    "[{'byteLength':36,'uri':'data:application/"
    "octet-stream;base64,AAAAAAAAAD8AAAAAAAAAAAAAAD8AAAAAAAAAAAAAAD8AAAAA'}]\n"
    "/materials [{'name':'Skin'}]\n"
    "/meshes [{'name':'Face','extras':{'targetNames':['a','b','c']},'primitives':[{'attributes':{'POSITION':0},"
    "'material':0,'targets':[{'POSITION':1},{'POSITION':1},{'POSITION':1}]}]}]\n"
    "/nodes/16/mesh 0";

json_t *avatar_new(bool with_face)
{
    json_t *document = parse(empty_avatar, strlen(empty_avatar));
    for (size_t i = 0; i < sizeof body / sizeof body[0]; i++) {
        avatar_add(document, body[i].bone, body[i].parent, body[i].at[0], body[i].at[1], body[i].at[2]);
    }
    if (with_face) {
        avatar_add(document, NULL, 3, 0, 0, 0);
        avatar_change(document, face);
    }
    return document;
}

size_t avatar_add(json_t *document, const char *bone, size_t parent, double x, double y, double z)
{
    json_t *nodes = json_object_get(document, "nodes");
    size_t index = json_array_size(nodes);
    json_t *node = json_pack("{s:o, s:[fff]}", "name", json_sprintf("%s_%zu", bone == NULL ? "Node" : bone, index),
                             "translation", x, y, z);
    json_array_append_new(nodes, node);
    json_t *above = json_array_get(nodes, parent);
    if (json_object_get(above, "children") == NULL) {
        json_object_set_new(above, "children", json_array());
    }
    json_array_append_new(json_object_get(above, "children"), json_integer((json_int_t)index));
    if (bone != NULL) {
        char line[100];
        snprintf(line, sizeof line, "@/humanoid/humanBones/%s {'node':%zu}", bone, index);
        avatar_change(document, line);
    }
    return index;
}

void avatar_gaze(json_t *document)
{
    avatar_add(document, "leftEye", 3, 0.03, 0.06, 0.08);
    avatar_add(document, "rightEye", 3, -0.03, 0.06, 0.08);
    avatar_change(document, "@/lookAt {'type':'bone','offsetFromHeadBone':[0,0.06,0]}\n"
                            "@/lookAt/rangeMapHorizontalInner {'inputMaxValue':90,'outputScale':10}\n"
                            "@/lookAt/rangeMapHorizontalOuter {'inputMaxValue':90,'outputScale':10}\n"
                            "@/lookAt/rangeMapVerticalDown {'inputMaxValue':90,'outputScale':10}\n"
                            "@/lookAt/rangeMapVerticalUp {'inputMaxValue':90,'outputScale':10}\n"
                            "@/expressions {}");
}

/* ---- changes ---- */

/* Returns the next token of a pointer, unescaped, in a static buffer; NULL after the last token. */
static char *next_token(const char **pointer, const char *end)
{
    static char token[200];
    if (*pointer == end) {
        return NULL;
    }
    assert_int_equal(**pointer, '/');
    const char *at = *pointer + 1;
    size_t length = 0;
    for (; at < end && *at != '/'; at++) {
        assert_true(length + 1 < sizeof token);
        bool escape = *at == '~';
        at += escape;
        token[length++] = (char)(!escape ? *at : *at == '1' ? '/' : '~');
    }
    token[length] = '\0';
    *pointer = at;
    return token;
}

static json_t *child(json_t *holder, const char *token)
{
    return json_is_array(holder) ? json_array_get(holder, (size_t)strtoul(token, NULL, 10))
                                 : json_object_get(holder, token);
}

static void put(json_t *holder, const char *token, json_t *value)
{
    if (json_is_array(holder) && strcmp(token, "-") == 0) {
        assert_int_equal(json_array_append_new(holder, value), 0);
    } else if (json_is_array(holder)) {
        size_t index = (size_t)strtoul(token, NULL, 10);
        assert_int_equal(value == NULL ? json_array_remove(holder, index) : json_array_set_new(holder, index, value),
                         0);
    } else if (value == NULL) {
        json_object_del(holder, token);
    } else {
        assert_int_equal(json_object_set_new(holder, token, value), 0);
    }
}

static void change(json_t *document, const char *line, size_t length)
{
    char pointer[300];
    size_t span = strcspn(line, " \n");
    span = span < length ? span : length;
    int size = snprintf(pointer, sizeof pointer, "%s%.*s", *line == '@' ? ROOT : "",
                        (int)(*line == '@' ? span - 1 : span), *line == '@' ? line + 1 : line);
    const char *at = pointer;
    const char *end = pointer + size;
    json_t *holder = document;
    char last[200];
    strcpy(last, next_token(&at, end));
    for (char *token; (token = next_token(&at, end)) != NULL; strcpy(last, token)) {
        char now[200];
        strcpy(now, token);
        if (child(holder, last) == NULL) {
            put(holder, last, json_object());
        }
        holder = child(holder, last);
        assert_non_null(holder);
        strcpy(token, now);
    }
    put(holder, last, span < length ? parse(line + span + 1, length - span - 1) : NULL);
}

void avatar_change(json_t *document, const char *lines)
{
    while (*lines != '\0') {
        size_t length = strcspn(lines, "\n");
        change(document, lines, length);
        lines += length + (lines[length] == '\n');
    }
}

/* ---- findings ---- */

char *avatar_text(json_t *document)
{
    char *text = json_dumps(document, JSON_COMPACT);
    assert_non_null(text);
    json_decref(document);
    return text;
}

static void print_finding(FILE *out, const char *severity, const char *pointer)
{
    bool inside = strncmp(pointer, ROOT, strlen(ROOT)) == 0;
    fprintf(out, "%s %s%s;", severity, inside ? "@" : "", inside ? pointer + strlen(ROOT) : pointer);
}

void avatar_expect(json_t *document, const char *rule, const char *expected)
{
    static const char *const severities[] = {
        [VRMLINT_INFO] = "info", [VRMLINT_WARNING] = "warning", [VRMLINT_ERROR] = "error"};
    char *text = avatar_text(document);
    struct vrmlint_report *report = lint_text(rule, text);
    char *found = NULL;
    size_t size;
    FILE *out = open_memstream(&found, &size);
    assert_non_null(out);
    for (size_t i = 0; i < report->finding_count; i++) {
        print_finding(out, severities[report->findings[i].severity], report->findings[i].pointer);
    }
    fclose(out);
    if (strcmp(found, expected) != 0) {
        print_error("%s gives %s of %s\n", rule, found, text);
    }
    assert_string_equal(found, expected);
    free(found);
    vrmlint_report_free(report);
    free(text);
}

json_t *avatar_with_face(void)
{
    return avatar_new(true);
}

void avatar_run(json_t *(*make)(void), const struct avatar_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        json_t *document = make();
        avatar_change(document, cases[i].changes);
        avatar_expect(document, cases[i].rule, cases[i].expected);
    }
}
