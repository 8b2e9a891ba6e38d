// The file that is open, drawn.
import {say, wordOf} from '../report/text.js';
import {ask} from './ask.js';
import {choose} from './findings.js';
import {$, make} from './elements.js';
import {own, shownReport, state, textsOf} from './state.js';
import {listSprings} from './trying.js';

const JOINTS = 3000; // that are moved

async function theView() {
  if (state.view === null) {
    const {View, MOST} = await import('./view.js');
    try {
      state.view ??= Object.assign(new View($('stage'), own().stage, (finding) => choose(finding, true)), {most: MOST});
    } catch {
      state.view = {}; // no WebGL
      $('stage').replaceChildren(make('p', own().noView));
    }
  }
  return state.view;
}

/** What of a file is above the limits of the drawing, in words; empty if nothing is. */
function excess(size, most) {
  return Object.keys(most).filter((name) => size[name] > most[name])
    .map((name) => own().most[name](size[name].toLocaleString(state.language), most[name].toLocaleString(state.language)));
}

/** What the colours of the drawing mean. */
function legend() {
  const parts = [['spec', say('PAGE_KEY_CHAINS')], ['collider', `${say('PAGE_KEY_COLLIDERS')}, ${say('PAGE_KEY_LIMITS')}`],
    ...['error', 'warning', 'info'].map((severity) => [`mark-${severity}`, wordOf(severity)])];
  return parts.map(([name, text]) => {
    const part = make('span', undefined, {className: 'part'});
    part.append(make('span', undefined, {className: `swatch ${name}`}), ` ${text} `);
    return part;
  });
}

/** Draws the version that is open. */
export async function show() {
  const {base} = state;
  const {springs, size} = await ask('parts', base);
  if (base !== state.base) return;
  state.springs = springs;
  listSprings();
  const view = await theView();
  if (view.show === undefined || base !== state.base) return;
  const beyond = size === null ? [] : excess(size, view.most);
  const {bytes, beside} = size === null || !size.tree || beyond.length > 0 ? {bytes: null, beside: {}} : await ask('shown', base);
  if (base !== state.base) return;
  const whole = await view.show(bytes, beside);
  if (base !== state.base) return;
  const something = mark();
  $('stage').hidden = !something;
  view.frame(textsOf(state.base.report).shown.drawing?.facesBack ?? false);
  $('legend').replaceChildren(...(whole || something ? legend() : []));
  $('key').textContent = beyond.length > 0 ? own().tooMuch(beyond) : whole ? ''
    : something ? own().notShown : own().nothingDrawn;
  const joints = textsOf(base.report).figures?.['spring-joints'] ?? 0;
  $('motion').hidden = springs.length === 0 || !something || joints > JOINTS || size.nodes > view.most.nodes;
}

/** Draws the bones and findings of the report that is shown; false if there is nothing to draw. */
export function mark() {
  const {shown, findings} = textsOf(shownReport());
  return state.view?.mark?.(shown.drawing ?? null, findings) ?? false;
}
