// The list of many files: one line per file, which opens; with search, filters and sorting.
import {pictureOf} from './drawing.js';
import {pathName} from './file.js';
import {make, nameOf, paragraph, say, select} from './text.js';

const TOTALS = {e: 'FIX', w: 'LOOK', i: 'ADVICE', f: 'FINE', n: 'NOTHING', t: 'UNREADABLE'};
const LEVELS = {'': 'ANY', e: 'FIX', w: 'LOOK', i: 'ADVICE', f: 'NOTHING', t: 'UNREADABLE'};
const COUNTS = ['e', 'w', 'i'];
const familyOf = (rule) => rule.slice(0, rule.indexOf('/') + 1);

/** Makes the parts of a path: the folders, and the file name. */
export function namesOf(path) {
  const whole = pathName(path);
  const at = path === '-' ? 0 : whole.lastIndexOf('/') + 1;
  return [at > 0 && make('span', 'path', nameOf(whole.slice(0, at))), nameOf(whole.slice(at))];
}

function rowOf(file, number) {
  const counts = file.counts.map((count, i) => make('span', `n${count === 0 ? ' none' : ''}`, String(count),
    make('span', 'aside', ` ${say(`PAGE_COUNT_${['FIX', 'LOOK', 'ADVICE'][i]}`)}`)));
  const article = make('article', {id: `a${number}`, class: 'file'}, make('details', null, make('summary', null, make('span', 'small'),
    make('span', 'line', make('span', 'who', namesOf(file.path), ' ', make('span', `verdict ${file.state}`, file.verdict),
      file.generator ? make('span', 'by', nameOf(file.generator)) : null), counts)), make('p', 'meaning', file.meaning)));
  return article;
}

/** Returns how many files, or findings, of each rule or family there are: [[name, count]]. */
function tally(files, nameOfRule, each) {
  const counts = new Map();
  for (const {rules} of files) {
    for (const name of new Set(Object.keys(rules).map(nameOfRule))) counts.set(name, (counts.get(name) ?? 0) + each);
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Makes the list. files: a line each; texts: for the search; openFile(number): a file's report; dataOf(number): data or null. shown() of the result returns the numbers of the files in the list, in order. */
export function fileList(files, texts, openFile, dataOf) {
  const lines = files.map((file, i) => ({file, text: texts[i].toLowerCase(), article: rowOf(file, i + 1), number: i + 1}));
  const list = make('div', {class: 'files', id: 'files'}, lines.map(({article}) => article));
  const rules = tally(files, (rule) => rule, 1);
  const families = tally(files, familyOf, 1);
  const status = make('p', {id: 'shown', role: 'status'});
  const byFamily = make('button', {type: 'button', 'data-sort': 'family', hidden: true}, say('PAGE_MOST_FIRST'));
  const familyPart = select('family', 'PAGE_FAMILY',
    [['', say('PAGE_ANY_FAMILY')], ...families.map(([name, count]) => [name, `${name.slice(0, -1)} (${count})`])]);
  familyPart.append(' ', byFamily);
  const filters = make('div', {class: 'filter', id: 'filter'},
    make('p', null, make('label', {for: 'find'}, say('PAGE_FIND')), make('input', {id: 'find', type: 'search'})),
    select('level', 'PAGE_LEVEL', Object.entries(LEVELS).map(([value, name]) => [value, say(`PAGE_LEVEL_${name}`)])), familyPart,
    select('rule', 'PAGE_HEAD_RULE', [['', say('PAGE_ANY_RULE')], ...rules.map(([name, count]) => [name, `${name} (${count})`])]), status);
  const heads = make('div', {class: 'heads', id: 'heads'}, make('span', 'aside', say('PAGE_SORT_BY')),
    [['name', 'PAGE_FILE'], ['e', 'PAGE_TO_FIX'], ['w', 'PAGE_TO_LOOK_AT'], ['i', 'PAGE_IS_ADVICE']]
      .map(([key, name]) => make('button', {type: 'button', 'data-sort': key, 'aria-pressed': String(key === 'name')}, say(name))));
  const valueOf = (id) => filters.querySelector(`#${id}`).value;
  const ofFamily = ({rules: own}, family) => Object.entries(own).reduce((sum, [rule, count]) => sum + (familyOf(rule) === family ? count : 0), 0);
  const hasLevel = ({state, counts}, level) => (COUNTS.includes(level) ? counts[COUNTS.indexOf(level)] > 0
    : level === '' || level === state || (level === 'f' && state === 'n'));

  /** Shows only the findings in an open file that match the filter. */
  function filterFindings({article}, {level, family, rule}) {
    for (const group of article.querySelectorAll('.todo .group')) {
      const items = [...group.querySelectorAll('.f')];
      for (const item of items) {
        const own = item.dataset.rule;
        item.hidden = !((rule === '' || own === rule) && (family === '' || familyOf(own) === family)
          && (!COUNTS.includes(level) || item.classList.contains(level)));
      }
      group.hidden = items.every((item) => item.hidden);
    }
  }

  const wanted = () => ({level: valueOf('level'), family: valueOf('family'), rule: valueOf('rule')});

  function filter() {
    const words = valueOf('find').toLowerCase().split(/\s+/).filter((word) => word !== '');
    const now = wanted();
    let shown = 0;
    byFamily.hidden = now.family === '';
    if (byFamily.getAttribute('aria-pressed') === 'true' && byFamily.dataset.family !== now.family) {
      sort(byFamily.hidden ? heads.querySelector('[data-sort=name]') : byFamily, true);
    }
    for (const line of lines) {
      const {file, text, article} = line;
      article.hidden = !(hasLevel(file, now.level) && (now.family === '' || ofFamily(file, now.family) > 0)
        && (now.rule === '' || Object.hasOwn(file.rules, now.rule)) && words.every((word) => text.includes(word)));
      shown += article.hidden ? 0 : 1;
      if (!article.hidden && article.firstChild.open) filterFindings(line, now);
    }
    status.textContent = say(shown === files.length ? 'PAGE_SHOWN_ALL' : 'PAGE_SHOWN', {shown, count: files.length});
  }

  function sort(button, anew) {
    const key = button.dataset.sort;
    const again = !anew && button.getAttribute('aria-pressed') === 'true';
    const family = valueOf('family');
    const numberOf = ({file}) => (key === 'family' ? ofFamily(file, family) : file.counts[COUNTS.indexOf(key)]);
    const down = again ? !button.classList.contains('down') : key !== 'name';
    button.dataset.family = family;
    const order = [...lines].sort((a, b) => {
      const by = key === 'name' ? a.number - b.number : numberOf(a) - numberOf(b);
      return (down ? -by : by) || a.number - b.number;
    });
    for (const other of [...heads.querySelectorAll('button'), byFamily]) {
      other.setAttribute('aria-pressed', String(other === button));
      other.classList.toggle('down', other === button && down);
    }
    list.append(...order.map(({article}) => article));
  }

  let waiting = 0;
  filters.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(filter, 80);
  });
  for (const button of [...heads.querySelectorAll('button'), byFamily]) button.addEventListener('click', () => sort(button));
  for (const line of lines) {
    line.article.addEventListener('input', () => filterFindings(line, wanted())); // a part was chosen in it
    line.open = () => {
      if (line.article.querySelector('.avatar') === null) line.article.firstChild.append(openFile(line.number));
      filterFindings(line, wanted());
    };
    line.article.firstChild.addEventListener('toggle', ({target}) => target.open && line.open());
  }
  const seen = new IntersectionObserver((entries) => entries.filter(({isIntersecting}) => isIntersecting).forEach(({target}) => {
    seen.unobserve(target);
    const picture = pictureOf(dataOf(Number(target.id.slice(1)))?.shown ?? {});
    if (picture !== null) target.querySelector('.small').append(picture);
  }));
  lines.forEach(({article}) => seen.observe(article));
  filter();
  const shown = () => [...list.children].filter((article) => !article.hidden).map((article) => Number(article.id.slice(1)));
  return {parts: files.length > 0 ? [filters, heads, list] : [], shown, open: (number) => {
    const line = lines[number - 1];
    if (line === undefined) return;
    line.article.firstChild.open = true;
    line.open();
  }};
}

/** Makes the head of the page: the verdict over all files. */
export function totalsHead(files, fixable) {
  const count = (state) => files.filter((file) => file.state === state).length;
  return make('header', null, make('h1', null, say('FILES_CHECKED', {count: files.length})),
    make('ul', 'totals', Object.entries(TOTALS).filter(([state]) => count(state) > 0)
      .map(([state, name]) => make('li', `verdict ${state}`, say(`PAGE_TOTAL_${name}`, {count: count(state)})))),
    fixable > 0 && paragraph(null, 'FIX_CHECK_HINT', {count: fixable, path: 'PATH...'}));
}
