/* VRM 0.x: checks the meta data: author, exporter, and permissions. */
#include <stdlib.h>
#include <string.h>

#include "base/among.h"
#include "base/ascii.h"
#include "base/utf8.h"
#include "checks/absent.h"
#include "checks/vrm0/avatar.h"
#include "ids/messages_vrm0.h"
#include "ids/messages_vrm0_avatar.h"
#include "ids/messages_words.h"

/* The first minor version of UniVRM that writes fully valid glTF. */
#define FIRST_SOUND_MINOR 48

static struct place place_meta(const struct vrm0_avatar *vrm0, const char *member)
{
    return place_of(PLACE_VRM0_META, 0, 0, tree_get(vrm0->meta, member) == NULL ? NULL : member);
}

static const char *text_of(const struct vrm0_avatar *vrm0, const char *member)
{
    return tree_text(tree_get(vrm0->meta, member), NULL);
}

/* Whether it is the text that the Blender add-on writes for blank fields. */
static bool is_placeholder(const char *text)
{
    return text != NULL && strcmp(text, "undefined") == 0;
}

static bool is_given(const char *text)
{
    return text != NULL && !utf8_is_blank(text) && !is_placeholder(text);
}

/* ---- versions ---- */

static void check_versions(const struct check *check)
{
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    const char *version = tree_text(tree_get(vrm0->json, "specVersion"), NULL);
    if (version != NULL && strcmp(version, "0.0") != 0) {
        report(check->findings, MESSAGE_VRM0_SPEC_VERSION_UNKNOWN__DEFAULT, place_at(VRM0_ROOT "/specVersion"),
               ARGUMENTS(TEXT("version", version)));
    }
    static const char prefix[] = "UniVRM-0.";
    const char *exporter = tree_text(tree_get(vrm0->json, "exporterVersion"), NULL);
    if (exporter == NULL || !text_begins(exporter, prefix) || !ascii_is_digit(exporter[strlen(prefix)])) {
        return;
    }
    unsigned long minor = strtoul(exporter + strlen(prefix), NULL, 10);
    if (minor < FIRST_SOUND_MINOR) {
        report(check->findings, MESSAGE_VRM0_EXPORTER_OLD__DEFAULT, place_at(VRM0_ROOT "/exporterVersion"),
               ARGUMENTS(TEXT("exporter", exporter)));
    }
}

/* ---- names ---- */

/* Whether a member is missing, or a blank string. */
static bool is_empty(const struct vrm0_avatar *vrm0, const char *member)
{
    const char *text = text_of(vrm0, member);
    return tree_get(vrm0->meta, member) == NULL || (text != NULL && utf8_is_blank(text));
}

static void check_empty(struct check *check)
{
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    struct place title = place_meta(vrm0, "title");
    struct place author = place_meta(vrm0, "author");
    bool no_title = is_empty(vrm0, "title");
    bool no_author = is_empty(vrm0, "author");
    struct finding *finding = NULL;
    if (no_title && no_author) {
        finding = report(check->findings, MESSAGE_VRM0_META_EMPTY__BOTH, title, NO_ARGUMENTS);
        if (author.member != NULL) {
            finding_relate(finding, WORDS_ALONE, author, ARGUMENTS(TERM("thing", author.member)));
        }
    } else if (no_title) {
        finding = report(check->findings,
                         title.member == NULL ? MESSAGE_VRM0_META_EMPTY__NO_TITLE : MESSAGE_VRM0_META_EMPTY__TITLE,
                         title, NO_ARGUMENTS);
    } else if (no_author) {
        finding = report(check->findings,
                         author.member == NULL ? MESSAGE_VRM0_META_EMPTY__NO_AUTHOR : MESSAGE_VRM0_META_EMPTY__AUTHOR,
                         author, NO_ARGUMENTS);
    }
    absent_note(check, finding, ABSENT_LACKS, no_title ? VRM0_ROOT "/meta/title" : VRM0_ROOT "/meta/author");
}

static void check_placeholders(const struct check *check)
{
    static const char *const members[] = {"title", "version", "author"};
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    struct argument names[3];
    struct place places[3];
    size_t count = 0;
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        if (is_placeholder(text_of(vrm0, members[i]))) {
            names[count] = TERM("", members[i]);
            places[count++] = place_meta(vrm0, members[i]);
        }
    }
    if (count > 0) {
        struct finding *finding =
            report(check->findings, MESSAGE_VRM0_META_PLACEHOLDER__DEFAULT, places[0],
                   ARGUMENTS(argument_list("members", names, count, count, JOIN_AND), COUNT("count", count)));
        finding_measure(finding, "count", (double)count);
        for (size_t i = 1; i < count; i++) {
            finding_relate(finding, WORDS_ALONE, places[i], ARGUMENTS(argument_as("thing", names[i])));
        }
    }
}

/* ---- licences ---- */

static void check_url(const struct check *check, const char *member)
{
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    const char *url = text_of(vrm0, member);
    if (is_given(url) && strstr(url, "http://") == NULL && strstr(url, "https://") == NULL) {
        report(check->findings, MESSAGE_VRM0_URL__DEFAULT, place_meta(vrm0, member),
               ARGUMENTS(the_member("member", member), TEXT("url", url)));
    }
}

static void check_license(const struct check *check)
{
    static const char *const named[] = {
        "Redistribution_Prohibited", "CC0", "CC_BY", "CC_BY_NC", "CC_BY_SA", "CC_BY_NC_SA", "CC_BY_ND", "CC_BY_NC_ND"};
    static const char *const open[] = {"CC0", "CC_BY", "CC_BY_SA", "CC_BY_ND"};
    static const char *const closed[] = {"CC_BY_NC", "CC_BY_NC_SA", "CC_BY_NC_ND"};
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    const char *license = text_of(vrm0, "licenseName");
    if (license == NULL) {
        return;
    }
    struct argument name = TERM("license", license);
    const struct tree *url = tree_get(vrm0->meta, "otherLicenseUrl");
    bool given = is_given(tree_text(url, NULL));
    if (strcmp(license, "Other") == 0 && !given && (url == NULL || tree_is_string(url))) {
        report(check->findings, MESSAGE_VRM0_OTHER_LICENSE_URL_MISSING__DEFAULT, place_meta(vrm0, "otherLicenseUrl"),
               NO_ARGUMENTS);
    } else if (IS_AMONG(license, named) && given) {
        report(check->findings, MESSAGE_VRM0_OTHER_LICENSE_URL_UNUSED__DEFAULT, place_meta(vrm0, "otherLicenseUrl"),
               ARGUMENTS(name));
    }
    const char *commercial = text_of(vrm0, "commercialUssageName");
    const char *user = text_of(vrm0, "allowedUserName");
    if (commercial != NULL && strcmp(commercial, "Allow") == 0 && IS_AMONG(license, closed)) {
        report(check->findings, MESSAGE_VRM0_PERMISSIONS_CONTRADICT__ALLOWED, place_meta(vrm0, "commercialUssageName"),
               ARGUMENTS(name));
    } else if (commercial != NULL && strcmp(commercial, "Disallow") == 0 && IS_AMONG(license, open)) {
        report(check->findings, MESSAGE_VRM0_PERMISSIONS_CONTRADICT__FORBIDDEN,
               place_meta(vrm0, "commercialUssageName"), ARGUMENTS(name));
    }
    if (user != NULL && strcmp(user, "OnlyAuthor") == 0 && strcmp(license, "CC0") == 0) {
        report(check->findings, MESSAGE_VRM0_PERMISSIONS_CONTRADICT__ONLY_AUTHOR, place_meta(vrm0, "allowedUserName"),
               ARGUMENTS(name));
    }
}

/* ---- the thumbnail ---- */

/* Returns the image of a texture, directly or from an extension for other formats; SCENE_NONE if there is none. */
static size_t image_of(const struct tree *texture, size_t count)
{
    size_t image = SCENE_NONE;
    const struct tree *others = tree_get(texture, "extensions");
    tree_index(tree_get(texture, "source"), count, &image);
    for (void *i = tree_first(others); i != NULL && image == SCENE_NONE; i = tree_next(others, i)) {
        tree_index(tree_get(tree_value(i), "source"), count, &image);
    }
    return image;
}

static void check_thumbnail(struct check *check)
{
    struct document *document = check->avatar->document;
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    size_t texture;
    if (!tree_index(tree_get(vrm0->meta, "texture"), document_count(document, "textures"), &texture)) {
        return;
    }
    const struct tree *json = tree_at(document_tree(document, "/textures"), texture);
    size_t image = image_of(json, document_count(document, "images"));
    if (!document_has_list(document, "images")) {
        return;
    }
    if (image == SCENE_NONE) {
        struct finding *finding = report(check->findings, MESSAGE_VRM0_THUMBNAIL_NO_IMAGE__DEFAULT,
                                         place_meta(vrm0, "texture"), ARGUMENTS(COUNT("texture", texture)));
        if (document_count(document, "images") == 0) {
            absent_note(check, finding, ABSENT_LEFT, "/images");
        }
        return;
    }
    const struct image_header *picture = &check->avatar->images->items[image].header;
    if (picture->status == IMAGE_WHOLE && picture->width != picture->height) {
        struct finding *finding =
            report(check->findings, MESSAGE_VRM0_THUMBNAIL_NOT_SQUARE__DEFAULT, place_meta(vrm0, "texture"),
                   ARGUMENTS(COUNT("width", picture->width), COUNT("height", picture->height)));
        finding_measure(finding, "width", picture->width);
        finding_measure(finding, "height", picture->height);
    }
}

void check_vrm0_meta(struct check *check)
{
    if (check->avatar->vrm0_avatar->json != NULL) {
        check_versions(check);
    }
    if (check->avatar->vrm0_avatar->meta != NULL) {
        check_empty(check);
        check_placeholders(check);
        check_url(check, "otherPermissionUrl");
        check_url(check, "otherLicenseUrl");
        check_license(check);
        check_thumbnail(check);
    }
}
