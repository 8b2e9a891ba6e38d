// For Node: the WebAssembly and its texts lie beside this file.
import {webcrypto} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import compile from './compile.cjs';
import {open} from './core.js';

const fetched = (name) => readFile(new URL(`./dist/${name}`, import.meta.url));
const library = open(async () => compile(await fetched('library.wasm')), fetched, webcrypto);

export const {check, fix, simulate, rules, version} = library;
export {engines, motions, poses} from './core.js';
