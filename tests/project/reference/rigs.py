"""The models and frames of vectors."""

import maths as m

FPS = 1 / 60
ROOT, HEAD, FIRST = 0, 1, 2  # the root of the scene, the parent of the chain, the first joint

SAMPLES = (1, 2, 3, 5, 8, 13, 21, 30)


def node(name, translation=None, children=None, **more):
    out = {"name": name}
    if translation is not None and tuple(translation) != m.ZERO:
        out["translation"] = [float(x) for x in translation]
    out.update({key: [float(x) for x in value] for key, value in more.items() if value is not None})
    if children:
        out["children"] = children
    return out


def gltf(nodes, extensions, used):
    return {"asset": {"version": "2.0", "generator": "vrmlint conformance kit"}, "scene": 0, "scenes": [{"nodes": [0]}],
            "nodes": nodes, "extensionsUsed": used, "extensions": extensions}


def chain(axis=(0, -1, 0), length=0.1, count=2, joint=None, joints=None, spring=None, colliders=None, groups=None,
          extra=(), head=None, root=None, first=None, inner=None, skip=()):
    """Returns a model with one spring: root, head, then count + 1 joints in a row along axis.

    joint has the properties of every joint, joints those of single ones by index; spring those of the spring. extra are nodes
    below the head or below each other; they come last. head, root, first and inner are properties of nodes. skip lists joints
    that the spring leaves out.
    """
    way = m.scale(m.unit(tuple(map(float, axis))), length)
    names = list(range(FIRST, FIRST + count + 1))
    extras = list(range(FIRST + count + 1, FIRST + count + 1 + len(extra)))
    below = [child for one in extra for child in one.get("children", [])]
    nodes = [node("root", children=[HEAD], **(root or {})),
             node("head", (0, 1, 0), [FIRST] + [i for i in extras if i not in below], **(head or {}))]
    for i, index in enumerate(names):
        more = first if i == 0 else inner if i < count else None
        nodes.append(node("joint%d" % i, (0, 0.05, 0) if i == 0 else way,
                          [index + 1] if i < count else None, **(more or {})))
    nodes.extend(extra)
    listed = []
    for i, index in enumerate(names):
        if i not in skip:
            listed.append({"node": index})
            if i < count:
                listed[-1].update(joint or {})
            listed[-1].update((joints or {}).get(i, {}))
    extension = {"specVersion": "1.0", "springs": [dict({"joints": listed}, **(spring or {}))]}
    used = ["VRMC_springBone"]
    if colliders:
        extension["colliders"] = colliders
        groups = [list(range(len(colliders)))] if groups is None else groups
        extension["colliderGroups"] = [{"colliders": group} for group in groups]
        extension["springs"][0]["colliderGroups"] = list(range(len(groups)))
        if any("extensions" in collider for collider in colliders):
            used.append("VRMC_springBone_extended_collider")
    if any("extensions" in one for one in listed):
        used.append("VRMC_springBone_limit")
    return gltf(nodes, {"VRMC_springBone": extension}, used)


def tails(model):
    """Returns the nodes that a vector of a 1.0 file measures: the tail of each joint."""
    return [joint["node"] for spring in model["extensions"]["VRMC_springBone"]["springs"] for joint in spring["joints"][1:]]


def sphere(at, radius, where=HEAD):
    return {"node": where, "shape": {"sphere": {"offset": [float(x) for x in at], "radius": radius}}}


def capsule(at, tail, radius, where=HEAD):
    return {"node": where, "shape": {"capsule": {"offset": [float(x) for x in at], "radius": radius,
                                                 "tail": [float(x) for x in tail]}}}


def extended(shape, where=HEAD):
    """Returns an extended collider, whose plain shape is a sphere that no joint reaches."""
    return {"node": where, "shape": {"sphere": {"offset": [0.0, -10000.0, 0.0], "radius": 0.0}},
            "extensions": {"VRMC_springBone_extended_collider": {"specVersion": "1.0", "shape": shape}}}


def limit(**kind):
    return {"extensions": {"VRMC_springBone_limit": {"specVersion": "1.0-draft", "limit": kind}}}


# ---- frames ----

def place(where, turn=None, which=ROOT):
    one = {"node": which}
    if where is not None:
        one["translation"] = [float(x) for x in where]
    if turn is not None:
        one["rotation"] = list(turn)
    return one


def still(count, dt=FPS):
    return [{"dt": dt, "repeat": count}]


def jump(where=(0.3, 0, 0), count=30, dt=FPS, turn=None, which=ROOT):
    """Sets a node once, in the first frame."""
    return [{"dt": dt, "set": [place(where, turn, which)]}, {"dt": dt, "repeat": count - 1}]


def moving(function, count=30, dt=FPS):
    """Sets nodes in every frame, to the values that a function of the time returns."""
    return [{"dt": dt, "set": function(dt * (i + 1))} for i in range(count)]
