#!/usr/bin/env python3
"""The English of all texts that users read: messages, rules and texts of commands. Each pattern finds a habit that made texts
hard to read; EXCEPTIONS lists texts in which the pattern's words are right. Run like test_cli.py."""
import os
import re
import sys
import unittest

SOURCE = os.environ['VRMLINT_SOURCE']
sys.path.insert(0, os.path.join(SOURCE, 'po'))
import texts  # noqa: E402 (its folder is known only now)

SRC = os.path.join(SOURCE, 'src')

PATTERNS = {
    'a result after "so that": write ", so"': r', so that\b',
    'a requirement without a verb: write "but must be" or "(at most ...)"':
        r'\b(?:allowed|accepted|expected|recommended) (?:is|are)\b|, (?:it )?must (?:be|have|hold)\b',
    '"write" for a change: write "set ... to", "add", "use" or "enter"':
        r'(?:: |^|, or |[.] )[Ww]rite (?!(?:all|only|the|to|them) (?:findings|joints|the|fixed|FILE|pointer|column))',
    '"that is meant": write "the intended ..."': r'\b(?:is|was|were) meant\b|\bif meant\b',
    'a noun with "no": negate the verb': r'\b(?:is|are) no (?!longer\b)\w|\bis none (?:of|that)\b',
    '"there is no": write "X is missing"': r"\b[Tt]here (?:is|are) no(?:ne)?\b|\bisn't there\b|\baren't there\b",
    'a clause in front of its subject':
        r'(?:^|[.] )(?:What(?! to do| was found| others may| uses)|Whatever|Where(?! it is|: )|Of(?! two,))\b',
    'a relative clause in front of the verb': r'\b(?:by|of|for|without) which\b',
    '", for" as "because"':
        r', for (?=it\b|its\b|that\b|they\b|there\b|what\b|lookAt\b|some\b|apps\b|one\b|three-vrm\b|UniVRM\b|glTF\b|'
        r'tools\b|the \w+ (?:is|are|has|gives)\b|\w+ (?:is|are|turns?|counts?)\b)',
    '"mend": write "fix" or "correct"': r'\b[Mm]end(?:s|ed|ing)?\b',
    '"stands" or "lies": write "is"': r'\b(?:stands?(?!-)|lies|lie)\b',
    '"hangs" for a hierarchy: write "is below"': r'\b(?:hangs?|hung) (?:below|on|from|in\b|it\b|them\b|more\b)',
    '"pass over", "go by": write "ignore", "use"': r'\bpass(?:es)? (?:it |them |the \w+ )?(?:over|by)\b|\bgo(?:es)? by\b',
    '"throws": write "stops with an error"': r'\bthrows?\b(?! (?:it|bones) about)|\btyped languages\b',
    'nobody and the like: name the app, the user or the author': r'\b(?:[Nn]obody|[Aa]nybody|[Ss]omebody)\b',
    '"brings": write "causes", "adds" or "makes"': r'\bbrings?\b',
    '"in the world" for a scale or a space: write "world scale", "world space"': r'\bscale\b.{0,20} in the world\b',
    '"renumber": write "update the later indices"': r'\brenumber|\bleaves empty\b|\bthen empty\b',
    'the article: write "an MToon", "a uv"': r'\b[Aa] MToon\b|\b[Aa]n uv',
    'a picture is an image': r'\bpictures?\b',
    '"anew", "all the same": write "again", "anyway"': r'\banew\b|\ball the same\b',
    '"not looked at": write "check"': r'\blooks? (?:whether|again)\b|(?<!\d )\blook at (?:it|the)\b',
    'does not: write "doesn\'t"': r'\b(?:do|does) not\b',
    'a constant of glTF without its name': r'(?<!\()\b(?:9987|9729|10497|33071|33648|34962|34963)\b',
}

# Parts of texts in which a pattern's words are right.
EXCEPTIONS = (
    'the one direction for which apps orient',  # about the limit; no other wording is as brief
    'or a VRM animation need one: three-vrm',  # "for" of a purpose
)

COLONS = 2  # maximum per sentence: one after its subject, one before the change


def all_texts():
    """Yields (where, text) of all texts that users read."""
    for name, found in texts.messages_by_table(SRC).items():
        for kind, owner, variant, english in found:
            yield ' '.join(filter(None, (name + '.def', kind, owner, variant))), english
    for rule in texts.rules(SRC):
        for part, english in rule.texts.items():
            yield f'{rule.id} {part}', english
    for english in texts.marked(SRC):
        yield 'text', english


def sentences(text):
    """Returns the sentences of a text. A placeholder counts as one word, and so does a list of choices."""
    return re.split(r'(?<=\S)[.] |\\n', re.sub(r'\{[^{}]*\}', 'x', text))


class Wording(unittest.TestCase):
    def test_patterns(self):
        faults = []
        for where, text in all_texts():
            for fault, pattern in PATTERNS.items():
                if re.search(pattern, text) and not any(part in text for part in EXCEPTIONS):
                    faults.append(f'{fault}\n    {where}: {text}')
        self.assertEqual(faults, [], '\n' + '\n'.join(faults))

    def test_patterns_find(self):
        """Every pattern finds something in old texts."""
        old = (': its stiffness is 7, allowed is 0 to 4, so that nobody sees it: write the number that was meant',
               'What lies outside is no number: there is no such thing, by which apps go by it, for it is a MToon',
               'mend the joint, which hangs below a node and throws: renumber, then look whether it does not',
               'it brings the scale in the world to 2 anew; loaders pass over the picture: write 9987')
        for fault, pattern in PATTERNS.items():
            self.assertTrue(any(re.search(pattern, text) for text in old), fault)

    def test_colons(self):
        faults = [f'{where}: {text}' for where, text in all_texts() if where != 'text' for sentence in sentences(text)
                  if len(re.findall(r':(?: |$)', sentence)) > COLONS]
        self.assertEqual(faults, [], '\n' + '\n'.join(faults))

    def test_ends(self):
        """Findings don't end with a full stop, rules do; a second sentence begins with a capital letter."""
        for where, text in all_texts():
            if 'MESSAGE' in where or 'SHARED' in where or where.endswith('summary'):
                self.assertNotRegex(text, r'[.]$', where)
                self.assertNotRegex(text, r"[a-z)}'\"][.] (?:three-vrm|three[.]js|godot-vrm|bevy|\{)", where)
            elif where.endswith((' why', ' how')):
                self.assertRegex(text, r'[.]$', where)


if __name__ == '__main__':
    unittest.main()
