#!/usr/bin/env python3
"""Compares the package for Unity with the sources of UniVRM, version by version: univrm_members.py. VRMLINT_UNIVRM is a clone of
UniVRM with its tags; skips without it. Each part of UniVRM that adopt/unity uses must be there in the last release of each minor
version, from the version on that the table names."""
import os
import re
import subprocess
import sys

OLDEST = 85  # UniVRM 0.85: what package.json's version defines ask for

# files, then (a pattern of its source, the first minor version that has it; None for OLDEST)
USED = {
    'ExportDialogBase.cs': [
        (r'abstract class ExportDialogBase : EditorWindow', None), (r'protected ExporterDialogState State\b', None),
        (r'protected abstract IEnumerable<Validator> ValidatorFactory\(\)', None), (r'protected abstract bool DoGUI\(bool \w+\)', None),
        (r'protected abstract void ExportPath\(string \w+\)', None)],
    'ExportDialogState.cs ExporterDialogState.cs': [
        (r'public delegate IEnumerable<Validation> Validator\(GameObject \w+\)', None), (r'public GameObject ExportRoot', None)],
    'Validation.cs': [
        (r'public struct Validation\b', None), (r'public struct ValidationContext\b', None), (r'public Type Type;', None),
        (r'public UnityEngine.Object Context;', None), (r'public Action Extended;', None),
        (r'public static Validation Error\(string \w+, ValidationContext \w+ = default\)', None),
        (r'public static Validation Warning\(string \w+, ValidationContext \w+ = default\)', None)],
    'VRM10ExportDialog.cs Vrm10ExportDialog.cs': [
        (r'public class VRM10ExportDialog : ExportDialogBase', None), (r'protected override IEnumerable<Validator> ValidatorFactory\(\)', None),
        (r'protected override bool DoGUI\(bool', None), (r'protected override void ExportPath\(string', None), (r'VRM10ExportSettings m_settings', None)],
    'VRM10ExportSettings.cs': [(r'public bool FreezeMesh\b', 123)],
    'VRMExporterWizard.cs': [
        (r'public class VRMExporterWizard : ExportDialogBase', None), (r'protected override IEnumerable<Validator> ValidatorFactory\(\)', None),
        (r'protected override bool DoGUI\(bool', None), (r'protected override void ExportPath\(string', None)],
    'Vrm10Instance.cs': [(r'class Vrm10Instance\b', None), (r'public VRM10Object Vrm\b', None), (r'public Vrm10InstanceSpringBone SpringBone\b', None)],
    'Vrm10InstanceSpringBone.cs': [
        (r'public List<VRM10SpringBoneColliderGroup> ColliderGroups\b', None), (r'public List<Spring> Springs\b', None),
        (r'public List<VRM10SpringBoneJoint> Joints\b', None), (r'public string Name;', None), (r'public Transform Center\b', 104)],
    'VRM10SpringBoneColliderGroup.cs': [(r'class VRM10SpringBoneColliderGroup\b', None), (r'public List<VRM10SpringBoneCollider> Colliders\b', None)],
    'VRM10SpringBoneJoint.cs': [
        (r'class VRM10SpringBoneJoint\b', None), (r'public float m_stiffnessForce\b', None), (r'public float m_gravityPower\b', None),
        (r'public float m_dragForce\b', None), (r'public float m_jointRadius\b', None)],
    'VRM10SpringBoneCollider.cs': [(r'class VRM10SpringBoneCollider\b', None)],
    'Vrm10AimConstraint.cs': [(r'class Vrm10AimConstraint\b', 98), (r'public Transform Source\b', 98)],
    'Vrm10RollConstraint.cs': [(r'class Vrm10RollConstraint\b', 98), (r'public Transform Source\b', 98)],
    'Vrm10RotationConstraint.cs': [(r'class Vrm10RotationConstraint\b', 98), (r'public Transform Source\b', 98)],
    'VRM10Object.cs': [(r'public VRM10ObjectExpression Expression\b', None), (r'public VRM10ObjectFirstPerson FirstPerson\b', None)],
    'VRM10ObjectExpression.cs': [(r'public List<VRM10Expression> CustomClips\b', None)]
                                + [(rf'public VRM10Expression {name}\b', None) for name in (
                                    'Happy Angry Sad Relaxed Surprised Aa Ih Ou Ee Oh Blink BlinkLeft BlinkRight LookUp LookDown LookLeft LookRight Neutral').split()],
    'VRM10ObjectFirstPerson.cs': [(r'public List<RendererFirstPersonFlags> Renderers\b', None)],
    'RendererFirstPersonFlags.cs': [(r'public String Renderer\b', None)],
    'VRM10Expression.cs': [
        (r'MorphTargetBinding\[\] MorphTargetBindings\b', None), (r'MaterialColorBinding\[\] MaterialColorBindings\b', None),
        (r'MaterialUVBinding\[\] MaterialUVBindings\b', None)],
    'MorphTargetBinding.cs': [(r'String RelativePath;', None), (r'int Index;', None)],
    'MaterialColorBinding.cs': [(r'public String MaterialName;', None)], 'MaterialUVBinding.cs': [(r'public String MaterialName;', None)],
    'VRMSpringBone.cs': [
        (r'class VRMSpringBone\b', None), (r'List<Transform> RootBones\b', None), (r'float m_stiffnessForce\b', None), (r'float m_gravityPower\b', None),
        (r'float m_dragForce\b', None), (r'float m_hitRadius\b', None)],
    'VRMSpringBoneColliderGroup.cs': [(r'class VRMSpringBoneColliderGroup\b', None)],
    'VRMBlendShapeProxy.cs': [(r'public BlendShapeAvatar BlendShapeAvatar\b', None)],
    'BlendShapeAvatar.cs': [(r'public List<BlendShapeClip> Clips\b', None)],
    'BlendShapeClip.cs': [(r'public BlendShapeBinding\[\] Values\b', None), (r'public String RelativePath;', None), (r'public int Index;', None)],
    'VRMMeta.cs': [(r'public VRMMetaObject Meta\b', None)], 'VRMFirstPerson.cs': [(r'class VRMFirstPerson\b', None)],
    'VRMLookAtHead.cs': [(r'class VRMLookAtHead\b', None)], 'Humanoid.cs': [(r'namespace UniHumanoid', None), (r'class Humanoid : MonoBehaviour', None)],
    'M17N.cs': [(r'"VRM_LANG"', None)],
    'ModelExporter.cs': [(r'AddComponent<UniHumanoid\.Humanoid>', None), (r'Meshes\.Add\(skinnedMeshRenderer\.sharedMesh', None)],
    'Vrm10Exporter.cs': [(r'\.ToDictionary\(c => c\.name', None)],
}
ASSEMBLIES = ('UniGLTF', 'UniGLTF.Editor', 'VRM10', 'VRM10.Editor', 'VRM', 'UniVRM.Editor')


def git(*arguments):
    done = subprocess.run(['git', '-C', clone, *arguments], check=False, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return done.stdout.decode('utf-8', 'replace')


def last_releases():
    """Returns {minor version: tag of its last release}, from OLDEST on."""
    found = {}
    for tag in git('tag').split():
        match = re.fullmatch(r'v0\.(\d+)\.(\d+)', tag)
        if match and int(match[1]) >= OLDEST:
            found[int(match[1])] = max(found.get(int(match[1]), (-1, '')), (int(match[2]), tag))
    return {minor: tag for minor, (_, tag) in sorted(found.items())}


def lacking(minor, tag):
    """Yields what a version lacks."""
    paths = [path for path in git('ls-tree', '-r', '--name-only', tag).splitlines() if '/Tests' not in path and 'Samples' not in path]
    for names, wanted in USED.items():
        sources = ''.join(git('show', f'{tag}:{path}') for path in paths if os.path.basename(path) in names.split())
        for pattern, since in wanted:
            if minor >= (since or OLDEST) and not re.search(pattern, sources):
                yield f'{names}: {pattern}'
    definitions = ''.join(git('show', f'{tag}:{path}') for path in paths if path.endswith('.asmdef'))
    for name in ASSEMBLIES:
        if f'"name": "{name}"' not in definitions:
            yield f'assembly {name}'


clone = os.environ.get('VRMLINT_UNIVRM', '')
if not os.path.isdir(clone):
    print('skipped: VRMLINT_UNIVRM names no clone of UniVRM here')
    sys.exit(77)
lacks = {}
releases = last_releases()
for minor, tag in releases.items():
    for what in lacking(minor, tag):
        lacks.setdefault(what, []).append(tag)
print(f'{len(releases)} minor versions of UniVRM, {releases and min(releases)} to {releases and max(releases)}')
for what, tags in lacks.items():
    print(f'missing in {tags[0]} to {tags[-1]} ({len(tags)}): {what}')
sys.exit(bool(lacks) or not releases)
