// The page of --format html. It replaces the plain list, which stays if anything fails.
import {filePart} from './file.js';
import {pictureOf} from './drawing.js';
import {fileList, namesOf, totalsHead} from './list.js';
import {printAs} from './paper.js';
import {make, paragraph, say, setWords} from './text.js';

const plain = document.getElementById('plain');
const common = JSON.parse(document.getElementById('common').textContent);
const {files} = common;
const kept = new Map();
setWords(common.words);

function dataOf(number) {
  const element = document.getElementById(`data${number}`);
  if (!kept.has(number)) kept.set(number, element === null ? null : JSON.parse(element.textContent));
  return kept.get(number);
}

const ruleOf = async (id) => common.rules[id];
const openFile = (number) => {
  const data = dataOf(number);
  return data === null ? make('div', 'avatar', paragraph(null, 'PAGE_FULL')) : filePart(`a${number}`, data, ruleOf, common.budgets);
};
const notes = [...plain.querySelectorAll(':scope > .lost, :scope > .note')]; // not in the page of the scripts
let openLine = () => {};
let printedNumbers = () => [];

function single([file]) {
  const picture = pictureOf({card: dataOf(1)?.shown.card});
  const verdict = make('p', `verdict ${file.state}`, make('strong', null, file.verdict), ` ${file.meaning}`);
  return [make('header', null, picture, make('h1', null, namesOf(file.path)), verdict),
    make('main', {id: 'a1'}, notes, make('h2', 'aside', say('PAGE_WHAT_WAS_FOUND')), openFile(1))];
}

function many() {
  const texts = [...plain.querySelectorAll(':scope > article')].map((article, i) => `${article.textContent} ${files[i].generator ?? ''}`);
  const list = fileList(files, texts, openFile, dataOf);
  openLine = list.open;
  printedNumbers = list.shown;
  return [totalsHead(files, common.fixable), make('main', null, notes, make('h2', 'aside', say('PAGE_FILES')), list.parts)];
}

/** Opens the target of a link, and everything around it. */
function openTarget() {
  const number = Number(/^#a(\d+)/.exec(location.hash)?.[1]);
  if (number > 0) openLine(number);
  const target = document.getElementById(location.hash.slice(1));
  for (let at = target; at !== null; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
  target?.scrollIntoView();
}

plain.replaceWith(...(files.length === 1 ? single(files) : many()));
if (location.hash.length > 1) location.replace(location.hash); // the link's target exists only now
openTarget();
addEventListener('hashchange', openTarget);

const line = (number) => ({path: files[number - 1].path, line: files[number - 1], data: dataOf(number)});
printAs(() => ({
  files: files.length === 1 ? [line(1)] : printedNumbers().map(line),
  howOf: (rule) => common.rules[rule]?.how ?? '',
  head: files.length === 1 ? null : totalsHead(files, 0),
}));
