/* Shared by scene_read.c and scene_forest.c. Private to these. */
#ifndef VRMLINT_GLTF_SCENE_PARTS_H
#define VRMLINT_GLTF_SCENE_PARTS_H

#include "gltf/expect.h"
#include "gltf/scene.h"

/* A scene while it is being read. */
struct scene_builder {
    struct document *document;
    bool quiet; /* the file has another major version, to which the rules don't apply */
    struct arena *arena;
    struct arena *passing; /* for temporary memory while the scene is read */
    struct scene *scene;
    size_t *links;       /* all lists of children, without unresolved indices */
    size_t *links_begin; /* count + 1 offsets into links */
    bool links_lost;     /* some node or child can't be read, so nodes may lack their parents */
    bool *listed;        /* per node: in the list of a scene */
    size_t *roots;       /* nodes of the default scene, or of the first scene if the file names none, each once */
    size_t root_count;
    bool roots_are_unequal; /* other scenes may be shown as well */
};

/* Reads asset, nodes and skins: everything in a node except what depends on the hierarchy; and links. */
void scene_read_nodes(struct scene_builder *builder);

/* Reads scenes, and sets in_scene and in_default of the nodes that they list. */
void scene_read_scenes(struct scene_builder *builder);

#endif
