/* Trees on demand, unusual values in them, the tree_* functions, and failing allocations. */
#include "opened.h"
#include "support.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "gltf/document.h"

/* ---- trees ---- */

static const char sample[] =
    "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"a\"},{\"name\":\"b\",\"scale\":[1,2,3]},7],"
    "\"m~n\":{\"a/b\":[10,20]},\"\":5,\"e\\u0061rly\":6,\"text\":\"\\u0000x\"}";

static void pointers_lead_to_trees(void **state)
{
    (void)state;
    read_json(sample);
    assert_string_equal(tree_text(document_tree(document, "/asset/version"), NULL), "2.0");
    assert_int_equal(tree_count(document_tree(document, "/nodes")), 3);
    assert_string_equal(tree_text(document_tree(document, "/nodes/1/name"), NULL), "b");
    assert_true(number_at("/nodes/1/scale/2") == 3.0);
    assert_true(number_at("/nodes/2") == 7.0);
    assert_true(number_at("/m~0n/a~1b/1") == 20.0);
    assert_true(number_at("/") == 5.0);
    assert_true(number_at("/early") == 6.0);
    size_t length;
    assert_string_equal(tree_text(document_tree(document, "/text"), &length), "\xEF\xBF\xBDx");
    assert_int_equal(length, 4);
    static const char *const missing[] = {"/nope",    "/nodes/3", "/nodes/01", "/nodes/-", "/nodes/name", "/nodes/2/x",
                                          "/asset/x", "/asset/0", "/m~0n/a",   "/nodes/",  "x",           "/early/"};
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) {
        assert_null(document_tree(document, missing[i]));
    }
    assert_int_equal(tree_count(document_tree(document, "")), 6);
    assert_string_equal(tree_text(document_tree(document, "/nodes/0/name"), NULL), "a");
}

static void members_are_known_without_trees(void **state)
{
    (void)state;
    read_json(sample);
    assert_int_equal(document_count(document, "nodes"), 3);
    assert_int_equal(document_count(document, "asset"), 0);
    assert_int_equal(document_count(document, "nope"), 0);
    assert_true(document_has(document, "nodes"));
    assert_true(document_has(document, "early"));
    assert_true(document_has(document, ""));
    assert_false(document_has(document, "version"));
    document_tree(document, "/nodes");
    assert_int_equal(document_count(document, "nodes"), 3);
}

static void what_was_asked_for_is_kept(void **state)
{
    (void)state;
    struct buf text = BUF_INIT(arena);
    buf_str(&text, "{\"nodes\":[{\"x\":{\"y\":[1,2]}}");
    for (int i = 1; i < 2000; i++) {
        buf_printf(&text, ",{\"x\":%d}", i);
    }
    buf_str(&text, "]}");
    read_json(text.text);
    const struct tree *deep = document_tree(document, "/nodes/0/x");
    assert_ptr_equal(document_tree(document, "/nodes/0/x"), deep);
    assert_ptr_equal(document_tree(document, "/nodes/0/x/y"), tree_get(deep, "y"));
    assert_null(document_tree(document, "/nodes/0/x/z"));
    /* one after the other, and more than are searched for one by one */
    for (size_t i = 1; i < 2000; i++) {
        char pointer[40];
        snprintf(pointer, sizeof pointer, "/nodes/%zu/x", i);
        assert_true(number_at(pointer) == (double)i);
    }
    const struct tree *nodes = document_tree(document, "/nodes");
    assert_ptr_equal(document_tree(document, "/nodes"), nodes);
    assert_ptr_equal(document_tree(document, "/nodes/7"), tree_at(nodes, 7));
    /* trees that were returned earlier stay valid */
    assert_int_equal(tree_count(tree_get(deep, "y")), 2);
}

/* The last of duplicate keys counts everywhere, in trees and in the text. */
static void the_last_of_equal_keys_counts(void **state)
{
    (void)state;
    struct buf text = BUF_INIT(arena);
    buf_str(&text, "{\"a\":[1],\"a\":{\"x\":1,\"x\":{\"k\":1,\"k\":2},\"pad\":\"");
    for (int i = 0; i < 5000; i++) {
        buf_char(&text, 'p');
    }
    buf_str(&text, "\"},\"b\":1,\"b\":[1,2,3]}");
    read_json(text.text);
    assert_int_equal(document_count(document, "a"), 0);
    assert_int_equal(document_count(document, "b"), 3);
    assert_true(number_at("/a/x/k") == 2.0);
    assert_true(tree_is_object(document_tree(document, "/a")));
    assert_true(number_at("/a/x/k") == 2.0);
    assert_int_equal(findings_count(findings), 4);
}

static void memory_follows_what_is_asked_for(void **state)
{
    (void)state;
    struct buf text = BUF_INIT(arena);
    buf_str(&text, "{\"nodes\":[");
    for (int i = 0; i < 50000; i++) {
        buf_printf(&text, "%s{\"name\":\"node %d\",\"translation\":[1,2,3]}", i == 0 ? "" : ",", i);
    }
    buf_str(&text, "],\"small\":{\"a\":1}}");
    size_t before = arena_size(arena);
    read_json(text.text);
    assert_true(number_at("/small/a") == 1.0);
    assert_int_equal(document_count(document, "nodes"), 50000);
    assert_string_equal(tree_text(document_tree(document, "/nodes/49999/name"), NULL), "node 49999");
    assert_true(arena_size(arena) - before < 300000); /* for 2.3 million bytes of text */
}

/* ---- large values, and values as text ---- */

/* Objects with many members get an index, and large arrays keep the memory that they were built in. */
static void large_values_are_found(void **state)
{
    (void)state;
    struct buf text = BUF_INIT(arena);
    buf_str(&text, "{\"small\":[7],\"large\":{");
    for (int i = 0; i < 3000; i++) {
        buf_printf(&text, "\"key %d\":%d,", i, i);
    }
    buf_str(&text, "\"key 1\":\"again\",\"\":0,\"a key of some length\":[1]},\"list\":[[1,2],{},");
    for (int i = 0; i < 40000; i++) {
        buf_printf(&text, "%d,", i);
    }
    buf_str(&text, "\"end\"],\"behind\":true}");
    read_json(text.text);
    const struct tree *root = document_tree(document, "");
    const struct tree *large = tree_get(root, "large");
    assert_int_equal(tree_count(large), 3002);
    for (int i = 0; i < 3000; i++) {
        assert_true(i == 1 || tree_integer(tree_get(large, arena_printf(arena, "key %d", i))) == i);
    }
    assert_string_equal(tree_text(tree_get(large, "key 1"), NULL), "again");
    assert_non_null(tree_get(large, ""));
    assert_null(tree_get(large, "key 3000"));
    void *second = tree_next(large, tree_first(large));
    assert_string_equal(tree_key(second), "key 1");
    assert_int_equal(tree_key_length(second), 5);
    const struct tree *list = tree_get(root, "list");
    assert_int_equal(tree_count(list), 40003);
    assert_true(tree_real(tree_at(tree_at(list, 0), 1)) == 2 && tree_is_object(tree_at(list, 1)));
    assert_true(tree_integer(tree_at(list, 2)) == 0 && tree_integer(tree_at(list, 40001)) == 39999);
    assert_string_equal(tree_text(tree_at(list, 40002), NULL), "end");
    assert_true(tree_integer(tree_at(tree_get(root, "small"), 0)) == 7);
    bool behind = false;
    assert_true(tree_flag(tree_get(root, "behind"), &behind) && behind);
}

static void values_become_text_again(void **state)
{
    (void)state;
    read_json("{\"b\" : [1, -0, 1.0, 0.1, 1e21, -2.5E-07, 123456789.125, true, false, null],"
              "\"a\" : {\"z\\n\" : \"q\\\"\\\\\\b\\f\\n\\r\\t\\u0001/\\u00e9\", \"y\" : {}, \"x\" : []}}");
    const struct tree *root = document_tree(document, "");
    const char *a = "{\"z\\n\":\"q\\\"\\\\\\b\\f\\n\\r\\t\\u0001/\xC3\xA9\",\"y\":{},\"x\":[]}";
    assert_string_equal(tree_written(arena, tree_get(root, "a")), a);
    assert_string_equal(tree_written(arena, tree_get(root, "b")),
                        "[1,0,1.0,0.1,1e21,-2.5e-7,123456789.0,true,false,null]");
    assert_string_equal(tree_written(arena, NULL), "null");
    struct buf out = BUF_INIT(arena);
    tree_add_sorted(&out, arena, root);
    assert_string_equal(
        buf_text(&out),
        "{\"a\":{\"x\":[],\"y\":{},\"z\\n\":\"q\\\"\\\\\\b\\f\\n\\r\\t\\u0001/\xC3\xA9\"},\"b\":[1,0,1.0,"
        "0.10000000000000001,1e21,-2.4999999999999999e-7,123456789.125,true,false,null]}");
}

static void values_are_compared(void **state)
{
    (void)state;
    read_json("{\"all\":[{\"a\":[1,{\"b\":\"long enough to lie elsewhere\"}],\"c\":null},"
              "{\"c\":null,\"a\":[1,{\"b\":\"long enough to lie elsewhere\"}]},"
              "{\"c\":null,\"a\":[1.0,{\"b\":\"long enough to lie elsewhere\"}]},"
              "{\"c\":null,\"a\":[1,{\"b\":\"long enough to lie elsewherE\"}]},"
              "{\"c\":false,\"a\":[1,{\"b\":\"long enough to lie elsewhere\"}]},"
              "{\"d\":null,\"a\":[1,{\"b\":\"long enough to lie elsewhere\"}]},"
              "{\"c\":null,\"a\":[1]},\"\",[],{},0,0.0]}");
    const struct tree *all = document_tree(document, "/all");
    for (size_t i = 0; i < tree_count(all); i++) {
        for (size_t k = 0; k < tree_count(all); k++) {
            bool same = i == k || (i < 2 && k < 2);
            assert_int_equal(tree_equal(tree_at(all, i), tree_at(all, k)), same);
        }
        assert_false(tree_equal(tree_at(all, i), NULL) || tree_equal(NULL, tree_at(all, i)));
    }
    assert_false(tree_equal(NULL, NULL));
}

/* ---- values that jansson refuses ---- */

static void odd_values_are_tamed(void **state)
{
    (void)state;
    read_json("{\"a\":[1e400,-1E+999,99999999999999999999,-9223372036854775809,9223372036854775807],"
              "\"k\\u0000\\\\u0000\":{\"x\\u0000\":1},\"t\":\"\\u0000\",\"n\":18446744073709551616,"
              "\"f\":18446744073709551616.5}");
    double number;
    assert_true(number_at("/a/0") > FLT_MAX && number_at("/a/1") < -FLT_MAX);
    assert_true(number_at("/a/2") == 99999999999999999999.0 && number_at("/a/3") == -9223372036854775809.0);
    assert_true(number_at("/n") == 18446744073709551616.0);
    size_t index = 77;
    assert_false(tree_index(document_tree(document, "/a/2"), SIZE_MAX / 4, &index));
    assert_false(tree_index(document_tree(document, "/a/4"), 1000, &index));
    assert_int_equal(index, 77);
    assert_true(number_at("/k\xEF\xBF\xBD\\u0000/x\xEF\xBF\xBD") == 1.0);
    assert_true(tree_number(document_tree(document, "/f"), &number) && number > 1.8e19);
    size_t length;
    assert_string_equal(tree_text(document_tree(document, "/t"), &length), "\xEF\xBF\xBD");
    assert_int_equal(length, 3);
    assert_int_equal(findings_count(findings), 0);
    assert_int_equal(tree_count(document_tree(document, "")), 5);
}

static void trees_are_read(void **state)
{
    (void)state;
    read_json(
        "{\"o\":{\"b\":1,\"a\":2,\"c\":3},\"l\":[0,0.5,-1,3,3.0,4,1e30],\"s\":\"x\",\"t\":true,\"f\":false,\"n\":null,"
        "\"v\":[1,2.5,-3],\"q\":[0,0,0,1],\"w\":[1,2,\"3\"],\"extensions\":{\"X\":[7]}}");
    const struct tree *root = document_tree(document, "");
    static const char *const kinds[][2] = {{"o", "an object"}, {"l", "an array"}, {"s", "a string"}, {"t", "a boolean"},
                                           {"f", "a boolean"}, {"n", "null"},     {"x", "absent"}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        assert_string_equal(message_template(tree_kind(tree_get(root, kinds[i][0])), VRMLINT_ENGLISH), kinds[i][1]);
    }
    assert_string_equal(message_template(tree_kind(tree_at(tree_get(root, "l"), 0)), VRMLINT_ENGLISH), "a number");
    assert_string_equal(message_template(tree_kind(tree_at(tree_get(root, "l"), 1)), VRMLINT_ENGLISH), "a number");

    assert_int_equal(tree_count(tree_extension(root, "X")), 1);
    assert_null(tree_extension(root, "Y"));
    assert_null(tree_extension(tree_get(root, "o"), "X"));
    assert_null(tree_extension(tree_get(root, "l"), "X"));
    assert_null(tree_extension(NULL, "X"));
    assert_true(tree_is_general_key("extensions") && tree_is_general_key("extras"));
    assert_false(tree_is_general_key("extension") || tree_is_general_key("extensionsUsed"));

    const struct tree *list = tree_get(root, "l");
    static const size_t indices[] = {0, 99, 99, 3, 3, 99, 99};
    for (size_t i = 0; i < 7; i++) {
        size_t index = 99;
        assert_int_equal(tree_index(tree_at(list, i), 4, &index), indices[i] != 99);
        assert_int_equal(index, indices[i]);
    }
    size_t index;
    assert_false(tree_index(tree_at(list, 0), 0, &index));
    assert_null(tree_at(list, 7));

    bool flag = false;
    assert_true(tree_flag(tree_get(root, "t"), &flag) && flag);
    assert_true(tree_flag(tree_get(root, "f"), &flag) && !flag);
    assert_false(tree_flag(tree_get(root, "n"), &flag));
    struct vec3 v;
    assert_true(tree_vec3(tree_get(root, "v"), &v) && v.x == 1.0 && v.y == 2.5 && v.z == -3.0);
    struct quat q;
    assert_true(tree_quat(tree_get(root, "q"), &q) && q.w == 1.0);
    assert_false(tree_vec3(tree_get(root, "q"), &v));
    assert_false(tree_vec3(tree_get(root, "w"), &v));
    assert_false(tree_quat(tree_get(root, "v"), &q));

    struct buf keys = BUF_INIT(arena);
    for (void *at = tree_first(tree_get(root, "o")); at != NULL; at = tree_next(tree_get(root, "o"), at)) {
        double number;
        assert_true(tree_number(tree_value(at), &number));
        buf_printf(&keys, "%s%.0f", tree_key(at), number);
    }
    assert_string_equal(buf_text(&keys), "b1a2c3"); /* in the order of the file */
    assert_null(tree_first(list));
}

static void nothing_is_read_from_nothing(void **state)
{
    (void)state;
    size_t size = 5;
    double number = 5.0;
    bool flag = true;
    struct vec3 v;
    struct quat q;
    assert_null(tree_get(NULL, "a"));
    assert_null(tree_at(NULL, 0));
    assert_int_equal(tree_count(NULL), 0);
    assert_false(tree_is_object(NULL) || tree_is_array(NULL) || tree_is_string(NULL) || tree_is_number(NULL) ||
                 tree_is_null(NULL));
    assert_string_equal(message_template(tree_kind(NULL), VRMLINT_ENGLISH), "absent");
    assert_null(tree_text(NULL, &size));
    assert_false(tree_number(NULL, &number) || tree_flag(NULL, &flag) || tree_index(NULL, 9, &size));
    assert_false(tree_numbers(NULL, &number, 1) || tree_vec3(NULL, &v) || tree_quat(NULL, &q));
    assert_null(tree_first(NULL));
    assert_null(tree_next(NULL, NULL));
    assert_null(tree_value(NULL));
    assert_string_equal(tree_key(NULL), "");
    assert_int_equal(tree_key_length(NULL), 0);
    assert_int_equal(tree_type(NULL), TREE_TYPES);
    assert_true(size == 5 && number == 5.0 && flag);
    document_close(NULL);
}

/* ---- failing allocations ---- */

/* Number of allocations that succeed before one fails or, unless fails_alone, all following ones; -1: none fails. */
static long allocations_left = -1;
static bool fails_alone;

static bool may_allocate(void)
{
    if (allocations_left > 0) {
        allocations_left--;
        return true;
    }
    bool may = allocations_left < 0;
    if (fails_alone) {
        allocations_left = -1;
    }
    return may;
}

/* The linker replaces calls of calloc() and malloc() in the library by these; see meson.build. */
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size)
{
    return may_allocate() ? __real_malloc(size) : NULL;
}

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size)
{
    return may_allocate() ? __real_calloc(count, size) : NULL;
}

/* Opens a document and requests trees. Returns false if an allocation failed. */
static bool use_document(const char *text)
{
    jmp_buf guard;
    document = NULL;
    arena = arena_new();
    if (arena == NULL) {
        return false;
    }
    if (setjmp(guard) != 0) {
        return false;
    }
    arena_guard(arena, &guard);
    read_json(text);
    document_tree(document, "/nodes/1");
    document_tree(document, "/nodes/0/name");
    document_tree(document, "/extensions/VRM/a");
    document_tree(document, "");
    return true;
}

static void check_ends(bool alone)
{
    struct buf text = BUF_INIT(arena);
    buf_str(&text, "{\"extensions\":{\"VRM\":{\"a\":[1e999]},\"VRM\":{\"a\":[1e999]}},\"nodes\":[{\"name\":\"");
    for (int i = 0; i < 70000; i++) {
        buf_char(&text, 'n'); /* large, so that copies need blocks of their own */
    }
    buf_str(&text, "\"},[{},[true,2.5,\"s\",");
    for (int i = 0; i < 70000; i++) {
        buf_char(&text, '1');
    }
    buf_str(&text, "]],"); /* so many elements and members that their memory must grow into separate blocks */
    for (int i = 0; i < 20000; i++) {
        buf_printf(&text, "%d,", i);
    }
    for (int i = 0; i < 5000; i++) {
        buf_printf(&text, "%s\"key %d\":0", i == 0 ? "{" : ",", i);
    }
    buf_str(&text, "}]}");
    struct arena *own = arena;
    fails_alone = alone;
    long count = 0;
    for (bool done = false; !done; count++) {
        allocations_left = count;
        done = use_document(text.text);
        allocations_left = -1;
        document_close(document);
        arena_free(arena);
    }
    arena = own;
    document = NULL;
    print_message("%ld allocations\n", count);
    assert_true(count > 20);
}

static void memory_may_end_anywhere(void **state)
{
    (void)state;
    check_ends(false);
}

static void memory_may_be_short_once(void **state)
{
    (void)state;
    check_ends(true);
}

#define WITH_ARENA(test) cmocka_unit_test_setup_teardown(test, open_nothing, close_document)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_ARENA(pointers_lead_to_trees),
        WITH_ARENA(members_are_known_without_trees),
        WITH_ARENA(what_was_asked_for_is_kept),
        WITH_ARENA(the_last_of_equal_keys_counts),
        WITH_ARENA(memory_follows_what_is_asked_for),
        WITH_ARENA(large_values_are_found),
        WITH_ARENA(values_become_text_again),
        WITH_ARENA(values_are_compared),
        WITH_ARENA(odd_values_are_tamed),
        WITH_ARENA(trees_are_read),
        WITH_ARENA(nothing_is_read_from_nothing),
        WITH_ARENA(memory_may_end_anywhere),
        WITH_ARENA(memory_may_be_short_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
