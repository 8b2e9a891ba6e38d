// The package for npm with bundlers: node bundlers.mjs PACKED SOURCE FOLDER
//
// Installs PACKED beside esbuild, webpack, vite and TypeScript in FOLDER, which it creates, and bundles one page with each,
// without settings. In Chromium each page must find what the package finds in Node, also through a worker. The types must be
// valid in .ts, .mts and .cts. Exits with 77 and the reason if Chromium is missing or npm can't get the bundlers.
import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {createRequire} from 'node:module';
import path from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

const [packed, source, folder] = process.argv.slice(2).map((name) => path.resolve(name));
const here = path.dirname(fileURLToPath(import.meta.url));
const skip = (why) => {
  console.log(`skipped: ${why}`);
  process.exit(77);
};
const chromium = ['chromium', 'chromium-browser', 'google-chrome']
  .map((name) => spawnSync('sh', ['-c', `command -v ${name}`]).stdout.toString().trim()).find((name) => name !== '');
if (chromium === undefined) skip('there is no Chromium');

mkdirSync(folder, {recursive: true});
const wanted = readFileSync(path.join(here, 'bundlers/package.json'), 'utf8');
const stamp = path.join(folder, 'installed.json');
const npm = (...args) => spawnSync('npm',
  ['install', '--prefer-offline', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error', ...args], {cwd: folder, stdio: 'inherit'}).status === 0;
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  writeFileSync(path.join(folder, 'package.json'), wanted);
  if (!npm()) skip('npm could not install the bundlers');
  writeFileSync(stamp, wanted);
}
rmSync(path.join(folder, 'node_modules/vrmlint'), {recursive: true, force: true});
rmSync(path.join(folder, 'node_modules/.vite'), {recursive: true, force: true});
assert(npm('--no-save', '--offline', packed), 'the package is installed');
const require = createRequire(path.join(folder, 'package.json'));
const vrmlint = await import(pathToFileURL(path.join(folder, 'node_modules/vrmlint/node.js')));
const mistakes = readFileSync(path.join(source, 'fixtures/whole/mistakes.vrm'));
const expected = (await vrmlint.check(mistakes, {language: 'ja'})).findings.map(({message}) => message);
assert(expected.length > 5);

// ---- one page, as a user of the package would write it ----

const site = path.join(folder, 'site');
rmSync(site, {recursive: true, force: true});
mkdirSync(site);
writeFileSync(path.join(site, 'index.html'), '<!doctype html><meta charset="utf-8"><title>test</title><script type="module" src="./main.js"></script>\n');
writeFileSync(path.join(site, 'worker.js'), "import 'vrmlint/worker';\n");
writeFileSync(path.join(site, 'main.js'), `import {check, init} from 'vrmlint';
import {inWorker} from 'vrmlint/client';

const bytes = new Uint8Array(await (await fetch('/mistakes.vrm')).arrayBuffer());
const messages = ({findings}) => findings.map(({message}) => message);
const result = {};
try {
  if (location.search === '?wasm') await init({wasm: '/given/library.wasm'});
  result.page = messages(await check(bytes, {language: 'ja'}));
  if (location.search !== '?wasm') {
    const working = inWorker(() => new Worker(new URL('./worker.js', import.meta.url), {type: 'module'}));
    result.worker = messages(await working.check(bytes, {language: 'ja'}));
    const stop = new AbortController();
    const long = working.simulate(bytes, {steps: 1000000, maxBytes: 2 ** 40, signal: stop.signal});
    setTimeout(() => stop.abort(), 300);
    result.stopped = await long.then(() => 'done', (error) => error.name);
    result.again = (await working.check(bytes)).counts.error;
    working.close();
  }
} catch (error) {
  result.error = String(error.stack ?? error);
}
globalThis.result = result;
`);

// ---- the pages in a browser ----

const TYPES = {'.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm'};
const browser = await require('playwright-core').chromium.launch({executablePath: chromium, args: ['--no-sandbox', '--disable-gpu']});
const tab = await browser.newPage(); // shared by all pages: opening a window takes a second of processor time
let asked = [];
tab.on('request', (request) => asked.push(request.url()));
const given = {'/mistakes.vrm': mistakes, '/given/library.wasm': readFileSync(path.join(folder, 'node_modules/vrmlint/dist/library.wasm'))};

function serve(root) {
  const server = createServer((request, response) => {
    const name = new URL(request.url, 'http://x').pathname.replace(/\/$/, '/index.html');
    const file = path.join(root, path.normalize(name));
    const content = given[name] ?? (existsSync(file) ? readFileSync(file) : null);
    if (content === null) response.writeHead(404).end();
    else response.writeHead(200, {'Content-Type': TYPES[path.extname(name)] ?? 'application/octet-stream'}).end(content);
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done({address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close()})));
}

async function look(name, address) {
  for (const search of ['', '?wasm']) {
    asked = [];
    await tab.goto(address + search);
    await tab.waitForFunction(() => globalThis.result !== undefined, null, {timeout: 60000, polling: 50});
    const result = await tab.evaluate(() => globalThis.result);
    assert.equal(result.error, undefined, name);
    assert.deepEqual(result.page, expected, name);
    if (search === '') {
      assert.deepEqual(result.worker, expected, `${name}, in a worker`);
      assert.equal(result.stopped, 'AbortError', name);
      assert(result.again > 0, name);
    }
    assert.equal(asked.some((url) => url.endsWith('/given/library.wasm')), search === '?wasm', name);
  }
  console.log(`${name}: the findings are those of Node, in the page and in a worker, with its own WebAssembly and a given one`);
}

async function lookServed(name, root) {
  const {address, close} = await serve(root);
  await look(name, address);
  close();
}

const out = (name) => {
  const root = path.join(folder, 'out', name);
  rmSync(root, {recursive: true, force: true});
  mkdirSync(root, {recursive: true});
  copyFileSync(path.join(site, 'index.html'), path.join(root, 'index.html'));
  return root;
};

try {
  // esbuild: each script is an entry
  const built = out('esbuild');
  execFileSync(path.join(folder, 'node_modules/.bin/esbuild'),
    ['main.js', 'worker.js', '--bundle', '--format=esm', `--outdir=${built}`, '--log-level=warning'], {cwd: site, stdio: 'inherit'});
  await lookServed('esbuild', built);

  // webpack, without its slow minifier; vite's build minifies
  const packedBy = out('webpack');
  const stats = await new Promise((done, failed) => require('webpack')(
    {mode: 'production', context: site, entry: './main.js', output: {path: packedBy}, performance: false, optimization: {minimize: false}},
    (error, result) => (error ? failed(error) : done(result))));
  assert(!stats.hasErrors() && !stats.hasWarnings(), stats.toString());
  await lookServed('webpack', packedBy);

  // vite: as its development server serves, and as it builds
  const vite = await import(pathToFileURL(path.join(folder, 'node_modules/vite/dist/node/index.js')));
  mkdirSync(path.join(site, 'public/given'), {recursive: true});
  for (const [name, content] of Object.entries(given)) writeFileSync(path.join(site, 'public', name), content);
  const server = await vite.createServer({root: site, configFile: false, logLevel: 'error', server: {port: 0, host: '127.0.0.1'}});
  await server.listen();
  await look('vite dev', `http://127.0.0.1:${server.httpServer.address().port}/`);
  await server.close();
  await vite.build({root: site, configFile: false, logLevel: 'error', build: {target: 'esnext', outDir: path.join(folder, 'out/vite'), emptyOutDir: true}});
  await lookServed('vite build', path.join(folder, 'out/vite'));
} finally {
  await browser.close();
}

// ---- bundled for Node: the package's files aren't beside the bundle ----

const scripts = {mjs: "import {readFileSync} from 'node:fs';\nimport {check} from 'vrmlint';\n",
  cjs: "const {readFileSync} = require('node:fs');\nconst {check} = require('vrmlint');\n"};
for (const [kind, begin] of Object.entries(scripts)) {
  const script = path.join(site, `script.${kind}`);
  writeFileSync(script, `${begin}check(readFileSync(process.argv[2]), {language: 'ja'}).then(({findings}) => console.log(JSON.stringify(findings.map(({message}) => message))));\n`);
  for (const format of kind === 'mjs' ? ['esm', 'cjs'] : ['cjs']) { // a script with require() can't be a module
    const bundle = path.join(folder, `out/${kind}.${format === 'esm' ? 'mjs' : 'cjs'}`);
    execFileSync(path.join(folder, 'node_modules/.bin/esbuild'), [script, '--bundle', '--platform=node', `--format=${format}`, `--outfile=${bundle}`,
      '--log-level=error']);
    const out = execFileSync(process.execPath, [bundle, path.join(source, 'fixtures/whole/mistakes.vrm')]);
    assert.deepEqual(JSON.parse(out), expected, `${kind} as ${format}`);
  }
}
console.log('esbuild for Node: the findings are those of Node, as modules and as CommonJS');

// ---- types, and require() ----

const typed = path.join(folder, 'typed');
rmSync(typed, {recursive: true, force: true});
cpSync(path.join(here, 'bundlers/types'), typed, {recursive: true});
const ts = require('typescript');
for (const [module, moduleResolution, names] of [['NodeNext', 'NodeNext', ['use.mts', 'use.cts']], ['ESNext', 'Bundler', ['use.mts', 'use_bundled.ts']]]) {
  // only these types: those of Node, which webpack installs, would take most of the time
  const program = ts.createProgram(names.map((name) => path.join(typed, name)), {strict: true, noEmit: true, target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts'], types: [], skipDefaultLibCheck: true, module: ts.ModuleKind[module], moduleResolution: ts.ModuleResolutionKind[moduleResolution]});
  assert.deepEqual(ts.getPreEmitDiagnostics(program).map(({messageText}) => ts.flattenDiagnosticMessageText(messageText, '\n')), [], module);
}
const required = require('vrmlint');
assert.deepEqual(Object.keys(required).sort(), Object.keys(vrmlint).sort());
assert.deepEqual([required.engines, required.motions, required.poses], [vrmlint.engines, vrmlint.motions, vrmlint.poses]);
assert.deepEqual((await required.check(mistakes, {language: 'ja'})).findings.map(({message}) => message), expected);
console.log('types hold in .mts, .cts and .ts; require() has the same functions');
