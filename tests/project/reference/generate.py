#!/usr/bin/env python3
"""Writes the vectors of the conformance kit to fixtures/conformance.

Usage: generate.py [--check] [FOLDER]
Models and frames come from vectors_*.py, the expected numbers from the implementation beside this file. It is written from the
specifications and shares no code with the program. --check compares with the existing files, and writes nothing.
"""

import json
import math
import os
import sys

import animations
import constraints
import maths as m
import nodes
import rigs
import schema_pairs
import springs
import vectors_animations
import vectors_colliders
import vectors_constraints
import vectors_limits
import vectors_springs
import vectors_vrm0

VERSION = "2"
DECIMALS = 11  # decimals of metres and of quaternion components: finer than the 1e-9 to which both implementations agree
LEAST = {"m": 5e-4, "rad": 1e-3, "1": 1e-3, "deg": 0.05}  # smaller differences on an avatar are invisible
SEEN = {"m": "half a millimetre", "rad": "0.06 degrees", "1": "a thousandth of a weight", "deg": "0.05 degrees"}
UNITS = {"positions": "m", "rotations": "rad", "weights": "1", "angles": "deg"}
WELL_CONDITIONED = 2e-4

HERE = os.path.dirname(os.path.abspath(__file__))

COORDINATES = ("glTF: right-handed, Y up; positions are those of nodes in world space, in metres; rotations are local "
               "rotations of nodes, unit quaternions x, y, z, w; angles are yaw (to the left) and pitch (down) of the gaze, in "
               "degrees. Times are in seconds.")


def numbers(values):
    return [round(x, DECIMALS) + 0.0 for x in values]


def runner(kind):
    return {"constraints": constraints.Constraints, "animations": animations.Animations}.get(kind, springs.Springs)


def quantity(track):
    return next(name for name in UNITS if name in track)


def samples_of(frames):
    """Returns the numbers of the frames after which a vector is measured."""
    count = sum(frame.get("repeat", 1) for frame in frames)
    return [number for number in rigs.SAMPLES if number < count] + [count]


def measure(kind, model, frames, samples, options=(), rounded=False, tracks=None):
    """Runs the frames; returns times and tracks at the sampled frames. For animations, it measures the given tracks."""
    run = runner(kind)(model, options, rounded)
    if kind == "constraints":
        tracks = [{"node": node, "rotations": []} for node in sorted(run.constraints)]
    elif kind == "animations":
        tracks = [dict(track, **{quantity(track): []}) for track in tracks]
    else:
        tracks = []
        for joint in run.joints:
            track = {"node": joint.tail, "head": joint.head}
            if joint.offset != m.ZERO:
                track["offset"] = numbers(joint.offset)
            track["positions"] = []
            tracks.append(track)
    times, now, number = [], 0.0, 0
    for frame in frames:
        for repeat in range(frame.get("repeat", 1)):
            run.step(frame if repeat == 0 else {}, frame["dt"])
            now += frame["dt"]
            number += 1
            if number not in samples:
                continue
            times.append(round(now, 9))
            for index, track in enumerate(tracks):
                if kind == "constraints":
                    track["rotations"].append(numbers(run.tree.rotation[track["node"]]))
                elif kind == "animations":
                    value = run.value(track)
                    track[quantity(track)].append(numbers(value) if isinstance(value, tuple) else numbers([value])[0])
                else:
                    joint = run.joints[index]
                    track["positions"].append(numbers(m.point(run.tree.world(joint.tail), joint.offset)))
    return times, tracks


def farthest(one, other):
    """Returns the largest distance between the tracks of two runs, in metres or radians."""
    most = 0.0
    for a, b in zip(one, other):
        for x, y in zip(a.get("positions", a.get("rotations")), b.get("positions", b.get("rotations"))):
            most = max(most, m.length(m.sub(x, y)) if "positions" in a else m.angle_between(m.unit(x), m.unit(y)))
    return most


def round_up(value):
    """Returns the next 1, 2 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(value))
    return float("%.0e" % next(k * power for k in (1, 2, 5, 10) if k * power >= value * (1 - 1e-9)))


class Kit:
    def __init__(self):
        self.vectors = []
        self.files = {}
        self.bad = 0

    def add(self, name, feature, title, tries, section, model, frames, revision=None, open=None, alternatives=(),
            any_finite=False, tracks=None):
        kind = name.split("/")[0]
        samples = samples_of(frames)
        if name in self.files:
            raise ValueError(name + " exists")
        if kind not in ("constraints", "animations") and any("rotation" in model["nodes"][one["node"]] for frame in frames
                                         for one in frame.get("set", [])):
            raise ValueError(name + ": a node that frames turn must have no rotation at rest")
        times, measured = measure(kind, model, frames, samples, tracks=tracks)
        unit = UNITS[quantity(measured[0])]
        if unit != "m" or any_finite or kind == "animations":
            off = 0.0
            why = "nobody sees less than %s on an avatar, and a wrong rule is off by more" % SEEN[unit]
        else:
            off = farthest(measured, measure(kind, model, frames, samples, rounded=True)[1])
            why = ("tails rounded to single precision in each frame miss by %.0e m; ten times as much is allowed, and never "
                   "less than half a millimetre: nobody sees less on an avatar, and a wrong rule is off by more" % off)
            if off > WELL_CONDITIONED / 10:
                print("%s: badly conditioned, %g" % (name, off), file=sys.stderr)
                self.bad += 1
        vector = {"id": name, "feature": "%s: %s" % (kind, feature), "title": title, "tries": tries, "section": section,
                  "model": name + ".gltf", "frames": frames, "times": times,
                  "tolerance": {"value": round_up(max(LEAST[unit], 10 * off)), "unit": unit, "why": why}}
        if revision:
            vector["revision"] = revision
        if open:
            vector["open"] = open
        if any_finite:
            vector["anyFinite"] = True
        if kind == "animations":
            vector["animation"] = name + ".animation.gltf"
        vector["expected"] = measured
        if alternatives:
            vector["alternatives"] = [{"because": because, "expected": measure(kind, model, frames, samples, options, tracks=tracks)[1]}
                                      for because, options in alternatives]
        self.vectors.append(vector)
        self.files[name] = (model, vector)


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True) + "\n"


def make():
    kit = Kit()
    for part in (vectors_springs, vectors_colliders, vectors_limits, vectors_constraints, vectors_vrm0, vectors_animations):
        part.add_all(kit.add)
    if kit.bad:
        sys.exit("%d vectors are badly conditioned" % kit.bad)
    texts = {}
    for name, (model, vector) in kit.files.items():
        if "animation" in vector:
            texts[vector["animation"]] = compact(model[1])
            model = model[0]
        texts[name + ".gltf"] = compact(model)
        texts[name + ".json"] = compact(vector)
    pairs = schema_pairs.make()
    texts.update(("schemas/%s.json" % name, compact(made)) for name, made in pairs.items())
    texts["kit.json"] = json.dumps({
        "kit": "vrmlint conformance kit", "version": VERSION, "coordinates": COORDINATES,
        "frames": "Load the model and reset its springs in the rest pose. For each entry of frames: set the translations "
                  "and rotations of nodes in set, if there are any, then update constraints and springs by dt seconds; repeat "
                  "the update as often as repeat says, without setting anything again. times are those after the updates at "
                  "which results are compared. A vector with animation plays that from its beginning: the update "
                  "advances its time by dt, and sets bones, expressions and the gaze as it has them.",
        "vectors": [vector["id"] for vector in kit.vectors], "schemas": list(pairs)}, indent=1) + "\n"
    return kit, texts


def main(arguments):
    check = "--check" in arguments
    folders = [argument for argument in arguments if argument != "--check"]
    folder = folders[0] if folders else os.path.join(HERE, "..", "..", "..", "fixtures", "conformance")
    kit, texts = make()
    bad = 0
    for name, text in texts.items():
        path = os.path.join(folder, name)
        if check:
            there = open(path, encoding="utf-8").read() if os.path.exists(path) else None
            if there != text:
                print("%s isn't what generate.py writes" % path)
                bad += 1
            continue
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="\n") as out:
            out.write(text)
    print("%d vectors, %d bytes" % (len(kit.vectors), sum(map(len, texts.values()))))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
