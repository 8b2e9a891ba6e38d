// A report to hand on, "for the modeller": a page in one file, without scripts, with the picture of the avatar.
import {filePart} from '../report/file.js';
import {make, say} from '../report/text.js';
import {$} from './elements.js';
import {ruleOf} from './findings.js';
import {own, shownReport, state, tell, textsOf} from './state.js';

const OWN_STYLE = '--accent'; // what only the rules of page.css define: those of reports are before them

/** Returns the style of reports. */
function styleOfReports() {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const end = rules.findIndex(({cssText}) => cssText.includes(OWN_STYLE));
  return rules.slice(0, end).map(({cssText}) => cssText).join('\n');
}

/** Makes the report of the shown version. Its texts of rules are loaded when it returns. */
async function reportPage() {
  const file = textsOf(shownReport());
  const rules = new Map(await Promise.all([...new Set(file.findings.map(({rule}) => rule))].map(async (rule) => [rule, await ruleOf(rule)])));
  const part = filePart('a1', {report: {...file, path: state.entry.path}, shown: file.shown, left: {}}, async (rule) => rules.get(rule));
  await new Promise((done) => { setTimeout(done); }); // what waits for the texts runs before this
  part.querySelectorAll('.steps button').forEach((button) => {
    const steps = button.parentElement.querySelector(`p[data-tool="${button.dataset.tool}"]`);
    steps.hidden = false;
    steps.prepend(make('strong', null, button.textContent), say('COLON'));
  });
  part.querySelectorAll('.filter, .group > button, .steps button').forEach((one) => one.remove()); // they need scripts
  const picture = state.view?.picture?.() ?? null;
  const {verdict, meaning, state: letter} = file.shown;
  const body = make('body', null, make('header', null, picture !== null && make('img', {class: 'thumb', src: picture, alt: own().viewHead}),
    make('h1', null, $('report-head').textContent), make('p', `verdict ${letter}`, make('strong', null, verdict), ` ${meaning}`)),
  make('main', {id: 'a1'}, make('h2', 'aside', say('PAGE_WHAT_WAS_FOUND')), part), make('footer', null, make('p', null, $('version').textContent)));
  const head = make('head', null, make('meta', {charset: 'utf-8'}),
    make('meta', {'http-equiv': 'Content-Security-Policy', content: "default-src 'none'; style-src 'unsafe-inline'; img-src data:"}),
    make('meta', {name: 'viewport', content: 'width=device-width, initial-scale=1'}), make('title', null, `${$('report-head').textContent} - vrmlint`),
    make('style', null, styleOfReports()));
  return `<!DOCTYPE html>\n${make('html', {lang: state.language}, head, body).outerHTML}`;
}

/** Saves the report under the file's name. */
export async function saveReport() {
  const name = state.entry.path.split('/').at(-1).replace(/\.\w+$/, '');
  const href = URL.createObjectURL(new Blob([await reportPage()], {type: 'text/html'}));
  make('a', {href, download: `${name}.report.html`}).click();
  setTimeout(() => URL.revokeObjectURL(href), 60000);
  tell(own().reportSaved);
}
