/* Image headers: the values that are read, and files with every truncation and every changed byte. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gltf/image.h"
#include "gltf/images.h"
#include "image_files.h"
#include "loaded.h"
#include "vrmlint.h"

struct memory {
    const unsigned char *bytes;
    size_t size;
    size_t most; /* most bytes requested at once */
};

static const unsigned char *read_memory(void *context, uint64_t offset, size_t size, unsigned char *scratch)
{
    struct memory *memory = context;
    assert_true(size <= IMAGE_WINDOW && offset <= memory->size && size <= memory->size - offset);
    memcpy(scratch, memory->bytes + offset, size);
    return scratch;
}

static struct image_header header_of(const void *bytes, size_t size)
{
    unsigned char *copy = malloc(size + 1); /* so that reading a byte too many is detected */
    assert_non_null(copy);
    if (size > 0) {
        memcpy(copy, bytes, size);
    }
    struct memory memory = {copy, size, 0};
    uint64_t search = 1 << 20;
    uint64_t work = UINT64_C(1) << 30;
    struct image_header header = image_read_header(&(struct image_bytes){read_memory, &memory, size, &search, &work});
    free(copy);
    return header;
}

static void png(void **state)
{
    (void)state;
    unsigned char file[IMAGE_FILE_MAX];
    unsigned char chunks[200];
    struct image_header header = header_of(file, make_png(file, 640, 480, 6, 8, NULL, 0));
    assert_int_equal(header.format, IMAGE_PNG);
    assert_int_equal(header.status, IMAGE_WHOLE);
    assert_int_equal(header.width, 640);
    assert_int_equal(header.height, 480);
    assert_int_equal(header.channels, 4);
    assert_true(header.alpha && header.alpha_known && !header.animated);
    header = header_of(file, make_png(file, 1, 1, 2, 16, NULL, 0));
    assert_int_equal(header.bits, 16);
    assert_false(header.alpha);
    size_t size = make_png_chunk(chunks, "tRNS", "\0", 1);
    header = header_of(file, make_png(file, 4, 4, 3, 8, chunks, size));
    assert_true(header.alpha); /* a palette with tRNS */
    size = make_png_chunk(chunks, "sRGB", "\0", 1);
    size += make_png_chunk(chunks + size, "gAMA", "\0\0\xB1\x8F", 4);
    size += make_png_chunk(chunks + size, "acTL", "12345678", 8);
    size += make_png_chunk(chunks + size, "iCCP", "x", 1);
    size = make_png(file, 4, 4, 2, 8, chunks, size);
    header = header_of(file, size);
    assert_true(header.has_srgb && header.animated && header.has_profile);
    assert_int_equal(header.gamma, 45455);
    assert_int_equal(header_of(file, size - 12).status, IMAGE_TRUNCATED); /* without IEND */
    assert_false(header.srgb_profile || header.other_primaries || header.oblong_pixels);
    static const char primaries[] =
        "\0\0\x7A\x26\0\0\x80\x84\0\0\xFA\0\0\0\x80\xE8\0\0\x75\x30\0\0\xEA\x60\0\0\x3A\x98\0\0\x17";
    char other[32];
    memcpy(other, primaries, 31);
    other[31] = '\x70';
    size = make_png_chunk(chunks, "cHRM", other, 32);
    size += make_png_chunk(chunks + size, "iCCP", "sRGB IEC61966-2.1", 18);
    header = header_of(file, make_png(file, 4, 4, 2, 8, chunks, size));
    assert_true(header.has_profile && header.srgb_profile && !header.other_primaries);
    other[10] = 0; /* the red primary */
    size = make_png_chunk(chunks, "cHRM", other, 32);
    size += make_png_chunk(chunks + size, "pHYs", "\0\0\0\2\0\0\0\1", 9);
    header = header_of(file, make_png(file, 4, 4, 2, 8, chunks, size));
    assert_true(header.other_primaries && header.oblong_pixels);
    header = header_of("<!DOCTYPE html><p>Not found", 27);
    assert_int_equal(header.status, IMAGE_UNRECOGNISED);
    assert_int_equal(header.format, IMAGE_HTML);
    assert_int_equal(header_of(file, make_png(file, 0, 4, 2, 8, NULL, 0)).status, IMAGE_INVALID);
    assert_int_equal(header_of(file, make_png(file, 4, 4, 5, 8, NULL, 0)).status, IMAGE_INVALID);
    size = make_png(file, 4, 4, 2, 8, NULL, 0);
    memcpy(file + size, "and more", 8);
    assert_int_equal(header_of(file, size + 8).status, IMAGE_WHOLE);
}

static void jpeg(void **state)
{
    (void)state;
    unsigned char file[IMAGE_FILE_MAX];
    unsigned char segments[200];
    struct image_header header = header_of(file, make_jpeg(file, 0xC2, 8, 300, 200, 3, NULL, 0));
    assert_int_equal(header.format, IMAGE_JPEG);
    assert_int_equal(header.status, IMAGE_WHOLE);
    assert_int_equal(header.width, 300);
    assert_int_equal(header.height, 200);
    assert_int_equal(header.frame, 0xC2);
    assert_true(header.alpha_known && !header.alpha);
    for (int little = 0; little < 2; little++) {
        size_t size = make_exif(segments, 6, little);
        header = header_of(file, make_jpeg(file, 0xC0, 8, 4, 4, 3, segments, size));
        assert_int_equal(header.status, IMAGE_WHOLE);
        assert_int_equal(header.orientation, 6);
    }
    assert_int_equal(header_of(file, make_jpeg(file, 0xC0, 8, 0, 4, 3, NULL, 0)).status, IMAGE_INVALID);
    assert_int_equal(header_of(file, make_jpeg(file, 0xC0, 8, 4, 4, 4, NULL, 0)).channels, 4);
    /* a thumbnail in an application segment, with an end marker of its own, and bytes after the end */
    size_t size = make_jpeg(file, 0xC0, 8, 4, 4, 3, "\xFF\xE1\x00\x08thmb\xFF\xD9", 10);
    assert_int_equal(header_of(file, size).status, IMAGE_WHOLE);
    memcpy(file + size, "MPF and more", 12);
    assert_int_equal(header_of(file, size + 12).status, IMAGE_WHOLE);
    assert_int_equal(header_of(file, size - 2).status, IMAGE_TRUNCATED);
    assert_int_equal(header_of("\xFF\xD8\xFF\xD9", 4).status, IMAGE_TRUNCATED);
    assert_int_equal(header_of("\xFF\xD8\xFF\xE0\x00\x01", 6).status, IMAGE_INVALID);
    assert_int_equal(header_of("\xFF\xD8\xFF\xDA\x00\x02", 6).status, IMAGE_INVALID); /* a scan before the frame */
}

static void others(void **state)
{
    (void)state;
    unsigned char file[IMAGE_FILE_MAX];
    struct image_header header = header_of(file, make_webp(file, WEBP_LOSSY, 320, 240, 0));
    assert_int_equal(header.format, IMAGE_WEBP);
    assert_int_equal(header.status, IMAGE_WHOLE);
    assert_true(header.width == 320 && header.height == 240 && !header.alpha);
    header = header_of(file, make_webp(file, WEBP_LOSSLESS, 320, 240, 1));
    assert_true(header.width == 320 && header.height == 240 && header.alpha);
    header = header_of(file, make_webp(file, WEBP_EXTENDED, 5000, 240, 0x32));
    assert_true(header.width == 5000 && header.height == 240 && header.alpha && header.animated && header.has_profile);
    header = header_of(file, make_ktx2(file, 64, 32, 3));
    assert_int_equal(header.format, IMAGE_KTX2);
    assert_int_equal(header.status, IMAGE_WHOLE);
    assert_true(header.width == 64 && header.height == 32 && header.levels == 3 && !header.alpha_known);
    static const struct {
        const char *bytes;
        size_t size;
        enum image_format format;
    } names[] = {
        {"GIF89a..", 8, IMAGE_GIF},
        {"BM......", 8, IMAGE_BMP},
        {"II*\0....", 8, IMAGE_TIFF},
        {"8BPS....", 8, IMAGE_PSD},
        {"DDS ....", 8, IMAGE_DDS},
        {"<svg xm>", 8, IMAGE_SVG},
        {"\0\0\0\x1C"
         "ftypavif",
         12, IMAGE_AVIF},
        {"nothing.", 8, IMAGE_UNKNOWN},
        {"........TRUEVISION-XFILE.\0", 26, IMAGE_TGA},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        header = header_of(names[i].bytes, names[i].size);
        assert_int_equal(header.status, IMAGE_UNRECOGNISED);
        assert_int_equal(header.format, names[i].format);
    }
    assert_int_equal(header_of("", 0).status, IMAGE_TRUNCATED);
}

/* Makes a file of each kind. */
static size_t sample(unsigned char *file, size_t kind)
{
    unsigned char extra[200];
    size_t size;
    switch (kind) {
    case 0:
        size = make_png_chunk(extra, "tRNS", "\0", 1);
        return make_png(file, 4, 4, 3, 8, extra, size);
    case 1:
        size = make_exif(extra, 6, 1);
        return make_jpeg(file, 0xC0, 8, 4, 4, 3, extra, size);
    case 2:
    case 3:
    case 4:
        return make_webp(file, (enum webp_kind)(kind - 2), 320, 240, 1);
    default:
        return make_ktx2(file, 64, 32, 3);
    }
}

enum { KINDS = 6 };

static void every_prefix(void **state)
{
    (void)state;
    for (size_t kind = 0; kind < KINDS; kind++) {
        unsigned char file[IMAGE_FILE_MAX];
        size_t size = sample(file, kind);
        assert_int_equal(header_of(file, size).status, IMAGE_WHOLE);
        for (size_t i = 0; i < size; i++) {
            enum image_status status = header_of(file, i).status;
            assert_true(status == IMAGE_TRUNCATED || (kind >= 2 && kind <= 4 && status == IMAGE_WHOLE));
            assert_true(status == IMAGE_TRUNCATED || i >= 40);
        }
    }
}

static void mutations(void **state)
{
    (void)state;
    uint64_t random = 12345;
    for (size_t n = 0; n < trials(200000); n++) {
        unsigned char file[IMAGE_FILE_MAX];
        size_t size = sample(file, n % KINDS);
        for (int i = 0; i < 3; i++) {
            random = random * UINT64_C(6364136223846793005) + 1442695040888963407U;
            file[(random >> 33) % size] = (unsigned char)(random >> 24);
        }
        struct image_header header = header_of(file, size);
        assert_true(header.status <= IMAGE_UNRECOGNISED);
        assert_true(header.status != IMAGE_WHOLE || header.width > 0 || header.format != IMAGE_PNG);
    }
}

/* ---- images in files ---- */

static void data_uris_are_read_in_place(void **state)
{
    (void)state;
    struct loaded loaded = load(
        "{'asset': {'version': '2.0'}, 'images': [{'uri': 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAY"
        "AAACp8Z5+AAAAEUlEQVR4nGNoQAMNDAwM6GIAZNgEAelmvJYAAAAASUVORK5CYII='}, {'uri': 'data:,%47%49F89a'}, {'uri': "
        "'data:image/png;base64,!!!!'}, {'uri': '../secret.png'}, {'bufferView': 7}, 3]}");
    struct images *images = images_read(loaded.document, false);
    assert_int_equal(images->count, 6);
    assert_int_equal(images->items[0].header.status, IMAGE_WHOLE);
    assert_int_equal(images->items[0].header.width, 4);
    assert_true(images->items[0].header.alpha);
    assert_string_equal(images->items[0].media, "image/png");
    assert_int_equal(images->items[1].header.format, IMAGE_GIF);
    for (size_t i = 2; i < 6; i++) {
        assert_false(images->items[i].known);
    }
    assert_int_equal(images->unknown, 4);
    assert_int_equal(images_read(loaded.document, true)->unknown, 6);
    unload(&loaded);
}

/* A file of 2 GB, nearly all of it a hole: two JPEGs without an end, and a PNG with one chunk that fills the rest. */
static void large_images_cost_their_headers(void **state)
{
    (void)state;
    const uint64_t gigabyte = UINT64_C(1) << 30;
    char path[] = "images-XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    FILE *file = fdopen(descriptor, "wb");
    assert_non_null(file);
    char json[1024];
    int length = snprintf(json, sizeof json,
                          "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":%llu}],\"bufferViews\":[{"
                          "\"buffer\":0,\"byteLength\":%llu},{\"buffer\":0,\"byteOffset\":%llu,\"byteLength\":%llu}],"
                          "\"images\":[{\"bufferView\":0,\"mimeType\":\"image/png\"},{\"bufferView\":1,\"mimeType\":"
                          "\"image/jpeg\"}],\"textures\":[{\"source\":0},{\"source\":1}],\"materials\":[{"
                          "\"emissiveTexture\":{\"index\":0},\"normalTexture\":{\"index\":1}}]}",
                          2ULL * gigabyte - 4096, 1ULL * gigabyte, 1ULL * gigabyte, 1ULL * gigabyte - 4096);
    while (length % 4 != 0) {
        json[length++] = ' ';
    }
    uint64_t bin = 2 * gigabyte - 4096;
    const uint32_t words[] = {0x46546C67U, 2, (uint32_t)(28 + (uint64_t)length + bin), (uint32_t)length, 0x4E4F534AU};
    const uint32_t chunk[] = {(uint32_t)bin, 0x004E4942U};
    fwrite(words, sizeof words, 1, file);
    fwrite(json, (size_t)length, 1, file);
    fwrite(chunk, sizeof chunk, 1, file);
    long begin = ftell(file);
    unsigned char image[IMAGE_FILE_MAX];
    size_t size = make_png(image, 4096, 4096, 2, 8, NULL, 0);
    memcpy(image + 33, "\x3F\xFF\xFF\xC7", 4); /* IDAT extends to IEND at the end of the file */
    fwrite(image, 41, 1, file);
    fseek(file, begin + (long)gigabyte - 12, SEEK_SET);
    fwrite(image + size - 12, 12, 1, file);
    size = make_jpeg(image, 0xC0, 8, 4096, 4096, 3, NULL, 0);
    fwrite(image, size - 2, 1, file);
    fseek(file, begin + (long)bin - 1, SEEK_SET);
    fputc(0, file);
    fclose(file);
    struct vrmlint_policy *policy = vrmlint_policy_new();
    struct vrmlint_report *report = vrmlint_check_path(policy, path);
    remove(path);
    assert_null(report->error);
    for (size_t i = 0; i < report->finding_count; i++) {
        print_message("%s %s\n", report->findings[i].rule->id, ENGLISH(report->findings[i].message));
        assert_true(report->findings[i].severity < VRMLINT_ERROR);
    }
    vrmlint_report_free(report);
    vrmlint_policy_free(policy);
}

/* A budget may limit figures about texture sizes. */
static void budgets_limit_textures(void **state)
{
    (void)state;
    unsigned char picture[IMAGE_FILE_MAX];
    char json[4096];
    size_t size = make_png(picture, 640, 480, 2, 8, NULL, 0);
    size_t at = (size_t)snprintf(json, sizeof json,
                                 "{\"asset\": {\"version\": \"2.0\"}, \"scenes\": [{\"nodes\": [0]}], \"scene\": 0, "
                                 "\"nodes\": [{\"mesh\": 0}], \"meshes\": [{\"primitives\": [{\"attributes\": {}, "
                                 "\"material\": 0}]}], \"materials\": [{\"emissiveTexture\": {\"index\": 0}}], "
                                 "\"textures\": [{\"source\": 0}], \"images\": [{\"uri\": \"data:image/png,");
    for (size_t i = 0; i < size; i++) {
        at += (size_t)snprintf(json + at, sizeof json - at, "%%%02X", picture[i]);
    }
    at += (size_t)snprintf(json + at, sizeof json - at, "\"}]}");
    assert_true(at < sizeof json);
    struct vrmlint_policy *policy = vrmlint_policy_new();
    assert_true(isnan(vrmlint_policy_budget_value(policy, "texture-side")));
    assert_true(vrmlint_policy_budget(policy, "texture-side", 512, NULL));
    assert_true(vrmlint_policy_budget(policy, "texture-pixels", 640 * 480, NULL));
    assert_true(vrmlint_policy_budget_value(policy, "texture-side") == 512);
    struct vrmlint_report *report = vrmlint_check_bytes(policy, "a.gltf", json, at);
    size_t seen = 0;
    for (size_t i = 0; i < report->figure_count; i++) {
        const struct vrmlint_measure *figure = &report->figures[i];
        bool side = strcmp(figure->name, "texture-side") == 0;
        bool pixels = strcmp(figure->name, "texture-pixels") == 0;
        assert_true(!side || figure->value == 640);
        assert_true(!pixels || figure->value == 640 * 480);
        seen += side || pixels;
    }
    assert_int_equal(seen, 2);
    seen = 0;
    for (size_t i = 0; i < report->finding_count; i++) {
        if (strcmp(report->findings[i].rule->id, "budget/exceeded") == 0) {
            assert_string_equal(report->findings[i].pointer, "/images/0");
            seen++;
        }
    }
    assert_int_equal(seen, 1);
    vrmlint_report_free(report);
    vrmlint_policy_free(policy);
}

TEST_PROGRAM(images)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(png),
        cmocka_unit_test(jpeg),
        cmocka_unit_test(others),
        cmocka_unit_test(every_prefix),
        cmocka_unit_test(mutations),
        cmocka_unit_test(data_uris_are_read_in_place),
        cmocka_unit_test(budgets_limit_textures),
        cmocka_unit_test(large_images_cost_their_headers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
