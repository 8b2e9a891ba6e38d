#!/usr/bin/env python3
"""Tests the HTML report in a real browser: html_browser.py PROGRAM [--shots FOLDER]

Opens pages in headless Chromium, controlled through a pipe. The content that scripts render must be complete, the console
empty; strings of a file are never run; the filter filters, the headers sort, links open their targets, and nothing is wider
than a phone, in English and in Japanese. Without scripts the plain list is shown. Skips with a message without Chromium.
With --shots, screenshots of each page in light and dark and on a phone are saved in a folder for people to look at.
"""
import base64
import json
import os
import pathlib
import re
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import zlib

SKIP = 77
NAMES = ('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')
SOURCE = pathlib.Path(os.environ.get('VRMLINT_SOURCE', pathlib.Path(__file__).resolve().parents[2]))


class Browser:
    """A headless Chromium, and its one tab."""

    def __init__(self, program, folder):
        to_read, self.write = os.pipe()
        self.read, to_write = os.pipe()
        # the browser reads file descriptor 3 and writes file descriptor 4
        command = f'exec "$0" "$@" 3<&{to_read} 4>&{to_write}'
        self.process = subprocess.Popen(
            ['bash', '-c', command, program, '--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage',
             '--no-first-run', '--hide-scrollbars', f'--user-data-dir={folder}', '--remote-debugging-pipe',
             'about:blank'],
            pass_fds=(to_read, to_write), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.buffer = b''
        self.number = 0
        self.session = None
        self.events = []
        targets = self.call('Target.getTargets')['targetInfos']
        tab = next(target['targetId'] for target in targets if target['type'] == 'page')
        self.session = self.call('Target.attachToTarget', targetId=tab, flatten=True)['sessionId']
        for domain in ('Page', 'Runtime', 'Log', 'Network'):
            self.call(domain + '.enable')

    def message(self):
        while b'\0' not in self.buffer:
            ready, _, _ = select.select([self.read], [], [], 120)
            data = os.read(self.read, 1 << 20) if ready else b''
            if not data:
                raise EOFError('the browser has gone, or says nothing for two minutes')
            self.buffer += data
        one, self.buffer = self.buffer.split(b'\0', 1)
        return json.loads(one)

    def call(self, method, **parameters):
        self.number += 1
        request = {'id': self.number, 'method': method, 'params': parameters}
        if self.session is not None:
            request['sessionId'] = self.session
        os.write(self.write, json.dumps(request).encode() + b'\0')
        while True:
            message = self.message()
            if message.get('id') == self.number:
                if 'error' in message:
                    raise RuntimeError(f'{method}: {message["error"]}')
                return message['result']
            self.events.append(message)

    def run(self, script):
        """Returns the value of an expression, awaited."""
        result = self.call('Runtime.evaluate', expression=script, returnByValue=True, awaitPromise=True)
        if 'exceptionDetails' in result:
            raise RuntimeError(f'{script}: {result["exceptionDetails"]}')
        return result['result'].get('value')

    def open(self, path, width=1200, dark=False, fragment='', still=False):
        self.call('Emulation.setDeviceMetricsOverride', width=width, height=900, deviceScaleFactor=1,
                  mobile=width < 600)
        self.call('Emulation.setEmulatedMedia',
                  features=[{'name': 'prefers-color-scheme', 'value': 'dark' if dark else 'light'},
                            {'name': 'prefers-reduced-motion', 'value': 'reduce' if still else 'no-preference'}])
        self.navigate('about:blank')  # another fragment alone wouldn't reload the page
        self.navigate(pathlib.Path(path).resolve().as_uri() + fragment)
        # A page whose script fails keeps the plain list for good: end with what it says then, instead of waiting.
        while self.run('document.getElementById("plain") !== null'):
            thrown = [event for event in self.events if event.get('method') == 'Runtime.exceptionThrown']
            require(not thrown, f'{path}: {json.dumps(thrown)[:1200]}')
            time.sleep(0.01)
        self.run('new Promise(done => setTimeout(done, 50))')

    def navigate(self, url):
        self.events.clear()
        self.call('Page.navigate', url=url)
        while not any(event.get('method') == 'Page.loadEventFired' for event in self.events):
            self.events.append(self.message())

    def complaints(self):
        """Returns what the browser wrote to its console, and the requests other than the page."""
        said = []
        for event in self.events:
            method, parameters = event.get('method'), event.get('params', {})
            if method in ('Runtime.consoleAPICalled', 'Runtime.exceptionThrown', 'Log.entryAdded'):
                said.append(json.dumps(parameters)[:600])
            elif (method == 'Network.requestWillBeSent' and parameters.get('type') != 'Document' and
                  not parameters['request']['url'].startswith('data:image/')):  # thumbnails are inside the page
                said.append('loads ' + parameters['request']['url'][:200])
        return said

    def shoot(self, path):
        size = self.call('Page.getLayoutMetrics')['cssContentSize']
        clip = {'x': 0, 'y': 0, 'width': size['width'], 'height': min(size['height'], 4000), 'scale': 1}
        shot = self.call('Page.captureScreenshot', format='png', clip=clip, captureBeyondViewport=True)
        pathlib.Path(path).write_bytes(base64.b64decode(shot['data']))

    def close(self):
        self.process.terminate()
        self.process.wait()


def report(program, page, *paths, lang='en'):
    statistics = ['--statistics'] if len(paths) > 1 else []
    run = subprocess.run([program, 'check', '--no-config', '--lang', lang, '--format', f'html={page}', *statistics,
                          *map(str, paths)], check=False,
                         stdout=subprocess.DEVNULL)
    if run.returncode > 1:
        sys.exit(f'{program}: exit status {run.returncode}')


def with_thumbnail(folder):
    """Writes an avatar with a thumbnail of one colour."""
    def chunk(name, data):
        return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))
    picture = (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 64, 64, 8, 2, 0, 0, 0)) +
               chunk(b'IDAT', zlib.compress(b''.join(b'\0' + b'\x80\x40\x20' * 64 for _ in range(64)))) +
               chunk(b'IEND', b''))
    path = folder / 'thumbnail.gltf'
    path.write_text(json.dumps({
        'asset': {'version': '2.0'}, 'nodes': [{'name': 'Hips'}], 'scenes': [{'nodes': [0]}], 'scene': 0,
        'images': [{'uri': 'data:image/png;base64,' + base64.b64encode(picture).decode()}],
        'extensionsUsed': ['VRMC_vrm'], 'extensions': {'VRMC_vrm': {
            'specVersion': '1.0', 'humanoid': {'humanBones': {'hips': {'node': 0}}}, 'meta': {
                'name': 'n', 'authors': ['a'], 'licenseUrl': 'https://vrm.dev/licenses/1.0/', 'thumbnailImage': 0}}}}))
    return path


def require(condition, what):
    if not condition:
        sys.exit(f'wrong: {what}')


HOSTILE = '</script><script>hit()</script>]]>"\'><img src=x onerror=hit()><svg onload=hit()>{{hit()}}${hit()}<!--\x1b[31m\u202eabc\u2066 \u2028 עברית'


def hostile_avatar(folder):
    """Writes an avatar whose names are all hostile, long enough to be cut, or both."""
    names = [HOSTILE, 'javascript:hit()', '&lt;img src=x onerror=hit()&gt;', 'n' * 5000, "' onmouseover='hit()", '__proto__', 'constructor']
    springs = [{'name': name, 'joints': [{'node': 2}, {'node': 1}]} for name in names]
    vrm = {'specVersion': '1.0', 'humanoid': {'humanBones': {'hips': {'node': 0}}},
           'meta': {'name': HOSTILE, 'authors': names, 'licenseUrl': 'javascript:hit()', 'modification': HOSTILE, 'contactInformation': HOSTILE},
           'expressions': {'custom': {name: {'materialColorBinds': [{'material': 0, 'type': HOSTILE, 'targetValue': [1, 1, 1, 1]}]} for name in names}}}
    path = folder / 'hostile.gltf'
    path.write_text(json.dumps({
        'asset': {'version': '2.0', 'generator': HOSTILE}, 'scene': 0, 'scenes': [{'nodes': [0]}],
        'nodes': [{'name': HOSTILE, 'children': [1]}, {'name': HOSTILE, 'translation': [0, 1, 0], 'children': [2]},
                  {'name': HOSTILE, 'translation': [0, 0.1, 0]}],
        'materials': [{'name': HOSTILE, 'alphaMode': HOSTILE}], 'extensionsUsed': ['VRMC_vrm', 'VRMC_springBone', *names],
        'extensions': {'VRMC_vrm': vrm, HOSTILE: {}, 'VRMC_springBone': {'specVersion': '1.0', 'springs': springs}}}), encoding='utf-8')
    return path


FILES = '[...document.querySelectorAll("#files > article")]'
SHOWN = FILES + '.filter(one => !one.hidden).length'
SET = ('(async () => {{ const box = document.getElementById("{0}"); box.value = {1!r};'
       'box.dispatchEvent(new Event("input", {{bubbles: true}}));'
       'await new Promise(done => setTimeout(done, 150)); }})()')
COUNT = 'parseInt(one.querySelector(".line > .n").textContent, 10)'  # errors of a file
FIRST = FILES + '[0].id'


def check_single(browser, page):
    browser.open(page)
    require(not browser.complaints(), f'{page}: {browser.complaints()}')
    require(browser.run('document.querySelectorAll(".f").length') > 3, 'the findings of mistakes.vrm are shown')
    require(browser.run('getComputedStyle(document.body).maxWidth') != 'none', 'the style is at work')
    require(browser.run('document.querySelectorAll("svg.view").length') == 2, 'the avatar is drawn from two sides')
    require(browser.run('document.querySelectorAll(".graphs svg").length') > 7, 'its chains have graphs')
    text = browser.run('document.body.textContent')
    for part in ('5 things to fix, 2 to look at', "Spring 0 'Hair left'", 'List the joints from root to tip', 'What to do:', 'Exported by',
                 'Rule springbone/joint-not-descendant', 'vrmlint fix --unsafe', 'How the chains swing', 'the threshold of a rule',
                 'drops constraints', 'The humanoid has', 'What others may do with it', "What uses the file's bytes",
                 'Not valid VRM 1.0, glTF 2.0: 5 rules', 'VRM Add-on for Blender: not known', 'VSeeFace reads only VRM 0.x'):
        require(part in text, f'the page has: {part}')
    unknown = browser.run('getComputedStyle(document.querySelector(".loads.t")).borderLeftColor')
    require(unknown == browser.run('getComputedStyle(document.querySelector(".loads.n")).borderLeftColor'), 'what is unknown of an app is no error')
    require(browser.run('document.querySelectorAll(".fix").length') > 3, 'findings that can be fixed have a sign')
    check_lines(browser)
    browser.run('document.querySelector(".view a.m").dispatchEvent(new MouseEvent("click", {bubbles: true}))')
    require(browser.run('new Promise(done => setTimeout(() => done(document.querySelector(".f:target") !== null), 100))'), 'a mark leads to its finding')
    browser.run('document.querySelector(".f:target p").dispatchEvent(new MouseEvent("mouseover", {bubbles: true}))')
    require(browser.run('document.querySelectorAll(".lit").length') == 2, 'and the finding lights its marks')
    browser.run(SET.format('a1part', 'SPRINGS'))
    subjects = browser.run('[...document.querySelectorAll(".group > summary")].map(one => one.textContent)')
    require(len(subjects) == 4 and all(one.startswith('Spring') for one in subjects), f'a part of the avatar is chosen: {subjects}')


# Lines to badges that cross.
CROSSED = """[...document.querySelectorAll('svg.view')].flatMap(svg => {
  const lines = [...svg.querySelectorAll('a.m')].map(a => [Number(a.textContent), ...a.firstChild.getAttribute('d').match(/-?\\d+/g).map(Number)]);
  const side = (a, b, p) => Math.sign((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]));
  const cross = ([, ax, ay, bx, by], [, cx, cy, dx, dy]) => side([ax, ay], [bx, by], [cx, cy]) * side([ax, ay], [bx, by], [dx, dy]) < 0 &&
    side([cx, cy], [dx, dy], [ax, ay]) * side([cx, cy], [dx, dy], [bx, by]) < 0;
  return lines.filter((one, i) => lines.slice(i + 1).some(other => cross(one, other)));
}).length"""


def check_lines(browser):
    require(browser.run('document.querySelectorAll("svg.view a.m").length') > 8, 'marks have badges')
    require(browser.run(CROSSED) == 0, 'no two lines to marks cross')


def check_hostile(browser, page):
    """Nothing of a hostile file runs or becomes an element; names are shown as text, with control characters spelled out."""
    browser.open(page)
    browser.run('document.querySelectorAll("details").forEach(details => { details.open = true; })')
    require(not browser.complaints(), f'{page}: {browser.complaints()}')
    require(browser.run('typeof hit') == 'undefined', 'nothing defines hit')
    require(browser.run('document.querySelectorAll("img, iframe, object, form, [onerror], [onload], [onmouseover]").length') == 0, 'no such elements')
    require(browser.run('[...document.querySelectorAll("a[href]")].filter(a => !a.getAttribute("href").startsWith("#")).length') == 0,
            'links lead into the page')
    text = browser.run('document.querySelector("main").textContent + document.querySelector("header").textContent')
    for part in (HOSTILE[:40], '\\x1B[31m\\u202Eabc\\u2066', '__proto__', 'javascript:hit()'):
        require(part in text, f'the page has: {part}')
    require('n' * 200 not in text and '\x1b' not in text and '\u202e' not in text, 'long names are cut, controls are spelled out')
    require(browser.run('[...document.querySelectorAll("bdi")].some(one => one.textContent.includes("עברית"))'), 'names are isolated')


def check_card(browser, page):
    """The licence in plain words, the bones and the expressions."""
    browser.open(page)
    said = browser.run('Object.fromEntries([...document.querySelectorAll(".card dt")].map(dt => [dt.textContent, dt.nextSibling.textContent]))')
    require(said['Earn money with it'] == 'not allowed: only personal use without profit (by default: not stated in the file)', said)
    require(said['Licence'] == 'https://vrm.dev/licenses/1.0/' and said['Made by'] == 'a', said)
    require('Missing, but required: ' in browser.run('document.querySelector(".card .needed").textContent'), 'required bones are listed')


def check_stamps(browser, page, fits, others):
    """A platform whose loader takes an avatar in spite of errors has only its limits, and may take only the other generation."""
    browser.open(page)
    said = browser.run('Object.fromEntries([...document.querySelectorAll(".stamps li")].map(li => [li.children[0].textContent, '
                       '[li.className, ...[...li.children].slice(1).map(part => part.textContent)]]))')
    require(said['cluster (VRM 1.0)'][:2] == ['fine', fits], said)
    require(said['Vket Mall'] == ['over', others] and 'cluster (VRM 0.x)' not in said, said)


def check_rings(browser, page):
    browser.open(page)
    require(browser.run('document.querySelectorAll("svg.ring .arrow").length') > 1, 'a cycle of constraints is a graph')
    require(' follows ' in browser.run('document.querySelector(".circle").textContent'), 'with its members in words')


def check_plain(browser, page):
    """Without scripts the page still lists the verdict and the findings."""
    browser.call('Emulation.setScriptExecutionDisabled', value=True)
    browser.navigate('about:blank')
    browser.navigate(pathlib.Path(page).resolve().as_uri())
    root = browser.call('DOM.getDocument', depth=-1)['root']['nodeId']
    plain = browser.call('DOM.querySelector', nodeId=root, selector='#plain')['nodeId']
    text = re.sub('<[^>]*>', '', browser.call('DOM.getOuterHTML', nodeId=plain)['outerHTML'])
    browser.call('Emulation.setScriptExecutionDisabled', value=False)
    for part in ('5 things to fix, 2 to look at', 'drag force is 1.4', '(in the file: dragForce)', 'springbone/joint-not-descendant'):
        require(part in text, f'without scripts the page has: {part}')


def check_filter(browser, page, count):
    """The list of files: search, filter by level and by rule, sort; and what an open file shows then."""
    browser.open(page)
    require(not browser.complaints(), f'{page}: {browser.complaints()}')
    require(browser.run(SHOWN) == count, 'all files are shown at first')
    browser.run(SET.format('find', 'MISTAKES.VRM'))
    require(browser.run(SHOWN) == 1, 'searching for a name leaves one file')
    browser.run('document.querySelector("#files > article:not([hidden]) > details").open = true')
    browser.run(SET.format('find', 'nosuchthinganywhere'))
    require(browser.run(SHOWN) == 0, 'searching for what is nowhere leaves none')
    browser.run(SET.format('find', ''))
    browser.run(SET.format('level', 'e'))
    errors = browser.run(f'{FILES}.filter(one => {COUNT} > 0).length')
    require(browser.run(SHOWN) == errors and 0 < errors < count, 'filtering by level leaves the files with errors')
    browser.run(SET.format('a' + browser.run('document.querySelector("details[open] .avatar").closest("article").id.slice(1)') + 'part', 'SPRINGS'))
    hidden = '[...document.querySelectorAll("details[open] .f")].filter(f => f.hidden !== !f.classList.contains("e"))'
    require(browser.run(hidden + '.length') == 0, 'in an open file only errors are left')
    browser.run(SET.format('level', ''))
    rule = browser.run('document.querySelectorAll("#rule option")[1].value')
    browser.run(SET.format('rule', rule))
    require(0 < browser.run(SHOWN) < count, 'filtering by rule leaves some files')
    browser.run(SET.format('rule', ''))
    require(browser.run(SHOWN) == count, 'without a filter all are back')
    check_families(browser, count)
    first = browser.run(FIRST)
    browser.run('document.querySelector("[data-sort=e]").click()')
    most = browser.run(f'Math.max(...{FILES}.map(one => {COUNT}))')
    require(browser.run(f'(one => {COUNT})({FILES}[0])') == most, 'the worst file comes first')
    browser.run('document.querySelector("[data-sort=name]").click()')
    require(browser.run(FIRST) == first, 'sorting by name brings the order back')
    require(not browser.complaints(), f'{page}: {browser.complaints()}')


def check_families(browser, count):
    """Filtering by a family of rules, and sorting by the number of its findings."""
    require(browser.run('document.querySelector("[data-sort=family]").hidden'), 'without a family nothing sorts by it')
    family = browser.run('[...document.querySelectorAll("#family option")].find(one => '
                         'one.textContent.startsWith("springbone")).value')
    browser.run(SET.format('family', family))
    require(0 < browser.run(SHOWN) < count, 'filtering by family leaves some files')
    browser.run('document.querySelector("#files > article:not([hidden]) > details").open = true')
    others = browser.run('[...document.querySelectorAll("#files > article:not([hidden]) details[open] .f:not([hidden])")]'
                         f'.filter(f => !f.dataset.rule.startsWith("{family}")).length')
    require(others == 0, 'in an open file only findings of the family are left')
    browser.run('document.querySelector("[data-sort=family]").click()')
    counts = browser.run(f'{FILES}.map(one => Object.entries(JSON.parse(document.getElementById("common").textContent).files[parseInt(one.id.slice(1), 10) - 1]'
                         f'.rules).reduce((sum, [rule, count]) => sum + (rule.startsWith("{family}") ? count : 0), 0))')
    require(counts == sorted(counts, reverse=True) and counts[0] > 0, f'the files with most of it come first: {counts}')
    browser.run(SET.format('family', ''))
    require(browser.run(SHOWN) == count, 'without a family all are back')
    require(browser.run('document.querySelector("[data-sort=name]").getAttribute("aria-pressed")') == 'true',
            'and the files go by name again')


TOP = 'document.querySelector("{}").getBoundingClientRect().top'


def check_phone(browser, page):
    """On a phone the drawing comes before the findings; elsewhere they are side by side."""
    browser.open(page, width=390)
    require(browser.run(TOP.format('.drawing')) < browser.run(TOP.format('.todo')), 'on phones the drawing comes first')
    require(browser.run(TOP.format('.todo')) > browser.run('document.querySelector(".drawing").'
                                                           'getBoundingClientRect().bottom'), 'the findings below')
    browser.open(page, width=1300)
    require(abs(browser.run(TOP.format('.drawing')) - browser.run(TOP.format('.todo'))) < 60, 'else they are beside it')


MOVES = 'getComputedStyle(document.querySelector(".film .moves")).display'
WHERE = 'document.querySelector(".film .moves").getBBox().width'


def check_films(browser, page):
    """Chains move, unless the user prefers reduced motion; a click stops them."""
    browser.open(page)
    require(not browser.complaints(), f'{page}: {browser.complaints()}')
    require(browser.run(MOVES) == 'inline', 'the chain of a finding moves')
    places = browser.run('(async () => { const seen = new Set(); for (let i = 0; i < 12; i++) {'
                         f'seen.add({WHERE}); await new Promise(done => setTimeout(done, 60)); }} return seen.size; }})()')
    require(places > 2, 'it is in several places')
    browser.run('document.querySelector(".film svg").dispatchEvent(new MouseEvent("click", {bubbles: true}))')
    require(browser.run('document.querySelector(".film svg").animationsPaused()'), 'a click stops it')
    browser.run('document.querySelector(".film svg").dispatchEvent(new MouseEvent("click", {bubbles: true}))')
    require(not browser.run('document.querySelector(".film svg").animationsPaused()'), 'another one lets it go on')
    browser.open(page, still=True)
    require(browser.run(MOVES) == 'none', 'who wants no motion sees none')
    require(browser.run('getComputedStyle(document.querySelector(".film .is")).opacity') == '1',
            'but where the chain comes to')


def check_thumbnail(browser, page):
    browser.open(page)
    require(not browser.complaints(), f'{page}: {browser.complaints()}')
    require(browser.run('document.querySelector("header img.thumb").decode().then(() => true)'), 'a thumbnail is shown')


def check_link(browser, page):
    browser.open(page, fragment='#a2')
    require(browser.run('document.querySelector("#a2 > details").open'), 'a link to a file opens it')


# Texts of drawings that are cut off or overlap.
CROWDED = """[...document.querySelectorAll('svg')].flatMap(svg => {
  const room = svg.getBoundingClientRect();
  const boxes = [...svg.querySelectorAll('text')].map(text => text.getBoundingClientRect()).filter(box => box.width);
  return boxes.filter((box, i) => box.left < room.left - 1 || box.right > room.right + 1 || box.top < room.top - 1 ||
    box.bottom > room.bottom + 1 || boxes.some((other, j) => j > i && box.left < other.right - 2 &&
    other.left < box.right - 2 && box.top < other.bottom - 3 && other.top < box.bottom - 3));
}).length"""


def check_fits(browser, page, width):
    """Nothing is wider than the window, and the texts of drawings don't overlap."""
    browser.open(page, width=width, fragment='#a1')
    browser.run('document.querySelectorAll("details").forEach(details => { details.open = true; })')
    browser.run('new Promise(done => setTimeout(done, 100))')
    require(browser.run('document.documentElement.scrollWidth') <= width, f'{page} fits {width} pixels')
    # a list of files cuts off content outside of a line
    wide = browser.run('[...document.querySelectorAll(".file")].filter(one => one.scrollWidth > one.clientWidth).length')
    require(wide == 0, f'{page}: {wide} lines are cut at {width} pixels')
    require(browser.run(CROWDED) == 0, f'{page}: texts in drawings have room in {width} pixels')
    narrow = browser.run('[...document.querySelectorAll(".graphs")].filter(one => one.clientWidth < 480 && '
                         'one.querySelector("svg").clientWidth !== one.clientWidth).length')
    require(narrow == 0, f'{page}: {narrow} lists of graphs leave room unused')
    skipped = browser.run('[...document.querySelectorAll("h1, h2, h3, h4")].map(one => Number(one.tagName[1])).filter((level, i, all) => '
                          'level > (all[i - 1] ?? 0) + 1).length')
    require(skipped == 0, f'{page}: {skipped} headings leave out a level')
    broken = browser.run('[...document.querySelectorAll(".apps :is(th, td:nth-child(2))")].filter(cell => { const range = document.createRange(); '
                         'range.selectNodeContents(cell); return new Set([...range.getClientRects()].map(({top}) => top)).size > 1; }).length')
    require(broken == 0, f'{page}: {broken} words of the table of apps are broken')


def check_statistics(browser, page):
    """On a phone the tables scroll separately: their lines don't break."""
    browser.open(page, width=390)
    require(browser.run('document.querySelector(".statistics").textContent.trim().split("\\n").length') > 8, 'statistics have lines')
    require(browser.run('(one => one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX === "auto" && one.tabIndex === 0)'
                        '(document.querySelector(".statistics"))'), 'statistics scroll sideways, with keys too')


def check_japanese(browser, page):
    browser.open(page)
    require(not browser.complaints(), f'{page}: {browser.complaints()}')
    require(browser.run('document.documentElement.lang') == 'ja', f'{page} says that it is Japanese')
    require(browser.run('/[ぁ-ん]/.test(document.querySelector(".f").textContent)'), 'its findings are Japanese')


def main():
    program = sys.argv[1]
    chromium = next(filter(None, map(shutil.which, NAMES)), None)
    if chromium is None:
        print('skipped: there is no Chromium here')
        sys.exit(SKIP)
    shots = pathlib.Path(sys.argv[sys.argv.index('--shots') + 1]) if '--shots' in sys.argv else None
    folder = pathlib.Path(tempfile.mkdtemp(prefix='vrmlint-html-'))
    try:
        files = sorted(path for path in (SOURCE / 'fixtures' / 'whole').iterdir() if re.search(r'\.vrma?$', path.name))
        pages = {name: folder / f'{name}.html' for name in ('one', 'many', 'one-ja', 'many-ja')}
        for name, page in pages.items():
            report(program, page, *(files if 'many' in name else [SOURCE / 'fixtures' / 'whole' / 'mistakes.vrm']),
                   lang='ja' if 'ja' in name else 'en')
        film, thumbnail, hostile, ring = (folder / f'{name}.html' for name in ('film', 'thumbnail', 'hostile', 'ring'))
        report(program, film, SOURCE / 'fixtures' / 'sim' / 'rest-pose-sags' / 'fail-heavy.gltf')
        report(program, thumbnail, with_thumbnail(folder))
        report(program, hostile, hostile_avatar(folder))
        report(program, ring, SOURCE / 'fixtures' / 'constraint' / 'circular-dependency' / 'fail-g1-two-roots.gltf')
        browser = Browser(chromium, folder / 'profile')
        try:
            check_single(browser, pages['one'])
            check_filter(browser, pages['many'], len(files))
            check_link(browser, pages['many'])
            check_statistics(browser, pages['many'])
            check_phone(browser, pages['one'])
            check_films(browser, film)
            check_thumbnail(browser, thumbnail)
            check_card(browser, thumbnail)
            check_rings(browser, ring)
            check_stamps(browser, pages['one'], 'fits', 'takes only VRM 0.x')
            check_stamps(browser, pages['one-ja'], '上限以内', 'VRM 0.xだけを受け付けます')
            browser.open(ring)
            require(browser.run('document.querySelector(".stamps")') is None, 'a file without an avatar has no limits to keep')
            check_hostile(browser, hostile)
            check_plain(browser, pages['one'])
            for page in (pages['one-ja'], pages['many-ja']):
                check_japanese(browser, page)
            check_filter(browser, pages['many-ja'], len(files))
            for page in pages.values():
                for width in (390, 1300):
                    check_fits(browser, page, width)
            for name in pages if shots else ():
                for look, width, dark in (('light', 1200, False), ('dark', 1200, True), ('phone', 390, False)):
                    browser.open(pages[name], width=width, dark=dark, fragment='#a1')
                    browser.shoot(shots / f'{name}-{look}.png')
        finally:
            browser.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)  # the browser's last process may still be writing there


main()
