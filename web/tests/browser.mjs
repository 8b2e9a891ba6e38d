// The page in a browser, for tests: serves it, opens it, drops files on it. Everything that the page writes to the console, and
// each request to another address, is recorded as a complaint.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {createRequire} from 'node:module';
import path from 'node:path';

const given = process.argv.slice(2);
/** Returns the argument after an option; null without the option. */
function optionOf(name) {
  const at = given.indexOf(name);
  return at < 0 ? null : given.splice(at, 2)[1];
}
export const only = optionOf('--only');
const pictures = optionOf('--shots');
export const shots = pictures === null ? null : path.resolve(pictures);
export const [page, packages, program, source, corpus] = given.map((name) => path.resolve(name));
export const read = (name) => readFileSync(path.join(source, 'fixtures/whole', name));
export const {resolve} = createRequire(path.join(packages, 'package.json'));
const chromium = ['chromium', 'chromium-browser', 'google-chrome'].map((name) => spawnSync('sh', ['-c', `command -v ${name}`]).stdout.toString().trim()).find((name) => name !== '');
if (chromium === undefined) {
  console.log('skipped: there is no Chromium');
  process.exit(77);
}
const playwright = createRequire(import.meta.url)(resolve('playwright-core'));

// ---- the page, served ----

const TYPES = {'.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.txt': 'text/plain'};
export const server = createServer((request, response) => {
  const name = decodeURIComponent(new URL(request.url, 'http://x').pathname).replace(/^\/$/, '/index.html');
  // also serves the package for npm, as a page would use it
  const file = name.startsWith('/npm/') ? path.join(page, '..', path.normalize(name)) : path.join(page, path.normalize(name));
  if (!file.startsWith(path.dirname(page)) || !existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, {'Content-Type': TYPES[path.extname(file)] ?? 'application/octet-stream'}).end(readFileSync(file));
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
export const origin = `http://127.0.0.1:${server.address().port}`;
// SwiftShader only draws WebGL; without a graphics card, Chromium composites pages faster in software of its own.
export const browser = await playwright.chromium.launch({executablePath: chromium,
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist',
    '--disable-smooth-scrolling', '--disable-gpu-compositing']});
export const complaints = [];
export const asked = [];

const scale = shots !== null ? 1 : 0.5; // tests need no more pixels; people who look at pictures do

/** Opens a window, which takes more processor time than loading the page does. */
async function openWindow(options) {
  const context = await browser.newContext({deviceScaleFactor: scale, locale: 'en-GB', ...options});
  const tab = await context.newPage();
  const {waitForFunction} = tab;
  tab.waitForFunction = (what, argument) => waitForFunction.call(tab, what, argument, {polling: 50}); // the default draws each frame
  tab.setDefaultTimeout(60000);
  tab.on('console', (message) => {
    // ignore the messages of software rendering on a machine without a graphics card
    if (['error', 'warning'].includes(message.type()) && (/^THREE/.test(message.text()) || !/WebGL|GPU stall/.test(message.text()))) {
      complaints.push(message.text());
    }
  });
  tab.on('pageerror', (error) => complaints.push(String(error)));
  tab.on('request', (request) => {
    asked.push(path.basename(new URL(request.url()).pathname));
    if (!request.url().startsWith(tab.address) && !/^(blob|data):/.test(request.url())) complaints.push(`asked for ${request.url()}`);
  });
  return {context, tab};
}

let shared = null; // the window of all tests without options for a window

/** Loads the page, in a window of its own only if the options require one. address: where the page is, if not on the server. */
export async function fresh({viewport = {width: 1300, height: 900}, colorScheme = 'light', reducedMotion = 'no-preference', ...options} = {}, address = origin) {
  const {context, tab} = Object.keys(options).length > 0 ? await openWindow(options) : (shared ??= await openWindow());
  tab.address = address;
  await tab.setViewportSize(viewport);
  await tab.emulateMedia({colorScheme, reducedMotion});
  await tab.goto(address);
  await tab.waitForFunction(() => document.getElementById('status').textContent.match(/^(Ready|準備ができました)$/));
  return {context, tab};
}

/** Drops files as a user does: [{name, bytes}]. justBefore runs when the files are ready, before they are dropped. */
export async function drop(tab, files, justBefore = () => {}) {
  const contents = [...new Set(files.map(({bytes}) => bytes))]; // files may share them
  const transfer = await tab.evaluateHandle(async ({list, texts: encoded}) => {
    const made = new DataTransfer();
    const blobs = await Promise.all(encoded.map(async (text) => (await fetch(`data:application/octet-stream;base64,${text}`)).blob()));
    for (const {name, index} of list) made.items.add(new File([blobs[index]], name));
    return made;
  }, {list: files.map(({name, bytes}) => ({name, index: contents.indexOf(bytes)})), texts: contents.map((bytes) => bytes.toString('base64'))});
  await justBefore();
  await tab.dispatchEvent('#drop', 'drop', {dataTransfer: transfer});
}

/** Returns the JSON of a GLB, and where it ends. */
export function jsonOf(bytes) {
  const end = 20 + bytes.readUInt32LE(12);
  return {json: JSON.parse(bytes.subarray(20, end).toString()), end};
}

/** Returns a GLB with a changed JSON. */
export function changed(bytes, change) {
  const {json, end} = jsonOf(bytes);
  change(json);
  const text = Buffer.from(JSON.stringify(json));
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, 0x20)]);
  const head = Buffer.from(bytes.subarray(0, 20));
  head.writeUInt32LE(20 + padded.length + bytes.length - end, 8);
  head.writeUInt32LE(padded.length, 12);
  return Buffer.concat([head, padded, bytes.subarray(end)]);
}

/** Waits until a file is open and drawn. */
export const opened = (tab, name) => tab.waitForFunction((text) => document.getElementById('report-head').textContent === text
  && !document.getElementById('report').hidden && document.getElementById('key').textContent !== '-', name);

/** Presses a link that saves a file, and returns it: {name, bytes}. */
export async function saved(tab, id) {
  await tab.waitForFunction((link) => !document.getElementById(link).hidden, id);
  const saving = tab.waitForEvent('download');
  await tab.click(`#${id}`);
  const download = await saving;
  return {name: download.suggestedFilename(), bytes: readFileSync(await download.path())};
}

export const checked = (tab) => tab.waitForFunction(() => /^(Checked|\d+ files checked|\d+個のファイルを検査しました)$/.test(document.getElementById('status').textContent));
export const shown = (tab) => tab.waitForFunction(() => document.querySelector('#stage canvas') !== null && document.getElementById('key').textContent !== '-');
export const texts = (tab, selector) => tab.locator(selector).allTextContents();
/** Checks that the page had no complaints. broken: ignore those of GLTFLoader, because files were broken. */
export function clean(what, broken = false) {
  assert.deepEqual(complaints.splice(0).filter((text) => !broken || !/THREE\.GLTFLoader/.test(text)), [], what);
}
export const noWider = async (tab, what) => assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true,
  `nothing is wider than the page: ${what}`);

export async function accessible(tab, what) {
  await tab.evaluate(readFileSync(resolve('axe-core/axe.min.js'), 'utf8'));
  const {violations} = await tab.evaluate(() => globalThis.axe.run(document, {resultTypes: ['violations']}));
  assert.deepEqual(violations.map(({id, nodes}) => `${id}: ${nodes.map(({target}) => target).join(', ')}`), [], what);
}
