#include "vrm/animation.h"

#include <string.h>

#include "base/pointer.h"
#include "gltf/expect.h"
#include "ids/messages_gltf.h"

/* One file's animations while they are read. */
struct reader {
    struct expect expect;
    struct arena *arena;
    const struct scene *scene;
    struct animations *out;
    struct animation_part *parts;
    bool is_vrma; /* which has rules of its own about indices */
};

const char *channel_path_name(enum channel_path path)
{
    static const char *const names[] = {[PATH_TRANSLATION] = "translation",
                                        [PATH_ROTATION] = "rotation",
                                        [PATH_SCALE] = "scale",
                                        [PATH_WEIGHTS] = "weights"};
    return names[path];
}

static enum channel_path path_by_name(const char *name)
{
    for (enum channel_path path = PATH_TRANSLATION; name != NULL && path <= PATH_WEIGHTS; path++) {
        if (strcmp(channel_path_name(path), name) == 0) {
            return path;
        }
    }
    return PATH_OTHER;
}

/* KHR_animation_pointer: the target is a JSON pointer; those to a node's transform or weights are understood. */
static void read_pointer_target(const struct reader *reader, struct channel *channel, const char *pointer)
{
    struct place place = place_at(pointer);
    enum channel_path path = path_by_name(place.member);
    if (place.kind == PLACE_NODE && path != PATH_OTHER) {
        channel->path = path;
        channel->node = scene_usable(reader->scene, place.index[0]) ? place.index[0] : SCENE_NONE;
    }
}

/* An index into *out; one that leads nowhere is reported, unless that is left to others. */
static bool read_index(const struct reader *reader, const struct expect_path *path, const struct tree *value,
                       size_t count, enum message noun, size_t *out)
{
    double number;
    if (reader->is_vrma && tree_number(value, &number) && number == trunc(number) && fabs(number) != TREE_OVERFLOW) {
        return count != EXPECT_ANY && tree_index(value, count, out);
    }
    return expect_index(&reader->expect, path, value, count, noun, out);
}

static void read_target(const struct reader *reader, const struct expect_path *owner, const struct tree *target,
                        struct channel *channel)
{
    struct expect_path path = {.up = owner, .key = "target"};
    if (!expect_object(&reader->expect, &path, target)) {
        return;
    }
    struct expect_path member = {.up = &path, .key = "path"};
    const struct tree *name = tree_get(target, "path");
    const char *text = expect_text(&reader->expect, &member, name);
    channel->path = path_by_name(text);
    channel->pointer = expect_pointer(reader->arena, name == NULL ? &path : &member);
    size_t node;
    if (read_index(reader, &(struct expect_path){.up = &path, .key = "node"}, tree_get(target, "node"),
                   reader->scene->bound, WORDS_NOUN_NODES, &node) &&
        scene_usable(reader->scene, node)) {
        channel->node = node;
    }
    const struct tree *extension = tree_extension(target, "KHR_animation_pointer");
    const char *pointer = tree_text(tree_get(extension, "pointer"), NULL);
    if (text != NULL && strcmp(text, "pointer") == 0 && pointer != NULL) {
        channel->node = SCENE_NONE;
        channel->pointer = arena_printf(reader->arena, "%s/extensions/KHR_animation_pointer/pointer",
                                        expect_pointer(reader->arena, &path));
        read_pointer_target(reader, channel, pointer);
    }
}

static size_t read_accessor(const struct reader *reader, const struct expect_path *sampler, const struct tree *json,
                            const char *key)
{
    size_t accessor;
    return read_index(reader, &(struct expect_path){.up = sampler, .key = key}, tree_get(json, key),
                      reader->scene->accessor_bound, WORDS_NOUN_ACCESSORS, &accessor)
               ? accessor
               : SCENE_NONE;
}

static void read_samplers(struct reader *reader, const struct expect_path *owner, const struct tree *samplers)
{
    struct expect_path path = {.up = owner, .key = "samplers"};
    size_t count = expect_array(&reader->expect, &path, samplers) ? tree_count(samplers) : 0;
    struct animation_part *part = &reader->parts[owner->index];
    part->sampler_count = count;
    for (size_t i = 0; i < count; i++) {
        const struct tree *json = tree_at(samplers, i);
        struct expect_path element = {.up = &path, .index = i};
        struct sampler *sampler = &reader->out->samplers[reader->out->sampler_count++];
        *sampler = (struct sampler){owner->index, i, json, SCENE_NONE, SCENE_NONE, INTERPOLATION_LINEAR};
        if (!expect_object(&reader->expect, &element, json)) {
            continue;
        }
        sampler->input = read_accessor(reader, &element, json, "input");
        sampler->output = read_accessor(reader, &element, json, "output");
        const char *name = expect_text(&reader->expect, &(struct expect_path){.up = &element, .key = "interpolation"},
                                       tree_get(json, "interpolation"));
        if (name != NULL && strcmp(name, "STEP") == 0) {
            sampler->interpolation = INTERPOLATION_STEP;
        } else if (name != NULL && strcmp(name, "CUBICSPLINE") == 0) {
            sampler->interpolation = INTERPOLATION_CUBIC;
        }
    }
}

static void read_channels(struct reader *reader, const struct expect_path *owner, const struct tree *channels)
{
    struct expect_path path = {.up = owner, .key = "channels"};
    size_t count = expect_array(&reader->expect, &path, channels) ? tree_count(channels) : 0;
    struct animation_part *part = &reader->parts[owner->index];
    part->channel_count = count;
    for (size_t i = 0; i < count; i++) {
        const struct tree *json = tree_at(channels, i);
        struct expect_path element = {.up = &path, .index = i};
        struct channel *channel = &reader->out->channels[reader->out->count++];
        size_t sampler;
        *channel = (struct channel){
            .animation = owner->index, .index = i, .json = json, .sampler = SCENE_NONE, .node = SCENE_NONE};
        channel->pointer = expect_pointer(reader->arena, &element);
        if (!expect_object(&reader->expect, &element, json)) {
            continue;
        }
        if (read_index(reader, &(struct expect_path){.up = &element, .key = "sampler"}, tree_get(json, "sampler"),
                       part->sampler_count, WORDS_NOUN_SAMPLERS, &sampler)) {
            channel->sampler = part->samplers + sampler;
        }
        read_target(reader, &element, tree_get(json, "target"), channel);
    }
}

static void read_animation(struct reader *reader, const struct expect_path *list, size_t index, const struct tree *json)
{
    struct expect_path path = {.up = list, .index = index};
    reader->parts[index].channels = reader->out->count;
    reader->parts[index].samplers = reader->out->sampler_count;
    if (!expect_object(&reader->expect, &path, json)) {
        return;
    }
    path.name = expect_text(&reader->expect, &(struct expect_path){.up = &path, .key = "name"}, tree_get(json, "name"));
    reader->out->names[index] = path.name;
    read_samplers(reader, &path, tree_get(json, "samplers"));
    read_channels(reader, &path, tree_get(json, "channels"));
}

struct animations *animations_read(struct document *document, const struct scene *scene)
{
    struct reader reader = {
        .expect = expect_document(document),
        .arena = document->arena,
        .scene = scene,
        .out = arena_alloc(document->arena, sizeof *reader.out),
        .is_vrma = tree_is_object(document_tree(document, "/extensions/VRMC_vrm_animation")),
    };
    struct animations *out = reader.out;
    struct expect_path path = {.key = "animations"};
    const struct tree *list = document_tree(document, "/animations");
    out->animation_count = expect_array(&reader.expect, &path, list) ? tree_count(list) : 0;
    out->names = arena_array(reader.arena, out->animation_count, sizeof *out->names);
    reader.parts = arena_array(reader.arena, out->animation_count, sizeof *reader.parts);
    out->parts = reader.parts;
    size_t channels = 0;
    size_t samplers = 0;
    for (size_t i = 0; i < out->animation_count; i++) {
        channels += tree_count(tree_get(tree_at(list, i), "channels"));
        samplers += tree_count(tree_get(tree_at(list, i), "samplers"));
    }
    out->channels = arena_array(reader.arena, channels, sizeof *out->channels);
    out->samplers = arena_array(reader.arena, samplers, sizeof *out->samplers);
    for (size_t i = 0; i < out->animation_count; i++) {
        read_animation(&reader, &path, i, tree_at(list, i));
    }
    return out;
}
