#include "vrm/animation.h"

#include <string.h>

#include "base/sort.h"
#include "gltf/expect.h"
#include "vrm/tracks.h"

struct channel_entry {
    size_t input;
    size_t output;
    enum interpolation interpolation;
    enum channel_path path;
    size_t channel;
};

static int compare_tracks(const struct channel_entry *a, const struct channel_entry *b)
{
    int order = sort_then(sort_order(a->input, b->input), a->output, b->output);
    return sort_then(sort_then(order, a->interpolation, b->interpolation), a->path, b->path);
}

static int compare_entries(const void *left, const void *right)
{
    const struct channel_entry *a = left;
    const struct channel_entry *b = right;
    return sort_then(compare_tracks(a, b), a->channel, b->channel);
}

/* Returns the entry of a channel. Returns false if a part of it is unresolved. */
static bool find_entry(const struct animations *animations, size_t index, struct channel_entry *out)
{
    const struct channel *channel = &animations->channels[index];
    if (channel->node == SCENE_NONE || channel->path == PATH_OTHER || channel->sampler == SCENE_NONE) {
        return false;
    }
    const struct sampler *sampler = &animations->samplers[channel->sampler];
    *out = (struct channel_entry){sampler->input, sampler->output, sampler->interpolation, channel->path, index};
    return sampler->input != SCENE_NONE && sampler->output != SCENE_NONE;
}

struct tracks tracks_read(struct arena *arena, const struct animations *animations)
{
    struct channel_entry *entries = arena_array(arena, animations->count, sizeof *entries);
    size_t count = 0;
    for (size_t i = 0; i < animations->count; i++) {
        count += find_entry(animations, i, &entries[count]);
    }
    sort_array(arena, entries, count, sizeof *entries, compare_entries);
    size_t *channels = arena_array(arena, count, sizeof *channels);
    struct track *items = arena_array(arena, count, sizeof *items);
    struct tracks out = {.items = items};
    for (size_t i = 0; i < count; i++) {
        channels[i] = entries[i].channel;
        if (i == 0 || compare_tracks(&entries[i - 1], &entries[i]) != 0) {
            items[out.count++] = (struct track){entries[i].input, entries[i].output, entries[i].interpolation,
                                                entries[i].path,  &channels[i],      0};
        }
        items[out.count - 1].channel_count++;
    }
    return out;
}

/* The state of reading a file's animations. */
struct animation_reader {
    const struct scene *scene;
    size_t accessor_count;
    struct animations *out;
    struct animation_part *parts;
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

/* KHR_animation_pointer: the target is a JSON pointer. Only pointers to a node's transform or weights are read. */
static void read_pointer_target(const struct animation_reader *reader, struct channel *channel, const char *pointer)
{
    struct place place = place_at(pointer);
    enum channel_path path = path_by_name(place.member);
    if (place.kind == PLACE_NODE && path != PATH_OTHER) {
        channel->path = path;
        channel->node = scene_usable(reader->scene, place.index[0]) ? place.index[0] : SCENE_NONE;
    }
}

/* Returns the index in a member; SCENE_NONE if it is out of range. */
static size_t read_index(const struct tree *json, const char *key, size_t count)
{
    size_t index;
    return tree_index(tree_get(json, key), count, &index) ? index : SCENE_NONE;
}

static void read_target(const struct animation_reader *reader, const struct tree *target, struct channel *channel)
{
    if (!tree_is_object(target)) {
        return;
    }
    const struct tree *name = tree_get(target, "path");
    channel->path = path_by_name(tree_text(name, NULL));
    channel->place.member = name == NULL ? "target" : "target/path";
    channel->node = scene_resolve(reader->scene, tree_get(target, "node"));
    const struct tree *extension = tree_extension(target, "KHR_animation_pointer");
    const char *pointer = tree_text(tree_get(extension, "pointer"), NULL);
    if (tree_reports(target, "path", "pointer") && pointer != NULL) {
        channel->node = SCENE_NONE;
        channel->place.member = "target/extensions/KHR_animation_pointer/pointer";
        read_pointer_target(reader, channel, pointer);
    }
}

static void read_samplers(struct animation_reader *reader, size_t animation, const struct tree *samplers)
{
    struct animation_part *part = &reader->parts[animation];
    part->samplers = reader->out->sampler_count;
    part->sampler_count = tree_length(samplers);
    for (size_t i = 0; i < part->sampler_count; i++) {
        const struct tree *json = tree_at(samplers, i);
        reader->out->samplers[reader->out->sampler_count++] = (struct sampler){
            .animation = animation,
            .index = i,
            .json = json,
            .input = read_index(json, "input", reader->accessor_count),
            .output = read_index(json, "output", reader->accessor_count),
            .interpolation = tree_reports(json, "interpolation", "STEP")          ? INTERPOLATION_STEP
                             : tree_reports(json, "interpolation", "CUBICSPLINE") ? INTERPOLATION_CUBIC
                                                                                  : INTERPOLATION_LINEAR,
        };
    }
}

static void read_channels(struct animation_reader *reader, size_t animation, const struct tree *channels)
{
    struct animation_part *part = &reader->parts[animation];
    part->channels = reader->out->count;
    part->channel_count = tree_length(channels);
    for (size_t i = 0; i < part->channel_count; i++) {
        const struct tree *json = tree_at(channels, i);
        struct channel *channel = &reader->out->channels[reader->out->count++];
        size_t sampler = read_index(json, "sampler", part->sampler_count);
        *channel = (struct channel){
            .animation = animation,
            .index = i,
            .json = json,
            .sampler = sampler == SCENE_NONE ? SCENE_NONE : part->samplers + sampler,
            .node = SCENE_NONE,
            .place = place_of(PLACE_CHANNEL, animation, i, NULL),
        };
        read_target(reader, tree_get(json, "target"), channel);
    }
}

struct animations *animations_read(struct document *document, const struct scene *scene)
{
    struct arena *arena = document->arena;
    struct animations *out = arena_alloc(arena, sizeof *out);
    const struct tree *list = document_tree(document, "/animations");
    out->animation_count = tree_length(list);
    out->names = arena_array(arena, out->animation_count, sizeof *out->names);
    struct animation_reader reader = {
        .scene = scene,
        .accessor_count = document_count(document, "accessors"),
        .out = out,
        .parts = arena_array(arena, out->animation_count, sizeof *reader.parts),
    };
    out->parts = reader.parts;
    size_t channels = 0;
    size_t samplers = 0;
    for (size_t i = 0; i < out->animation_count; i++) {
        channels += tree_count(tree_get(tree_at(list, i), "channels"));
        samplers += tree_count(tree_get(tree_at(list, i), "samplers"));
    }
    out->channels = arena_array(arena, channels, sizeof *out->channels);
    out->samplers = arena_array(arena, samplers, sizeof *out->samplers);
    for (size_t i = 0; i < out->animation_count; i++) {
        const struct tree *json = tree_at(list, i);
        out->names[i] = expect_text(tree_get(json, "name"));
        read_samplers(&reader, i, tree_get(json, "samplers"));
        read_channels(&reader, i, tree_get(json, "channels"));
    }
    return out;
}
