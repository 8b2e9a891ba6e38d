// Checks that `vrmlint fix` makes no file worse in an app:
//
//   node differential_fix.mjs PROGRAM FIXTURES PACKAGES [EXTERNAL [--files N] [--seed N] [--keep FOLDER]]
//
// Files of FIXTURES and EXTERNAL/corpus get up to three random mistakes each, and are fixed with --safe-only, without options,
// and with --unsafe. The real three-vrm and UniVRM's own parsers read each file before and after. No app may reject a fixed
// file that it loaded before. three-vrm may not lose joints, collisions, constraints, bones, expressions, tracks or meshes,
// unless the fix names their removal. Prints each cause once; writes one file of each to FOLDER.
//
// PACKAGES has three and three-vrm in its node_modules (bench/simulation.py installs them), and EXTERNAL/apps/univrm/uni.exe
// runs in mono. Skips (77) without the folder, the packages or mono. VRMLINT_LONG=1 in the environment: 3,000 files.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { closed, found, opened } from './differential/files.mjs';
import { loaded, open, VERSIONS } from './differential/loader.mjs';
import { generator, mutate, places } from './differential/mutations.mjs';
import { parsers, results } from './differential/univrm.mjs';

const LARGEST_SEED = 200000; // bytes
const BATCH = 250;
const MODES = { safe: ['--safe-only'], normal: [], unsafe: ['--unsafe'] };

const positional = [];
const options = { files: process.env.VRMLINT_LONG === '1' ? 3000 : 200, seed: 20261125, keep: null };
for (let i = 2; i < process.argv.length; i += 1) {
  const name = process.argv[i].slice(2);
  if (process.argv[i].startsWith('--') && name in options) { options[name] = process.argv[i += 1]; } else { positional.push(process.argv[i]); }
}
const [program, fixtures, modules, external] = positional;

function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(77);
}

const corpus = path.join(external || '', 'corpus');
const { program: univrm, why } = parsers(external);
if (!external || !fs.existsSync(corpus)) { skip('no folder with a corpus was given'); }
if (why !== undefined) { skip(why); }
const packages = await open(modules);
if (packages === null) { skip(`${modules} has no ${Object.entries(VERSIONS).map((entry) => entry.join(' ')).join(', ')}`); }
for (const name of ['log', 'warn', 'error', 'info', 'debug']) { // three-vrm writes a lot
  globalThis.console[name] = name === 'log' ? console.log : () => {};
}
process.on('unhandledRejection', () => {}); // promises that three abandons when another one fails
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'vrmlint-fix-'));
process.on('exit', () => fs.rmSync(scratch, { recursive: true, force: true }));

// ---- the fixes of a mode, and what apps do with the results ----

// Returns the fixed file of each path, and its JSON patch; files that don't change have no entry.
function fix(paths, mode) {
  const folder = path.join(scratch, mode);
  fs.mkdirSync(folder);
  const run = spawnSync(program, ['fix', '--no-config', ...MODES[mode], '--format', 'json-patch', '--output', folder, '--files-from', '-'],
    { input: paths.join('\n'), maxBuffer: 2 ** 30 });
  if (run.status !== 0 && run.status !== 1) { throw new Error(`vrmlint: exit status ${run.status}: ${run.stderr}`); }
  const patches = new Map(run.stdout.toString().trim().split('\n').map((line) => JSON.parse(line)).map((file) => [file.path, file.patch]));
  const result = new Map();
  for (const at of paths) {
    const fixed = path.join(folder, path.basename(at));
    if (!fs.readFileSync(fixed).equals(fs.readFileSync(at))) { result.set(at, { fixed, patch: patches.get(at) ?? [] }); }
  }
  return result;
}

async function web(at) {
  const bytes = fs.readFileSync(at);
  let json;
  try { ({ json } = opened(bytes)); } catch { json = {}; }
  return loaded(packages, bytes, json);
}

// A loss is named if the fix removes something at a matching pointer.
const NAMED = {
  joints: /\/springs|VRMC_springBone$|\/extensions$|boneGroups|VRM$/,
  centers: /\/springs|VRMC_springBone$|\/extensions$/,
  collisions: /\/springs|\/collider|VRMC_springBone|\/extensions$/,
  roots: /boneGroups|VRM$|\/extensions$/,
  constraints: /VRMC_node_constraint|\/extensions$/,
  bones: /humanBones|VRM$/,
  expressions: /\/expressions|blendShape|VRM$/,
  meshes: /\/meshes|\/nodes/,
  tracks: /\/animations/,
};

function worse(before, after, patch, mode) {
  if (before.refused !== undefined) { return []; }
  if (after.refused !== undefined) { return [`three-vrm refuses: ${after.refused.replace(/\d+/g, '#').slice(0, 80)}`]; }
  const lost = Object.keys(NAMED).filter((what) => after.counts[what] < before.counts[what]
    // if a group lists a collider twice, its second entry has no effect
    && (mode === 'safe' && what !== 'collisions' ? true : !patch.some(({ op, path: at, from }) => op !== 'add' && NAMED[what].test(from ?? at))));
  return [...lost.map((what) => `three-vrm loses ${what}`), ...(before.avatar && !after.avatar ? ['three-vrm loses the avatar'] : [])];
}

// ---- files ----
function seedsOf(folder) {
  const seeds = [];
  for (const name of [...found(folder)].filter((at) => fs.statSync(at).size <= LARGEST_SEED)) {
    try {
      const file = opened(fs.readFileSync(name));
      const where = typeof file.json === 'object' && file.json !== null ? places(file.json) : new Map();
      if (where.size > 0) { seeds.push({ name, file, where }); }
    } catch { /* its JSON is broken */ }
  }
  return seeds;
}

const seeds = [seedsOf(fixtures), seedsOf(corpus)];
const EMPTY_BIN = Buffer.from('\0\0\0\0BIN\0');

const random = generator(Number(options.seed));

// Returns a file with mistakes, and their descriptions.
function broken() {
  const { name, file, where } = random.pick(random.pick(seeds));
  const json = structuredClone(file.json);
  const mistakes = [];
  for (let count = Math.floor(random.random() * 4); count > 0; count -= 1) {
    const { place, kind, detail } = mutate(json, mistakes.length === 0 ? where : places(json), random);
    mistakes.push(`${place} ${kind} ${detail}`);
  }
  let { rest } = file;
  let suffix = rest === null ? '.gltf' : path.extname(name);
  if (rest === null && random.random() < 0.5) { // UniVRM only reads a GLB with two chunks
    rest = EMPTY_BIN;
    suffix = '.vrm';
  }
  if (Array.isArray(json.extensionsUsed) && random.random() < 0.2) { // apps then ignore an extension that may be broken
    mistakes.push(`undeclared ${json.extensionsUsed.splice(Math.floor(random.random() * json.extensionsUsed.length), 1)}`);
  }
  if (rest !== null && random.random() < 0.05) {
    mistakes.push('trailing bytes');
    rest = Buffer.concat([rest, Buffer.alloc(12)]);
  }
  return { name, bytes: closed({ json, rest }), suffix, mistakes };
}

const total = { files: 0, fixed: 0, worse: 0 };
const causes = new Map();
while (total.files < Number(options.files)) {
  const batch = new Map();
  const count = Math.min(BATCH, Number(options.files) - total.files);
  for (let i = 0; i < count; i += 1) {
    total.files += 1;
    const file = broken();
    const at = path.join(scratch, `${String(total.files).padStart(5, '0')}${file.suffix}`);
    fs.writeFileSync(at, file.bytes);
    batch.set(at, { ...file, three: await web(at) });
  }
  const paths = [...batch.keys()];
  const states = results(univrm, paths);
  const bad = new Set();
  for (const mode of Object.keys(MODES)) {
    const fixed = fix(paths, mode);
    total.fixed += fixed.size;
    const now = fixed.size === 0 ? new Map() : results(univrm, [...fixed.values()].map((file) => file.fixed));
    for (const [at, { fixed: result, patch }] of fixed) {
      const file = batch.get(at);
      const harm = worse(file.three, await web(result), patch, mode);
      if (states.get(at) === 'OK' && now.get(result) !== 'OK') { harm.push(`UniVRM refuses: ${now.get(result)}`); }
      for (const one of harm) {
        bad.add(at);
        const cause = `${mode}: ${one}`;
        const group = causes.get(cause) ?? { cause, mode, times: 0, ...file };
        group.times += 1;
        causes.set(cause, group);
      }
    }
    fs.rmSync(path.join(scratch, mode), { recursive: true });
  }
  total.worse += bad.size;
  for (const at of paths) { fs.unlinkSync(at); }
}

console.log(`${seeds.flat().length} seeds; ${total.files} files; ${total.fixed} results of ${Object.keys(MODES).length} kinds of fix differ from them; `
  + `${total.worse} files are worse in an app`);
[...causes.values()].sort((a, b) => b.times - a.times).forEach((group, i) => {
  console.log(`${group.times} times: ${group.cause} (${path.basename(path.dirname(group.name))}/${path.basename(group.name)}: ${group.mistakes.join('; ')})`);
  if (options.keep !== null) {
    fs.mkdirSync(options.keep, { recursive: true });
    fs.writeFileSync(path.join(options.keep, `${String(i + 1).padStart(3, '0')}-${group.mode}${group.suffix}`), group.bytes);
  }
});
process.exitCode = total.worse > 0 ? 1 : 0;
