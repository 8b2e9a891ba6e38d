#include "spring_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char letters[] = "rabcdxyzheo";

const char spring_skeleton[] =
    "{'name':'r','children':[1,8],'mesh':0},{'name':'a','children':[2],'translation':[0,0.1,-0.08]},"
    "{'name':'b','children':[3,5],'translation':[0,-0.08,-0.06]},"
    "{'name':'c','children':[4],'translation':[0,-0.08,-0.06]},{'name':'d','translation':[0,-0.08,-0.06]},"
    "{'name':'x','children':[6],'translation':[0.1,0,0]},{'name':'y','children':[7],'translation':[0.1,0,0]},"
    "{'name':'z','translation':[0.1,0,0]},{'name':'h','translation':[0.5,0.4,0]},{'name':'e'},{'name':'o'}";

void text_add(char **text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int more = vsnprintf(NULL, 0, format, args);
    va_end(args);
    assert_true(more >= 0);
    size_t length = *text == NULL ? 0 : strlen(*text);
    *text = realloc(*text, length + (size_t)more + 1);
    assert_non_null(*text);
    va_start(args, format);
    vsnprintf(*text + length, (size_t)more + 1, format, args);
    va_end(args);
}

static size_t letter(char c)
{
    const char *at = strchr(letters, c);
    assert_non_null(at);
    return (size_t)(at - letters);
}

char *springs_of(const char *words)
{
    char *text = NULL;
    text_add(&text, "[{'joints':[");
    bool first = true;
    for (const char *c = words; *c != '\0'; c++) {
        if (*c == ' ') {
            text_add(&text, "]},{'joints':[");
            first = true;
        } else if (*c == ':') {
            c++;
            text_add(&text, "],'center':%zu,'extras':[", letter(*c));
        } else {
            text_add(&text, "%s{'node':", first ? "" : ",");
            if (*c == '?') {
                text_add(&text, "999}");
            } else if (*c == '!') {
                text_add(&text, "'a'}");
            } else {
                text_add(&text, "%zu}", letter(*c));
            }
            first = false;
        }
    }
    text_add(&text, "]}]");
    return text;
}

void text_use_double_quotes(char *text)
{
    for (char *c = text; *c != '\0'; c++) {
        if (*c == '\'') {
            *c = '"';
        }
    }
}

char *file_of(const char *nodes, const char *root, const char *members, const char *springs)
{
    char *text = NULL;
    text_add(&text,
             "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_springBone'],'scene':0,'scenes':[{'nodes':[0,9]}],%s"
             "'nodes':[%s],'meshes':[{}],'extensions':{'VRMC_springBone':{'specVersion':'1.0',%s'springs':%s}}}",
             root, nodes, members, springs);
    text_use_double_quotes(text);
    return text;
}

struct vrmlint_report *lint_words(const char *rule, const char *words)
{
    char *springs = springs_of(words);
    char *text = file_of(spring_skeleton, "", "", springs);
    struct vrmlint_report *report = lint_text(rule, text);
    free(text);
    free(springs);
    return report;
}

/* Returns the pointers of all findings, relative to the extension, each followed by a space. */
static char *pointers(const struct vrmlint_report *report)
{
    char *text = NULL;
    text_add(&text, "%s", "");
    for (size_t i = 0; i < report->finding_count; i++) {
        const char *pointer = report->findings[i].pointer;
        const char *base = "/extensions/VRMC_springBone/";
        size_t skip = strncmp(pointer, base, strlen(base)) == 0 ? strlen(base) : 0;
        text_add(&text, "%s ", pointer + skip);
    }
    return text;
}

void expect_report(struct vrmlint_report *report, const char *expected)
{
    char *is = pointers(report);
    assert_string_equal(is, expected);
    free(is);
    vrmlint_report_free(report);
}

void expect_words(const char *rule, const char *words, const char *expected)
{
    print_message("%s %s\n", rule, words);
    expect_report(lint_words(rule, words), expected);
}

void expect_file(const char *rule, const char *nodes, const char *root, const char *members, const char *springs,
                 const char *expected)
{
    char *text = file_of(nodes, root, members, springs);
    expect_report(lint_text(rule, text), expected);
    free(text);
}

double measured(const struct vrmlint_finding *finding, const char *name)
{
    for (size_t i = 0; i < finding->data_count; i++) {
        if (strcmp(finding->data[i].name, name) == 0) {
            return finding->data[i].value;
        }
    }
    fail_msg("no %s", name);
    return 0;
}
