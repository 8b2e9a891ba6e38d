// Symptoms: findings that can cause the chosen one are listed first.
import {ask} from './ask.js';
import {$, make, options} from './elements.js';
import {own, state} from './state.js';

let symptoms = [];

/** Returns the rank of a rule among those of a symptom; -1 if it isn't one of them. */
function rankOf({rules}, rule) {
  return rules.findIndex((one) => one === rule || rule.startsWith(`${one}/`));
}

/** Fills the list of symptoms in the language of the page. */
export async function listSymptoms() {
  const {language} = state;
  state.symptoms[language] ??= ask('symptoms', language);
  const list = await state.symptoms[language].catch(() => null);
  if (list === null) delete state.symptoms[language];
  if (list === null || language !== state.language) return;
  symptoms = list;
  options($('symptoms'), ['', ...symptoms.map(({name}) => name)],
    (name) => (name === '' ? own().anySymptom : symptoms.find((one) => one.name === name).symptom));
}

/** Divides findings, as [finding, index], into those that can cause the chosen symptom, the likeliest first, and the others. */
export function ranked(findings) {
  const symptom = symptoms.find(({name}) => name === $('symptoms').value);
  if (symptom === undefined) {
    $('advice').hidden = true;
    return [[], findings];
  }
  const ranks = new Map(findings.map((one) => [one, rankOf(symptom, one[0].rule)]));
  const first = findings.filter((one) => ranks.get(one) >= 0).sort((a, b) => ranks.get(a) - ranks.get(b));
  $('advice').hidden = first.length > 0;
  $('advice').replaceChildren(make('p', null, own().noneUnder), make('p', null, symptom.check));
  return [first, findings.filter((one) => ranks.get(one) < 0)];
}
