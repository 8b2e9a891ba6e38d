/* Rules of textures and images: shared by their files. */
#ifndef VRMLINT_CHECKS_TEXTURE_TEXTURE_H
#define VRMLINT_CHECKS_TEXTURE_TEXTURE_H

#include "checks/checks.h"
#include "ids/messages_words.h"

#define TEXTURE_BIG UINT64_C(100000) /* from this number of wasted bytes on it is a warning */

static inline struct argument the_image(const char *as, const struct check *check, size_t image)
{
    return the_thing(as, WORDS_IMAGE, image, check->avatar->images->items[image].name);
}

/* Returns a number of megabytes as an argument, at least 0.001, because smaller numbers would have an exponent. */
static inline struct argument the_megabytes(const char *as, double bytes)
{
    return NUMBER(as, bytes < 1e3 ? 0.001 : bytes / 1e6, 2);
}

static inline struct place place_image(size_t image, const char *member)
{
    return place_of(PLACE_IMAGE, image, 0, member);
}

static inline struct place place_texture(size_t texture, const char *member)
{
    return place_of(PLACE_TEXTURE, texture, 0, member);
}

/* Returns the header of an image that is known and complete, or NULL. */
static inline const struct image_header *texture_header(const struct check *check, size_t image)
{
    const struct images *images = check->avatar->images;
    return image < images->count && images->items[image].header.status == IMAGE_WHOLE ? &images->items[image].header
                                                                                      : NULL;
}

#endif
