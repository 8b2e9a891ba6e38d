// For Node: the WebAssembly lies beside this file.
import {webcrypto} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {open} from './core.js';

const library = open(async () => WebAssembly.compile(await readFile(new URL('./dist/library.wasm', import.meta.url))),
  webcrypto);

export const {check, fix, simulate, rules, version} = library;
export {engines, motions, poses} from './core.js';
