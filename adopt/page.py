#!/usr/bin/env python3
"""Makes a standalone HTML page that is shipped with the program.

page.py PAGE.md PAGE.html          converts a page of docs/. It supports the Markdown that the pages for artists use; links
                                   between pages of docs/ become links to the online documentation
page.py --rules PROGRAM PAGE.html  explains all rules, with an anchor for each; in Japanese if the page's name isn't ASCII, or ends
                                   in .ja.html
"""
import html
import json
import os
import re
import subprocess
import sys

SITE = 'https://github.com/vrmlint/vrmlint'
DOCS = 'https://vrmlint.github.io/vrmlint/'
STYLE = ('body{font:1rem/1.6 system-ui,sans-serif;max-width:45rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}'
         'pre{background:#f3f3f3;padding:.8rem;overflow:auto}td,th{border:1px solid #999;padding:.3rem .6rem;text-align:left;'
         'vertical-align:top}table{border-collapse:collapse}a{color:#05c}@media(prefers-color-scheme:dark){body{color:#ddd;'
         'background:#181818}pre{background:#2a2a2a}a{color:#8be}}')
PAIR = {'first-ten-minutes-artist.md': 'First ten minutes.html', 'first-ten-minutes-artist.ja.md': '最初の10分.html'}
RULES = {'en': 'Rules.html', 'ja': 'ルール.html'}
HEADINGS = {'en': 'The rules', 'ja': 'ルール'}


def anchor_of(heading):
    """Returns the anchor of a heading, as GitHub makes it."""
    return re.sub(r'[^\w -]', '', heading.lower()).replace(' ', '-')


def target(link, language):
    path, _, anchor = link.partition('#')
    if '://' in path or path == '':
        return link
    if path == 'rules.md':
        return RULES[language] + ('#' + anchor if anchor else '')
    if path in PAIR:
        return PAIR[path] + ('#' + anchor if anchor else '')
    path = os.path.normpath(os.path.join('docs', path))
    if not path.startswith('docs/'):
        return f'{SITE}{"" if path == "README.md" else "/blob/main/" + path}#{anchor}'.rstrip('#')
    return DOCS + path[len('docs/'):].replace('.md', '.html') + ('#' + anchor if anchor else '')


def inline(text, language):
    codes = []

    def keep(match):
        codes.append(f'<code>{html.escape(match.group(1))}</code>')
        return f'\0{len(codes) - 1}\0'

    text = html.escape(re.sub(r'`([^`]+)`', keep, text), quote=False)
    text = re.sub(r'\*\*(.+?)\*\*', r'<strong>\1</strong>', text)
    text = re.sub(r'\[([^\]]+)\]\(([^)]+)\)', lambda m: f'<a href="{html.escape(target(m.group(2), language))}">{m.group(1)}</a>', text)
    return re.sub('\0(\\d+)\0', lambda m: codes[int(m.group(1))], text)


def row(line, tag, language):
    cells = [cell.strip() for cell in line.strip().strip('|').split('|')]
    return '<tr>' + ''.join(f'<{tag}>{inline(cell, language)}</{tag}>' for cell in cells) + '</tr>'


def block(lines, language):
    """Returns the HTML of a block: lines without empty lines between them, and without code blocks."""
    text = ' '.join(line.strip() for line in lines)
    if lines[0].startswith('#'):
        level = len(lines[0]) - len(lines[0].lstrip('#'))
        heading = text.lstrip('# ')
        return f'<h{level} id="{html.escape(anchor_of(heading))}">{inline(heading, language)}</h{level}>'
    if lines[0].startswith('- '):
        items = re.split(r'(?m)^- ', '\n'.join(lines))[1:]
        return '<ul>' + ''.join(f'<li>{inline(" ".join(item.split()), language)}</li>' for item in items) + '</ul>'
    if lines[0].startswith('|'):
        return '<table>' + row(lines[0], 'th', language) + ''.join(row(line, 'td', language) for line in lines[2:]) + '</table>'
    return f'<p>{inline(text, language)}</p>'


def blocks(text, language):
    lines, found = [], []

    def end():
        if lines:
            found.append(block(lines, language))
        lines.clear()

    code = None
    for line in re.sub(r'<!--.*?-->\n?', '', text).split('\n') + ['']:
        fence, indented = line.startswith('```'), line.startswith('    ') and not lines
        if code is not None and (fence if code[0] == 'fence' else not line.startswith('    ')):
            found.append('<pre>' + html.escape('\n'.join(code[1:]).strip('\n'), quote=False) + '</pre>')
            kind, code = code[0], None
            if kind == 'fence':
                continue
        if code is not None:
            code.append(line if code[0] == 'fence' else line[4:])
        elif fence or indented:
            end()
            code = ['fence'] if fence else ['indented', line[4:]]
        elif line.strip() == '':
            end()
        else:
            lines.append(line)
    end()
    return found


def rules_page(program, language):
    """Returns the blocks of the page of rules: a list of links, then what `vrmlint explain` prints of each rule."""
    def run(*arguments):
        return subprocess.run([program, *arguments], check=True, stdout=subprocess.PIPE).stdout.decode('utf-8')

    rules = json.loads(run('rules', '--lang', language, '--format', 'json'))['rules']
    found = [f'<h1>{HEADINGS[language]}</h1>', '<ul>' + ''.join(
        f'<li><a href="#{rule["rule"]}">{rule["rule"]}</a>: {html.escape(rule["summary"], quote=False)}</li>' for rule in rules) + '</ul>']
    for rule in rules:
        heading, *rest = blocks(run('explain', '--lang', language, '--format', 'markdown', rule['rule']), language)
        found.append(re.sub('<h1[^>]*>', f'<h2 id="{rule["rule"]}">', heading).replace('</h1>', '</h2>'))
        found += [re.sub('<h2[^>]*>', '<h3>', part).replace('</h2>', '</h3>') for part in rest]
    return found


def main():
    source, output = sys.argv[-2:]
    if sys.argv[1] == '--rules':
        language = 'en' if os.path.basename(output).isascii() and not output.endswith('.ja.html') else 'ja'
        title, found = HEADINGS[language], rules_page(os.path.abspath(source), language)
    else:
        with open(source, encoding='utf-8') as file:
            text = file.read()
        title = html.escape(text.split('\n')[0].lstrip('# '))
        language = 'ja' if source.endswith('.ja.md') else 'en'
        found = blocks(text, language)
    with open(output, 'w', encoding='utf-8', newline='\n') as file:
        file.write(f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>\n'
                   f'<style>{STYLE}</style></head><body>\n' + '\n'.join(found) + '\n</body></html>\n')


main()
