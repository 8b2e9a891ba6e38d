// The WebAssembly and its texts as packed modules. Every bundler finds them through import() without settings; no other way to
// name a file works in all bundlers.
export const modules = {
  'library.wasm': () => import('./dist/library.wasm.js'),
  'messages.en.txt': () => import('./dist/messages.en.txt.js'),
  'messages.ja.txt': () => import('./dist/messages.ja.txt.js'),
  'rules.en.txt': () => import('./dist/rules.en.txt.js'),
  'rules.ja.txt': () => import('./dist/rules.ja.txt.js'),
};
