// For browsers, and what bundles for them. The WebAssembly and its texts are modules, packed: whatever knows import() finds
// them, without settings, which holds for no other way to name a file.
import {openPacked} from './packed.js';

const packed = {
  'library.wasm': () => import('./dist/library.wasm.js'),
  'messages.en.txt': () => import('./dist/messages.en.txt.js'),
  'messages.ja.txt': () => import('./dist/messages.ja.txt.js'),
  'rules.en.txt': () => import('./dist/rules.en.txt.js'),
  'rules.ja.txt': () => import('./dist/rules.ja.txt.js'),
};

const library = openPacked(async (name) => (await packed[name]()).default);

export const {init, check, diff, fix, simulate, rules, version} = library;
export {engines, motions, poses} from './names.js';
