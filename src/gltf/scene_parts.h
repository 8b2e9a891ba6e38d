/* What scene_read.c and scene_forest.c share; nobody else includes this. */
#ifndef VRMLINT_GLTF_SCENE_PARTS_H
#define VRMLINT_GLTF_SCENE_PARTS_H

#include "gltf/expect.h"
#include "gltf/scene.h"

/* A scene while it is being read. */
struct scene_builder {
    struct document *document;
    bool quiet; /* the file is of another major version, whose rules aren't these */
    struct arena *arena;
    struct arena *passing; /* for what is over once the scene is read */
    struct scene *scene;
    size_t *links;       /* all children lists as they stand, without what can't be resolved */
    size_t *links_begin; /* count + 1 offsets into links */
    bool links_lost;     /* some node or child can't be read, so that nodes lack parents that were meant for them */
    bool *listed;        /* per node: some scene lists it */
    size_t *roots;       /* what the default scene lists, or the first where the file names none, each node once */
    size_t root_count;
    bool roots_are_unequal; /* there are other scenes that may be shown as well */
};

/* Reads asset, nodes and skins, and fills in all of a node but what follows from the hierarchy; links too. */
void scene_read_nodes(struct scene_builder *builder);

/* Reads scenes, and sets in_scene and in_default of the nodes that they list. */
void scene_read_scenes(struct scene_builder *builder);

#endif
