#!/usr/bin/env python3
"""The program's output in each of its languages, over all fixtures with findings.

Run like test_cli.py."""
import functools
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import unittest

from test_cli import Case, FAILS, FORMATS, some, SOURCE, TENTH, WARNS

sys.path.insert(0, os.path.join(SOURCE, 'po'))
import texts  # noqa: E402 (its folder is known only now)

SRC = os.path.join(SOURCE, 'src')
PO = os.path.join(SOURCE, 'po', 'ja.po')

# The kinds of lines in the table of messages.
KINDS = ('message', 'related', 'shared', 'words', 'unity')

# Words in lower-case Latin letters in Japanese texts that aren't terms of the file or the specification: units, apps, and words
# of command lines.
WORDS = set('''
    gzip tar git lfs pull asset phi theta shapes u m cm mm s fps kHz Hz px vrmlint godot glb gltf vrm vrma json svg png jpeg mailto https http www
    beta draft input output default select ignore error warning info off never text concise ndjson sarif junit github gitlab html csv mdoc
    markdown check merge rules explain config simulate completions spec univrm pbd step shake bob spin turn bow teleport
    MToon nan none auto always three-vrm opt-in true false null double summary bash zsh fish meson install lib matrix quaternion
    accessors buffers cameras meshes scene scenes nodes skins weights e inf
    gitattributes binary Exif Opaque Transparent Cutout Cutoff cluster Amica Hyperfy VNyan Warudo blender matcap undefined v
    a b x y z w w x px py pz qx qy qz qw position based dynamics old match dumb ja en
'''.split())
# Names of programs, and first words of names.
NAMES = set('Blender Unity gltfpack FBX2glTF Mixamo Godot Khronos Markdown Unicode Web Windows Linux T-pose VRMKit Git MToon unlit Metacarpal Intermediate '
            'Proximal Distal Unlit Standard Color ZWrite Enter VRChat VRoid Studio Draco '
            'Stiffness Gravity Power Dir Drag Force Hit Radius Is Binary Roll Aim Axis Override Blink Look At Mouth Horizontal Inner '
            'Outer Vertical Up Down'.split())

# The forms of the last item of a list, and of one that another follows.
FINAL = r'\{final\|[^{}|]*\|[^{}|]*\}'

# What made Japanese texts read as translated. Each pattern must find nothing in texts about an avatar.
TRANSLATED = {
    'a list of advice as a noun: each item is a request': r'または[^。]*こと(?:です)?$|対策は|することです',
    'an artist sets a value, and writes no JSON: にしてください, 設定してください, 入力してください': r'書いてください|を書くか、|と書くか、|書き加えてください',
    'ほかにNか所、同じ問題があります': r'か所にも同じこと',
    'the present word: アウトライン, スケルトン, メタ情報, ウェイトの付いた': r'輪郭線|骨格|メタデータ|スキンで結び付|メッシュを結び付',
    'a full-width colon after a label': r'[ぁ-んァ-ヶ一-龥」）}]:',
    'an app ignores, and throws nothing away': r'(?<!切り)(?<!使い)捨て',
    '一方': r'片方から',
    '正しい, 使いたい, わざと: nobody intends a value': r'(?:^|。|、)意図した',
    'a pronoun for a list': r'それ（\{',
    'a requirement as a noun': r'必須のはずの',
    'no question mark: another sentence may follow': r'ですか？|ませんか？',
    'the words of the glossary: デフォルト値, レストポーズ, ドラフト, ソース, ウェイト, モデリングソフト, 本人, ノーマルマップ':
        r'既定値|初期姿勢|草案|参照元|の重み|モデリングツール|装着者|着用者|法線マップ|法線テクスチャ|スキンメッシュ',
    'a name in 「」': r"'[^']+'",
    'バイト目, 2つ目': r'バイトめ|\dつめ',
    'なければなりません of what an app does: 〜する決まりです': r'アプリは無視しなければなりません',
}
# Texts that speak of the file's text, or of settings.
ABOUT_JSON = ('rule json/duplicate-key why',)
# Texts about a member that is missing or has another name in the file.
ABOUT_MEMBERS = ('message vrm0/missing-groups-key collider-groups', 'message vrm0/missing-groups-key both', 'rule vrm0/missing-groups-key summary',
                 'rule hdr/archived how', 'shared missing-property spelt-as-in-1-0')


def properties(value):
    """Yields every name of a property, and every word of a list of choices, in a schema."""
    if isinstance(value, dict):
        yield from value.get('properties', {}) if isinstance(value.get('properties'), dict) else ()
        yield from (word for word in value.get('enum', ()) if isinstance(word, str))
        for child in value.values():
            yield from properties(child)
    elif isinstance(value, list):
        for child in value:
            yield from properties(child)


@functools.lru_cache(maxsize=None)
def terms():
    """Returns the words that files contain: they are the same in every language."""
    found = {rule.id.partition('/')[0] for rule in texts.rules(SRC)}
    for path in glob.glob(os.path.join(SOURCE, 'schema', '**', '*.json'), recursive=True):
        with open(path, encoding='utf-8') as file:
            found.update(properties(json.load(file)))
    for path in glob.glob(os.path.join(SRC, '**', '*.[ch]'), recursive=True):
        found.update(re.findall(r'(?:tree_get\([^"\n]*|TERM\("\w+", |member\(|keyed\()"(\w+)"', texts.read(path)))
        found.update(re.findall(r'place_\w+\([^"\n]*"([\w/]+)"', texts.read(path)))
    return {part for term in found for part in re.split('[/.]', term)}


def outside_parentheses(text):
    """Returns a text without what is in parentheses, in which a name of the file may follow the word of editors."""
    depth, found = 0, ''
    for character in text:
        depth += character in '(（'
        found += '' if depth > 0 else character
        depth = max(0, depth - (character in ')）'))
    return found


def members_of_editors():
    """Returns the members of files for which editors have a name, other than words that are such a name."""
    named = re.findall(r'\{"(\w+)", N_\("', texts.read(os.path.join(SRC, 'message', 'member_names.c')))
    return [name for name in named if re.search('[A-Z_]', name) or name == 'stiffiness']


def english_words(text, known):
    """Yields words of a Japanese text that are neither names nor terms."""
    text = re.sub('「[^」]*」', '', text)
    text = re.sub(r'[a-z0-9]+(?:-[a-z0-9]+)*/[a-z0-9]+(?:-[a-z0-9]+)*|--[a-z][a-z-]*|`[^`]*`', '', text)  # rules, options
    for word in re.findall(r"[A-Za-z][A-Za-z0-9_.-]*", text):
        word = word.strip('.-')
        is_term = (re.search(r'[0-9_]|[a-z][A-Z]|\w\.\w', word) or word.isupper() or word in known or word in WORDS or
                   word in NAMES or all(part in known or part in WORDS for part in word.split('-')))
        if not is_term:
            yield word


def places(text):
    """Returns the placeholders of a text; the labels of steps have spaces and signs in them."""
    return {name for name in re.findall(r'\{([^{}|]+)', text)}


def needed_places(text):
    """Returns the placeholders, without those that only choose a plural form: Japanese has none."""
    return places(re.sub(r'\{\w+\|[^#}]*\}', '', text))


class Table(unittest.TestCase):
    """The tables themselves."""

    maxDiff = None

    def test_places(self):
        """Every translated sentence has exactly the placeholders of the English one."""
        wanted = dict(texts.entries(SRC))
        for context, (_, translated) in texts.load(PO).items():
            if context in wanted and translated and context.split()[0] in KINDS:
                plain = re.sub(FINAL, '', translated) if context.startswith('words ') else translated
                self.assertLessEqual(places(plain), places(wanted[context]), context)
                self.assertGreaterEqual(places(plain), needed_places(wanted[context]), context)
                self.assertNotRegex(plain, r'\{[^}]*\|', context)  # no plural forms: Japanese has none
                self.assertEqual(re.sub(r'\{[^{}]+\}', '', plain).count('{'), 0, context)

    def test_not_translated(self):
        """Texts about an avatar are written as its maker speaks."""
        faults = []
        for context, (_, translated) in texts.load(PO).items():
            kind, _, name = context.partition(' ')
            told = kind in ('message', 'related', 'shared', 'rule', 'shared-rule') or name.startswith(('hint-', 'sim-'))
            if told and context not in ABOUT_JSON:
                faults += [f'{fault}\n    {context}: {translated}' for fault, pattern in TRANSLATED.items() if re.search(pattern, translated)]
        self.assertEqual(faults, [], '\n' + '\n'.join(faults))

    def test_typography(self):
        """No space between Japanese and Latin words, and full-width colons; those of lines for programs stay."""
        japanese = 'ぁ-んァ-ヶー一-龥'
        wrong = re.compile(f'[{japanese}、。」）] [A-Za-z{{0-9]|[A-Za-z}}0-9] [{japanese}「（]|[{japanese}）」]:')
        self.assertTrue(all(wrong.search(text) for text in ('JSON ではありません', 'これは {path}', '{app}は: ', 'はい、 {name}')))
        faults = []
        for context, (_, translated) in texts.load(PO).items():
            own = re.sub('「[^」]*」|`[^`]*`', '', translated)
            spaced = context.endswith('-words') or context.startswith('words label-')  # search words, and labels of tools
            line = re.match(r'--|\{place\}|\{severity\}', translated)
            if context.split()[0] in KINDS + ('rule', 'shared-rule') and not spaced and not line and wrong.search(own):
                faults.append(f'{context}: {translated}')
        self.assertEqual(faults, [], '\n' + '\n'.join(faults))

    def test_sentences(self):
        """Summaries are clauses in the plain form, other texts say です and ます; no sentence is there twice."""
        faults = []
        for context, (_, translated) in texts.load(PO).items():
            sentences = [sentence for sentence in translated.split('。') if sentence]
            polite = re.search('(?:です|ます|ません|ました|ください)[。]?$', translated)
            kind = context.split()[0]
            if context.endswith(' summary') and kind in ('rule', 'shared-rule') and (polite or translated.endswith('。')):
                faults.append(f'not plain: {context}: {translated}')
            elif context.endswith((' why', ' how')) and kind in ('rule', 'shared-rule') and not translated.endswith('。'):
                faults.append(f'without 。: {context}: {translated}')
            elif kind in ('message', 'shared', 'rule', 'shared-rule') and len(set(sentences)) < len(sentences):
                faults.append(f'twice: {context}: {translated}')
        self.assertEqual(faults, [], '\n' + '\n'.join(faults))

    def test_not_translated_finds(self):
        """Every pattern finds something in old texts."""
        old = ('対策は、小さくするまたは動かすことです', '数値を書いてください', 'ほかの1か所にも同じことが言えます', '輪郭線', '視線: ', 'アプリは捨てます', '片方から',
               '参照元と逆に回る', "「{name}」の'upperChest'に", '12バイトめで', '2つ目。アプリは無視しなければなりません', '削除するか、意図した値にしてください', 'それ（{count}件）を', '必須のはずの無視', 'のことですか？')
        for fault, pattern in TRANSLATED.items():
            self.assertTrue(any(re.search(pattern, text) for text in old), fault)

    def test_names_of_editors(self):
        """Settings have the names that editors show, in what is wrong, why, and what to do. The name in the file may follow in
        parentheses."""
        members = re.compile(r'(?<![\w/.])(?:%s)(?!\w)' % '|'.join(members_of_editors()), re.A)
        self.assertGreater(len(members_of_editors()), 80)
        self.assertTrue(members.search('the dragForce'))
        self.assertTrue(members.search('減速はdragForceです'))
        japanese = texts.load(PO)
        faults = []
        for context, english in texts.entries(SRC):
            kind, _, name = context.partition(' ')
            told = kind in ('message', 'related', 'shared', 'rule', 'shared-rule', 'text') or name.startswith(('symptom-', 'sim-'))
            if told and context not in ABOUT_MEMBERS and context in japanese:
                faults += [f'{context}: {text}' for text in (english, japanese[context][1]) if members.search(outside_parentheses(text))]
        self.assertEqual(faults, [], '\n' + '\n'.join(faults))

    def test_same_words(self):
        """Texts that name a setting of springs in English name it in Japanese too, with the word of the glossary or the label of editors."""
        words = {'drag force': '減速|Drag Force', 'hit radius': '当たり判定の半径|Hit Radius|Joint Radius', 'gravity power': '強さ|Gravity Power',
                 'gravity direction': '向き|Gravity Dir', 'stiffness': '剛性|Stiffness|stiffness|{stiffness}'}
        faults = []
        for context, (english, translated) in texts.load(PO).items():
            faults += [f'{word}: {context}: {translated}' for word, japanese in words.items()
                       if re.search(word, english, re.I) and not re.search(japanese, translated)]
        self.assertEqual(faults, [], '\n' + '\n'.join(faults))

    def test_complete(self):
        """Every text is translated, and no translation is left over."""
        done = subprocess.run([sys.executable, os.path.join(SOURCE, 'po', 'update.py'), '--check'], check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual((done.returncode, done.stdout.decode()), (0, ''))

    def test_usage(self):
        for arguments, status in ((['--help'], 0), (['-h'], 0), (['--check', '--help'], 0), (['--chek'], 2)):
            done = subprocess.run([sys.executable, os.path.join(SOURCE, 'po', 'update.py'), *arguments], check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertTrue((done.stdout if status == 0 else done.stderr).startswith('usage: update.py '))

    def test_no_english(self):
        known = terms()
        wrong = {}
        for context, (_, translated) in texts.load(PO).items():
            if context.split()[0] in KINDS:
                for word in english_words(re.sub(r'\{[^{}|]+\}|\{final', '', translated), known):
                    wrong[word] = f'{context}: {translated}'
        self.assertEqual(wrong, {})


class Said(Case):
    """The program's output."""

    maxDiff = None
    checked = {}

    def check_fixtures(self, language):
        """Checks all fixtures for all rules, once for all tests. Returns the reports of their files, and the report in SARIF."""
        if language not in self.checked:
            families = sorted({rule.partition('/')[0] for rule in self.rules()})
            done = self.run_it('--format', 'ndjson', '--format', 'sarif=all.sarif', '--lang', language, '--no-config', '--select',
                               ','.join(families), '--files-from', '-', stdin='\n'.join(self.fixtures()).encode())
            self.checked[language] = list(map(json.loads, done.out.splitlines())), json.loads(self.text('all.sarif'))
        return self.checked[language]

    def findings(self, language):
        """Yields (fixture, text) of every message, related message and skipped part."""
        for report in self.check_fixtures(language)[0]:
            for finding in report.get('findings', ()):
                yield report['path'], finding['message'], False
                yield report['path'], finding['subject'], False
                for related in finding['related']:
                    if related['message'].startswith('vrmlint simulate '):  # a command, not a sentence
                        continue
                    yield report['path'], related['message'], False
            for skipped in report.get('skipped', ()):
                yield report['path'], skipped['what'], True
                yield report['path'], skipped['why'], True

    def rules(self):
        return [rule['rule'] for rule in json.loads(self.expect(0, 'rules', '--format', 'json').out)['rules']]

    @staticmethod
    def fixtures():
        found = sorted(glob.glob(os.path.join(SOURCE, 'fixtures', '*', '*', 'fail-*.*')))
        return some([path for path in found if not path.endswith('.expect')])

    @staticmethod
    def faults(said, sentences_have_capitals):
        for path, text, is_clause in said:
            own = re.sub(r"'[^']*'|「[^」]*」", "''", text)  # names and strings from the file are not translated
            wrong = re.search(r'  | [,;:、。]|[,;、]{2}|\{[a-z]|\(\)|（）|「」', own.replace('「」', "''"))
            lower = sentences_have_capitals and not is_clause and re.match('[a-z]', text)
            if text == '' or text != text.strip() or wrong or lower or '「」' in text:
                yield f'{os.path.relpath(path, SOURCE)}: {text}'

    def test_help_is_polite(self):
        """Sentences of help end in です or ます, and say デフォルト as everything else does."""
        plain = re.compile('(?:する|ない|出る|使う|示す|なる|直す|できる)。|既定')
        self.assertTrue(all(plain.search(text) for text in ('直せるところを直す。ほかは', '既定値')))
        for command in ('check', 'fix', 'diff', 'init', 'list', 'merge', 'simulate', 'conformance', 'explain', 'config'):
            self.assertNotRegex(re.sub(r'\s', '', self.expect(0, command, '--help', '--lang', 'ja').out), plain, command)

    def test_other_fixes(self):
        """The fixes that only some findings of a rule have are named in the user's language."""
        said = {language: self.expect(0, 'explain', '--lang', language, 'vrm/spec-version-prerelease').out for language in ('en', 'ja')}
        self.assertIn('; some findings: none', re.sub(r'\s+', ' ', said['en']))
        self.assertIn('一部の検出ではなし', re.sub(r'\s', '', said['ja']))

    def test_english(self):
        said = list(self.findings('en'))
        self.assertGreater(len(said), 1000 // TENTH)
        self.assertEqual(list(self.faults(said, True)), [])
        self.assertEqual([text for _, text, _ in said if re.search('[ぁ-ヿ一-鿿]', re.sub("'[^']*'", '', text))], [])

    def test_named_once(self):
        """A message names a collider once, and then calls it "that collider"; it names at most three of many morph targets."""
        said = [text for _, text, _ in self.findings('en')]
        twice = [text for text in said if re.search(r"(\bcollider \d+ on '[^']*').*\1", text) and '→' not in text]  # a cycle ends where it begins
        self.assertEqual(twice, [])
        self.assertEqual([text for text in said if len(re.findall(r"\bmorph target \d+ '", text)) > 4], [])

    def test_lists(self):
        """What may be chosen reads as a sentence: "image/png or image/jpeg", and not a list with commas only."""
        commas = re.compile(r"\b(?:must be|must have|use|not one of) [A-Za-z'][\w/.+'-]*(?:, [A-Za-z'][\w/.+'-]*)+(?=[:.;]|$)")
        self.assertTrue(commas.search('but must be image/png, image/jpeg: give it another'))
        self.assertEqual([text for _, text, _ in self.findings('en') if commas.search(text)], [])
        fixture = os.path.join(SOURCE, 'fixtures', 'image', 'texture-media-type', 'fail-webp.gltf')
        for language, wanted in (('en', 'must be image/png or image/jpeg:'), ('ja', 'image/pngまたはimage/jpegでなければなりません')):
            text = self.run_it('--lang', language, '--format', 'ndjson', '--select', 'image/texture-media-type', fixture).out
            self.assertIn(wanted, text)

    def test_no_json(self):
        """Findings that an artist can do something about name members of the JSON in parentheses or quotes, if at all."""
        member = re.compile(r'(?<![A-Za-z0-9_./-])(?:[a-z]+[A-Z][A-Za-z0-9]*|(?:VRMC|KHR|EXT|VRM)_[A-Za-z0-9_]+)')
        words = re.compile('glTF|kB|kHz|sRGB|(?:left|right)[A-Z].*|upperChest|look(?:Up|Down|Left|Right)')  # units, and names of bones and presets
        for language in ('en', 'ja'):
            named = []
            for report in self.check_fixtures(language)[0]:
                for finding in report.get('findings', ()):
                    own = re.sub(r"(?<![A-Za-z0-9])'[^']*'(?![A-Za-z0-9])|「[^」]*」", '', outside_parentheses(finding['message']))
                    can_be_done = 'steps' in finding or finding['fix'] != 'none'
                    named += [finding['message'] for name in member.findall(own) if can_be_done and not words.fullmatch(name)]
            self.assertEqual(named, [])

    def test_name_in_file(self):
        """Messages use the words of editors. The name in the file is beside the rule, if the message doesn't have it."""
        fixture = os.path.join(SOURCE, 'fixtures', 'mtoon', 'render-queue-mode', 'fail-opaque.gltf')
        for language, beside in (('en', ' (in the file: renderQueueOffsetNumber)'), ('ja', '（ファイルでの名前はrenderQueueOffsetNumber）')):
            text = self.run_it('--lang', language, '--select', 'mtoon/render-queue-mode', fixture).out
            self.assertIn('mtoon/render-queue-mode' + beside, text)
            self.assertEqual(text.count('renderQueueOffsetNumber'), 1)
        fixture = os.path.join(SOURCE, 'fixtures', 'springbone', 'no-drag', 'fail-zero.gltf')
        self.assertIn('(in the file: dragForce)', self.run_it('--select', 'springbone/no-drag', fixture).out)
        fixture = os.path.join(SOURCE, 'fixtures', 'springbone', 'center-is-own-root', 'fail-first-joint.gltf')
        self.assertIn('center', self.run_it('--select', 'springbone/center-is-own-root', fixture).out)
        self.assertNotIn('in the file', self.run_it('--select', 'springbone/center-is-own-root', fixture).out)

    def test_japanese(self):
        known = terms()
        said = list(self.findings('ja'))
        self.assertEqual(list(self.faults(said, False)), [])
        wrong = {}
        for path, text, _ in said:
            for word in english_words(text, known):
                wrong.setdefault(word, f'{os.path.relpath(path, SOURCE)}: {text}')
        self.assertEqual(wrong, {})

    def test_which_language(self):
        """--lang, then settings, then the environment. Formats for programs ignore the environment."""
        fixture = os.path.join(SOURCE, 'fixtures', 'springbone', 'repeated-joint', 'fail-in-a-row.gltf')
        shutil.copyfile(fixture, self.write('a.gltf', ''))
        shutil.copyfile(fixture, self.write('b/c.gltf', ''))
        japanese = {'LANG': 'ja_JP.UTF-8'}
        for env, arguments, people, machines in (
                ({}, (), 'en', 'en'), (japanese, (), 'ja', 'en'), (japanese, ('--lang', 'en'), 'en', 'en'),
                ({}, ('--lang=ja',), 'ja', 'ja'), ({'LC_MESSAGES': 'ja', **japanese}, (), 'ja', 'en'),
                ({'LC_ALL': 'C', **japanese}, (), 'en', 'en'), ({'LC_ALL': '', **japanese}, (), 'ja', 'en'),
                ({'LC_MESSAGES': 'de_DE', **japanese}, (), 'en', 'en'), ({'LANG': 'ja-JP'}, (), 'ja', 'en')):
            for name in FORMATS:
                done = self.run_it('a.gltf', '--format', name, *arguments, env=env)
                wanted = people if name in ('text', 'html', 'concise') else machines
                self.assertEqual('ja' if re.search('[ぁ-ん]', done.out) else 'en', wanted,
                                 (name, env, arguments, 'a format writes messages in the language of the report'))
        self.write('b/.vrmlint.json', '{"lang": "ja"}')
        for name in ('text', 'json'):
            self.assertRegex(self.run_it('b', '--format', name).out, '[ぁ-ん]')
            self.assertNotRegex(self.run_it('b', '--format', name, '--lang', 'en').out, '[ぁ-ん]')
            self.assertNotRegex(self.run_it('b', '--format', name, '--no-config').out, '[ぁ-ん]')
        self.usage('did you mean', '--lang', 'jp', 'a.gltf')
        for before in (('--lang', 'ja'), ('--lang=ja',)):
            self.assertEqual(self.expect(0, *before, 'rules').out, self.expect(0, 'rules', '--lang', 'ja').out)
            self.assertEqual(self.expect(0, *before, '--help').out, self.expect(0, '--help', '--lang', 'ja').out)
        self.expect(2, '--lang', 'rules')  # --lang lacks its language here

    def test_documents(self):
        for arguments in (['--help'], ['check', '--help'], ['merge', '-h'], ['simulate', '--help'], ['rules'],
                          ['explain', '--help'], ['explain', 'json/syntax'], ['explain', 'json'], ['config', '--help']):
            japanese = self.expect(0, *arguments, '--lang', 'ja').out
            self.assertRegex(japanese, '[ぁ-ん]', arguments)
            self.assertEqual(self.expect(0, *arguments, env={'LANG': 'ja_JP.UTF-8'}).out, japanese)
            self.assertNotRegex(self.expect(0, *arguments).out, '[ぁ-んァ-ヶ]', arguments)

    def assert_japanese(self, text, what):
        """Checks that a line isn't English: three words in a row that are neither names nor terms."""
        for line in text.splitlines():
            bare = re.sub("「[^」]*」|'[^']*'|\"[^\"]*\"|<[^>]*>|`[^`]*`", '', line)
            self.assertNotRegex(bare, r'(?<![\w/.-])[A-Za-z]?[a-z]+ [a-z]+ [a-z]+(?![\w/.-])', what)

    def test_examples(self):
        """explain translates its notes in the examples too."""
        noted = 0
        for rule in self.rules()[::4]:
            text = self.expect(0, 'explain', rule, '--lang', 'ja').out
            noted += text.count('ノード（それぞれ親の下に表示）') + text.count('ファイルの終わり')
            self.assertNotRegex(text, 'each below its parent|end of the file|[0-9] (more|in all)|[\x01\x02]', rule)
        self.assertGreater(noted, 25)

    def test_settings(self):
        """The output about settings, and about mistakes in them."""
        self.write('.vrmlint.json', '{"thresholds": {"jitter": 0.3}, "severity": {"springbone": "off"}}')
        self.write('fails.gltf', FAILS)
        text = self.expect(0, 'config', '--lang', 'ja').out
        self.assertNotRegex(text, '[0-9] (degrees|share|frames)')
        self.assert_japanese(text, 'config')
        for settings, says in (('{"thresholds": {"jitter": 5}}', '範囲は0から1（割合）です'),
                               ('{"thresholds": {"jiter": 5}}', '「jitter」のことですか'),
                               ('{"lang": "fr"}', '使えるのは'), ('{"paths": [{}]}', '「match」がありません'),
                               ('{"select": 1}', '今は数値です'), ('{', 'JSON')):
            self.write('wrong.json', settings)
            done = self.run_it('--lang', 'ja', '--config', 'wrong.json', 'fails.gltf')
            self.assertEqual(done.status, 2)
            self.assertIn(says, done.err)
            self.assert_japanese(done.err, settings)

    def test_errors(self):
        """A file that can't be read, in every format."""
        for name in FORMATS:
            done = self.run_it('--lang', 'ja', '--format', name, 'nowhere.vrm')
            self.assertIn('そのようなファイルやフォルダーはありません', done.out + done.err, name)
            self.assertNotIn('No such file', done.out + done.err, name)

    def test_merged_findings(self):
        """A merged report has the language of its findings; if another one is asked for, it says which they have."""
        self.write('a.gltf', WARNS)
        for language, other in (('en', 'ja'), ('ja', 'en')):
            self.write('part.ndjson', self.expect(0, '--lang', language, '--format', 'ndjson', 'a.gltf').out)
            for user in ('en_US.UTF-8', 'ja_JP.UTF-8'):
                env = {'LC_ALL': user, 'LANGUAGE': ''}
                whole = self.expect(0, '--lang', language, 'a.gltf')
                done = self.expect(0, 'merge', 'part.ndjson', env=env)
                self.assertEqual((done.out, done.err), (whole.out, ''))
                self.assertEqual(json.loads(self.expect(0, 'merge', '--format', 'json', 'part.ndjson', env=env).out),
                                 json.loads(self.expect(0, '--lang', language, '--format', 'json', 'a.gltf').out))
            asked = self.expect(0, 'merge', '--lang', other, '--format', 'json', 'part.ndjson')
            self.assertIn(f'--lang {other}', asked.err)
            self.assertEqual(json.loads(asked.out)['tool'].get('language', 'en'), language)

    def test_merged(self):
        """A merged report has one language, that of its records, whatever is asked for: skipped parts, verdicts and totals too."""
        old = os.path.join(SOURCE, 'fixtures', 'whole', 'box-doll-0x.vrm')
        said = {language: self.run_it('--lang', language, old).out for language in ('en', 'ja')}
        for recorded in said:
            self.write('part.ndjson', self.run_it('--lang', recorded, '--format', 'ndjson', old, 'nowhere.vrm').out)
            for language in said:
                done = self.run_it('merge', '--lang', language, 'part.ndjson')
                self.assertEqual(done.status, 3)
                self.assertEqual(done.out.split('\n\n')[0], said[recorded].split('\n\n')[0], (recorded, language))
                self.assertEqual(done.out.split('\n')[-2].split(' ')[0], self.run_it('--lang', recorded, old, 'nowhere.vrm').out.split('\n')[-2].split(' ')[0])

    def test_golden(self):
        """Whole outputs in Japanese."""
        self.write('fails.gltf', FAILS)
        self.write('warns.gltf', WARNS)
        japanese = ('--lang', 'ja')
        self.golden('text.ja.txt', self.expect(1, *japanese, '--statistics', '.').out)
        self.golden('help.ja.txt', self.expect(0, 'check', '--help', *japanese).out)
        self.golden('explain.ja.txt', self.expect(0, 'explain', 'json/duplicate-key', *japanese).out)
        page = self.expect(1, *japanese, '--format', 'html', '.').out
        self.assertIn('<html lang="ja">', page)
        body = re.sub(r'<(style|script)\b.*?</\1>', '', page, flags=re.S)
        self.golden('page.ja.txt', re.sub(r'\s*(<[^>]*>\s*)+', '\n', body).strip() + '\n')

    def test_width(self):
        """Lines end at the terminal's width, between characters at which Japanese may be broken."""
        if os.environ.get('VRMLINT_WIDTHS') != '1':
            self.skipTest('built without libutf8proc')
        lines = self.expect(0, 'check', '--help', '--lang', 'ja').out.splitlines()
        width = max(sum(2 if ord(c) >= 0x2E80 else 1 for c in line) for line in lines)
        self.assertTrue(96 <= width <= 100, width)
        for line in lines:
            self.assertNotIn(line.strip()[:1], set('、。」）』ーっゃゅょァィゥェォッャュョ'), line)
            self.assertNotIn(line[-1:], set('「（『'), line)

    def test_messages_of_sarif(self):
        """Each result's text is its rule's sentence with the arguments filled in."""
        for language in ('en', 'ja'):
            run = self.check_fixtures(language)[1]['runs'][0]
            rules = run['tool']['driver']['rules']
            checked = 0
            for result in run['results']:
                message = result['message']
                if 'id' not in message:
                    continue
                template = rules[result['ruleIndex']]['messageStrings'][message['id']]['text']
                filled = re.sub(r'\{(\d+)\}', lambda m, a=message.get('arguments', []): a[int(m.group(1))], template)
                self.assertEqual(filled, message['text'])
                self.assertEqual(set(map(int, re.findall(r'\{(\d+)\}', template))),
                                 set(range(len(message.get('arguments', [])))))
                checked += 1
            self.assertGreater(checked, len(run['results']) * 9 // 10)


if __name__ == '__main__':
    unittest.main(verbosity=2)
