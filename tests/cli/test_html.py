#!/usr/bin/env python3
"""The HTML report from outside: whole and well-formed, nothing loaded, nothing that a file holds at work. Run as
test_cli.py is; what needs a browser is in tests/html_browser.py."""
import base64
import hashlib
import html.parser
import json
import os
import re
import shlex
import struct
import unittest
import zlib

from test_cli import Case, FAILS, NOTHING, SOURCE, WARNS

VOID = {'meta', 'input', 'br', 'wbr', 'img'}
PICTURE = re.compile('data:image/(png|jpeg);base64,[A-Za-z0-9+/]+=*')
HOSTILE = '</script><script>alert(1)</script>]]>"\'><img src=x onerror=alert(2)>\x1b[31m::error::\u202eabc\u2066 עברית'
LONG = 'long' * 2500


class Page(html.parser.HTMLParser):
    """Reads a page as strictly as its own elements must be written."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.ids, self.links, self.tags, self.texts, self.said = [], [], [], [], {}, []
        self.parts, self.inner = [], []  # elements with their texts, in order; those that are open
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        names = [name for name, _ in attrs]
        assert len(set(names)) == len(names), f'<{tag}> has an attribute twice'
        for name, value in attrs:
            assert not name.startswith('on'), f'<{tag}> has {name}'
            if (tag, name) == ('img', 'src'):  # a thumbnail, as the file has it
                assert PICTURE.fullmatch(value), value[:200]
                continue
            assert name not in ('style', 'src', 'srcset', 'action', 'data', 'xlink:href'), f'<{tag}> has {name}'
            if name == 'href':
                assert value.startswith('#'), f'<{tag}> leads to {value}'
                self.links.append(value[1:])
            if name == 'id':
                self.ids.append(value)
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
            self.inner.append([tag, ''])
            self.parts.append(self.inner[-1])

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()
            self.inner.pop()

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, f'</{tag}> within {self.open}'
        self.open.pop()
        self.inner.pop()

    def handle_data(self, data):
        for part in self.inner:
            part[1] += data
        where = self.open[-1] if self.open else ''
        self.texts[where] = self.texts.get(where, '') + data
        if where not in ('style', 'script'):
            self.said.append(data)

    def text(self):
        return ''.join(self.said)

    def all(self, tag):
        """The texts of all elements of a name, in order."""
        return [text for name, text in self.parts if name == tag]


def cross(one, other):
    """Whether two lines cross, which begin and end in different places."""
    def side(ax, ay, bx, by, x, y):
        turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        return (turn > 0) - (turn < 0)
    return (side(*one, *other[:2]) * side(*one, *other[2:]) < 0 and
            side(*other, *one[:2]) * side(*other, *one[2:]) < 0)


class Html(Case):
    def page(self, status, *arguments):
        text = self.expect(status, 'check', '--no-config', '--format', 'html', *arguments).out
        self.assertTrue(text.startswith('<!DOCTYPE html>\n') and text.endswith('</html>\n'))
        self.assertEqual(re.findall('[^\n\x20-\x7e\xa0-\U0010ffff]', text), [], 'controls')
        page = Page(text)
        self.assertEqual(page.open, [])
        self.assertEqual(len(set(page.ids)), len(page.ids), 'every id stands once')
        self.assertEqual(set(page.links) - set(page.ids), set(), 'every link leads somewhere')
        self.assertEqual([tag for tag, _ in page.tags if tag in ('script', 'style')], ['style', 'script'])
        return page

    def avatar(self, *names):
        """A file with a finding on every spring: two joints, of which the second isn't below the first."""
        springs = [{'name': name, 'joints': [{'node': 2}, {'node': 1}]} for name in names]
        nodes = [{'children': [1]}, {'name': names[0], 'translation': [0, 1, 0], 'children': [2]},
                 {'name': names[-1], 'translation': [0, 0.1, 0]}]
        return json.dumps({'asset': {'version': '2.0', 'generator': names[0]}, 'scene': 0, 'scenes': [{'nodes': [0]}],
                           'nodes': nodes, 'extensionsUsed': ['VRMC_springBone', names[0]],
                           'extensions': {'VRMC_springBone': {'specVersion': '1.0', 'springs': springs}}})

    def test_policy_names_style_and_script(self):
        self.write('a.gltf', WARNS)
        page = self.page(0, 'a.gltf')
        policy = next(attrs['content'] for tag, attrs in page.tags if attrs.get('http-equiv'))
        for tag in ('style', 'script'):
            digest = base64.b64encode(hashlib.sha256(page.texts[tag].encode()).digest()).decode()
            self.assertIn(f"{tag}-src 'sha256-{digest}'", policy)
        self.assertTrue(policy.startswith("default-src 'none'"))
        self.assertNotIn('http', page.texts['style'] + page.texts['script'])

    def test_single(self):
        page = self.page(1, os.path.join(SOURCE, 'fixtures', 'whole', 'mistakes.vrm'))
        text = page.text()
        self.assertRegex(text, r'\d+ things to fix, \d+ to look at')
        for part in ('Some apps will refuse', "Spring 0 'Hair left'", 'List the joints from root to tip', 'What to do:',
                     'springbone/joint-not-descendant', 'Exported by'):
            self.assertIn(part, text)
        self.assertNotIn('select', [tag for tag, _ in page.tags])

    def test_verdicts(self):
        self.write('fine.gltf', NOTHING)
        self.write('look.gltf', WARNS)
        self.write('broken.gltf', FAILS)
        page = self.page(3, 'fine.gltf', 'look.gltf', 'broken.gltf', 'gone.gltf')
        text = page.text()
        for part in ('4 files checked', '1 thing to fix', '1 thing to look at', 'Nothing to check',
                     'Could not be read', 'json/duplicate-key (1)'):
            self.assertIn(part, text)
        lines = [attrs for tag, attrs in page.tags if tag == 'article']
        self.assertEqual([line['data-state'] for line in lines], ['e', 'n', 't', 'w'])
        self.assertEqual([line['data-w'] for line in lines], ['0', '0', '0', '1'])

    def test_hostile_names(self):
        self.write('a.gltf', self.avatar(HOSTILE, LONG))
        self.write('b.gltf', self.avatar(HOSTILE))
        for arguments in (['a.gltf'], ['a.gltf', 'b.gltf']):
            page = self.page(1, *arguments)
            self.assertIn('</script><script>alert(1)', page.text())
            self.assertIn('\\x1B[31m', page.text())
            self.assertIn('\\u202Eabc\\u2066', page.text())
            self.assertNotIn('img', [tag for tag, _ in page.tags])
            self.assertIn('עברית', page.texts['bdi'])
            self.assertNotIn('long' * 100, page.text())

    def test_hostile_paths(self):
        name = b'\xff<b>&amp;\xc3"\'.gltf'
        try:
            with open(os.path.join(os.fsencode(self.folder), name), 'wb') as file:
                file.write(WARNS.encode())
        except OSError:
            self.skipTest('such a file name cannot be here')
        page = self.page(0, '.')
        self.assertIn('\\xFF<b>&amp;\\xC3"\'.gltf', page.text())
        self.assertNotIn('b', [tag for tag, _ in page.tags])

    def test_caps(self):
        doc = json.loads(self.avatar(*(f'Chain {i}' for i in range(50))))
        for i, spring in enumerate(doc['extensions']['VRMC_springBone']['springs']):
            spring[f'x{i}'] = 0
            spring['joints'][0][f'y{i}'] = 0
        doc['nodes'][0].update({f'z{i}': 0 for i in range(50)})
        self.write('a.gltf', json.dumps(doc))
        page = self.page(1, 'a.gltf')
        found = json.loads(self.expect(1, '--format', 'json', 'a.gltf').out)['files'][0]['findings']
        shown = [attrs['class'] for tag, attrs in page.tags if attrs.get('class', '').startswith('f ')]
        left_out = re.findall(r'and (\d+) more of [a-z]+/', page.text())
        self.assertGreater(len(left_out), 1)
        self.assertEqual(len(shown) + sum(map(int, left_out)), len(found))
        self.assertIn(f'{sum(one["severity"] == "error" for one in found)} things to fix', page.text())

    def test_baseline(self):
        """Of what a baseline knows nothing is drawn; what is left keeps its own marks."""
        self.write('a.gltf', self.avatar('Hair', 'Skirt', 'Tail'))
        self.expect(1, 'check', '--no-config', '--write-baseline', 'known', 'a.gltf')
        with open(os.path.join(self.folder, 'known'), encoding='utf-8') as file:
            lines = file.read().splitlines(keepends=True)
        self.write('known', ''.join(lines[:-1]))
        page = self.page(1, '--baseline', 'known', 'a.gltf')
        shown = [attrs['id'] for tag, attrs in page.tags if attrs.get('class', '').startswith('f ')]
        self.assertEqual(shown, ['a1f1'])
        self.assertEqual({link for link in page.links if link.startswith('a1f')} - {'a1f1'}, set())

    def test_merged(self):
        """Records hold nothing to draw, and a page of them says so."""
        self.write('a.gltf', self.avatar('Hair'))
        self.assertNotIn('to see it drawn', self.page(1, 'a.gltf').text())
        self.expect(1, 'check', '--no-config', '--format', 'ndjson=records', 'a.gltf')
        page = Page(self.expect(1, 'merge', '--format', 'html', 'records').out)
        self.assertIn('check a file by itself to see it drawn', page.text())

    # ---- the avatar's card ----

    def card(self, meta, **more):
        """An avatar with a meta, a hips bone and what else VRMC_vrm is to have."""
        vrm = {'specVersion': '1.0', 'meta': meta, 'humanoid': {'humanBones': {'hips': {'node': 0}}}}
        vrm.update(more.pop('vrm', {}))
        self.write('a.gltf', json.dumps({
            'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0]}],
            'nodes': [{'name': 'Hips', 'mesh': 0}], 'meshes': [{
                'name': 'Face', 'primitives': [{'attributes': {}, 'targets': [{}, {}]}],
                'extras': {'targetNames': [HOSTILE, 'Blink']}}],
            'materials': [{'name': HOSTILE}], 'extensionsUsed': ['VRMC_vrm'], 'extensions': {'VRMC_vrm': vrm}, **more}))

    def terms(self, page):
        """What the lists of the page say, term by term."""
        return dict(zip(page.all('dt'), page.all('dd')))

    def test_card(self):
        binds = [{'node': 0, 'index': 1, 'weight': 1}, {'node': 0, 'index': 0, 'weight': 1}]
        colours = [{'material': 0, 'type': 'color', 'targetValue': [1, 1, 1, 1]}]
        self.card({'name': HOSTILE, 'authors': ['Ann', HOSTILE], 'licenseUrl': 'https://vrm.dev/licenses/1.0/',
                   'commercialUsage': 'personalProfit', 'modification': '<b>', 'allowRedistribution': True},
                  vrm={'expressions': {'preset': {'blink': {'morphTargetBinds': binds}, 'happy': {}},
                                       'custom': {HOSTILE: {'materialColorBinds': colours}}}})
        page = self.page(1, 'a.gltf')
        said = self.terms(page)
        self.assertTrue(said['Title'].startswith('</script><script>alert(1)'))
        self.assertTrue(said['Made by'].startswith('Ann, </script>'))
        self.assertEqual(said['Earn money with it'], 'allowed to persons, not to companies')
        self.assertEqual(said['Pass it on'], 'allowed')
        self.assertEqual(said['Change it'], '<b>')
        self.assertEqual(said['Appear as it'], 'only the author (by default: not stated in the file)')
        self.assertEqual(said['Licence'], 'https://vrm.dev/licenses/1.0/')
        cells = [part for part in page.parts if part[0] in ('th', 'td')]
        rows = {head[1]: cell[1] for head, cell in zip(cells, cells[1:]) if (head[0], cell[0]) == ('th', 'td')}
        self.assertTrue(rows['blink'].startswith("morph target 'Blink' of 'Hips'morph target '</script>"))
        self.assertEqual(rows['happy'], 'nothing')
        custom = next(key for key in rows if key.endswith('(custom)'))
        self.assertTrue(rows[custom].startswith("'color' of the material '</script>"), rows[custom])
        text = page.text()
        self.assertIn('The humanoid has 1 bone.', text)
        self.assertRegex(text, 'Missing, but required:( [A-Za-z]+)* spine( [A-Za-z]+)* head')
        self.assertRegex(text, 'Left out: .*jaw')
        japanese = Page(self.expect(1, 'check', '--no-config', '--lang', 'ja', '--format', 'html', 'a.gltf').out)
        self.assertIn('color', japanese.text())
        self.assertNotIn('Earn money', japanese.text())

    def test_card_of_vrm0(self):
        page = self.page(0, os.path.join(SOURCE, 'fixtures', 'whole', 'box-doll-0x.vrm'))
        said = self.terms(page)
        self.assertEqual(said['Appear as it'], 'everybody')
        self.assertNotIn('Pass it on', said)
        self.assertIn('spine', [title for title in page.all('title')])

    def test_card_is_bounded(self):
        many = {f'expression {i}': {'morphTargetBinds': [{'node': 0, 'index': 1, 'weight': 1}] * 500}
                for i in range(500)}
        self.card({'name': 'n', 'authors': [LONG] * 1000, 'licenseUrl': LONG}, vrm={'expressions': {'custom': many}})
        page = self.page(1, 'a.gltf')
        self.assertRegex(page.text(), r'and 4\d\d more\n')
        self.assertIn('and 496 more', page.text())
        self.assertLess(len(page.text()), 200000)

    # ---- thumbnails ----

    def png(self, width, height):
        """The header, a bit of noise and the end of a picture."""
        def chunk(name, data):
            return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))
        rows = b''.join(b'\0' + b'\x80\x40\x20' * width for _ in range(height))
        return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, 2, 0, 0, 0)) +
                chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b''))

    def thumbnail(self, picture, mime='image/png', generation=1):
        uri = f'data:{mime};base64,' + base64.b64encode(picture).decode()
        meta = {'name': 'n', 'authors': ['a'], 'licenseUrl': 'https://vrm.dev/licenses/1.0/', 'thumbnailImage': 0}
        more = {'images': [{'uri': uri}]}
        if generation == 0:
            more.update(textures=[{'source': 0}], extensionsUsed=['VRM'],
                        extensions={'VRM': {'meta': {'title': 't', 'texture': 0}}})
        self.card(meta, **more)
        page = self.page(1, 'a.gltf')
        return [attrs for tag, attrs in page.tags if tag == 'img']

    def test_thumbnail(self):
        picture = self.png(64, 32)
        for generation in (0, 1):
            shown = self.thumbnail(picture, generation=generation)
            self.assertEqual([(one['width'], one['height'], one['alt']) for one in shown], [('64', '32', '')])
            self.assertEqual(base64.b64decode(shown[0]['src'].split(',')[1]), picture)
        # what the file calls it doesn't count
        self.assertTrue(self.thumbnail(picture, 'text/html')[0]['src'].startswith('data:image/png;base64,'))

    def test_no_thumbnail(self):
        for what, picture in (('too large', self.png(4096, 16)), ('truncated', self.png(64, 64)[:-20]),
                              ('a dot', self.png(1, 1)), ('no picture', b'<svg onload=alert(1)>' * 10),
                              ('a GIF', b'GIF89a' + bytes(40)), ('too heavy', self.png(64, 64)[:-12] + bytes(1 << 20))):
            self.assertEqual(self.thumbnail(picture), [], what)

    def test_no_thumbnail_without_data(self):
        self.assertEqual(len(self.thumbnail(self.png(64, 64))), 1)
        self.assertNotIn('img', [tag for tag, _ in self.page(1, '--no-data', 'a.gltf').tags])

    # ---- findings ----

    def first_failing(self, *rule):
        return next(name for name in sorted(os.listdir(self.fixture(*rule))) if name.startswith('fail') and name.endswith('.gltf'))

    def fixture(self, *parts):
        return os.path.join(SOURCE, 'fixtures', *parts)

    def on_avatar(self, path):
        """A file of meshes alone, given the body of another one."""
        with open(path, encoding='utf-8') as file:
            document = json.load(file)
        with open(self.fixture('mesh', 'far-from-avatar', 'fail-plane.gltf'), encoding='utf-8') as file:
            other = json.load(file)
        first = len(document['nodes'])
        for node in other['nodes']:
            node = {key: value for key, value in node.items() if key not in ('mesh', 'skin')}
            node['children'] = [child + first for child in node.get('children', [])]
            document['nodes'].append({key: value for key, value in node.items() if value != []})
        document['scenes'][0]['nodes'] += [node + first for node in other['scenes'][0]['nodes']]
        vrm = other['extensions']['VRMC_vrm']
        for bone in vrm['humanoid']['humanBones'].values():
            bone['node'] += first
        document.setdefault('extensionsUsed', []).append('VRMC_vrm')
        document.setdefault('extensions', {})['VRMC_vrm'] = vrm
        self.write('avatar.gltf', json.dumps(document))
        return 'avatar.gltf'

    def test_marks_of_data(self):
        """Vertices outside of the humanoid, far away and inverted parts: each where it is, or at the edge."""
        for rule, path in (('skin/outside-humanoid', self.fixture('skin', 'outside-humanoid', 'fail-neutral-bone.gltf')),
                           ('mesh/far-from-avatar', self.fixture('mesh', 'far-from-avatar', 'fail-plane.gltf')),
                           ('mesh/winding-inverted', self.on_avatar(
                               self.fixture('mesh', 'winding-inverted', 'fail-inverted.gltf')))):
            page = self.page(0, '--select', rule, path)
            self.assertIn('Rule ' + rule, page.text())
            views = [[int(one) for one in attrs['viewbox'].split()[2:]] for tag, attrs in page.tags
                     if tag == 'svg' and attrs.get('class') == 'view']
            rings = [(int(attrs['cx']), int(attrs['cy'])) for tag, attrs in page.tags
                     if tag == 'circle' and attrs.get('class', '').startswith('r')]
            badges = [attrs['href'] for tag, attrs in page.tags if attrs.get('class', '').startswith('m ')]
            self.assertEqual((len(views), len(rings), badges), (2, 2, ['#a1f1', '#a1f1']), rule)
            for (width, height), (x, y) in zip(views, rings):
                self.assertTrue(0 < x < width and 0 < y < height, (rule, x, y, width, height))
            without = self.page(0, '--select', 'vrm/missing-property', path)
            self.assertEqual([1 for tag, attrs in without.tags if attrs.get('class', '').startswith('r')], [])

    def test_fixable(self):
        page = self.page(1, self.fixture('whole', 'mistakes.vrm'))
        signs = [attrs for tag, attrs in page.tags if attrs.get('class') == 'fix']
        self.assertGreater(len(signs), 3)
        found = json.loads(self.expect(1, '--format', 'json', self.fixture('whole', 'mistakes.vrm')).out)
        sure = sum(one['fix'] in ('safe', 'repair') for one in found['files'][0]['findings'])
        self.assertIn(f'vrmlint can fix up to {sure} of these', page.text())
        commands = [text for text in page.all('code') if text.startswith('vrmlint fix')]
        self.assertEqual(len(commands), 2)
        self.assertTrue(commands[1].startswith('vrmlint fix --unsafe '))
        # the first command does what it says
        self.assertEqual(self.run_it(*shlex.split(commands[0])[1:]).status, 1)

    def test_fixable_path(self):
        """The command survives a shell, whatever the file is called."""
        name = "-it's $(HOME) &lt; b.gltf"
        with open(self.fixture('limit', 'spec-version-missing', 'fail-left-out.gltf'), 'rb') as file:
            self.write(name, file.read())
        page = self.page(1, './' + name)
        command = next(text for text in page.all('code') if text.startswith('vrmlint fix '))
        self.assertEqual(shlex.split(command), ['vrmlint', 'fix', './' + name])

    def test_repeated_advice(self):
        """What to do is left out where the message has said it, in each language alike."""
        said = 'List the joints from root to tip'
        path = self.fixture('whole', 'mistakes.vrm')
        page = self.page(1, path)
        self.assertIn(said, page.text())
        self.assertNotIn('What to do: Add VRMC_node_constraint', page.text())
        first = [text for text in page.all('li') if 'extensionsUsed' in text]
        self.assertEqual(len(first), 1)
        japanese = Page(self.expect(1, 'check', '--no-config', '--lang', 'ja', '--format', 'html', path).out)
        said = [text for text in japanese.all('li') if 'extensionsUsed' in text][0]
        self.assertEqual(said.count('extensionsUsed'), first[0].count('extensionsUsed'))

    def test_reading_order(self):
        """Marks count downwards in the order of the findings, and no two lines to them cross."""
        page = self.page(1, self.fixture('whole', 'mistakes.vrm'))
        text = [int(one) for one in page.all('text') if one.isdigit()]
        half = len(text) // 2
        self.assertGreater(half, 4)
        self.assertEqual(text[:half], sorted(text[:half]))
        lines = []
        for tag, attrs in page.tags:
            line = re.fullmatch(r'M(-?\d+) (-?\d+)L(-?\d+) (-?\d+)', attrs.get('d', ''))
            if tag == 'path' and line and 'class' not in attrs:
                lines.append(tuple(map(int, line.groups())))
        self.assertEqual(len(lines), 2 * half)
        for view in (lines[:half], lines[half:]):
            for i, one in enumerate(view):
                for other in view[:i]:
                    self.assertFalse(cross(one, other), (one, other))

    def test_films(self):
        """A chain of a finding on motion moves: as it is, and with the number that is suggested."""
        page = self.page(0, self.fixture('sim', 'rest-pose-sags', 'fail-heavy.gltf'))
        films = [attrs for tag, attrs in page.tags if tag == 'animate']
        self.assertEqual(len(films), 2)
        for film in films:
            frames = film['values'].split(';')
            self.assertLessEqual(len(frames), 42)
            self.assertGreater(len(set(frames)), 4, 'it moves')
            self.assertEqual({len(re.findall(r'-?\d+', frame)) for frame in frames}, {8}, 'four points each')
        self.assertNotEqual(films[0]['values'], films[1]['values'])
        self.assertIn('as it is', page.text())
        self.assertIn('with stiffness 2', page.text())
        self.assertIn('Standing still, seen from the side', page.text())
        self.assertIn('prefers-reduced-motion: no-preference', page.texts['style'])
        self.assertEqual([tag for tag, _ in self.page(0, '--no-simulation', self.fixture(
            'sim', 'rest-pose-sags', 'fail-heavy.gltf')).tags if tag == 'animate'], [])

    def test_films_of_all_rules(self):
        """Each rule that is judged by simulation has a film; many of them stay small."""
        folder = self.fixture('sim')
        for rule in sorted(os.listdir(folder)):
            if rule in ('limb-between-chains', 'runtimes-disagree', 'scale-dependent', 'non-finite'):
                continue  # these compare simulations, or there is nothing to be seen
            path = next(name for name in sorted(os.listdir(os.path.join(folder, rule)))
                        if name.startswith('fail') and name.endswith('.gltf'))
            text = self.run_it('check', '--no-config', '--select', 'sim/' + rule, '--format', 'html',
                               os.path.join(folder, rule, path)).out
            self.assertEqual(Page(text).open, [], rule)
            self.assertTrue('<animate ' in text, rule)
            self.assertLess(len(text), 150000)

    def test_exporter(self):
        """What is known of an exporter's version stands with what to do."""
        with open(self.fixture('limit', 'spec-version-missing', self.first_failing('limit', 'spec-version-missing')),
                  encoding='utf-8') as file:
            document = json.load(file)
        for generator, known in (('UniVRM-0.130.1', True), ('UniVRM', False), ('<b>UniVRM-0.130.1', False)):
            document['asset']['generator'] = generator
            self.write('a.gltf', json.dumps(document))
            self.assertEqual('UniVRM leaves it out up to version 0.131' in self.page(1, 'a.gltf').text(), known)

    def test_exporter_version(self):
        """Of versions that don't make the mistake any more, nothing is said."""
        bind = {'node': 0, 'index': 1, 'weight': 100}
        for version, known in (('0.89.0', True), ('0.9', True), ('0.90.0', False), ('1.0.0', False), ('x', False)):
            self.card({'name': 'n', 'authors': ['a'], 'licenseUrl': 'https://vrm.dev/licenses/1.0/'},
                      vrm={'expressions': {'preset': {'blink': {'morphTargetBinds': [bind]}}}},
                      asset={'version': '2.0', 'generator': 'UniVRM-' + version})
            page = self.page(1, 'a.gltf')
            self.assertIn('vrm/morph-weight-range', page.text())
            self.assertEqual('UniVRM 0.89 wrote percent here' in page.text(), known, version)

    # ---- the list of files ----

    def test_list(self):
        self.card({'name': 'n', 'authors': ['a'], 'licenseUrl': 'https://vrm.dev/licenses/1.0/', 'thumbnailImage': 0},
                  images=[{'uri': 'data:image/png;base64,' + base64.b64encode(self.png(64, 64)).decode()}],
                  asset={'version': '2.0', 'generator': HOSTILE})
        page = self.page(1, 'a.gltf', self.fixture('whole', 'mistakes.vrm'), self.fixture('sim', 'jitter'))
        thumbs = [tag for tag, attrs in page.tags if attrs.get('class') == 'thumb']
        self.assertEqual(thumbs[:2], ['svg', 'svg'] if thumbs[0] == 'svg' else ['img', 'svg'])
        self.assertEqual(thumbs.count('img'), 1)
        self.assertEqual(thumbs.count('svg'), len(thumbs) - 1)
        self.assertIn('vrmlint fixtures/whole/make.py', page.text())
        self.assertIn('can be fixed: vrmlint fix PATH...', page.text())
        options = [text for text in page.all('option')]
        self.assertIn('springbone (1)', options)
        files = [attrs for tag, attrs in page.tags if tag == 'article']
        self.assertTrue(all(re.fullmatch(r'( \d+:\d+)* ', one['data-families']) for one in files))
        sums = [sum(int(pair.split(':')[1]) for pair in one['data-families'].split()) for one in files]
        self.assertEqual(sums, [sum(int(one['data-' + level]) for level in 'ewi') for one in files])

    def test_standard_input(self):
        done = self.run_it('check', '--no-config', '--format', 'html', '-', stdin=WARNS.encode())
        self.assertIn('standard input', Page(done.out).text())

    @unittest.skipUnless(os.path.exists('/dev/full'), 'there is no /dev/full')
    def test_full_disk(self):
        self.write('a.gltf', WARNS)
        self.assertIn('No space left', self.expect(3, '--format', 'html=/dev/full', 'a.gltf').err)


if __name__ == '__main__':
    unittest.main(verbosity=2)
