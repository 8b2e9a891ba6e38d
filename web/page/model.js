// A three.js model: loading it, measuring its extent, and freeing its memory.
import * as THREE from 'three';

const LARGE = 512 * 512; // pixels
const MORPHED = 500000; // vertices of morph targets
const SAMPLES = 20000; // vertices that are sampled to find a model's extent

/** Returns a manager that loads what GLTFLoader requests from the files beside the model only, never from the network. */
export function managerOf(beside) {
  const manager = new THREE.LoadingManager();
  const urls = new Map();
  manager.setURLModifier((url) => {
    if (/^(blob|data):/.test(url)) return url;
    const path = decodeURIComponent(url).replace(/^\.?\//, '');
    if (beside[path] === undefined) return 'data:,';
    if (!urls.has(path)) urls.set(path, URL.createObjectURL(new Blob([beside[path]])));
    return urls.get(path);
  });
  return {manager, dispose: () => urls.forEach((url) => URL.revokeObjectURL(url))};
}

/** Removes from a material what would get into the source text of shaders: names, and texture coordinate numbers. */
export function sanitize(material) {
  material.name = '';
  for (const value of Object.values(material)) {
    if (value?.isTexture && ![0, 1, 2, 3].includes(value.channel)) value.channel = 0;
  }
}

/** Removes the normals of large morph targets: they change hardly anything that is seen, and three.js takes a second for them. */
export function lighten({geometry}) {
  const {position = [], normal} = geometry?.morphAttributes ?? {};
  if (normal !== undefined && position.length * (position[0]?.count ?? 0) > MORPHED) delete geometry.morphAttributes.normal;
}

/** Returns the box around what a model draws, from some of its vertices. */
export function boxAround(model) {
  const meshes = [];
  model.traverse((object) => {
    if (object.isMesh && object.geometry.attributes.position !== undefined) meshes.push(object);
  });
  const box = new THREE.Box3();
  const point = new THREE.Vector3();
  const each = Math.ceil(SAMPLES / Math.max(meshes.length, 1));
  for (const mesh of meshes) {
    const {count} = mesh.geometry.attributes.position;
    for (let i = 0; i < count; i += Math.max(Math.floor(count / each), 1)) {
      mesh.getVertexPosition(i, point).applyMatrix4(mesh.matrixWorld);
      if (Math.abs(point.x) + Math.abs(point.y) + Math.abs(point.z) < 1000) box.expandByPoint(point);
    }
  }
  return box;
}

/** Returns the textures of a mesh. */
export function texturesOf({material}) {
  return [...new Set([material ?? []].flat().flatMap((one) => [...Object.values(one), ...Object.values(one.uniforms ?? {}).map(({value}) => value)])
    .filter((value) => value?.isTexture))];
}

/**
 * Makes the smaller levels of a large texture, each by half: without a graphics card, WebGL takes seconds for those of colours.
 * levels: those that were made, by image, because several textures may share one.
 */
export async function addLevels(texture, levels) {
  const {image} = texture;
  if (!(image instanceof ImageBitmap) || !texture.generateMipmaps || image.width * image.height < LARGE) return;
  if (!levels.has(image)) {
    const made = [image];
    for (let [width, height] = [image.width >> 1, image.height >> 1]; width > 0 || height > 0; width >>= 1, height >>= 1) {
      made.push(await createImageBitmap(made.at(-1), {resizeWidth: Math.max(width, 1), resizeHeight: Math.max(height, 1), resizeQuality: 'medium',
        premultiplyAlpha: 'none', colorSpaceConversion: 'none'}));
    }
    levels.set(image, made);
  }
  texture.mipmaps = levels.get(image);
  texture.generateMipmaps = false;
}

export const placeOf = (object) => new THREE.Vector3().setFromMatrixPosition(object.matrixWorld);

export function disposeAll(root) {
  root.traverse((object) => {
    object.geometry?.dispose();
    for (const material of [object.material ?? []].flat()) {
      for (const value of Object.values(material)) if (value?.isTexture) value.dispose();
      material.dispose();
    }
  });
}
