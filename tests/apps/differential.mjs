// Compares reports with the real three-vrm: if it rejects a file or drops something that the file asks for, the report must
// have an error; if a report states that it rejects a file, it must reject it:
//
//   node differential.mjs PROGRAM FIXTURES PACKAGES [CORPUS [--files N] [--seed N] [--keep FOLDER]]
//
// Files of FIXTURES and CORPUS are used if they have VRM content, three-vrm loads them whole and vrmlint reports no error. Each
// gets one random mistake. If three-vrm then rejects the file (also in its first frame), or loses joints, collisions, centers,
// constraints, bones, expressions or tracks, vrmlint must report an error; if it shows less, a warning. If an error states that
// three-vrm rejects the file, it must reject it. Prints the differences, by cause; writes one file of each to FOLDER.
//
// PACKAGES has three and three-vrm in its node_modules (bench/simulation.py installs them); skips (77) without them.
// VRMLINT_LONG=1 in the environment: 20,000 files.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { closed, found, opened } from './differential/files.mjs';
import { loaded, open, VERSIONS } from './differential/loader.mjs';
import { chosen, generator, mutate, places, prepared, takesBack } from './differential/mutations.mjs';
import { bonesThere, isAvatar, isVrm, wanted } from './differential/wanted.mjs';

const LARGEST_SEED = 200000; // bytes
const BATCH = 1000;
// Not caused by three-vrm: missing files that it would fetch, and decoders that an app would provide.
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
for (const name of ['log', 'warn', 'error', 'info', 'debug']) { // three-vrm prints a lot
  globalThis.console[name] = name === 'log' ? console.log : () => {};
}
process.on('unhandledRejection', () => {}); // promises that three abandons when another one fails
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'vrmlint-differential-'));
process.on('exit', () => fs.rmSync(scratch, { recursive: true, force: true }));

// ---- files ----
// Returns the findings of each path, as { severity, rule, message, apps }. By default without the simulation.
function findings(paths, more = ['--no-simulation']) {
  const run = spawnSync(program, ['check', '--no-config', '--all-findings', ...more, '--fail-on', 'never', '--format', 'ndjson', '--files-from', '-'],
    { input: paths.join('\n'), maxBuffer: 2 ** 30 });
  if (run.status !== 0) { throw new Error(`vrmlint: exit status ${run.status}: ${run.stderr}`); }
  const reports = run.stdout.toString().trim().split('\n').map((line) => JSON.parse(line)).filter((report) => report.path !== undefined);
  return new Map(reports.map((report) => [report.path, report.findings]));
}

const errors = (list) => list.filter(({ severity }) => severity === 'error');
const warnings = (list) => list.filter(({ severity }) => severity !== 'info');
const place = ({ rule, pointer }) => `${rule} ${pointer}`;

// Whether a finding states that three-vrm rejects every such file, as a run showed.
const statesRefusal = ({ apps = [] }) => apps.some(({ app, effect, by, some }) => app === 'three-vrm' && effect === 'refuses' && by === 'run' && !some);

// The things that an app shows of a file, in addition to the counts of wanted().
const SHOWN = ['meshes', 'toon', 'gaze', 'binds', 'annotations'];

// Returns what three-vrm lost of `asked`, as { lost, less, loads }: what is lost, what it shows less of than before the
// mistake, and whether the file loads.
async function losses(bytes, json, asked, { shown = {}, textures = false } = {}) {
  const got = await loaded(packages, bytes, json, { textures });
  if (got.refused !== undefined) {
    const refused = `refused: ${got.refused.replace(/\d+/g, '#').slice(0, 80)}`;
    return { lost: OURS.test(`refused: ${got.refused}`) || !bonesThere(json) ? [] : [refused], less: [], loads: false };
  }
  const less = SHOWN.filter((what) => got.shown[what] < shown[what]);
  const lost = Object.keys(asked.counts).filter((what) => got.counts[what] < asked.counts[what]).map((what) => `${what} lost`);
  for (const track of asked.tracks) {
    const wrong = await got.track(track);
    if (wrong === 'still track lost') { less.push(wrong); } else if (wrong !== null) { lost.push(wrong); }
  }
  if (asked.avatar && !got.avatar) { lost.push('avatar lost'); }
  return { lost: [...new Set(lost)], less: [...new Set(less)], loads: true };
}

// ---- seeds: files without errors ----
const paths = [...found(fixtures), ...(corpus && fs.existsSync(corpus) ? found(corpus) : [])]
  .filter((name) => fs.statSync(name).size <= LARGEST_SEED);
const before = findings(paths);
const seeds = [];
const unsaid = new Map();
function note(cause, what, bytes) {
  const group = unsaid.get(cause) ?? { cause, ...what, times: 0, bytes };
  group.times += 1;
  unsaid.set(cause, group);
}
const withoutError = paths.filter((at) => errors(before.get(at)).length === 0);
const simulated = findings(withoutError, []);
for (const name of withoutError.filter((at) => errors(simulated.get(at)).length === 0)) {
  const bytes = fs.readFileSync(name);
  let file;
  try { file = opened(bytes); } catch { continue; }
  if (!isVrm(file.json)) { continue; }
  const { lost } = await losses(bytes, file.json, wanted(file.json));
  if (lost.length > 0) {
    note(`${path.basename(path.dirname(name))}/${path.basename(name)} as it is: ${lost.join(', ')}`, { seed: path.basename(name), detail: '' }, bytes);
    continue;
  }
  const { refused, avatar, shown } = await loaded(packages, bytes, file.json, { textures: true });
  if (refused === undefined) {
    seeds.push({ name, file, json: file.json, avatar, shown, where: places(file.json), warnings: new Set(warnings(before.get(name)).map(place)) });
  }
}

// ---- mistakes ----
const random = generator(Number(options.seed));
const all = prepared(seeds);
const total = { files: 0, lost: 0, less: 0, unsaid: 0 };

// Records what three-vrm does but the report doesn't state, and the reverse.
function compare({ at, lost, less, loads, whole, mistake, seed, had, list }) {
  const cause = `${mistake.place} ${mistake.kind}`;
  const what = { seed: path.basename(seed), detail: mistake.detail };
  const bytes = () => fs.readFileSync(at);
  total.lost += lost.length > 0;
  total.less += lost.length === 0 && less.length > 0;
  if (lost.length > 0 && errors(list).length === 0 && errors(findings([at], []).get(at)).length === 0) {
    total.unsaid += 1;
    note(`no error: ${cause}: ${lost.join(', ')}`, what, bytes());
  } else if (less.length > 0 && warnings(list).every((finding) => had.has(place(finding)))) {
    total.unsaid += 1;
    note(`no warning: ${cause}: less ${less.join(', ')}`, what, bytes());
  }
  for (const { rule, message } of loads && whole && lost.length === 0 ? errors(list).filter(statesRefusal) : []) {
    note(`loads: ${rule}: ${message.replace(/'[^']*'/g, "''").replace(/\d+/g, '#').slice(0, 160)}`, what, bytes());
  }
}

while (total.files < Number(options.files)) {
  const batch = [];
  while (batch.length < BATCH && total.files < Number(options.files)) {
    const { file: { name, file, avatar, shown, where, warnings: had }, place: start } = chosen(all, random);
    const changed = structuredClone(file.json);
    const mistake = mutate(changed, where, random, { all, place: start });
    const bytes = closed({ json: changed, rest: file.rest });
    const { json } = opened(bytes);
    const back = takesBack(mistake);
    const now = wanted(json);
    const asked = back ? now : wanted(file.json);
    // if an optional bone of VRM 0.x has no node, three-vrm ignores it, and the report has a warning
    if (json.extensions?.VRM) { asked.counts.bones = Math.min(asked.counts.bones, now.counts.bones); }
    total.files += 1;
    const whole = random.random() < 0.5; // with textures: without them three-vrm doesn't read their members
    const result = await losses(bytes, json, { ...asked, avatar: avatar && (!back || isAvatar(json)) },
      { shown: back ? {} : shown, textures: whole });
    const at = path.join(scratch, `${total.files}${file.rest === null ? '.gltf' : '.glb'}`);
    fs.writeFileSync(at, bytes);
    batch.push({ at, seed: name, had, mistake, whole, ...result });
  }
  const said = findings(batch.map(({ at }) => at));
  for (const file of batch) {
    compare({ ...file, list: said.get(file.at) });
    fs.unlinkSync(file.at);
  }
}

console.log(`${seeds.length} seeds; ${total.files} files with a mistake, of which three-vrm refuses or loses something of ${total.lost}, and shows `
  + `less of ${total.less}; vrmlint has nothing for ${total.unsaid} of these`);
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
