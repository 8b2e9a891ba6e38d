/* Places by their pointers: the nearest kind, and values deep inside a kind. */
#include "support.h"

#include <string.h>

#include "finding/place.h"

#define SPRING "/extensions/VRMC_springBone/springs/12"

static void nearest(void **state)
{
    (void)state;
    struct place place = place_at(SPRING "/colliderGroups/3");
    assert_int_equal(place.kind, PLACE_SPRING_GROUP);
    assert_int_equal(place.index[0], 12);
    assert_int_equal(place.index[1], 3);
    assert_null(place.member);
    place = place_at(SPRING "/joints/0/node");
    assert_int_equal(place.kind, PLACE_JOINT);
    assert_string_equal(place.member, "node");
    assert_int_equal(place_at("/asset/version").kind, PLACE_FILE);
}

static void from_afar(void **state)
{
    (void)state;
    size_t indices[2];
    const char *rest;
    assert_true(place_within(SPRING "/colliderGroups/3", PLACE_SPRING, NULL, indices, &rest));
    assert_int_equal(indices[0], 12);
    assert_string_equal(rest, "/colliderGroups/3");
    assert_true(place_within(SPRING "/joints/7/node", PLACE_SPRING, "joints", NULL, &rest));
    assert_string_equal(rest, "/7/node");
    assert_false(place_within(SPRING "/jointsOf", PLACE_SPRING, "joints", NULL, NULL));
    assert_false(place_within(SPRING "/joint", PLACE_SPRING, "joints", NULL, NULL));
    assert_false(place_within(SPRING "", PLACE_SPRING, "joints", NULL, NULL));
    assert_false(place_within("/extensions/VRMC_springBone/springs/012", PLACE_SPRING, NULL, NULL, NULL));
    assert_false(place_within("/extensions/VRMC_springBone/springs", PLACE_SPRING, NULL, NULL, NULL));
}

static void exactly(void **state)
{
    (void)state;
    assert_true(place_is(SPRING, PLACE_SPRING, NULL));
    assert_true(place_is(SPRING "/center", PLACE_SPRING, "center"));
    assert_false(place_is(SPRING "/center", PLACE_SPRING, NULL));
    assert_false(place_is(SPRING "/center/x", PLACE_SPRING, "center"));
    assert_true(place_is("/extensions/VRM", PLACE_EXTENSION, "VRM"));
    assert_false(place_is("/extensions/VRMC_vrm", PLACE_EXTENSION, "VRM"));
}

TEST_PROGRAM(places)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nearest), cmocka_unit_test(from_afar),
                                       cmocka_unit_test(exactly)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
