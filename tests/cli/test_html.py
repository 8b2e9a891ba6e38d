#!/usr/bin/env python3
"""The HTML report from outside: complete, well-formed, without requests; its plain list, and the data that its scripts render.
Run like test_cli.py; tests/apps/html_browser.py tests what the scripts render."""
import base64
import gzip
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

VOID = {'meta', 'wbr'}
HOSTILE = '</script><script>alert(1)</script>]]>"\'><img src=x onerror=alert(2)>\x1b[31m::error::\u202eabc\u2066 עברית'
LONG = 'long' * 2500


class Page(html.parser.HTMLParser):
    """Parses a page strictly: elements must be written as these reports write them."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.ids, self.links, self.tags, self.texts, self.said = [], [], [], [], {}, []
        self.parts, self.inner = [], []  # elements with their texts, in order; the open elements
        self.data, self.current = {}, None  # data blocks: their content, by id
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        names = [name for name, _ in attrs]
        assert len(set(names)) == len(names), f'<{tag}> has an attribute twice'
        for name, value in attrs:
            assert not name.startswith('on'), f'<{tag}> has {name}'
            assert name not in ('style', 'src', 'srcset', 'action', 'data', 'xlink:href'), f'<{tag}> has {name}'
            if name == 'href':
                assert value.startswith('#'), f'<{tag}> leads to {value}'
                self.links.append(value[1:])
            if name == 'id':
                self.ids.append(value)
        self.tags.append((tag, dict(attrs)))
        self.current = dict(attrs).get('id') if tag == 'script' else None
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
        self.current = None
        assert self.open and self.open[-1] == tag, f'</{tag}> within {self.open}'
        self.open.pop()
        self.inner.pop()

    def handle_data(self, data):
        if self.current is not None:
            self.data[self.current] = self.data.get(self.current, '') + data
            return
        for part in self.inner:
            part[1] += data
        where = self.open[-1] if self.open else ''
        self.texts[where] = self.texts.get(where, '') + data
        if where not in ('style', 'script'):
            self.said.append(data)

    def text(self):
        return ''.join(self.said)

    def all(self, tag):
        """Returns the texts of all elements with a tag name, in order."""
        return [text for name, text in self.parts if name == tag]

    def json(self, name):
        return json.loads(self.data[name])

    def files(self):
        return self.json('common')['files']

    def file(self, number=1):
        return self.json(f'data{number}')

    def shown(self, number=1):
        return self.file(number)['shown']


class Html(Case):
    def page(self, status, *arguments):
        text = self.expect(status, 'check', '--no-config', '--format', 'html', *arguments).out
        self.assertTrue(text.startswith('<!DOCTYPE html>\n') and text.endswith('</html>\n'))
        self.assertEqual(re.findall('[^\n\x20-\x7e\xa0-\U0010ffff]', text), [], 'controls')
        page = Page(text)
        self.assertEqual(page.open, [])
        self.assertEqual(len(set(page.ids)), len(page.ids), 'every id stands once')
        self.assertEqual(page.links, [])
        blocks = ['common', *(f'data{number}' for number in range(1, len(page.files()) + 1)), 'packed']
        self.assertEqual([(tag, attrs.get('id')) for tag, attrs in page.tags if tag in ('script', 'style')],
                         [('style', None), *(('script', name) for name in blocks), ('script', None)])
        for name in blocks:
            self.assertNotIn('<', page.data[name])
        for tag, attrs in page.tags:
            self.assertIn(attrs.get('type', ''), ('', 'application/json', 'application/octet-stream'), tag)
        return page

    def avatar(self, *names):
        """Returns a file with a finding on every spring: two joints, and the second isn't a descendant of the first."""
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
        renderer = gzip.decompress(base64.b64decode(page.data['packed'])).decode()

        def digest(text):
            return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
        self.assertEqual(policy, f"default-src 'none'; style-src {digest(page.texts['style'])}; script-src {digest(page.texts['script'])} "
                         f"{digest(renderer)}; img-src data:; base-uri 'none'; form-action 'none'")
        self.assertEqual(set(re.findall('https?://[^\'"]*', page.texts['style'] + page.texts['script'] + renderer)), {'http://www.w3.org/2000/svg'})
        for name in ('innerHTML', 'outerHTML', 'insertAdjacentHTML', 'document.write', 'DOMParser', 'eval(', 'Function(', 'createContextualFragment'):
            self.assertNotIn(name, renderer)

    def test_single(self):
        page = self.page(1, os.path.join(SOURCE, 'fixtures', 'whole', 'mistakes.vrm'))
        text = page.text()
        self.assertRegex(text, r'\d+ things to fix, \d+ to look at')
        for part in ('three-vrm: ', "Spring 0 'Hair left'", 'springbone/joint-not-descendant', 'To fix', 'To look at'):
            self.assertIn(part, text)
        rules = page.json('common')['rules']
        self.assertIn('List the joints from root to tip', rules['springbone/joint-not-descendant']['how'])
        self.assertEqual(set(rules), {one['rule'] for one in page.file()['report']['findings']})
        self.assertTrue(page.file()['report']['generator'])
        self.assertEqual([one['rule'] for one in page.file()['report']['findings']],
                         re.findall(r'\b[a-z0-9]+/[a-z-]+\b', ' '.join(part for tag, part in page.parts if tag == 'code')))

    def test_verdicts(self):
        self.write('fine.gltf', NOTHING)
        self.write('look.gltf', WARNS)
        self.write('broken.gltf', FAILS)
        page = self.page(3, 'fine.gltf', 'look.gltf', 'broken.gltf', 'gone.gltf')
        text = page.text()
        for part in ('4 files checked', '1 thing to fix', '1 thing to look at', 'Nothing to check',
                     'Could not be read', 'json/duplicate-key'):
            self.assertIn(part, text)
        self.assertEqual(len([tag for tag, _ in page.tags if tag == 'article']), 4)
        self.assertEqual([line['state'] for line in page.files()], ['e', 'n', 't', 'w'])
        self.assertEqual([line['counts'][1] for line in page.files()], [0, 0, 0, 1])
        self.assertEqual(page.files()[3]['rules'], {'json/duplicate-key': 1})

    def test_hostile_names(self):
        self.write('a.gltf', self.avatar(HOSTILE, LONG))
        self.write('b.gltf', self.avatar(HOSTILE))
        for arguments in (['a.gltf'], ['a.gltf', 'b.gltf']):
            page = self.page(1, *arguments)
            self.assertIn('</script><script>alert(1)', page.text())
            self.assertNotIn('img', [tag for tag, _ in page.tags])
            self.assertIn('\\u001b[31m', page.data['data1'])
            self.assertIn('\\u202eabc\\u2066 עברית', page.data['data1'])
            self.assertNotIn('long' * 100, page.text())
            self.assertTrue(page.file()['report']['generator'].startswith('</script><script>alert(1)'))
            self.assertTrue(page.files()[0]['generator'].endswith('עברית'))

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
        shown = page.file()['report']['findings']
        left_out = re.findall(r'and (\d+) more of [a-z]+/', page.text())
        self.assertGreater(len(left_out), 1)
        self.assertEqual(sorted(map(int, left_out)), sorted(page.file()['left'].values()))
        self.assertEqual(len(shown) + sum(map(int, left_out)), len(found))
        self.assertIn(f'{sum(one["severity"] == "error" for one in found)} things to fix', page.text())

    def test_baseline(self):
        """Findings in a baseline aren't drawn; the others keep their own marks."""
        self.write('a.gltf', self.avatar('Hair', 'Skirt', 'Tail'))
        self.expect(1, 'check', '--no-config', '--write-baseline', 'known', 'a.gltf')
        with open(os.path.join(self.folder, 'known'), encoding='utf-8') as file:
            lines = file.read().splitlines(keepends=True)
        self.write('known', ''.join(lines[:-1]))
        page = self.page(1, '--baseline', 'known', 'a.gltf')
        self.assertEqual(len(page.file()['report']['findings']), 1)
        self.assertEqual({finding for finding, *_ in page.shown()['drawing']['marks']}, {0})
        self.assertTrue(all('worst' not in chain for chain in page.shown()['drawing']['chains']))

    def test_merged(self):
        """Records contain no drawings, and a page made from them says so."""
        self.write('a.gltf', self.avatar('Hair'))
        self.assertNotIn('to see it drawn', self.page(1, 'a.gltf').text())
        self.expect(1, 'check', '--no-config', '--format', 'ndjson=records', 'a.gltf')
        page = Page(self.expect(1, 'merge', '--format', 'html', 'records').out)
        self.assertIn('check a file by itself to see it drawn', page.text())

    # ---- the avatar's card ----

    def card(self, meta, **more):
        """Makes an avatar with a meta, a hips bone and further members of VRMC_vrm."""
        vrm = {'specVersion': '1.0', 'meta': meta, 'humanoid': {'humanBones': {'hips': {'node': 0}}}}
        vrm.update(more.pop('vrm', {}))
        self.write('a.gltf', json.dumps({
            'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0]}],
            'nodes': [{'name': 'Hips', 'mesh': 0}], 'meshes': [{
                'name': 'Face', 'primitives': [{'attributes': {}, 'targets': [{}, {}]}],
                'extras': {'targetNames': [HOSTILE, 'Blink']}}],
            'materials': [{'name': HOSTILE}], 'extensionsUsed': ['VRMC_vrm'], 'extensions': {'VRMC_vrm': vrm}, **more}))

    def test_card(self):
        binds = [{'node': 0, 'index': 1, 'weight': 1}, {'node': 0, 'index': 0, 'weight': 1}]
        colours = [{'material': 0, 'type': 'color', 'targetValue': [1, 1, 1, 1]}]
        self.card({'name': HOSTILE, 'authors': ['Ann', HOSTILE], 'licenseUrl': 'https://vrm.dev/licenses/1.0/',
                   'commercialUsage': 'personalProfit', 'modification': '<b>', 'allowRedistribution': True},
                  vrm={'expressions': {'preset': {'blink': {'morphTargetBinds': binds}, 'happy': {}},
                                       'custom': {HOSTILE: {'materialColorBinds': colours}}}})
        card = self.page(1, 'a.gltf').shown()['card']
        self.assertEqual((card['title'], card['authors']), (HOSTILE, ['Ann', HOSTILE]))
        self.assertEqual(card['terms'], {'commerce': 'personalProfit', 'passingOn': 'true', 'changing': '<b>',
                                         'licence': 'https://vrm.dev/licenses/1.0/'})
        one = {expression['name']: expression for expression in card['expressions']}
        self.assertEqual([bound['what'] for bound in one['blink']['bound']], ['Blink', HOSTILE])
        self.assertEqual(one['happy']['bound'], [])
        self.assertEqual(one[HOSTILE]['bound'], [{'kind': 'colour', 'index': 0, 'what': 'color', 'of': HOSTILE}])
        self.assertTrue(one[HOSTILE]['custom'])
        self.assertEqual(card['bones'], 1)
        self.assertIn('spine', card['missing'][:card['missingNeeded']])
        self.assertIn('jaw', card['missing'][card['missingNeeded']:])

    def test_card_of_vrm0(self):
        shown = self.page(0, os.path.join(SOURCE, 'fixtures', 'whole', 'box-doll-0x.vrm')).shown()
        self.assertEqual((shown['card']['is0x'], shown['card']['terms']['acting']), (True, 'Everyone'))
        self.assertNotIn('passingOn', shown['card']['terms'])
        self.assertIn('spine', [name for name, *_ in shown['drawing']['joints']])

    def test_card_is_bounded(self):
        many = {f'expression {i}': {'morphTargetBinds': [{'node': 0, 'index': 1, 'weight': 1}] * 500}
                for i in range(500)}
        self.card({'name': 'n', 'authors': [LONG] * 1000, 'licenseUrl': LONG}, vrm={'expressions': {'custom': many}})
        card = self.page(1, 'a.gltf').shown()['card']
        self.assertTrue(400 < card['moreExpressions'] < 500)
        self.assertEqual(card['expressions'][0]['more'], 496)
        self.assertLess(len(json.dumps(card)), 60000)

    # ---- thumbnails ----

    def png(self, width, height):
        """Returns the header of an image, a few bytes of noise, and its end."""
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
        return self.page(1, 'a.gltf').shown()['card'].get('picture')

    def test_thumbnail(self):
        picture = self.png(64, 32)
        for generation in (0, 1):
            shown = self.thumbnail(picture, generation=generation)
            self.assertEqual((shown['width'], shown['height']), (64, 32))
            self.assertEqual(base64.b64decode(shown['data'].split(',')[1]), picture)
        # the type that the file declares is ignored
        self.assertTrue(self.thumbnail(picture, 'text/html')['data'].startswith('data:image/png;base64,'))

    def test_no_thumbnail(self):
        for what, picture in (('too large', self.png(4096, 16)), ('truncated', self.png(64, 64)[:-20]),
                              ('a dot', self.png(1, 1)), ('no picture', b'<svg onload=alert(1)>' * 10),
                              ('a GIF', b'GIF89a' + bytes(40)), ('too heavy', self.png(64, 64)[:-12] + bytes(1 << 20))):
            self.assertIsNone(self.thumbnail(picture), what)

    def test_no_thumbnail_without_data(self):
        self.assertIsNotNone(self.thumbnail(self.png(64, 64)))
        self.assertNotIn('picture', self.page(1, '--no-data', 'a.gltf').shown()['card'])

    # ---- findings ----

    def first_failing(self, *rule):
        return next(name for name in sorted(os.listdir(self.fixture(*rule))) if name.startswith('fail') and name.endswith('.gltf'))

    def fixture(self, *parts):
        return os.path.join(SOURCE, 'fixtures', *parts)

    def on_avatar(self, path):
        """Returns a file that only has meshes, with the body of another file added."""
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
        """Vertices outside of the humanoid, far away and inverted parts: each is marked at its position, or at the edge."""
        for rule, path in (('skin/outside-humanoid', self.fixture('skin', 'outside-humanoid', 'fail-neutral-bone.gltf')),
                           ('mesh/far-from-avatar', self.fixture('mesh', 'far-from-avatar', 'fail-plane.gltf')),
                           ('mesh/winding-inverted', self.on_avatar(
                               self.fixture('mesh', 'winding-inverted', 'fail-inverted.gltf')))):
            page = self.page(0, '--select', rule, path)
            self.assertIn(rule, page.text())
            self.assertEqual([finding for finding, *_ in page.shown()['drawing']['marks']], [0], rule)
            without = self.page(0, '--select', 'vrm/missing-property', path)
            self.assertEqual(without.shown()['drawing']['marks'], [])

    def test_fixable(self):
        page = self.page(1, self.fixture('whole', 'mistakes.vrm'))
        listed = page.file()['report']['findings']
        self.assertGreater(sum(one.get('fixable', False) for one in listed), 3)
        sure = sum(one['fix'] in ('safe', 'repair') for one in listed)
        self.assertEqual(page.file()['fixable'], [sure, sum(one['fix'] == 'unsafe' for one in listed)])
        # the command works as described
        self.assertEqual(self.run_it('fix', *shlex.split(page.file()['word'])).status, 1)

    def test_fixable_path(self):
        """The command works in a shell, whatever the file's name."""
        name = "-it's $(HOME) &lt; b.gltf"
        with open(self.fixture('limit', 'spec-version-missing', 'fail-left-out.gltf'), 'rb') as file:
            self.write(name, file.read())
        page = self.page(1, './' + name)
        self.assertEqual(shlex.split(page.file()['word']), ['./' + name])

    def test_repeated_advice(self):
        """Advice isn't repeated if the message contains it, in both languages."""
        path = self.fixture('whole', 'mistakes.vrm')
        for language in ('en', 'ja'):
            page = Page(self.expect(1, 'check', '--no-config', '--lang', language, '--format', 'html', path).out)
            rules = [one['rule'] for one in page.file()['report']['findings']]
            repeats = [rules[index] for index in page.shown()['repeats']]
            self.assertIn('constraint/not-declared', repeats)
            self.assertNotIn('springbone/unknown-property', repeats)

    def test_repeated_advice_of_languages(self):
        """A message contains the advice of its rule in every language, or in none."""
        for family, rule in (('springbone', 'no-restoring-force'), ('springbone', 'duplicate-joint'), ('collider', 'one-of')):
            path = self.fixture(family, rule, self.first_failing(family, rule))
            pages = [Page(self.run_it('check', '--no-config', '--lang', language, '--format', 'html', path).out) for language in ('en', 'ja')]
            self.assertEqual(*(page.shown()['repeats'] for page in pages), rule)

    def test_films(self):
        """A chain of a motion finding is animated: as it is, and with the suggested number."""
        page = self.page(0, self.fixture('sim', 'rest-pose-sags', 'fail-heavy.gltf'))
        [film] = page.shown()['films']
        for frames in (film['frames'], film['fixed']):
            self.assertLessEqual(len(frames), 42)
            self.assertGreater(len(set(map(tuple, frames))), 4, 'it moves')
            self.assertEqual(set(map(len, frames)), {8}, 'four points each')
        self.assertNotEqual(film['frames'], film['fixed'])
        self.assertEqual((film['with'], film['motion'], film['side']), ('with stiffness 2', 'settle', True))
        self.assertNotIn('films', self.page(0, '--no-simulation', self.fixture('sim', 'rest-pose-sags', 'fail-heavy.gltf')).shown())

    def test_films_with_the_numbers_advised(self):
        """Each film of a chain with several findings shows the first number that its own finding suggests."""
        for rule, parameters, expected in (
                ('collider-tunnelling', {'dragForce': 0.02, 'stiffness': 0.1}, {'collider-tunnelling': 'drag force 0.4', 'slow-settle': 'stiffness 2'}),
                ('rest-pose-sags', {'dragForce': 0.02, 'stiffness': 0.1, 'gravityPower': 0.3}, {'rest-pose-sags': 'stiffness 1', 'slow-settle': 'drag force 0.1'})):
            with open(self.fixture('sim', rule, self.first_failing('sim', rule)), encoding='utf-8') as file:
                document = json.load(file)
            for spring in document['extensions']['VRMC_springBone']['springs']:
                for joint in spring['joints']:
                    joint.update(parameters)
            self.write('a.gltf', json.dumps(document))
            page = self.page(0, 'a.gltf')
            findings = page.file(1)['report']['findings']
            shown = {findings[film['finding']]['rule'].removeprefix('sim/'): film['with'] for film in page.shown()['films']}
            self.assertEqual(shown, {name: 'with ' + number for name, number in expected.items()})

    def test_films_of_all_rules(self):
        """Each rule that is checked by simulation has a film; many films stay small."""
        folder = self.fixture('sim')
        for rule in sorted(os.listdir(folder)):
            if rule in ('limb-between-chains', 'runtimes-disagree', 'scale-dependent', 'non-finite', 'constraint-jumps', 'teleport-inverts'):
                continue  # these compare simulations, are of one app, or have no chain to show
            path = next(name for name in sorted(os.listdir(os.path.join(folder, rule)))
                        if name.startswith('fail') and name.endswith('.gltf'))
            text = self.run_it('check', '--no-config', '--select', 'sim/' + rule, '--format', 'html',
                               os.path.join(folder, rule, path)).out
            self.assertEqual(Page(text).open, [], rule)
            self.assertTrue(Page(text).shown().get('films'), rule)
            self.assertLess(len(text), 150000)

    def steps(self, page):
        """Returns the first steps of each finding of the first file."""
        return [finding['steps'][0]['text'] for finding in page.file(1)['report']['findings'] if 'steps' in finding]

    def test_exporter(self):
        """Known facts about an exporter's version come first in the steps."""
        with open(self.fixture('limit', 'spec-version-missing', self.first_failing('limit', 'spec-version-missing')),
                  encoding='utf-8') as file:
            document = json.load(file)
        for generator, known in (('UniVRM-0.130.1', True), ('UniVRM', False), ('<b>UniVRM-0.130.1', False)):
            document['asset']['generator'] = generator
            self.write('a.gltf', json.dumps(document))
            self.assertEqual(any('UniVRM leaves it out up to version 0.131' in text for text in self.steps(self.page(1, 'a.gltf'))), known)

    def test_exporter_version(self):
        """UniVRM wrote percent before it wrote its name, so versions that name themselves aren't mentioned."""
        bind = {'node': 0, 'index': 1, 'weight': 100}
        for generator, known in (({}, True), ({'generator': 'UniVRM-0.116.0'}, False), ({'generator': 'x'}, False)):
            self.card({'name': 'n', 'authors': ['a'], 'licenseUrl': 'https://vrm.dev/licenses/1.0/'},
                      vrm={'expressions': {'preset': {'blink': {'morphTargetBinds': [bind]}}}}, asset={'version': '2.0', **generator})
            page = self.page(1, 'a.gltf')
            self.assertIn('vrm/morph-weight-range', page.text())
            self.assertEqual(any('UniVRM 0.89 wrote percent here' in text for text in self.steps(page)), known, generator)

    # ---- the list of files ----

    def test_list(self):
        self.card({'name': 'n', 'authors': ['a'], 'licenseUrl': 'https://vrm.dev/licenses/1.0/', 'thumbnailImage': 0},
                  images=[{'uri': 'data:image/png;base64,' + base64.b64encode(self.png(64, 64)).decode()}],
                  asset={'version': '2.0', 'generator': HOSTILE})
        page = self.page(1, 'a.gltf', self.fixture('whole', 'mistakes.vrm'), self.fixture('sim', 'jitter'))
        self.assertEqual(page.json('common')['fixable'], sum(page.file(number + 1)['fixable'][0] for number in range(len(page.files()))))
        pictures = ['picture' in page.shown(number + 1).get('card', {}) for number in range(len(page.files()))]
        self.assertEqual(pictures.count(True), 1)
        self.assertIn('vrmlint fixtures/whole/make.py', [one.get('generator') for one in page.files()])
        self.assertTrue(any(rule.startswith('springbone/') for one in page.files() for rule in one['rules']))
        self.assertEqual([sum(one['rules'].values()) for one in page.files()], [sum(one['counts']) for one in page.files()])

    def test_standard_input(self):
        done = self.run_it('check', '--no-config', '--format', 'html', '-', stdin=WARNS.encode())
        self.assertIn('standard input', Page(done.out).text())

    @unittest.skipUnless(os.path.exists('/dev/full'), 'there is no /dev/full')
    def test_full_disk(self):
        self.write('a.gltf', WARNS)
        self.assertIn('No space left', self.expect(3, '--format', 'html=/dev/full', 'a.gltf').err)


if __name__ == '__main__':
    unittest.main(verbosity=2)
