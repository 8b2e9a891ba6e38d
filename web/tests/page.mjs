// The web page in a real browser: node page.mjs PAGE PACKAGES PROGRAM SOURCE [CORPUS] [--only checks|faults|motion] [--shots FOLDER]
//
// PAGE is what web/build.sh has put together, PACKAGES has playwright-core, axe-core and html-validate in its node_modules. No request
// may go anywhere else, and nothing may be written to the console. With --shots, pictures in light and dark, wide and narrow, are left
// in a folder for somebody to look at. Skips (77) without Chromium. All parts share the browser, whose start takes a second.
import {mkdirSync} from 'node:fs';
import {browser, only, server, shots} from './browser.mjs';

if (shots !== null) mkdirSync(shots, {recursive: true});
for (const part of ['checks', 'faults', 'motion']) if (only === null || only === part) await import(`./page_${part}.mjs`);
await browser.close();
server.close();
