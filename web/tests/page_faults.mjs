// Faults of the page that were found and fixed: a file must leave nothing behind for the next one, and no file may block the
// page. A part of page.mjs; it also needs vrmlint.html, the page as one file, beside PAGE.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {orderOf} from '../report/findings.js';
import {changed, checked, clean, drop, fresh, jsonOf, noWider, opened, page, read, saved, shown, source, texts, complaints} from './browser.mjs';

const [mistakes, plain] = [read('mistakes.vrm'), read('clean.vrm')];
const noise = Buffer.from('glTF\x02\0\0\0noise', 'latin1');

const {tab} = await fresh();
await tab.evaluate(() => {
  globalThis.sources = [];
  globalThis.draws = 0;
  const {prototype} = WebGL2RenderingContext;
  const {shaderSource, drawElements, drawArrays} = prototype;
  prototype.shaderSource = function kept(shader, text) {
    globalThis.sources.push(text);
    return shaderSource.call(this, shader, text);
  };
  prototype.drawElements = function counted(...args) {
    globalThis.draws += 1;
    return drawElements.apply(this, args);
  };
  prototype.drawArrays = function counted(...args) {
    globalThis.draws += 1;
    return drawArrays.apply(this, args);
  };
});
const done = (name) => opened(tab, name);

// ---- names, and numbers of texture coordinates, never reach the source text of shaders ----

await drop(tab, [{name: 'names.vrm', bytes: changed(plain, (json) => {
  json.materials[0].name = 'skin\n#error INJECTED';
  json.images = [{uri: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='}];
  json.textures = [{source: 0}];
  json.materials[0].pbrMetallicRoughness = {baseColorTexture: {index: 0, extensions: {KHR_texture_transform: {texCoord: '1; INJECTED'}}}};
  json.extensionsUsed.push('KHR_texture_transform');
})}]);
await done('names.vrm');
await tab.waitForTimeout(500);
const sources = await tab.evaluate(() => globalThis.sources);
assert(sources.length > 2, 'shaders were made');
assert.equal(sources.filter((text) => text.includes('INJECTED')).length, 0, 'no text of the file is in a shader');
clean('names in shaders');

// ---- a file with many nodes isn't drawn, and the page says so ----

const crowd = changed(plain, (json) => {
  const first = json.nodes.length;
  const shownBy = json.nodes.find((node) => node.mesh !== undefined);
  for (let i = 0; i < 30000; i++) json.nodes.push({mesh: shownBy.mesh, skin: shownBy.skin});
  json.scenes[0].nodes.push(...Array.from({length: 30000}, (_, index) => first + index));
});
await tab.evaluate(() => { globalThis.draws = 0; });
await drop(tab, [{name: 'crowd.vrm', bytes: crowd}]);
await done('crowd.vrm');
assert.match(await tab.textContent('#key'), /too large for the drawing.*30,0\d\d nodes \(at most 10,000\).*30,00\d meshes to draw \(at most 1,000\)/);
await tab.waitForTimeout(500);
assert((await tab.evaluate(() => globalThis.draws)) < 2000, 'its meshes are not drawn');
await drop(tab, [{name: 'ring.vrm', bytes: changed(plain, (json) => { json.nodes[3].children.push(0); })}]);
await done('ring.vrm');
await drop(tab, [{name: 'clean.vrm', bytes: plain}]);
await done('clean.vrm');
assert.match(await tab.textContent('#legend'), /colliders/, 'the next file is drawn');
clean('many nodes');

// ---- other numbers and fixes are removed with their file ----

const forgotten = async (what) => {
  for (const id of ['compared', 'save-avatar', 'undo-fix', 'instead']) assert.equal(await tab.isHidden(`#${id}`), true, `${id} ${what}`);
  assert.equal(await tab.getAttribute('#save-avatar', 'href'), '#report', what);
  assert.equal(await tab.getAttribute('#save-avatar', 'download'), null, what);
  assert.equal(await tab.locator('#fixed *').count(), 0, what);
  assert.equal(await tab.inputValue('#time'), '0', what);
};
await drop(tab, [{name: 'mistakes.vrm', bytes: mistakes}]);
await done('mistakes.vrm');
await tab.click('#trying > summary');
await tab.selectOption('#springs', '1');
await tab.locator('#try-drag').fill('0.5');
await tab.waitForFunction(() => !document.getElementById('compared').hidden);
await tab.locator('#time').fill('120');
await tab.click('#fix');
await tab.waitForFunction(() => document.getElementById('save-avatar').download.includes('.fixed'));
await tab.locator('#try-stiffness').fill('2');
await tab.waitForFunction(() => document.getElementById('save-avatar').download.includes('.tried'));
await drop(tab, [{name: 'clean.vrm', bytes: plain}]);
await done('clean.vrm');
await forgotten('after another file');
await tab.selectOption('#springs', '0');
await tab.locator('#try-drag').fill('0.33');
const {json} = jsonOf((await saved(tab, 'save-avatar')).bytes);
assert.equal(json.extensions.VRMC_springBone.springs[0].joints[0].dragForce, 0.33);
assert.deepEqual(json.nodes, jsonOf(plain).json.nodes, 'what is saved is the file that is open');
// a number is changed just before the next file arrives; the check takes longer than the page's delay before it tries a number
await drop(tab, [{name: 'crowd.vrm', bytes: crowd}], () => tab.locator('#try-drag').fill('0.9'));
await done('crowd.vrm');
await forgotten('after a number that was still to be tried');
clean('the next file');

// ---- files that are rejected, and one that has nothing to show ----

await drop(tab, [1, 2, 3, 4].map((number) => ({name: `picture${number}.png`, bytes: Buffer.from('no')})));
await tab.waitForFunction(() => document.getElementById('status').classList.contains('failed'));
assert.equal(await tab.isHidden('#report'), true, 'the old verdict is gone');
assert.deepEqual(await texts(tab, '#verdict'), ['-']);
await drop(tab, [{name: 'noise.glb', bytes: noise}]);
await done('noise.glb');
assert.equal(await tab.isHidden('#stage'), true, 'no empty box');
assert.match(await tab.textContent('#key'), /nothing to draw/);
await forgotten('for noise');
await drop(tab, [{name: 'clean.vrm', bytes: plain}]);
await done('clean.vrm');
assert.equal(await tab.isVisible('#stage'), true);
clean('refused', true);

// ---- a .gltf gets the files that it refers to, and no others ----

{
  const {json: parts, end} = jsonOf(plain);
  parts.buffers[0].uri = './clean%20data.bin';
  parts.images = [{uri: 'clean data.bin'}, {uri: '../out.png'}, {uri: 'http://x/y.png'}];
  await drop(tab, [{name: 'clean.gltf', bytes: Buffer.from(JSON.stringify(parts))}, {name: 'clean data.bin', bytes: plain.subarray(end + 8)},
    {name: 'other.bin', bytes: Buffer.alloc(9)}]);
  await done('clean.gltf');
  assert.match(await tab.textContent('#legend'), /colliders/, 'it is drawn');
  assert.equal((await texts(tab, '.finding')).filter((text) => /clean.*data.bin.*(missing|not found|can't be opened)/.test(text)).length, 0, 'its buffer is read');
  await drop(tab, [{name: 'clean.gltf', bytes: Buffer.from(JSON.stringify(parts))}]);
  await done('clean.gltf');
  assert.match(await tab.textContent('#status'), /\(clean data\.bin\): drop or choose its whole folder/, 'alone, it is asked for with its folder');
  clean('a .gltf', true);
}

// ---- poses and motions are shown on the mesh, and the moving avatar stays in view ----

/** Returns the extent of the drawing at a step, [left, right, top, bottom] from 0 to 1 of the canvas, and a sum of its pixels. */
const drawn = async (step) => {
  await tab.waitForFunction(() => document.getElementById('status').textContent === '');
  return tab.evaluate((value) => new Promise((done) => {
    const time = document.getElementById('time');
    time.value = String(value);
    time.dispatchEvent(new Event('input'));
    requestAnimationFrame(() => { // after the frame that draws it
      const from = document.querySelector('#stage canvas');
      const {width, height} = Object.assign(document.createElement('canvas'), {width: from.width, height: from.height});
      const context = new OffscreenCanvas(width, height).getContext('2d');
      context.drawImage(from, 0, 0);
      const {data} = context.getImageData(0, 0, width, height);
      const box = [1, 0, 1, 0];
      let sum = 0;
      for (let i = 3; i < data.length; i += 4) {
        if (data[i] === 0) continue;
        const [x, y] = [((i >> 2) % width) / width, Math.floor((i >> 2) / width) / height];
        box.splice(0, 4, Math.min(box[0], x), Math.max(box[1], x), Math.min(box[2], y), Math.max(box[3], y));
        sum = (31 * sum + i * data[i]) % 1e9;
      }
      done({box, sum});
    });
  }), step);
};
const moving = async (motion, pose) => {
  await tab.evaluate(() => { document.getElementById('status').textContent = '-'; });
  await tab.selectOption('#motions', motion);
  await tab.selectOption('#poses', pose);
};
await drop(tab, [{name: 'clean.vrm', bytes: plain}]);
await done('clean.vrm');
const sums = [];
for (const pose of ['as-modelled', 'arms-down', 'arms-crossed']) {
  await moving('none', pose);
  sums.push(await drawn(120));
}
const width = ({box: [left, right]}) => right - left;
assert(width(sums[1]) < 0.8 * width(sums[0]), 'the arms of the mesh are down');
assert.equal(new Set(sums.map(({sum}) => sum)).size, 3, 'and crossed');
for (const motion of ['walk', 'bow']) {
  await moving(motion, 'as-modelled');
  const steps = [];
  for (const step of [0, 17, 50, 95, 160]) steps.push(await drawn(step));
  assert(new Set(steps.map(({sum}) => sum)).size > 1, `${motion} is shown`);
  for (const {box} of steps) assert(box[1] > box[0] && box[0] > 0 && box[1] < 0.999 && box[2] > 0 && box[3] < 0.999, `${motion}: all is in view, ${box}`);
  const [tops, heights] = [steps.map(({box}) => box[2]), steps.map(({box}) => box[3] - box[2])];
  assert(Math.max(...tops) - Math.min(...tops) > 0.01, `${motion}: the mesh moves, ${tops}`);
  assert(motion === 'bow' || Math.min(...heights) > 0.9 * Math.max(...heights), `${motion}: the camera goes with the mesh, ${heights}`);
}
const colours = await tab.locator('#legend .swatch').evaluateAll((all) => all.map((one) =>
  [getComputedStyle(one).backgroundColor, one.clientWidth * one.clientHeight > 0]));
assert.equal(new Set(colours.map(([colour, seen]) => seen && colour)).size, colours.length, 'each part of the legend has its colour');
assert(!colours.some(([colour]) => colour === 'rgba(0, 0, 0, 0)'));
const legend = () => texts(tab, '#legend .part').then((all) => all.map((text) => text.trim()));
assert.deepEqual(await legend(), ['bones', 'chains that swing', 'colliders'], 'no colour that is not seen');
await drop(tab, [{name: 'mistakes.vrm', bytes: mistakes}]);
await done('mistakes.vrm');
const seen = await texts(tab, '.finding .s').then((all) => new Set(all));
assert.deepEqual((await legend()).slice(-seen.size), ['To fix', 'To look at', 'Advice'].filter((word) => seen.has(word)));
clean('poses and motions');

// ---- stopping, and another file during work ----

const many = Array.from({length: 300}, (_, index) => ({name: `${String(index).padStart(3, '0')}.vrm`, bytes: mistakes}));
await drop(tab, many);
await tab.waitForFunction(() => document.querySelectorAll('.entry').length > 3);
const kept = await tab.locator('.entry').first().elementHandle();
await tab.click('#stop');
await tab.waitForFunction(() => /^Stopped: \d+ of 300 files are checked$/.test(document.getElementById('status').textContent));
const listed = await tab.locator('.entry').count();
assert(listed < 300, 'it has stopped');
assert.deepEqual(await texts(tab, '.entry .name'), many.slice(0, listed).map(({name}) => name), 'in order');
assert.equal(await kept.evaluate((one) => one.isConnected), true, 'the list grows instead of being made again');
await tab.waitForTimeout(700);
assert.equal(await tab.locator('.entry').count(), listed);
assert.equal(await tab.isHidden('#stop'), true);
await tab.locator('.entry').first().click();
await done('000.vrm');
await drop(tab, many);
await tab.waitForFunction(() => document.querySelectorAll('.entry').length > 3);
await drop(tab, [{name: 'clean.vrm', bytes: plain}]);
await done('clean.vrm');
await checked(tab);
await tab.waitForTimeout(500);
assert.equal(await tab.isHidden('#list'), true, 'the work on the files before has ended');
assert.equal(await tab.textContent('#report-head'), 'clean.vrm');
clean('stopped');

// ---- files and folders can be chosen by keyboard too ----

for (const [button, chosen, names] of [['choose-files', ['clean.vrm', 'wave.vrma'], ['clean.vrm', 'wave.vrma']],
  ['choose-folder', [''], ['box-doll-0x.vrm', 'clean.vrm', 'mistakes.vrm', 'wave.vrma'].map((name) => `whole/${name}`)]]) {
  const choosing = tab.waitForEvent('filechooser');
  await tab.locator(`#${button}`).focus();
  await tab.keyboard.press('Enter');
  await (await choosing).setFiles(chosen.map((name) => path.join(source, 'fixtures/whole', name)));
  await tab.waitForFunction((count) => document.querySelectorAll('.entry').length === count, names.length);
  await done(names[0]);
  assert.deepEqual((await texts(tab, '.entry .name')).sort(), names);
}
clean('chosen');

// ---- hundreds of findings: in groups, filtered, searched ----

const orderFor = (lines) => orderOf(lines.map((one) => one.split(' ')).map(([subject, severity]) => ({subject, severity})));
assert.deepEqual(orderFor(['a info', 'b warning', 'a error']), [2, 0, 1], 'the worst first, also of a group');
assert.deepEqual(orderFor(['b error', 'c info', 'a error', 'b error']), [0, 3, 2, 1], 'by place, as in the text report');

await drop(tab, [{name: 'many.vrm', bytes: changed(mistakes, (many) => {
  many.extensions.VRMC_springBone.springs.forEach((spring, index) => {
    for (let i = 0; i < (index === 1 ? 620 : 120); i++) spring.joints[0][`unknown${index}of${i}`] = 1; // one finding each
  });
})}]);
await done('many.vrm');
const groups = tab.locator('#groups > .group');
assert(await groups.count() > 3);
assert.equal(await tab.locator('.finding').count(), 0, 'what is closed is not made');
assert((await tab.evaluate(() => document.documentElement.scrollHeight)) < 3000, 'the page stays short');
await groups.nth(2).locator(':scope > summary').click();
await groups.nth(2).locator('.finding').nth(99).waitFor();
assert.equal(await tab.locator('.finding').count(), 100);
await groups.nth(2).getByRole('button', {name: /^Show \d+ more$/}).click();
assert.equal(await tab.locator('.finding').count(), 600, 'not thousands at once, which would take seconds');
await tab.fill('#search', 'drag force');
assert.match(await tab.textContent('#filtered'), /^\d+ of \d+ findings$/);
const found = await texts(tab, '.finding > .message');
assert(found.length > 0 && found.every((text) => /drag force/.test(text)), found.join());
await tab.fill('#search', '');
const [errors, warnings] = await texts(tab, '#severities button').then((names) => names.map((name) => parseInt(name, 10)));
await tab.click('#filter-error');
assert.equal(await tab.textContent('#filtered'), `${warnings} of ${errors + warnings} findings`);
assert.equal(await tab.getAttribute('#filter-error', 'aria-pressed'), 'false');
await tab.click('#filter-error');
await tab.locator('#parts').focus();
for (const part of ['springs', 'everything']) {
  await tab.keyboard.press(part === 'springs' ? 'ArrowDown' : 'End');
  await tab.waitForFunction((text) => document.querySelector('#parts option:checked').textContent.startsWith(text), part);
  const own = Number(/\((\d+)\)$/.exec(await tab.textContent('#parts option:checked'))[1]);
  assert.match(await tab.textContent('#filtered'), new RegExp(`^${own} of \\d+ findings$`));
  assert.deepEqual(await texts(tab, '#groups > .group > summary').then((names) => names.map((name) => /^Spring/.test(name)).sort().at(-1)), part === 'springs');
}
await tab.selectOption('#parts', '');
clean('many findings');

// ---- the wheel over the drawing scrolls the page, and the drawing stays in view beside the findings ----

await tab.locator('#stage canvas').hover();
const top = await tab.evaluate(() => scrollY);
await tab.mouse.wheel(0, 300);
await tab.waitForFunction((before) => scrollY > before + 100, top);
await groups.nth(2).locator(':scope > summary').click();
await groups.nth(2).locator('.finding').nth(70).scrollIntoViewIfNeeded();
const place = await tab.locator('#stage').boundingBox();
assert(place.y >= 0 && place.y + place.height <= 900, `the drawing is in view: ${JSON.stringify(place)}`);
clean('scrolled');

// ---- one finding of a kind ----

await drop(tab, [{name: 'a.vrm', bytes: plain}, {name: 'b.vrm', bytes: changed(plain, (one) => { one.materials.push({name: 'on no mesh'}); })}]);
await checked(tab);
assert.deepEqual(await texts(tab, '.entry .counts'), ['1 piece of advice', 'No findings.']);

// ---- findings by symptom ----

await drop(tab, [{name: 'mistakes.vrm', bytes: mistakes}]);
await done('mistakes.vrm');
await tab.selectOption('#symptoms', 'shakes');
await tab.locator('#groups > .group:first-child .rule').first().waitFor({state: 'attached'});
const first = await texts(tab, '#groups > .group:first-child .rule');
assert.match(await tab.textContent('#groups > .group:first-child > summary'), /can be the cause/);
assert(first.length > 0 && first.every((text) => /sim\/|springbone\/|collider\/|limit\//.test(text)), first.join());
await tab.selectOption('#symptoms', 'first-person');
assert.match(await tab.textContent('#advice'), /No finding explains it.*thirdPersonOnly/);
await tab.selectOption('#symptoms', '');
assert.equal(await tab.isHidden('#advice'), true);
clean('symptoms');

// ---- hidden severities and tried numbers are reset with their file ----

await tab.click('#filter-error');
await drop(tab, [{name: 'noise.glb', bytes: noise}]);
await done('noise.glb');
assert.deepEqual([await tab.locator('.finding').count(), await tab.textContent('#filtered')], [1, ''], 'its only finding is shown');
assert.equal(await tab.isHidden('#fix'), true, 'nothing of it can be fixed');
assert.equal(await tab.isHidden('#compare-with'), true, 'nor compared');
await drop(tab, [{name: 'mistakes.vrm', bytes: mistakes}]);
await done('mistakes.vrm');
assert.equal(await tab.textContent('#compare-with'), 'Compare with mistakes.vrm', 'the avatar before that');
await tab.selectOption('#springs', '1');
await tab.locator('#try-drag').fill('0.5');
await tab.waitForFunction(() => !document.getElementById('compared').hidden);
await tab.click('#fix');
await tab.waitForFunction(() => !document.getElementById('undo-fix').hidden && document.getElementById('status').textContent !== 'Fixing');
await tab.click('#undo-fix');
await tab.waitForFunction(() => document.getElementById('try-drag')?.value === '0.5' && !document.getElementById('compared').hidden, 'the numbers are tried again');
await tab.click('#reset');
await tab.waitForFunction(() => document.getElementById('try-drag')?.value === '1.4');
clean('hidden and tried', true);

// ---- a version that can't be read isn't compared ----

await drop(tab, [{name: 'a.vrm', bytes: plain}, {name: 'b.glb', bytes: noise}]);
await done('a.vrm');
await checked(tab);
assert.equal(await tab.isHidden('#changes'), true);
clean('an avatar and noise', true);

// ---- motions: the one of a finding, by a button; and one without lines of springs ----

await drop(tab, [{name: 'whip.gltf', bytes: readFileSync(path.join(source, 'fixtures/sim/violent-motion/fail-long-whip.gltf'))}]);
await done('whip.gltf');
assert.equal(/vrmlint (fix|simulate)/.test(await tab.textContent('#findings')), false, 'the page has no command line');
await tab.getByRole('button', {name: 'Play the motion'}).first().click();
await tab.waitForFunction(() => document.getElementById('play').getAttribute('aria-pressed') === 'true');
assert.deepEqual([await tab.inputValue('#motions'), await tab.inputValue('#poses')], ['shake-stop', 'as-modelled']);
await tab.click('#play');
clean('the motion of a finding', true);
await drop(tab, [{name: 'clean.vrm', bytes: changed(plain, (json) => { json.extensionsRequired = ['VRMC_vrm']; })}]);
await done('clean.vrm');
await tab.locator('#engines input').first().uncheck();
await moving('bow', 'as-modelled');
assert.notEqual((await drawn(0)).sum, (await drawn(95)).sum, 'the avatar bows');
await tab.locator('#engines input').first().check();
await tab.locator('#stage canvas').focus();
const near = [await drawn(0)];
await tab.keyboard.press('+');
near.push(await drawn(0));
assert(width(near[1]) > 1.1 * width(near[0]), 'a key comes closer');
await tab.keyboard.press('Shift+ArrowLeft');
assert.notEqual((await drawn(0)).sum, near[1].sum, 'and another turns');
clean('motions, by keys');

// ---- without WebGL, a report's drawing is shown ----

{
  await drop(tab, [{name: 'mistakes.vrm', bytes: mistakes}]);
  const {tab: flat} = await fresh();
  await flat.evaluate(() => {
    const {getContext} = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function only2d(kind, ...more) {
      return /webgl/.test(kind) ? null : getContext.call(this, kind, ...more);
    };
  });
  await drop(flat, [{name: 'mistakes.vrm', bytes: mistakes}]);
  await flat.locator('#about svg.view').nth(1).waitFor();
  assert.equal(await flat.textContent('#key'), '');
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/WebGL/.test(text)));
  clean('no WebGL');
}

// ---- the page as one file, opened by a double click, on a phone ----

const single = await fresh({viewport: {width: 390, height: 844}, hasTouch: true}, pathToFileURL(path.join(page, '../vrmlint.html')).href);
await drop(single.tab, [{name: 'mistakes.vrm', bytes: mistakes}]);
await checked(single.tab);
await shown(single.tab);
assert.match(await single.tab.textContent('#verdict'), /5 things to fix, 2 to look at/);
assert.match(await single.tab.textContent('#legend'), /colliders/, 'it is drawn');
await single.tab.locator('.f .do').getByText(/What to do/).first().waitFor();
await single.tab.click('#moves > summary');
await single.tab.selectOption('#motions', 'turn');
await single.tab.click('#play');
await single.tab.waitForFunction(() => Number(document.getElementById('time').value) > 0);
await single.tab.click('#fix');
await single.tab.waitForFunction(() => !document.getElementById('save-avatar').hidden);
await single.tab.click('[data-language=ja]');
await single.tab.waitForFunction(() => document.documentElement.lang === 'ja' && /直すところ\d+件/.test(document.getElementById('verdict').textContent));
await single.tab.locator('#stamps li').first().waitFor();
for (const language of ['ja', 'en']) {
  await single.tab.click(`[data-language=${language}]`);
  await single.tab.waitForFunction((wanted) => document.querySelector('#report-head').checkVisibility() && document.documentElement.lang === wanted, language);
  await single.tab.locator('#groups details:has(table.apps)').evaluateAll((all) => all.forEach((one) => { one.open = true; }));
  const broken = await single.tab.locator('table.apps :is(th, td:nth-child(2))').evaluateAll((all) => all.map((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return new Set([...range.getClientRects()].map(({top}) => top)).size;
  }));
  assert(broken.length > 4 && broken.every((count) => count === 1), `${language}: words of the table of apps are whole`);
  await noWider(single.tab, language);
}
// graphs of chains use the full width
await single.tab.locator('#about details.more > summary').click();
const [graphWidth, room] = await single.tab.locator('#about .graphs').first().evaluate((list) => [list.querySelector('svg').clientWidth, list.clientWidth]);
assert(graphWidth > 340 && graphWidth === room, `a graph has ${graphWidth} of ${room} pixels`);
// tapping a finding scrolls the avatar into view
await single.tab.locator('.finding').last().click();
await single.tab.waitForFunction(() => {
  const {top, bottom} = document.getElementById('stage').getBoundingClientRect();
  return top < innerHeight - 100 && bottom > 100;
});
// two fingers scroll the page, one finger turns the avatar
const fingers = await single.context.newCDPSession(single.tab);
const stage = single.tab.locator('#stage');
const dragged = async (columns) => {
  await single.tab.waitForTimeout(700); // the camera flies to the finding
  const clip = await stage.boundingBox();
  const look = () => single.tab.screenshot({clip}); // one of the element would scroll to it
  const before = [await single.tab.evaluate(() => scrollY), await look()];
  for (const [type, way] of [['touchStart', 0], ['touchMove', 60], ['touchMove', 120], ['touchEnd', null]]) {
    await fingers.send('Input.dispatchTouchEvent', {type, touchPoints: way === null ? [] : columns.map((x, id) => ({x: x + way / 4, y: clip.y + 200 - way, id}))});
  }
  await single.tab.waitForTimeout(300);
  const by = await single.tab.evaluate(() => scrollY) - before[0];
  await single.tab.evaluate((y) => scrollTo(0, y), before[0]);
  return {by, turned: !(await look()).equals(before[1])};
};
assert.deepEqual(await dragged([200]), {by: 0, turned: true}, 'one finger turns');
assert((await dragged([120, 240])).by >= 60, 'two fingers scroll');
assert.match(await single.tab.getAttribute('#licences', 'href'), /^blob:/);
clean('one file');
await single.context.close();
console.log('the page forgets files, draws and checks within limits, stops, and finds its way through many findings');
