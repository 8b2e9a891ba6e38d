// The materials of a file: colours as swatches, transparency, textures by size; and a bar that shows how its bytes are used.
import {clean, make, nameOf, say} from './text.js';

const PARTS = 12; // materials that have a part of the bar of their own
const COLOURS = 12; // that parts take in turn: p0 to p11 in report.css
const BAR = 1000;
const COLOUR_NAMES = {base: 'PAGE_BASE_COLOUR', shade: 'PAGE_SHADE_COLOUR', rim: 'PAGE_RIM_COLOUR', outline: 'PAGE_OUTLINE_COLOUR'};
const SPENT = {otherImages: 'PAGE_OTHER_IMAGES', meshes: 'PAGE_MESHES', morphs: 'PAGE_MORPHS', animations: 'PAGE_ANIMATIONS', json: 'PAGE_JSON'};

const megabytes = (bytes) => say('PAGE_MEGABYTES', {megabytes: Number((bytes / 1e6).toPrecision(2))});
const materialName = ({name, index}) => (name === undefined ? say('PAGE_MATERIAL', {index}) : nameOf(name));
const swatch = (size, fill) => make('svg', {class: 'swatch', viewBox: '0 0 20 20', width: size, height: size, 'aria-hidden': 'true'},
  make('rect', {width: 20, height: 20, ...fill}));

const texture = ({slot, name, image, width, height, format, bytes}) => make('tr', null, make('td', null, make('code', null, clean(slot ?? ''))),
  make('td', null, name === undefined ? say('PAGE_IMAGE', {index: image}) : nameOf(name)),
  make('td', null, width > 0 ? `${width}\u00A0\u00D7\u00A0${height}` : ''), make('td', null, format ?? ''),
  make('td', 'n', bytes > 0 ? megabytes(bytes) : ''));

function materialItem(material) {
  const {kind, alphaMode, textures, moreTextures} = material;
  return make('li', 'material', make('p', null, make('strong', null, materialName(material)), ' ', make('span', 'at', `${kind}, ${clean(alphaMode)}`)),
    make('ul', 'swatches', Object.keys(COLOUR_NAMES).filter((name) => material[name] !== undefined).map((name) => make('li', null,
      swatch(20, {fill: material[name]}), ` ${say(COLOUR_NAMES[name])} `, make('code', null, material[name])))),
    textures.length === 0 ? make('p', 'at', say('PAGE_NO_TEXTURES')) : make('table', null, make('tbody', null, textures.map(texture))),
    moreTextures > 0 && make('p', 'at', say('AND_MORE_COUNT', {count: moreTextures})));
}

function bar({materials, otherMaterials, ...spent}) {
  const rest = materials.slice(PARTS).reduce((sum, {bytes}) => sum + bytes, otherMaterials);
  const parts = [...materials.slice(0, PARTS).map((material) => [[say('PAGE_TEXTURES_OF'), ' ', materialName(material)], material.bytes]),
    [[say('PAGE_OTHER_MATERIALS')], rest], ...Object.entries(SPENT).map(([name, text]) => [[say(text)], spent[name]])].filter(([, bytes]) => bytes > 0);
  const sum = parts.reduce((total, [, bytes]) => total + bytes, 0);
  let at = 0;
  const place = (bytes) => {
    const width = (bytes / sum) * BAR;
    at += width;
    return {x: (at - width).toFixed(1), width: width.toFixed(1)};
  };
  return sum === 0 ? [] : [make('h3', null, say('PAGE_BYTES')),
    make('svg', {class: 'bytes', viewBox: `0 0 ${BAR} 24`, preserveAspectRatio: 'none', 'aria-hidden': 'true'},
      parts.map(([, bytes], i) => make('rect', {class: `p${i % COLOURS}`, height: 24, ...place(bytes)}))),
    make('ul', 'legend', parts.map(([name, bytes], i) => make('li', null, swatch(14, {class: `p${i % COLOURS}`}), ' ', name, `: ${megabytes(bytes)}`)))];
}

export function materialsPart(shown) {
  const {count, materials} = shown;
  return make('details', 'materials', make('summary', null, say('PAGE_MATERIALS', {count})), bar(shown),
    make('ul', 'palette', materials.map(materialItem)),
    count > materials.length && make('p', 'at', say('AND_MORE_COUNT', {count: count - materials.length})));
}
