// Tests how the npm package finds the files beside one: node files.mjs. It needs no WebAssembly.
import assert from 'node:assert/strict';
import {pathOf, treeOf, withLoaded} from '../npm/files.js';

const gltf = (...uris) => new TextEncoder().encode(JSON.stringify({buffers: uris.map((uri) => ({uri})), images: [...uris].reverse().map((uri) => ({uri}))}));

/** Returns the paths in a tree. */
const namesOf = (tree, before = '') => [...tree].flatMap(([name, value]) => (value instanceof Map ? namesOf(value, `${before}${name}/`) : [before + name]));

/** Returns the paths of the files that are loaded for a file with these URIs. What they contain must not matter. */
async function loaded(uris, beside = undefined, answer = () => new Uint8Array(4)) {
  const options = await withLoaded(gltf(...uris), {beside, externalResourceFunction: async (uri) => answer(uri)});
  return namesOf(treeOf(structuredClone(options.beside))).sort();
}

// several URIs of one file, and files whose paths clash
assert.deepEqual(await loaded(['a/b', 'a/./b', './a/b', './a/././b', 'a%2Fb', '%61/b']), ['a/b']);
assert.deepEqual(await loaded(['a', 'a/b', 'a/b/c']), ['a']);
assert.deepEqual(await loaded(['a/b/c', 'a/b', 'a']), ['a/b/c']);
assert.deepEqual(await loaded(['a/b', 'x'], {'a/./b': new Uint8Array(1), './x/y': new Uint8Array(1)}), ['a/b', 'x/y']);
assert.deepEqual(await loaded(['a', 'A', 'a/../b']), ['A', 'a']);

// the first URI of a file is the one that is loaded, whatever the order in which loads finish
{
  const asked = [];
  await loaded(['a/./b', 'a/b'], undefined, (uri) => { asked.push(uri); });
  assert.deepEqual(asked, ['a/./b']);
}

// names that mean something to JavaScript
const special = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', '__proto__x/__proto__', 'valueOf/constructor'];
assert.deepEqual(await loaded(special), [...special].sort());

// URIs that lead nowhere, and those that aren't well-formed
const long = 'x'.repeat(1e6);
for (const uri of ['', '.', './', './.', 'a/.', '/', '/a', '//a', 'a//b', 'a/', '..', 'a/..', '../a', 'a/../a/b', '%2e%2e/a', '%2E/..', 'c:a', 'C:\\a', 'http://a/b',
  'a%00b', 'a\0b', '%', '%zz', '%ff', 'a?b', 'a#b', './'.repeat(1e5), '../'.repeat(1e5)]) {
  assert.equal(pathOf(uri), null, uri.slice(0, 40));
  assert.deepEqual(await loaded([uri, 'ok']), ['ok'], uri.slice(0, 40));
}
assert.deepEqual(await loaded([long, `${long}/b`, 'ok']), ['ok', long]);
assert.equal((await loaded(['a/'.repeat(1e3) + 'b'])).length, 1);
assert.equal((await loaded(['\ud800', '\udc00/a', 'かみ', '%E3%81%8B'])).length, 4);
assert.equal((await loaded(Array.from({length: 20000}, (_, i) => `a${i % 7}/./${i}`))).length, 20000);

// loads that fail stay missing
assert.deepEqual(await loaded(['a', 'b'], undefined, (uri) => { if (uri === 'a') throw new Error('no'); return new ArrayBuffer(1); }), ['b']);

// files that aren't avatars
for (const text of ['', '{', 'null', '1', '"x"', '[]', '{"buffers": {"uri": "a"}}', '{"buffers": [null, 1, [], {"uri": 1}, {"uri": null}, {"uri": {}}]}',
  '{"buffers": [{"uri": "\\ud800"}]}', `${'['.repeat(1e5)}`, `{"buffers": [{"uri": ${'"'}${'\\u0000'.repeat(9)}"}]}`]) {
  await withLoaded(new TextEncoder().encode(text), {externalResourceFunction: async () => null});
}
for (const bytes of [new Uint8Array(0), new Uint8Array([0x67, 0x6c, 0x54, 0x46]), new Uint8Array(64).fill(255),
  Uint8Array.from([0x67, 0x6c, 0x54, 0x46, 2, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 0x4a, 0x53, 0x4f, 0x4e, 123, 125])]) {
  await withLoaded(bytes, {externalResourceFunction: async () => null});
}

// mistakes of the caller are errors still
await assert.rejects(loaded(['a'], {'a/b': new Uint8Array(1), 'a/./b': new Uint8Array(1)}), /^TypeError: beside: /);
await assert.rejects(loaded(['a'], undefined, () => 'text'), TypeError);
