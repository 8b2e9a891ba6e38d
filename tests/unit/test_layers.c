/*
 * The order of the layers, read from the #include lines: a file may include only its own layer and those below.
 * Also, system headers may be used only in base/os*, jansson's accessors not in checks/ and vrm/, and its reference
 * counts only where the schemas of users are read, in reports and in the command. Sources and tables must be
 * neither too wide nor too long. The tag of a struct or enum is defined in one file, so that its name is found by a
 * search, and files can be compiled as one.
 */
#include "support.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FLOOR_PARTS = 32, WIDTH_MOST = 160, LINES_MOST = 800, TABLE_LINES_MOST = 1000, TAGS_MOST = 4000 };

/* The lowest layer first. The longest prefix of a file's path decides its layer. */
static const char *const floors[][FLOOR_PARTS] = {
    {"base/"},
    {"vrmlint", "version.h", "build_id.h", "members.", "message/", "ids/", "run/within."},
    {"finding/", "tables/"},
    {"gltf/", "edit/"},
    {"schema/"},
    {"vrm/"},
    {"sim/"},
    {"checks/"},
    {"run/card.",        "run/config",     "run/drawing",  "run/fingerprint.",     "run/ignores.",
     "run/key.",         "run/fix_alone.", "run/gather.",  "run/guards.",          "run/lint.",
     "run/empty_lists.", "run/fold.",      "run/fix",      "run/numbering.",       "run/palette.",
     "run/policy.",      "run/record.",    "run/renumber", "run/schemas.",         "run/selection.",
     "run/simulate.",    "run/unschemed.", "run/diff.",    "run/facts.",           "run/switched_off.",
     "run/parts.",       "run/validity.",  "run/changes.", "run/required_version."},
    {"report/", "run/"},
    {"cli/"},
    {"main.c"},
};
enum { FLOORS = sizeof floors / sizeof floors[0] };

/* The command uses the library as any program does: of the layers below, these see only base and the layer of
 * vrmlint.h, which has run/within.h too: some of the same functions, with the limits of an arena. */
enum { PUBLIC_FLOOR = 1, FIRST_OF_COMMAND = 9 };

static int floor_of(const char *path)
{
    int best = -1;
    size_t longest = 0;
    for (int i = 0; i < FLOORS; i++) {
        for (int k = 0; k < FLOOR_PARTS && floors[i][k] != NULL; k++) {
            size_t length = strlen(floors[i][k]);
            if (strncmp(path, floors[i][k], length) == 0 && length > longest) {
                best = i;
                longest = length;
            }
        }
    }
    return best;
}

struct tag {
    char name[64];
    char path[100]; /* of the file that defines it */
};

struct visit {
    int files;
    int bad;
    struct tag *tags; /* NULL: not checked */
    size_t tag_count;
};

static void complain(struct visit *visit, const char *path, int line, const char *what, const char *text)
{
    print_error("src/%s:%d: %s: %s", path, line, what, text);
    visit->bad++;
}

static void read_include(struct visit *visit, const char *path, int number, const char *line)
{
    char name[300];
    int own = floor_of(path);
    if (sscanf(line, "#include \"%299[^\"]\"", name) == 1) {
        int other = floor_of(name);
        if (other < 0 && strchr(name, '/') == NULL) {
            return; /* generated at build time */
        }
        if (other < 0 || other > own) {
            complain(visit, path, number, "knows what stands above it", line);
        } else if (own >= FIRST_OF_COMMAND && other > PUBLIC_FLOOR && other < FIRST_OF_COMMAND) {
            complain(visit, path, number, "the command sees the library through vrmlint.h", line);
        }
    } else if (sscanf(line, "#include <%299[^>]>", name) == 1) {
        bool system = strncmp(name, "sys/", 4) == 0 || strcmp(name, "unistd.h") == 0 || strcmp(name, "fcntl.h") == 0 ||
                      strcmp(name, "dirent.h") == 0 || strcmp(name, "windows.h") == 0 || strcmp(name, "io.h") == 0 ||
                      strcmp(name, "pthread.h") == 0 || strcmp(name, "signal.h") == 0;
        if (system && strncmp(path, "base/os", 7) != 0) {
            complain(visit, path, number, "system calls belong in base/os*.c", line);
        }
    }
}

/* A file may define a tag several times: for each system, for example. */
static void read_tag(struct visit *visit, const char *path, int number, const char *line)
{
    struct tag tag = {.name = ""};
    char brace = '\0';
    const char *start = strncmp(line, "static const ", 13) == 0 ? line + 13 : line;
    if (sscanf(start, "%*[enumstrco] %63[a-z_0-9A-Z] %c", tag.name, &brace) < 2 || brace != '{' ||
        (strncmp(start, "struct ", 7) != 0 && strncmp(start, "enum ", 5) != 0)) {
        return;
    }
    snprintf(tag.path, sizeof tag.path, "%s", path);
    for (size_t i = 0; i < visit->tag_count; i++) {
        if (strcmp(visit->tags[i].name, tag.name) == 0 && strcmp(visit->tags[i].path, tag.path) != 0) {
            complain(visit, path, number, visit->tags[i].path, "defines this tag too: choose another name");
        }
    }
    assert_true(visit->tag_count < TAGS_MOST);
    visit->tags[visit->tag_count++] = tag;
}

static void read_line(struct visit *visit, const char *path, int number, const char *line)
{
    read_include(visit, path, number, line);
    if (visit->tags != NULL) {
        read_tag(visit, path, number, line);
    }
    bool sees_trees = strncmp(path, "checks/", 7) == 0 || strncmp(path, "vrm/", 4) == 0;
    if (sees_trees && (strstr(line, "json_object_") != NULL || strstr(line, "json_array_") != NULL ||
                       strstr(line, "json_string_") != NULL || strstr(line, "json_is_") != NULL ||
                       strstr(line, "json_number_") != NULL || strstr(line, "json_integer_") != NULL)) {
        complain(visit, path, number, "trees are seen through gltf/json.h", line);
    }
    bool counts = strstr(line, "json_decref") != NULL || strstr(line, "json_incref") != NULL;
    if (counts && strcmp(path, "run/schemas.c") != 0 && strncmp(path, "report/", 7) != 0 &&
        strncmp(path, "cli/", 4) != 0) {
        complain(visit, path, number, "reference counts belong where schemas are read", line);
    }
    bool prints = strstr(line, "printf(stdout") != NULL || strstr(line, "fprintf(stderr") != NULL ||
                  strstr(line, " printf(") != NULL || strstr(line, "puts(") != NULL;
    if (prints && floor_of(path) < FIRST_OF_COMMAND) {
        complain(visit, path, number, "the library prints nothing", line);
    }
    if (strstr(line, "qsort(") != NULL && strncmp(path, "base/sort.", 10) != 0) {
        complain(visit, path, number, "sorts by base/sort.h, which no order of the elements makes slow", line);
    }
}

/* Editors show a line of 160 characters without wrapping. */
static void check_width(struct visit *visit, const char *path, int number, const char *line)
{
    size_t width = 0;
    for (const char *c = line; *c != '\0' && *c != '\n'; c++) {
        width += ((unsigned char)*c & 0xC0) != 0x80; /* counts characters, not their continuation bytes */
    }
    if (width > WIDTH_MOST) {
        complain(visit, path, number, "is too wide", line);
    }
}

static void read_source(struct visit *visit, const char *path, bool is_table)
{
    char relative[700];
    snprintf(relative, sizeof relative, "src/%s", path);
    FILE *file = fopen(source_path(relative), "r");
    assert_non_null(file);
    if (!is_table && floor_of(path) < 0) {
        print_error("src/%s stands on no floor\n", path);
        visit->bad++;
    }
    char line[4096];
    int number = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        number++;
        check_width(visit, path, number, line);
        if (!is_table) {
            read_line(visit, path, number, line);
        }
    }
    fclose(file);
    if (number > (is_table ? TABLE_LINES_MOST : LINES_MOST)) {
        complain(visit, path, number, "is too long: find the seam", "\n");
    }
    visit->files++;
}

static void walk(struct visit *visit, const char *folder)
{
    char relative[700];
    snprintf(relative, sizeof relative, "src/%s", folder);
    struct dirent **names;
    int count = scandir(source_path(relative), &names, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char path[600];
        snprintf(path, sizeof path, "%s%s%.250s", folder, *folder == '\0' ? "" : "/", names[i]->d_name);
        size_t length = strlen(path);
        if (names[i]->d_name[0] != '.' && strchr(names[i]->d_name, '.') == NULL) {
            walk(visit, path);
        } else if (length > 4 && (strcmp(path + length - 2, ".c") == 0 || strcmp(path + length - 2, ".h") == 0)) {
            read_source(visit, path, false);
        } else if (length > 4 && strcmp(path + length - 4, ".def") == 0) {
            read_source(visit, path, true);
        }
        free(names[i]);
    }
    if (count >= 0) {
        free(names);
    }
}

static void order_holds(void **state)
{
    (void)state;
    struct visit visit = {.tags = calloc(TAGS_MOST, sizeof *visit.tags)};
    assert_non_null(visit.tags);
    walk(&visit, "");
    free(visit.tags);
    assert_true(visit.files > 30);
    assert_true(visit.tag_count > 300);
    assert_int_equal(visit.bad, 0);
}

/* Tests the test itself: everything that it must refuse is refused. */
static void refuses(void **state)
{
    (void)state;
    struct tag tags[2];
    struct visit visit = {.tags = tags};
    read_line(&visit, "gltf/scan.c", 1, "#include \"checks/checks.h\"\n");
    read_line(&visit, "checks/packaging/packaging.c", 2, "    json_object_get(a, b);\n");
    read_line(&visit, "report/text.c", 3, "#include \"gltf/json.h\"\n");
    read_line(&visit, "gltf/glb.c", 4, "#include <unistd.h>\n");
    read_line(&visit, "vrm/springs.c", 5, "    json_decref(a);\n");
    char wide[WIDTH_MOST + 3];
    snprintf(wide, sizeof wide, "%*s\n", WIDTH_MOST + 1, "x");
    check_width(&visit, "vrm/springs.c", 6, wide);
    read_line(&visit, "vrm/springs.c", 7, "struct named {\n");
    read_line(&visit, "vrm/limits.c", 8, "static const struct named {\n");
    read_line(&visit, "run/inputs.c", 9, "    qsort(items, count, sizeof *items, compare);\n");
    assert_int_equal(visit.bad, 8);
    visit = (struct visit){.tags = tags};
    read_line(&visit, "checks/packaging/packaging.c", 1, "#include \"gltf/json.h\"\n");
    read_line(&visit, "report/text.c", 2, "#include \"vrmlint.h\"\n");
    read_line(&visit, "base/os.c", 3, "#include <unistd.h>\n");
    check_width(&visit, "vrm/springs.c", 4, wide + 1);
    read_line(&visit, "base/os_lock.c", 5, "struct os_lock {\n");
    read_line(&visit, "base/os_lock.c", 6, "struct os_lock {\n");
    read_line(&visit, "vrm/springs.c", 7, "struct os_lock *find(void);\n");
    assert_int_equal(visit.bad, 0);
}

TEST_PROGRAM(layers)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(order_holds), cmocka_unit_test(refuses)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
