#include "vrm/tracks.h"

#include <stdlib.h>

#include "base/sort.h"

struct entry {
    size_t input;
    size_t output;
    enum interpolation interpolation;
    enum channel_path path;
    size_t channel;
};

static int compare_tracks(const struct entry *a, const struct entry *b)
{
    int order = sort_then(sort_order(a->input, b->input), a->output, b->output);
    return sort_then(sort_then(order, a->interpolation, b->interpolation), a->path, b->path);
}

static int compare_entries(const void *left, const void *right)
{
    const struct entry *a = left;
    const struct entry *b = right;
    return sort_then(compare_tracks(a, b), a->channel, b->channel);
}

/* Returns the entry of a channel. Returns false if a part of it is unresolved. */
static bool find_entry(const struct animations *animations, size_t index, struct entry *out)
{
    const struct channel *channel = &animations->channels[index];
    if (channel->node == SCENE_NONE || channel->path == PATH_OTHER || channel->sampler == SCENE_NONE) {
        return false;
    }
    const struct sampler *sampler = &animations->samplers[channel->sampler];
    *out = (struct entry){sampler->input, sampler->output, sampler->interpolation, channel->path, index};
    return sampler->input != SCENE_NONE && sampler->output != SCENE_NONE;
}

struct tracks tracks_read(struct arena *arena, const struct animations *animations)
{
    struct entry *entries = arena_array(arena, animations->count, sizeof *entries);
    size_t count = 0;
    for (size_t i = 0; i < animations->count; i++) {
        count += find_entry(animations, i, &entries[count]);
    }
    if (count > 1) {
        qsort(entries, count, sizeof *entries, compare_entries);
    }
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
