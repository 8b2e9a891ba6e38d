// Words of the table of messages, strings of files made harmless, and elements of a page. Nothing here parses HTML.

const NAME_MOST = 160;
const SENTENCE_MOST = 1500;
const CONTROLS = new RegExp('[\\u0000-\\u001F\\u007F-\\u009F\\u061C\\u180E\\u200B\\u200E\\u200F\\u2028-\\u202E\\u2060-\\u206F\\uFEFF\\uFFF9-\\uFFFB'
  + '\\uFDD0-\\uFDEF\\uFFFE\\uFFFF\\u{1BCA0}-\\u{1BCA3}\\u{1D173}-\\u{1D17A}\\u{E0000}-\\u{E007F}]', 'gu');
const QUOTES = {"'": "'", '\u300C': '\u300D'};
let words = {};

export const setWords = (table) => { words = table; };

/** Returns a sentence of the table with its placeholders filled: {name}, and {count|one|many}, in which # is the number. */
export function say(name, values = {}) {
  const fill = (place, key, one, many) => {
    const value = values[key];
    return one === undefined ? String(value ?? place) : (value === 1 ? one : many).replaceAll('#', value);
  };
  return (words[name] ?? name).replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, fill);
}

const spelled = (letter) => {
  const code = letter.codePointAt(0);
  const hex = code.toString(16).toUpperCase();
  const short = {'\n': '\\n', '\t': '\\t', '\r': '\\r'}[letter];
  return short ?? (code < 0x80 ? `\\x${hex.padStart(2, '0')}` : code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\u{${hex}}`);
};

/** Returns a string with its control characters spelled out, shortened to a maximum length. */
export function clean(text, most = NAME_MOST) {
  const letters = [...String(text).slice(0, 2 * most + 2)];
  const cut = letters.length > most ? `${letters.slice(0, most).join('')}\u2026` : letters.join('');
  return cut.replace(CONTROLS, spelled);
}

/** Makes an element. attributes: an object, a class, or null; children: elements, texts, lists of them; others are skipped. */
export function make(tag, attributes, ...children) {
  const made = /^(svg|path|circle|rect|text|title|animate|g)$/.test(tag) ? document.createElementNS('http://www.w3.org/2000/svg', tag)
    : document.createElement(tag);
  const all = typeof attributes === 'string' ? {class: attributes} : attributes ?? {};
  for (const [name, value] of Object.entries(all)) {
    if (value === true) made.setAttribute(name, '');
    else if (value !== undefined && value !== false) made.setAttribute(name, value);
  }
  made.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false));
  return made;
}

/** Makes an element for a name of a file, isolated from the writing direction around it. */
export const nameOf = (text) => make('bdi', null, clean(text));

/** Returns the parts of a sentence; quoted names in it are isolated unless they are ASCII. */
export function sentence(text) {
  const whole = clean(text, SENTENCE_MOST);
  const parts = [];
  let from = 0;
  for (let at = 0; at < whole.length; at++) {
    const end = whole[at] in QUOTES ? whole.indexOf(QUOTES[whole[at]], at + 1) : -1;
    const name = whole.slice(at + 1, Math.max(end, 0));
    if (end >= 0 && [...name].some((letter) => letter > '~')) {
      parts.push(whole.slice(from, at + 1), make('bdi', null, name));
      from = end;
      at = end;
    }
  }
  return [...parts, whole.slice(from)];
}

/** Returns a name in the quotation marks of the language. */
export const quoted = (text) => (document.documentElement.lang === 'ja' ? `\u300C${clean(text, 60)}\u300D` : `'${clean(text, 60)}'`);

export const paragraph = (style, name, values) => make('p', style, sentence(say(name, values)));

/** Makes a labelled choice; options: [value, text]. */
export const select = (id, label, options) => make('p', null, make('label', {for: id}, say(label)), ' ',
  make('select', {id}, options.map(([value, text]) => make('option', {value}, text))));

export const letterOf = (severity) => ({error: 'e', warning: 'w', info: 'i'})[severity] ?? '';
export const wordOf = (severity) => say({error: 'PAGE_TO_FIX', warning: 'PAGE_TO_LOOK_AT', info: 'PAGE_IS_ADVICE'}[severity]);

/** Makes a paragraph with a link to a finding, by its number in the page. */
export const linkTo = (context, number) => make('p', 'at', make('a', {href: `#${context.id}f${number}`}, say('PAGE_SEE', {number})));
