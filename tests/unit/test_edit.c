/* Changes to a JSON text that leave the rest of the text unchanged. */
#include "fresh_arena.h"
#include "support.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "edit/edit.h"

#define SET(pointer, value)                                                                                            \
    {                                                                                                                  \
        VRMLINT_EDIT_SET, pointer, value                                                                               \
    }
#define REMOVE(pointer)                                                                                                \
    {                                                                                                                  \
        VRMLINT_EDIT_REMOVE, pointer, NULL                                                                             \
    }
#define RENAME(pointer, name)                                                                                          \
    {                                                                                                                  \
        VRMLINT_EDIT_RENAME, pointer, name                                                                             \
    }
#define INSERT(pointer, value)                                                                                         \
    {                                                                                                                  \
        VRMLINT_EDIT_INSERT, pointer, value                                                                            \
    }
#define MOVE(from, to)                                                                                                 \
    {                                                                                                                  \
        VRMLINT_EDIT_MOVE, from, to                                                                                    \
    }

/* Returns the text after edits, or NULL if they can't be made. */
static const char *edited(const char *text, const struct vrmlint_edit *edits, size_t count)
{
    struct splices splices;
    struct buf out = BUF_INIT(arena);
    size_t wrong;
    if (!edits_splice(arena, text, strlen(text), edits, count, &splices, &wrong)) {
        assert_true(wrong < count);
        return NULL;
    }
    splices_apply(&out, text, strlen(text), &splices);
    return buf_text(&out);
}

struct example {
    const char *before;
    struct vrmlint_edit edits[4];
    const char *after; /* NULL: the edit can't be made */
};

static void check_examples(const struct example *examples, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t edits = 0;
        while (edits < 4 && examples[i].edits[edits].pointer != NULL) {
            edits++;
        }
        const char *is = edited(examples[i].before, examples[i].edits, edits);
        if (examples[i].after == NULL) {
            assert_null(is);
        } else {
            assert_non_null(is);
            assert_string_equal(is, examples[i].after);
        }
    }
}
#define CHECK(examples) check_examples(examples, sizeof(examples) / sizeof *(examples))

static void values_are_set(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {"{\"a\":1.50,\"b\":2}", {SET("/a", "2")}, "{\"a\":2,\"b\":2}"},
        {"{ \"a\" : 1.50 }", {SET("/a", "[1,2]")}, "{ \"a\" : [1, 2] }"},
        /* in lists only the differences are written */
        {"{\"q\": [0, 1.0,\n 2e0]}", {SET("/q", "[0,5,2]")}, "{\"q\": [0, 5,\n 2]}"},
        {"{\"q\": [0, 1]}", {SET("/q", "[0,5,2]")}, "{\"q\": [0, 5, 2]}"},
        {"{\"q\": []}", {SET("/q", "[0]")}, "{\"q\": [0]}"},
        {"{\"a\":[{\"b\":1},{\"b\":2}]}", {SET("/a/1/b", "3"), SET("/a/0/b", "4")}, "{\"a\":[{\"b\":4},{\"b\":3}]}"},
        /* missing members */
        {"{}", {SET("/a", "1")}, "{\"a\":1}"},
        {"{\"a\":1}", {SET("/b", "\"x\"")}, "{\"a\":1,\"b\":\"x\"}"},
        {"{\n  \"a\": 1\n}\n", {SET("/b", "[1,2]")}, "{\n  \"a\": 1,\n  \"b\": [1, 2]\n}\n"},
        {"{\n\t\"a\": {}\n}",
         {SET("/a/b", "{\"c\":[1],\"d\":{}}")},
         "{\n\t\"a\": {\n\t\t\"b\": {\n\t\t\t\"c\": [1],\n\t\t\t\"d\": {}\n\t\t}\n\t}\n}"},
        {"{\"a\": {\"b\": 1}}", {SET("/a/c", "2"), SET("/a/d", "3")}, "{\"a\": {\"b\": 1, \"c\": 2, \"d\": 3}}"},
        {"{\"a\":1}", {SET("/b/c", "2")}, NULL},
        {"{\"a\":[1]}", {SET("/a/1", "2")}, NULL},
        {"{\"a\":1}", {SET("/a/b", "2")}, NULL},
        {"{\"a\":1}", {SET("", "2")}, NULL},
    };
    CHECK(examples);
}

static void members_and_elements_go(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {"{\"a\":1,\"b\":2,\"c\":3}", {REMOVE("/a")}, "{\"b\":2,\"c\":3}"},
        {"{\"a\":1,\"b\":2,\"c\":3}", {REMOVE("/b")}, "{\"a\":1,\"c\":3}"},
        {"{\"a\":1,\"b\":2,\"c\":3}", {REMOVE("/c")}, "{\"a\":1,\"b\":2}"},
        {"{\"a\":1,\"b\":2,\"c\":3}", {REMOVE("/a"), REMOVE("/b")}, "{\"c\":3}"},
        {"{\"a\":1,\"b\":2,\"c\":3}", {REMOVE("/c"), REMOVE("/a")}, "{\"b\":2}"},
        {"{ \"a\": 1 }", {REMOVE("/a")}, "{}"},
        {"[ 1 ,\n 2 ,\n 3 ]", {REMOVE("/1")}, "[ 1 ,\n 3 ]"},
        {"[ 1 ,\n 2 ,\n 3 ]", {REMOVE("/0")}, "[ 2 ,\n 3 ]"},
        {"[ 1 ,\n 2 ,\n 3 ]", {REMOVE("/2")}, "[ 1 ,\n 2 ]"},
        {"[1,2,3]", {REMOVE("/2"), REMOVE("/0"), REMOVE("/1")}, "[]"},
        {"[1,2,3]", {REMOVE("/1"), REMOVE("/1")}, "[1,3]"},
        {"[1,2,3]", {REMOVE("/3")}, NULL},
        {"{\"a\":[{\"b\":1},2]}", {REMOVE("/a/0"), SET("/a/0/b", "3")}, NULL},
        {"{\"a\":{\"b\":1},\"c\":[1]}", {REMOVE("/a/b"), REMOVE("/c/0")}, "{\"a\":{},\"c\":[]}"},
    };
    CHECK(examples);
}

static void names_change_and_things_come_and_move(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {"{\"a\" : 1,\"b\":2}", {RENAME("/a", "x\"y")}, "{\"x\\\"y\" : 1,\"b\":2}"},
        {"{\"a/b\":{\"c\":1}}", {RENAME("/a~1b", "d"), SET("/a~1b/c", "2")}, "{\"d\":{\"c\":2}}"},
        {"[1]", {RENAME("/0", "d")}, NULL},
        {"[1,2]", {INSERT("/-", "3")}, "[1,2,3]"},
        {"[1,2]", {INSERT("/0", "3")}, "[3,1,2]"},
        {"[1,2]", {INSERT("/2", "3")}, "[1,2,3]"},
        {"[1,2]", {INSERT("/3", "3")}, NULL},
        {"[]", {INSERT("/0", "3"), INSERT("/-", "4")}, "[3,4]"},
        {"{\n  \"u\": [\n    \"a\"\n  ]\n}", {INSERT("/u/-", "\"b\"")}, "{\n  \"u\": [\n    \"a\",\n    \"b\"\n  ]\n}"},
        {"[1,2,3]", {REMOVE("/0"), REMOVE("/1"), REMOVE("/2"), INSERT("/-", "4")}, "[4]"},
        {"[1,2,3]", {REMOVE("/2"), INSERT("/-", "4")}, "[1,2,4]"},
        {"[1,2.50,3]", {MOVE("/1", "/0")}, "[2.50,1,3]"},
        {"[1,2.50,3]", {MOVE("/1", "/-")}, "[1,3,2.50]"},
        {"{\"a\":{\"b\":[1.0, 2]},\"c\":{}}", {MOVE("/a/b", "/c/d")}, "{\"a\":{},\"c\":{\"d\":[1.0, 2]}}"},
        {"{\"a\":1,\"b\":2}", {MOVE("/a", "/a")}, "{\"b\":2,\"a\":1}"},
        {"{\"a\":1,\"b\":2}", {MOVE("/a", "/b/c")}, NULL},
    };
    CHECK(examples);
}

/* ---- any text, any edits ---- */

static unsigned long long seed;

static size_t below(size_t count)
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (size_t)(seed >> 33) % count;
}

static void print_space(struct buf *out)
{
    static const char *const spaces[] = {"", "", "", " ", "\n  ", "\t", "\r\n"};
    buf_str(out, spaces[below(7)]);
}

/* Writes a random value with random white space. */
static void print_random(struct buf *out, unsigned depth)
{
    static const char *const plain[] = {"1", "-0.50", "1e3", "true", "null", "\"a\\\"]}\"", "\"\"", "7"};
    size_t kind = below(depth > 0 ? 4 : 2);
    if (kind < 2) {
        buf_str(out, plain[below(8)]);
        return;
    }
    size_t count = below(5);
    buf_char(out, kind == 2 ? '[' : '{');
    print_space(out);
    for (size_t i = 0; i < count; i++) {
        if (i > 0) {
            buf_char(out, ',');
            print_space(out);
        }
        if (kind == 3) {
            buf_printf(out, "\"k%zu\"", i);
            print_space(out);
            buf_char(out, ':');
            print_space(out);
        }
        print_random(out, depth - 1);
        print_space(out);
    }
    buf_char(out, kind == 2 ? ']' : '}');
}

/* Returns a pointer to a random value in a tree, not the root; "" if the tree is empty. */
static const char *random_pointer(const json_t *tree)
{
    struct buf out = BUF_INIT(arena);
    do {
        if (json_is_array(tree) && json_array_size(tree) > 0) {
            size_t index = below(json_array_size(tree));
            buf_printf(&out, "/%zu", index);
            tree = json_array_get(tree, index);
        } else if (json_is_object(tree) && json_object_size(tree) > 0) {
            char key[24];
            snprintf(key, sizeof key, "k%zu", below(json_object_size(tree)));
            buf_printf(&out, "/%s", key);
            tree = json_object_get(tree, key);
        } else {
            break;
        }
    } while (below(3) > 0);
    return buf_text(&out);
}

/* Returns the container of the value at a pointer, and sets *token to the last token. */
static json_t *holder(json_t *tree, const char *pointer, const char **token)
{
    while (strchr(pointer + 1, '/') != NULL) {
        char name[24];
        size_t length = (size_t)(strchr(pointer + 1, '/') - pointer - 1);
        snprintf(name, sizeof name, "%.*s", (int)length, pointer + 1);
        tree = json_is_array(tree) ? json_array_get(tree, (size_t)atoi(name)) : json_object_get(tree, name);
        pointer += length + 1;
    }
    *token = pointer + 1;
    return tree;
}

/* Makes the same edit in the tree. */
static void do_to_tree(json_t *tree, const struct vrmlint_edit *edit)
{
    const char *token;
    json_t *in = holder(tree, edit->pointer, &token);
    bool array = json_is_array(in);
    if (edit->kind == VRMLINT_EDIT_REMOVE) {
        assert_int_equal(array ? json_array_remove(in, (size_t)atoi(token)) : json_object_del(in, token), 0);
    } else if (edit->kind == VRMLINT_EDIT_RENAME) {
        json_object_set(in, edit->value, json_object_get(in, token));
        json_object_del(in, token);
    } else {
        json_t *value = json_loads(edit->value, JSON_DECODE_ANY, NULL);
        assert_non_null(value);
        if (edit->kind == VRMLINT_EDIT_INSERT) {
            json_array_insert_new(in, (size_t)atoi(token), value);
        } else if (array) {
            json_array_set_new(in, (size_t)atoi(token), value);
        } else {
            json_object_set_new(in, token, value);
        }
    }
}

static struct vrmlint_edit random_edit(const json_t *tree, const char *pointer)
{
    static const char *const values[] = {"1", "[1,2]", "{\"x\":[{\"y\":\"a,b\"}],\"z\":null}", "[]", "\"s\\\\\"", "{}"};
    const char *token;
    bool array = json_is_array(holder((json_t *)(uintptr_t)tree, pointer, &token));
    switch (below(4)) {
    case 0:
        return (struct vrmlint_edit)REMOVE(pointer);
    case 1:
        return array ? (struct vrmlint_edit)INSERT(pointer, values[below(6)])
                     : (struct vrmlint_edit)RENAME(pointer, "new");
    case 2:
        if (!array) {
            return (struct vrmlint_edit)SET(arena_printf(arena, "%.*s/added", (int)(token - 1 - pointer), pointer),
                                            values[below(6)]);
        }
        break;
    default:
        break;
    }
    return (struct vrmlint_edit)SET(pointer, values[below(6)]);
}

static void any_edit_does_what_it_says(void **state)
{
    (void)state;
    size_t done = 0;
    for (size_t i = 0; i < trials(20000); i++) {
        seed = i;
        struct buf text = BUF_INIT(arena);
        print_random(&text, 4);
        json_t *tree = json_loads(buf_text(&text), JSON_DECODE_ANY, NULL);
        assert_non_null(tree);
        const char *pointer = random_pointer(tree);
        if (*pointer != '\0') {
            struct vrmlint_edit edit = random_edit(tree, pointer);
            const char *is = edited(buf_text(&text), &edit, 1);
            assert_non_null(is);
            do_to_tree(tree, &edit);
            json_t *reread = json_loads(is, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL);
            if (reread == NULL || !json_equal(reread, tree)) {
                fail_msg("kind %d at %s of %s gives %s", (int)edit.kind, edit.pointer, buf_text(&text), is);
            }
            json_decref(reread);
            done++;
        }
        json_decref(tree);
    }
    assert_true(done > trials(20000) / 4);
}

/* ---- edits that affect each other ---- */

static void what_goes_takes_its_own_along(void **state)
{
    (void)state;
    struct vrmlint_edit edits[] = {SET("/a/1/b", "1"), SET("/a/10", "2"), REMOVE("/a/1"),
                                   SET("/a/10", "2"),  REMOVE("/a/1"),    SET("/a/1", "3")};
    size_t count = edits_settle(arena, edits, 6);
    assert_int_equal(count, 2);
    assert_int_equal(edits[0].kind, VRMLINT_EDIT_REMOVE);
    assert_string_equal(edits[0].pointer, "/a/1");
    assert_string_equal(edits[1].pointer, "/a/10");
}

static void owners_that_collide_wait(void **state)
{
    (void)state;
    struct wish wishes[] = {
        {SET("/a/1/b", "1"), 0}, {SET("/a/10", "2"), 1},       {REMOVE("/a/1"), 2},          {REMOVE("/c"), 3},
        {REMOVE("/c"), 4},       {INSERT("/d/-", "\"x\""), 5}, {INSERT("/d/-", "\"y\""), 6}, {SET("/a/10", "3"), 7},
    };
    bool waits[8] = {false};
    static const bool should[8] = {false, false, true, false, false, false, false, true};
    wishes_part(arena, wishes, 8, waits);
    assert_memory_equal(waits, should, sizeof should);
}

TEST_PROGRAM(edit)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(values_are_set, fresh_arena, free_arena),
        cmocka_unit_test_setup_teardown(members_and_elements_go, fresh_arena, free_arena),
        cmocka_unit_test_setup_teardown(names_change_and_things_come_and_move, fresh_arena, free_arena),
        cmocka_unit_test_setup_teardown(any_edit_does_what_it_says, fresh_arena, free_arena),
        cmocka_unit_test_setup_teardown(what_goes_takes_its_own_along, fresh_arena, free_arena),
        cmocka_unit_test_setup_teardown(owners_that_collide_wait, fresh_arena, free_arena),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
