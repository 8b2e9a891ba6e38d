#!/usr/bin/env python3
"""Changes one rule of motion after another in the program's engine: each change must make a vector of the conformance kit fail.

Usage: mutations.py SOURCE BUILD [NUMBER...]
Runs only if VRMLINT_LONG is set, because each mutation is a separate build: BUILD is a folder for a copy of the sources and the
programs built from it. Without numbers, all mutations run. Exits with 1 if a mutation isn't detected, with 77 if the script is
skipped.
"""

import json
import os
import shutil
import subprocess
import sys

# The mutations: a name, then (file, text, replacement) for each occurrence. The engine updates most chains in lanes
# (strands_step.h) and the others one by one (verlet.h), so most rules occur twice.
STRANDS, VERLET, SPEC = "sim/strands_step.h", "sim/verlet.h", "sim/world.c"
COLLIDE, LIMIT, RIG = "sim/collide.h", "sim/limit.c", "sim/rig.c"
JOINTS, GROUPS = "sim/joints.c", "sim/groups.c"
CLIP, LIMBS, PLAYED = "sim/clip.c", "sim/scenario.c", "run/simulate.c"

KEEP = ".keep = 1 - from->drag,"

MUTATIONS = [
    ("gravity has the other sign", ("sim/solver.c", ".gravity_power = from->gravity_power",
                                    ".gravity_power = -from->gravity_power")),
    ("gravityDir is made unit", ("sim/solver.c", ".gravity_dir = from->gravity_dir",
                                 ".gravity_dir = transform_unit(from->gravity_dir)")),
    ("gravityPower is doubled", ("sim/solver.c", ".gravity_power = from->gravity_power",
                                 ".gravity_power = 2 * from->gravity_power")),
    ("gravity turns with the parent", (VERLET, "return transform_add_scaled(next, run->gravity_dir,",
                                       "return transform_add_scaled(next, transform_direction(&sim->slots[run->parent], "
                                       "run->gravity_dir),"),
     (STRANDS, "next = lanes3_add_scaled(next, group->gravity, lanes_all(dt));",
      "next = lanes3_add_scaled(next, lanes3_rotate(group->base->turn, group->gravity), lanes_all(dt));")),
    ("gravity isn't multiplied by the time", (VERLET, "run->gravity_power * dt", "run->gravity_power / 60"),
     (STRANDS, "group->gravity, lanes_all(dt)", "group->gravity, lanes_all(1.0 / 60)")),
    ("drag is squared", ("sim/solver.c", KEEP, ".keep = (1 - from->drag) * (1 - from->drag),")),
    ("drag keeps instead of taking", ("sim/solver.c", KEEP, ".keep = from->drag,")),
    ("drag is per second", (VERLET, "velocity, run->keep)", "velocity, pow(run->keep, 60 * dt))"),
     (STRANDS, "group->previous), group->keep)", "group->previous), group->keep * lanes_all(60 * dt))")),
    ("stiffness isn't multiplied by the time", (VERLET, "run->stiffness * dt", "run->stiffness / 60"),
     (STRANDS, "group->stiffness * lanes_all(dt)", "group->stiffness * lanes_all(1.0 / 60)")),
    ("stiffness is halved", ("sim/solver.c", ".stiffness = from->stiffness", ".stiffness = from->stiffness / 2")),
    ("stiffness has the other sign", ("sim/solver.c", ".stiffness = from->stiffness", ".stiffness = -from->stiffness")),
    ("stiffness is at most 1", ("sim/solver.c", ".stiffness = from->stiffness", ".stiffness = fmin(from->stiffness, 1)")),
    ("the default of stiffness is 0.5", (JOINTS, '"stiffness", 1)', '"stiffness", 0.5)')),
    ("the default of dragForce is 0.4", (SPEC, ".drag = 0.5", ".drag = 0.4")),
    ("the default of gravityPower is 1", (JOINTS, '"gravityPower", 0)', '"gravityPower", 1)')),
    ("the default of hitRadius is 0.02", (JOINTS, '"hitRadius", 0)', '"hitRadius", 0.02)')),
    ("the center is ignored", (JOINTS, ".center = spring->center, .list", ".center = SIM_NONE, .list")),
    ("the hit radius is ignored", ("sim/solver.c", ".hit_radius = from->hit_radius", ".hit_radius = 0")),
    ("the length isn't restored after a hit", (SPEC, "bone->length / length);\n    return true;",
                                               "1);\n    return true;")),
    ("only the first contact counts", (VERLET, "            tail = verlet_limit(run, rest, bone, tail);\n        }",
                                       "            tail = verlet_limit(run, rest, bone, tail);\n            break;\n        }"),
     (STRANDS, "            tail = verlet_limit(run, rest, &bone, tail);\n        }\n        i = next_near",
      "            tail = verlet_limit(run, rest, &bone, tail);\n            break;\n        }\n        i = next_near")),
    ("colliders act in the other order", (JOINTS, "colliders[count++] = from->colliders[k];",
                                          "colliders[count++] = from->colliders[from->collider_count - 1 - k];")),
    ("a collider that is listed twice acts once", (JOINTS, "if (found != spring->group_count || most != "
                                                   "spring->collider_count) {\n        return add_list(reach, spring, most);",
                                                   "if (found != spring->group_count || most != spring->collider_count) {\n"
                                                   "        return world_add_list(reach->world, spring->colliders, "
                                                   "spring->collider_count);")),
    ("inside colliders push outward", (COLLIDE, "(shape->inside ? -1 : 1) / length", "1 / length")),
    ("inside colliders act from outside", (COLLIDE, "shape->inside ? shape->radius - hit_radius - length :",
                                           "shape->inside && false ? 0 :")),
    ("planes are at the origin of their node", ("sim/state.c", "mat34_point(matrix, collider->center);",
                                                "mat34_point(matrix, collider->shape.kind == SHAPE_PLANE ? (struct vec3){0} : "
                                                "collider->center);")),
    ("planes ignore the hit radius", (COLLIDE, "shape->normal) - hit_radius;", "shape->normal);")),
    ("capsules end at offset", (COLLIDE, "if (along <= 0) {", "if (true || along <= 0) {")),
    ("capsules go on beyond their tail", (COLLIDE, "if (shape->axis_square <= along) {\n        return vec3_sub(d, shape->axis);\n    }",
                                          "")),
    ("limits act only after colliders", (VERLET, "bone->length);\n    tail = verlet_limit(run, rest, bone, tail);",
                                         "bone->length);"),
     (VERLET, "    run->previous = run->current;", "    tail = verlet_limit(run, rest, bone, tail);\n    run->previous = run->current;"),
     (STRANDS, "        rest = lanes4_get(&rests, lane);\n        tail = verlet_limit(run, rest, &bone, tail);",
      "        rest = lanes4_get(&rests, lane);"),
     (STRANDS, "    if (touched) {\n        lanes3_set(tails, lane, tail);",
      "    tail = verlet_limit(run, rest, &bone, tail);\n    if (touched) {\n        lanes3_set(tails, lane, tail);")),
    ("limits don't act after colliders", (VERLET, "            tail = verlet_limit(run, rest, bone, tail);\n        }", "        }"),
     (STRANDS, "            tail = verlet_limit(run, rest, &bone, tail);\n        }\n        i = next_near",
      "        }\n        i = next_near")),
    ("limits have the sign of the draft's pseudo-code", ("vrm/humanoid.c", "{axis.z, 0, -axis.x, w}", "{axis.z, 0, axis.x, w}")),
    ("a bone along -Y turns about Z", ("vrm/humanoid.c", "return (struct quat){1, 0, 0, 0};",
                                       "return (struct quat){0, 0, 1, 0};")),
    ("the rotation of a limit comes first",
     ("vrm/humanoid.c", "quat_multiply(limit_axis_rotation(axis, limit->revision), limit_rotation(limit))",
      "quat_multiply(limit_rotation(limit), limit_axis_rotation(axis, limit->revision))")),
    ("the rotation of a limit is ignored",
     ("vrm/humanoid.c", "return quat_multiply(limit_axis_rotation(axis, limit->revision), limit_rotation(limit));",
      "return limit_axis_rotation(axis, limit->revision);")),
    ("angles of limits aren't clamped", (LIMIT, "return angle < most ? angle : most;", "(void)most;\n    return angle;")),
    ("a hinge isn't projected", (LIMIT, "return (struct vec3){0, y, d.z / length};", "return d;")),
    ("pitch and yaw are swapped", (LIMIT, "spherical ? limit->pitch.value : limit->angle.value",
                                   "spherical ? limit->yaw.value : limit->angle.value"),
     (LIMIT, "at_most(limit->yaw.value,", "at_most(limit->pitch.value,")),
    ("the limit doesn't turn with the parent", (LIMIT, "quat_multiply(rest, range->space);\n",
                                                "range->space;\n    (void)rest;\n")),
    ("the sides of a cone don't keep their ratio", (LIMIT, "d.x * k, range->cosine, d.z * k", "d.z * k, range->cosine, d.x * k")),
    ("roll takes the next axis", (RIG, "constraint_axis_vector(constraint->axis);\n    struct quat off",
                                  "constraint_axis_vector((constraint->axis + 1) % 3);\n    struct quat off")),
    ("roll keeps what is off its axis", (RIG, "quat_multiply(rest, quat_multiply(quat_conjugate(off), turn));",
                                         "quat_multiply(rest, turn);\n    (void)off;")),
    ("weight is ignored", (RIG, "interpolate_rotation(rest, target, constraint->weight)", "target")),
    ("weight is linear", (RIG, "if (angle > 1e-9) {", "if (false && angle > 1e-9) {")),
    ("the aim axis has the other sign", (RIG, "constraint_axis_vector(constraint->axis));\n    struct quat turn",
                                         "vec3_scale(constraint_axis_vector(constraint->axis), -1));\n    struct quat turn")),
    ("aims ignore the parent's rotation", (RIG, "parent == SCENE_NONE ? QUAT_IDENTITY : rig->turned[parent];", "QUAT_IDENTITY;")),
    ("rotations ignore the rest rotation of the source", (RIG, "quat_multiply(rest, quat_multiply(quat_conjugate(source_rest), "
                                                          "rig->local[constraint->source].rotation));",
                                                          "quat_multiply(rest, rig->local[constraint->source].rotation);\n"
                                                          "    (void)source_rest;")),
    ("constraints are evaluated in the order of the nodes", (RIG, "find_needs(rig, top->vertex, needs);",
                                                             "find_needs(rig, top->vertex, needs);\n            needs[0] = NOTHING;\n"
                                                             "            needs[1] = NOTHING;")),
    ("a virtual tail is 10 cm long", (SPEC, "VRM0_TAIL_LENGTH", "0.1")),
    ("offsets of VRM 0.x keep their z", (GROUPS, ".offset = group->colliders[i].offset,",
                                         ".offset = {group->colliders[i].offset.x, group->colliders[i].offset.y, "
                                         "-group->colliders[i].offset.z},")),
    ("rest rotations of an animation are ignored", (CLIP, "quat_multiply(clip->above[line->bone], sample_turn(line, seconds));",
                                                    "sample_turn(line, seconds);")),
    ("rest rotations above the avatar's bones are ignored", (LIMBS, "return quat_multiply(quat_conjugate(limb->above), above);",
                                                             "return above;")),
    ("hips move less on a taller avatar", (CLIP, "? hips / height : 1;", "? height / hips : 1;")),
    ("hips of an animation are in their parent's space", (CLIP, "vec3_scale(mat34_point(&clip->parent, sample_position(line, seconds)), "
                                                          "clip->scale);", "vec3_scale(sample_position(line, seconds), clip->scale);")),
    ("hips of the avatar are in model space", (LIMBS, "return mat34_point(&limb->parent, at);", "return at;")),
    ("the last animation is played", (CLIP, "&animations->channels[animations->parts[0].channels + i];",
                                      "&animations->channels[animations->parts[animations->animation_count - 1].channels + i];")),
    ("steps are linear", (CLIP, " || line->interpolation == INTERPOLATION_STEP) {", ") {")),
    ("tangents aren't multiplied by the time", (CLIP, "span * (u3 - 2 * u2 + u)", "(u3 - 2 * u2 + u)")),
    ("keys are interpolated the longer way", (CLIP, "double side = dot < 0 ? -1 : 1;", "double side = 1;")),
    ("weights aren't limited", (CLIP, "return fmin(1, fmax(0, sample_position(line, seconds).x));", "return sample_position(line, seconds).x;")),
    ("a weight is the Y of its node", (CLIP, "fmax(0, sample_position(line, seconds).x)", "fmax(0, sample_position(line, seconds).y)")),
    ("expressions need a humanoid", (CLIP, "if (!moves && !(face && vrma->present)) {", "if (!moves) {")),
    ("pitch is positive upwards", (CLIP, "gaze->pitch = asin(", "gaze->pitch = -asin(")),
    ("yaw is positive to the right", (PLAYED, "atan2(to.x, to.z)", "atan2(-to.x, to.z)")),
    ("offsetFromHeadBone is ignored", (PLAYED, "mat34_point(&world, rig->eyes)", "mat34_translation(&world)")),
    ("the head's rest rotation counts for the gaze", (PLAYED, "quat_multiply(transform_rotation(&world, NULL), "
                                                      "quat_conjugate(rig->head));", "transform_rotation(&world, NULL);")),
    ("the target of the gaze is in its parent's space", (CLIP, "mat34_point(&clip->gaze_parent, sample_position(line, seconds));",
                                                         "sample_position(line, seconds);")),
]


def main():
    if not os.environ.get("VRMLINT_LONG"):
        print("skipped: VRMLINT_LONG isn't set")
        return 77
    source, build = map(os.path.abspath, sys.argv[1:3])
    wanted = [int(number) for number in sys.argv[3:]] or range(1, len(MUTATIONS) + 1)
    copy, made = os.path.join(build, "source"), os.path.join(build, "build")
    shutil.rmtree(build, ignore_errors=True)
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("build", "build-*", ".git", ".ci"))
    subprocess.run(["meson", "setup", made, copy, "-Dtests=false", "-Doptimization=0", "-Ddebug=false"], check=True,
                   stdout=subprocess.DEVNULL)
    missed = 0
    for number in wanted:
        name, *places = MUTATIONS[number - 1]
        before = {}
        for file, text, other in places:
            path = os.path.join(copy, "src", file)
            with open(path, encoding="utf-8") as opened:
                now = opened.read()
            before.setdefault(path, now)
            if now.count(text) != 1:
                sys.exit("%d, %s: %s doesn't have the text once: %s" % (number, name, file, text))
            with open(path, "w", encoding="utf-8") as opened:
                opened.write(now.replace(text, other))
        built = subprocess.run(["ninja", "-C", made, "src/vrmlint"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               text=True, check=False)
        if built.returncode != 0:
            sys.exit("%d, %s: %s" % (number, name, built.stdout[-2000:]))
        program = os.path.join(made, "src", "vrmlint")
        results = subprocess.run([program, "conformance", "run"], stdout=subprocess.PIPE, check=False).stdout
        if not results.endswith(b"]}\n"):
            print("%2d %-55s the kit can't be run" % (number, name), flush=True)
            results = None
        compared = b'{"vectors": [{"id": "all", "state": "failed"}]}' if results is None else subprocess.run([program, "conformance", "compare", "--format", "json", "-"], input=results,
                                  stdout=subprocess.PIPE, check=False).stdout
        failed = [vector["id"] for vector in json.loads(compared)["vectors"] if vector["state"] == "failed"]
        print("%2d %-55s %3d failed%s" % (number, name, len(failed), ", first " + failed[0] if failed else ""), flush=True)
        missed += not failed
        for path, text in before.items():
            with open(path, "w", encoding="utf-8") as opened:
                opened.write(text)
    print("%d of %d mutations aren't found" % (missed, len(list(wanted))))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
