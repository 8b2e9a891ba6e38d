/* Single constraints: kinds, layouts, values, directions, and possible fixes. */
#include "constraint_files.h"

/* A constraint on the first of two nodes, without a parent. */
#define ONE(member) FILE_OF("{" member "},{}", "")
#define DRAFT(body) ONE("'extensions':{'VRMC_node_constraint':{'specVersion':'1.0-draft'," body "}}")

/* ---- kinds and layouts ---- */

static void kinds(void **state)
{
    (void)state;
#define KINDS "kind-not-in-version,one-of,unknown-property,missing-property,draft-flattened"
    static const struct constraint_case cases[] = {
        {KINDS, ONE(ON("'position':{'source':1}")), "warning kind-not-in-version /nodes/0!/constraint/position"},
        {KINDS, ONE(ON("'position':{'source':1}," ROTATION(1))),
         "warning kind-not-in-version /nodes/0!/constraint/position"},
        {KINDS, ONE(ON("'position':{'source':1}," ROTATION(1) "," ROLL(1))),
         "warning kind-not-in-version /nodes/0!/constraint/position"},
        {KINDS, ONE("'extensions':{'VRMC_node_constraint':{'specVersion':'1.0-beta','constraint':{'position':3}}}"),
         "warning kind-not-in-version /nodes/0!/constraint/position"},
        {KINDS, ONE("'extensions':{'VRMC_node_constraint':{'specVersion':'7','constraint':{'position':3}}}"),
         "warning kind-not-in-version /nodes/0!/constraint/position"},
        {KINDS, ONE("'extensions':{'VRMC_node_constraint':{'constraint':{'position':{'source':1}}}}"),
         "warning kind-not-in-version /nodes/0!/constraint/position"},
        {KINDS, ONE(ON(ROTATION(1) "," ROLL(1))), "error one-of /nodes/0!/constraint"},
        {KINDS, ONE(ON("")), "error one-of /nodes/0!/constraint"},
        /* among the drafts, a roll means the 2022 one, which has no position any more */
        {KINDS, ONE(ON_DRAFT("'position':{'source':1}")), ""},
        {KINDS, ONE(ON_DRAFT(ROLL(1))), ""},
        {KINDS, ONE(ON_DRAFT("'position':{'source':1}," ROLL(1))),
         "warning kind-not-in-version /nodes/0!/constraint/position"},
        {KINDS, ONE(ON_DRAFT("'position':{'source':1},'rotation':{'source':1}")), "error one-of /nodes/0!/constraint"},
        {KINDS, ONE(ON_DRAFT("'rotation':{'source':1,'axes':[true,true,true],'freezeAxes':[]}")),
         "warning unknown-property /nodes/0!/constraint/rotation/freezeAxes"},
        {KINDS, ONE(ON_DRAFT("'rotation':{'source':1,'axes':[true,true,true],'sourceSpace':'local'}")),
         "warning unknown-property /nodes/0!/constraint/rotation/axes"},
        /* as in the tables of the first draft */
        {KINDS, DRAFT("'position':{'source':1}"), "warning draft-flattened /nodes/0!"},
        {KINDS, DRAFT("'aim':{'source':1,'upVector':[1,0,0]}"), "warning draft-flattened /nodes/0!"},
        {KINDS, DRAFT("'rotation':{'source':1},'aim':{'source':1}"),
         "warning draft-flattened /nodes/0!; error one-of /nodes/0!"},
        {KINDS, DRAFT("'rotation':{'source':1},'roll':{'source':1}"),
         "warning draft-flattened /nodes/0!; warning kind-not-in-version /nodes/0!/roll"},
        {KINDS, DRAFT("'rotation':{'source':1},'constraint':{'rotation':{'source':1}}"),
         "warning draft-flattened /nodes/0!"},
        {KINDS, DRAFT("'aim':{'source':1,'aimAxis':'PositiveX'}"), "error unknown-property /nodes/0!/aim"},
        {KINDS, DRAFT("'roll':{'source':1,'rollAxis':'X'}"), "error unknown-property /nodes/0!/roll"},
        {KINDS, DRAFT("'extras':1"), "error missing-property /nodes/0!"},
        {KINDS, ONE("'extensions':{'VRMC_node_constraint':{'specVersion':'1.0','rotation':{'source':1}}}"),
         "error unknown-property /nodes/0!/rotation"},
        /* UniVRM refuses avatars, and reads no constraints of other files */
        {KINDS, FILE_OF("{" ON("'position':{'source':1}") "},{}", HUMANOID("")),
         "error kind-not-in-version /nodes/0!/constraint/position"},
        {KINDS, FILE_OF("{" ON("'position':{'source':1}," ROTATION(1)) "},{}", HUMANOID("")),
         "error kind-not-in-version /nodes/0!/constraint/position"},
        {KINDS, FILE_OF("{" ON_DRAFT("'position':{'source':1}," ROLL(1)) "},{}", HUMANOID("")),
         "error kind-not-in-version /nodes/0!/constraint/position"},
        /* other members before the kind */
        {"kind-not-first", ONE(ON("'extras':1," ROLL(1))), "info kind-not-first /nodes/0!/constraint/extras"},
        {"kind-not-first", ONE(ON("'extensions':{}," ROLL(1))), "info kind-not-first /nodes/0!/constraint/extensions"},
        {"kind-not-first", ONE(ON_DRAFT("'extras':1,'position':{}")),
         "info kind-not-first /nodes/0!/constraint/extras"},
        {"kind-not-first", ONE(ON(ROLL(1) ",'extras':1")), ""},
        {"kind-not-first", ONE(ON("'extras':1")), ""},
        {"kind-not-first", DRAFT("'extras':1,'rotation':{'source':1}"), ""},
    };
    RUN(cases);
}

static void fixes(void **state)
{
    (void)state;
    static const struct {
        const char *rule;
        const char *text;
        enum vrmlint_fix fix;
    } cases[] = {
        {"draft-flattened", DRAFT("'rotation':{'source':1}"), VRMLINT_FIX_REPAIR},
        {"draft-flattened", DRAFT("'rotation':{'source':1},'aim':{'source':1}"), VRMLINT_FIX_NONE},
        {"draft-flattened", DRAFT("'rotation':{'source':1},'constraint':{}"), VRMLINT_FIX_NONE},
        {"unknown-value", ONE(ON("'roll':{'source':1,'rollAxis':'y'}")), VRMLINT_FIX_REPAIR},
        {"unknown-value", ONE(ON("'roll':{'source':1,'rollAxis':'+Y'}")), VRMLINT_FIX_REPAIR},
        {"unknown-value", ONE(ON("'roll':{'source':1,'rollAxis':'-Y'}")), VRMLINT_FIX_NONE},
        {"unknown-value", ONE(ON("'roll':{'source':1,'rollAxis':'PositiveY'}")), VRMLINT_FIX_NONE},
        {"unknown-value", ONE(ON("'roll':{'source':1,'rollAxis':''}")), VRMLINT_FIX_NONE},
        {"unknown-value", ONE(ON("'aim':{'source':1,'aimAxis':'positivex'}")), VRMLINT_FIX_REPAIR},
        {"unknown-value", ONE(ON("'aim':{'source':1,'aimAxis':'-Z'}")), VRMLINT_FIX_REPAIR},
        {"unknown-value", ONE(ON("'aim':{'source':1,'aimAxis':'PosX'}")), VRMLINT_FIX_NONE},
        {"unknown-value", ONE(ON("'aim':{'source':1,'aimAxis':'PositivX'}")), VRMLINT_FIX_NONE},
        {"unknown-value", ONE(ON_DRAFT("'position':{'source':1,'sourceSpace':'Model'}")), VRMLINT_FIX_NONE},
        {"self-source", ONE(ON(ROTATION(0))), VRMLINT_FIX_UNSAFE},
        {"weight-zero", ONE(ON("'rotation':{'source':1,'weight':0}")), VRMLINT_FIX_UNSAFE},
        /* either the axis or the pose is wrong */
        {"aim-axis-misaligned", FILE_OF("{" ON(AIM(1)) "},{'translation':[0,1,0]}", ""), VRMLINT_FIX_UNSAFE},
        {"aim-axis-misaligned", FILE_OF("{" ON(AIM(1)) "},{'translation':[1,0.5,0]}", ""), VRMLINT_FIX_NONE},
        {"aim-axis-opposed", FILE_OF("{" ON(AIM(1)) "},{'translation':[-1,0,0]}", ""), VRMLINT_FIX_UNSAFE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct vrmlint_report *report;
        print_message("%s\n", cases[i].text);
        assert_int_equal(only_finding(cases[i].rule, cases[i].text, &report)->fix, cases[i].fix);
        vrmlint_report_free(report);
    }
}

/* ---- values ---- */

#define WEIGHT(value) ONE(ON("'rotation':{'source':1,'weight':" value "}"))
#define FREEZE(kind, key, list) ONE(ON_DRAFT("'" kind "':{'source':1,'" key "':[" list "]}"))
#define VECTORS(aim, up) ONE(ON_DRAFT("'aim':{'source':1,'aimVector':[" aim "],'upVector':[" up "]}"))
#define VECTOR "vector-zero,vectors-parallel,vector-not-unit"
#define AIM_VECTOR " /nodes/0!/constraint/aim/aimVector"
#define UP_VECTOR " /nodes/0!/constraint/aim/upVector"

static void values(void **state)
{
    (void)state;
    static const struct constraint_case cases[] = {
        {"weight-zero", WEIGHT("0"), "info weight-zero /nodes/0!/constraint/rotation/weight"},
        {"weight-zero", WEIGHT("-0.0"), "info weight-zero /nodes/0!/constraint/rotation/weight"},
        {"weight-zero", WEIGHT("9.9e-7"), "info weight-zero /nodes/0!/constraint/rotation/weight"},
        {"weight-zero", WEIGHT("1.01e-6"), ""},
        {"weight-zero", WEIGHT("-1e-7"), ""},
        {"weight-zero", WEIGHT("'0'"), ""},
        {"weight-zero", ONE(ON(ROTATION(1))), ""},
        {"weight-zero", ONE(ON_DRAFT("'position':{'source':1,'weight':0}")),
         "info weight-zero /nodes/0!/constraint/position/weight"},

        {"freeze-axes-none", FREEZE("rotation", "freezeAxes", "false,false,false"),
         "warning freeze-axes-none /nodes/0!/constraint/rotation/freezeAxes"},
        {"freeze-axes-none", FREEZE("position", "freezeAxes", "false,false,false"),
         "warning freeze-axes-none /nodes/0!/constraint/position/freezeAxes"},
        {"freeze-axes-none", FREEZE("aim", "freezeAxes", "false,false"),
         "warning freeze-axes-none /nodes/0!/constraint/aim/freezeAxes"},
        {"freeze-axes-none", FREEZE("rotation", "axes", "false,false,false"),
         "warning freeze-axes-none /nodes/0!/constraint/rotation/axes"},
        {"freeze-axes-none", DRAFT("'rotation':{'source':1,'freezeAxes':[false,false,false]}"),
         "warning freeze-axes-none /nodes/0!/rotation/freezeAxes"},
        {"freeze-axes-none,freeze-axes-two", FREEZE("rotation", "freezeAxes", "false,true,false"), ""},
        {"freeze-axes-none", FREEZE("rotation", "freezeAxes", "false,false"), ""},
        {"freeze-axes-none", FREEZE("aim", "freezeAxes", "false,false,false"), ""},
        {"freeze-axes-none", FREEZE("rotation", "freezeAxes", "false,0,false"), ""},
        {"freeze-axes-none", ONE(ON("'rotation':{'source':1,'freezeAxes':[false,false,false]}")), ""},
        {"freeze-axes-two", FREEZE("rotation", "freezeAxes", "true,true,false"),
         "info freeze-axes-two /nodes/0!/constraint/rotation/freezeAxes"},
        {"freeze-axes-two", FREEZE("rotation", "freezeAxes", "true,true,true"), ""},
        {"freeze-axes-two", FREEZE("position", "freezeAxes", "true,true,false"), ""},
        {"freeze-axes-two", FREEZE("aim", "freezeAxes", "true,true"), ""},
        {"freeze-axes-two", FREEZE("rotation", "axes", "true,true,false"), ""},

        {"draft-space-ambiguous", ONE(ON_DRAFT(ROTATION(1))),
         "info draft-space-ambiguous /nodes/0!/constraint/rotation"},
        {"draft-space-ambiguous", FREEZE("rotation", "freezeAxes", "true,true,true"),
         "info draft-space-ambiguous /nodes/0!/constraint/rotation"},
        {"draft-space-ambiguous", ONE(ON_DRAFT("'rotation':{'source':1,'destinationSpace':'model'}")), ""},
        {"draft-space-ambiguous", FREEZE("rotation", "axes", "true,true,true"), ""},
        {"draft-space-ambiguous", DRAFT("'rotation':{'source':1}"), ""},
        {"draft-space-ambiguous", ONE(ON_DRAFT("'position':{'source':1}")), ""},
        {"draft-space-ambiguous", ONE(ON(ROTATION(1))), ""},
    };
    RUN(cases);
}

static void vectors(void **state)
{
    (void)state;
    static const struct constraint_case cases[] = {
        {VECTOR, VECTORS("0,0,1", "0,1,0"), ""},
        {VECTOR, VECTORS("0,0,0", "0,1,0"), "error vector-zero" AIM_VECTOR},
        {VECTOR, VECTORS("9.9e-7,0,0", "0,1,0"), "error vector-zero" AIM_VECTOR},
        {VECTOR, VECTORS("1.01e-6,0,0", "0,1,0"), "info vector-not-unit" AIM_VECTOR},
        {VECTOR, VECTORS("1,0,0", "0,0,0"), "error vector-zero" UP_VECTOR},
        {VECTOR, VECTORS("0,0,0", "0,0,0"), "error vector-zero" AIM_VECTOR "; error vector-zero" UP_VECTOR},
        {VECTOR, VECTORS("1.0011,0,0", "0,1,0"), "info vector-not-unit" AIM_VECTOR},
        {VECTOR, VECTORS("1.0009,0,0", "0,0.9991,0"), ""},
        {VECTOR, VECTORS("1,0,0", "0,0.9989,0"), "info vector-not-unit" UP_VECTOR},
        {VECTOR, VECTORS("1,0,0", "0,1e30,0"), "info vector-not-unit" UP_VECTOR},
        /* cosines of 0.80 and 0.82 degrees, for both directions */
        {VECTOR, VECTORS("1,0,0", "0.999902524,0.0139622,0"), "error vectors-parallel" UP_VECTOR},
        {VECTOR, VECTORS("1,0,0", "0.999897590,0.0143112,0"), ""},
        {VECTOR, VECTORS("1,0,0", "-0.999902524,0.0139622,0"), "error vectors-parallel" UP_VECTOR},
        {VECTOR, VECTORS("1,0,0", "-0.999897590,0.0143112,0"), ""},
        /* defaults: 0 0 1 and 0 1 0 */
        {VECTOR, ONE(ON_DRAFT("'aim':{'source':1}")), ""},
        {VECTOR, ONE(ON_DRAFT("'aim':{'source':1,'aimVector':[0,1,0]}")), "error vectors-parallel" AIM_VECTOR},
        {VECTOR, ONE(ON_DRAFT("'aim':{'source':1,'aimVector':[0,0,1]}")), ""},
        {VECTOR, ONE(ON_DRAFT("'aim':{'source':1,'upVector':[0,0,-1]}")), "error vectors-parallel" UP_VECTOR},
        {VECTOR, ONE(ON_DRAFT("'aim':{'source':1,'upVector':[0,1,0]}")), ""},
        {VECTOR, DRAFT("'aim':{'source':1,'aimVector':[0,1,0]}"), "error vectors-parallel /nodes/0!/aim/aimVector"},
        /* wrong types, and members that other versions don't have */
        {VECTOR, VECTORS("0,1", "0,1,0"), ""},
        {VECTOR, VECTORS("0,1,'0'", "0,1,0"), ""},
        {VECTOR, VECTORS("1e39,0,0", "1,0,0"), ""},
        {VECTOR, ONE(ON("'aim':{'source':1,'aimAxis':'PositiveX','aimVector':[0,0,0]}")), ""},
        {VECTOR, ONE(ON_DRAFT("'aim':{'source':1,'aimAxis':'PositiveX','aimVector':[0,0,0]}")), ""},
    };
    RUN(cases);
}

TEST_PROGRAM(constraints)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds),
        cmocka_unit_test(fixes),
        cmocka_unit_test(values),
        cmocka_unit_test(vectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
