/* Positions of JSON pointers in texts. */
#include "fresh_arena.h"
#include "support.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/pointer.h"
#include "gltf/positions.h"

struct expected {
    const char *pointer;
    bool found;
    const char *key;   /* beginning of the text at the key */
    const char *value; /* the whole value */
    size_t line;
    size_t column;
};

static void assert_places(const char *text, const struct expected *expected, size_t count)
{
    struct position *places = arena_array(arena, count, sizeof *places);
    for (size_t i = 0; i < count; i++) {
        places[i].pointer = expected[i].pointer;
    }
    positions_find(arena, text, strlen(text), places, count);
    for (size_t i = 0; i < count; i++) {
        const struct position *is = &places[i];
        const struct expected *should = &expected[i];
        size_t length = strlen(should->value);
        if (is->found != should->found || is->value.end - is->value.begin != length ||
            memcmp(text + is->value.begin, should->value, length) != 0 ||
            strncmp(text + is->key, should->key, strlen(should->key)) != 0 || is->line != should->line ||
            is->column != should->column) {
            fail_msg("%s: %s, key at %zu, value '%.*s' at %zu, line %zu, column %zu", should->pointer,
                     is->found ? "found" : "not found", is->key, (int)(is->value.end - is->value.begin),
                     text + is->value.begin, is->value.begin, is->line, is->column);
        }
    }
}

static void values_are_found(void **state)
{
    (void)state;
    static const char text[] = "{\n"
                               "  \"asset\": {\"version\": \"2.0\"},\n"
                               "  \"nodes\": [\n"
                               "    {\"name\": \"\xE9\xAB\xAA\", \"children\": [1, 2]}, 7,\n"
                               "    {}\n"
                               "  ]\n"
                               "}\n";
    static const struct expected places[] = {
        {"/nodes/0/children/1", true, "2", "2", 4, 35},
        {"/nodes/0/name", true, "\"name\"", "\"\xE9\xAB\xAA\"", 4, 14},
        {"/nodes/0/children", true, "\"children\"", "[1, 2]", 4, 31},
        {"/nodes/1", true, "7", "7", 4, 40},
        {"/nodes/2", true, "{}", "{}", 5, 5},
        {"/asset/version", true, "\"version\"", "\"2.0\"", 2, 24},
        {"/asset", true, "\"asset\"", "{\"version\": \"2.0\"}", 2, 12},
        {"/asset", true, "\"asset\"", "{\"version\": \"2.0\"}", 2, 12},
    };
    assert_places(text, places, sizeof places / sizeof *places);
    struct position root = {.pointer = ""};
    positions_find(arena, text, sizeof text - 1, &root, 1);
    assert_true(root.found && root.value.begin == 0 && root.value.end == sizeof text - 2 && root.key == 0);
    positions_find(arena, text, sizeof text - 1, NULL, 0);
}

static void what_is_missing_falls_back(void **state)
{
    (void)state;
    static const char text[] = " {\"a\":{\"b\":[10,{\"c\":1}]},\"d\":\"x\",\"e\":{},\"f\":[]}";
    static const char whole[] = "{\"a\":{\"b\":[10,{\"c\":1}]},\"d\":\"x\",\"e\":{},\"f\":[]}";
    static const struct expected places[] = {
        {"/a/b/2", false, "\"b\"", "[10,{\"c\":1}]", 1, 12},
        {"/a/b/1/x/y/z", false, "{\"c\"", "{\"c\":1}", 1, 16},
        {"/a/b/0/x", false, "10", "10", 1, 13},
        {"/a/b/01", false, "\"b\"", "[10,{\"c\":1}]", 1, 12},
        {"/a/b/-", false, "\"b\"", "[10,{\"c\":1}]", 1, 12},
        {"/a/b/", false, "\"b\"", "[10,{\"c\":1}]", 1, 12},
        {"/a/x", false, "\"a\"", "{\"b\":[10,{\"c\":1}]}", 1, 7},
        {"/d/x", false, "\"d\"", "\"x\"", 1, 30},
        {"/e/x", false, "\"e\"", "{}", 1, 38},
        {"/f/0", false, "\"f\"", "[]", 1, 45},
        {"/x", false, "{\"a\"", whole, 1, 2},
        {"/", false, "{\"a\"", whole, 1, 2},
        {"x", true, "{\"a\"", whole, 1, 2}, /* not a pointer: the same as "" */
    };
    assert_places(text, places, sizeof places / sizeof *places);
}

static void keys_are_compared_as_they_read(void **state)
{
    (void)state;
    static const char text[] = "{\"a/b\":1,\"m~n\":2,\"\":3,\"\\u0061\":4,\"x\\u0000\":5,\"0\":6,\"~1\":7,\"ab\":8,"
                               "\"\\ud83d\\ude00\":9}";
    static const struct expected places[] = {
        {"/a~1b", true, "\"a/b\"", "1", 1, 8},
        {"/m~0n", true, "\"m~n\"", "2", 1, 16},
        {"/", true, "\"\"", "3", 1, 21},
        {"/a", true, "\"\\u0061\"", "4", 1, 32},
        {"/x\xEF\xBF\xBD", true, "\"x", "5", 1, 44},
        {"/0", true, "\"0\"", "6", 1, 50},
        {"/~01", true, "\"~1\"", "7", 1, 57},
        {"/ab", true, "\"ab\"", "8", 1, 64},
        {"/\xF0\x9F\x98\x80", true, "\"\\ud", "9", 1, 81},
    };
    assert_places(text, places, sizeof places / sizeof *places);
}

static void the_last_of_equal_keys_counts(void **state)
{
    (void)state;
    static const char text[] =
        "{\"a\":{\"x\":1,\"y\":[1]},\"b\":0,\"a\":{\"y\":[2,3]},\"c\":{\"k\":1,\"k\":{\"k\":2,\"k\":3}}}";
    static const struct expected places[] = {
        {"/a", true, "\"a\":{\"y\":[2", "{\"y\":[2,3]}", 1, 32},
        {"/a/y/0", true, "2", "2", 1, 38},
        {"/a/y/1", true, "3", "3", 1, 40},
        {"/a/x", false, "\"a\":{\"y\":[2", "{\"y\":[2,3]}", 1, 32}, /* lost with the first object */
        {"/c/k/k", true, "\"k\":3", "3", 1, 70},
        {"/c/k", true, "\"k\":{", "{\"k\":2,\"k\":3}", 1, 59},
    };
    assert_places(text, places, sizeof places / sizeof *places);
    /* the later value is empty or of another type */
    static const char other[] = "{\"a\":{\"x\":{\"y\":1}},\"a\":[{\"y\":1}],\"b\":[1,2],\"b\":3}";
    static const struct expected gone[] = {
        {"/a/x/y", false, "\"a\":[", "[{\"y\":1}]", 1, 24},
        {"/a/0/y", true, "\"y\"", "1", 1, 30},
        {"/b/0", false, "\"b\":3", "3", 1, 48},
    };
    assert_places(other, gone, sizeof gone / sizeof *gone);
}

static void lines_and_columns_count_code_points(void **state)
{
    (void)state;
    static const char text[] = "[1,\r\n2,\n\n\"\xF0\x9F\x98\x80\xC3\xA9\",3,\r4]";
    static const struct expected places[] = {
        {"/0", true, "1", "1", 1, 2},
        {"/1", true, "2", "2", 2, 1},
        {"/2", true, "\"", "\"\xF0\x9F\x98\x80\xC3\xA9\"", 4, 1},
        {"/3", true, "3", "3", 4, 6},
        {"/4", true, "4", "4", 4, 9}, /* a carriage return alone doesn't end a line */
    };
    assert_places(text, places, sizeof places / sizeof *places);
    struct position known[] = {
        {.value = {14, 0}}, {.value = {0, 0}}, {.value = {sizeof text - 1, 0}}, {.value = {999, 0}}};
    positions_number(arena, text, sizeof text - 1, known, 4);
    assert_true(known[0].line == 4 && known[0].column == 3);
    assert_true(known[1].line == 1 && known[1].column == 1);
    assert_true(known[2].line == 4 && known[2].column == 11);
    assert_true(known[3].line == 4 && known[3].column == 11);
    positions_number(arena, text, sizeof text - 1, NULL, 0);
}

/* ---- any tree: the value at the position is the one that jansson has at the pointer ---- */

static uint32_t next_random(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static const char *const keys[] = {"a", "b", "ab", "a/b", "~", "", "0", "10", "\\u0061", "key\\n", "\xE9\xAB\xAA"};
enum { KEYS = sizeof keys / sizeof *keys };

static void write_random(struct buf *text, uint32_t *random, int depth)
{
    uint32_t kind = next_random(random) % (depth > 5 ? 3 : 8);
    uint32_t count = next_random(random) % 6;
    if (kind < 3) {
        static const char *const scalars[] = {"1", "\"x\\\"]}\"", " null"};
        buf_str(text, scalars[kind]);
        return;
    }
    buf_str(text, kind < 5 ? "[ " : "{");
    for (uint32_t i = 0; i < count; i++) {
        buf_str(text, i == 0 ? "" : ",\n");
        if (kind >= 5) {
            buf_printf(text, "\"%s\" :", keys[next_random(random) % KEYS]);
        }
        write_random(text, random, depth + 1);
    }
    buf_str(text, kind < 5 ? "]" : " }");
}

struct pairs {
    struct position *places;
    json_t **values;
    size_t count;
    size_t capacity;
    size_t value_capacity;
};

static void collect(struct pairs *pairs, const char *pointer, json_t *value)
{
    pairs->places = arena_grow(arena, pairs->places, pairs->count, &pairs->capacity, sizeof *pairs->places);
    pairs->values = arena_grow(arena, pairs->values, pairs->count, &pairs->value_capacity, sizeof(json_t *));
    pairs->values[pairs->count] = value;
    pairs->places[pairs->count++].pointer = pointer;
    const char *key;
    json_t *child;
    size_t index;
    json_object_foreach(value, key, child)
    {
        collect(pairs, pointer_key(arena, pointer, key), child);
    }
    json_array_foreach(value, index, child)
    {
        collect(pairs, pointer_index(arena, pointer, index), child);
    }
}

struct spans {
    struct span *list;
    size_t count;
    size_t capacity;
};

static void note_member(void *context, struct span key, struct span value, size_t count)
{
    (void)key;
    (void)count;
    struct spans *spans = context;
    spans->list = arena_grow(arena, spans->list, spans->count, &spans->capacity, sizeof *spans->list);
    spans->list[spans->count++] = value;
}

/* Fails the test unless the search gives the same if the positions of the root's members are known. */
static void check_fast(const struct buf *text, const struct position *places, size_t count)
{
    struct spans known = {0};
    struct scan_events events = {.context = &known, .member = note_member};
    assert_int_equal(scan_text(arena, text->text, text->length, 1, &events).status, SCAN_OK);
    struct position *fast = arena_array(arena, count, sizeof *fast);
    for (size_t i = 0; i < count; i++) {
        fast[i].pointer = places[i].pointer;
    }
    places_find_fast(arena, text->text, text->length, known.list, known.count, fast, count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(fast[i].found, places[i].found);
        assert_int_equal(fast[i].key, places[i].key);
        assert_int_equal(fast[i].value.begin, places[i].value.begin);
        assert_int_equal(fast[i].value.end, places[i].value.end);
        assert_int_equal(fast[i].line, places[i].line);
        assert_int_equal(fast[i].column, places[i].column);
    }
}

static void any_tree_resolves(void **state)
{
    uint32_t random = 99;
    size_t total = 0;
    for (int round = 0; round < 400; round++) {
        struct buf text = BUF_INIT(arena);
        write_random(&text, &random, 0);
        json_t *tree = json_loadb(text.text, text.length, JSON_DECODE_ANY, NULL);
        assert_non_null(tree);
        struct pairs pairs = {0};
        collect(&pairs, "", tree);
        for (size_t i = pairs.count; i-- > 1;) {
            size_t other = next_random(&random) % (i + 1);
            struct position place = pairs.places[i];
            json_t *value = pairs.values[i];
            pairs.places[i] = pairs.places[other];
            pairs.values[i] = pairs.values[other];
            pairs.places[other] = place;
            pairs.values[other] = value;
        }
        positions_find(arena, text.text, text.length, pairs.places, pairs.count);
        for (size_t i = 0; i < pairs.count; i++) {
            const struct position *place = &pairs.places[i];
            assert_true(place->found);
            json_t *there = json_loadb(text.text + place->value.begin, place->value.end - place->value.begin,
                                       JSON_DECODE_ANY, NULL);
            if (there == NULL || !json_equal(there, pairs.values[i])) {
                fail_msg("%s in %s", place->pointer, text.text);
            }
            json_decref(there);
        }
        check_fast(&text, pairs.places, pairs.count / 3 + 1);
        total += pairs.count;
        json_decref(tree);
        free_arena(state);
        fresh_arena(state);
    }
    print_message("%zu places\n", total);
    assert_true(total > 5000);
}

/* Pointers deeper than any text, very many of them, and very many equal keys. A slow search would not finish. */
static void many_are_found_in_one_walk(void **state)
{
    (void)state;
    size_t count = trials(100000);
    struct buf text = BUF_INIT(arena);
    buf_str(&text, "{\"nodes\":[");
    for (size_t i = 0; i < count; i++) {
        buf_printf(&text, "%s{\"a\":%zu}", i == 0 ? "" : ",", i);
    }
    buf_str(&text, "]");
    for (size_t i = 0; i < count; i++) {
        buf_str(&text, ",\"same\":{\"b\":[0,1,2]}");
    }
    buf_str(&text, "}");
    struct position *places = arena_array(arena, 3 * count, sizeof *places);
    for (size_t i = 0; i < count; i++) {
        places[i].pointer = arena_printf(arena, "/nodes/%zu/a", i);
        places[count + i].pointer = arena_printf(arena, "/same/b/%zu/x", i % 5);
        places[2 * count + i].pointer = "/nodes/5/a/x/x/x/x/x/x/x/x/x/x/x";
    }
    struct buf deep = BUF_INIT(arena);
    for (size_t i = 0; i < 2 * count; i++) {
        buf_str(&deep, "/same");
    }
    places[0].pointer = buf_text(&deep);
    positions_find(arena, text.text, text.length, places, 3 * count);
    check_fast(&text, places, 3 * count);
    for (size_t i = 1; i < count; i++) {
        assert_true(places[i].found);
        assert_int_equal(strtoul(text.text + places[i].value.begin, NULL, 10), i);
        assert_int_equal(places[i].column, places[i].value.begin + 1);
    }
    assert_false(places[0].found);
    assert_memory_equal(text.text + places[0].key, "\"same\"", 6);
    assert_int_equal(text.text[places[count + 1].value.begin], '1');
    assert_int_equal(places[count + 4].value.end, text.length - 2);
}

#define WITH_ARENA(test) cmocka_unit_test_setup_teardown(test, fresh_arena, free_arena)

TEST_PROGRAM(positions)
{
    const struct CMUnitTest tests[] = {
        WITH_ARENA(values_are_found),
        WITH_ARENA(what_is_missing_falls_back),
        WITH_ARENA(keys_are_compared_as_they_read),
        WITH_ARENA(the_last_of_equal_keys_counts),
        WITH_ARENA(lines_and_columns_count_code_points),
        WITH_ARENA(any_tree_resolves),
        WITH_ARENA(many_are_found_in_one_walk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
