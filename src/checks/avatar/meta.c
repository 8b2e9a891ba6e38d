/* Checks the author and the permissions of an avatar, by VRMC_vrm 1.0, meta. */
#include <string.h>

#include "base/utf8.h"
#include "checks/checks.h"
#include "ids/messages_vrm.h"
#include "ids/messages_vrm_face.h"
#include "message/member_names.h"

#define UNDEFINED "undefined"
#define MEMBERS_MAX 5 /* maximum number of meta members in a message */

static struct place meta_place(const struct check *check, const char *member)
{
    return place_at(member == NULL ? VRM1_POINTER "/meta"
                                   : arena_printf(check->arena, VRM1_POINTER "/meta/%s", member));
}

static bool is_undefined(const char *text)
{
    return text != NULL && strcmp(text, UNDEFINED) == 0;
}

/* Returns a member that is a string, or NULL. */
static const char *text_of(const struct check *check, const char *member)
{
    return tree_text(tree_get(check->avatar->vrm1->meta, member), NULL);
}

/* ---- names ---- */

static void check_authors(const struct check *check)
{
    const struct tree *authors = tree_get(check->avatar->vrm1->meta, "authors");
    size_t count = tree_length(authors);
    size_t blank = 0;
    for (size_t i = 0; i < count; i++) {
        const char *author = tree_text(tree_at(authors, i), NULL);
        blank += author != NULL && utf8_is_blank(author);
    }
    if (count > 0 && blank == count) {
        report(check->findings, MESSAGE_VRM_META_AUTHORS_EMPTY__DEFAULT, meta_place(check, "authors"), NO_ARGUMENTS);
        return;
    }
    for (size_t i = 0; blank > 0 && i < count; i++) {
        const char *author = tree_text(tree_at(authors, i), NULL);
        if (author != NULL && utf8_is_blank(author)) {
            report(check->findings, MESSAGE_VRM_META_AUTHOR_BLANK__DEFAULT,
                   place_at(arena_printf(check->arena, VRM1_POINTER "/meta/authors/%zu", i)),
                   ARGUMENTS(COUNT("index", i)));
        }
    }
}

static void check_name(const struct check *check)
{
    const char *name = text_of(check, "name");
    if (name != NULL && utf8_is_blank(name)) {
        report(check->findings, MESSAGE_VRM_META_NAME_EMPTY__DEFAULT, meta_place(check, "name"), NO_ARGUMENTS);
    }
}

/* Reads a field by a running number: name, version, then the authors. Returns false after the last. */
static bool field_at(const struct check *check, size_t at, const char **text, struct place *place,
                     struct argument *name)
{
    static const char *const fields[] = {"name", "version"};
    const size_t count = sizeof fields / sizeof fields[0];
    if (at < count) {
        *text = text_of(check, fields[at]);
        *place = meta_place(check, fields[at]);
        *name = the_member("member", fields[at]);
        return true;
    }
    const struct tree *authors = tree_get(check->avatar->vrm1->meta, "authors");
    size_t index = at - count;
    if (!tree_is_array(authors) || index >= tree_count(authors)) {
        return false;
    }
    *text = tree_text(tree_at(authors, index), NULL);
    *place = place_of(PLACE_EXTENSION, 0, 0, NULL);
    *name = the_thing("member", WORDS_META_AUTHOR, index, NULL);
    if (is_undefined(*text)) {
        *place = place_at(arena_printf(check->arena, VRM1_POINTER "/meta/authors/%zu", index));
    }
    return true;
}

static void check_placeholders(const struct check *check)
{
    const char *text;
    struct place place;
    struct argument name;
    struct place first_place = place_file();
    struct argument first_name = argument_end();
    size_t count = 0;
    for (size_t at = 0; field_at(check, at, &text, &place, &name); at++) {
        if (is_undefined(text) && count++ == 0) {
            first_place = place;
            first_name = name;
        }
    }
    if (count == 0) {
        return;
    }
    struct finding *finding =
        report_taking(check->findings,
                      count == 1 && is_undefined(text_of(check, "version")) ? MESSAGE_VRM_META_PLACEHOLDER__VERSION
                      : count == 1                                          ? MESSAGE_VRM_META_PLACEHOLDER__DEFAULT
                                                                            : MESSAGE_VRM_META_PLACEHOLDER__SEVERAL,
                      first_place, ARGUMENTS(first_name, COUNT("more", count - 1)));
    finding_measure(finding, "count", (double)count);
    size_t related = 0;
    for (size_t at = 0; finding != NULL && field_at(check, at, &text, &place, &name); at++) {
        if (is_undefined(text) && related++ > 0 && related <= FINDING_RELATED_MAX) {
            finding_relate(finding, RELATED_VRM_META_PLACEHOLDER__DEFAULT, place, ARGUMENTS(name));
        }
    }
}

/* ---- licences ---- */

/* Returns the rest of a string after a beginning, or the string itself if it begins otherwise. */
static const char *skip_beginning(const char *text, const char *beginning)
{
    size_t length = strlen(beginning);
    return strncmp(text, beginning, length) == 0 ? text + length : text;
}

/* Whether a URL differs from the right one only in scheme, language or trailing slash. */
static bool is_nearly_right(const char *url)
{
    static const char page[] = "licenses/1.0";
    url = skip_beginning(skip_beginning(url, "https://"), "http://");
    const char *path = skip_beginning(skip_beginning(url, "www."), "vrm.dev/");
    if (path == url) {
        return false;
    }
    path = skip_beginning(skip_beginning(path, "en/"), "ja/");
    return text_begins(path, page) && strspn(path + strlen(page), "/") == strlen(path + strlen(page));
}

static void check_license(const struct check *check)
{
    const char *url = text_of(check, "licenseUrl");
    if (url == NULL || strcmp(url, VRM1_LICENSE) == 0) {
        return;
    }
    bool nearly = is_nearly_right(url);
    struct finding *finding =
        report(check->findings, nearly ? MESSAGE_VRM_LICENSE_URL__NEARLY : MESSAGE_VRM_LICENSE_URL__DEFAULT,
               meta_place(check, "licenseUrl"), ARGUMENTS(TEXT("url", url), TERM("right", VRM1_LICENSE)));
    finding_fix(finding, nearly ? VRMLINT_FIX_REPAIR : VRMLINT_FIX_NONE);
}

static void check_other_license(const struct check *check)
{
    const char *url = text_of(check, "otherLicenseUrl");
    if (url != NULL && *url != '\0' && !is_undefined(url) && strstr(url, "http://") == NULL &&
        strstr(url, "https://") == NULL) {
        report(check->findings, MESSAGE_VRM_OTHER_LICENSE_URL__DEFAULT, meta_place(check, "otherLicenseUrl"),
               ARGUMENTS(TEXT("url", url)));
    }
}

/* ---- permissions ---- */

static bool is_word(const struct check *check, const char *member, const char *word)
{
    const char *text = text_of(check, member);
    return text != NULL && strcmp(text, word) == 0;
}

static bool is_true(const struct check *check, const char *member)
{
    bool flag = false;
    tree_flag(tree_get(check->avatar->vrm1->meta, member), &flag);
    return flag;
}

/* Returns the place of a permission, or of meta if the permission is omitted. */
static struct place permission_place(const struct check *check, const char *member)
{
    return meta_place(check, tree_get(check->avatar->vrm1->meta, member) == NULL ? NULL : member);
}

static void check_only_author(const struct check *check)
{
    static const char *const flags[] = {"allowExcessivelyViolentUsage", "allowExcessivelySexualUsage",
                                        "allowPoliticalOrReligiousUsage", "allowAntisocialOrHateUsage"};
    struct argument members[MEMBERS_MAX];
    size_t count = 0;
    bool absent = tree_get(check->avatar->vrm1->meta, "avatarPermission") == NULL;
    if (!absent && !is_word(check, "avatarPermission", "onlyAuthor")) {
        return;
    }
    if (is_word(check, "commercialUsage", "personalProfit") || is_word(check, "commercialUsage", "corporation")) {
        members[count++] = the_member("", "commercialUsage");
    }
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        if (is_true(check, flags[i])) {
            members[count++] = the_member("", flags[i]);
        }
    }
    if (count > 0) {
        report(check->findings, MESSAGE_VRM_PERMISSIONS_CONTRADICT__ONLY_AUTHOR,
               permission_place(check, "avatarPermission"),
               ARGUMENTS(COUNT("count", count), argument_list("members", members, count, count, JOIN_AND)));
    }
}

static void check_permissions(const struct check *check)
{
    check_only_author(check);
    if (is_word(check, "modification", "allowModificationRedistribution") && !is_true(check, "allowRedistribution")) {
        report(check->findings, MESSAGE_VRM_PERMISSIONS_CONTRADICT__MODIFIED, meta_place(check, "modification"),
               NO_ARGUMENTS);
    }
    const char *url = text_of(check, "otherLicenseUrl");
    if (is_word(check, "avatarPermission", "onlySeparatelyLicensedPerson") &&
        (url == NULL || *url == '\0' || is_undefined(url))) {
        report(check->findings, MESSAGE_VRM_PERMISSIONS_CONTRADICT__NO_LICENSE, meta_place(check, "avatarPermission"),
               NO_ARGUMENTS);
    }
}

/* ---- the thumbnail ---- */

#define BEST 1024 /* pixels */

static struct place thumbnail_place(void)
{
    return place_at(VRM1_POINTER "/meta/thumbnailImage");
}

/* Checks the declared type if the bytes are unavailable. */
static void check_meta_type(const struct check *check, size_t image, const struct tree *type)
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

static void check_thumbnail(const struct check *check)
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
        check_meta_type(check, image, tree_get(tree_at(images, image), "mimeType"));
    } else if (picture->format != IMAGE_PNG && picture->format != IMAGE_JPEG) {
        report(check->findings, MESSAGE_VRM_THUMBNAIL_MIME__BYTES, thumbnail_place(), ARGUMENTS(COUNT("image", image)));
    } else if (picture->status == IMAGE_WHOLE) {
        check_size(check, image, picture);
    }
}

void check_avatar_meta(struct check *check)
{
    check_name(check);
    check_authors(check);
    check_placeholders(check);
    check_license(check);
    check_other_license(check);
    check_permissions(check);
    check_thumbnail(check);
}
