#!/usr/bin/env python3
"""The shared rules of families: each family has exactly those rules that its files can break, and each is reported.

src/family_cases.py makes the files that break them: it changes one thing at a time in a valid example of the extension. All
missing rules are listed at once."""
import glob
import json
import os
import sys
import unittest

from test_cli import SOURCE, Case

sys.path.insert(0, os.path.join(SOURCE, 'src'))
import family_cases  # noqa: E402
import texts  # noqa: E402

SRC = os.path.join(SOURCE, 'src')

# Violations of a schema that another rule reports, and reported violations that no schema describes.
ELSEWHERE = {
    ('vrm0', 'negative-index'),  # VRM 0.x writes -1 for none; vrm0/unresolved-index reports other negative indices
    ('texture', 'unresolved-index'),  # of a texCoord: reported by texture/tex-coord-missing
}
BESIDE_SCHEMAS = {
    ('vrm0', 'spec-version-unknown'),  # the version is a member of VRM, which has only one layout
    ('vrm0', 'array-length'),  # a list instead of x, y and z
}

# (rule, end of the pointer): the specific rules that report the mistake instead.
OTHERS = {
    ('animation/unknown-property', 'humanBones/unheardOf'): 'animation/unknown-bone',
    ('vrm/unknown-property', 'humanBones/unheardOf'): 'vrm/unknown-bone',
}


def shared_names(family):
    without = family[5].get('WITHOUT', [''])[0].split()
    return {shared for shared, *_ in texts.shared_rules(SRC)} - set(without)


def needed_of(extension, is_general):
    """Returns the shared rules that an extension needs whatever its schema contains."""
    found = {'not-declared'}
    if not is_general:
        found |= {'declared-but-absent', 'required-but-absent', 'listed-as-required', 'wrong-location', 'misnamed'}
    if extension.versions[0][1] != '':
        found |= {'spec-version-missing', 'spec-version-unknown'}
    if any(status == 'PRERELEASE' for status, *_ in extension.versions):
        found.add('spec-version-prerelease')
    return found


def hints_of(folder, name):
    """Returns the contents of x-hints in all objects of a schema."""
    with open(os.path.join(folder, name), encoding='utf-8') as file:
        open_values = [json.load(file)]
    while open_values:
        value = open_values.pop()
        if isinstance(value, dict):
            yield from value.get('x-hints', {}).values()
        open_values += value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


class Families(Case):
    def test_each_family_has_the_rules_that_it_needs(self):
        can_break = family_cases.can_break(SOURCE)
        general = {'KHR_materials_unlit', 'KHR_texture_transform'}
        faults = []
        for family in texts.families(SRC):
            name = family[1]
            needed = {shared for shared in can_break[name] if (name, shared) not in ELSEWHERE}
            needed |= {shared for of, shared in BESIDE_SCHEMAS if of == name}
            for extension in family_cases.extensions(SRC):
                if extension.family == name:
                    needed |= needed_of(extension, extension.name in general)
            has = shared_names(family)
            faults += ['%s/%s can be broken: delete it from WITHOUT()' % (name, shared) for shared in sorted(needed - has)]
            faults += ['%s/%s can\'t be broken: add it to WITHOUT()' % (name, shared) for shared in sorted(has - needed)]
        self.assertEqual(faults, [])

    def test_hints_of_schemas_have_words(self):
        words = {variant for kind, _, variant, _ in texts.messages(SRC) if kind == 'WORDS'}
        folder = os.path.join(SOURCE, 'schema')
        faults = []
        for name in sorted(os.listdir(folder)):
            for hint in hints_of(folder, name) if name.endswith('.schema.json') else ():
                if hint.startswith('HINT_') and hint not in words:
                    faults.append('%s: %s is missing in src/message/messages/hints.def' % (name, hint))
        self.assertEqual(faults, [])

    def example(self, family):
        """Returns example.gltf among the fixtures of a family; if they are written by hand, the first one of values of right types,
        or of anything else, that has the extension."""
        folder = os.path.join(SOURCE, 'fixtures', family[1])
        made = os.path.join(folder, 'example.gltf')
        written = sorted(glob.glob(os.path.join(folder, 'wrong-type', 'pass-*.gltf'))) + sorted(glob.glob(os.path.join(folder, '*', 'pass-*.gltf')))
        return made if os.path.exists(made) else next((path for path in written if self.has_extension(family, path)), made)

    @staticmethod
    def has_extension(family, path):
        with open(path, encoding='utf-8') as file:
            document = json.load(file)
        return any(family_cases.places(document, pattern) for pattern in family_cases.Descriptor(SRC, family[2]).places)

    def test_each_family_has_an_example(self):
        missing = [family[1] for family in texts.families(SRC) if not os.path.exists(self.example(family))]
        self.assertEqual(missing, [])

    def made(self, family):
        """Makes {file: (rule, pointer)} of the cases of a family, and the file of its example."""
        with open(self.example(family), encoding='utf-8') as file:
            document = json.load(file)
        found = {}
        for number, (shared, text, pointer) in enumerate(family_cases.cases(SOURCE, family, document)):
            name = self.write('%s-%03d.gltf' % (family[1], number), text.encode('utf-8'))
            found[name] = ('%s/%s' % (family[1], shared), pointer)
        return found, self.write('%s-example.gltf' % family[1], family_cases.written(document).encode('utf-8'))

    def findings(self, files):
        report = self.run_it('check', '--no-config', '--no-simulation', '--all-findings', '--format', 'ndjson', *files)
        lines = [json.loads(line) for line in report.out.splitlines()]
        return {line['path']: line['findings'] for line in lines if 'path' in line}

    def faults_of(self, family):
        """Returns what is wrong with the reports of a family's cases. A family without hand-written fixtures must have each
        shared rule, and one finding per case."""
        is_made = os.path.basename(self.example(family)) == 'example.gltf'
        made, valid = self.made(family)
        findings = self.findings([valid, *made])
        of_example = {finding['rule'] for finding in findings[valid]}
        for rule in of_example:
            if rule.partition('/')[2] in shared_names(family):
                yield '%s: the example breaks it' % rule
        for file, (rule, pointer) in made.items():
            others = [other for (of, end), other in OTHERS.items() if of == rule and pointer.endswith(end)]
            found = {finding['rule'] for finding in findings[file]}
            if (others or [rule])[0] not in found:
                yield '%s at %s isn\'t reported, but %s' % (rule, pointer, ', '.join(sorted(found)) or 'nothing')
            elif is_made and found - of_example != {rule}:
                yield '%s at %s is reported with %s' % (rule, pointer, ', '.join(sorted(found - {rule})))
        reported = {rule.partition('/')[2] for rule, _ in made.values()}
        for shared in sorted(shared_names(family) - reported) if is_made else ():
            yield '%s/%s: the example has nothing to break it' % (family[1], shared)

    def test_each_way_to_be_wrong_is_reported(self):
        self.assertEqual([fault for family in texts.families(SRC) for fault in self.faults_of(family)], [])

    def test_what_claims_a_fix_is_fixed(self):
        faults = []
        for family in texts.families(SRC):
            made, _ = self.made(family)
            before = self.findings(made)
            self.run_it('fix', '--no-config', '--unsafe', '--in-place', *made)
            after = self.findings(made)
            for file, (rule, pointer) in made.items():
                claims = any(finding['rule'] == rule and finding['fix'] != 'none' for finding in before[file])
                if claims and any(finding['rule'] == rule for finding in after[file]):
                    faults.append('%s at %s isn\'t fixed' % (rule, pointer))
        self.assertEqual(faults, [])


if __name__ == '__main__':
    unittest.main()
