// Other numbers for springs: what they make of the findings and of the motion.
import {ask} from './ask.js';
import {$, make, options, save} from './elements.js';
import {move} from './motion.js';
import {numbers} from './numbers.js';
import {own, state, tell, textsOf} from './state.js';

const RANGES = {stiffness: [0, 4, 0.05], drag: [0, 1, 0.01], gravity: [0, 2, 0.02], radius: [0, 0.2, 0.002]};

export function tellSprings() {
  $('trying').hidden = !(state.springs?.length > 0);
  if ($('trying').hidden) return;
  options($('springs'), state.springs.map((_, index) => String(index)), (index) => own().springName(index, state.springs[index].name));
  tellSliders();
}

export function tellSliders() {
  const spring = $('springs').value;
  $('sliders').replaceChildren(...numbers.map((number) => {
    const [low, high, step] = RANGES[number];
    const value = state.changes?.[spring]?.[number] ?? state.springs[spring]?.values[number] ?? 0;
    const row = make('div', undefined, {className: 'slider'});
    const input = make('input', undefined, {type: 'range', id: `try-${number}`, min: low, max: Math.max(high, value), step});
    input.value = String(value);
    const output = make('output', String(value));
    output.setAttribute('for', input.id);
    input.addEventListener('input', () => {
      output.textContent = input.value;
      state.changes = {...state.changes, [spring]: {...state.changes?.[spring], [number]: Number(input.value)}};
      tryLater();
    });
    const label = make('label', own()[number]);
    label.htmlFor = input.id;
    row.append(label, input, output);
    return row;
  }));
}

let timer;
function tryLater() {
  clearTimeout(timer);
  timer = setTimeout(tryNumbers, 120);
}

export async function tryNumbers() {
  const {entry, changes} = state;
  if (changes === undefined) {
    Object.assign(state, {tried: null});
    $('compared').hidden = true;
    $('save-tried').hidden = true;
  } else {
    const tried = await ask('check', entry.key, changes, state.language).catch(() => null);
    if (entry !== state.entry || changes !== state.changes || tried === null) return;
    state.tried = tried;
    compare();
    save($('save-tried'), entry.path, await ask('bytes', entry.key, changes), '.tried');
  }
  if (state.view?.trajectories?.length > 0) await move();
}

/** What comes and goes with other numbers, side by side. */
export function compare() {
  const [before, after] = [state.entry.report, state.tried].map((made) => textsOf(made).findings);
  const key = ({fingerprint, rule, pointer}) => fingerprint ?? `${rule} ${pointer}`;
  const lists = [[before, after, own().gone, $('before')], [after, before, own().fresh, $('after')]];
  const counts = lists.map(([mine, others, mark, list]) => {
    const known = new Set(others.map(key));
    const changed = mine.filter((finding) => !known.has(key(finding)));
    list.replaceChildren(...(changed.length === 0 ? [make('li', own().sameFindings)] : changed.slice(0, 100).map((finding) => {
      const item = make('li', undefined, {className: finding.severity});
      item.append(make('span', mark, {className: 'severity'}), make('span', finding.message));
      return item;
    })));
    return changed.length;
  });
  $('compared').hidden = false;
  tell(own().told(...counts));
}

// ---- fixing and saving ----
