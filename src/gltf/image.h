/*
 * The headers of images: the format, the size, and whether the image is complete. Nothing is decoded or allocated,
 * and only the headers of chunks and segments are read.
 *
 * PNG: Portable Network Graphics (Third Edition), sections 5 and 11. JPEG: ITU-T T.81, annex B; Exif 2.32, 4.5 to
 * 4.6. WebP: the WebP container specification. KTX2: KTX File Format Specification 2.0, section 3.
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
    IMAGE_KTX2, /* headers of the formats up to here are read; of the others only the name is known */
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
    IMAGE_HTML, /* usually an error page */
    IMAGE_FORMATS
};

enum image_status {
    IMAGE_WHOLE,
    IMAGE_TRUNCATED,    /* ends too early, or is empty */
    IMAGE_INVALID,      /* its structure is broken */
    IMAGE_UNRECOGNISED, /* a format whose headers aren't read */
    IMAGE_UNREADABLE,   /* its bytes can't be read */
    IMAGE_LEFT_OUT,     /* reading it exceeds the budget */
};

struct image_header {
    enum image_format format;
    enum image_status status;
    /* The following are 0 and false unless the status is IMAGE_WHOLE (width and height of a truncated image may be
     * known). */
    uint32_t width; /* pixels */
    uint32_t height;
    unsigned bits;     /* of one channel; 0: unknown */
    unsigned channels; /* 0: unknown */
    bool alpha_known;
    bool alpha; /* has transparency: an alpha channel or, in PNG, tRNS */
    bool animated;
    bool has_profile;     /* ICC */
    bool srgb_profile;    /* the profile's name is sRGB */
    bool profile_known;   /* the profile's name could be read */
    bool has_srgb;        /* PNG: has an sRGB chunk */
    bool other_primaries; /* PNG: has cHRM with other primaries than sRGB */
    bool oblong_pixels;   /* pixels aren't square: pHYs of PNG, JFIF of JPEG */
    uint32_t gamma;       /* PNG: gAMA, in 1/100000; 0: absent */
    unsigned char frame;  /* JPEG: the marker of its frame, C0 for baseline */
    unsigned orientation; /* JPEG: orientation by Exif; 0: absent */
    uint32_t depth;       /* KTX2 */
    uint32_t layers;      /* KTX2 */
    uint32_t faces;       /* KTX2 */
    uint32_t levels;      /* KTX2 */
};

/* The source of an image's bytes. */
struct image_bytes {
    /* Returns size bytes (at most IMAGE_WINDOW) from offset, possibly in scratch, valid until the next call. Returns
     * NULL if they can't be read. */
    const unsigned char *(*read)(void *context, uint64_t offset, size_t size, unsigned char *scratch);
    void *context;
    uint64_t size;
    uint64_t *search; /* bytes that may still be searched for the end of a JPEG, which no header gives */
    /* Work that may still be done: 1 for each step, and 1 for each IMAGE_LOADED bytes of a window. */
    uint64_t *work;
};

enum { IMAGE_WINDOW = 4096, IMAGE_LOADED = 16 };

/* Reads the header of an image. Takes time in proportion to the number of chunks, within *work and, for JPEG,
 * *search. */
struct image_header image_read_header(const struct image_bytes *bytes);

/* Returns "PNG" or "JPEG", for example; NULL for IMAGE_UNKNOWN. Static. */
const char *image_format_name(enum image_format format);

/* Returns the media type of one of the first four formats, AVIF or DDS: "image/png"; NULL for others. Static. */
const char *image_media_type(enum image_format format);

/* Returns the glTF extension for WebP or KTX2; NULL for others. Static. */
const char *image_extension(enum image_format format);

/* Returns the bytes of the image decoded to 8 bits of red, green, blue and alpha, with its mipmaps. */
double image_decoded_size(const struct image_header *header);

#endif
