#!/usr/bin/env python3
"""usage: contexts.py PROGRAM FIXTURES EXTERNAL PACKAGES... [--each N] [--seed N] [--list 1]

Holds the claims about three-vrm in several contexts each, not only on the fixture of a rule: for each message of a rule with such a
claim, files that give the same finding are made from the failing fixtures:
- the value that is reported, at other elements of such places, in other fixtures and in real files of EXTERNAL/corpus
- the fixture with one more mistake elsewhere
- real files with damaged bytes, for what is wrong in the container or in the JSON text
- real files with a mistake in what several values say together
- files that were made for another message, if they give this one too
Files without the finding are dropped. For messages with less than N (10) files more are made, in up to 12 rounds; up to N files of each
message are loaded by three-vrm, with the three.js of each folder of PACKAGES. A verdict about three-vrm that decides must be true of
the files, but for one in 200: two mistakes can hide each other. Prints the messages of which it isn't, with how often. Takes minutes: skips (77)
without VRMLINT_LONG=1 in the environment, or without packages."""
import base64
import copy
import json
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict

HERE = os.path.dirname(os.path.abspath(__file__))
LARGEST = 300000  # bytes of a real file
TRIES = 14  # files that are made of a fixture from other files, at most, in a round
BESIDE = 5  # files that are made with one more mistake, in a round
ROUNDS = 12
AGAIN = '\x7fagain'  # ends a key that the object has already


def unequal(pairs):
    """Returns an object with all its members, those with the same key too."""
    members = {}
    for key, value in pairs:
        members[key + AGAIN if key in members else key] = value
    return members


def opened(path):
    """Returns (JSON, other chunks or None for JSON text) of a file, or None, also if Python can't copy it because it is too deep."""
    with open(path, 'rb') as file:
        data = file.read()
    try:
        length = struct.unpack_from('<I', data, 12)[0] if data[:4] == b'glTF' and len(data) >= 20 else None
        if length is not None and struct.unpack_from('<I', data, 8)[0] != len(data):
            return None
        document = json.loads(data if length is None else data[20:20 + length], object_pairs_hook=unequal)
        copy.deepcopy(document)
        return document, None if length is None else data[20 + length:]
    except (ValueError, RecursionError):
        return None


def written(path, document, rest):
    data = json.dumps(document).replace('Infinity', '1e999').replace(json.dumps(AGAIN)[1:], '"').encode('utf-8', 'surrogatepass')
    if rest is not None:
        data += b' ' * (-len(data) % 4)
        data = b'glTF' + struct.pack('<IIII', 2, 20 + len(data) + len(rest), len(data), 0x4e4f534a) + data + rest
    with open(path, 'wb') as file:
        file.write(data)


def tokens(pointer):
    return [token.replace('~1', '/').replace('~0', '~') for token in pointer.split('/')[1:]]


def step(holder, token):
    return holder[int(token)] if isinstance(holder, list) else holder[token]


def value_at(document, keys):
    for key in keys:
        document = step(document, key)
    return document


MAPS = ('humanBones', 'preset', 'custom', 'extensions')


def instances(document, keys, at=()):
    """Yields the places of a document that are like a place: with other indices, and other names in maps."""
    if not keys:
        yield at
    elif isinstance(document, list):
        for i, inside in enumerate(document if re.fullmatch(r'[0-9]+', keys[0]) else []):
            yield from instances(inside, keys[1:], at + (i,))
    elif isinstance(document, dict):
        names = list(document) if at and at[-1] in MAPS[:3] else [keys[0]]
        for name in names:
            if name in document:
                yield from instances(document[name], keys[1:], at + (name,))


def reports(program, paths):
    run = subprocess.run([program, 'check', '--no-config', '--all-findings', '--fail-on', 'never', '--format', 'ndjson', '--no-simulation',
                          '--files-from', '-'], input='\n'.join(paths).encode(), stdout=subprocess.PIPE, check=True)
    return {report['path']: report for report in map(json.loads, run.stdout.splitlines()) if 'path' in report}


def models(folder):
    for root, folders, names in os.walk(folder):
        folders.sort()
        yield from (os.path.join(root, name) for name in sorted(names) if name.endswith(('.gltf', '.glb', '.vrm', '.vrma')))


def claimed(finding):
    """Returns the claims of a finding about three-vrm that a run can show."""
    return [claim for claim in finding.get('apps', []) if claim['app'] == 'three-vrm' and claim['by'] == 'run']


def glb(text, rest, kind=b'JSON'):
    return b'glTF' + struct.pack('<III', 2, 20 + len(text) + len(rest), len(text)) + kind + text + rest


def damages(data, chance):
    """Yields the bytes of a GLB with one kind of damage each."""
    length = struct.unpack_from('<I', data, 12)[0]
    text, rest = data[20:20 + length], data[20 + length:]
    bare = text.rstrip()
    yield from (b'', b' \n' * 9, base64.b64encode(data), b'PK\3\4' + data, b'\x89PNG\r\n\x1a\n' + data, b'<html>' + data, b'a' + data[1:])
    yield from (b'x' * count + data for count in (1, 3, 50))
    yield b'a.vrm'.ljust(257, b'\0') + b'ustar\0' + bytes(249) + data
    yield from (code + bare.decode('utf-8', 'replace').encode(name) for code, name in ((b'\xff\xfe', 'utf-16-le'), (b'\xfe\xff', 'utf-16-be')))
    yield from (data[:4] + struct.pack('<I', version) + data[8:] for version in (0, 1, 3))
    yield from (data[:8] + struct.pack('<I', size) + data[12:] for size in (4, 12, 20, 24 + length // 2, len(data) - 4, len(data) + 4, len(data) + 400))
    yield from (data[:12] + struct.pack('<I', size) + data[16:] for size in (length - 4, length + 4, len(data) * 2))
    yield data[:20] + text[:1] + b' "added": "text", ' + text[1:] + rest
    yield from (data.decode('latin-1').encode(), data.decode('utf-8', 'replace').encode(), data.replace(b'\n', b'\r\n'), data.replace(b'\r', b''))
    yield from (glb(text, rest, kind) for kind in (b'TEXT', b'json', b'JSO\0'))
    yield from (glb(inside, rest) for inside in (b'', text[:length // 2], b'[]  ', b'1   '))
    yield from (glb(b'', b''), glb(text, b''))
    yield from (data + more for more in (bytes(8), b'abc', rest[:21], bytes(300)))
    yield from (data[:cut] for cut in (4, 11, 15, 20, 20 + length // 2, 20 + length, 24 + length, 28 + length, len(data) - 1, len(data) * 4 // 5))
    if len(rest) > 8:
        size = len(rest) - 8 & ~3
        yield from (glb(text, struct.pack('<I', size - less) + rest[4:8 + size - less]) for less in (4, 40, size // 8 * 4))
        whole = json.loads(text)
        uri = 'data:application/octet-stream;base64,' + base64.b64encode(rest[8:8 + whole['buffers'][0]['byteLength']]).decode()
        whole['buffers'][0]['uri'] = uri
        bare = json.dumps(whole).encode()
        yield bare
    cut = chance.randrange(1, len(bare))
    yield from (bare[:cut], bare + b'}', bare + bytes(9), b'[' + bare + b']', b'"text"', bare[:1] + b'"a":"\t",' + bare[1:], bare[:cut] + b',,' + bare[cut:])
    for shader in list(re.finditer(rb'"(?:float|vector|texture)Properties": ?\{ ?("[^"]*")', bare))[:6]:
        yield bare[:shader.start(1)] + shader.group(1) + b':1,' + bare[shader.start(1):]
    for name in (b'"title"', b'"name"', b'"extensions"', b'"version"'):
        at = bare.find(name)
        if at >= 0:
            yield bare[:at] + name + b':"a",' + bare[at:]


def damaged(real, prefix, chance, count):
    """Writes damaged copies of some real files, and returns their paths, which begin with a prefix."""
    made = []
    for path in chance.sample(real, min(len(real), count)):
        with open(path, 'rb') as file:
            data = file.read()
        if data[:4] != b'glTF' or opened(path) is None:
            continue
        for number, content in enumerate(damages(data, chance)):
            made.append('%s-%d-%d%s' % (prefix, len(made), number, os.path.splitext(path)[1]))
            with open(made[-1], 'wb') as file:
                file.write(content)
    return made


def exchange_bounds(document, chance):
    accessor = chance.choice([each for each in document['accessors'] if each.get('min') != each.get('max')])
    accessor['min'], accessor['max'] = accessor['max'], accessor['min']


def shorten_stride(document, chance):
    view = chance.choice([each['bufferView'] for each in document['accessors'] if each['type'] in ('VEC3', 'VEC4') and each['componentType'] == 5126])
    document['bufferViews'][view]['byteStride'] = 8


def take_image_out(document, chance):
    image = chance.choice(document['images'])
    del image['bufferView'], image['mimeType']
    image['uri'] = 'fail-outside.png'  # which is beside the fixture


def remove_joints(document, chance):
    del chance.choice(document['skins'])['joints'][chance.randrange(2, 5):]


def add_scene(document, chance):
    document['scenes'].append({'nodes': [chance.choice([i for i, node in enumerate(document['nodes']) if 'skin' in node])]})


def shorten_keys(document, chance):
    sampler = chance.choice(chance.choice(document['animations'])['samplers'])
    document['accessors'][sampler['output']]['count'] -= 1


PLANTS = (exchange_bounds, shorten_stride, take_image_out, remove_joints, add_scene, shorten_keys)


def planted(seeds, chance, each):
    """Yields copies of files with a mistake in what several values say together."""
    for plant in PLANTS:
        for other, rest in chance.sample(seeds, min(len(seeds), 12 * each)):
            made = copy.deepcopy(other)
            try:
                plant(made, chance)
                yield made, rest
            except (KeyError, IndexError, TypeError, AttributeError):
                continue


class Maker:
    """Makes files with a finding."""

    def __init__(self, seeds, chance):
        self.seeds, self.chance = seeds, chance

    def grafts(self, document, finding):
        """Yields copies of other files with the reported value, or without the member that is missing."""
        keys = tokens(finding['pointer'])
        value = value_at(document, keys)
        lacks = [key for key in re.findall(r'has no (\w+)', finding['message']) if isinstance(value, dict) and key not in value]
        repeated = bool(keys) and keys[-1] + AGAIN in value_at(document, keys[:-1])
        for _ in range(TRIES):
            other, rest = self.chance.choice(self.seeds)
            places = [place for place in instances(other, keys) if place]
            if not places:
                continue
            made = copy.deepcopy(other)
            place = self.chance.choice(places)
            holder = value_at(made, place[:-1])
            if lacks and isinstance(holder[place[-1]], dict):
                holder[place[-1]].pop(lacks[0], None)
            elif repeated:
                holder[place[-1] + AGAIN] = copy.deepcopy(value)
            else:
                holder[place[-1]] = copy.deepcopy(value)
            yield made, rest

    def files(self, document, rest, finding):
        """Returns files that may have a finding of a fixture, of both kinds."""
        try:
            made = list(self.grafts(document, finding))
        except (KeyError, IndexError, ValueError, TypeError):
            made = []
        return made + list(self.besides(document, rest))

    def besides(self, document, rest):
        """Yields copies of a fixture with one more mistake: a member elsewhere is missing, or of another type."""
        for _ in range(BESIDE):
            made = copy.deepcopy(document)
            holder, above, key = made, None, None
            while isinstance(holder, (dict, list)) and len(holder) > 0 and (key is None or self.chance.random() < 0.7):
                above = holder
                key = self.chance.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
                holder = holder[key]
            if above is None:
                return
            if self.chance.random() < 0.5 and isinstance(above, dict):
                del above[key]
            else:
                above[key] = self.chance.choice(['text', 1, None, [], {}])
            yield made, rest


def make(program, fixtures, external, folder, options):
    """Returns {(rule, variant): [paths]} and the reports of these files."""
    chance = random.Random(options['seed'])
    paths = list(models(fixtures))
    real = [path for path in (models(os.path.join(external, 'corpus')) if external else []) if os.path.getsize(path) <= LARGEST]
    found = reports(program, paths)
    whole = [file for file in map(opened, real) if file is not None and isinstance(file[0], dict)]
    passing = map(opened, [path for path in paths if os.path.basename(path).startswith('pass-')])
    maker = Maker([file for file in passing if file is not None and isinstance(file[0], dict)] + whole * 3, chance)
    wanted = defaultdict(list)
    for path in paths:
        name = os.path.join(*path.split(os.sep)[-3:-1])
        if os.path.basename(path).startswith('fail-'):
            for finding in found[path]['findings']:
                if claimed(finding) and finding['rule'] == name:
                    wanted[finding['rule'], finding.get('variant')].append((path, finding))
    for root, _, names in os.walk(fixtures):  # files to which fixtures refer
        for name in names:
            if name.endswith(('.png', '.bin')):
                shutil.copy(os.path.join(root, name), folder)
    told, number, kept, others = {}, 0, defaultdict(list), defaultdict(list)

    def write(made, key, files):
        nonlocal number
        for document, rest in files:
            kind = '.vrma' if isinstance(document, dict) and 'VRMC_vrm_animation' in json.dumps(document.get('extensions')) else '.vrm'
            at = os.path.join(folder, '%d%s' % (number, kind if rest is not None else '.gltf'))
            written(at, document, rest)
            made[at] = key
            number += 1

    for turn in range(ROUNDS):
        made = {}
        for key, sources in sorted(wanted.items(), key=str):
            for path, finding in sources[:4] if len(kept[key]) + len(others[key]) < options['each'] else []:
                file = opened(path)
                if turn == 0:
                    made.setdefault(path, key)
                if file is not None and isinstance(file[0], dict):
                    write(made, key, maker.files(*file, finding))
        if turn == 0:
            write(made, None, planted(whole, chance, options['each']))
        if made:
            at = os.path.join(folder, 'damaged-%d' % turn)
            made.update(dict.fromkeys(damaged(real, at, chance, options['each'] * (2 if turn == 0 else 1))))
        found = reports(program, list(made)) if made else {}
        told.update(found)
        for at, key in made.items():
            for found_key in {(finding['rule'], finding.get('variant')) for finding in found[at]['findings']} & set(wanted):
                (kept if found_key == key else others)[found_key].append(at)
    for key, at in sorted(kept.items(), key=str):
        chance.shuffle(at)
        chance.shuffle(others[key])
        kept[key] = (at + others[key])[:options['each']]
    return kept, told


def loads(paths, packages):
    run = subprocess.run(['node', os.path.join(HERE, 'claims_three.mjs'), packages], input='\n'.join(paths), capture_output=True, text=True)
    if run.returncode == 77:
        print('skipped: ' + run.stdout.strip())
        sys.exit(77)
    return {file['path']: file for file in map(json.loads, run.stdout.splitlines())}


def holds(verdict, did, alone):
    """Whether a verdict is true. alone: the file has one error; another one may keep an app from reading what it would refuse."""
    refused = 'refused' in did
    if refused and 'Failed to load buffer' in did['refused']:  # a file beside it, which isn't there
        return True
    unread = not refused and ('drops-avatar' in did['lost'] or (not alone and did['lost']))
    if verdict in ('refuses', 'no-avatar'):
        return refused or unread or (verdict == 'no-avatar' and not did['vrm'])
    return not refused or verdict in ('may-refuse', 'unknown', 'hangs')


def main():
    arguments, options = [], {'each': 10, 'seed': 20261128, 'list': 0}
    words = iter(sys.argv[1:])
    for word in words:
        if word.startswith('--'):
            options[word[2:]] = int(next(words))
        else:
            arguments.append(word)
    program, fixtures, external, *packages = arguments
    packages = [package for package in packages if os.path.isdir(os.path.join(package, 'node_modules'))]
    if os.environ.get('VRMLINT_LONG') != '1' or not packages:
        print('skipped: VRMLINT_LONG=1 runs it, with folders of packages')
        return 77
    folder = tempfile.mkdtemp(prefix='vrmlint-contexts-')
    try:
        kept, told = make(program, fixtures, external, folder, options)
        files = sorted({path for paths in kept.values() for path in paths})
        did = [loads(files, package) for package in packages]
        wrong = Counter()
        example = {}
        for key, paths in kept.items():
            for path in paths:
                report = told[path]
                verdict = next((one['verdict'] for one in report['verdicts'] if one['app'] == 'three-vrm'), 'unknown')
                if any(finding['rule'] == 'vrm/missing-extension' for finding in report['findings']):  # no avatar to begin with
                    continue
                alone = sum(finding['severity'] == 'error' for finding in report['findings']) <= 1
                for app in did:
                    if not holds(verdict, app[path], alone):
                        wrong[key] += 1
                        example.setdefault(key, '%s: %s, but %s' % (path, verdict, app[path].get('refused', app[path].get('lost'))))
        in_ten = sum(len(paths) >= options['each'] for paths in kept.values())
        if options['list']:
            print('\n'.join('%s %s: only %d contexts' % (*key, len(paths)) for key, paths in sorted(kept.items(), key=str) if len(paths) < options['each']))
        print('%d messages in %d files, %d of them in %d contexts, with %d versions of three.js: %d messages state what isn\'t so' % (
            len(kept), len(files), in_ten, options['each'], len(did), len(wrong)))
        for key, count in sorted(wrong.items(), key=str):
            print('%s %s: %d of %d: %s' % (*key, count, len(kept[key]) * len(did), example[key]))
        return sum(wrong.values()) > len(files) * len(did) / 200
    finally:
        shutil.rmtree(folder)


if __name__ == '__main__':
    sys.exit(main())
