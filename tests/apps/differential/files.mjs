// Files for tests with real apps: a glTF file in parts, and the files in a folder.
import fs from 'node:fs';
import path from 'node:path';

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;

// Returns the JSON of a file, and its other chunks as bytes (null if it isn't a GLB). Throws an error if the JSON is broken.
export function opened(bytes) {
  if (bytes.length < 20 || bytes.readUInt32LE(0) !== MAGIC) { return { json: JSON.parse(bytes.toString('utf8')), rest: null }; }
  const length = bytes.readUInt32LE(12);
  return { json: JSON.parse(bytes.subarray(20, 20 + length).toString('utf8')), rest: bytes.subarray(20 + length) };
}

// Returns an integer in a form that closed() writes with a decimal point, which JSON.stringify() never does.
export const withPoint = (integer) => `\u0001${integer}`;

// Returns a key in a form that closed() writes as `name`, so that an object can have the name twice.
export const again = (name) => `${name}\u0002`;

// Returns the bytes of a file from its parts.
export function closed({ json, rest }) {
  const text = Buffer.from(JSON.stringify(json).replace(/"\\u0001(-?\d+)"/g, '$1.0').replace(/\\u0002":/g, '":'));
  if (rest === null) { return text; }
  const padding = Buffer.alloc(-text.length & 3, 0x20);
  const head = Buffer.alloc(20);
  head.writeUInt32LE(MAGIC, 0);
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(20 + text.length + padding.length + rest.length, 8);
  head.writeUInt32LE(text.length + padding.length, 12);
  head.writeUInt32LE(JSON_CHUNK, 16);
  return Buffer.concat([head, text, padding, rest]);
}

// Returns the parts of a GLB from the JSON of a .gltf: the data: URI of buffer 0 becomes the BIN chunk.
export function packed(json) {
  const first = Array.isArray(json.buffers) ? json.buffers[0] : undefined;
  const uri = typeof first?.uri === 'string' ? /^data:[^,]*;base64,(.*)$/.exec(first.uri) : null;
  const bytes = Buffer.from(uri === null ? '' : uri[1], 'base64');
  if (uri !== null) { delete first.uri; }
  const head = Buffer.alloc(8);
  head.writeUInt32LE(bytes.length + (-bytes.length & 3), 0);
  head.write('BIN\0', 4);
  return { json, rest: Buffer.concat([head, bytes, Buffer.alloc(-bytes.length & 3)]) };
}

// Yields the paths of all models in a folder, in order.
export function* found(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) { yield* found(at); } else if (/\.(gltf|glb|vrma?)$/i.test(at)) { yield at; }
  }
}
