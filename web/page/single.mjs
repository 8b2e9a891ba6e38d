// Builds the page as one file that opens with a double click: node single.mjs PAGE BUNDLED OUT
//
// PAGE is the folder for servers, BUNDLED has main.js and worker.js as one script each. The files that the page would request
// are inside, gzipped.
import {createHash} from 'node:crypto';
import {readFileSync, readdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {gzipSync} from 'node:zlib';

const [page, bundled, out] = process.argv.slice(2);
const read = (folder, name) => readFileSync(path.join(folder, name));
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const packed = (bytes) => gzipSync(bytes, {level: 9}).toString('base64');

const style = read(page, 'page.css').toString();
// "</script" and the like would end the script element
const script = read(bundled, 'main.js').toString().replaceAll('</script', '<\\/script').replaceAll('<!--', '\\x3C!--');
const inside = {'worker.js': packed(read(bundled, 'worker.js'))};
for (const name of readdirSync(page).filter((one) => /\.(wasm|txt)$/.test(one))) inside[name] = packed(read(page, name));
const policy = `default-src 'none'; script-src ${hash(script)} 'wasm-unsafe-eval' blob:; style-src ${hash(style)}; img-src blob: data:; `
  + "connect-src blob: data:; worker-src blob:; base-uri 'none'; form-action 'none'";

let html = read(page, 'index.html').toString();
function replace(pattern, text) {
  const after = html.replace(pattern, () => text);
  if (after === html) throw new Error(`index.html has no ${pattern}`);
  html = after;
}
replace(/(?<=http-equiv="Content-Security-Policy" content=")[^"]*/, policy);
replace(/ *<link rel="icon"[^>]*>\n/, `  <link rel="icon" href="data:image/svg+xml;base64,${read(page, 'icon.svg').toString('base64')}" type="image/svg+xml">\n`);
replace(/ *<link rel="stylesheet"[^>]*>\n/, `  <style>${style}</style>\n`);
replace(/ *<script type="module"[^>]*><\/script>\n/, '');
replace('</body>', `<script type="application/json" id="inside">${JSON.stringify(inside)}</script>\n<script type="module">${script}</script>\n</body>`);
writeFileSync(out, html);
