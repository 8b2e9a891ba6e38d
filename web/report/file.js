// The report of one file: what to do, its drawing, its card, its materials, and what was checked.
import {cardPart} from './card.js';
import {drawingFigure, ringFigures} from './drawing.js';
import {contextOf, groupsOf, partOf, partOptions} from './findings.js';
import {materialsPart} from './materials.js';
import {curvesPart} from './motion.js';
import {stampsPart} from './stamps.js';
import {clean, make, nameOf, paragraph, say, select, sentence} from './text.js';

export const pathName = (path) => (path === '-' ? say('STANDARD_INPUT') : path);

const joined = (parts) => parts.flatMap((part, i) => (i === 0 ? [part] : [say('COMMA'), part]));

/** Makes a line for each app: what it does with the file. */
export function appLines({verdicts = []}) {
  return verdicts.map(({state, text}) => make('span', `loads ${state}`, text));
}

/** Makes the list of what was checked and what wasn't. validity: whether the file is valid, as a line; undefined if it wasn't judged. */
export function checkedPart({path, generator, extensions, unchecked, skipped, ignored = [], counts}, validity) {
  const pair = (name, ...content) => [make('dt', null, name), make('dd', null, ...content)];
  const version = (name, text) => (text !== '' ? ` ${clean(text)}` : name.startsWith('KHR_') ? '' : say('NO_VERSION'));
  const names = Object.entries(extensions).map(([name, text]) => make('span', null, nameOf(name), version(name, text)));
  return make('dl', 'checked', validity === undefined ? [] : pair(say('PAGE_VALIDITY'), sentence(validity)), names.length > 0 ? pair(say('PAGE_CHECKED'), joined(names)) : [],
    unchecked.length > 0 ? pair(say('PAGE_NOT_CHECKED'), joined(unchecked.map(nameOf))) : [],
    skipped.flatMap(({what, why}) => pair(sentence(say('PAGE_SKIPPED', {what})), sentence(why))),
    ignored.length > 0 ? pair(say('PAGE_IGNORED'), ignored.map(({count, rule, reason}) => sentence(say('PAGE_IGNORED_FOR', {count, rule, reason})))
      .flatMap((parts, i) => (i === 0 ? parts : ['; ', ...parts]))) : [],
    counts.known > 0 ? pair(say('PAGE_KNOWN'), say('FINDINGS', {count: counts.known})) : [],
    generator ? pair(say('PAGE_EXPORTED_BY'), nameOf(generator)) : [], pair(say('PAGE_FILE'), nameOf(pathName(path))));
}

/** Makes the parts on a file besides its findings. shown: data of src/report/shown_json.h; drawn: include the drawing. */
export function aboutParts(report, shown, context, drawn = true) {
  const pictures = [drawn && shown.drawing !== undefined ? drawingFigure(shown.drawing, context) : null,
    ...(shown.drawing === undefined ? [] : ringFigures(shown.drawing, context)),
    ...(shown.curves === undefined ? [] : [curvesPart(shown.curves, context)])].filter((part) => part !== null);
  const card = shown.card === undefined ? [] : [cardPart(shown.card)];
  const materials = shown.materials === undefined ? [] : [materialsPart(shown.materials)];
  return [pictures, [...card, ...materials, checkedPart(report, shown.validity)]];
}

function command(words, count, options, word) {
  return count > 0 && make('p', 'do', `${say(words, {count})} `, make('code', null, `vrmlint fix ${options}${clean(word, 1500)}`));
}

/** Makes the groups of findings, and a choice of a part of the avatar if they concern several. */
function groupsPart(id, findings, context) {
  const groups = make('div', null, groupsOf(context.order, context));
  const parts = partOptions(findings);
  if (parts.length < 3) return findings.length > 0 ? [groups] : [];
  const choice = make('div', 'filter', select(`${id}part`, 'PAGE_PART', parts));
  choice.addEventListener('input', ({target: {value}}) => {
    groups.replaceChildren(...groupsOf(context.order.filter((index) => value === '' || partOf(findings[index]) === value), context));
  });
  return [choice, groups];
}

/** Makes a file's report. data: {report, shown, left, fixable, word}, as src/report/html.c writes it; budgets: of platforms. */
export function filePart(id, {report, shown, left, fixable = [0, 0], word = ''}, ruleOf, budgets = []) {
  const context = contextOf(id, report, shown, ruleOf);
  const [pictures, parts] = aboutParts(report, shown, context);
  const rest = Object.entries(left).map(([rule, count]) => make('li', null, say('MORE_OF', {count, rule})));
  const todo = [make('p', null, appLines(shown)), shown.error === undefined ? null : make('p', null, sentence(shown.error)), command('PAGE_FIXES', fixable[0], '', word),
    command('PAGE_FIXES_MORE', fixable[1], '--unsafe ', word), groupsPart(id, report.findings, context), rest.length > 0 && make('ul', 'rest', rest),
    shown.undrawn && paragraph('at', 'PAGE_FULL_TO_DRAW')].flat().filter((part) => part);
  const two = todo.length > 0 && pictures.length > 0;
  // a drawing without other pictures stays visible while the page scrolls
  const still = pictures.length === 1 && pictures[0].classList.contains('drawing');
  const made = make('div', `avatar${two ? ' two' : ''}`, todo.length > 0 && make('div', 'todo', todo),
    pictures.length > 0 && make('div', `pictures${still ? ' still' : ''}`, pictures), stampsPart(budgets, report), parts);
  let lit = [];
  const light = ({target}) => { // highlights the marks of a finding while the pointer or focus is on it
    const finding = target.closest('.f');
    lit.forEach((mark) => mark.classList.remove('lit'));
    lit = finding === null ? [] : [...made.querySelectorAll(`a.m[href="#${finding.id}"]`)];
    lit.forEach((mark) => mark.classList.add('lit'));
  };
  for (const kind of ['mouseover', 'focusin']) made.addEventListener(kind, light);
  return made;
}
