// Fixing a file, and what comes of it.
import {ask} from './ask.js';
import {$, make, save} from './elements.js';
import {own, said, state, tell} from './state.js';

export async function fix() {
  const {entry} = state;
  tell(own().fixing);
  $('fix').disabled = true;
  try {
    const fixed = await ask('fix', entry.key, state.changes, state.language);
    if (entry !== state.entry) return;
    const items = (list, wordOf) => {
      const made = make('ul');
      made.append(...list.map((one) => {
        const item = make('li');
        item.append(make('span', one.message), make('span', ` (${wordOf(one)})`, {className: 'quiet'}));
        for (const {before, after} of one.changes ?? []) {
          const change = make('pre');
          if (before !== '') change.append(make('del', before.slice(0, 2000)));
          if (after !== '') change.append(make('ins', after.slice(0, 2000)));
          item.append(change);
        }
        return item;
      }));
      return made;
    };
    $('fixed').replaceChildren(make('p', fixed.fixed.length === 0 ? said().nothingToFix : own().fixed(fixed.fixed.length)),
      items(fixed.fixed, (one) => said()[one.fix] ?? one.fix));
    if (fixed.left.length > 0) $('fixed').append(make('h4', own().left), items(fixed.left, (one) => one.why));
    tell(fixed.fixed.length === 0 ? said().nothingToFix : own().fixed(fixed.fixed.length));
    if (fixed.bytes === null) $('save-fixed').hidden = true;
    else save($('save-fixed'), entry.path, fixed.bytes, '.fixed');
  } catch (error) {
    tell(own().trouble(error.message), true);
  } finally {
    $('fix').disabled = false;
  }
}
