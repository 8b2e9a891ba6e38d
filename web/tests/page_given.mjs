// Files that are appended to the page in one file, as the program for Windows does it: they are shown at once. A part of page.mjs; it
// needs vrmlint.html, the page as one file, beside PAGE.
import assert from 'node:assert/strict';
import {readFileSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {checked, clean, fresh, opened, page, read, saved} from './browser.mjs';

const output = path.join(page, '../given.html');
const address = pathToFileURL(output).href;
const text = (one) => one.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');

/** Writes the page with files appended, [{name, parts}]. */
function write(files) {
  writeFileSync(output, readFileSync(path.join(page, '../vrmlint.html'), 'utf8') + files.flatMap(({name, parts}) => parts.map((bytes, part) => (
    `<script type="application/octet-stream" data-path="${text(name)}" data-part="${part}">${bytes.toString('base64')}</script>\n`))).join(''));
}

const {tab} = await fresh();
tab.address = address;
const mistakes = read('mistakes.vrm');

// one file in several parts, the last of them empty, with a name that would be markup
const hostile = `"><img src=x onerror=alert(1)>'&amp;髪.vrm`;
write([{name: hostile, parts: [mistakes.subarray(0, 3000), mistakes.subarray(3000), Buffer.alloc(0)]}]);
await tab.goto(address);
await opened(tab, hostile);
await checked(tab);
assert.match(await tab.textContent('#verdict'), /5 things to fix, 2 to look at/);
assert.equal(await tab.locator('script[type="application/octet-stream"]').count(), 0);
await tab.click('#fix');
assert.equal((await saved(tab, 'save-avatar')).name.slice(-10), '.fixed.vrm');
clean('a given file');

// a folder with an empty file
write([{name: 'list/a.vrm', parts: [mistakes]}, {name: 'list/below/b.vrm', parts: [Buffer.alloc(0)]}, {name: 'list/c.vrm', parts: [read('clean.vrm')]}]);
await tab.goto(address);
await tab.waitForFunction(() => document.querySelectorAll('#entries li').length === 3);
await checked(tab);
assert.deepEqual((await tab.locator('#entries .name').allTextContents()).sort(), ['list/a.vrm', 'list/below/b.vrm', 'list/c.vrm']);
clean('a given folder', true);
rmSync(output);
