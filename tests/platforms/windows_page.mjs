// Opens a page that the program for Windows has written in a browser, as a user sees it: node windows_page.mjs ADDRESS NAME FIXED WEB
//
// ADDRESS is what the browser was given, NAME the avatar that the page has to show, a copy of fixtures/whole/mistakes.vrm, and FIXED the
// file that its button "Save" has to save. WEB is the folder of web/build.sh, whose packages have the browser's driver. Skips (77)
// without Chromium.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';

const [address, name, fixed, web] = process.argv.slice(2);
const chromium = ['chromium', 'chromium-browser', 'google-chrome'].map((one) => spawnSync('sh', ['-c', `command -v ${one}`]).stdout.toString().trim()).find((one) => one !== '');
if (chromium === undefined) process.exit(77);
const playwright = createRequire(path.resolve(web, 'packages', 'package.json'))('playwright-core');
const browser = await playwright.chromium.launch({executablePath: chromium,
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist']});
const tab = await (await browser.newContext({locale: 'en-GB', viewport: {width: 1000, height: 800}, deviceScaleFactor: 0.5})).newPage();
tab.setDefaultTimeout(120000);
const complaints = [];
tab.on('console', (message) => {
  if (['error', 'warning'].includes(message.type()) && !/WebGL|GPU stall/.test(message.text())) complaints.push(message.text());
});
tab.on('pageerror', (error) => complaints.push(String(error)));
tab.on('request', (request) => {
  if (request.url() !== address && !/^(blob|data):/.test(request.url())) complaints.push(`asked for ${request.url()}`);
});
await tab.goto(address);

// the avatar is there with its findings, without anything chosen or dropped
await tab.waitForFunction((wanted) => document.getElementById('report-head').textContent === wanted
  && document.querySelector('#stage canvas') !== null && document.getElementById('key').textContent !== '-', name);
assert.match(await tab.textContent('#verdict'), /5 things to fix, 2 to look at/);
assert((await tab.locator('.finding').count()) > 4);
assert.equal(await tab.locator('script[type="application/octet-stream"]').count(), 0, 'its bytes do not stay in the page');

// fix, save
await tab.click('#fix');
await tab.waitForFunction(() => !document.getElementById('save-avatar').hidden);
const saving = tab.waitForEvent('download');
await tab.click('#save-avatar');
const download = await saving;
assert.equal(download.suggestedFilename(), name.replace(/\.vrm$/, '.fixed.vrm'));
assert(readFileSync(await download.path()).equals(readFileSync(fixed)), 'the saved file is the one that the command writes');
assert.deepEqual(complaints, []);
await browser.close();
console.log('shown, fixed and saved');
