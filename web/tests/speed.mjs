// Processor time for the same 50 files in one process, the best of eight rounds: node speed.mjs FOLDER CORPUS, where FOLDER has
// vrmlint and gltf-validator in its node_modules. vrmlint: all that it checks, and without simulation, which the other has
// none of.
import {readFileSync, readdirSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

const [folder, corpus] = process.argv.slice(2).map((name) => path.resolve(name));
const {resolve} = createRequire(path.join(folder, 'package.json'));
const vrmlint = await import(pathToFileURL(resolve('vrmlint')));
const {default: validator} = await import(pathToFileURL(resolve('gltf-validator')));
const files = readdirSync(corpus, {recursive: true}).filter((name) => /\.(vrm|vrma|glb)$/.test(name)).sort().slice(0, 50)
  .map((name) => new Uint8Array(readFileSync(path.join(corpus, name))));

const validate = (file) => validator.validateBytes(file, {maxIssues: 0}).catch(() => null);
const checks = {
  'gltf-validator': validate,
  'vrmlint': (file) => vrmlint.check(file),
  'vrmlint, no simulation': (file) => vrmlint.check(file, {simulation: false}),
};
const best = {};
for (let round = 0; round < 8; round++) { // in turns, so that whatever else the machine does slows down all
  for (const [name, check] of Object.entries(checks)) {
    const begin = process.cpuUsage();
    for (const file of files) await check(file);
    const {user, system} = process.cpuUsage(begin);
    best[name] = Math.min(best[name] ?? Infinity, (user + system) / 1000);
  }
}
for (const [name, time] of Object.entries(best)) {
  console.log(`${name.padEnd(24)} ${time.toFixed(0).padStart(6)} ms of processor time for ${files.length} files, `
    + `${(best['gltf-validator'] / time).toFixed(1)} times as fast as gltf-validator`);
}
