#!/usr/bin/env python3
"""The HTML report from outside: whole and well-formed, nothing loaded, nothing that a file holds at work. Run as
test_cli.py is; what needs a browser is in tests/html_browser.py."""
import base64
import hashlib
import html.parser
import json
import os
import re
import unittest

from test_cli import Case, FAILS, NOTHING, SOURCE, WARNS

VOID = {'meta', 'input', 'br', 'wbr'}
HOSTILE = '</script><script>alert(1)</script>]]>"\'><img src=x onerror=alert(2)>\x1b[31m::error::\u202eabc\u2066 עברית'
LONG = 'long' * 2500


class Page(html.parser.HTMLParser):
    """Reads a page as strictly as its own elements must be written."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.ids, self.links, self.tags, self.texts, self.said = [], [], [], [], {}, []
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
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, f'</{tag}> within {self.open}'
        self.open.pop()

    def handle_data(self, data):
        where = self.open[-1] if self.open else ''
        self.texts[where] = self.texts.get(where, '') + data
        if where not in ('style', 'script'):
            self.said.append(data)

    def text(self):
        return ''.join(self.said)


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
        self.write('a.gltf', self.avatar(*(f'Chain {i}' for i in range(50))))
        page = self.page(1, 'a.gltf')
        found = json.loads(self.expect(1, '--format', 'json', 'a.gltf').out)['files'][0]['findings']
        shown = [attrs['class'] for tag, attrs in page.tags if attrs.get('class', '').startswith('f ')]
        left_out = re.findall(r'and (\d+) more of springbone/', page.text())
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

    def test_standard_input(self):
        done = self.run_it('check', '--no-config', '--format', 'html', '-', stdin=WARNS.encode())
        self.assertIn('standard input', Page(done.out).text())

    @unittest.skipUnless(os.path.exists('/dev/full'), 'there is no /dev/full')
    def test_full_disk(self):
        self.write('a.gltf', WARNS)
        self.assertIn('No space left', self.expect(3, '--format', 'html=/dev/full', 'a.gltf').err)


if __name__ == '__main__':
    unittest.main(verbosity=2)
