#!/usr/bin/env python3
"""usage: claims.py sentences
       claims.py run PROGRAM PACKAGES EXTERNAL [blender]

Tests of the rows about what apps do with files that rules report.

sentences: every sentence of the tables and documents that names an app has a claim about it, or a reason why it needs none; every
error has a claim, or a reason in differential/undecided.json why no app can decide it; and claims about motion agree with
docs/conformance.md, which the conformance kit measured.

run: three-vrm (in Node, from PACKAGES) and UniVRM's parsers (in mono, if VRMLINT_UNIVRM in the environment names the folder of the
program uni.exe, which isn't part of the project), or with "blender" the VRM add-on,
read the fixtures that give each message, and do what the claims state. A fixture counts if nothing else in it has a claim
about that app, and the app loads one of the fixtures beside it that pass. Files of glTF text become GLB for UniVRM and
Blender, and avatars for UniVRM if they aren't; nothing else in them changes. Claims that were read are held against the apps too,
as far as files are refused or not. Without the apps it is skipped (77)."""
import base64
import glob
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from collections import defaultdict

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SRC = os.path.join(ROOT, 'src')
sys.path.insert(0, os.path.join(ROOT, 'po'))
import texts  # noqa: E402

LOSSES = {'DROPS_' + what.upper() for what in ('avatar', 'springs', 'colliders', 'constraints', 'bones', 'expressions', 'gaze',
                                               'animation', 'mesh', 'material')}
# Effects that a run can show.
SHOWN = {'THREE_VRM': {'REFUSES', 'WARNS', 'LOADS'} | LOSSES, 'UNIVRM': {'REFUSES', 'LOADS', 'DROPS_AVATAR'}, 'BLENDER': {'REFUSES', 'HANGS', 'LOADS'}}
# Effects that lose something, and effects on exports only.
HARMS = LOSSES | {'REFUSES', 'HANGS'}
EXPORTS = {'WRITES', 'BLOCKS_EXPORT'}


SECONDS = '25'  # time limit of Blender for a file: some files make it hang, and a busy machine is slow


class Claim:
    def __init__(self, row):
        self.rule, self.variant, self.app, effect, evidence = row
        self.some = not isinstance(effect, str)
        self.effect = effect[1][0] if self.some else effect
        self.source = None if evidence == 'RUN' else evidence[1][0]

    def __str__(self):
        return 'CLAIM(%s, %s, %s, %s%s)' % (self.rule, self.variant, self.app, 'some ' if self.some else '', self.effect)


# ---- sentences ----

def variants_of(rule, rows):
    """Returns the names of all messages that a rule can report."""
    found = {variant for kind, owner, variant, _ in rows if kind == 'MESSAGE' and owner == rule.name}
    name = rule.id.partition('/')[2].replace('-', '_').upper()
    return found | {'%s__%s' % (owner, variant) for kind, owner, variant, _ in rows
                    if kind == 'SHARED' and (name == owner or name.endswith('_' + owner))}


def check_table(table, rules, rows, faults):
    """Checks that each row refers to existing rows."""
    apps = {row[0] for row in table['APP']}
    sources = {row[0]: row[1] for row in table['SOURCE']}
    claims = [Claim(row) for row in table['CLAIM']]
    for claim in claims:
        rule = rules.get(claim.rule)
        if rule is None or claim.app not in apps:
            faults.append('%s: no such rule or app' % claim)
        elif claim.variant != 'ANY' and claim.variant not in variants_of(rule, rows):
            faults.append('%s: the rule has no such message' % claim)
        if claim.source is not None and sources.get(claim.source) != claim.app:
            faults.append('%s: %s is no source of that app' % (claim, claim.source))
        if claim.source is None and claim.effect not in SHOWN.get(claim.app, ()):
            faults.append('%s: no run shows that' % claim)
    seen = [(claim.rule, claim.variant, claim.app, claim.effect) for claim in claims]
    faults += ['twice: CLAIM(%s, %s, %s, %s)' % row for row in set(seen) if seen.count(row) > 1]
    unused = set(sources) - {claim.source for claim in claims}
    faults += ['no claim was read in %s' % source for source in sorted(unused)]


def named_in(text, names):
    return {app for app, words in names.items() if words and re.search(r'\b(%s)\b' % '|'.join(map(re.escape, words)), text)}


def check_sentences(table, rules, rows, faults):
    names = {row[0]: row[3].split() for row in table['APP']}
    about = defaultdict(set)  # (rule, variant) to apps
    for row in table['CLAIM']:
        app = 'UNIVRM' if row[2] == 'UNIVRM_CONVERTER' else row[2]
        about[row[0], row[1]].add(app)
        about[row[0], None].add(app)
    excused = {tuple(row[:3]) for row in table.get('NO_CLAIM', [])}
    for words, rule in table.get('WORDS_CLAIM', []):
        about['WORDS', words] |= about[rule, None]
    needless = set(excused)
    for kind, owner, variant, text in rows:
        if kind == 'SHARED':
            own = set().union(*(apps for (_, of), apps in about.items() if of == '%s__%s' % (owner, variant)))
        elif kind == 'WORDS':
            owner, own = 'WORDS', about['WORDS', variant]
        else:
            own = about[owner, variant] | about[owner, 'ANY']
        for app in sorted(named_in(text, names) - own):
            if (owner, variant, app) not in excused:
                faults.append('%s(%s, %s) names an app without a claim about it: %s: %s' % (kind, owner, variant, app, text))
            needless.discard((owner, variant, app))
    for rule in rules.values():
        for part, text in rule.texts.items():
            for app in sorted(named_in(text, names) - about[rule.name, None]):
                if (rule.name, 'ANY', app) not in excused:
                    faults.append('the %s of %s names an app without a claim about it: %s: %s' % (part, rule.id, app, text))
                needless.discard((rule.name, 'ANY', app))
    faults += ['NO_CLAIM(%s, %s, %s) excuses nothing' % row for row in sorted(needless)]
    check_documents(table, names, faults)


def check_documents(table, names, faults):
    """Checks the hand-written documents; docs/rules.md is made from the tables."""
    excused = {tuple(row[:2]) for row in table.get('DOCUMENT', [])}
    needless = set(excused)
    for path in sorted(glob.glob(os.path.join(ROOT, '*.md')) + glob.glob(os.path.join(ROOT, 'docs', '*.md')) +
                       glob.glob(os.path.join(ROOT, 'man', '*.1')) + glob.glob(os.path.join(ROOT, 'adopt', '**', '*.md'), recursive=True)):
        with open(path, encoding='utf-8') as file:
            text = file.read()
        text = re.sub(r'^\|.*`[a-z0-9-]+/[a-z0-9-]+`.*$', '', text, flags=re.M)  # rows of rules are made from the tables
        name = os.path.relpath(path, ROOT).replace(os.sep, '/')
        for app in sorted(named_in(text, names)):
            if (name, app) not in excused:
                faults.append('%s names %s: state in DOCUMENT() why that needs no claim' % (name, app))
            needless.discard((name, app))
    faults += ['DOCUMENT(%s, %s) excuses nothing' % row for row in sorted(needless)]


def undecided():
    """Returns the ids of rules on which no app that runs here can decide."""
    with open(os.path.join(ROOT, 'tests', 'apps', 'differential', 'undecided.json'), encoding='utf-8') as file:
        return [rule for group in json.load(file) for rule in group['rules']]


def check_errors(table, rules, faults):
    """Checks that each error has a claim or an entry in undecided.json."""
    listed = undecided()
    ids = {rule.id for rule in rules.values()}
    claimed = {rules[row[0]].id for row in table['CLAIM'] if row[0] in rules}
    faults += ['%s is an error without a claim: run the apps, or state in tests/apps/differential/undecided.json why none decides it' % rule.id
               for rule in rules.values() if rule.severity == 'ERROR' and rule.id not in claimed and rule.id not in listed]
    faults += ['differential/undecided.json: %s has a claim, so an app decides' % rule for rule in sorted(set(listed) & claimed)]
    faults += ['differential/undecided.json: %s doesn\'t exist, or is there twice' % rule for rule in sorted(set(listed))
               if rule not in ids or listed.count(rule) > 1]


def measured_motion():
    """Returns the measurements in docs/conformance.md: per app, the lists of vectors that share a reason."""
    with open(os.path.join(ROOT, 'docs', 'conformance.md'), encoding='utf-8') as file:
        parts = re.split(r'^## Where (three-vrm|UniVRM).* differs$', file.read(), flags=re.M)
    apps = {'three-vrm': 'THREE_VRM', 'UniVRM': 'UNIVRM'}
    return {apps[name]: [set(re.findall(r'`([^`]+)`', line)) for line in text.splitlines() if line.startswith('- ')]
            for name, text in zip(parts[1::2], parts[2::2])}


def check_motion(table, faults):
    """Checks that the conformance kit measured each claim about motion, and that each measured reason has a claim."""
    measured = measured_motion()
    effects = {(row[0], row[2]): row[3] for row in table['CLAIM'] if row[1] == 'ANY'}
    left = {app: list(reasons) for app, reasons in measured.items()}
    for rule, app, vector in table['MOTION']:
        if effects.get((rule, app)) not in ('DIFFERS', 'REFUSES'):
            faults.append('MOTION(%s, %s, %s): no claim states that the app differs' % (rule, app, vector))
        if not any(vector in vectors for vectors in measured.get(app, ())):
            faults.append('MOTION(%s, %s, %s): docs/conformance.md has no such difference' % (rule, app, vector))
        left[app] = [vectors for vectors in left.get(app, ()) if vector not in vectors]
    faults += ['%s differs in %s, which has no row MOTION()' % (app, ', '.join(sorted(vectors)[:3]))
               for app, reasons in left.items() for vectors in reasons]


def sentences():
    faults = []
    table = texts.claims(SRC)
    rules = {rule.name: rule for rule in texts.rules(SRC)}
    rows = list(texts.messages(SRC))
    check_table(table, rules, rows, faults)
    check_sentences(table, rules, rows, faults)
    check_motion(table, faults)
    check_errors(table, rules, faults)
    print(*faults, sep='\n')
    print('%d claims, %d faults' % (len(table['CLAIM']), len(faults)))
    return len(faults) > 0


# ---- files ----

AVATAR = {'specVersion': '1.0', 'meta': {'name': 'a', 'authors': ['b'], 'licenseUrl': 'https://vrm.dev/licenses/1.0/'},
          'humanoid': {'humanBones': {'hips': {'node': 0}}}}
BLOCKS = ('VRM', 'VRMC_vrm', 'VRMC_vrm_animation')


def is_object(value, *keys):
    return isinstance(value, dict) and all(key in value for key in keys)


def adapted(root, family, avatar):
    """Prepares a document for a GLB: removes and returns the data of its first buffer. avatar: adds one if there is no VRM."""
    data = b''
    buffers = root.get('buffers')
    if isinstance(buffers, list) and buffers and is_object(buffers[0], 'uri') and re.match('data:[^,]*;base64,', str(buffers[0]['uri'])):
        try:
            data = base64.b64decode(buffers[0]['uri'].partition(',')[2], validate=True)
            del buffers[0]['uri']
        except ValueError:
            pass
    if avatar and family not in ('vrm', 'vrm0', 'animation') and isinstance(root.get('extensions', {}), dict):
        if not any(name in root.get('extensions', {}) for name in BLOCKS):
            root.setdefault('extensions', {})['VRMC_vrm'] = AVATAR
    accessors = root.get('accessors')
    for mesh in root.get('meshes') or [] if family not in ('gltf', 'buffer', 'accessor', 'mesh') else []:
        for primitive in (mesh.get('primitives') or []) if isinstance(mesh, dict) else []:
            indices = primitive.get('indices') if isinstance(primitive, dict) else None
            # indices that are all 0 draw nothing, and UniVRM rejects them
            if isinstance(indices, int) and isinstance(accessors, list) and 0 <= indices < len(accessors):
                if isinstance(accessors[indices], dict) and 'bufferView' not in accessors[indices]:
                    del primitive['indices']
    return data


def with_bin(data):
    """Adds an empty second chunk to a GLB with one chunk, because UniVRM needs it; returns other data unchanged."""
    if data[:4] == b'glTF' and len(data) >= 20 and 20 + struct.unpack_from('<I', data, 12)[0] == len(data):
        return data[:8] + struct.pack('<I', len(data) + 8) + data[12:] + struct.pack('<II', 0, 0x004e4942)
    return data


def packed(path, avatar):
    """Returns (bytes, extension) of a fixture: a .gltf as a GLB with the numbers as they are written, other files unchanged."""
    with open(path, 'rb') as file:
        data = file.read()
    family = os.path.relpath(path, os.path.join(ROOT, 'fixtures')).split(os.sep)[0]
    if not path.endswith('.gltf') or data[:4] == b'glTF':
        return data if family == 'container' else with_bin(data), os.path.splitext(path)[1]
    rest = b''
    try:
        root = json.loads(data, parse_float='\x01'.__add__, parse_constant='\x01'.__add__)
        if isinstance(root, dict):
            rest = adapted(root, family, avatar)
            text = re.sub(r'"\\u0001(.*?)"', r'\1', json.dumps(root, ensure_ascii=False))
            data = text.encode('utf-8', 'surrogatepass')
    except ValueError:
        pass
    data += b' ' * (-len(data) % 4)
    rest += bytes(-len(rest) % 4)
    chunks = struct.pack('<II', len(data), 0x4e4f534a) + data + struct.pack('<II', len(rest), 0x004e4942) + rest
    return b'glTF' + struct.pack('<II', 2, 12 + len(chunks)) + chunks, '.vrma' if b'VRMC_vrm_animation' in data else '.vrm'


def pack_all(paths, folder, avatar):
    """Writes packed fixtures; returns {path of the packed file: path}."""
    result = {}
    for i, path in enumerate(paths):
        data, extension = packed(path, avatar)
        name = os.path.join(folder, '%d%s' % (i, extension))
        with open(name, 'wb') as file:
            file.write(data)
        result[name] = path
    return result


# ---- apps: {path: set of effects, empty if the file loads}; a path is absent if the run doesn't show what the app does ----

def run_three_vrm(paths, packages):
    run = subprocess.run(['node', os.path.join(ROOT, 'tests', 'apps', 'claims_three.mjs'), packages], input='\n'.join(paths),
                         capture_output=True, text=True)
    if run.returncode == 77:
        skip(run.stdout.strip())
    result = {}
    for line in run.stdout.splitlines():
        file = json.loads(line)
        lost = {'REFUSES'} if 'refused' in file else {effect.replace('-', '_').upper() for effect in file['lost']}
        result[file['path']] = lost | ({'WARNS'} if file.get('warned') else set())
    assert len(result) == len(paths), run.stderr
    return result


def univrm_program():
    """Returns UniVRM's parsers as a program, which VRMLINT_UNIVRM names the folder of, or None."""
    path = os.path.join(os.environ.get('VRMLINT_UNIVRM', ''), 'uni.exe')
    return path if os.environ.get('VRMLINT_UNIVRM') and os.path.exists(path) else None


def run_univrm(paths):
    """For animations, UniVRM's parsers only show which files they reject."""
    result = {}
    with tempfile.TemporaryDirectory() as folder:
        names = pack_all(paths, folder, True)
        run = subprocess.run(['mono', univrm_program(), '-'], input='\n'.join(names),
                             capture_output=True, text=True, errors='replace')
        lines = [line.split('\t') for line in run.stdout.splitlines()]
        for name, state, *_ in (line for line in lines if len(line) > 1):
            if state in ('THROW', 'HANG'):
                result[names[name]] = {'REFUSES'}
            elif state == 'OK' and not name.endswith('.vrma'):
                result[names[name]] = set()
        assert len(lines) >= len(paths), run.stderr
    return result


def run_blender(paths, external):
    result = {}
    environment = {**os.environ, 'PATH': '/usr/bin:/bin:' + os.environ['PATH']}  # Blender uses the system's Python
    with tempfile.TemporaryDirectory() as folder:
        names = pack_all(paths, folder, False)
        left = list(names)
        report = os.path.join(folder, 'report')
        while left:
            with open(os.path.join(folder, 'list'), 'w', encoding='utf-8') as file:
                file.write('\n'.join(left) + '\n')
            open(report, 'w', encoding='utf-8').close()
            subprocess.run(['blender', '--background', '--python', os.path.join(external, 'apps', 'blender', 'import.py'), '--',
                            os.path.join(folder, 'list'), report, SECONDS], env=environment, stdin=subprocess.DEVNULL,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            with open(report, encoding='utf-8') as file:
                done = [json.loads(line) for line in file]
            for file in done:
                if 'error' in file:
                    result[names[file['file']]] = {'REFUSES'}
                elif file['result'] == ['FINISHED']:
                    result[names[file['file']]] = set()
            if len(done) < len(left):
                result[names[left[len(done)]]] = {'REFUSES', 'HANGS'}
            left = left[len(done) + 1:]
    return result


# ---- claims ----

class Findings(dict):
    """{(rule's id, variant): whether it is an error}. decided: what three-vrm does, for those about which the file decides it."""

    def __init__(self, findings):
        super().__init__({(finding['rule'], finding.get('variant')): finding['severity'] == 'error' for finding in findings})
        # without a bone that every humanoid needs, avatars are refused, whatever the rule
        self.decided = {(finding['rule'], finding.get('variant')): finding.get('inThreeVrm', 'refuses').replace('-', '_').upper()
                        for finding in findings if 'inThreeVrm' in finding or ('losesBone' in finding and 'unknown-bone' in finding['rule'])}


def findings_of(program, paths):
    """Returns {path: Findings}."""
    with tempfile.NamedTemporaryFile('w', suffix='.txt') as names:
        names.write('\n'.join(paths))
        names.flush()
        run = subprocess.run([program, 'check', '--no-config', '--all-findings', '--format', 'json', '--files-from', names.name],
                             capture_output=True, text=True)
    return {file['path']: Findings(file['findings']) for file in json.loads(run.stdout)['files']}


class Judge:
    """Compares the claims about an app with what the app did."""

    def __init__(self, app, claims, rules, found, did):
        self.app, self.did = app, did
        self.decided = {}
        self.names = {rule.id: rule.name for rule in rules.values()}
        self.claimed = {claim.rule for claim in claims}
        self.claims = [claim for claim in claims if claim.app == app]
        self.special = {(claim.rule, claim.variant) for claim in claims if claim.app == app}
        self.fixtures = defaultdict(set)
        self.ids = {rules[claim.rule].id: claim.rule for claim in self.claims}
        self.refused_twins = {}
        for path, findings in found.items():
            for own in findings:
                if path in did and own[0] in self.ids and self.is_alone(own, findings) and self.has_twin(path):
                    self.fixtures[self.ids[own[0]], own[1]].add(path)
                    if app == 'THREE_VRM' and own in findings.decided:
                        self.decided[self.ids[own[0]], path] = findings.decided[own]

    def about(self, rule, variant):
        """Returns the claims that apply to a message of a rule."""
        name = variant if (rule, variant) in self.special else 'ANY'
        return [claim for claim in self.claims if claim.rule == rule and claim.variant == name]

    def is_alone(self, own, findings):
        """Whether no other finding of the file can make the app lose something, by its claims or, if it has none, by its
        severity."""
        for (rule, variant), is_error in findings.items():
            claims = self.about(self.ids[rule], variant) if rule in self.ids else []
            if (rule, variant) != own and (any(claim.effect in HARMS for claim in claims) or (is_error and not claims)):
                return False
        return True

    def has_twin(self, path):
        """Whether the app loads a passing twin in the same folder, or there is none; else it rejects what both files share."""
        folder = os.path.dirname(path)
        if folder not in self.refused_twins:
            twins = [self.did[twin] for twin in self.did if os.path.dirname(twin) == folder and
                     os.path.basename(twin).startswith('pass-')]
            self.refused_twins[folder] = bool(twins) and all('REFUSES' in twin for twin in twins)
        return not self.refused_twins[folder]

    def holds(self, claim, effects):
        """Whether the app did with a file what a claim states; None if the run can't show it."""
        if claim.effect == 'LOADS':
            return not effects - {'WARNS'}
        if claim.effect in SHOWN[self.app] and claim.source is None:
            return claim.effect in effects and (claim.effect in ('REFUSES', 'HANGS') or 'REFUSES' not in effects)
        if claim.effect in ('REFUSES', 'HANGS'):  # only UniVRM's parsers run: later steps may reject the file too
            return 'REFUSES' in effects or (None if self.app == 'UNIVRM' else False)
        return None if claim.effect in EXPORTS else 'REFUSES' not in effects

    def faults(self):
        for claim in self.claims:
            files = {path for (rule, variant), paths in self.fixtures.items() if rule == claim.rule and
                     claim in self.about(rule, variant) for path in paths}
            if claim.source is None and not files:
                yield '%s: no fixture shows that' % claim
            held = {path: self.holds(claim, self.did[path]) for path in files}
            known = [value for value in held.values() if value is not None]
            if claim.some and claim.source is None and known and not any(known):
                yield '%s: it never does, so none of %s' % (claim, sorted(files))
            for path, value in sorted(held.items()):
                effect = self.decided.get((claim.rule, path))
                refused = 'REFUSES' in self.did[path]
                if effect and ((effect == 'REFUSES') != refused or (effect.startswith('DROPS') and effect not in self.did[path])):
                    yield '%s: %s is said to do %s' % (claim, os.path.relpath(path, ROOT), effect)
            if not claim.some:
                for path, value in sorted(held.items()):
                    if value is False and (claim.rule, path) not in self.decided:
                        yield '%s: %s: %s' % (claim, os.path.relpath(path, ROOT), ', '.join(sorted(self.did[path])) or 'LOADS')


def contradicted(judge, found, did):
    """Yields errors of fixtures without a claim or an entry in undecided.json, and entries on which an app decides."""
    listed = set(undecided())
    for path, findings in sorted(found.items()):
        errors = {rule for (rule, _), is_error in findings.items() if is_error}
        for rule in sorted(errors - listed):
            if judge.names[rule] not in judge.claimed:
                yield '%s: %s is an error without a claim or an entry in undecided.json' % (os.path.relpath(path, ROOT), rule)
        refused = did.get(path, set()) - {'WARNS'}
        if len(errors) == 1 and errors <= listed and refused and judge.has_twin(path):
            yield '%s: %s %s, so %s needs a claim, not an entry in undecided.json' % (
                os.path.relpath(path, ROOT), judge.app, ', '.join(sorted(refused)), *errors)


def skip(why):
    print('skipped: ' + why)
    sys.exit(77)


def run(program, packages, external, apps):
    if 'UNIVRM' in apps and univrm_program() is None:  # its claims are held against recorded outcomes by verdicts.py
        apps = [app for app in apps if app != 'UNIVRM']
    if 'BLENDER' in apps and os.environ.get('VRMLINT_LONG') != '1':
        skip('it takes a minute or more; VRMLINT_LONG=1 in the environment runs it')
    for name in ('blender',) if 'BLENDER' in apps else ('mono', 'node') if 'UNIVRM' in apps else ('node',):
        if shutil.which(name) is None:
            skip('%s is not installed' % name)
    claims = [Claim(row) for row in texts.claims(SRC)['CLAIM']]
    rules = {rule.name: rule for rule in texts.rules(SRC)}
    paths = sorted(path for path in glob.glob(os.path.join(ROOT, 'fixtures', '**', '*'), recursive=True)
                   if re.search(r'(fail|pass)-[^/]*\.(gltf|glb|vrma?)$', path))
    found = findings_of(program, [path for path in paths if os.path.basename(path).startswith('fail-')])
    faults = []
    for app in apps:
        if app == 'BLENDER':  # a second per file: only files of claims that a run can show
            ids = {rules[claim.rule].id for claim in claims if claim.app == app and claim.source is None}
            folders = {os.path.dirname(path) for path in found if any(rule in ids for rule, _ in found[path])}
            did = run_blender([path for path in paths if os.path.dirname(path) in folders], external)
        else:
            did = run_three_vrm(paths, packages) if app == 'THREE_VRM' else run_univrm(paths)
        judge = Judge(app, claims, rules, found, did)
        faults += judge.faults()
        if app != 'BLENDER':
            faults += contradicted(judge, found, did)
        tested = sum(claim.source is None for claim in judge.claims)
        print('%s: %d claims, %d of them by running it on %d files' % (app, len(judge.claims), tested, len(did)))
    print(*faults, sep='\n')
    return len(faults) > 0


def main():
    if sys.argv[1:] == ['sentences']:
        return sentences()
    if len(sys.argv) in (5, 6) and sys.argv[1] == 'run':
        return run(*sys.argv[2:5], ['BLENDER'] if sys.argv[5:] == ['blender'] else ['THREE_VRM', 'UNIVRM'])
    print(__doc__)
    return 2


if __name__ == '__main__':
    sys.exit(main())
