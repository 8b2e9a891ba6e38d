// Other numbers for springs: how they change the findings and the motion.
import {ask, Stopped} from './ask.js';
import {$, badged, make, options, save, unsave} from './elements.js';
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
      tryLater();
    });
    return make('div', 'slider', make('label', {for: input.id}, own()[number]), input, output);
  }));
}

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
    if (bytes === null) unsave($('save-tried'));
    else save($('save-tried'), base.path, bytes, '.tried');
    $('sliders').dispatchEvent(new Event('tried'));
    if (state.view?.trajectories?.length > 0) await move();
  } catch (error) {
    if (current() && !(error instanceof Stopped)) tell(own().failed(error.message), true);
  }
}

/** Lists the findings that appear and disappear with other numbers, side by side. */
export function compare() {
  const [before, after] = [state.base.report, state.tried].map((made) => textsOf(made).findings);
  const key = ({fingerprint, rule, pointer}) => fingerprint ?? `${rule} ${pointer}`;
  const lists = [[before, after, own().gone, $('before')], [after, before, own().fresh, $('after')]];
  const counts = lists.map(([mine, others, mark, list]) => {
    const known = new Set(others.map(key));
    const changed = mine.filter((finding) => !known.has(key(finding)));
    list.replaceChildren(...(changed.length === 0 ? [make('li', null, own().sameFindings)]
      : changed.slice(0, 100).map(({severity, message}) => badged(severity, mark, message))));
    return changed.length;
  });
  $('compared').hidden = false;
  tell(own().told(...counts));
}
