// Tests animations on the page, and two versions of an avatar side by side. A part of page.mjs.
import assert from 'node:assert/strict';
import path from 'node:path';
import {bonesOf, placesOf} from '../page/animation.js';
import {expressionsOf} from '../page/expressions.js';
import {Faces} from '../page/faces.js';
import {accessible, changed, clean, drop, fresh, jsonOf, noWider, opened as open, read, saved, shots, texts} from './browser.mjs';

const [avatar, wave] = [read('clean.vrm'), read('wave.vrma')];

/** Returns the animation with one rotation negated: key 30 of 61, at 1 s. */
function flipped() {
  const bytes = Buffer.from(wave);
  const {json, end} = jsonOf(bytes);
  const {samplers, channels} = json.animations[0];
  const accessor = json.accessors[samplers[channels.find(({target}) => target.path === 'rotation').sampler].output];
  const at = end + 8 + (json.bufferViews[accessor.bufferView].byteOffset ?? 0) + 16 * 30;
  for (let i = 0; i < 4; i++) bytes.writeFloatLE(-bytes.readFloatLE(at + 4 * i), at + 4 * i);
  return bytes;
}

/** Returns how many frames a Matroska clip has: its blocks, simple or in groups. */
function framesOf(clip) {
  let frames = 0;
  for (let at = 0; at < clip.length;) {
    const bytes = Math.clz32(clip[at]) - 23; // length of the id, then of the size
    const id = clip.readUIntBE(at, Math.min(bytes, 4));
    at += bytes;
    const wide = Math.clz32(clip[at]) - 23;
    const size = Number(BigInt(`0x${clip.subarray(at, at + wide).toString('hex')}`) & ((1n << BigInt(7 * wide)) - 1n));
    at += wide;
    if (id === 0xA3 || id === 0xA1) frames++;
    if (![0x18538067, 0x1F43B675, 0xA0].includes(id)) at += size; // the content of a segment, cluster or group is read next
  }
  return frames;
}

const plays = (tab, playing = true) => tab.waitForFunction((wanted) => document.getElementById('play').getAttribute('aria-pressed') === String(wanted), playing);
const seek = async (tab, step) => {
  await tab.waitForFunction(() => document.getElementById('legend').childElementCount > 0); // the avatar is drawn
  await tab.locator('#time').fill(String(step));
  await tab.waitForTimeout(300);
  return tab.locator('#stage').screenshot();
};

// ---- an animation alone: its skeleton moves, its findings are on the time line and on its bones ----

{
  const {tab} = await fresh();
  await tab.evaluate(() => { // a frame's time may be a little before the call that requested it: here it always is
    const now = performance.now.bind(performance);
    performance.now = () => now() + 100;
  });
  await drop(tab, [{name: 'wave.vrma', bytes: flipped()}]);
  await open(tab, 'wave.vrma');
  await plays(tab);
  await tab.waitForFunction(() => Number(document.getElementById('time').value) > 20);
  await tab.locator('#play').press('Space');
  await plays(tab, false);
  assert.equal(await tab.getAttribute('#time', 'max'), '120', 'two seconds');
  assert.deepEqual(await texts(tab, '#fit li'), ['It lasts 2.0 s']);
  assert.equal(await tab.isHidden('#engines'), true);
  assert.equal(await tab.isHidden('#chosen-motion'), true);
  const [first, later] = [await seek(tab, 0), await seek(tab, 40)];
  assert.notDeepEqual(first, later, 'the skeleton moves');
  const marks = tab.locator('#marks button');
  assert.equal(await marks.count(), 1);
  assert.match(await marks.getAttribute('aria-label'), /^1\.0 s: .*changes its sign/);
  await marks.focus();
  await tab.keyboard.press('Enter');
  assert.equal(await tab.inputValue('#time'), '60', 'the mark leads to its time');
  await tab.locator('.finding[aria-current=true]', {hasText: 'changes its sign'}).waitFor();
  await accessible(tab, 'an animation');
  clean('an animation alone');

  // records a clip
  await tab.click('#record');
  const {name, bytes: clip} = await saved(tab, 'save-clip');
  assert.equal(name, 'wave.webm');
  assert.equal(clip.readUInt32BE(0), 0x1A45DFA3, 'it is Matroska');
  assert(clip.includes('webm') && framesOf(clip) >= 3, `a clip of ${framesOf(clip)} frames in ${clip.length} bytes`); // a slow machine draws few
  if (shots !== null) console.log(`the clip: ${framesOf(clip)} frames, ${clip.length} bytes`);
  await tab.evaluate(() => { globalThis.MediaRecorder = undefined; });
  await tab.click('#record');
  assert.match(await tab.textContent('#status'), /This browser can't record clips/);
  clean('a clip');

  // an avatar that is dropped next, and then the animation again: it can be played on the avatar
  await drop(tab, [{name: 'clean.vrm', bytes: avatar}]);
  await open(tab, 'clean.vrm');
  assert.equal(await tab.isHidden('#fit'), true, 'nothing of the animation is left');
  await drop(tab, [{name: 'wave.vrma', bytes: wave}]);
  await open(tab, 'wave.vrma');
  assert.equal(await tab.textContent('#play-on'), 'Play it on clean.vrm');
  await tab.click('#play-on');
  await open(tab, 'clean.vrm');
  await plays(tab);
  assert.deepEqual((await texts(tab, '.entry .name')).sort(), ['clean.vrm', 'wave.vrma']);
  clean('played on the avatar that was there before');
}

// ---- an avatar and an animation together: the page says what doesn't fit, and the springs move too; nothing starts by itself
// ----

const lacking = changed(avatar, (json) => {
  const {humanoid, expressions} = json.extensions.VRMC_vrm;
  delete humanoid.humanBones.rightHand;
  delete expressions.preset.happy;
  json.nodes[humanoid.humanBones.hips.node].translation[1] *= 1.5;
  json.extensions.VRMC_springBone.springs[0].name = 'the_name_of_a_spring_'.repeat(4); // too long for a phone
  expressions.custom = {['the_name_of_an_expression_'.repeat(4)]: {morphTargetBinds: [{node: json.nodes.findIndex(({mesh}) => mesh !== undefined), index: 0, weight: 1}]}};
});
for (const [scheme, width] of [['light', 1300], ['dark', 390]]) {
  const {tab} = await fresh({reducedMotion: 'reduce', colorScheme: scheme, viewport: {width, height: 844}});
  await drop(tab, [{name: 'b.vrm', bytes: lacking}, {name: 'a.vrma', bytes: wave}]);
  await open(tab, 'b.vrm');
  await tab.locator('#fit li').first().waitFor();
  await plays(tab, false);
  const said = (await texts(tab, '#fit li')).join('\n');
  assert.match(said, /lasts 2\.0 s\nThe hips move 1\.\d+ times as far.*\nThe avatar lacks a bone that it moves: rightHand\nThe avatar lacks an expression that it plays: happy$/);
  assert.equal(await tab.isDisabled('#poses'), true);
  assert.notDeepEqual(await seek(tab, 0), await seek(tab, 40), 'the avatar moves');
  await tab.locator('#engines input').nth(1).check();
  await tab.click('#play');
  await plays(tab);
  await tab.click('#play');
  for (const language of ['ja', 'en']) {
    await tab.click(`[data-language=${language}]`);
    await tab.waitForFunction((wanted) => (document.documentElement.lang === 'ja') === /アバターにありません：rightHand/.test(document.getElementById('fit').textContent)
      && document.documentElement.lang === wanted, language);
    const [legend, seconds] = await tab.evaluate(() => ['legend', 'seconds'].map((id) => document.getElementById(id).textContent));
    assert.equal(/[ぁ-ん]|エラー/.test(legend), language === 'ja', legend);
    assert.equal(/秒/.test(seconds), language === 'ja', seconds);
    await noWider(tab, `${language} ${width}`);
    if (shots !== null) await tab.locator('#view').screenshot({path: path.join(shots, `animation-${language}-${width}-${scheme}.png`)});
  }
  await tab.selectOption('#motions', 'walk');
  await tab.waitForFunction(() => document.getElementById('fit').hidden && document.getElementById('time').max === '299');
  assert.equal(await tab.isDisabled('#poses'), false);
  await accessible(tab, `together, ${scheme}`);
  clean(`together ${width}`);
}

// ---- expressions move the mesh: those that an animation drives, and the chosen one ----

const smile = changed(wave, (json) => { // except for the face, it only moves a bone that the avatars lack
  const {humanoid, expressions} = json.extensions.VRMC_vrm_animation;
  const kept = [humanoid.humanBones.rightHand.node, expressions.preset.happy.node];
  json.animations[0].channels = json.animations[0].channels.filter(({target}) => kept.includes(target.node));
});
const onlyFace = changed(smile, (json) => {
  const {humanoid, expressions} = json.extensions.VRMC_vrm_animation;
  json.animations[0].channels = json.animations[0].channels.filter(({target}) => target.node === expressions.preset.happy.node);
  delete humanoid.humanBones;
});
const faces = {
  'one.vrm': () => {},
  'zero.vrm': (json, {humanoid}) => {
    json.extensionsUsed = ['VRM'];
    json.extensions = {VRM: {
      humanoid: {humanBones: Object.entries(humanoid.humanBones).map(([bone, {node}]) => ({bone, node}))},
      blendShapeMaster: {blendShapeGroups: [{name: 'Joy', presetName: 'joy', binds: [{mesh: 0, index: 0, weight: 100}]}]},
    }};
  },
  'none.vrm': (json) => { delete json.extensions.VRMC_vrm.expressions; },
};
for (const [name, change] of Object.entries(faces)) {
  const {tab} = await fresh({reducedMotion: 'reduce'});
  await drop(tab, [{name, bytes: changed(avatar, (json) => {
    delete json.extensions.VRMC_springBone;
    delete json.extensions.VRMC_vrm.humanoid.humanBones.rightHand;
    change(json, json.extensions.VRMC_vrm);
  })}, {name: 'smile.vrma', bytes: smile}]);
  await open(tab, name);
  await tab.locator('#fit li').first().waitFor();
  const [first, later] = [await seek(tab, 0), await seek(tab, 40)];
  assert.equal(first.equals(later), name === 'none.vrm', `${name}: the animation moves the face`);
  assert.equal(await tab.isHidden('#faces'), name === 'none.vrm');
  if (name !== 'none.vrm') {
    await tab.selectOption('#motions', 'none');
    await tab.waitForFunction(() => document.getElementById('fit').hidden);
    const still = await seek(tab, 0);
    await tab.selectOption('#expressions', 'happy');
    await tab.waitForTimeout(300);
    assert.notDeepEqual(await tab.locator('#stage').screenshot(), still, `${name}: the expression that is chosen`);
    await tab.click('[data-language=ja]');
    await tab.waitForFunction(() => document.querySelector('#expressions option').textContent === 'なし');
    assert.equal(await tab.inputValue('#expressions'), 'happy');
    await accessible(tab, 'an expression');
    await drop(tab, [{name: 'none.vrm', bytes: changed(avatar, faces['none.vrm'])}]);
    await open(tab, 'none.vrm');
    assert.deepEqual([await tab.inputValue('#expressions'), await tab.isHidden('#faces')], ['', true], 'it ends with its file');
  }
  clean(`expressions of ${name}`);
}

// Some expressions suppress others, and binary ones are either on or off.
{
  const mesh = {morphTargetInfluences: [0, 0, 0]};
  const made = (name, index, more = {}) => ({name, binary: false, overrides: {}, binds: [{nodes: [0], index, weight: 0.5}], ...more});
  const all = new Faces([made('blink', 0, {binary: true}), made('aa', 1), made('happy', 2, {overrides: {blink: 'blend', mouth: 'block'}}),
    made('other', 'length'), made('past', 3)], () => [mesh]);
  for (const [weights, expected] of [[{blink: 0.6, aa: 2}, [0.5, 0.5, 0]], [{blink: 0.5, aa: 0.5}, [0, 0.25, 0]], [{blink: 1, aa: 1, happy: 0.2}, [0, 0, 0.1]],
    [{other: 1, past: 1, happy: NaN}, [0, 0, 0]]]) {
    all.show(new Map(Object.entries(weights)));
    assert.deepEqual(mesh.morphTargetInfluences, expected);
  }
  assert.deepEqual(all.names(), ['blink', 'aa', 'happy']);
}

// An animation with expressions only is played on an avatar; alone it isn't an error.
{
  const {tab} = await fresh({reducedMotion: 'reduce'});
  await drop(tab, [{name: 'clean.vrm', bytes: avatar}]);
  await open(tab, 'clean.vrm');
  await drop(tab, [{name: 'face.vrma', bytes: onlyFace}]);
  await open(tab, 'face.vrma');
  assert.deepEqual([await tab.textContent('#status'), await tab.isHidden('#stage')], ['Checked', true]);
  await tab.click('#play-on');
  await open(tab, 'clean.vrm');
  await tab.locator('#fit li').first().waitFor();
  assert.deepEqual([await tab.textContent('#status'), await texts(tab, '#fit li')], ['', ['It lasts 2.0 s']]);
  assert(!(await seek(tab, 0)).equals(await seek(tab, 40)), 'it moves the face');
  clean('expressions alone');
}

// The limbs move even if the animation's channels for the face can't be read.
{
  const {tab} = await fresh({reducedMotion: 'reduce'});
  await drop(tab, [{name: 'clean.vrm', bytes: avatar}, {name: 'broken.vrma', bytes: changed(wave, (json) => {
    const {expressions} = json.extensions.VRMC_vrm_animation;
    json.animations[0].channels.find(({target}) => target.node === expressions.preset.happy.node).sampler = 999;
  })}]);
  await open(tab, 'clean.vrm');
  await tab.locator('#fit li').first().waitFor();
  assert(!(await seek(tab, 0)).equals(await seek(tab, 40)), 'they move');
  clean('an animation with a broken face');
}

// Indices are those of the file, even after elements that are null.
{
  const mesh = {mesh: 0};
  const groups = [{name: 'Joy', presetName: 'joy', binds: [{mesh: 0, index: 0, weight: 100}]}];
  assert.deepEqual(expressionsOf({nodes: [null, mesh], extensions: {VRM: {blendShapeMaster: {blendShapeGroups: groups}}}})[0].binds[0].nodes, [1]);
  const moved = changed(wave, (json) => json.animations[0].channels.unshift(null));
  const {head} = bonesOf(jsonOf(moved).json);
  const {channels} = jsonOf(wave).json.animations[0];
  const pointer = `/animations/0/channels/${1 + channels.findIndex(({target}) => target.node === head)}`;
  assert.equal(placesOf(new Uint8Array(moved), [{pointer, data: {}}])[0].node, head);
}

// ---- two versions of an avatar: side by side, in step, with the changes in words ----

const later = changed(avatar, (json) => {
  const [spring] = json.extensions.VRMC_springBone.springs;
  spring.joints.forEach((joint) => { joint.dragForce = 1.4; });
  json.materials[0].name = 'another skin';
});
for (const [scheme, width] of [['light', 1300], ['dark', 390]]) {
  const {tab} = await fresh({colorScheme: scheme, viewport: {width, height: 844}});
  await drop(tab, [{name: 'clean.vrm', bytes: avatar}]);
  await open(tab, 'clean.vrm');
  assert.equal(await tab.isHidden('#compare-with'), true);
  await drop(tab, [{name: 'later.vrm', bytes: later}]);
  await open(tab, 'later.vrm');
  assert.equal(await tab.isHidden('#changes'), true);
  await tab.click('#compare-with');
  await open(tab, 'later.vrm');
  await tab.locator('#changed li').first().waitFor();
  const changes = (await texts(tab, '#changed li')).join('\n');
  assert.match(changes, /dragForce is 1\.4 instead of/);
  assert.match(changes, /another skin/);
  assert.match((await texts(tab, '#changed summary')).join(), /\d+ findings? (is|are) new.*changes of the avatar/);
  assert.deepEqual([await tab.textContent('#other-name'), await tab.textContent('#own-name')], ['Before: clean.vrm', 'After: later.vrm']);
  await tab.locator('#stage-other canvas').waitFor();
  await tab.locator('#moves').evaluate((one) => { one.open = true; });
  await tab.selectOption('#motions', 'turn');
  await tab.waitForFunction(() => document.getElementById('status').textContent === '');
  const other = () => tab.locator('#stage-other').screenshot();
  await seek(tab, 0);
  const still = await other();
  await seek(tab, 50);
  const moved = await other();
  assert.notDeepEqual(still, moved, 'the other one moves in step');
  await tab.locator('#stage canvas').hover();
  await tab.mouse.down();
  await tab.mouse.move(80, 300, {steps: 4});
  await tab.mouse.up();
  await tab.waitForTimeout(300);
  assert.notDeepEqual(await other(), moved, 'and is seen by the same camera');
  for (const language of ['ja', 'en']) {
    await tab.click(`[data-language=${language}]`);
    await tab.waitForFunction((wanted) => (wanted === 'ja') === /変更前：clean.vrm/.test(document.getElementById('other-name').textContent), language);
    await noWider(tab, `${language} ${width}`);
    if (shots !== null) await tab.screenshot({path: path.join(shots, `versions-${language}-${width}-${scheme}.png`), fullPage: true});
  }
  await accessible(tab, `two versions, ${scheme}`);
  // files dropped together are ordered by date; the next file is compared only if the user presses a button
  await drop(tab, [{name: 'b.vrm', bytes: avatar}, {name: 'c.vrm', bytes: avatar}]);
  await tab.locator('#changed', {hasText: 'same, byte for byte'}).waitFor();
  await drop(tab, [{name: 'wave.vrma', bytes: wave}]);
  await open(tab, 'wave.vrma');
  for (const id of ['changes', 'other', 'own-name', 'compare-with']) assert.equal(await tab.isHidden(`#${id}`), true, id);
  clean(`two versions ${width}`);
}

console.log('the page plays animations, says what does not fit, records clips, and compares two versions');
