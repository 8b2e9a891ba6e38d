#!/usr/bin/env python3
"""Writes docs/conformance.md: which runtimes pass the conformance kit, and why they differ.

Usage: table.py VRMLINT DATE THREE_VRM_RESULTS EXTERNAL > docs/conformance.md
THREE_VRM_RESULTS is the output of adopt/conformance/three-vrm.mjs, EXTERNAL the folder of VRMLINT_EXTERNAL. A difference is
explained by a rule that the runtime uses instead of the specification's: with that rule, the reference gives the runtime's
results. Differences that can't be explained in this way are listed in BY_HAND with their reasons; a difference without any
explanation is an error.
"""

import fnmatch
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
import textwrap

import generate

# Options of the reference (springs.py): what a runtime does, and what the specification says instead.
RULES = {
    "length-of-last-frame": "measures the length of a bone in each frame, from the head to the position of the tail's "
                            "node in the previous frame. VRMC_springBone 1.0, Initialization: boneLength is the length in the "
                            "rest state",
    "drag-default-0.4": "uses 0.4 for a missing dragForce. VRMC_springBone.joint.schema.json: the default is 0.5",
    "axis-of-tail-node": "uses the translation of the tail's node for the direction of the bone, also if nodes between both are "
                         "skipped. VRMC_springBone 1.0, Initialization: boneAxis leads to the specified child in the local space "
                         "of the head",
    "no-limits": "doesn't have VRMC_springBone_limit",
    "capsule-from-head": "uses the point of a capsule's axis that is nearest to the head of the bone. VRMC_springBone 1.0, "
                         "Collision with colliders: the distance is that of the tail",
    "inside-keeps-length": "doesn't restore the length of the bone after contact with an inside collider or a plane. "
                           "VRMC_springBone 1.0, Collision with colliders: the length is restored after each contact",
    "radius-scaled": "scales the radius of a collider with its node",
    "angles-not-clamped": "uses the cosine of a cone or hinge above pi as it is. VRMC_springBone_limit 1.0-draft, "
                          "ConeLimit.angle: pi or more acts as pi",
    "order-of-file": "updates joints in the order of the file. VRMC_springBone 1.0, Calculation order: ancestors come first",
}

OPTIONS = {"three-vrm": ("length-of-last-frame", "no-limits", "drag-default-0.4", "axis-of-tail-node"),
           "UniVRM": ("capsule-from-head", "inside-keeps-length", "radius-scaled", "angles-not-clamped", "order-of-file")}

BY_HAND = {
    "three-vrm": [
        ("animations/retarget-between", "uses the rest rotation of the parent bone instead of that of the parent node. VRMC_vrm_animation "
                                        "1.0, About pose data compatibility: W and L are those of the node"),
        ("animations/*step", "interpolates keys in steps linearly. glTF 2.0, Appendix C: STEP holds the value of the previous key"),
        ("animations/*cubic", "reads cubic splines, with their tangents, as linear keys. glTF 2.0, Appendix C: CUBICSPLINE has three "
                              "values per key"),
        ("animations/weights-clamped", "uses weights beyond 0 to 1 as they are. VRMC_vrm_animation 1.0, Expressions: they must be "
                                       "clamped to [0, 1]"),
        ("animations/gaze-*", "refuses an animation whose gaze has a target. VRMC_vrm_animation 1.0-draft, LookAt: the position of "
                              "the node is the target"),
        ("springs/scale-uneven", "transforms the rest direction with the matrices of the parents, which non-uniform scale distorts. "
                                 "VRMC_springBone 1.0, Inertia calculation: parentWorldRotation * localRotation * boneAxis"),
    ],
    "UniVRM": [
        ("springs/order", "updates each spring independently of the others, and joints of other springs keep their previous "
                          "world rotation. VRMC_springBone 1.0, Calculation order: ancestors come first"),
        ("springs/skipped*", "uses the translation of the tail's node for the direction and the length of the bone, also if nodes "
                             "between both are skipped. VRMC_springBone 1.0, Initialization: boneAxis leads to the specified "
                             "child in the local space of the head"),
        ("colliders/plane-uneven-scale", "rotates the normal of a plane only by the rotation of its node. "
                                         "VRMC_springBone_extended_collider 1.0, Plane Collider: by the normal matrix"),
        ("springs/scale-uneven", "scales the direction and the length of a bone by Unity's lossy scale. VRMC_springBone 1.0, "
                                 "Applying rotation: the inverse of the parent's world matrix and the initial matrix"),
    ],
}

NEARLY = 3e-4  # metres, for a bone of 0.1 m: twice what UniVRM leaves out, which are rotations below 0.081 degrees


def compare(vrmlint, results, revision):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "results.json")
        with open(path, "w", encoding="utf-8") as out:
            json.dump(results, out)
        done = subprocess.run([vrmlint, "conformance", "compare", "--format", "json", "--limit-revision", revision, path],
                              stdout=subprocess.PIPE, check=False)
    return json.loads(done.stdout)


def tracks_at(result, times, expected):
    """Returns the tracks of a result at a vector's times, in the vector's order."""
    index = {}
    for i, time in enumerate(result["times"]):
        index.setdefault(round(time, 6), i)
    found = []
    for track in expected:
        joint = next(j for j in result["joints"] if j["node"] == track["node"] and ("offset" in j) == ("offset" in track))
        found.append({"node": track["node"], "positions": [joint["positions"][index[round(time, 6)]] for time in times]})
    return found


def explain(options, model, vector, result):
    """Returns the smallest set of options with which the reference gives a result, or None."""
    for count in range(1, len(options) + 1):
        for chosen in itertools.combinations(options, count):
            samples = generate.samples_of(vector["frames"])
            _, tracks = generate.measure(vector["id"].split("/")[0], model, vector["frames"], samples, chosen)
            if generate.farthest(tracks, tracks_at(result, vector["times"], vector["expected"])) <= max(
                    NEARLY, vector["tolerance"]["value"]):
                return chosen
    return None


def explanations(name, kit, comparison, results):
    """Returns the ids of failed vectors, grouped by explanation."""
    by_id = {result["id"]: result for result in results["results"]}
    reasons = {}
    for outcome in comparison["vectors"]:
        if outcome["state"] not in ("failed", "incomplete"):
            continue
        model, vector = kit.files[outcome["id"]]
        why = next((reason for pattern, reason in BY_HAND[name] if fnmatch.fnmatch(outcome["id"], pattern)), None)
        if why is None:
            chosen = explain(OPTIONS[name], model, vector, by_id[outcome["id"]])
            if chosen is None:
                print("%s, %s: no explanation" % (name, outcome["id"]), file=sys.stderr)
                continue
            why = "; and ".join(RULES[option] for option in chosen)
        reasons.setdefault(why, []).append(outcome["id"])
    return reasons


def univrm_runs(vrmlint, external):
    """Returns a sentence with the number of avatars' runs in which the engine univrm agrees with UniVRM's own code."""
    test = os.path.join(generate.HERE, "..", "..", "apps", "sim_univrm.py")
    lines = subprocess.run([sys.executable, test, vrmlint, external], check=True, stdout=subprocess.PIPE,
                           text=True).stdout.splitlines()
    good, excepted = re.fullmatch(r"(\d+) runs within 1e-06 m, (\d+) excepted, 0 not", lines[-1]).groups()
    with open(os.path.join(external, "sim", "univrm.json"), encoding="utf-8") as file:
        version = json.load(file)["about"].split(",")[0]
    reasons = sorted({line.split("excepted: ")[1] for line in lines if "excepted: " in line})
    return ("Of %d runs of avatars, %d are within a millionth of a metre of %s. The other %s differ more, because %s." %
            (int(good) + int(excepted), int(good), version, excepted, "; or because ".join(reasons)))


def main(vrmlint, date, three, external):
    kit, _ = generate.make()
    engines = {}
    for name, engine, revision in (("spec", "spec", "B"), ("spec C", "spec", "C"), ("three-vrm", "three-vrm", "B"),
                                   ("univrm", "univrm", "B"), ("pbd", "pbd", "B")):
        engines[name] = json.loads(subprocess.run([vrmlint, "conformance", "run", "--engine", engine, "--limit-revision", revision],
                                                  check=True, stdout=subprocess.PIPE).stdout)
    with open(three, encoding="utf-8") as file:
        real = json.load(file)
    version = engines["spec"]["runtime"]["version"]
    columns = [("vrmlint spec", engines["spec"]), ("three-vrm %s" % real["runtime"]["version"], real),
               ("vrmlint three-vrm", engines["three-vrm"]), ("vrmlint univrm", engines["univrm"]),
               ("vrmlint pbd", engines["pbd"]), ("vrmlint spec, revision C", engines["spec C"])]
    compared = [(name, results, compare(vrmlint, results, name[-1] if "revision" in name else "B")) for name, results in columns]
    out = ["# Who passes the conformance kit", "",
           "Written by tests/project/reference/table.py on %s: kit %s with %d vectors, vrmlint %s. Each cell is the number of vectors that"
           % (date, generate.VERSION, len(kit.vectors), version),
           "passed; those with the state open count as passed. [The kit](conformance-kit.md) explains how to add a runtime.", "",
           textwrap.fill("`three-vrm` is the package from npm, run on the kit. UniVRM needs Unity; `vrmlint univrm` is vrmlint's engine, "
                         "which is compared with UniVRM's own code, run outside Unity. Constraints and animations have one implementation in vrmlint, "
                         "the same for all engines. " + univrm_runs(vrmlint, external), 125), "",
           "`pbd` is the solver of an article, which doesn't follow the specification. The last column is the engine `spec` with revision C of",
           "VRMC_springBone_limit, compared with what that revision decides; all others are compared with revision B.", "",
           "| feature | vectors | " + " | ".join(name for name, _, _ in compared) + " |",
           "|---|---|" + "---|" * len(compared)]
    for feature, states in compared[0][2]["features"].items():
        cells = [c["features"][feature]["passed"] + c["features"][feature]["open"] for _, _, c in compared]
        out.append("| %s | %d | %s |" % (feature, sum(states.values()), " | ".join(map(str, cells))))
    totals = [c["summary"]["passed"] + c["summary"]["open"] for _, _, c in compared]
    out.append("| all | %d | %s |" % (len(kit.vectors), " | ".join(map(str, totals))))
    for name, results, comparison, title in (("three-vrm", real, compared[1][2], columns[1][0]),
                                             ("UniVRM", engines["univrm"], compared[3][2], "UniVRM")):
        out += ["", "## Where %s differs" % title, "", "The vectors that fail, grouped by how the runtime differs from the text.", ""]
        for why, ids in sorted(explanations(name, kit, comparison, results).items(), key=lambda item: -len(item[1])):
            out.append("- It %s. %d vectors: %s." % (why.replace("; and ", "; and it "), len(ids),
                                                    ", ".join("`%s`" % one for one in ids)) if len(ids) > 1 else
                       "- It %s. 1 vector: `%s`." % (why.replace("; and ", "; and it "), ids[0]))
    print("\n".join(out))


if __name__ == "__main__":
    main(*sys.argv[1:])
