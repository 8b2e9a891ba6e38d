"""Writes numbers of the report for a spring into the spring bones of the VRM add-on. It doesn't use Blender's modules."""

# The report's name: the property of a joint (VRM 1.0), the property of a bone group (VRM 0.x), the panel's name.
PARAMETERS = {
    'Stiffness': ('stiffness', 'stiffiness', 'Stiffness'),
    'GravityPower': ('gravity_power', 'gravity_power', 'Gravity Power'),
    'DragForce': ('drag_force', 'drag_force', 'Drag Force'),
    'HitRadius': ('hit_radius', 'hit_radius', 'Hit Radius'),
}


def numbers(data):
    """Returns the numbers that a finding's data suggests for its spring: (parameter, number, is_least). is_least: joints must
    have at least this number, otherwise at most. Changing one of the parameters is enough."""
    found = []
    for name in PARAMETERS:
        present, needed = data.get('present' + name), data.get('needed' + name)
        if all(isinstance(number, (int, float)) for number in (present, needed)):
            found.append((name, float(needed), needed > present))
    return found


def springs_in(armature, is_old):
    """Returns the springs of the VRM add-on in an armature: (names of bones, objects with the parameters); [] without it."""
    extension = getattr(armature.data, 'vrm_addon_extension', None)
    if extension is None:
        return []
    if is_old:
        return [([bone.bone_name for bone in group.bones], [group]) for group in extension.vrm0.secondary_animation.bone_groups]
    return [([joint.node.bone_name for joint in spring.joints], list(spring.joints)) for spring in extension.spring_bone1.springs]


def write(armatures, is_old, bones, name, number, is_least):
    """Writes a number into the spring with those bones; returns False if no armature has it.

    The end of a chain may be missing on one side, because exporters may add it or leave it out."""
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
