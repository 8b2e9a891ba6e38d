// The worker behind client.js, for browsers. It is one script without import(): Vite's default settings allow no others.
import program from './dist/library.wasm.js';
import messagesEn from './dist/messages.en.txt.js';
import messagesJa from './dist/messages.ja.txt.js';
import rulesEn from './dist/rules.en.txt.js';
import rulesJa from './dist/rules.ja.txt.js';
import {openPacked} from './packed.js';
import {serve} from './serve.js';

const packed = {
  'library.wasm': program,
  'messages.en.txt': messagesEn,
  'messages.ja.txt': messagesJa,
  'rules.en.txt': rulesEn,
  'rules.ja.txt': rulesJa,
};
const library = openPacked((name) => packed[name]);

self.addEventListener('message', ({data}) => serve(library, data, (message, buffers) => self.postMessage(message, buffers)));
