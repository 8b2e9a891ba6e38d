#include "checks/needs.h"

#include <string.h>

#include "vrm/names.h"

/* Members that aren't needed to read the data of an element, by the kind of the element. */
static const struct {
    enum place_kind kind;
    const char *members[4];
} aside[] = {
    {PLACE_ACCESSOR, {"min", "max", "name"}},
    {PLACE_BUFFER_VIEW, {"target", "name"}},
    {PLACE_BUFFER, {"name"}},
    {PLACE_IMAGE, {"name", "mimeType"}},
    {PLACE_TEXTURE, {"name", "sampler"}},
    {PLACE_SAMPLER, {NULL}},
    {PLACE_CHANNEL, {NULL}},
};

bool needs_marks(const struct place *place)
{
    for (size_t k = 0; k < sizeof aside / sizeof *aside; k++) {
        if (aside[k].kind == place->kind) {
            /* an image without a type is still readable */
            bool takes_part =
                place->member == NULL ? place->kind != PLACE_IMAGE : strncmp(place->member, "ext", 3) != 0;
            for (size_t i = 0; takes_part && place->member != NULL && aside[k].members[i] != NULL; i++) {
                size_t length = strlen(aside[k].members[i]);
                takes_part = strncmp(place->member, aside[k].members[i], length) != 0 ||
                             (place->member[length] != '\0' && place->member[length] != '/');
            }
            return takes_part;
        }
    }
    return false;
}

struct search {
    const struct avatar *avatar;
    struct finding *(*found)(const void *context, const struct place *thing);
    const void *context;
};

static struct finding *search_index(const struct search *search, enum place_kind kind, const struct tree *index);

/* Searches what a buffer, bufferView, image or accessor is read from. Each step leads to a lower kind, so the
 * recursion ends. */
static struct finding *search_element(const struct search *search, enum place_kind kind, size_t index)
{
    struct place place = place_of(kind, index, 0, NULL);
    struct finding *found = search->found(search->context, &place);
    const struct tree *element = found != NULL ? NULL : place_element(search->avatar, &place);
    if (kind == PLACE_ACCESSOR && found == NULL) {
        const struct tree *sparse = tree_get(element, "sparse");
        const struct tree *parts[] = {element, tree_get(sparse, "indices"), tree_get(sparse, "values")};
        for (size_t i = 0; found == NULL && i < sizeof parts / sizeof *parts; i++) {
            found = search_index(search, PLACE_BUFFER_VIEW, tree_get(parts[i], "bufferView"));
        }
    } else if (kind == PLACE_IMAGE && found == NULL) {
        found = search_index(search, PLACE_BUFFER_VIEW, tree_get(element, "bufferView"));
    } else if (kind == PLACE_BUFFER_VIEW && found == NULL) {
        found = search_index(search, PLACE_BUFFER, tree_get(element, "buffer"));
    } else if (kind == PLACE_TEXTURE && found == NULL) {
        found = search_index(search, PLACE_IMAGE, tree_get(element, "source"));
    }
    return found;
}

static struct finding *search_index(const struct search *search, enum place_kind kind, const struct tree *index)
{
    size_t number;
    return tree_index(index, SIZE_MAX, &number) ? search_element(search, kind, number) : NULL;
}

/* Searches a sampler, and one of its two accessors if a member names it, or both if not. */
static struct finding *search_sampler(const struct search *search, const struct place *place)
{
    static const char *const members[] = {"input", "output"};
    struct place sampler = place_of(PLACE_SAMPLER, place->index[0], place->index[1], NULL);
    struct finding *found = search->found(search->context, &sampler);
    const struct tree *tree = place_inner(search->avatar, &sampler, "samplers");
    for (size_t i = 0; found == NULL && i < sizeof members / sizeof *members; i++) {
        if (place->kind != PLACE_SAMPLER || place->member == NULL || strcmp(place->member, members[i]) == 0) {
            found = search_index(search, PLACE_ACCESSOR, tree_get(tree, members[i]));
        }
    }
    return found;
}

static struct finding *search_channel(const struct search *search, const struct place *place)
{
    struct place channel = place_of(PLACE_CHANNEL, place->index[0], place->index[1], NULL);
    struct finding *found = search->found(search->context, &channel);
    size_t sampler;
    if (found != NULL ||
        !tree_index(tree_get(place_inner(search->avatar, &channel, "channels"), "sampler"), SIZE_MAX, &sampler)) {
        return found;
    }
    struct place next = place_of(PLACE_CHANNEL, place->index[0], sampler, NULL);
    return search_sampler(search, &next);
}

struct finding *needs_search(const struct avatar *avatar, const char *pointer,
                             struct finding *(*found)(const void *context, const struct place *thing),
                             const void *context)
{
    const struct search search = {avatar, found, context};
    struct place place = place_at(pointer);
    switch (place.kind) {
    case PLACE_CHANNEL:
        return search_channel(&search, &place);
    case PLACE_SAMPLER:
        return search_sampler(&search, &place);
    case PLACE_ACCESSOR:
    case PLACE_BUFFER_VIEW:
    case PLACE_BUFFER:
    case PLACE_IMAGE:
    case PLACE_TEXTURE:
        return search_element(&search, place.kind, place.index[0]);
    case PLACE_PRIMITIVE:
    case PLACE_SKIN:
        return search_index(&search, PLACE_ACCESSOR, document_tree(avatar->document, pointer));
    default:
        return NULL;
    }
}
