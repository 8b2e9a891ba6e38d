// Runs every SQL block of docs/duckdb.md on records of the project's fixtures: node duckdb.mjs PROGRAM SOURCE MODULES
// MODULES: a folder whose node_modules has @duckdb/node-api (npm install @duckdb/node-api there). Skips (77) without it.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

const [program, source, modules] = process.argv.slice(2);
let DuckDBInstance;
try {
    ({ DuckDBInstance } = createRequire(join(modules, 'package.json'))('@duckdb/node-api'));
} catch {
    console.log(`skipped: no @duckdb/node-api in ${modules}`);
    process.exit(77);
}

function check(...options) {
    const run = spawnSync(program, ['--fail-on', 'never', ...options], { stdio: 'inherit' });
    if (run.status !== 0 && run.status !== 3) {
        throw new Error(`vrmlint ${options.join(' ')}: exit status ${run.status}`);
    }
}

const folder = mkdtempSync(join(tmpdir(), 'vrmlint-duckdb-'));
process.on('exit', () => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, 'audit'));
mkdirSync(join(folder, 'before'));
const paths = ['fixtures/whole', 'fixtures/springbone', 'fixtures/json'].map((path) => join(source, path));
for (const shard of [1, 2]) {
    check('--no-config', '--shard', `${shard}/2`, `--format=ndjson=${folder}/audit/${shard}.ndjson`, '--max-file-size=40K', ...paths);
}
// one file of the present audit had another name before: nothing in it is new
cpSync(join(source, 'fixtures/json/duplicate-key/fail-root.gltf'), join(folder, 'moved/there.gltf'));
cpSync(join(source, 'fixtures/json/duplicate-key/fail-root.gltf'), join(folder, 'old/here.gltf'));
cpSync(join(source, 'fixtures/whole/mistakes.vrm'), join(folder, 'moved/mistakes.vrm')); // too large for the runs above
cpSync(join(source, 'fixtures/whole/mistakes.vrm'), join(folder, 'old/mistakes.vrm'));
check('--no-config', `--format=ndjson=${folder}/audit/moved.ndjson`, join(folder, 'moved'));
check('--no-config', `--format=ndjson=${folder}/before/moved.ndjson`, join(folder, 'old'));
check('--no-config', '--ignore', 'json/duplicate-key', `--format=ndjson=${folder}/before/all.ndjson`, '--max-file-size=40K', ...paths);

const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();
const page = readFileSync(join(source, 'docs', 'duckdb.md'), 'utf8');
const blocks = [...page.matchAll(/^```sql\n(.*?)^```$/gms)].map((match) => match[1]);
const results = [];
for (const block of blocks) {
    const sql = block.replaceAll(`'audit/`, `'${folder}/audit/`).replaceAll(`'before/`, `'${folder}/before/`);
    const rows = (await connection.runAndReadAll(sql)).getRowObjectsJson();
    console.log(block.split('\n')[0], '...', rows.length, 'rows; the first:', JSON.stringify(rows[0]));
    results.push(rows);
}

function expect(holds, what) {
    if (!holds) {
        console.error(`docs/duckdb.md: ${what}`);
        process.exitCode = 1;
    }
}
expect(blocks.length === 8, 'it has the views and seven questions');
const [, common, exporters, first, unknown, fresh, apps, broken] = results;
expect(common.length === 20 && Number(common[0].avatars) >= Number(common[19].avatars), 'question 1 orders by avatars');
expect(exporters.length > 5 && exporters.every((row) => Number(row.broken) > 0 && Number(row.broken) <= Number(row.applies)), 'question 2 counts files to which the rule applies');
expect(exporters.some((row) => row.rule.startsWith('springbone/') && Number(row.applies) < paths.length * 1000), 'question 2 has rules of springs');
expect(first.length === 20 && first[0].for_example.length > 20, 'question 3 gives an example of each');
expect(unknown.some((row) => /^The file has \d+ bytes/.test(row.because)), 'question 4 knows of a file that is too large');
expect(fresh.length > 0 && fresh.every((row) => row.rule === 'json/duplicate-key'), 'question 5 gives only what is new');
expect(fresh.every((row) => !row.path.endsWith('there.gltf')), 'question 5 leaves out moved files');
expect(['three-vrm', 'UniVRM'].every((name) => apps.some(({ app, avatars }) => app === name && Number(avatars) > 0)), 'question 6 counts for each app');
expect(broken.length > 0 && broken.every(({ verdict, rules }) => verdict !== 'fine' && rules.length > 0), 'question 7 names the rules');
