// Tests the web page in a real browser: node page.mjs PAGE PACKAGES PROGRAM SOURCE [CORPUS] [--only checks|faults|work|motion|given]
// [--shots FOLDER]
//
// PAGE is the folder that web/build.sh assembled; PACKAGES has playwright-core, axe-core and html-validate in its node_modules.
// The page may send no request elsewhere and write nothing to the console. With --shots, screenshots in light and dark, wide
// and narrow, are saved in FOLDER for people to look at. Skips (77) without Chromium. All parts share the browser, whose start
// takes a second.
import {mkdirSync} from 'node:fs';
import {browser, only, server, shots} from './browser.mjs';

if (shots !== null) mkdirSync(shots, {recursive: true});
for (const part of ['checks', 'faults', 'work', 'motion', 'given']) if (only === null || only === part) await import(`./page_${part}.mjs`);
await browser.close();
server.close();
