// For browsers, and what bundles for them: the WebAssembly lies beside this file.
import {open} from './core.js';

const library = open(async () => {
  const response = await fetch(new URL('./dist/library.wasm', import.meta.url));
  if (!response.ok) throw new Error(`library.wasm: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}, globalThis.crypto);

export const {check, fix, simulate, rules, version} = library;
export {engines, motions, poses} from './core.js';
