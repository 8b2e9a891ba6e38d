/*
 * The headers of images: what kind of picture it is, how large, and whether it is whole. Nothing is decoded, nothing is
 * allocated, and of the bytes only what stands at the ends of chunks and segments is read.
 *
 * PNG: Portable Network Graphics (Third Edition), sections 5 and 11. JPEG: ITU-T T.81, annex B; Exif 2.32, 4.5 to 4.6.
 * WebP: the WebP container specification. KTX2: KTX File Format Specification 2.0, section 3.
 */
#ifndef VRMLINT_GLTF_IMAGE_H
#define VRMLINT_GLTF_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum image_format {
    IMAGE_UNKNOWN,
    IMAGE_PNG,
    IMAGE_JPEG,
    IMAGE_WEBP,
    IMAGE_KTX2, /* of these four headers are read; of the others only the name is known */
    IMAGE_GIF,
    IMAGE_BMP,
    IMAGE_TIFF,
    IMAGE_TGA,
    IMAGE_PSD,
    IMAGE_DDS,
    IMAGE_EXR,
    IMAGE_HDR,
    IMAGE_SVG,
    IMAGE_AVIF,
    IMAGE_HTML, /* the page of an error, mostly */
    IMAGE_FORMATS
};

enum image_status {
    IMAGE_WHOLE,
    IMAGE_TRUNCATED,    /* it ends before it should; empty ones too */
    IMAGE_INVALID,      /* its structure is broken */
    IMAGE_UNRECOGNISED, /* none of the four whose headers are read */
    IMAGE_UNREADABLE,   /* its bytes can't be read */
    IMAGE_LEFT_OUT,     /* reading it takes more work than is left */
};

struct image_header {
    enum image_format format;
    enum image_status status;
    /* What follows is 0 and false unless the status is whole (width and height of a truncated one may be known). */
    uint32_t width; /* pixels */
    uint32_t height;
    unsigned bits;     /* of one channel; 0: not known */
    unsigned channels; /* 0: not known */
    bool alpha_known;
    bool alpha; /* it has transparency: a channel, or of PNG tRNS */
    bool animated;
    bool has_profile;          /* ICC */
    bool srgb_profile;         /* the profile calls itself sRGB */
    bool profile_known;        /* what it calls itself could be read */
    bool has_srgb;             /* of PNG: its sRGB chunk */
    bool other_primaries;      /* of PNG: cHRM, and they aren't those of sRGB */
    bool oblong_pixels;        /* pixels that aren't square: of PNG pHYs, of JPEG JFIF */
    uint32_t gamma;            /* of PNG: gAMA, in 1/100000; 0: none */
    unsigned char frame;       /* of JPEG: the marker of its frame, C0 for baseline */
    unsigned orientation;      /* of JPEG: Exif; 0: none */
    uint32_t depth;            /* of KTX2 */
    uint32_t layers;           /* of KTX2 */
    uint32_t faces;            /* of KTX2 */
    uint32_t levels;           /* of KTX2 */
    uint32_t vk_format;        /* of KTX2 */
    uint32_t supercompression; /* of KTX2 */
};

/* Where the bytes of an image come from. */
struct image_bytes {
    /* size bytes (IMAGE_WINDOW at most) from offset; they may go to scratch, and stay until the next call. NULL when
     * they can't be had. */
    const unsigned char *(*read)(void *context, uint64_t offset, size_t size, unsigned char *scratch);
    void *context;
    uint64_t size;
    uint64_t *search; /* how many bytes may still be searched for the end of a JPEG, which is nowhere written down */
    uint64_t *work; /* how much work may still be done: 1 for each step, and for each IMAGE_LOADED bytes of a window */
};

enum { IMAGE_WINDOW = 4096, IMAGE_LOADED = 16 };

/* Reads the header. Takes time in proportion to the chunks, but no more than *work and, for a JPEG, *search allow. */
struct image_header image_read_header(const struct image_bytes *bytes);

/* "PNG", "JPEG"; NULL for IMAGE_UNKNOWN. Static. */
const char *image_format_name(enum image_format format);

/* The media type of one of the four formats, or of AVIF and DDS: "image/png"; NULL for others. Static. */
const char *image_media_type(enum image_format format);

/* The extension that brings WebP or KTX2; NULL for others. Static. */
const char *image_extension(enum image_format format);

/* Bytes of the picture decoded to 8 bits of red, green, blue and alpha, with its mipmaps. */
double image_decoded_size(const struct image_header *header);

#endif
