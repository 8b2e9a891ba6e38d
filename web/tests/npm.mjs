// Compares the package for npm with the native command: node npm.mjs PACKED PROGRAM SOURCE FOLDER [CORPUS]
//
// Installs PACKED, a tarball, in FOLDER, which is emptied and named "installed", without a network. The installed command must print what PROGRAM
// prints, exit with the same status, and find the same in all fixtures of SOURCE and all files of CORPUS: severity, rule and
// place of each finding. Measured values may differ in the last digits, because sines and arc cosines aren't those of the
// machine's C library; the number of files with any difference is printed. The library must find the same.
import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import v8 from 'node:v8';
import {Worker} from 'node:worker_threads';

const [packed, program, source, folder, corpus] = process.argv.slice(2).map((name) => path.resolve(name));
const MISTAKES = path.join(source, 'fixtures/whole/mistakes.vrm');

assert(!existsSync(path.join(folder, '.git')) && path.basename(folder) === 'installed', `${folder} isn't a folder of this test`);
rmSync(folder, {recursive: true, force: true});
mkdirSync(folder, {recursive: true});
writeFileSync(path.join(folder, 'package.json'), '{"private": true}\n');
execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', path.resolve(packed)],
  {cwd: folder, stdio: 'inherit'});
const script = path.join(folder, 'node_modules/vrmlint/vrmlint.cjs');
assert(existsSync(path.join(folder, 'node_modules/.bin/vrmlint')), 'npm knows the command');

function run(packaged, args, options = {}) {
  const done = packaged
    ? spawnSync(process.execPath, [script, ...args], {maxBuffer: 2 ** 30, ...options})
    : spawnSync(program, args, {maxBuffer: 2 ** 30, ...options});
  return {status: done.status, out: done.stdout.toString(), err: done.stderr.toString()};
}

// ---- the command: same output, same status ----

const env = {...process.env, LC_ALL: 'C', NO_COLOR: '1'};
const lines = [
  ['--version'], ['--help'], ['fix', '--help'], ['check', '--help'],
  [MISTAKES], ['--format', 'concise', MISTAKES], ['--format', 'json', '--lang', 'ja', MISTAKES],
  ['--format', 'sarif', MISTAKES], ['--format', 'junit', MISTAKES], ['--fail-on', 'never', MISTAKES],
  ['rules'], ['rules', '--format', 'json'], ['explain', 'springbone/no-drag'], ['explain', 'no/such'],
  ['fix', MISTAKES], ['fix', '--format', 'json-patch', MISTAKES], ['no-such-file.vrm'], ['--no-such-option'],
  ['--format', 'json', '--no-config', path.join(source, 'fixtures/buffer')],
  ['--jobs', '4', path.join(source, 'fixtures/whole')], ['config', MISTAKES],
  ['simulate', '--steps', '20', '--motion', 'walk', MISTAKES],
];
for (const args of lines) {
  assert.deepEqual(run(true, args, {env}), run(false, args, {env}), args.join(' '));
}
const input = readFileSync(MISTAKES);
assert.deepEqual(run(true, ['-'], {env, input}), run(false, ['-'], {env, input}), 'standard input');
const japanese = {...env, LC_ALL: 'ja_JP.UTF-8'};
assert.match(run(true, ['--help'], {env: japanese}).out, /使い方/, 'the language of the system');

// writing fixed files, in place and elsewhere
const copies = ['native', 'packaged'].map((name) => path.join(folder, `${name}.vrm`));
for (const [index, copy] of copies.entries()) {
  cpSync(MISTAKES, copy);
  assert.equal(run(index === 1, ['fix', '--in-place', copy], {env}).status, 1);
}
assert(readFileSync(copies[0]).equals(readFileSync(copies[1])), 'fixed in place');
assert(!readFileSync(copies[0]).equals(input), 'something was fixed');
const page = path.join(folder, 'report.html');
assert.equal(run(true, ['--format', `html=${page}`, MISTAKES], {env}).status, 1);
assert.match(readFileSync(page, 'utf8'), /springbone\/joint-not-descendant/);
console.log(`${lines.length + 4} runs of the command are those of the native one`);

// ---- findings: all fixtures, the whole corpus ----

const known = (finding) => `${finding.severity} ${finding.rule} ${finding.pointer}`;

function compare(name, cwd, target) {
  const args = ['--format', 'json', '--all-findings', '--no-config', target];
  const [native, packaged] = [false, true].map((which) => JSON.parse(run(which, args, {env, cwd}).out));
  assert.equal(packaged.files.length, native.files.length);
  let other = 0;
  native.files.forEach((file, index) => {
    const mine = packaged.files[index];
    assert.equal(mine.path, file.path);
    assert.deepEqual(mine.findings.map(known), file.findings.map(known), file.path);
    other += JSON.stringify(mine) === JSON.stringify(file) ? 0 : 1;
  });
  console.log(`${name}: the same findings in ${native.files.length} files; in ${other} some number or sentence differs`);
  return native.files;
}

compare('fixtures', source, 'fixtures');
const found = corpus === undefined || !existsSync(corpus) ? null : compare('corpus', corpus, '.');
if (found === null) console.log('no corpus: not compared (VRMLINT_EXTERNAL names a folder that holds one)');

// ---- the library ----

const flags = [];
const {setFlagsFromString} = v8;
v8.setFlagsFromString = (flag) => {
  flags.push(flag);
  setFlagsFromString(flag);
};
writeFileSync(path.join(folder, 'entry.mjs'), "export * from 'vrmlint';\n");
const vrmlint = await import(pathToFileURL(path.join(folder, 'entry.mjs')));

async function alike(file, relative) {
  const options = {name: relative};
  if (file.endsWith('.gltf')) {
    options.beside = {};
    for (const name of readdirSync(path.dirname(file))) {
      if (/\.(bin|png|jpe?g|buf)$/.test(name)) options.beside[name] = readFileSync(path.join(path.dirname(file), name));
    }
  }
  const report = await vrmlint.check(readFileSync(file), {...options, allFindings: true});
  assert.equal(report.path, relative);
  return report.findings.map(known);
}

for (const file of found ?? []) {
  assert.deepEqual(await alike(path.join(corpus, file.path), file.path), file.findings.map(known), file.path);
}
const mistakes = JSON.parse(run(false, ['--format', 'json', MISTAKES]).out).files[0];
const report = await vrmlint.check(input.buffer.slice(input.byteOffset, input.byteOffset + input.length));
assert.deepEqual(report, {...mistakes, path: ''}, 'an ArrayBuffer, and every member');
const strands = path.join(source, 'fixtures/sim/collider-no-feasible-pose/fail-three-strands.gltf');
for (const allFindings of [false, true]) {
  const args = ['--format', 'json', ...(allFindings ? ['--all-findings'] : []), '--no-config', strands];
  const wanted = JSON.parse(run(false, args, {env}).out).files[0].findings;
  const found = (await vrmlint.check(readFileSync(strands), {allFindings})).findings;
  assert.deepEqual(found.map(known), wanted.map(known));
  assert.deepEqual(found.map(({more}) => more), wanted.map(({more}) => more));
  assert.deepEqual(found.map(({consequences}) => consequences?.count), wanted.map(({consequences}) => consequences?.count));
  assert.equal(found.some(({more}) => more > 0), !allFindings, 'folded as by the command');
}
// numbers that are hard to round, and at the ends of the range: read as by the command
const radii = ['4.9e-324', '2.4703282292062327e-324', '2.2250738585072011e-308', '1.7976931348623158e308', '1e309', '1e-400', '9007199254740993',
  '9007199254740993.00000000000000000000000000000001', '0.500000000000000166533453693773481063544750213623046875', '8.5e22',
  '123456789012345678901234567890', '0.1000000000000000055511151231257827021181583404541015625', `0.${'123456789'.repeat(100)}`];
const spheres = radii.map((radius) => `{"node": 0, "shape": {"sphere": {"offset": [0, 0, 0], "radius": -${radius}}}}`);
const numbers = path.join(folder, 'numbers.gltf');
writeFileSync(numbers, `{"asset": {"version": "2.0"}, "nodes": [{}], "extensionsUsed": ["VRMC_springBone"],
  "extensions": {"VRMC_springBone": {"specVersion": "1.0", "colliders": [${spheres.join()}]}}}`);
const measured = ({findings}) => findings.filter(({rule}) => rule === 'collider/value-out-of-range').map(({pointer, data}) => ({pointer, data}));
const expected = measured(JSON.parse(run(false, ['--format', 'json', '--all-findings', '--no-config', numbers], {env}).out).files[0]);
assert(expected.length > radii.length / 2);
assert.deepEqual(measured(await vrmlint.check(readFileSync(numbers), {allFindings: true})), expected);
const before = Buffer.from(input);
const fixed = await vrmlint.fix(input, {language: 'ja'});
assert(before.equals(input), 'what is fixed is a copy');
assert(Buffer.from(fixed.bytes).equals(readFileSync(copies[0])), 'fixed as by the command');
assert.equal(fixed.patch.length, 2);
assert.equal(fixed.fixed.length, 2);
assert.match(fixed.fixed[0].message, /[ぁ-ん]/, 'in Japanese');
assert.equal(fixed.before.findings.length, mistakes.findings.length);
assert((await vrmlint.check(fixed.bytes)).findings.length < mistakes.findings.length);
assert.equal((await vrmlint.fix(fixed.bytes)).bytes, null, 'a second time there is nothing to do');

// trajectories: those of the command to within 1e-9, because mathematical functions may differ in the last digits
for (const engine of vrmlint.engines) {
  const args = ['simulate', '--format', 'json', '--engine', engine, '--motion', 'shake', '--pose', 'arms-down', '--steps', '60',
    MISTAKES];
  const native = JSON.parse(run(false, args).out);
  const mine = await vrmlint.simulate(input, {engine, motion: 'shake', pose: 'arms-down', steps: 60});
  assert.deepEqual(mine.joints.map(({spring, joint, node}) => ({spring, joint, node})),
    native.joints.map(({spring, joint, node}) => ({spring, joint, node})));
  native.joints.forEach((joint, index) => joint.tail.forEach((tail, step) => tail.forEach((value, axis) => {
    const own = mine.tails[3 * (step * mine.joints.length + index) + axis];
    assert(Object.is(own, value) || Math.abs(own - value) < 1e-9 || typeof value === 'string', `${engine} ${index} ${step}`);
  })));
  assert.equal(mine.matrices.length, 12 * 60 * mine.nodes.length);
  mine.joints.forEach((joint) => assert(mine.nodes.includes(joint.node), 'heads are among what turns'));
}
// positions of nodes: the head of a joint is the tail of the joint above it
const doll = readFileSync(path.join(source, 'fixtures/whole/clean.vrm'));
for (const engine of ['spec', 'three-vrm', 'univrm']) {
  const {joints, nodes, matrices, tails, steps} = await vrmlint.simulate(doll, {engine, motion: 'turn', pose: 'arms-down', steps: 90});
  let moved = 0;
  for (let step = 0; step < steps; step++) {
    for (let index = 1; index < joints.length; index++) {
      if (joints[index].spring !== joints[index - 1].spring) continue;
      const at = 12 * (step * nodes.length + nodes.indexOf(joints[index].node));
      for (let axis = 0; axis < 3; axis++) {
        const tail = tails[3 * (step * joints.length + index - 1) + axis];
        assert(Math.abs(matrices[at + 4 * axis + 3] - tail) < 1e-9, `${engine}, step ${step + 1}, joint ${index}`);
        moved = Math.max(moved, Math.abs(tail - tails[3 * (index - 1) + axis]));
      }
    }
  }
  assert(moved > 0.05, 'something moved');
}
// with a pose, all bones may turn: the hands are lowered although no spring is attached to them
{
  const end = 20 + doll.readUInt32LE(12);
  const bones = JSON.parse(doll.subarray(20, end).toString()).extensions.VRMC_vrm.humanoid.humanBones;
  const {nodes, matrices} = await vrmlint.simulate(doll, {pose: 'arms-down', steps: 1});
  for (const [bone, {node}] of Object.entries(bones)) assert(nodes.includes(node), bone);
  const height = (bone) => matrices[12 * nodes.indexOf(bones[bone].node) + 7];
  assert(height('leftHand') < height('leftUpperArm') - 0.2 && height('rightHand') < height('rightUpperArm') - 0.2);
}
// an animation: its length, and how far the hips move
{
  const {animation} = await vrmlint.simulate(doll, {steps: 0, animation: readFileSync(path.join(source, 'fixtures/whole/wave.vrma'))});
  assert(Math.abs(animation.seconds - 2) < 1e-6 && animation.scale > 0.5 && animation.scale < 2, JSON.stringify(animation));
  assert.equal((await vrmlint.simulate(doll, {steps: 0})).animation, undefined);
}
// an avatar without springs moves its limbs too
for (const engine of vrmlint.engines) {
  const end = 20 + doll.readUInt32LE(12);
  const json = JSON.parse(doll.subarray(20, end).toString());
  delete json.extensions.VRMC_springBone;
  const {nodes, joints, matrices} = await vrmlint.simulate(Buffer.from(JSON.stringify(json)), {engine, pose: 'arms-down', steps: 2});
  const height = (bone) => matrices[12 * nodes.indexOf(json.extensions.VRMC_vrm.humanoid.humanBones[bone].node) + 7];
  assert.equal(joints.length, 0);
  assert(height('leftHand') < height('leftUpperArm') - 0.2, engine);
}
// diff: the same result as the command
for (const language of ['en', 'ja']) {
  const native = JSON.parse(run(false, ['diff', '--lang', language, '--format', 'json', path.join(source, 'fixtures/whole/clean.vrm'), MISTAKES]).out).files[0];
  const {path: _path, was: _was, ...expected} = native;
  const changes = await vrmlint.diff(doll, input, {language});
  assert.deepEqual(changes, expected);
  assert(changes.new.length > 3 && changes.changes.length > 5 && changes.changes.every(({message}) => message !== ''));
}
assert.deepEqual((({state, changes}) => [state, changes])(await vrmlint.diff(input, input)), ['same', []]);
await assert.rejects(vrmlint.diff(doll, 'text'), TypeError);
// settings of V8 that were changed while the library was compiled are restored
const usual = /default: (--wasm-tiering-budget=\d+)/.exec(execFileSync(process.execPath, ['--v8-options']).toString());
if (flags.length === 0) console.log(`it isn't known when V8 ${process.versions.v8} compiles functions again: left as it is`);
else assert.deepEqual([flags.length, flags[1]], [2, usual[1]]);
const table = await vrmlint.rules();
const native = JSON.parse(run(false, ['rules', '--format', 'json']).out).rules;
assert.deepEqual(table.map((rule) => [rule.id, rule.severity, rule.why]), native.map((rule) => [rule.rule, rule.severity, rule.why]));
assert.match((await vrmlint.rules({language: 'ja'}))[0].how, /。$/);
assert.equal(`vrmlint ${await vrmlint.version()}`, run(false, ['--version']).out.replace(/( \([0-9a-f]+\))?\n$/, ''));

// ---- errors ----

await assert.rejects(vrmlint.check('text'), TypeError);
await assert.rejects(vrmlint.check(input, {select: ['springbon']}), /did you mean 'springbone'/);
await assert.rejects(vrmlint.check(input, {language: 'xx'}), TypeError);
await assert.rejects(vrmlint.simulate(input, {engine: 'xx'}), TypeError);
await assert.rejects(vrmlint.simulate(input, {steps: 1000000}), /^RangeError: .*maxBytes/);
await assert.rejects(vrmlint.simulate(input, {timeout: 1e-9}), /timeout/);
await assert.rejects(vrmlint.simulate(input, {timeout: 1e-9, steps: 0}), /reading the file took longer than timeout/);
assert((await vrmlint.simulate(input, {timeout: 1e9, steps: 0})).joints.length > 0);
assert.deepEqual((await vrmlint.check(input, {timeout: 1e-9})).findings.map(({rule}) => rule), ['file/timed-out']);
assert.equal((await vrmlint.check(input, {timeout: 1e9})).findings.length, mistakes.findings.length);
await assert.rejects(vrmlint.check(input, {timeout: -1}), TypeError);
await assert.rejects(vrmlint.simulate(new Uint8Array(3)), /vrmlint check explains why/);
assert.equal((await vrmlint.check(new Uint8Array(0))).counts.error, 1, 'nothing at all');
for (const [beside, fault] of [['../../etc/passwd', /leads out/], ['', /is empty/], ['/', /is empty/], ['a\0b', /NUL/], ['a/b/../../../c', /leads out/]]) {
  await assert.rejects(vrmlint.check(input, {beside: {[beside]: input}}), (error) => error instanceof TypeError && fault.test(error.message));
}
for (const beside of [{a: input, 'a/b': input}, {'a/b': input, a: input}, {'x/y': input, './x//y': input}, {'ok.bin': 'text'}]) {
  await assert.rejects(vrmlint.check(input, {beside}), /^TypeError: beside: /);
}
assert.equal((await vrmlint.check(input, {name: '../<script>', beside: {'ok/かみ.bin': input}})).path, '../<script>');
// deep paths: each is created from its folder
const deep = Object.fromEntries(Array.from({length: 20}, (_, index) => [`${`d${index}/`.repeat(4000)}x`, input]));
assert.deepEqual((await vrmlint.check(input, {beside: deep})).findings.map(known), mistakes.findings.map(known));

// one invalid argument doesn't affect later calls
const fixes = (await vrmlint.fix(input)).fixed.length;
class Lying extends Uint8Array {
  get length() { return -1; }

  get byteLength() { return 2 ** 40; }
}
const bad = [Object.create(Uint8Array.prototype), new Proxy(input, {}), new Proxy(new Uint8Array(9), {get: () => -1}), {length: -1}, [], null, 7,
  new Proxy({}, {get() { throw new RangeError('no'); }})];
for (const argument of bad) {
  for (const call of [vrmlint.check, vrmlint.fix, vrmlint.simulate]) {
    await assert.rejects(call(argument), TypeError);
    await assert.rejects(call(input, {beside: {a: argument}}), TypeError);
  }
  await assert.rejects(vrmlint.simulate(input, {animation: argument}), TypeError);
  assert.equal((await vrmlint.fix(input)).fixed.length, fixes);
}
assert.equal((await vrmlint.check(new Lying(input))).findings.length, mistakes.findings.length, 'its bytes count, not what it says of them');

// files from a loader, as in gltf-validator
{
  const folder = path.join(source, 'fixtures/buffer');
  let loaded = 0;
  for (const name of readdirSync(folder, {recursive: true}).filter((name) => name.endsWith('.gltf')).sort()) {
    const near = path.dirname(path.join(folder, name));
    const bytes = readFileSync(path.join(folder, name));
    const asked = [];
    const report = await vrmlint.check(bytes, {async externalResourceFunction(uri) {
      asked.push(uri);
      return readFileSync(path.join(near, decodeURIComponent(uri)));
    }});
    const [expected] = JSON.parse(run(false, ['--format', 'json', '--no-config', path.join(folder, name)], {env}).out).files;
    assert.deepEqual(report.findings.map(known), expected.findings.map(known), name);
    assert(asked.every((uri) => !uri.includes('..') && !/^(data:|[/])/.test(uri)), `${name}: ${asked}`);
    loaded += asked.length;
  }
  assert(loaded > 0);
  const gltf = Buffer.from(JSON.stringify({asset: {version: '2.0'}, buffers: [{uri: 'a%20b.bin', byteLength: 4}, {uri: './c.bin', byteLength: 4},
    {uri: '../d.bin', byteLength: 4}, {uri: 'http://e/f.bin', byteLength: 4}, {uri: 'a%20b.bin', byteLength: 4}]}));
  const asked = [];
  const load = async (uri) => {
    asked.push(uri);
    return uri === './c.bin' ? Promise.reject(new Error('gone')) : new Uint8Array(4);
  };
  const messages = async (options) => (await vrmlint.check(gltf, options)).findings.filter(({pointer}) => pointer.startsWith('/buffers')).map(known);
  assert.deepEqual(await messages({externalResourceFunction: load}), await messages({beside: {'a b.bin': new Uint8Array(4)}}));
  assert.deepEqual(asked.sort(), ['./c.bin', 'a%20b.bin']);
  assert.deepEqual(await messages({externalResourceFunction: load, beside: {'c.bin': new Uint8Array(4)}}),
    await messages({beside: {'a b.bin': new Uint8Array(4), 'c.bin': new Uint8Array(4)}}));
  await assert.rejects(vrmlint.check(gltf, {externalResourceFunction: 'a.bin'}), TypeError);
  await assert.rejects(vrmlint.check(gltf, {externalResourceFunction: async () => 'text'}), TypeError);
  // a call that is aborted
  const stop = new AbortController();
  const waiting = vrmlint.check(gltf, {signal: stop.signal, externalResourceFunction: () => new Promise(() => {})});
  setTimeout(() => stop.abort(new Error('enough')), 20);
  await assert.rejects(waiting, /^Error: enough$/);
  await assert.rejects(vrmlint.check(gltf, {signal: stop.signal}), /^Error: enough$/);
  await assert.rejects(vrmlint.check(gltf, {signal: {}}), TypeError);
  assert.equal((await vrmlint.check(input, {signal: new AbortController().signal})).findings.length, mistakes.findings.length);
}

// the library with its WebAssembly from elsewhere, each time in a new process
for (const [wasm, status] of [[`new URL('file://${folder}/node_modules/vrmlint/dist/library.wasm')`, 0],
  [`require('fs').readFileSync('node_modules/vrmlint/dist/library.wasm')`, 0], ["'node_modules/vrmlint/dist/library.wasm'", 0],
  ["'node_modules/vrmlint/dist/command.wasm'", 1], ["'no-such.wasm'", 1], ['new Uint8Array(8)', 1]]) {
  const done = spawnSync(process.execPath, ['-e', `const {init, version} = require('vrmlint');
    init({wasm: ${wasm}}).then(version).then(console.log, (error) => { console.error(String(error)); process.exitCode = 1; })`], {cwd: folder, timeout: 60000});
  assert.equal(done.status, status, `${wasm}: ${done.stdout}${done.stderr}`);
}
await assert.rejects(vrmlint.init({wasm: new Uint8Array(8)}), /before all other calls/);
await vrmlint.init();

// the same through a worker, which is terminated when a call is aborted
{
  const resolved = createRequire(path.join(folder, 'package.json'));
  const {inWorker} = await import(pathToFileURL(resolved.resolve('vrmlint/client')));
  let started = 0;
  const working = inWorker(() => {
    started += 1;
    return new Worker(resolved.resolve('vrmlint/worker'));
  });
  assert.deepEqual(await working.check(input), {...mistakes, path: ''});
  assert.deepEqual(await working.fix(input, {language: 'ja'}), fixed);
  const own = {engine: 'univrm', motion: 'walk', steps: 30};
  assert.deepEqual(await working.simulate(input, own), await vrmlint.simulate(input, own));
  assert.deepEqual(await working.rules(), table);
  assert.deepEqual(await working.diff(doll, input, {language: 'ja'}), await vrmlint.diff(doll, input, {language: 'ja'}));
  assert.equal(started, 1);
  const stop = new AbortController();
  const long = working.simulate(input, {steps: 1000000, maxBytes: 2 ** 40, signal: stop.signal});
  const behind = working.check(input);
  setTimeout(() => stop.abort(), 50);
  await assert.rejects(long, {name: 'AbortError'});
  assert.deepEqual(await behind, {...mistakes, path: ''}, 'what waits goes on');
  assert.equal(started, 2);
  await assert.rejects(working.check(new Proxy(input, {})), TypeError);
  await assert.rejects(working.simulate(input, {steps: -1}), TypeError);
  await assert.rejects(working.check(input, {settings: {call() {}}}), {name: 'DataCloneError'});
  assert.equal(await working.version(), await vrmlint.version());
  working.close();
  const broken = inWorker(() => new Worker(path.join(folder, 'no-such.js')));
  await assert.rejects(broken.version(), /no-such/);
}

// invalid numbers
for (const [options, what] of [
  [{fps: NaN}, /fps/], [{fps: -1}, /fps/], [{fps: '60'}, /fps/], [{fps: 0}, /fps/], [{dt: NaN}, /dt/], [{dt: -1}, /dt/], [{dt: '0.02'}, /dt/],
  [{steps: NaN}, /steps/], [{steps: -1}, /steps/], [{steps: '10'}, /steps/], [{steps: 1.5}, /steps/], [{steps: 2e6}, /steps/],
  [{size: NaN}, /size/], [{size: -1}, /size/], [{size: '1'}, /size/], [{hitches: {1: NaN}}, /hitches/], [{hitches: {1: -1}}, /hitches/],
  [{hitches: {x: 1}}, /hitches/], [{hitches: {1: '1'}}, /hitches/], [{root: [[0, 0, 0, 0, 0, 0, NaN]]}, /root\[0\]/], [{root: [[0, 0, 0]]}, /root\[0\]/],
  [{root: [['0', 0, 0, 0, 0, 0, 1]]}, /root\[0\]/], [{pbd: {spring: NaN}}, /spring/], [{pbd: {damp: '1'}}, /damp/], [{pbd: {pointSize: -1}}, /pointSize/]]) {
  await assert.rejects(vrmlint.simulate(input, options), (error) => error instanceof TypeError && what.test(error.message), JSON.stringify(options));
}
assert.equal((await vrmlint.simulate(input, {root: [new Float64Array([0, 1, 0, 0, 0, 0, 1, 9])]})).root[1], 1);
assert.deepEqual(await vrmlint.check(input), {...mistakes, path: ''}, 'nothing stays of all that');
const size = (name) => readFileSync(path.join(folder, 'node_modules/vrmlint/dist', name)).length;
console.log(`the library does as the command; library.wasm has ${size('library.wasm')} bytes, command.wasm ${size('command.wasm')}`);
