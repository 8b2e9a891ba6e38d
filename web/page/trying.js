// Other numbers for springs: how they change the findings and the motion.
import {clean} from '../report/text.js';
import {ask, Stopped} from './ask.js';
import {$, badged, make, options} from './elements.js';
import {offerAvatar} from './fixing.js';
import {move} from './motion.js';
import {numbers} from './numbers.js';
import {own, state, tell, textsOf} from './state.js';

const RANGES = {stiffness: [0, 4, 0.05], drag: [0, 1, 0.01], gravity: [0, 2, 0.02], radius: [0, 0.2, 0.002]};

export function listSprings() {
  $('trying').hidden = state.springs.length === 0;
  if ($('trying').hidden) return;
  options($('springs'), state.springs.map((_, index) => String(index)), (index) => own().springName(index, state.springs[index].name));
  if ($('sliders').childElementCount === 0 || $('sliders').lang !== state.language) listSliders();
}

export function listSliders() {
  const spring = $('springs').value;
  $('sliders').lang = state.language;
  $('sliders').replaceChildren(...numbers.map((number) => {
    const [low, high, step] = RANGES[number];
    const value = state.changes?.[spring]?.[number] ?? state.springs[spring]?.values[number] ?? 0;
    const input = make('input', {type: 'range', id: `try-${number}`, min: low, max: Math.max(high, value), step, value});
    const output = make('output', {for: input.id}, String(Number(value.toPrecision(4)))); // 0.35, not 0.349999994
    input.addEventListener('input', () => {
      output.textContent = input.value;
      state.changes = {...state.changes, [spring]: {...state.changes?.[spring], [number]: Number(input.value)}};
      offerOthers();
      tryLater();
    });
    return make('div', 'slider', make('label', {for: input.id}, own()[number]), input, output);
  }));
  offerOthers();
}

/** Returns the springs that have the name of the chosen one. */
const namesakes = () => state.springs.map((_, index) => index).filter((index) => state.springs[index].name === state.springs[$('springs').value]?.name);

/** Offers to apply the changed numbers of the chosen spring to others too. */
function offerOthers() {
  const changed = state.changes?.[$('springs').value] !== undefined;
  const {name} = state.springs[$('springs').value] ?? {};
  const alike = namesakes().length;
  const all = state.springs.length;
  $('to-name').hidden = !changed || !name || alike < 2 || alike === all;
  $('to-all').hidden = !changed || all < 2;
  if (!$('to-name').hidden) $('to-name').textContent = own().toName(alike, clean(name, 60));
  if (!$('to-all').hidden) $('to-all').textContent = own().toAll(all);
}

/** Applies the changed numbers of the chosen spring to all springs, or to those of its name. */
function applyTo(springs) {
  const changed = state.changes?.[$('springs').value];
  state.changes = {...state.changes, ...Object.fromEntries(springs.map((spring) => [spring, {...state.changes?.[spring], ...changed}]))};
  return tryNumbers();
}

$('to-name').addEventListener('click', () => applyTo(namesakes()));
$('to-all').addEventListener('click', () => applyTo([...state.springs.keys()]));

let timer;
function tryLater() {
  clearTimeout(timer);
  timer = setTimeout(tryNumbers, 120);
}

export function stopTrying() {
  clearTimeout(timer);
}

/** Checks the file with the numbers that are set, and sends the event "tried". */
export async function tryNumbers() {
  stopTrying();
  const {base, changes} = state;
  const current = () => base === state.base && changes === state.changes;
  try {
    const tried = changes === undefined ? null : await ask('check', base, changes, state.language);
    const bytes = changes === undefined ? null : await ask('bytes', base, changes);
    if (!current()) return;
    state.tried = tried;
    offerAvatar(bytes);
    $('sliders').dispatchEvent(new Event('tried'));
    if (state.view?.trajectories?.length > 0) await move();
  } catch (error) {
    if (current() && !(error instanceof Stopped)) tell(own().failed(error.message), true);
  }
}

/**
 * Returns the places of a finding, as keys. A folded finding stands for more places than its own: those related places that
 * differ from it only in numbers. Unknown ones, after the first hundred, count as one more place of the rule each.
 */
function placesOf({rule, pointer, more = 0, related}) {
  const shapeOf = (text) => text.replace(/\d+/g, '#');
  const others = more === 0 ? [] : related.filter((one) => shapeOf(one.pointer) === shapeOf(pointer)).slice(0, more).map((one) => one.pointer);
  return [pointer, ...others, ...Array.from({length: more - others.length}, () => '')].map((place) => `${rule} ${place}`);
}

/** Returns the findings that have places which the others don't have, and how many: [finding, count]. */
export function lost(findings, others) {
  const known = new Map();
  for (const place of others.flatMap(placesOf)) known.set(place, (known.get(place) ?? 0) + 1);
  return findings.map((finding) => [finding, placesOf(finding).filter((place) => {
    const left = known.get(place) ?? 0;
    if (left > 0) known.set(place, left - 1);
    return left === 0;
  }).length]).filter(([, count]) => count > 0);
}

/** Lists what the other numbers cure and what they cause, side by side, and counts joints and places. */
export function compare() {
  const [before, after] = [state.base.report, state.tried].map((made) => textsOf(made).findings);
  const lists = [[before, after, own().gone, $('before')], [after, before, own().fresh, $('after')]];
  const counts = lists.map(([mine, others, mark, list]) => {
    const changed = lost(mine, others);
    list.replaceChildren(...(changed.length === 0 ? [make('li', null, own().sameFindings)]
      : changed.slice(0, 100).map(([{severity, message}, count]) => badged(severity, count > 1 ? `${mark}${own().colon}${count}` : mark, message))));
    return changed.reduce((sum, [, count]) => sum + count, 0);
  });
  const springs = Object.keys(state.changes ?? {}).map((index) => state.springs[index]).filter((spring) => spring !== undefined);
  $('compared').hidden = false;
  $('told').textContent = own().told({joints: springs.reduce((sum, {joints}) => sum + joints, 0), springs: springs.length}, ...counts);
  tell($('told').textContent);
}
