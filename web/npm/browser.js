// For browsers, and what bundles for them: the WebAssembly and its texts lie beside this file.
import {open} from './core.js';

const places = { // one by one, so that bundlers see them
  'library.wasm': new URL('./dist/library.wasm', import.meta.url),
  'messages.en.txt': new URL('./dist/messages.en.txt', import.meta.url),
  'messages.ja.txt': new URL('./dist/messages.ja.txt', import.meta.url),
  'rules.en.txt': new URL('./dist/rules.en.txt', import.meta.url),
  'rules.ja.txt': new URL('./dist/rules.ja.txt', import.meta.url),
};

async function fetched(name) {
  const response = await fetch(places[name]);
  if (!response.ok) throw new Error(`${places[name]}: ${response.status}`);
  return response.arrayBuffer();
}

const library = open(async () => WebAssembly.compile(await fetched('library.wasm')), fetched, globalThis.crypto);

export const {check, fix, simulate, rules, version} = library;
export {engines, motions, poses} from './core.js';
