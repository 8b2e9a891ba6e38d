// How fast the package is beside gltf-validator: node speed.mjs FOLDER CORPUS, where FOLDER has both in its node_modules. The
// same 50 files of CORPUS are checked, read beforehand:
//   once, by processes that have just begun: to load the package and to check. Middle ones of several processes.
//   again and again in one process, until all is optimised that ever will be: the best round.
// vrmlint: all that it checks, and without simulation, which the other has none of.
import {spawnSync} from 'node:child_process';
import {readFileSync, readdirSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

const PROCESSES = 9;
const ROUNDS = 24;
const [folder, corpus] = process.argv.slice(2, 4).map((name) => path.resolve(name));
const {resolve} = createRequire(path.join(folder, 'package.json'));
const files = readdirSync(corpus, {recursive: true}).filter((name) => /\.(vrm|vrma|glb)$/.test(name)).sort().slice(0, 50)
  .map((name) => new Uint8Array(readFileSync(path.join(corpus, name))));

const load = (name) => import(pathToFileURL(resolve(name)));
const kinds = { // each loads its package, and gives what checks a file
  'gltf-validator': async () => {
    const {default: validator} = await load('gltf-validator');
    return (file) => validator.validateBytes(file, {maxIssues: 0}).catch(() => null);
  },
  'vrmlint': async () => (await load('vrmlint')).check,
  'vrmlint, no simulation': async () => {
    const {check} = await load('vrmlint');
    return (file) => check(file, {simulation: false});
  },
};

/** Milliseconds that something takes: of the clock, and of the processors. */
async function timed(run) {
  const [clock, {user, system}] = [performance.now(), process.cpuUsage()];
  await run();
  const used = process.cpuUsage({user, system});
  return {clock: performance.now() - clock, processor: (used.user + used.system) / 1000};
}

async function checkAll(check) {
  for (const file of files) await check(file);
}

const median = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];

function tell(name, what, took, other) {
  console.log(`${name.padEnd(24)} ${took.toFixed(0).padStart(6)} ms ${what}, ${(other / took).toFixed(1)} times as fast`);
}

/** In turns, so that whatever else the machine does slows down all. */
function cold() {
  console.log(`${files.length} files in a new process, without what Node itself takes to begin:`);
  const took = Object.fromEntries(Object.keys(kinds).map((name) => [name, []]));
  for (let i = 0; i < PROCESSES; i++) {
    for (const name of Object.keys(kinds)) {
      const {stdout} = spawnSync(process.execPath, [fileURLToPath(import.meta.url), folder, corpus, name]);
      took[name].push(JSON.parse(stdout));
    }
  }
  for (const of of ['processor', 'clock']) {
    const middle = (name) => median(took[name].map((one) => one[of]));
    for (const name of Object.keys(kinds)) tell(name, of === 'clock' ? 'by the clock' : 'of processor time', middle(name), middle('gltf-validator'));
  }
}

async function hot() {
  console.log(`${files.length} files, the best of ${ROUNDS} rounds in one process:`);
  const checks = [];
  for (const [name, begin] of Object.entries(kinds)) checks.push({name, check: await begin(), best: Infinity});
  for (let round = 0; round < ROUNDS; round++) {
    for (const one of checks) one.best = Math.min(one.best, (await timed(() => checkAll(one.check))).processor);
  }
  for (const {name, best} of checks) tell(name, 'of processor time', best, checks[0].best);
}

if (process.argv[4] !== undefined) {
  console.log(JSON.stringify(await timed(async () => checkAll(await kinds[process.argv[4]]()))));
} else {
  cold();
  await hot();
}
