// Two versions of an avatar: side by side, moving in step, with the changes in words.
import {say, wordOf} from '../report/text.js';
import {ask, Stopped} from './ask.js';
import {showOther} from './avatar.js';
import {$, badged, make} from './elements.js';
import {checked, isAnimation, isReadable} from './files.js';
import {own, state, tell} from './state.js';

const LISTED = 200; // changes, or findings of a kind
const KINDS = ['new', 'fixed', 'moved', 'changes'];

const nameOf = ({path}) => path.split('/').at(-1);

export function forgetOther() {
  state.twin?.clear();
  for (const part of ['other', 'own-name', 'changes', 'compare-with']) $(part).hidden = true;
  $('changed').replaceChildren();
}

/** Returns two versions as {before, after}, by their dates; those of the same date in the given order. */
export function inOrder(one, other) {
  const [before, after] = [one, other].sort((a, b) => a.blob.lastModified - b.blob.lastModified);
  return {before, after};
}

/** Returns the avatar with which another one may be compared: the one dropped with it, or the one that was open before; null if none. */
export function otherOf(entry) {
  const together = state.entries.filter((one) => !isAnimation(one));
  return together.length === 2 && together.includes(entry) ? together.find((one) => one !== entry) : state.previous;
}

/** Shows the other version of the open avatar, if there is one; if another avatar could be one, offers to compare it. */
export async function compareVersions() {
  const {entry, pair, language} = state;
  const wanted = () => entry === state.entry && pair === state.pair;
  const candidate = otherOf(entry);
  const offers = pair === null && candidate !== null && candidate !== entry && state.bones === null && isReadable(entry) && candidate.readable === true;
  $('compare-with').hidden = !offers;
  if (offers) $('compare-with').textContent = own().compareWith(nameOf(candidate));
  if (pair === null || (entry !== pair.before && entry !== pair.after)) return;
  const other = entry === pair.before ? pair.after : pair.before;
  try {
    await checked(other);
    const diff = await ask('diff', pair.before, pair.after, language);
    if (!wanted()) return;
    const drawn = state.other === other;
    state.other = other;
    $('own-name').hidden = false;
    describeVersions(diff);
    if (!drawn && state.view?.show !== undefined && !$('stage').hidden) await showOther(other, wanted);
  } catch (error) {
    if (wanted() && !(error instanceof Stopped)) tell(own().failed(error.message), true);
  }
}

function describeVersions(diff) {
  const {before, after} = state.pair;
  const label = (file) => `${file === before ? own().older : own().newer}${own().colon}${nameOf(file)}`;
  $('own-name').textContent = label(state.entry);
  $('other-name').textContent = label(state.other);
  $('changes').hidden = false;
  $('changed-files').textContent = own().fromTo(nameOf(before), nameOf(after));
  const parts = KINDS.filter((kind) => diff[kind].length > 0).map((kind) => {
    const {length} = diff[kind];
    return make('details', {open: length <= 30}, make('summary', null, own().news[kind](length)),
      make('ul', null, diff[kind].slice(0, LISTED).map(({severity, message}) => badged(severity, severity && wordOf(severity), message)),
        length > LISTED && make('li', null, say('AND_MORE_COUNT', {count: length - LISTED}))));
  });
  $('changed').replaceChildren(...(parts.length > 0 ? parts : [make('p', null, diff.state === 'same' ? own().sameBytes : own().sameAvatar)]));
}
