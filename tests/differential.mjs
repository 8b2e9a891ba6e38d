// Whatever the real three-vrm refuses, or drops of what a file asks for, has an error in the report:
//
//   node differential.mjs PROGRAM FIXTURES PACKAGES [CORPUS [--files N] [--seed N] [--keep FOLDER]]
//
// Files of FIXTURES and CORPUS that use VRM, that three-vrm loads whole and vrmlint has no error for get one mistake each, at random. What
// three-vrm refuses then (in its first frame too), or what it loses of joints, collisions, centers, constraints, bones,
// expressions or tracks, vrmlint must have an error for. Prints what it has none for, by cause; writes a file of each to FOLDER.
//
// PACKAGES has three and three-vrm in its node_modules (bench/simulation.py installs them); skips (77) without.
// VRMLINT_LONG=1 in the environment: 20,000 files.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { closed, found, opened } from './differential/files.mjs';
import { loaded, open, VERSIONS } from './differential/loader.mjs';
import { generator, mutate, places, takesBack } from './differential/mutations.mjs';
import { bonesThere, isAvatar, isVrm, wanted } from './differential/wanted.mjs';

const LARGEST_SEED = 200000; // bytes
const BATCH = 1000;
// Not three-vrm's doing: what it would fetch, and decoders that an app gives it.
const OURS = /^refused: THREE\.GLTFLoader: (Failed to load buffer|No DRACOLoader|setKTX2Loader|setMeshoptDecoder)/;

const positional = [];
const options = { files: process.env.VRMLINT_LONG === '1' ? 20000 : 300, seed: 20240607, keep: null };
for (let i = 2; i < process.argv.length; i += 1) {
  const name = process.argv[i].slice(2);
  if (process.argv[i].startsWith('--') && name in options) { options[name] = process.argv[i += 1]; } else { positional.push(process.argv[i]); }
}
const [program, fixtures, modules, corpus] = positional;
const packages = await open(modules);
if (packages === null) {
  console.log(`skipped: ${modules} has no ${Object.entries(VERSIONS).map((entry) => entry.join(' ')).join(', ')}`);
  process.exit(77);
}
for (const name of ['log', 'warn', 'error', 'info', 'debug']) { // three-vrm says much
  globalThis.console[name] = name === 'log' ? console.log : () => {};
}
process.on('unhandledRejection', () => {}); // promises that three drops when another fails
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'vrmlint-differential-'));
process.on('exit', () => fs.rmSync(scratch, { recursive: true, force: true }));

// ---- files ----
// How many errors vrmlint has for each file; with the simulation only where it has none without.
function errors(paths, options = ['--no-simulation']) {
  const run = spawnSync(program, ['check', '--no-config', ...options, '--fail-on', 'never', '--format', 'ndjson', '--files-from', '-'],
    { input: paths.join('\n'), maxBuffer: 2 ** 30 });
  if (run.status !== 0) { throw new Error(`vrmlint: exit status ${run.status}: ${run.stderr}`); }
  const reports = run.stdout.toString().trim().split('\n').map((line) => JSON.parse(line)).filter((report) => report.path !== undefined);
  const result = new Map(reports.map((report) => [report.path, report.counts.error]));
  const without = paths.filter((at) => result.get(at) === 0);
  return new Map([...result, ...(options.length > 0 && without.length > 0 ? errors(without, []) : [])]);
}

// What three-vrm did to what `asked` asks for: a list of words, empty where all is there.
async function losses(bytes, json, asked) {
  const got = await loaded(packages, bytes, json);
  if (got.refused !== undefined) {
    const refused = `refused: ${got.refused.replace(/\d+/g, '#').slice(0, 80)}`;
    return OURS.test(`refused: ${got.refused}`) || !bonesThere(json) ? [] : [refused];
  }
  const lost = Object.keys(asked.counts).filter((what) => got.counts[what] < asked.counts[what]).map((what) => `${what} lost`);
  for (const track of asked.tracks) {
    const wrong = await got.track(track);
    if (wrong !== null) { lost.push(wrong); }
  }
  if (asked.avatar && !got.avatar) { lost.push('avatar lost'); }
  return [...new Set(lost)];
}

// ---- seeds: what is whole to begin with ----
const paths = [...found(fixtures), ...(corpus && fs.existsSync(corpus) ? found(corpus) : [])]
  .filter((name) => fs.statSync(name).size <= LARGEST_SEED);
const count = errors(paths);
const seeds = [];
const unsaid = new Map();
function say(cause, what, bytes) {
  const group = unsaid.get(cause) ?? { cause, ...what, times: 0, bytes };
  group.times += 1;
  unsaid.set(cause, group);
}
for (const name of paths.filter((at) => count.get(at) === 0)) {
  const bytes = fs.readFileSync(name);
  let file;
  try { file = opened(bytes); } catch { continue; }
  if (!isVrm(file.json)) { continue; }
  const lost = await losses(bytes, file.json, wanted(file.json));
  if (lost.length > 0) {
    say(`${path.basename(path.dirname(name))}/${path.basename(name)} as it is: ${lost.join(', ')}`, { seed: path.basename(name), place: '', kind: 'none', detail: '', lost }, bytes);
    continue;
  }
  const { refused, avatar } = await loaded(packages, bytes, file.json);
  if (refused === undefined) { seeds.push({ name, file, avatar, where: places(file.json) }); }
}

// ---- mistakes ----
const random = generator(Number(options.seed));
const total = { files: 0, lost: 0, said: 0 };
while (total.files < Number(options.files)) {
  const batch = [];
  while (batch.length < BATCH && total.files < Number(options.files)) {
    const { name, file, avatar, where } = random.pick(seeds);
    const before = wanted(file.json);
    const json = structuredClone(file.json);
    const mistake = mutate(json, where, random);
    const bytes = closed({ json, rest: file.rest });
    const back = takesBack(mistake);
    const now = wanted(json);
    const asked = back ? now : before;
    // that an optional bone of VRM 0.x is passed over, for it has no node, is a warning
    if (json.extensions?.VRM) { asked.counts.bones = Math.min(asked.counts.bones, now.counts.bones); }
    total.files += 1;
    const lost = await losses(bytes, json, { ...asked, avatar: avatar && (!back || isAvatar(json)) });
    if (lost.length === 0) { continue; }
    const at = path.join(scratch, `${total.files}${file.rest === null ? '.gltf' : '.glb'}`);
    fs.writeFileSync(at, bytes);
    batch.push({ at, lost, seed: path.basename(name), ...mistake });
  }
  const said = errors(batch.map(({ at }) => at));
  for (const { at, lost, seed, place, kind, detail } of batch) {
    total.lost += 1;
    if (said.get(at) > 0) {
      total.said += 1;
    } else {
      say(`${place} ${kind}: ${lost.join(', ')}`, { seed, place, kind, detail, lost }, fs.readFileSync(at));
    }
    fs.unlinkSync(at);
  }
}

console.log(`${seeds.length} seeds; ${total.files} files with a mistake, of which three-vrm refuses or loses something of ${total.lost}; vrmlint `
  + `has an error for ${total.said}, and none for ${total.lost - total.said}`);
const groups = [...unsaid.values()].sort((a, b) => b.times - a.times);
groups.forEach((group, i) => {
  console.log(`${group.times} times: ${group.cause} (${group.detail}; from ${group.seed})`);
  if (options.keep !== null) {
    fs.mkdirSync(options.keep, { recursive: true });
    group.file = `${String(i + 1).padStart(3, '0')}${group.bytes.readUInt32LE(0) === 0x46546c67 ? '.glb' : '.gltf'}`;
    fs.writeFileSync(path.join(options.keep, group.file), group.bytes);
  }
});
if (options.keep !== null && groups.length > 0) {
  fs.writeFileSync(path.join(options.keep, 'groups.json'), JSON.stringify(groups.map(({ bytes, ...group }) => group), null, 1));
}
process.exitCode = groups.length > 0 ? 1 : 0;
