// What the page knows, and the words in which it says it.
import {$} from './elements.js';
import {words} from './words.js';

const asked = new URL(location.href).searchParams.get('lang');
export const state = {
  language: asked === 'ja' || asked === 'en' ? asked : (navigator.languages ?? ['en']).find((name) => /^(ja|en)\b/.test(name))?.slice(0, 2) ?? 'en',
  said: {}, // the command's words, by language
  rules: {}, // by language: promises of what is said of them, by id
  entries: [],
  entry: null,
  chosen: null,
  view: null,
  changes: undefined,
  playing: false,
  step: 0,
};
export const own = () => words[state.language];
export const said = () => state.said[state.language] ?? {};

export function tell(text, trouble = false) {
  $('status').textContent = text;
  $('status').classList.toggle('trouble', trouble);
}

/** What a report says, in the language of the page where it is there. */
export const textsOf = ({texts}) => texts[state.language] ?? Object.values(texts)[0];
