// The library for Node. The WebAssembly and its texts are beside this file; in a bundle their modules are used instead.
import {webcrypto} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import v8 from 'node:v8';
import compile from './compile.cjs';
import {open, programOf} from './core.js';
import {modules} from './modules.js';
import {unpacked} from './packed.js';

const here = import.meta.url; // undefined in a bundle of CommonJS

async function fetched(name) {
  try {
    return await readFile(new URL(`./dist/${name}`, here));
  } catch {
    return unpacked((await modules[name]()).default);
  }
}

/** Reads a file by its path or file: URL, or fetches an http URL. */
const read = (place) => {
  if (/^https?:/.test(place)) return fetch(place);
  return readFile(/^file:/.test(place) ? new URL(place) : place);
};

const library = open((wasm) => programOf(wasm, {
  ownBytes: () => fetched('library.wasm'), read, compile: (bytes) => compile(v8, bytes),
}), fetched, webcrypto);

export const {init, check, diff, fix, simulate, rules, version} = library;
export {engines, motions, poses} from './names.js';
