#include "cli/kit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/kit_data.h"

/* ---- unpacking: see src/kit.py ---- */

static size_t read_number(const unsigned char **at)
{
    size_t value = 0;
    for (int shift = 0;; shift += 7) {
        unsigned char byte = *(*at)++;
        value |= (size_t)(byte & 127U) << shift;
        if (byte < 128) {
            return value;
        }
    }
}

static char *unpack_kit(struct arena *arena)
{
    char *text = arena_alloc(arena, kit_size + 1);
    const unsigned char *at = kit_packed;
    size_t length = 0;
    while (length < kit_size) {
        size_t plain = read_number(&at);
        memcpy(text + length, at, plain);
        at += plain;
        length += plain;
        if (length == kit_size) {
            break;
        }
        size_t repeat = read_number(&at);
        size_t back = read_number(&at);
        for (size_t i = 0; i < repeat; i++, length++) { /* byte by byte: the copy may overlap */
            text[length] = text[length - back];
        }
    }
    return text;
}

static void split_files(struct kit *kit, struct arena *arena, char *text)
{
    size_t capacity = 0;
    for (char *at = text; at < text + kit_size;) {
        char *name = at;
        char *size = strchr(name, '\n');
        *size++ = '\0';
        char *content;
        size_t length = strtoul(size, &content, 10);
        content++;
        kit->files = arena_grow(arena, kit->files, kit->file_count, &capacity, sizeof *kit->files);
        kit->files[kit->file_count++] = (struct kit_file){name, arena_copy(arena, content, length), length};
        at = content + length;
    }
}

/* Returns the file of a name and an ending, which the kit must contain. */
static const struct kit_file *find_file(const struct kit *kit, struct arena *arena, const char *name, const char *end)
{
    const char *whole = arena_printf(arena, "%s%s", name, end);
    size_t i = 0;
    while (strcmp(kit->files[i].name, whole) != 0) {
        i++;
    }
    return &kit->files[i];
}

/* ---- reading ---- */

const struct kit_measure kit_measures[KIT_QUANTITIES] = {
    {"positions", 3, "m"}, {"rotations", 4, "rad"}, {"weights", 1, "1"}, {"angles", 2, "deg"}};

size_t kit_each(const struct kit_track *track)
{
    return kit_measures[track->quantity].each;
}

bool kit_same(const struct kit_track *one, const struct kit_track *other)
{
    return one->quantity == other->quantity && one->node == other->node && one->has_offset == other->has_offset &&
           (one->expression == NULL || strcmp(one->expression, other->expression) == 0);
}

static const char *read_text(struct arena *arena, const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text == NULL ? NULL : arena_copy(arena, text, strlen(text));
}

static double *read_numbers(struct arena *arena, const json_t *array, size_t each)
{
    size_t count = json_array_size(array);
    double *out = arena_array(arena, count * each, sizeof *out);
    for (size_t i = 0; i < count; i++) {
        const json_t *item = json_array_get(array, i);
        for (size_t k = 0; k < each; k++) {
            out[each * i + k] = json_number_value(each == 1 ? item : json_array_get(item, k));
        }
    }
    return out;
}

static const double *read_optional(struct arena *arena, const json_t *object, const char *key)
{
    const json_t *array = json_object_get(object, key);
    return array == NULL ? NULL : read_numbers(arena, array, 1);
}

static size_t read_index(const json_t *object, const char *key)
{
    return (size_t)json_integer_value(json_object_get(object, key));
}

bool kit_read_track(struct arena *arena, const json_t *json, struct kit_track *track)
{
    const json_t *node = json_object_get(json, "node");
    size_t quantity = 0;
    while (quantity < KIT_QUANTITIES && json_object_get(json, kit_measures[quantity].name) == NULL) {
        quantity++;
    }
    bool of_node = quantity < KIT_WEIGHTS;
    *track = (struct kit_track){.quantity = (enum kit_quantity)quantity,
                                .node = of_node ? read_index(json, "node") : 0,
                                .expression = quantity == KIT_WEIGHTS ? read_text(arena, json, "expression") : NULL,
                                .has_offset = of_node && json_object_get(json, "offset") != NULL};
    return quantity < KIT_QUANTITIES && (!of_node || json_is_integer(node)) &&
           (quantity != KIT_WEIGHTS || track->expression != NULL);
}

static struct kit_answer read_answer(struct arena *arena, const json_t *json, const char *because)
{
    struct kit_answer answer = {.because = because, .track_count = json_array_size(json)};
    answer.tracks = arena_array(arena, answer.track_count, sizeof *answer.tracks);
    for (size_t i = 0; i < answer.track_count; i++) {
        const json_t *from = json_array_get(json, i);
        struct kit_track *track = &answer.tracks[i];
        kit_read_track(arena, from, track);
        track->head = read_index(from, "head");
        track->offset = read_optional(arena, from, "offset");
        track->values = read_numbers(arena, json_object_get(from, kit_measures[track->quantity].name), kit_each(track));
    }
    return answer;
}

static void read_answers(struct arena *arena, const json_t *json, struct kit_vector *vector)
{
    const json_t *others = json_object_get(json, "alternatives");
    vector->answer_count = 1 + json_array_size(others);
    vector->answers = arena_array(arena, vector->answer_count, sizeof *vector->answers);
    vector->answers[0] = read_answer(arena, json_object_get(json, "expected"), NULL);
    for (size_t i = 1; i < vector->answer_count; i++) {
        const json_t *other = json_array_get(others, i - 1);
        vector->answers[i] = read_answer(arena, json_object_get(other, "expected"), read_text(arena, other, "because"));
    }
}

static void read_frames(struct arena *arena, const json_t *json, struct kit_vector *vector)
{
    vector->frame_count = json_array_size(json);
    vector->frames = arena_array(arena, vector->frame_count, sizeof *vector->frames);
    for (size_t i = 0; i < vector->frame_count; i++) {
        const json_t *from = json_array_get(json, i);
        const json_t *sets = json_object_get(from, "set");
        struct kit_frame *frame = &vector->frames[i];
        frame->seconds = json_number_value(json_object_get(from, "dt"));
        frame->repeat = json_object_get(from, "repeat") == NULL ? 1 : read_index(from, "repeat");
        frame->set_count = json_array_size(sets);
        frame->sets = arena_array(arena, frame->set_count, sizeof *frame->sets);
        for (size_t k = 0; k < frame->set_count; k++) {
            const json_t *set = json_array_get(sets, k);
            frame->sets[k] = (struct kit_set){read_index(set, "node"), read_optional(arena, set, "translation"),
                                              read_optional(arena, set, "rotation")};
        }
    }
}

static json_t *load_kit_json(struct arena *arena, const struct kit_file *file)
{
    json_t *json = json_loadb(file->text, file->size, 0, NULL);
    if (json == NULL) {
        arena_exhausted(arena); /* the text is part of the program, so only memory can be short */
    }
    return json;
}

static void read_vector(struct kit *kit, struct arena *arena, const char *id, struct kit_vector *vector)
{
    json_t *json = load_kit_json(arena, find_file(kit, arena, id, ".json"));
    const json_t *tolerance = json_object_get(json, "tolerance");
    *vector = (struct kit_vector){
        .id = read_text(arena, json, "id"),
        .feature = read_text(arena, json, "feature"),
        .title = read_text(arena, json, "title"),
        .tries = read_text(arena, json, "tries"),
        .section = read_text(arena, json, "section"),
        .open = read_text(arena, json, "open"),
        .revision = read_text(arena, json, "revision"),
        .model = find_file(kit, arena, id, ".gltf"),
        .animation = json_object_get(json, "animation") == NULL ? NULL : find_file(kit, arena, id, ".animation.gltf"),
        .any_finite = json_is_true(json_object_get(json, "anyFinite")),
        .tolerance = json_number_value(json_object_get(tolerance, "value")),
        .times = read_numbers(arena, json_object_get(json, "times"), 1),
        .time_count = json_array_size(json_object_get(json, "times")),
    };
    read_frames(arena, json_object_get(json, "frames"), vector);
    read_answers(arena, json, vector);
    json_decref(json);
}

struct kit *kit_open(struct arena *arena)
{
    struct kit *kit = arena_alloc(arena, sizeof *kit);
    split_files(kit, arena, unpack_kit(arena));
    json_t *json = load_kit_json(arena, find_file(kit, arena, "kit", ".json"));
    const json_t *ids = json_object_get(json, "vectors");
    kit->version = read_text(arena, json, "version");
    kit->vector_count = json_array_size(ids);
    kit->vectors = arena_array(arena, kit->vector_count, sizeof *kit->vectors);
    for (size_t i = 0; i < kit->vector_count; i++) {
        read_vector(kit, arena, json_string_value(json_array_get(ids, i)), &kit->vectors[i]);
    }
    json_decref(json);
    return kit;
}

struct kit_vector *kit_find(const struct kit *kit, const char *id)
{
    for (size_t i = 0; i < kit->vector_count; i++) {
        if (strcmp(kit->vectors[i].id, id) == 0) {
            return &kit->vectors[i];
        }
    }
    return NULL;
}
