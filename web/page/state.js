// What the page knows, and the words it uses.
import {$} from './elements.js';
import {words} from './words.js';

const asked = new URL(location.href).searchParams.get('lang');
/** What is known of the file that is open: forgotten as a whole when another is opened. */
const nothing = () => ({
  entry: null, // the file in the list
  base: null, // the version that numbers are tried on: the entry, or what fixing made of it
  changes: undefined, // numbers that are tried on the base
  tried: null, // the report with them
  springs: [],
  joints: 0, // of springs
  bones: null, // of an animation: the nodes of its bones
  places: [], // of an animation: where and when its findings are
  other: null, // the version that it is compared with
  fit: null, // how the animation that is played fits
  chosen: null, // index of a finding
  step: 0,
});
export const state = {
  language: asked === 'ja' || asked === 'en' ? asked : (navigator.languages ?? ['en']).find((name) => /^(ja|en)\b/.test(name))?.slice(0, 2) ?? 'en',
  said: {}, // the command's words, by language
  rules: {}, // by language: promises of the texts of rules, by id
  symptoms: {}, // by language: promises of the table of symptoms
  entries: [],
  animations: [], // the files among them that move avatars
  avatar: null, // the last file that was open and isn't one of these
  previous: null, // the one of the drop before
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

/** The texts of a report, in the language of the page if they are there. */
export const textsOf = ({texts}) => texts[state.language] ?? Object.values(texts)[0];

/** The report that the page shows: of the version with other numbers, if some are tried. */
export const shownReport = () => state.tried ?? state.base.report;
