"""Numbers of the report for a spring, written into the spring bones of the VRM add-on. Knows nothing of Blender itself."""

# What the report calls it; the property of a joint of VRM 1.0 and of a bone group of VRM 0.x; the panel's name for it.
PARAMETERS = {
    'Stiffness': ('stiffness', 'stiffiness', 'Stiffness'),
    'GravityPower': ('gravity_power', 'gravity_power', 'Gravity Power'),
    'DragForce': ('drag_force', 'drag_force', 'Drag Force'),
    'HitRadius': ('hit_radius', 'hit_radius', 'Hit Radius'),
}


def numbers(data):
    """What the data of a finding advises for its spring, as (parameter, number, whether no joint may have less; otherwise more). Each of
    them is enough."""
    found = []
    for name in PARAMETERS:
        present, needed = data.get('present' + name), data.get('needed' + name)
        if all(isinstance(number, (int, float)) for number in (present, needed)):
            found.append((name, float(needed), needed > present))
    return found


def springs_in(armature, is_old):
    """The springs that the VRM add-on keeps in an armature, as (names of bones, what has the parameters); [] without it."""
    extension = getattr(armature.data, 'vrm_addon_extension', None)
    if extension is None:
        return []
    if is_old:
        return [([bone.bone_name for bone in group.bones], [group]) for group in extension.vrm0.secondary_animation.bone_groups]
    return [([joint.node.bone_name for joint in spring.joints], list(spring.joints)) for spring in extension.spring_bone1.springs]


def write(armatures, is_old, bones, name, number, is_least):
    """Writes a number into the spring with those bones; False where no armature has it.

    The end of a chain, which an exporter adds or leaves out, may be missing on one side."""
    for armature in armatures:
        for names, holders in springs_in(armature, is_old):
            shared = min(len(names), len(bones))
            if shared == 0 or abs(len(names) - len(bones)) > (0 if is_old else 1) or names[:shared] != bones[:shared]:
                continue
            for holder in holders:
                key = PARAMETERS[name][1 if is_old else 0]
                choose = max if is_least else min
                setattr(holder, key, choose(getattr(holder, key), number))
            return True
    return False
