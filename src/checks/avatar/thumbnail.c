#include "checks/avatar/thumbnail.h"
#include "ids/messages_vrm.h"

#include <string.h>

#define BEST 1024 /* pixels */

static struct place thumbnail_place(void)
{
    return place_at(VRM1_POINTER "/meta/thumbnailImage");
}

/* Where its bytes can't be had: what the file says of it. */
static void check_type(const struct check *check, size_t image, const struct tree *type)
{
    const char *word = tree_text(type, NULL);
    if (word != NULL && strcmp(word, "image/png") != 0 && strcmp(word, "image/jpeg") != 0) {
        report(check->findings, MESSAGE_VRM_THUMBNAIL_MIME__TYPE, thumbnail_place(),
               ARGUMENTS(COUNT("image", image), TEXT("type", word)));
    }
}

static void check_size(const struct check *check, size_t image, const struct image_header *picture)
{
    struct argument number = COUNT("image", image);
    struct argument width = COUNT("width", picture->width);
    struct finding *finding = NULL;
    if (picture->width != picture->height) {
        finding = report(check->findings, MESSAGE_VRM_THUMBNAIL_NOT_SQUARE__DEFAULT, thumbnail_place(),
                         ARGUMENTS(number, width, COUNT("height", picture->height)));
    } else if (picture->width != BEST) {
        finding =
            report(check->findings, MESSAGE_VRM_THUMBNAIL_SIZE__DEFAULT, thumbnail_place(), ARGUMENTS(number, width));
    }
    finding_measure(finding, "width", (double)picture->width);
    finding_measure(finding, "height", (double)picture->height);
}

void check_thumbnail(const struct check *check)
{
    struct document *document = check->avatar->document;
    const struct tree *index = tree_get(check->avatar->vrm1->meta, "thumbnailImage");
    const struct tree *images = document_tree(document, "/images");
    size_t image;
    if (index == NULL) {
        report(check->findings, MESSAGE_VRM_THUMBNAIL_MISSING__DEFAULT, place_at(VRM1_POINTER "/meta"), NO_ARGUMENTS);
    }
    if (!tree_is_array(images) || !tree_index(index, tree_count(images), &image)) {
        return;
    }
    const struct image_header *picture = &check->avatar->images->items[image].header;
    if (!check->avatar->images->items[image].known) {
        check_type(check, image, tree_get(tree_at(images, image), "mimeType"));
    } else if (picture->format != IMAGE_PNG && picture->format != IMAGE_JPEG) {
        report(check->findings, MESSAGE_VRM_THUMBNAIL_MIME__BYTES, thumbnail_place(), ARGUMENTS(COUNT("image", image)));
    } else if (picture->status == IMAGE_WHOLE) {
        check_size(check, image, picture);
    }
}
