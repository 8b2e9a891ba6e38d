// Compares reports with UniVRM: files that it rejects need an error, and if a report states that UniVRM rejects a file, it must
// reject it:
//
//   node differential_univrm.mjs PROGRAM FIXTURES EXTERNAL [--files N] [--seed N] [--keep FOLDER]
//
// Files of FIXTURES and EXTERNAL/corpus that UniVRM loads without errors in vrmlint's report get one random mistake each.
// UniVRM's own parsers read the result. If they throw an error, or no longer find the VRM that the file still asks for, the
// report needs an error. If an error's message states that UniVRM fails, it must fail. Prints the differences, by cause; writes
// one file of each to FOLDER.
//
// EXTERNAL/apps/univrm/uni.exe runs in mono; skips (77) without one of the two. VRMLINT_LONG=1: 20,000 files.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { closed, found, opened, packed } from './differential/files.mjs';
import { chosen, generator, mutate, places, prepared, takesBack } from './differential/mutations.mjs';
import { parsers, results } from './differential/univrm.mjs';

const LARGEST_SEED = 200000; // bytes
const BATCH = 1000;
// Messages that state that UniVRM doesn't load the file.
const STATES = /UniVRM(?!'s converter)[^.;:]*?\b(refuses|fails|stops|rejects|throws|doesn't load|doesn't read|can't import|don't read|don't load)/;
// Rules on which no app that runs here can decide.
const UNDECIDED = JSON.parse(fs.readFileSync(new URL('./differential/undecided.json', import.meta.url))).flatMap(({ rules }) => rules);

const positional = [];
const options = { files: process.env.VRMLINT_LONG === '1' ? 20000 : 200, seed: 20261126, keep: null };
for (let i = 2; i < process.argv.length; i += 1) {
  const name = process.argv[i].slice(2);
  if (process.argv[i].startsWith('--') && name in options) { options[name] = process.argv[i += 1]; } else { positional.push(process.argv[i]); }
}
const [program, fixtures, external] = positional;
const { program: univrm, why } = parsers(external);
if (why !== undefined) {
  console.log(`skipped: ${why}`);
  process.exit(77);
}
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'vrmlint-univrm-'));
process.on('exit', () => fs.rmSync(scratch, { recursive: true, force: true }));

// Returns the findings of each path, as { severity, rule, message, apps }.
function findings(paths) {
  const run = spawnSync(program, ['check', '--no-config', '--no-simulation', '--all-findings', '--fail-on', 'never',
    '--format', 'ndjson', '--files-from', '-'], { input: paths.join('\n'), maxBuffer: 2 ** 30 });
  if (run.status !== 0) { throw new Error(`vrmlint: exit status ${run.status}: ${run.stderr}`); }
  const reports = run.stdout.toString().trim().split('\n').map((line) => JSON.parse(line)).filter((report) => report.path !== undefined);
  return new Map(reports.map((report) => [report.path, report.findings]));
}

const errors = (list) => list.filter(({ severity }) => severity === 'error');

// All other apps accept a data URI instead of a BIN chunk, so this finding isn't an error.
const isTold = ({ rule, message }) => rule === 'buffer/uri-in-glb' && STATES.test(message);

// ---- seeds: files that load and have no error ----
const paths = [fixtures, path.join(external, 'corpus')].flatMap((folder) => (fs.existsSync(folder) ? [...found(folder)] : []))
  .filter((at) => fs.statSync(at).size <= LARGEST_SEED);
const EMPTY_BIN = Buffer.from('\0\0\0\0BIN\0');
const asBinary = new Map(paths.map((at, i) => [path.join(scratch, `seed${i}.vrm`), at]));
for (const [copy, at] of asBinary) { // UniVRM only reads a GLB with two chunks
  let bytes = fs.readFileSync(at);
  try {
    const file = opened(bytes);
    if (file.rest === null) { bytes = closed(packed(file.json)); }
  } catch { /* not JSON */ }
  fs.writeFileSync(copy, bytes);
}
const copies = [...asBinary.keys()];
const loads = results(univrm, copies);
const said = findings(copies);
const differences = new Map();
const unmet = new Set();

function note(cause, from, bytes) {
  const group = differences.get(cause) ?? { cause, times: 0, from, bytes };
  group.times += 1;
  differences.set(cause, group);
}

// Records what an app does but the report doesn't state, and the reverse.
function compare(at, state, list, from, mistake, asks) {
  const bad = errors(list);
  const bytes = () => fs.readFileSync(at);
  // this warning names the apps without a decoder
  const decoder = list.some(({ rule, apps = [] }) => rule === 'gltf/needs-decoder' && apps.some(({ app }) => app === 'UniVRM'));
  if (!decoder && (state !== 'OK' && (state !== 'NOTVRM' || asks)) && bad.length === 0 && !list.some(isTold)) {
    note(`no error: ${mistake}: ${state.replace(/\d+/g, '#')}`, from, bytes());
  }
  for (const { rule, message, apps = [] } of state === 'OK' ? bad : []) {
    const claimed = apps.some(({ app, effect, by, some }) => app === 'UniVRM' && effect === 'refuses' && by === 'run' && !some);
    if ((claimed || STATES.test(message)) && !UNDECIDED.includes(rule)) {
      note(`loads: ${rule}: ${message.replace(/'[^']*'/g, "''").replace(/\d+/g, '#').slice(0, 200)}`, from, bytes());
    }
  }
}

const seeds = [];
for (const at of copies) {
  const name = asBinary.get(at);
  const label = `${path.basename(path.dirname(name))}/${path.basename(name)}`;
  compare(at, loads.get(at), said.get(at), label, 'as it is', false);
  if (loads.get(at) === 'OK' && errors(said.get(at)).length === 0) {
    const file = opened(fs.readFileSync(at));
    seeds.push({ label, file, json: file.json, where: places(file.json) });
  }
  fs.unlinkSync(at);
}

// ---- mistakes ----
const random = generator(Number(options.seed));
const all = prepared(seeds);
const total = { files: 0, refused: 0, unreported: 0 };

// Returns the chunks after the JSON, with a mistake.
function broken(rest) {
  const [kind, now] = random.pick([
    ['no second chunk', () => Buffer.alloc(0)],
    ['bytes after the end', () => Buffer.concat([rest, Buffer.alloc(random.pick([1, 4, 12]))])],
    ['a third chunk', () => Buffer.concat([rest, random.pick([EMPTY_BIN, Buffer.from('\x04\0\0\0ABCDabcd')])])],
  ]);
  return { kind, now: now() };
}

while (total.files < Number(options.files)) {
  const batch = new Map();
  while (batch.size < BATCH && total.files < Number(options.files)) {
    total.files += 1;
    const { file: { label, file, where }, place } = chosen(all, random);
    const json = structuredClone(file.json);
    let { rest } = file;
    let mistake;
    let asks = false;
    if (random.random() < 0.01) {
      const { kind, now } = broken(rest);
      mistake = kind;
      rest = now;
    } else {
      const made = mutate(json, where, random, { all, place });
      mistake = `${made.place} ${made.kind} ${['rename', 'text', 'point'].includes(made.kind) ? '' : made.detail}`;
      asks = !takesBack(made);
    }
    const at = path.join(scratch, `${total.files}.vrm`);
    fs.writeFileSync(at, closed({ json, rest }));
    batch.set(at, { label, mistake, asks });
  }
  const now = [...batch.keys()];
  const states = results(univrm, now);
  const reports = findings(now);
  for (const [at, { label, mistake, asks }] of batch) {
    const state = states.get(at);
    if (state !== 'OK') {
      total.refused += 1;
      if (errors(reports.get(at)).length === 0 && !reports.get(at).some(isTold) && (state !== 'NOTVRM' || asks)) { total.unreported += 1; }
    }
    compare(at, state, reports.get(at), label, mistake, asks);
    fs.unlinkSync(at);
  }
}

console.log(`${seeds.length} seeds; ${total.files} files with a mistake, of which UniVRM refuses ${total.refused}; vrmlint has no error for `
  + `${total.unreported} of these`);
const groups = [...differences.values()].sort((a, b) => b.times - a.times);
groups.forEach((group, i) => {
  console.log(`${group.times} times: ${group.cause} (from ${group.from})`);
  if (options.keep !== null) {
    fs.mkdirSync(options.keep, { recursive: true });
    fs.writeFileSync(path.join(options.keep, `${String(i + 1).padStart(3, '0')}.vrm`), group.bytes);
  }
});
process.exitCode = groups.length > 0 ? 1 : 0;
