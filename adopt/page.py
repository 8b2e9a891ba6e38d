#!/usr/bin/env python3
"""Converts a page of docs/ to a standalone HTML page that is shipped with the program: page.py PAGE.md PAGE.html. It supports
the Markdown that the pages for artists use; links between pages of docs/ become links to the online documentation."""
import html
import os
import re
import sys

SITE = 'https://github.com/vrmlint/vrmlint'
DOCS = 'https://vrmlint.github.io/vrmlint/'
STYLE = ('body{font:1rem/1.6 system-ui,sans-serif;max-width:45rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}'
         'pre{background:#f3f3f3;padding:.8rem;overflow:auto}td,th{border:1px solid #999;padding:.3rem .6rem;text-align:left;'
         'vertical-align:top}table{border-collapse:collapse}a{color:#05c}@media(prefers-color-scheme:dark){body{color:#ddd;'
         'background:#181818}pre{background:#2a2a2a}a{color:#8be}}')
PAIR = {'first-ten-minutes-artist.md': 'First ten minutes.html', 'first-ten-minutes-artist.ja.md': '最初の10分.html'}


def target(link):
    path, _, anchor = link.partition('#')
    if '://' in path:
        return link
    if path in PAIR:
        return PAIR[path]
    path = os.path.normpath(os.path.join('docs', path))
    if not path.startswith('docs/'):
        return f'{SITE}{"" if path == "README.md" else "/blob/main/" + path}#{anchor}'.rstrip('#')
    return DOCS + path[len('docs/'):].replace('.md', '.html') + ('#' + anchor if anchor else '')


def inline(text):
    codes = []

    def keep(match):
        codes.append(f'<code>{html.escape(match.group(1))}</code>')
        return f'\0{len(codes) - 1}\0'

    text = html.escape(re.sub(r'`([^`]+)`', keep, text), quote=False)
    text = re.sub(r'\*\*(.+?)\*\*', r'<strong>\1</strong>', text)
    text = re.sub(r'\[([^\]]+)\]\(([^)]+)\)', lambda m: f'<a href="{html.escape(target(m.group(2)))}">{m.group(1)}</a>', text)
    return re.sub('\0(\\d+)\0', lambda m: codes[int(m.group(1))], text)


def row(line, tag):
    cells = [cell.strip() for cell in line.strip().strip('|').split('|')]
    return '<tr>' + ''.join(f'<{tag}>{inline(cell)}</{tag}>' for cell in cells) + '</tr>'


def block(lines):
    """Returns the HTML of a block: lines without empty lines between them, and without code blocks."""
    text = ' '.join(line.strip() for line in lines)
    if lines[0].startswith('#'):
        level = len(lines[0]) - len(lines[0].lstrip('#'))
        return f'<h{level}>{inline(text.lstrip("# "))}</h{level}>'
    if lines[0].startswith('- '):
        items = re.split(r'(?m)^- ', '\n'.join(lines))[1:]
        return '<ul>' + ''.join(f'<li>{inline(" ".join(item.split()))}</li>' for item in items) + '</ul>'
    if lines[0].startswith('|'):
        return '<table>' + row(lines[0], 'th') + ''.join(row(line, 'td') for line in lines[2:]) + '</table>'
    return f'<p>{inline(text)}</p>'


def blocks(text):
    lines, found = [], []

    def end():
        if lines:
            found.append(block(lines))
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


def main():
    source, output = sys.argv[1:]
    with open(source, encoding='utf-8') as file:
        text = file.read()
    title = html.escape(text.split('\n')[0].lstrip('# '))
    language = 'ja' if source.endswith('.ja.md') else 'en'
    with open(output, 'w', encoding='utf-8', newline='\n') as file:
        file.write(f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>\n'
                   f'<style>{STYLE}</style></head><body>\n' + '\n'.join(blocks(text)) + '\n</body></html>\n')


main()
