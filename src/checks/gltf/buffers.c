/* Checks buffers, buffer views and the uris of buffers and images, without reading the bytes. */
#include <string.h>

#include "base/ascii.h"
#include "base/json_value.h"
#include "checks/gltf/core.h"
#include "gltf/buffers.h"
#include "ids/messages_buffer.h"
#include "ids/messages_image.h"

/* UniVRM reads the BIN chunk as buffer 0, whatever its uri is, and data: URIs of other buffers and of images, but no
 * other file (Packages/UniGLTF/Runtime/UniGLTF/GltfData.cs). */

/* Marks the buffer of an accessor, a part of a sparse accessor or an image if the BIN chunk lacks some of
 * its bytes. */
static void note_view(const struct core *core, const struct tree *part, bool *unread)
{
    size_t index;
    if (!tree_index(tree_get(part, "bufferView"), core->view_count, &index)) {
        return;
    }
    const struct core_view *view = &core->views[index];
    if (view->buffer < core->buffer_count &&
        (view->buffer > 0 || view->offset + view->length > (double)core->document->container.bin_length)) {
        unread[view->buffer] = true;
    }
}

static void note_accessor(const struct core *core, const struct tree *index, bool *unread)
{
    const struct core_accessor *accessor = core_accessor(core, index);
    if (accessor != NULL) {
        const struct tree *sparse = tree_get(accessor->json, "sparse");
        note_view(core, accessor->json, unread);
        note_view(core, tree_get(sparse, "indices"), unread);
        note_view(core, tree_get(sparse, "values"), unread);
    }
}

/* Marks the buffers of attributes that UniVRM reads. It computes tangents itself, except those of morph targets. */
static void note_attributes(const struct core *core, const struct tree *attributes, bool of_target, bool *unread)
{
    static const char *const names[] = {"TANGENT",    "POSITION", "NORMAL",   "TEXCOORD_0",
                                        "TEXCOORD_1", "COLOR_0",  "JOINTS_0", "WEIGHTS_0"};
    size_t first = of_target ? 0 : 1;
    size_t end = of_target ? 3 : sizeof names / sizeof *names;
    for (size_t i = first; i < end; i++) {
        note_accessor(core, tree_get(attributes, names[i]), unread);
    }
}

static void note_mesh(const struct core *core, const struct tree *mesh, bool *unread)
{
    const struct tree *primitives = tree_get(mesh, "primitives");
    for (size_t p = 0; p < tree_length(primitives); p++) {
        const struct tree *primitive = tree_at(primitives, p);
        const struct tree *targets = tree_get(primitive, "targets");
        for (size_t t = 0; t < tree_length(targets); t++) {
            note_attributes(core, tree_at(targets, t), true, unread);
        }
        note_accessor(core, tree_get(primitive, "indices"), unread);
        note_attributes(core, tree_get(primitive, "attributes"), false, unread);
    }
}

/* Marks the buffers of matrices of skins that nodes use. */
static void note_skins(const struct core *core, bool *unread)
{
    const struct tree *nodes = document_tree(core->document, "/nodes");
    const struct tree *skins = document_tree(core->document, "/skins");
    for (size_t n = 0; n < tree_length(nodes); n++) {
        size_t skin;
        if (tree_index(tree_get(tree_at(nodes, n), "skin"), tree_count(skins), &skin)) {
            note_accessor(core, tree_get(tree_at(skins, skin), "inverseBindMatrices"), unread);
        }
    }
}

/* Whether UniVRM reads an image: a material uses it, or it is the thumbnail. */
static bool is_read(const struct core *core, size_t image)
{
    const struct materials *materials = core->check->avatar->materials;
    size_t thumbnail;
    return image < materials->image_count &&
           (materials->image_seen[image] ||
            (tree_index(tree_get(document_tree(core->document, "/extensions/VRMC_vrm/meta"), "thumbnailImage"),
                        materials->image_count, &thumbnail) &&
             thumbnail == image));
}

/* Returns for each buffer of an avatar in a GLB whether UniVRM needs bytes of it that aren't in the BIN chunk: for
 * buffer 0 more bytes, for others any. False for other files. Allocated in the arena. */
static bool *core_unread_buffers(const struct core *core)
{
    const struct tree *images = document_tree(core->document, "/images");
    bool *unread = arena_array(core->arena, core->buffer_count, sizeof *unread);
    if (!core->document->container.is_glb || !core->is_avatar) {
        return unread;
    }
    for (size_t m = 0; m < core->mesh_count; m++) {
        note_mesh(core, core->meshes[m].json, unread);
    }
    note_skins(core, unread);
    for (size_t i = 0; i < tree_length(images); i++) {
        if (is_read(core, i)) {
            note_view(core, tree_at(images, i), unread);
        }
    }
    return unread;
}

/* Whether UniVRM needs an image to load an avatar. It refuses a GLB if such an image is in another file. */
static bool core_needs_image(const struct core *core, size_t image)
{
    return core->is_avatar && is_read(core, image);
}

/* ---- buffer views ---- */

/* Whether the BIN chunk contains the bytes of a view although the byteLength of its buffer is too small. */
static bool is_in_bin(const struct core *core, const struct core_view *view)
{
    const struct container *container = &core->document->container;
    return view->buffer == 0 && container->has_bin && tree_get(tree_at(core->buffers, 0), "uri") == NULL &&
           view->offset + view->length <= (double)container->bin_length;
}

static void check_view(struct core *core, size_t index)
{
    const struct core_view *view = &core->views[index];
    struct findings *findings = core->check->findings;
    double stride;
    double target = 0;
    double buffer = 0;
    struct argument name = COUNT("view", index);
    if (tree_number(tree_get(view->json, "byteStride"), &stride) && stride == trunc(stride) &&
        fabs(stride) != TREE_OVERFLOW) {
        struct place place = place_of(PLACE_BUFFER_VIEW, index, 0, "byteStride");
        bool range = stride >= 4 && stride <= 252 && fmod(stride, 4) == 0;
        if (!range) {
            report(findings, MESSAGE_BUFFER_STRIDE_INVALID__DEFAULT, place,
                   ARGUMENTS(name, core_count("stride", stride)));
        } else if (view->length > 0 && stride > view->length) {
            report(findings, MESSAGE_BUFFER_STRIDE_INVALID__LONG, place,
                   ARGUMENTS(name, core_count("stride", stride), core_count("length", view->length)));
        }
        if (tree_number(tree_get(view->json, "target"), &target) && target == 34963) {
            core_close_up(report(findings, MESSAGE_BUFFER_STRIDE_NOT_ALLOWED__TARGET, place,
                                 ARGUMENTS(name, core_count("stride", stride))),
                          core, index);
        }
    }
    if (view->buffer == CORE_NONE ||
        !tree_number(tree_get(tree_at(core->buffers, view->buffer), "byteLength"), &buffer) || buffer < 1) {
        return; /* an invalid length is reported elsewhere */
    }
    struct argument own = COUNT("buffer", view->buffer);
    struct argument has = core_count("has", buffer);
    struct finding *finding = NULL;
    if (view->offset + view->length > buffer && is_in_bin(core, view)) {
        finding = report(findings, MESSAGE_BUFFER_VIEW_OUT_OF_BOUNDS__STATED,
                         place_of(PLACE_BUFFER_VIEW, index, 0, "byteLength"),
                         ARGUMENTS(name, core_count("end", view->offset + view->length), own, has,
                                   COUNT("chunk", core->document->container.bin_length)));
    } else if (view->offset >= buffer) {
        finding = report(findings, MESSAGE_BUFFER_VIEW_OUT_OF_BOUNDS__OFFSET,
                         place_of(PLACE_BUFFER_VIEW, index, 0, "byteOffset"),
                         ARGUMENTS(name, core_count("offset", view->offset), own, has));
    } else if (view->offset + view->length > buffer) {
        finding = report(findings, MESSAGE_BUFFER_VIEW_OUT_OF_BOUNDS__DEFAULT,
                         place_of(PLACE_BUFFER_VIEW, index, 0, "byteLength"),
                         ARGUMENTS(name, core_count("end", view->offset + view->length), own, has));
    }
    finding_blame(finding, RELATED_BUFFER_VIEW_OUT_OF_BOUNDS__DEFAULT, place_of(PLACE_BUFFER, view->buffer, 0, NULL),
                  ARGUMENTS(own));
}

/* Reports views that all begin at the start of their buffer, although it has room for them side by side: their
 * offsets were lost. Fewer views may share bytes on purpose, and so may views of equal length. */
static void check_offsets(struct core *core)
{
    enum { LEAST = 3 };
    struct sum {
        size_t count;
        double length;
        double first;
        bool differ;
        bool apart;
    } *sums = arena_array(core->check->arena, core->buffer_count, sizeof *sums);
    for (size_t i = 0; i < core->view_count; i++) {
        const struct core_view *view = &core->views[i];
        if (view->sound && view->buffer < core->buffer_count) {
            struct sum *sum = &sums[view->buffer];
            sum->apart = sum->apart || view->offset > 0;
            sum->differ = sum->differ || (sum->count > 0 && view->length != sum->first);
            sum->first = view->length;
            sum->length += view->length;
            sum->count++;
        }
    }
    for (size_t i = 0; i < core->buffer_count; i++) {
        double bytes = 0;
        bool lost = sums[i].count >= LEAST && sums[i].differ && !sums[i].apart &&
                    tree_number(tree_get(tree_at(core->buffers, i), "byteLength"), &bytes) && sums[i].length <= bytes;
        if (lost) {
            report(core->check->findings, MESSAGE_BUFFER_OFFSETS_LOST__DEFAULT, place_of(PLACE_BUFFER, i, 0, NULL),
                   ARGUMENTS(COUNT("count", sums[i].count), COUNT("buffer", i)));
        }
    }
}

/* ---- uris ---- */

/* The owners of uris, and the messages about each. */
struct uri_kind {
    enum place_kind place;
    enum message empty;
    enum message letters;
    enum message padding;
    enum message spaces;
    enum message invalid;
    enum message damaged;
    enum message absolute;
    enum message data_in_glb;
    enum message file_in_glb;
    enum message outside; /* outside of a GLB, but UniVRM needs it inside */
};

static bool is_scheme(const char *uri, size_t *length)
{
    size_t i = 0;
    while (ascii_is_letter(uri[i]) ||
           (i > 0 && (ascii_is_digit(uri[i]) || strchr("+-.", uri[i]) != NULL) && uri[i] != '\0')) {
        i++;
    }
    *length = i;
    return i > 0 && uri[i] == ':';
}

/* Whether a URI reference is valid: escapes are complete, the first segment has no colon without a scheme, and
 * characters that need an escape are escaped. Characters beyond ASCII are accepted, because all loaders do. */
static bool is_reference(const char *uri)
{
    size_t scheme;
    size_t colon = strcspn(uri, ":/?#");
    if (uri[colon] == ':' && !is_scheme(uri, &scheme)) {
        return false;
    }
    for (const char *at = uri; *at != '\0'; at++) {
        unsigned char c = (unsigned char)*at;
        if (c < 0x20 || c == 0x7F || strchr("<>\"{}|\\^`", c) != NULL) {
            return false;
        }
        if (c == '%' && ascii_escaped(at, 3, "%") < 0) {
            return false;
        }
    }
    return true;
}

static bool is_data(const char *uri)
{
    return ascii_alike(uri, "data:", SIZE_MAX) == strlen("data:");
}

/* Whether the media type of a data URI, up to the first ";" or ",", is one for buffers. */
static bool is_bytes(const char *uri)
{
    static const char *const known[] = {"application/octet-stream", "application/gltf-buffer"};
    const char *type = uri + strlen("data:");
    size_t length = strcspn(type, ";,");
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (ascii_alike(type, known[i], length) == length && known[i][length] == '\0') {
            return true;
        }
    }
    return false;
}

static void check_data_uri(struct core *core, const struct uri_kind *kind, size_t index, struct place place,
                           struct argument name, const char *uri)
{
    struct findings *findings = core->check->findings;
    const char *comma = strchr(uri, ',');
    static const char mark[] = ";base64";
    bool base64 = comma != NULL && comma - uri >= (ptrdiff_t)strlen(mark) &&
                  memcmp(comma - strlen(mark), mark, strlen(mark)) == 0;
    bool is_read = kind->place == PLACE_BUFFER ? core->is_avatar : core_needs_image(core, index); /* by UniVRM */
    size_t length = base64 ? strlen(comma + 1) : 0;
    const char *letters = base64 ? buffers_base64(core->arena, comma + 1, &length) : NULL;
    uint64_t size;
    if (!base64 || !buffers_decode_base64(letters, length, NULL, &size)) {
        report(findings, kind->damaged, place, ARGUMENTS(name));
    } else if (is_read && !text_begins(uri, "data:")) {
        report(findings, kind->letters, place,
               ARGUMENTS(name, argument_text("scheme", arena_copy(core->arena, uri, strlen("data:")))));
    } else if (is_read && length % 4 != 0) {
        report(findings, kind->padding, place, ARGUMENTS(name));
    } else if (letters != comma + 1) {
        finding_severity(report(findings, kind->spaces, place, ARGUMENTS(name)), VRMLINT_WARNING);
    } else if (kind->place == PLACE_BUFFER && !is_bytes(uri)) {
        size_t type = strcspn(uri + strlen("data:"), ";,");
        struct finding *finding =
            report(findings, MESSAGE_BUFFER_URI_MEDIA_TYPE__DEFAULT, place,
                   ARGUMENTS(name, argument_text("type", arena_copy(core->arena, uri + strlen("data:"), type))));
        if (findings_want_edits(findings)) {
            finding_edit_at(finding, VRMLINT_EDIT_SET, "0",
                            json_text(core->arena, arena_printf(core->arena, "data:application/octet-stream%s",
                                                                uri + strlen("data:") + type)));
        } else {
            finding_edit_at(finding, VRMLINT_EDIT_SET, "0", NULL); /* too long unless wanted */
        }
    }
}

/* Whether UniVRM needs the bytes of a uri but doesn't read them there, so that it doesn't load the file. */
static bool is_unread(const struct core *core, const struct uri_kind *kind, size_t index, bool data, const bool *unread)
{
    if (kind->place != PLACE_BUFFER) {
        return !data && core->document->container.is_glb && core_needs_image(core, index);
    }
    return (index == 0 ? core->document->container.has_bin : !data) && unread[index];
}

static void check_uri(struct core *core, const struct uri_kind *kind, size_t index, const char *uri, const bool *unread)
{
    struct findings *findings = core->check->findings;
    struct place place = place_of(kind->place, index, 0, "uri");
    struct argument name = core_name(core, "thing", kind->place, index, 0);
    size_t scheme;
    bool data = is_data(uri);
    if (data) {
        check_data_uri(core, kind, index, place, name, uri);
    } else if (*uri == '\0') {
        report(findings, kind->empty, place, ARGUMENTS(name));
        return;
    } else if (!is_reference(uri)) {
        report(findings, kind->invalid, place, ARGUMENTS(name, TEXT("uri", uri)));
        return;
    }
    if (is_unread(core, kind, index, data, unread)) {
        bool hidden = kind->place == PLACE_BUFFER && index == 0;
        struct finding *finding =
            report(findings, hidden ? MESSAGE_BUFFER_URI_IN_GLB__HIDDEN : kind->outside, place, ARGUMENTS(name));
        finding_severity(finding, VRMLINT_ERROR);
        return;
    }
    if (!data && (is_scheme(uri, &scheme) || *uri == '/' || strpbrk(uri, "?#") != NULL)) {
        report(findings, kind->absolute, place, ARGUMENTS(name, TEXT("uri", uri)));
    }
    if (core->document->container.is_glb) {
        bool refused = core->is_avatar && kind->place == PLACE_BUFFER && data &&
                       !core->document->container.has_bin; /* by UniVRM */
        struct finding *finding = report(findings,
                                         refused ? MESSAGE_BUFFER_URI_IN_GLB__NO_BIN
                                         : data  ? kind->data_in_glb
                                                 : kind->file_in_glb,
                                         place, ARGUMENTS(name));
        finding_severity(finding, data == core->is_avatar ? VRMLINT_INFO : VRMLINT_WARNING);
    }
}

static void check_uris(struct core *core, const struct uri_kind *kind, const struct tree *list, const bool *unread)
{
    for (size_t i = 0; i < tree_length(list); i++) {
        const char *uri = tree_text(tree_get(tree_at(list, i), "uri"), NULL);
        if (uri != NULL) {
            check_uri(core, kind, i, uri, unread);
        }
    }
}

void core_check_buffers(struct core *core)
{
    static const struct uri_kind buffers = {PLACE_BUFFER,
                                            MESSAGE_BUFFER_URI_INVALID__EMPTY,
                                            MESSAGE_BUFFER_URI_INVALID__LETTERS,
                                            MESSAGE_BUFFER_URI_INVALID__PADDING,
                                            MESSAGE_BUFFER_URI_INVALID__SPACES,
                                            MESSAGE_BUFFER_URI_INVALID__DEFAULT,
                                            MESSAGE_BUFFER_URI_INVALID__DATA,
                                            MESSAGE_BUFFER_URI_NOT_RELATIVE__DEFAULT,
                                            MESSAGE_BUFFER_URI_IN_GLB__DATA,
                                            MESSAGE_BUFFER_URI_IN_GLB__DEFAULT,
                                            MESSAGE_BUFFER_URI_IN_GLB__OUTSIDE};
    static const struct uri_kind images = {PLACE_IMAGE,
                                           MESSAGE_IMAGE_URI_INVALID__EMPTY,
                                           MESSAGE_IMAGE_URI_INVALID__LETTERS,
                                           MESSAGE_IMAGE_URI_INVALID__PADDING,
                                           MESSAGE_IMAGE_URI_INVALID__SPACES,
                                           MESSAGE_IMAGE_URI_INVALID__DEFAULT,
                                           MESSAGE_IMAGE_URI_INVALID__DATA,
                                           MESSAGE_IMAGE_URI_NOT_RELATIVE__DEFAULT,
                                           MESSAGE_IMAGE_URI_IN_GLB__DATA,
                                           MESSAGE_IMAGE_URI_IN_GLB__DEFAULT,
                                           MESSAGE_IMAGE_URI_IN_GLB__OUTSIDE};
    for (size_t i = 0; i < core->view_count; i++) {
        check_view(core, i);
    }
    check_offsets(core);
    const bool *unread = core_unread_buffers(core);
    check_uris(core, &buffers, core->buffers, unread);
    check_uris(core, &images, document_tree(core->document, "/images"), unread);
}
