// Uses the page from the first file to the last: drops files, reads, chooses, plays, tries numbers, fixes, changes the
// language, goes offline, and drops files with hostile names. Findings must be those of PROGRAM. A part of page.mjs.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {existsSync, readFileSync, readdirSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {gzipSync} from 'node:zlib';
import {
  accessible, asked, changed, checked, clean, corpus, drop, fresh, noWider, origin, packages, page, program, read, resolve, saved, server, shots, shown, source,
  texts, complaints,
} from './browser.mjs';

// ---- html-validate, on the file ----

const config = JSON.stringify({extends: ['html-validate:recommended'], rules: {'require-sri': 'off', 'long-title': 'off', 'prefer-native-element': 'off',
  'no-inline-style': 'error', 'void-style': 'off', 'doctype-style': 'off'}});
const {HtmlValidate} = createRequire(import.meta.url)(resolve('html-validate'));
const verdict = new HtmlValidate(JSON.parse(config)).validateStringSync(readFileSync(path.join(page, 'index.html'), 'utf8'));
assert.deepEqual(verdict.results.flatMap((result) => result.messages.map((message) => `${message.line}: ${message.ruleId}: ${message.message}`)), []);

// ---- the size of what is loaded ----

const zipped = (pattern) => readdirSync(page).filter((name) => pattern.test(name))
  .reduce((sum, name) => sum + gzipSync(readFileSync(path.join(page, name)), {level: 9}).length, 0);
const sizes = {module: zipped(/\.wasm$/), rest: zipped(/\.(html|css|js|svg)$/), english: zipped(/^messages\.en\.txt$/), japanese: zipped(/^messages\.ja\.txt$/)};
console.log(`gzipped: WebAssembly ${sizes.module} bytes, page ${sizes.rest}, sentences in English ${sizes.english}, and in Japanese ${sizes.japanese}`);
assert(sizes.module > 0 && sizes.module <= 600000, 'the WebAssembly is small');
assert(sizes.rest <= 350000, 'and so is the rest');

// ---- drop, read ----

const mistakes = read('mistakes.vrm');
const {tab} = await fresh();
await accessible(tab, 'empty');
await drop(tab, [{name: 'mistakes.vrm', bytes: mistakes}]);
await checked(tab);
const native = (file, ...args) => JSON.parse(spawnSync(program, ['--format', 'json', '--no-config', ...args, file], {maxBuffer: 2 ** 30}).stdout).files[0];
const expected = native(path.join(source, 'fixtures/whole/mistakes.vrm'));
assert.deepEqual((await texts(tab, '.finding > .message')).sort(), expected.findings.map(({message}) => message).sort());
assert.match(await tab.textContent('#verdict'), /5 things to fix, 2 to look at.*: /);
// what apps do, and whether it is valid: the lines of the command
const told = spawnSync(program, ['--no-config', path.join(source, 'fixtures/whole/mistakes.vrm')], {encoding: 'utf8'}).stdout.split('\n').slice(1, 5).map((line) => line.trim());
assert.deepEqual((await texts(tab, '#loads .loads')).slice(0, 3), told.slice(0, 3));
assert((await texts(tab, '#about .checked dd')).includes(told[3]), told[3]);
await shown(tab);
assert(asked.includes('messages.en.txt') && !asked.some((name) => /\.ja\.txt$/.test(name)), 'what nobody has asked for is not loaded');
await accessible(tab, 'with a report');
clean('drop and read');

// ---- the package for npm, in a page ----

const counts = await tab.evaluate(async () => {
  const {check, rules} = await import('/npm/browser.js');
  const bytes = await (await fetch('/npm/dist/library.wasm')).arrayBuffer(); // no avatar
  return [(await check(bytes)).counts.error, (await rules({language: 'ja'})).length];
});
assert.equal(counts[0], 1);
assert(counts[1] > 700);
clean('the package in a page');

// ---- choosing a finding: by keyboard, and the camera flies to it ----

const first = tab.locator('.finding').nth(1);
await first.focus();
await tab.keyboard.press('Enter');
assert.equal(await first.getAttribute('aria-current'), 'true');
await tab.locator('.f .do').getByText(/What to do/).first().waitFor();
await tab.locator('#report details').evaluateAll((all) => all.forEach((one) => { one.open = true; }));
for (const part of ['How the chains swing', 'What others may do with it', 'The humanoid has', 'What uses the file', 'Expressions, and what they change']) {
  await tab.locator('#about').getByText(part).first().waitFor();
}
assert(await tab.locator('#about .graphs svg').count() > 7, 'its chains have graphs');
assert(await tab.locator('#groups .fix').count() > 3, 'findings that can be fixed have a sign');
await tab.locator('table.apps td').getByText('three-vrm').first().waitFor();
clean('choose');

// ---- play ----

await tab.locator('#engines input').nth(1).check();
await tab.selectOption('#motions', 'turn');
await tab.click('#play');
await tab.waitForFunction(() => Number(document.getElementById('time').value) > 0);
assert.equal(await tab.getAttribute('#play', 'aria-pressed'), 'true');
await tab.click('#play');
assert.equal(await tab.getAttribute('#play', 'aria-pressed'), 'false');
await tab.locator('#time').fill('120');
assert.match(await tab.textContent('#seconds'), /2\.0 s/);
if (shots) {
  await tab.screenshot({path: path.join(shots, 'playing.png')});
}
clean('play');

// ---- other numbers: the findings are updated ----

await tab.selectOption('#springs', '1');
await tab.locator('#try-drag').fill('0.5');
await tab.waitForFunction(() => !document.getElementById('compared').hidden);
assert.match(await tab.textContent('#verdict'), /4 things to fix, 2 to look at/, 'the verdict follows');
assert.match(await tab.locator('#instead:visible').textContent(), /In the file: 5 to fix, 2 to look at/);
assert.equal(await tab.locator('.finding', {hasText: 'drag force is 1.4'}).count(), 0, 'and so do the findings');
assert.match(await tab.textContent('#before'), /drag force is 1\.4/, 'what 1.4 brought is gone');
assert.equal(await tab.getAttribute('#save-avatar', 'download'), 'mistakes.tried.vrm');
await tab.click('#reset');
await tab.waitForFunction(() => document.getElementById('compared').hidden);
assert.match(await tab.textContent('#verdict'), /5 things to fix, 2 to look at/);
assert.equal(await tab.isHidden('#instead'), true);
clean('other numbers');

// ---- fixing: the saved file is the one that the command writes ----

const hasFocus = (id) => tab.waitForFunction((wanted) => document.activeElement.id === wanted, id);
await tab.locator('#fix').focus();
await tab.keyboard.press('Enter');
await hasFocus('undo-fix'); // the pressed button is gone
const {name, bytes: fixed} = await saved(tab, 'save-avatar');
assert.equal(name, 'mistakes.fixed.vrm');
const output = path.join(packages, 'fixed.vrm');
spawnSync(program, ['fix', '--output', output, path.join(source, 'fixtures/whole/mistakes.vrm')]);
assert(fixed.equals(readFileSync(output)), 'fixed as by the command');
assert.match(await tab.locator('#instead:visible').textContent(), /after fixing. In the file: 5 to fix, 2 to look at/, 'the verdict is of the fixed file');
assert.deepEqual((await texts(tab, '.finding > .message')).sort(), native(output).findings.map(({message}) => message).sort());
await accessible(tab, 'fixed');
// each finding has a button of its own, and shows what it would change; a second fix adds to the first, and is undone first
const own = tab.locator('.f[data-rule="springbone/duplicate-joint"]').first();
await own.locator('.fixing details').evaluate((one) => { one.open = true; });
await own.locator('.fixing del, .fixing ins').first().waitFor();
assert.equal(await tab.textContent('#undo-fix'), 'Undo the 2 fixes');
await own.locator('.fixing button').click();
await tab.waitForFunction(() => /\(2 stay\)$/.test(document.getElementById('undo-fix').textContent));
const {bytes: fixedMore} = await saved(tab, 'save-avatar');
const more = path.join(packages, 'more.vrm');
spawnSync(program, ['fix', '--unsafe', '--select', 'springbone/duplicate-joint', '--output', more, output]);
assert(fixedMore.equals(readFileSync(more)), 'as by the command with --unsafe for one rule');
assert.equal(await tab.locator('.f[data-rule="springbone/duplicate-joint"]').count(), 0);
await tab.click('#undo-fix');
await tab.waitForFunction(() => /^Undone\. 2 fixes stay\. Left: \d+ to fix/.test(document.getElementById('status').textContent));
assert((await saved(tab, 'save-avatar')).bytes.equals(fixed), 'the first fix is left');
await tab.click('#undo-fix');
await tab.waitForFunction(() => /^Undone\. The file is as it was\. Left: 5 to fix, 2 to look at$/.test(document.getElementById('status').textContent));
assert.deepEqual([await tab.isHidden('#save-avatar'), await tab.isHidden('#undo-fix'), await tab.isHidden('#instead')], [true, true, true]);
await hasFocus('fix');
clean('fix');

// ---- the report to hand on: one file that needs no script and nothing else, with the picture of the avatar ----

{
  const saving = tab.waitForEvent('download');
  await tab.click('#save-report');
  const download = await saving;
  assert.equal(download.suggestedFilename(), 'mistakes.report.html');
  const text = readFileSync(await download.path(), 'utf8');
  assert.doesNotMatch(text, /<script|<button|src="(?!data:)/);
  const {tab: reader} = await fresh({locale: 'en-US'});
  await download.saveAs(path.join(packages, 'report.html'));
  reader.address = pathToFileURL(path.join(packages, 'report.html')).href;
  await reader.goto(reader.address);
  assert.equal(await reader.locator('.f').count(), expected.findings.length);
  assert(await reader.locator('.f .do').count() > 2, 'with what to do');
  assert(await reader.evaluate(() => document.querySelector('header img').naturalWidth > 100), 'with the picture');
  assert.match(await reader.textContent('footer'), /^vrmlint \d+\.\d+\.\d+/);
  await accessible(reader, 'the report to hand on');
  await reader.context().close();
  clean('the report to hand on');
}

// ---- language ----

await tab.click('[data-language=ja]');
await tab.waitForFunction(() => document.documentElement.lang === 'ja' && /アバターは正しく/.test(document.title));
const japanese = native(path.join(source, 'fixtures/whole/mistakes.vrm'), '--lang', 'ja');
assert.deepEqual((await texts(tab, '.finding > .message')).sort(), japanese.findings.map(({message}) => message).sort());
await accessible(tab, 'in Japanese');
clean('language');

// ---- offline, once loaded ----

await tab.evaluate(() => navigator.serviceWorker.ready);
await tab.waitForFunction(async () => (await caches.keys()).length > 0 && navigator.serviceWorker.controller !== null);
server.closeAllConnections();
await new Promise((done) => server.close(done));
await tab.reload();
await tab.waitForFunction(() => /Ready|準備ができました/.test(document.getElementById('status').textContent));
await drop(tab, [{name: 'mistakes.vrm', bytes: mistakes}]);
await checked(tab);
await shown(tab);
assert.equal(await tab.locator('.finding').count(), expected.findings.length);
clean('offline');
await new Promise((done) => server.listen(Number(new URL(origin).port), '127.0.0.1', done));

// ---- hostile names, broken files, no files ----

{
  const {context: own, tab: hostile} = await fresh({locale: 'ja-JP'});
  assert.equal(await hostile.evaluate(() => document.documentElement.lang), 'ja', 'the language of the browser');
  const names = ['<img src=x onerror=alert(1)>.vrm', '../../etc/passwd.vrm', '"\'`&amp;.glb', '\u202Egnp.vrm', 'かみ の 毛.vrm', `${'a'.repeat(300)}.vrm`];
  hostile.on('dialog', () => complaints.push('a dialog'));
  await drop(hostile, names.map((name) => ({name, bytes: mistakes})));
  await checked(hostile);
  assert.equal(await hostile.locator('.entry').count(), names.length);
  assert.equal(await hostile.locator('#entries img').count(), 0);
  assert((await texts(hostile, '.entry .name')).includes(names[0]));
  await drop(hostile, [{name: 'empty.vrm', bytes: Buffer.alloc(0)}, {name: 'noise.glb', bytes: Buffer.from('glTF\x02\0\0\0noise', 'latin1')}]);
  await checked(hostile);
  assert.equal(await hostile.locator('.counts.error').count(), 2);
  await drop(hostile, [1, 2, 3, 4].map((number) => ({name: `picture${number}.png`, bytes: Buffer.from('no')})));
  await hostile.waitForFunction(() => document.getElementById('status').classList.contains('failed'));
  await noWider(hostile, 'hostile names');
  clean('hostile names', true);
  await own.close();
}

// ---- the corpus: 20 files at once ----

const files = corpus === undefined || !existsSync(corpus) ? [] : readdirSync(corpus, {recursive: true}).filter((name) => /\.(vrm|vrma)$/.test(name)).sort();
if (files.length > 0) {
  const {tab: many} = await fresh();
  const twenty = files.filter((_, index) => index % Math.floor(files.length / 20) === 0).slice(0, 20)
    .sort((a, b) => (a.replaceAll('/', '__') < b.replaceAll('/', '__') ? -1 : 1));
  await drop(many, twenty.map((name) => ({name: name.replaceAll('/', '__'), bytes: readFileSync(path.join(corpus, name))})));
  await checked(many);
  assert.equal(await many.locator('.entry .counts').count(), 20);
  for (let index = 0; index < 20; index += 4) {
    const entry = many.locator('.entry').nth(index);
    const shownName = await entry.locator('.name').textContent();
    const file = twenty.find((one) => one.replaceAll('/', '__') === shownName);
    await entry.click();
    const cut = (text) => ([...text].length > 160 ? `${[...text].slice(0, 160).join('')}\u2026` : text);
    const places = native(path.join(corpus, file)).findings.map(({rule, pointer}) => `${rule} ${cut(pointer)}`).sort();
    await many.waitForFunction(() => [...document.querySelectorAll('#groups .f')].every((one) => one.querySelector('.rule') !== null));
    const found = await many.locator('#groups .f').evaluateAll((all) => all.map((one) =>
      `${one.dataset.rule} ${one.querySelector('code.pointer')?.textContent ?? ''}`));
    assert.deepEqual(found.sort(), places.slice(0, 500), file);
  }
  clean('twenty files at once');
  console.log('twenty files of the corpus at once: no word on the console');
} else {
  console.log('no corpus: twenty files at once were not tried (VRMLINT_EXTERNAL names a folder that holds one)');
}

// ---- a large model: shown within 3 seconds, and the page is never blocked for long ----

{
  const {tab: large} = await fresh();
  const size = 30 * 1024 * 1024;
  const start = changed(mistakes, (json) => {
    json.buffers = [{byteLength: size}];
    json.bufferViews = [...json.bufferViews ?? [], {buffer: 0, byteOffset: 0, byteLength: size}];
  });
  const base = Buffer.alloc(20 + start.readUInt32LE(12) + 8); // the bytes before those of the buffer
  start.copy(base);
  base.writeUInt32LE(base.length + size, 8);
  base.writeUInt32LE(size, base.length - 8);
  base.write('BIN\0', base.length - 4);
  const transfer = await large.evaluateHandle(({encoded, mega}) => {
    const made = new DataTransfer();
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
    made.items.add(new File([bytes, new Uint8Array(mega)], 'large.vrm'));
    globalThis.longest = 0;
    let last = performance.now();
    const beat = () => {
      globalThis.longest = Math.max(globalThis.longest, performance.now() - last);
      last = performance.now();
      setTimeout(beat, 10);
    };
    beat();
    return made;
  }, {encoded: base.toString('base64'), mega: size});
  const begin = performance.now();
  await large.dispatchEvent('#drop', 'drop', {dataTransfer: transfer});
  await checked(large);
  const told = performance.now() - begin;
  await shown(large);
  console.log(`30 MB: told in ${(told / 1000).toFixed(2)} s, shown in ${((performance.now() - begin) / 1000).toFixed(2)} s, the page held up for ${(await large.evaluate(() => globalThis.longest)).toFixed(0)} ms at most`);
  clean('a large model');
}

// ---- pictures ----

if (shots) {
  for (const [name, options] of Object.entries({
    'wide-light': {}, 'wide-dark': {colorScheme: 'dark'},
    'narrow-light': {viewport: {width: 390, height: 844}}, 'narrow-dark-ja': {viewport: {width: 390, height: 844}, colorScheme: 'dark', locale: 'ja-JP'},
  })) {
    const {context: own, tab: picture} = await fresh(options);
    await picture.screenshot({path: path.join(shots, `${name}-empty.png`)});
    const avatar = files.find((one) => /seed|sample|catbot|spring/i.test(one));
    await drop(picture, [{name: 'mistakes.vrm', bytes: mistakes}, ...(avatar ? [{name: path.basename(avatar), bytes: readFileSync(path.join(corpus, avatar))}] : [])]);
    await checked(picture);
    await shown(picture);
    await picture.locator('.finding').nth(1).click();
    await picture.waitForTimeout(1500);
    await picture.screenshot({path: path.join(shots, `${name}.png`), fullPage: true});
    await noWider(picture, name);
    await accessible(picture, name);
    await own.close();
  }
}

console.log('the page reads, chooses, plays, tries, fixes, speaks both languages and works offline');
