// For Node: the WebAssembly and its texts lie beside this file.
import {webcrypto} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import compile from './compile.cjs';
import {open, programOf} from './core.js';

const fetched = (name) => readFile(new URL(`./dist/${name}`, import.meta.url));

/** A file, by its path or URL, or what a server answers. */
const read = (place) => {
  if (/^https?:/.test(place)) return fetch(place);
  return readFile(/^file:/.test(place) ? new URL(place) : place);
};

const library = open((wasm) => programOf(wasm, {ownBytes: () => fetched('library.wasm'), read, compile}), fetched, webcrypto);

export const {init, check, diff, fix, simulate, rules, version} = library;
export {engines, motions, poses} from './names.js';
