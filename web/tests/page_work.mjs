// The page as a workbench: what stays in view, what stands beside the avatar, many files, numbers for several springs, what is
// counted, what is printed. A part of page.mjs.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {words} from '../page/words.js';
import {heavy} from './heavy.mjs';
import {accessible, browser, changed, checked, clean, corpus, drop, fresh, jsonOf, noWider, opened, origin, packages, program, read, saved, shots, shown, source,
  texts} from './browser.mjs';

const [mistakes, plain] = [read('mistakes.vrm'), read('clean.vrm')];
const noise = Buffer.from('no avatar at all');
const boxOf = (tab, selector) => tab.locator(selector).first().boundingBox();
const pagesOf = (pdf) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g).length;

// ---- what stays in view, in each width, language and colour ----

const real = corpus === undefined ? [] : spawnSync('find', [corpus, '-name', '*.vrm', '-size', '-9M'], {encoding: 'utf8'}).stdout.split('\n').filter((name) => name !== '').sort();
const ten = Array.from({length: Math.min(real.length, 10)}, (_, index) => real[Math.floor((index * real.length) / 10)]);
for (const [width, height, colorScheme, language] of [[1300, 900, 'light', 'en'], [1000, 800, 'dark', 'ja'], [390, 844, 'light', 'ja'], [390, 844, 'dark', 'en']]) {
  const {tab} = await fresh({viewport: {width, height}, colorScheme});
  await tab.click(`[data-language=${language}]`);
  const what = `${width} ${language} ${colorScheme}`;
  const before = await boxOf(tab, '#drop');
  await drop(tab, [{name: 'mistakes.vrm', bytes: mistakes}]);
  await opened(tab, 'mistakes.vrm');
  await checked(tab);
  assert((await boxOf(tab, '#drop')).height < Math.min(60, before.height / 2), `${what}: the place to drop files is a line`);
  const stage = await boxOf(tab, '#stage');
  for (const id of ['#fix', '#trying']) {
    const box = await boxOf(tab, id);
    if (width >= 1000) assert(box.x >= stage.x + stage.width && box.y + box.height <= stage.y + stage.height, `${what}: ${id} stands beside the avatar`);
  }
  const first = await boxOf(tab, '.finding');
  assert(first.y < height, `${what}: findings begin at ${first.y}`);
  await tab.locator('#trying').evaluate((one) => { one.open = true; });
  if (width >= 1000) assert((await boxOf(tab, '#try-radius')).y < stage.y + stage.height, `${what}: the sliders stand beside the avatar`);
  await tab.locator('#trying').evaluate((one) => { one.open = false; });
  await tab.evaluate(() => [...document.querySelectorAll('#groups .f')].at(-1).scrollIntoView({block: 'end'}));
  await tab.waitForTimeout(100);
  const kept = await boxOf(tab, '#stage');
  assert(kept.y >= 0 && kept.y + kept.height <= height, `${what}: the avatar stays in view: ${JSON.stringify(kept)}`);
  if (width < 1000) assert(kept.y < 5 && kept.height < 0.4 * height, `${what}: above the findings`);
  await accessible(tab, what);
  await noWider(tab, what);
  await drop(tab, [{name: `${'long name '.repeat(6)}.vrm`, bytes: plain}]);
  await opened(tab, `${'long name '.repeat(6)}.vrm`);
  await drop(tab, [{name: 'other.vrm', bytes: changed(plain, (json) => { json.extensions.VRMC_vrm.meta.name = 'other'; })}]);
  await opened(tab, 'other.vrm');
  assert.equal(await tab.locator('#compare-with').evaluate((button) => button.offsetWidth > 0 && button.scrollWidth <= button.clientWidth), true, `${what}: what the button does is read to its end`);
  for (const [index, file] of ten.entries()) { // one after the other
    const name = path.basename(file);
    await drop(tab, [{name, bytes: readFileSync(file)}]);
    await opened(tab, name);
    assert.equal(await tab.inputValue('#symptoms'), '', what);
    await noWider(tab, `${what}: ${name}`);
    if (index % 4 === 0) await accessible(tab, `${what}: ${name}`);
    if (await tab.locator('.finding').count() > 0 && width < 1000) assert((await boxOf(tab, '.finding')).y < 1.3 * height, `${what}: findings of ${name}`);
    if (shots !== null) await tab.screenshot({path: path.join(shots, `work-${width}-${language}-${colorScheme}-${name}.png`)});
    if (await tab.locator('#symptoms option').count() > 1) await tab.selectOption('#symptoms', 'shakes', {force: true});
  }
  clean(what, true);
}

// ---- names for people, version, help; a line without JavaScript ----

const {tab} = await fresh();
for (const [language, engines] of [['ja', ['VRMの仕様どおり', 'Webのアプリ（three-vrm）', 'Unity製のアプリ（UniVRM）']], ['en', ['as VRM specifies', 'as in web apps (three-vrm)', 'as in Unity apps (UniVRM)']]]) {
  await tab.click(`[data-language=${language}]`);
  await tab.waitForFunction((wanted) => document.querySelector(`[data-language=${wanted}]`).getAttribute('aria-pressed') === 'true', language); // its words are loaded
  assert.deepEqual((await texts(tab, '#engines label')).slice(0, 3).map((text) => text.trim()), engines);
  await tab.waitForFunction((name) => document.getElementById('help').href.endsWith(name), words[language].helpAt);
}
const version = spawnSync(program, ['--version'], {encoding: 'utf8'}).stdout.split(' ')[1].trim();
await tab.waitForFunction((text) => document.getElementById('version').textContent === `vrmlint ${text}`, version);
assert.match(await tab.getAttribute('#help', 'href'), /^https:.*\/docs\/first-ten-minutes-artist\.md$/);
for (const {helpAt} of Object.values(words)) assert(readFileSync(path.join(source, 'docs', helpAt)).length > 0, 'there is such a page');
{
  const context = await browser.newContext({javaScriptEnabled: false});
  const silent = await context.newPage();
  await silent.goto(origin);
  assert.match(await silent.locator('noscript').innerText(), /with JavaScript.*JavaScriptを有効/s);
  await context.close();
}
clean('names');

// ---- a new file forgets the symptom; what can't be read is not an avatar ----

await drop(tab, [{name: 'mistakes.vrm', bytes: mistakes}]);
await opened(tab, 'mistakes.vrm');
await tab.selectOption('#symptoms', 'shakes');
await drop(tab, [{name: 'clean.vrm', bytes: plain}]);
await opened(tab, 'clean.vrm');
assert.equal(await tab.inputValue('#symptoms'), '');
for (const bytes of [noise, Buffer.alloc(0), Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'), mistakes.subarray(0, 300), Buffer.from('{"asset":')]) {
  await drop(tab, [{name: 'garbage.vrm', bytes}]);
  await opened(tab, 'garbage.vrm');
  assert.match(await tab.textContent('#verdict'), /^Not an avatar/);
  assert.equal(await tab.isHidden('#apps'), true, 'no app is asked about it');
}
await drop(tab, [{name: 'avatar.zip', bytes: Buffer.from('PK\x03\x04 and what is packed', 'latin1')}]);
await opened(tab, 'avatar.zip');
assert.match((await texts(tab, '.finding'))[0], /ZIP archive: unpack it/, 'what a chosen file is instead is said, whatever its name');
await drop(tab, ['a.txt', 'b.txt', 'c.txt', 'd.txt'].map((name) => ({name, bytes: noise})));
await tab.waitForFunction(() => /contain no \.vrm/.test(document.getElementById('status').textContent));
clean('garbage', true);

// ---- two avatars are compared only if they are alike, or if the user asks ----

const stranger = changed(plain, (json) => {
  json.extensions.VRMC_vrm.meta.name = 'somebody else';
  for (const node of json.nodes) node.name = `other ${node.name}`;
});
const namesake = changed(plain, (json) => { // an exporter's names of bones, and no more in common
  for (const part of [json.nodes, json.meshes, json.materials]) part.forEach((one, index) => { if (index % 3 > 0) one.name = `own ${one.name}`; });
});
for (const [name, bytes] of [['stranger.vrm', stranger], ['namesake.vrm', namesake]]) {
  await drop(tab, [{name: 'clean.vrm', bytes: plain}, {name, bytes}]);
  await checked(tab);
  await opened(tab, 'clean.vrm');
  assert.deepEqual([await tab.isHidden('#other'), await tab.isHidden('#changes')], [true, true], name);
  assert.equal(await tab.textContent('#compare-with'), `Compare with ${name}`);
}
await tab.click('#compare-with');
await tab.locator('#changed summary').first().waitFor();
const later = changed(plain, (json) => { json.extensions.VRMC_springBone.springs[0].joints[0].dragForce = 0.3; });
await drop(tab, [{name: 'clean.vrm', bytes: plain}, {name: 'clean2.vrm', bytes: later}]);
await tab.locator('#changed li', {hasText: 'dragForce'}).first().waitFor({state: 'attached'});
clean('alike');

// ---- many files: how many of each kind, the worst first, and which to open ----

const unused = changed(plain, (json) => { json.materials.push({name: 'on no mesh'}); });
await drop(tab, Array.from({length: 45}, (_, index) => ({name: `${String(index).padStart(2, '0')}.vrm`,
  bytes: index === 7 ? noise : index === 30 ? mistakes : index % 3 === 0 ? unused : plain})));
await checked(tab);
await opened(tab, '30.vrm');
assert.match(await tab.textContent('#totals'), /^45 files: 1 is not an avatar, 1 with something to fix, 14 with advice only, 29 without findings\. Begin with 30\.vrm\.$/);
const names = await texts(tab, '.entry .name');
assert.deepEqual(names.slice(0, 4), ['07.vrm', '30.vrm', '00.vrm', '03.vrm']);
assert.deepEqual(names.slice(16), [...names.slice(16)].sort());
assert.equal((await texts(tab, '.entry .counts'))[0], 'Not an avatar');
await tab.click('[data-language=ja]');
await tab.waitForFunction(() => /^45個のファイル：アバターではないもの1個、直すところがあるもの1個、.*まず30\.vrmを開いてください。$/.test(document.getElementById('totals').textContent));
await tab.click('[data-language=en]');
const list = await tab.pdf({format: 'A4'});
assert(pagesOf(list) < 6, 'what is printed of 45 files is short');
clean('many files', true);

// ---- numbers for all springs of a name, or for all; what changes is counted in joints ----

const wild = changed(plain, (json) => {
  const {springs} = json.extensions.VRMC_springBone;
  springs.forEach((spring, index) => {
    spring.name = index === 0 ? 'Tail' : 'Hair';
    for (const joint of spring.joints) joint.dragForce = 1.4;
  });
});
const {springs} = jsonOf(wild).json.extensions.VRMC_springBone;
assert(springs.length > 2);
await drop(tab, [{name: 'wild.vrm', bytes: wild}]);
await opened(tab, 'wild.vrm');
await tab.click('#trying > summary');
await tab.selectOption('#springs', '1');
assert.deepEqual([await tab.isHidden('#to-name'), await tab.isHidden('#to-all')], [true, true], 'nothing is changed yet');
await tab.locator('#try-drag').fill('0.5');
const hair = springs.slice(1);
assert.equal(await tab.textContent('#to-name'), `Apply to all ${hair.length} springs named Hair`);
await tab.click('#to-name');
const jointsOf = (some) => some.reduce((sum, {joints}) => sum + joints.length, 0);
await tab.waitForFunction((begin) => document.getElementById('told').textContent.startsWith(begin), `Other numbers for ${jointsOf(hair)} joints of ${hair.length} springs.`);
const movedBy = (some) => some.reduce((sum, {joints}) => sum + joints.length - 1, 0); // the last joint of a chain is only its end
const goneAt = async () => Number(/gone at (\d+) place/.exec(await tab.textContent('#told'))[1]);
assert(await goneAt() >= movedBy(hair), await tab.textContent('#told'));
await tab.click('#to-all');
await tab.waitForFunction((begin) => document.getElementById('told').textContent.startsWith(begin), `Other numbers for ${jointsOf(springs)} joints of ${springs.length} springs.`);
assert(await goneAt() >= movedBy(springs), await tab.textContent('#told'));
const {json: applied} = jsonOf((await saved(tab, 'save-avatar')).bytes);
assert(applied.extensions.VRMC_springBone.springs.every(({joints}) => joints.every(({dragForce}) => dragForce === 0.5)));
clean('all springs');

// ---- a heavy avatar reaches the graphics card in pieces: no frame uploads more than one texture of colours ----

await tab.evaluate(() => {
  const {prototype} = WebGL2RenderingContext;
  globalThis.frames = [0];
  const count = () => {
    globalThis.frames.push(0);
    setTimeout(count);
  };
  count();
  const {texStorage2D, generateMipmap} = prototype;
  prototype.texStorage2D = function counted(...args) {
    if (args[3] >= 512) globalThis.frames[globalThis.frames.length - 1] += 1;
    return texStorage2D.apply(this, args);
  };
  globalThis.largest = 0; // of the textures whose levels WebGL makes, which takes seconds without a graphics card
  prototype.generateMipmap = function counted(...args) {
    globalThis.largest += 1;
    return generateMipmap.apply(this, args);
  };
});
const {json: heavyJson, end} = jsonOf(plain);
await drop(tab, [{name: 'heavy.vrm', bytes: heavy({json: heavyJson, bytes: plain.subarray(end + 8)}, {meshes: 6, size: 640, vertices: 9000})}]);
await opened(tab, 'heavy.vrm');
await tab.waitForTimeout(500);
const {frames, largest} = await tab.evaluate(() => ({frames: globalThis.frames, largest: globalThis.largest}));
assert.equal(frames.reduce((sum, one) => sum + one, 0), 6, 'all textures are there');
assert.equal(Math.max(...frames), 1, 'but not at once');
assert.equal(largest, 0);
clean('heavy');

// ---- where to click: the steps of the tool that exported the file, with a switch to the others ----

const inUnity = changed(mistakes, (json) => { json.asset.generator = 'UniVRM-0.128.0'; });
const unity = path.join(packages, 'unity.vrm');
writeFileSync(unity, inUnity);
const stepped = /"steps": /.test(spawnSync(program, ['--no-config', '--format', 'json', unity], {encoding: 'utf8'}).stdout);
if (stepped) {
  await drop(tab, [{name: 'mistakes.vrm', bytes: inUnity}]);
  await opened(tab, 'mistakes.vrm');
  assert(await tab.locator('.steps button').count() > 3);
  const clicks = () => tab.locator('.steps').evaluateAll((all) => all.map((one) => [...one.querySelectorAll('p:not([hidden])')].map(({dataset}) => dataset.tool).join()));
  const tools = await clicks();
  assert(tools.filter((tool) => tool !== '').length > 1 && tools.every((tool) => tool === '' || tool === 'unity'), tools.join(' '));
  await tab.locator('.steps button', {hasText: 'Blender'}).last().click();
  assert((await clicks()).every((tool) => tool === '' || tool === 'blender'), 'those of all findings');
  await accessible(tab, 'steps');
  clean('steps');
} else {
  console.log('reports have no steps: where to click was not looked for');
}

// ---- printed: one file takes up to three pages, with graphs only of what findings speak of; many repeat their heads ----

const crowded = path.join(packages, 'crowded.vrm');
writeFileSync(crowded, changed(mistakes, (json) => {
  for (let i = 0; i < 300; i++) json.materials.push({name: `material ${i}`, [`unknown${i}`]: i, emissiveFactor: [9, 9, 9]});
  json.extensions.VRMC_springBone.springs.forEach((spring) => spring.joints.forEach((joint, index) => { joint[`another${index}`] = 1; }));
}));
const whip = path.join(source, 'fixtures/sim/violent-motion/fail-long-whip.gltf');
for (const language of ['en', 'ja']) {
  for (const files of [[crowded], [path.join(source, 'fixtures/whole/mistakes.vrm')], [whip], [path.join(source, 'fixtures/whole')]]) {
    const name = path.join(packages, 'printed.html');
    spawnSync(program, ['--no-config', '--lang', language, '--format', `html=${name}`, ...files]);
    const {tab: printed} = await fresh({locale: 'en-US'});
    printed.address = pathToFileURL(name).href;
    await printed.goto(printed.address);
    await printed.locator('main:not(#plain)').waitFor();
    for (const format of ['A4', 'Letter']) {
      const pages = pagesOf(await printed.pdf({format}));
      if (!/whole$/.test(files[0])) assert(pages <= 3, `${files} in ${language} on ${format}: ${pages} pages`);
    }
    await printed.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await printed.emulateMedia({media: 'print'});
    assert.equal(await printed.locator('.paper details, .paper button, .paper select').count(), 0, 'nothing has to be opened');
    assert.equal(await printed.locator('main').last().isHidden(), true);
    assert.equal(await printed.locator('.paper .graphs').count() > 0, files[0] === whip, `${files}: graphs`);
    assert(await printed.locator('.paper .s').count() > 0, 'the findings');
    if (language === 'ja') assert.doesNotMatch((await texts(printed, '.paper')).join(''), /(Blender|Unity): /, 'a full-width colon in Japanese');
    const heads = await printed.locator('.paper thead').evaluateAll((all) => all.map((head) => getComputedStyle(head).display));
    assert.equal(heads.length, /whole$/.test(files[0]) ? 4 : 1);
    assert(heads.every((display) => display === 'table-header-group'), 'heads are repeated on each page');
    if (shots !== null) await printed.screenshot({path: path.join(shots, `printed-${language}-${path.basename(files[0])}.png`), fullPage: true});
    await printed.evaluate(() => dispatchEvent(new Event('afterprint')));
    assert.equal(await printed.locator('.paper').count(), 0);
    await printed.emulateMedia({media: 'screen'});
    await printed.context().close();
    clean(`printed ${files}`);
  }
}
await drop(tab, [{name: 'crowded.vrm', bytes: readFileSync(crowded)}]);
await opened(tab, 'crowded.vrm');
assert(pagesOf(await tab.pdf({format: 'A4'})) <= 3, 'and so does the page');
await shown(tab);
clean('printed');
console.log('the page is a workbench: the avatar stays in view, many files are told apart, reports fit on paper');
