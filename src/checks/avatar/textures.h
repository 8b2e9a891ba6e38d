/* The textures that a material of an avatar uses. */
#ifndef VRMLINT_CHECKS_AVATAR_TEXTURES_H
#define VRMLINT_CHECKS_AVATAR_TEXTURES_H

#include "gltf/json.h"

struct texture_use {
    const char *name;        /* the member: "baseColorTexture" */
    const char *holder;      /* pointer below the material of what has it: "", "pbrMetallicRoughness" */
    const struct tree *json; /* an object */
};

enum { TEXTURE_USES_MAX = 11 };

/* All uses by a material, those of core glTF and of MToon; returns how many. */
size_t textures_of(const struct tree *material, struct texture_use uses[TEXTURE_USES_MAX]);

#endif
