/* The events of the scanner. */
#include "fresh_arena.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "gltf/json.h"
#include "gltf/scan.h"

enum { SEED = 12345 };

static struct scan_result scan(const char *text)
{
    return scan_text(arena, text, strlen(text), SEED, NULL);
}

/* ---- events ---- */

struct told {
    struct buf buf;
    const char *text;
};

static void note_member(void *context, struct span key, struct span value, size_t count)
{
    struct told *told = context;
    buf_printf(&told->buf, "%.*s=%.*s(%zu) ", (int)(key.end - key.begin), told->text + key.begin,
               (int)(value.end - value.begin), told->text + value.begin, count);
}

static void note_extension(void *context, const struct scan_position *position, struct span key, size_t value)
{
    struct told *told = context;
    buf_printf(&told->buf, "%.*s@%s:%c ", (int)(key.end - key.begin), told->text + key.begin,
               scan_pointer(position, arena, SCAN_POINTER_MAX), told->text[value]);
}

static void note_duplicate(void *context, const struct scan_position *position, size_t first, size_t second,
                           size_t value)
{
    struct told *told = context;
    buf_printf(&told->buf, "%s:%zu,%zu,%zu ", scan_pointer(position, arena, SCAN_POINTER_MAX), first, second, value);
}

static const char *tell(const char *text, struct scan_events events)
{
    struct told told = {BUF_INIT(arena), text};
    events.context = &told;
    struct scan_result result = scan_text(arena, text, strlen(text), SEED, &events);
    assert_int_equal(result.status, SCAN_OK);
    return buf_text(&told.buf);
}

static void members_are_told(void **state)
{
    (void)state;
    struct scan_events events = {.member = note_member};
    assert_string_equal(tell("{}", events), "");
    assert_string_equal(tell(" { \"a\" : [1,{\"x\":2}] , \"b\":\"t\" ,\"a\": null }", events),
                        "a=[1,{\"x\":2}](2) b=\"t\"(0) a=null(0) ");
    assert_string_equal(
        tell("{\"a\":[[1,2,3]],\"b\":[ ],\"c\":{},\"d\":{\"x\":[],\"y\":{}},\"e\":[1,2,[]],\"f\":7}", events),
        "a=[[1,2,3]](1) b=[ ](0) c={}(0) d={\"x\":[],\"y\":{}}(2) e=[1,2,[]](3) f=7(0) ");
    assert_string_equal(tell("[{\"a\":1}]", events), "");
}

static void extensions_are_told(void **state)
{
    (void)state;
    struct scan_events events = {.extension = note_extension};
    assert_string_equal(
        tell("{\"extensions\":{\"A\":{},\"B\":[{\"extensions\":{\"C\":1}}]},\"nodes\":[{},{\"extensions\":"
             "{\"D\":\"x\"}}]}",
             events),
        "A@/extensions/A:{ B@/extensions/B:[ C@/extensions/B/0/extensions/C:1 "
        "D@/nodes/1/extensions/D:\" ");
    /* not in extras at any depth, not in arrays, and not if extensions isn't an object */
    assert_string_equal(
        tell("{\"extras\":{\"extensions\":{\"A\":1},\"x\":[{\"extensions\":{\"B\":1}}]},\"extensions\":[{"
             "\"C\":1}],\"x\":{\"extensions\":1}}",
             events),
        "");
    /* escapes make no difference, and a duplicate key is reported once */
    assert_string_equal(
        tell("{\"extension\\u0073\":{\"A\":1,\"A\":2},\"extr\\u0061s\":{\"extensions\":{\"B\":1}}}", events),
        "A@/extensions/A:1 ");
}

static void duplicates_are_told(void **state)
{
    (void)state;
    struct scan_events events = {.duplicate = note_duplicate};
    assert_string_equal(tell("{\"a\":1,\"b\":{\"a\":1},\"c\":[{\"a\":1},{\"a\":1}]}", events), "");
    assert_string_equal(tell("{\"a\":1,\"a\":2}", events), "/a:1,7,11 ");
    assert_string_equal(tell("{\"a\":1,\"a\":2,\"a\": 3}", events), "/a:1,7,11 /a:1,13,18 ");
    assert_string_equal(tell("{\"\":1,\"\":2}", events), "/:1,6,9 ");
    assert_string_equal(tell("{\"x\":[{\"k\":0,\"a\":{\"k\":0,\"k\":0}}]}", events), "/x/0/a/k:18,24,28 ");
    /* the same key, written differently */
    assert_string_equal(tell("{\"a\":1,\"\\u0061\":2}", events), "/a:1,7,16 ");
    assert_string_equal(tell("{\"\\u0061\":1,\"a\":2}", events), "/a:1,12,16 ");
    assert_string_equal(tell("{\"\\u006a\":1,\"\\u006A\":2}", events), "/j:1,12,21 ");
    assert_string_equal(tell("{\"/~\":1,\"\\/~\":2}", events), "/~1~0:1,8,14 ");
    assert_string_equal(tell("{\"\\ud83d\\ude00\":1,\"\xF0\x9F\x98\x80\":2}", events), "/\xF0\x9F\x98\x80:1,18,25 ");
    assert_string_equal(tell("{\"\\n\":1,\"\\u000a\":2}", events), "/\n:1,8,17 ");
    /* different keys */
    assert_string_equal(tell("{\"a\":1,\"A\":1,\"a \":1,\"\\u0000\":1,\"\\u0000\\u0000\":1,\"\":1,\"12345678\":1,"
                             "\"123456789\":1,\"12345679\":1,\"\\\\u0061\":1}",
                             events),
                        "");
}

/* Many keys in nested objects, so that the table grows and entries are removed. */
static void large_objects_are_searched(void **state)
{
    (void)state;
    struct buf text = BUF_INIT(arena);
    for (int object = 0; object < 20; object++) {
        buf_str(&text, object == 0 ? "{" : ",\"in\":{");
        for (int key = 0; key < 5 * object + 3; key++) {
            buf_printf(&text, "%s\"%s%d\":{\"inner\":%d}", key == 0 ? "" : ",", key % 3 == 0 ? "\\u006b" : "k", key,
                       key);
        }
    }
    for (int object = 20; object-- > 0;) {
        if (object % 4 == 0) {
            buf_printf(&text, ",\"k%d\":1", object); /* already present; only here duplicated */
        }
        buf_str(&text, ",\"last\":1}");
    }
    struct scan_events events = {.duplicate = note_duplicate};
    const char *found = tell(buf_text(&text), events);
    int count = 0;
    for (const char *at = found; *at != '\0'; at++) {
        count += *at == ' ';
    }
    assert_int_equal(count, 5);
    assert_non_null(strstr(found, "/in/in/in/in/k4:"));
    assert_non_null(strstr(found, "/k0:1,"));
}

static void pointers_have_a_limit(void **state)
{
    (void)state;
    char *text = malloc(40000);
    assert_non_null(text);
    memset(text, 'k', 40000);
    memcpy(text, "{\"", 2);
    strcpy(text + 2000, "\":x}");
    assert_string_equal(scan(text).pointer, "");
    strcpy(text + 1000, "\":x}");
    assert_int_equal(strlen(scan(text).pointer), 999);
    free(text);
}

#define WITH_ARENA(test) cmocka_unit_test_setup_teardown(test, fresh_arena, free_arena)

TEST_PROGRAM(scan_events)
{
    const struct CMUnitTest tests[] = {
        WITH_ARENA(members_are_told),           WITH_ARENA(extensions_are_told),   WITH_ARENA(duplicates_are_told),
        WITH_ARENA(large_objects_are_searched), WITH_ARENA(pointers_have_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
