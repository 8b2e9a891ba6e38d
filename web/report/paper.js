// What is printed of a report, where nothing can be opened: a table for each file, whose head repeats on each page.
import {drawingFigure} from './drawing.js';
import {appLines, checkedPart, pathName} from './file.js';
import {contextOf, nameOfTool} from './findings.js';
import {spokenCurves} from './motion.js';
import {clean, letterOf, make, nameOf, say, sentence, wordOf} from './text.js';

const ROOM = 3 * 205; // millimetres that one file may take: three pages, without their margins, heads, and what breaks leave empty
const PIXELS = 96 / 25.4; // of a millimetre

const row = (...content) => make('tr', null, make('td', null, ...content));

function findingRow(index, context, howOf) {
  const {severity, message, rule, steps = []} = context.findings[index];
  const how = howOf === undefined || context.shown.repeats.includes(index) || !context.isFirst(index) ? '' : howOf(rule);
  return row(make('span', 'no', String(context.numberOf(index))), ' ', make('span', `s ${letterOf(severity)}`, wordOf(severity)), ' ', sentence(message),
    how !== '' && make('p', 'at', clean(how, 1500)), howOf !== undefined && steps.length > 0 && make('p', 'at', `${nameOfTool(steps[0].tool)}${say('COLON')}`, sentence(steps[0].text)));
}

const heightOf = (element) => element.getBoundingClientRect().height;

/** Removes rows until a file fits on three pages: graphs first, then the least severe findings, then the last ones. */
function shorten(table, findings, graphs) {
  const rank = ([severity], place) => 1000 * ['error', 'warning', 'info'].indexOf(severity) + place;
  const most = new Map(findings.map((finding, place) => [finding, rank(finding, place)]));
  const spare = [...[...findings].sort((a, b) => most.get(a) - most.get(b)), ...graphs.map((graph) => ['', graph])];
  let height = heightOf(table);
  let removed = 0;
  while (height > ROOM * PIXELS && spare.length > 0) {
    const [severity, last] = spare.pop();
    height -= heightOf(last);
    last.remove();
    removed += severity === '' ? 0 : 1;
  }
  return removed;
}

/** Makes a file's table, and appends it to the paper. howOf(rule): what to do, for a report of one file. */
function appendFile(paper, {path, line, data}, howOf) {
  const head = make('thead', null, make('tr', null, make('th', null, make('strong', null, nameOf(pathName(path))), ' ',
    make('span', `verdict ${line.state}`, line.verdict))));
  const body = make('tbody', null, line.meaning && row(line.meaning));
  const table = make('table', null, head, body);
  paper.append(table);
  if (data === null) return;
  const {report, shown, left = {}} = data;
  const context = contextOf('p1', report, shown);
  const findings = context.order.map((index) => [report.findings[index].severity, findingRow(index, context, howOf)]);
  const graphs = howOf === undefined ? [] : spokenCurves(shown.curves, context).map((part) => row(part));
  const figure = howOf === undefined || shown.drawing === undefined ? null : drawingFigure(shown.drawing, context);
  body.append(row(appLines(shown), shown.error && make('p', null, sentence(shown.error))), ...(figure === null ? [] : [row(figure)]), ...findings.map(([, one]) => one), ...graphs);
  for (const [rule, count] of Object.entries(left)) body.append(row(say('MORE_OF', {count, rule})));
  if (howOf === undefined) return;
  body.append(row(checkedPart(report, shown.validity)));
  const removed = shorten(table, findings, graphs);
  if (removed > 0) body.lastChild.before(row(say('AND_MORE_COUNT', {count: removed})));
}

/**
 * Replaces the page by its printed form while it is printed. contents() returns {files, howOf, head}: files in order, {path, line:
 * {state, verdict, meaning}, data: {report, shown, left}, or null if only the verdict is known}; the head of a report of many files.
 */
export function printAs(contents) {
  let paper = null;
  const remove = () => {
    paper?.remove();
    paper = null;
  };
  addEventListener('beforeprint', () => {
    remove();
    const {files, howOf, head} = contents();
    if (files.length === 0) return;
    paper = make('div', 'paper', head);
    document.body.append(paper);
    for (const file of files) appendFile(paper, file, files.length === 1 ? howOf : undefined);
  });
  addEventListener('afterprint', remove);
}
