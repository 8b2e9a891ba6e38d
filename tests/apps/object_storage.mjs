// Runs the commands of docs/batch.md for object storage with an S3 server: node object_storage.mjs PROGRAM SOURCE MODULES
// MODULES: a folder whose node_modules has s3rver (npm install s3rver there). Skips (77) without it, or without rclone.
import assert from 'node:assert/strict';
import {spawn, spawnSync} from 'node:child_process';
import {chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import process from 'node:process';

const [program, source, modules] = process.argv.slice(2);
let server;
try {
  server = createRequire(join(modules, 'package.json')).resolve('s3rver/bin/s3rver.js');
} catch {
  console.log(`skipped: no s3rver in ${modules}`);
  process.exit(77);
}
if (spawnSync('rclone', ['version']).error) {
  console.log('skipped: there is no rclone');
  process.exit(77);
}

const folder = mkdtempSync(join(tmpdir(), 'object-storage-'));
const running = spawn(process.execPath, [server, '--directory', join(folder, 's3'), '--address', '127.0.0.1', '--port', '0', '--configure-bucket', 'library'],
  {stdio: ['ignore', 'pipe', 'inherit']});
process.on('exit', () => {
  running.kill();
  rmSync(folder, {recursive: true, force: true});
});
const port = await new Promise((found, failed) => {
  let said = '';
  running.stdout.on('data', (data) => {
    said += data;
    const [, number] = said.match(/listening on \S*?:(\d+)/) ?? [];
    if (number !== undefined) found(number);
  });
  running.on('exit', () => failed(new Error(`s3rver ended: ${said}`)));
});

const env = {...process.env, HOME: folder, PATH: `${folder}/bin:${process.env.PATH}`,
  RCLONE_CONFIG_STORE_TYPE: 's3', RCLONE_CONFIG_STORE_PROVIDER: 'Other', RCLONE_CONFIG_STORE_ENDPOINT: `http://127.0.0.1:${port}`,
  RCLONE_CONFIG_STORE_ACCESS_KEY_ID: 'S3RVER', RCLONE_CONFIG_STORE_SECRET_ACCESS_KEY: 'S3RVER', RCLONE_CONFIG_STORE_FORCE_PATH_STYLE: 'true',
  RCLONE_CONFIG_BUCKET_TYPE: 'alias', RCLONE_CONFIG_BUCKET_REMOTE: 'store:library'};
delete env.AWS_CA_BUNDLE; // it belongs to another store
const run = (command) => {
  const {status, stdout, stderr} = spawnSync('sh', ['-ec', command], {cwd: folder, env, encoding: 'utf8'});
  assert(status === 0 || status === 1, `${command}: status ${status}: ${stderr}`); // 1: the avatars have findings
  return stdout;
};
mkdirSync(join(folder, 'bin'));
writeFileSync(join(folder, 'bin/vrmlint'), `#!/bin/sh\nexec '${resolve(program)}' "$@"\n`);
chmodSync(join(folder, 'bin/vrmlint'), 0o755);

// put avatars into the bucket, as files and as an archive
cpSync(join(source, 'fixtures/whole'), join(folder, 'avatars'), {recursive: true});
writeFileSync(join(folder, 'avatars/readme.txt'), 'no model');
run('tar -cf avatars.tar avatars && rclone copy avatars bucket:avatars && rclone copy avatars.tar bucket:');

// the commands of the page, unchanged
const page = readFileSync(join(source, 'docs/batch.md'), 'utf8');
const section = page.split(/^### Archives, and object storage$/m)[1].split(/^## /m)[0];
const [, piped, synced, checked] = section.split('\n').filter((line) => line.startsWith('    ')).map((line) => line.trim());
assert.match(piped, /^rclone cat /);
assert.match(synced, /^rclone sync /);
const findings = (text) => text.trim().split('\n').map((line) => JSON.parse(line)).filter(({path}) => path !== undefined)
  .map(({path, findings: list}) => [path.split('/').at(-1), list.map(({rule, pointer}) => `${rule} ${pointer}`)])
  .sort(([a], [b]) => (a < b ? -1 : 1));
const plain = findings(run('vrmlint --no-config --format ndjson avatars'));
assert(plain.length > 3 && plain.some(([, list]) => list.length > 3));
const record = () => findings(readFileSync(join(folder, 'audit.ndjson'), 'utf8'));
if (spawnSync('bsdtar', ['--version'], {env}).status === 0) {
  symlinkSync(join(source, 'docs'), join(folder, 'docs'));
  run(piped);
  assert.deepEqual(record(), plain);
}
run(synced);
run(checked);
assert.deepEqual(record(), plain);
// only changed files are copied again
assert.doesNotMatch(run(`${synced} -v 2>&1`), /Copied/);
run('cp avatars/mistakes.vrm other.vrm && rclone copy other.vrm bucket:avatars');
assert.match(run(`${synced} -v 2>&1`), /^.*other\.vrm: Copied[^]*$/m);
run(checked);
assert.equal(record().length, plain.length + 1);
console.log(`${plain.length} avatars of a bucket are checked as those of a folder`);
running.removeAllListeners('exit');
process.exit(0);
