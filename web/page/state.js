// The state of the page, and the words that it uses.
import {$} from './elements.js';
import {words} from './words.js';

const asked = new URL(location.href).searchParams.get('lang');
/** Returns the state without an open file. It is reset as a whole when another file is opened. */
const nothing = () => ({
  entry: null, // the file in the list
  base: null, // the version on which numbers are tried: the entry, or its fixed version
  changes: undefined, // numbers that are tried on the base
  tried: null, // the report with these numbers
  steps: [], // the fixes that were made: {base, changes} before it, and what it {fixed} and {left}
  springs: [],
  joints: 0, // number of spring joints
  bones: null, // for an animation: the nodes of its bones
  places: [], // for an animation: where and when its findings are
  other: null, // the version that the file is compared with
  fit: null, // how the played animation fits
  chosen: null, // index of a finding
  step: 0,
});
export const state = {
  language: asked === 'ja' || asked === 'en' ? asked : (navigator.languages ?? ['en']).find((name) => /^(ja|en)\b/.test(name))?.slice(0, 2) ?? 'en',
  said: {}, // the command's words, by language
  rules: {}, // by language: promises of the texts of rules, by id
  symptoms: {}, // by language: promises of the table of symptoms
  entries: [],
  animations: [], // the entries that are animations
  avatar: null, // the last open file that isn't an animation
  previous: null, // the avatar of the previous drop
  pair: null, // two versions of an avatar, {before, after}
  view: null,
  twin: null, // a view of the other version
  playing: false,
  ...nothing(),
};
export const own = () => words[state.language];
export const forgetState = () => Object.assign(state, nothing());

export function tell(text, failed = false) {
  $('status').textContent = text;
  $('status').classList.toggle('failed', failed);
}

/** Returns the texts of a report, in the page's language if they are available. */
export const textsOf = ({texts}) => texts[state.language] ?? Object.values(texts)[0];

/** Returns the report that the page shows: the one with other numbers, if some are tried. */
export const shownReport = () => state.tried ?? state.base.report;
