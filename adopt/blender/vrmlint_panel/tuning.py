"""Finds what a finding is about in the lists of the VRM add-on, and writes the numbers of the report for a spring into its spring
bones. It doesn't use Blender's modules."""

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


def is_same_spring(names, bones, is_old):
    """Whether two lists of bones are those of one spring. The end of a chain may be missing on one side, because exporters may add it
    or leave it out."""
    shared = min(len(names), len(bones))
    return shared > 0 and abs(len(names) - len(bones)) <= (0 if is_old else 1) and names[:shared] == bones[:shared]


def write(armatures, is_old, bones, name, number, is_least):
    """Writes a number into the spring with those bones; returns False if no armature has it."""
    for armature in armatures:
        for names, holders in springs_in(armature, is_old):
            if not is_same_spring(names, bones, is_old):
                continue
            for holder in holders:
                key = PARAMETERS[name][1 if is_old else 0]
                choose = max if is_least else min
                setattr(holder, key, choose(getattr(holder, key), number))
            return True
    return False


def choose(owner, property_name, index):
    """Makes an element of a list active. Earlier versions of the VRM add-on have no lists that can show it."""
    if hasattr(owner, property_name):
        setattr(owner, property_name, index)


def choose_spring(armature, target, bones):
    for index, (names, _) in enumerate(springs_in(armature, target['old'])):
        if not is_same_spring(names, bones, target['old']):
            continue
        extension = armature.data.vrm_addon_extension
        if target['old']:
            owner, one, each = extension.vrm0.secondary_animation, 'active_bone_group_index', 'active_bone_index'
            element = owner.bone_groups[index]
        else:
            owner, one, each = extension.spring_bone1, 'active_spring_index', 'active_joint_index'
            element = owner.springs[index]
        choose(owner, one, index)
        choose(element, each, min(target['at'], len(names) - 1))
        return armature
    return None


def choose_collider(armature, target, _bones):
    extension = armature.data.vrm_addon_extension
    if target['old']:
        owner = extension.vrm0.secondary_animation
        for index, group in enumerate(owner.collider_groups):
            if group.node.bone_name == target['bone'] and target['number'] < len(group.colliders):
                choose(owner, 'active_collider_group_index', index)
                choose(group, 'active_collider_index', target['number'])
                return group.colliders[target['number']].bpy_object or armature
        return None
    same = [index for index, one in enumerate(extension.spring_bone1.colliders) if one.node.bone_name == target['bone']]
    if target['number'] >= len(same):
        return None
    choose(extension.spring_bone1, 'active_collider_index', same[target['number']])
    return extension.spring_bone1.colliders[same[target['number']]].bpy_object or armature


def choose_collider_group(armature, target, _bones):
    extension = armature.data.vrm_addon_extension
    owner = extension.vrm0.secondary_animation if target['old'] else extension.spring_bone1
    same = [index for index, group in enumerate(owner.collider_groups)
            if (group.node.bone_name == target['bone'] if target['old'] else group.vrm_name == target['name'])]
    if not same:
        return None
    choose(owner, 'active_collider_group_index', target['number'] if target['number'] in same else same[0])
    return armature


def choose_expression(armature, target, _bones):
    extension = armature.data.vrm_addon_extension
    if target['old']:
        owner, property_name = extension.vrm0.blend_shape_master, 'active_blend_shape_group_index'
        names = [group.name for group in owner.blend_shape_groups]
    else:
        owner, property_name = extension.vrm1.expressions, 'active_expression_ui_list_element_index'
        names = list(owner.all_name_to_expression_dict())
    if target['name'] not in names:
        return None
    choose(owner, property_name, names.index(target['name']))
    return armature


CHOOSE = {'spring': choose_spring, 'collider': choose_collider, 'collider group': choose_collider_group, 'expression': choose_expression}


def activate(armatures, target, bones):
    """Makes an element of the VRM add-on's lists active, so that its panel shows it. target is that of checking.target_of(), bones those
    of the spring. Returns the object to select; None if no armature has the element."""
    for armature in armatures:
        if getattr(armature.data, 'vrm_addon_extension', None) is not None:
            found = CHOOSE[target['list']](armature, target, bones)
            if found is not None:
                return found
    return None
