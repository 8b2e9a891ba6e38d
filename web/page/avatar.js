// The drawing of the open file.
import {say, wordOf} from '../report/text.js';
import {ask} from './ask.js';
import {choose} from './findings.js';
import {$, make, options} from './elements.js';
import {own, shownReport, state, textsOf} from './state.js';
import {listSprings} from './trying.js';

const JOINTS = 3000; // joints that are moved at most
const EXPRESSIONS = 500; // expressions that can be chosen

async function theView() {
  if (state.view === null) {
    const {View, MOST} = await import('./view.js');
    try {
      state.view ??= Object.assign(new View($('stage'), own().stage, (finding) => choose(finding, true)), {most: MOST});
    } catch {
      state.view = {}; // no WebGL
      $('stage').replaceChildren(make('p', null, own().noView));
    }
  }
  return state.view;
}

/** Returns which limits of the drawing a file exceeds, in words; empty if none. */
function excess(size, most) {
  return Object.keys(most).filter((name) => size[name] > most[name])
    .map((name) => own().most[name](size[name].toLocaleString(state.language), most[name].toLocaleString(state.language)));
}

/** Shows a legend of the colours in the drawing. */
export function sayLegend() {
  const seen = (name) => !$('stage').hidden && state.view?.seen?.has(name);
  const words = (kinds) => kinds.filter(seen).map((kind) => say(`PAGE_KEY_${kind.toUpperCase()}`)).join(say('COMMA'));
  const parts = [['body', words(['bones'])], ['spec', seen('skeleton') ? say('PAGE_KEY_BONES') : words(['chains'])],
    ['collider', words(['colliders', 'limits'])],
    ...['error', 'warning', 'info'].filter(seen).map((severity) => [`mark-${severity}`, wordOf(severity)])].filter(([, text]) => text !== '');
  $('legend').replaceChildren(...parts.map(([name, text]) => make('span', 'part', make('span', `swatch ${name}`), ` ${text} `)));
}

/** Loads a version into a view. Returns the exceeded limits and whether it is shown as a whole; null if no longer wanted. */
async function load(view, file, size, wanted) {
  const beyond = size === null ? [] : excess(size, state.view.most);
  const {bytes, beside, expressions} = size === null || !size.tree || beyond.length > 0 ? {bytes: null, beside: {}} : await ask('shown', file);
  if (!wanted()) return null;
  const whole = await view.show(bytes, beside, expressions);
  return wanted() ? {beyond, whole} : null;
}

/** Shows the chosen expression. */
export function express() {
  for (const view of [state.view, state.twin]) view?.express?.($('expressions').value);
}

/** Lists the expressions that change what is drawn. */
export function listExpressions() {
  const names = state.view?.faces?.names().slice(0, EXPRESSIONS) ?? [];
  $('faces').hidden = names.length === 0;
  options($('expressions'), ['', ...names], (name) => name || own().noExpression);
  express();
}

/** Draws the other version beside the open one, seen by the same camera. */
export async function showOther(file, wanted) {
  const {size} = await ask('parts', file);
  if (!wanted() || state.view.show === undefined) return;
  $('other').hidden = false;
  if (state.twin === null) {
    const {View} = await import('./view.js');
    state.twin ??= new View($('stage-other'), own().stage, () => {});
    state.twin.follows(state.view);
  }
  const {twin, view} = state;
  if (await load(twin, file, size, wanted) === null) return;
  express();
  twin.mark(textsOf(file.report).shown.drawing ?? null, textsOf(file.report).findings);
  view.resize();
  twin.resize();
  view.frame(textsOf(state.base.report).shown.drawing?.facesBack ?? false);
}

/** Draws the open version. */
export async function show() {
  const {base} = state;
  const {springs, size, bones} = await ask('parts', base);
  const places = bones === null ? [] : await ask('places', base, textsOf(base.report).findings);
  if (base !== state.base) return;
  const joints = textsOf(base.report).figures?.['spring-joints'] ?? 0;
  Object.assign(state, {springs, bones, places, joints});
  $('sliders').replaceChildren();
  listSprings();
  const view = await theView();
  if (base !== state.base) return;
  if (view.show === undefined) {
    $('key').textContent = '';
    return;
  }
  const loaded = await load(view, base, size, () => base === state.base);
  if (loaded === null) return;
  const {beyond, whole} = loaded;
  const something = mark();
  listExpressions();
  view.frame(textsOf(state.base.report).shown.drawing?.facesBack ?? false);
  $('key').textContent = beyond.length > 0 ? own().tooMuch(beyond) : whole ? ''
    : something ? own().notShown : own().nothingDrawn;
  $('chosen-motion').hidden = bones !== null;
  $('engines').hidden = springs.length === 0;
  $('motion').hidden = (springs.length === 0 && bones === null && state.animations.length === 0) || !something
    || joints > JOINTS || size.nodes > view.most.nodes;
}

/** Draws the bones and findings of the shown report; returns false if there is nothing to draw. */
export function mark() {
  if (state.view?.mark === undefined) return false; // no WebGL
  const {shown, findings} = textsOf(shownReport());
  const bones = state.bones === null ? null : {nodes: state.bones, marks: state.places};
  const something = state.view.mark(bones === null ? shown.drawing ?? null : null, findings, bones);
  $('stage').hidden = !something;
  sayLegend();
  return something;
}
