// A heavy avatar: many textures of noise, which can't be compressed, and many vertices.
import {crc32, deflateSync} from 'node:zlib';
import {randomBytes} from 'node:crypto';

const pad = (bytes, to = 4, by = 0) => Buffer.concat([bytes, Buffer.alloc((to - (bytes.length % to)) % to, by)]);

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** Returns a PNG of noise. */
function noise(size) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 2], 8); // bits, RGB
  const rows = Buffer.concat(Array.from({length: size}, () => Buffer.concat([Buffer.alloc(1), randomBytes(3 * size)])));
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'), chunk('IHDR', head), chunk('IDAT', deflateSync(rows, {level: 0})), chunk('IEND', Buffer.alloc(0))]);
}

/**
 * Returns a GLB with the nodes and extensions of another one and further meshes: each has a material of its own with a texture of
 * size times size pixels, and so many vertices.
 */
export function heavy({json, bytes}, {meshes, size, vertices}) {
  const parts = [pad(bytes)];
  let end = parts[0].length;
  const view = (data) => {
    parts.push(pad(data));
    json.bufferViews.push({buffer: 0, byteOffset: end, byteLength: data.length});
    end += parts.at(-1).length;
    return json.bufferViews.length - 1;
  };
  const accessor = (data, rest) => json.accessors.push({bufferView: view(data), ...rest}) - 1;
  for (const part of ['images', 'textures', 'materials', 'meshes', 'accessors', 'bufferViews']) json[part] ??= [];
  const side = Math.round(Math.sqrt(vertices));
  for (let m = 0; m < meshes; m++) {
    const image = json.images.push({bufferView: view(noise(size)), mimeType: 'image/png'}) - 1;
    const texture = json.textures.push({source: image}) - 1;
    const material = json.materials.push({pbrMetallicRoughness: {baseColorTexture: {index: texture}},
      extensions: {VRMC_materials_mtoon: {specVersion: '1.0', shadeMultiplyTexture: {index: texture}}}}) - 1;
    const [positions, coordinates, faces] = [new Float32Array(3 * side * side), new Float32Array(2 * side * side), []];
    for (let i = 0; i < side * side; i++) {
      const [x, y] = [(i % side) / (side - 1), Math.floor(i / side) / (side - 1)];
      positions.set([x + m / 20, y + 0.5, m / 10], 3 * i);
      coordinates.set([x, y], 2 * i);
      if (i % side < side - 1 && i < side * (side - 1)) faces.push(i, i + 1, i + side, i + 1, i + side + 1, i + side);
    }
    const count = side * side;
    json.meshes.push({primitives: [{material, indices: accessor(Buffer.from(new Uint32Array(faces).buffer), {componentType: 5125, count: faces.length, type: 'SCALAR'}),
      attributes: {POSITION: accessor(Buffer.from(positions.buffer), {componentType: 5126, count, type: 'VEC3', min: [m / 20, 0.5, m / 10], max: [1 + m / 20, 1.5, m / 10]}),
        TEXCOORD_0: accessor(Buffer.from(coordinates.buffer), {componentType: 5126, count, type: 'VEC2'})}}]});
    json.scenes[0].nodes.push(json.nodes.push({mesh: json.meshes.length - 1}) - 1);
  }
  json.extensionsUsed.push('VRMC_materials_mtoon');
  json.buffers[0].byteLength = end;
  const text = pad(Buffer.from(JSON.stringify(json)), 4, 0x20);
  const head = Buffer.alloc(28);
  head.write('glTF');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(28 + text.length + end, 8);
  head.writeUInt32LE(text.length, 12);
  head.write('JSON', 16);
  const bin = Buffer.alloc(8);
  bin.writeUInt32LE(end, 0);
  bin.write('BIN\0', 4);
  return Buffer.concat([head.subarray(0, 20), text, bin, ...parts]);
}
