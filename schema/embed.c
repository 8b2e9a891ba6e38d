/*
 * Compiles schema files, when the program is built, into the C file that defines embedded_schemas
 * (src/schema/embedded.h): embed OUTPUT.c INPUT.schema.json... All of them become one program, because they refer to
 * each other. It lacks what only people and the compiler read, and contains each text once.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "schema/compiler.h"

static const char suffix[] = ".schema.json";

struct writer {
    FILE *out;
    const struct program *program;
    uint32_t value_count;
    uint32_t *places;   /* of values that are kept: 1 + their new index; 0: left out */
    uint32_t *nodes;    /* the same for nodes */
    struct name *texts; /* the texts that are written, in order */
    uint32_t text_count;
    uint32_t text_end;
};

/* ---- what is left out ---- */

/* Whether a keyword is left out, because nothing reads it after the schema is compiled. */
static bool is_left_out(enum keyword keyword)
{
    return keyword >= KEYWORD_TITLE || keyword == KEYWORD_SCHEMA || keyword == KEYWORD_REF ||
           keyword == KEYWORD_X_SEVERITY;
}

static void number(uint32_t *kept, uint32_t count)
{
    uint32_t place = 0;
    for (uint32_t i = 0; i < count; i++) {
        kept[i] = kept[i] == 0 ? 0 : ++place;
    }
}

static void choose_values(struct writer *writer)
{
    const struct program *program = writer->program;
    const struct flat_value *values = program->flat.values;
    for (uint32_t i = 0; i < writer->value_count; i++) {
        writer->places[i] = 1;
    }
    for (uint32_t i = NODE_FIRST; i < program->nodes_count; i++) {
        const struct flat_value *object = &values[program->nodes[i].value];
        for (const struct flat_value *at = flat_begin(object); at != flat_end(object); at += at->span) {
            if (is_left_out(keyword_find(flat_key(&program->flat, at)))) {
                memset(&writer->places[at - values], 0, at->span * sizeof *writer->places);
            }
        }
    }
    number(writer->places, writer->value_count);
}

static void reach(struct writer *writer, uint32_t at)
{
    if (writer->nodes[at] != 0) {
        return;
    }
    writer->nodes[at] = 1;
    const struct program *program = writer->program;
    const struct node *node = &program->nodes[at];
    const struct object_part *object = &program->objects[node->object];
    const struct array_part *array = &program->arrays[node->array];
    reach(writer, object->additional);
    reach(writer, object->names);
    for (uint32_t i = 0; i < object->table.count; i++) {
        reach(writer, program->members[object->members + i].node);
    }
    reach(writer, array->rest);
    for (uint32_t i = 0; i < array->prefix_count; i++) {
        reach(writer, program->edges[array->prefix + i]);
    }
    for (uint32_t i = 0; i < node->group_count; i++) {
        const struct group *group = &program->groups[node->groups + i];
        for (uint32_t k = 0; k < group->count; k++) {
            reach(writer, program->edges[group->edges + k]);
        }
    }
}

/* Chooses the nodes to keep: leaves out mere references, and nodes that nothing refers to. */
static void choose_nodes(struct writer *writer, const uint32_t *roots, size_t count)
{
    for (uint32_t i = 0; i < NODE_FIRST; i++) {
        reach(writer, i);
    }
    for (size_t i = 0; i < count; i++) {
        reach(writer, roots[i]);
    }
    number(writer->nodes, writer->program->nodes_count);
}

/* Returns the new index of a value; 0 if it is left out. */
static uint32_t place(const struct writer *writer, uint32_t value)
{
    return writer->places[value] == 0 ? 0 : writer->places[value] - 1;
}

static uint32_t node_place(const struct writer *writer, uint32_t node)
{
    return writer->nodes[node] == 0 ? 0 : writer->nodes[node] - 1;
}

/* Returns the position of a text of the program among those that are written; adds it if it is missing. */
static uint32_t keep_text(struct writer *writer, uint32_t text, uint32_t length)
{
    const char *texts = writer->program->flat.texts;
    uint32_t at = 0;
    for (uint32_t i = 0; i < writer->text_count; i++) {
        const struct name *kept = &writer->texts[i];
        if (kept->length == length && memcmp(texts + kept->text, texts + text, length) == 0) {
            return at;
        }
        at += kept->length + 1;
    }
    writer->texts[writer->text_count++] = (struct name){text, length};
    return at;
}

/* ---- rows ---- */

/* Writes the row of a value. Its span and size only count what is kept. */
static void print_value(struct writer *writer, uint32_t at)
{
    const struct flat_value *values = writer->program->flat.values;
    const struct flat_value *value = &values[at];
    uint32_t span = 0;
    for (uint32_t i = 0; i < value->span; i++) {
        span += writer->places[at + i] != 0;
    }
    uint32_t size = value->size;
    for (const struct flat_value *in = flat_begin(value); in != flat_end(value); in += in->span) {
        size -= writer->places[in - values] == 0;
    }
    uint32_t key = value->key == 0 ? 0 : keep_text(writer, value->key, value->key_size);
    uint32_t text = flat_is(value, JSON_STRING) ? keep_text(writer, value->text, value->size) : 0;
    fprintf(writer->out, "    {%u, %u, %u, %u, %u, %u, ", value->type, span, key, value->key_size, text, size);
    if (flat_is(value, JSON_REAL)) {
        fprintf(writer->out, "{.real = %a}},\n", value->number.real);
    } else {
        fprintf(writer->out, "{%" PRId64 "}},\n", value->number.integer);
    }
}

static void print_bound(struct writer *writer, double bound)
{
    if (isinf(bound)) {
        fprintf(writer->out, "%sINFINITY, ", bound < 0 ? "-" : "");
    } else {
        fprintf(writer->out, "%a, ", bound);
    }
}

static void print_nodes(struct writer *writer, const struct node *node)
{
    if (writer->nodes[node - writer->program->nodes] == 0) {
        return;
    }
    fprintf(writer->out, "    {%" PRIu64 "U, ", node->mild);
    print_bound(writer, node->low);
    print_bound(writer, node->high);
    fprintf(writer->out, "%u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u},\n", place(writer, node->value), node->types,
            node->quick, node->index, node->choice, node->number, node->text, node->array, node->object, node->groups,
            node->group_count);
}

static void print_range(struct writer *writer, const struct name_range *range)
{
    fprintf(writer->out, "{%u, %u, %u, %u}, ", range->names, range->slots, range->count, range->mask);
}

static void print_choices(struct writer *writer, const struct choice_part *choice)
{
    fprintf(writer->out, "    {%u, %u, ", choice->keyword, place(writer, choice->value));
    print_range(writer, &choice->strings);
    fprintf(writer->out, "%d},\n", choice->others);
}

static void print_numbers(struct writer *writer, const struct number_part *number)
{
    fprintf(writer->out, "    {{");
    for (size_t i = 0; i < sizeof number->limits / sizeof *number->limits; i++) {
        const struct number_limit *limit = &number->limits[i];
        fprintf(writer->out, "{%u, %d, %u}, ", limit->keyword, (int)limit->relation, place(writer, limit->number));
    }
    fprintf(writer->out, "}, %u, %u},\n", number->count, place(writer, number->finite));
}

static void print_texts(struct writer *writer, const struct text_part *text)
{
    fprintf(writer->out, "    {%" PRIu64 "U, %" PRIu64 "U},\n", text->least, text->most);
}

static void print_arrays(struct writer *writer, const struct array_part *array)
{
    fprintf(writer->out, "    {%" PRIu64 "U, %" PRIu64 "U, %u, %u, %u, %u, %d},\n", array->least, array->most,
            array->prefix, array->prefix_count, node_place(writer, array->rest), array->rest_keyword, array->unique);
}

static void print_objects(struct writer *writer, const struct object_part *object)
{
    fprintf(writer->out, "    {%" PRIu64 "U, %" PRIu64 "U, %" PRIu64 "U, ", object->least, object->most,
            object->required_bits);
    print_range(writer, &object->table);
    fprintf(writer->out, "%u, %u, %u, %u, %u, %d, %d},\n", object->members, object->known,
            node_place(writer, object->additional), node_place(writer, object->names), place(writer, object->required),
            object->required_more, object->walk);
}

static void print_members(struct writer *writer, const struct member *member)
{
    fprintf(writer->out, "    {%" PRIu64 "U, %u, %d},\n", member->bit, node_place(writer, member->node),
            member->required);
}

static void print_groups(struct writer *writer, const struct group *group)
{
    fprintf(writer->out, "    {%u, %u, %u, %u},\n", group->keyword, group->count, group->edges,
            place(writer, group->value));
}

static void print_edges(struct writer *writer, const uint32_t *edge)
{
    fprintf(writer->out, "    %u,\n", node_place(writer, *edge));
}

static void print_slots(struct writer *writer, const uint32_t *slot)
{
    fprintf(writer->out, "    %u,\n", *slot);
}

static void print_names(struct writer *writer, const struct name *name)
{
    fprintf(writer->out, "    {%u, %u},\n", keep_text(writer, name->text, name->length), name->length);
}

static void print_indices(struct writer *writer, const struct name *name)
{
    print_names(writer, name);
}

/* ---- the file ---- */

/* Writes the texts as numbers: compilers needn't accept string literals of more than 4095 bytes. */
static void print_all_texts(struct writer *writer)
{
    fprintf(writer->out, "static const char all_texts[] = {\n");
    for (uint32_t i = 0; i < writer->text_count; i++) {
        const struct name *text = &writer->texts[i];
        fprintf(writer->out, "    ");
        for (uint32_t k = 0; k <= text->length; k++) {
            fprintf(writer->out, "%d, ", writer->program->flat.texts[text->text + k]);
        }
        fprintf(writer->out, "\n");
    }
    fprintf(writer->out, "};\n\n");
}

static void print_program(struct writer *writer)
{
    fprintf(writer->out, "/* Made by schema/embed.c out of the files in schema/. */\n#include <math.h>\n\n"
                         "#include \"schema/embedded.h\"\n#include \"schema/program.h\"\n\n"
                         "static const struct flat_value values[] = {\n");
    for (uint32_t i = 0; i < writer->value_count; i++) {
        if (writer->places[i] != 0) {
            print_value(writer, i);
        }
    }
    fprintf(writer->out, "};\n\n");
#define ARRAY(type, name)                                                                                              \
    fprintf(writer->out, "static const " #type " " #name "[] = {\n");                                                  \
    for (uint32_t i = 0; i < writer->program->name##_count; i++) {                                                     \
        print_##name(writer, &writer->program->name[i]);                                                               \
    }                                                                                                                  \
    fprintf(writer->out, "};\n\n");
    PROGRAM_ARRAYS(ARRAY)
#undef ARRAY
    print_all_texts(writer);
    fprintf(writer->out, "static const struct program program = {\n    {values, all_texts},\n");
#define ARRAY(type, name) fprintf(writer->out, "    " #name ",\n");
    PROGRAM_ARRAYS(ARRAY)
#undef ARRAY
#define ARRAY(type, name) fprintf(writer->out, "    sizeof " #name " / sizeof *" #name ",\n");
    PROGRAM_ARRAYS(ARRAY)
#undef ARRAY
    fprintf(writer->out, "    NULL,\n");
    fprintf(writer->out, "};\n\n");
}

static bool write_all(const char *path, struct arena *arena, const struct program *program, uint32_t value_count,
                      const struct schema_document *documents, const uint32_t *roots, size_t count)
{
    struct writer writer = {.out = fopen(path, "wb"), .program = program, .value_count = value_count};
    if (writer.out == NULL) {
        return false;
    }
    writer.places = arena_array(arena, value_count, sizeof *writer.places);
    size_t most = 1 + (size_t)2 * value_count + program->names_count + program->indices_count;
    writer.texts = arena_array(arena, most, sizeof *writer.texts);
    writer.text_count = 1; /* the empty text, so that no name begins at 0 */
    writer.nodes = arena_array(arena, program->nodes_count, sizeof *writer.nodes);
    choose_values(&writer);
    choose_nodes(&writer, roots, count);
    print_program(&writer);
    fprintf(writer.out, "const struct embedded_schema embedded_schemas[] = {\n");
    for (size_t i = 0; i < count; i++) {
        fprintf(writer.out, "    {\"%s\", {&program, %u}},\n", documents[i].name, node_place(&writer, roots[i]));
    }
    fprintf(writer.out, "};\nconst size_t embedded_schema_count = %zu;\n", count);
    bool written = ferror(writer.out) == 0;
    return fclose(writer.out) == 0 && written;
}

/* Returns the name of a schema file, as others refer to it: without folder and suffix. NULL if it has another
 * suffix. */
static char *name_of(struct arena *arena, const char *path)
{
    const char *base = path;
    for (const char *at = path; *at != '\0'; at++) {
        base = *at == '/' || *at == '\\' ? at + 1 : base;
    }
    size_t length = strlen(base);
    size_t tail = strlen(suffix);
    bool fits = length > tail && strcmp(base + length - tail, suffix) == 0;
    return fits ? arena_copy(arena, base, length - tail) : NULL;
}

int main(int argc, char **argv)
{
    struct arena *arena = arena_new();
    if (arena == NULL || argc < 3) {
        fprintf(stderr, "usage: embed OUTPUT.c INPUT.schema.json...\n");
        arena_free(arena);
        return EXIT_FAILURE;
    }
    size_t count = (size_t)argc - 2;
    struct schema_document *documents = arena_array(arena, count, sizeof *documents);
    uint32_t *roots = arena_array(arena, count, sizeof *roots);
    const char *error = NULL;
    for (size_t i = 0; i < count && error == NULL; i++) {
        json_error_t fault = {.text = "not named *.schema.json"};
        char *name = name_of(arena, argv[i + 2]);
        json_t *json = name == NULL ? NULL : json_load_file(argv[i + 2], JSON_REJECT_DUPLICATES, &fault);
        documents[i] = (struct schema_document){name, json};
        error = json == NULL ? arena_printf(arena, "%s:%d: %s", argv[i + 2], fault.line, fault.text) : NULL;
    }
    struct program *program = NULL;
    if (error == NULL) {
        program = compile_documents(arena, documents, count, SCHEMA_2020_12, false, roots, count, &error);
    }
    if (program != NULL) {
        const struct flat_value *end = program->flat.values;
        for (size_t i = 0; i < NODE_FIRST + count; i++) {
            end = flat_end(end);
        }
        uint32_t value_count = (uint32_t)(end - program->flat.values);
        bool written = write_all(argv[1], arena, program, value_count, documents, roots, count);
        error = written ? NULL : arena_printf(arena, "%s can't be written", argv[1]);
    }
    if (error != NULL) {
        fprintf(stderr, "%s\n", error);
    }
    for (size_t i = 0; i < count; i++) {
        json_decref(walkable(documents[i].json));
    }
    arena_free(arena);
    return error == NULL ? EXIT_SUCCESS : EXIT_FAILURE;
}
