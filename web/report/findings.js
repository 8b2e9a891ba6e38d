// The findings of a file, grouped by their subject, the worst first, with what to do.
import {filmFigure} from './motion.js';
import {clean, letterOf, make, nameOf, say, sentence, wordOf} from './text.js';

const SEVERITIES = ['error', 'warning', 'info'];
const LISTED = 100; // findings that a group lists before it is asked for more
const ADDED = 500; // findings that each request adds; thousands would block the page for seconds
const AVATAR_PARTS = { // by pointers; the first that fits counts
  SPRINGS: /^\/extensions\/(VRMC_springBone|VRM\/secondaryAnimation)|^\/nodes\/\d+\/extensions\/VRMC_springBone/,
  FACE: /^\/extensions\/(VRM|VRMC_vrm|VRMC_vrm_animation)\/(blendShapeMaster|expressions|firstPerson|lookAt)/,
  MATERIALS: /^\/(materials|textures|images|samplers|extensions\/VRM\/materialProperties)(\/|$)/,
  MESHES: /^\/(meshes|skins)/,
  BONES: /^\/nodes|^\/extensions\/\w+\/humanoid/,
  ANIMATION: /^\/animations|^\/extensions\/VRMC_vrm_animation/,
  REST: /^/,
};
const TOOLS = {blender: 'Blender', unity: 'Unity', vroid: 'VRoid Studio'};
const FIXES = {safe: 'PAGE_FIXES_SAFE', repair: 'PAGE_FIXES_REPAIR', unsafe: 'PAGE_FIXES_UNSAFE'};

/** Returns the indices of findings in display order, that of the text report: groups with a worse finding first, then by place; within a group too. */
export function orderOf(findings) {
  const rank = (index) => SEVERITIES.indexOf(findings[index].severity);
  const groups = new Map();
  const worstFirst = findings.map((_, index) => index).sort((a, b) => rank(a) - rank(b));
  for (const index of worstFirst) {
    const {subject} = findings[index];
    if (!groups.has(subject)) groups.set(subject, []);
    groups.get(subject).push(index);
  }
  return [...groups.values()].flat();
}

/** Returns the part of the avatar that a finding is about. */
export const partOf = ({pointer}) => Object.keys(AVATAR_PARTS).find((part) => AVATAR_PARTS[part].test(pointer));

/** Returns the parts that findings are about, for a choice: [part, its name and how many findings it has]. */
export function partOptions(findings) {
  const parts = findings.map(partOf);
  const countOf = (part) => parts.filter((one) => one === part).length;
  const found = Object.keys(AVATAR_PARTS).filter((part) => countOf(part) > 0);
  return [['', say('PAGE_PART_ANY')], ...found.map((part) => [part, `${say(`PAGE_PART_${part}`)} (${countOf(part)})`])];
}

/**
 * Returns what parts of the page need to know about their file. The web page adds choose(index), which is called when a finding
 * is pressed; fix(finding), which makes the element that fixes it; and see(command), which makes the element that shows a motion.
 */
export function contextOf(id, {findings}, shown, ruleOf) {
  const order = orderOf(findings);
  const numbers = new Map(order.map((index, place) => [index, place + 1]));
  const first = new Map(order.map((index) => [findings[index].rule, index]).reverse());
  return {id, findings, shown, order, ruleOf, numberOf: (index) => numbers.get(index) ?? 0, isFirst: (index) => first.get(findings[index].rule) === index};
}

/** Makes a table of what apps do with a file that has the finding. */
function appsTable(apps) {
  const run = {'three-vrm': 'CLAIMS_RUN_THREE_VRM', UniVRM: 'CLAIMS_RUN_UNIVRM'}; // what the version doesn't state
  const known = ({app, source}) => (source === undefined ? say(run[app] ?? 'CLAIMS_RUN') : say('CLAIMS_READ', {file: clean(source)}));
  const what = ({effect, some}) => (some ? say('EFFECT_IN_SOME', {effect: say(effect)}) : say(effect));
  return make('table', 'apps', make('tr', null, ['APP', 'VERSION', 'EFFECT', 'KNOWN'].map((head) => make('th', null, say(`CLAIMS_${head}`)))),
    apps.map((app) => make('tr', null, [app.app, app.version, what(app), known(app)].map((text) => make('td', null, clean(text, 200))))));
}

/** Makes the lines that show the finding's place in the file. */
function places({pointer, line, column, excerpt, rule}, spec) {
  return [make('p', 'at', line !== undefined && say('PAGE_PLACE', {line, column}), line !== undefined && pointer !== '' && [say('COMMA'), make('wbr')],
    pointer !== '' && make('code', 'pointer', clean(pointer)), excerpt ? [': ', make('code', null, clean(excerpt))] : []),
  make('p', 'at rule', spec ? say('PAGE_RULE_FROM', {rule, spec}) : say('PAGE_RULE', {rule}))];
}

/** Makes the number of findings that follow from a finding, and their list if the report has it. */
function followers({count, findings = []}) {
  if (findings.length === 0) return [make('p', 'at', say('FOLLOWERS', {count}))];
  const line = ({severity, message, rule}) => make('li', null, say('FOLLOWER', {severity: wordOf(severity), message: clean(message, 1500), rule}));
  return [make('p', 'at', say('FOLLOWERS_LISTED', {count})), make('ul', 'at', findings.map(line))];
}

/** Adds the texts of the rule, which may have to be fetched. */
async function addRule(item, more, finding, index, context) {
  const rule = await context.ruleOf(finding.rule);
  const first = context.isFirst(index);
  if (first && rule.how !== '' && !context.shown.repeats.includes(index)) {
    item.firstChild.after(make('p', 'do', make('strong', null, `${say('HEAD_WHAT_TO_DO')}${say('COLON')}`),  clean(rule.how, 1500)));
  }
  const apps = finding.apps ?? (first ? rule.apps : undefined) ?? [];
  more.append(...(first ? [make('p', null, clean(rule.why, 1500))] : []), ...(apps.length > 0 ? [appsTable(apps)] : []), ...places(finding, rule.spec));
}

/** Returns the name of a tool in which avatars are made. */
export const nameOfTool = (tool) => TOOLS[tool] ?? clean(tool);

let toolOfSteps = ''; // the tool whose steps were chosen, for all findings

/** Makes where to click: the steps in the tool that exported the file, or in the chosen one, with a switch to the others. */
function stepsPart(steps = []) {
  if (steps.length === 0) return null;
  const part = make('div', 'steps do');
  const choose = (tool) => {
    const own = steps.some((one) => one.tool === tool) ? tool : steps[0].tool;
    for (const child of part.children) {
      if (child.tagName === 'BUTTON') child.setAttribute('aria-pressed', String(child.dataset.tool === own));
      else child.hidden = child.dataset.tool !== own;
    }
  };
  if (steps.length === 1) part.append(make('strong', null, `${nameOfTool(steps[0].tool)}${say('COLON')}`), make('span', null, sentence(steps[0].text)));
  else {
    part.append(...steps.map(({tool}) => make('button', {type: 'button', class: 'second', 'data-tool': tool}, nameOfTool(tool))),
      ...steps.map(({tool, text}) => make('p', {'data-tool': tool}, sentence(text))));
    part.addEventListener('click', ({target}) => {
      if (target.tagName !== 'BUTTON') return;
      toolOfSteps = target.dataset.tool;
      document.querySelectorAll('.steps').forEach((other) => other.dispatchEvent(new Event('tool')));
    });
    part.addEventListener('tool', () => choose(toolOfSteps));
    choose(toolOfSteps);
  }
  return part;
}

/** Returns what the file calls the value that a finding is about, the last part of its pointer; null if that is an index, an
 * extension or not a name, or if the message contains it. */
function nameInFile({pointer, message}) {
  const [, extension, name] = /(\/extensions)?\/([^~/]{1,40})$/.exec(pointer) ?? [];
  return name === undefined || extension !== undefined || /^\d*$/.test(name) || message.includes(name) ? null : name;
}

function findingItem(index, context) {
  const finding = context.findings[index];
  const number = context.numberOf(index);
  const letter = letterOf(finding.severity);
  const name = nameInFile(finding);
  const content = [make('span', 'no', String(number)), ' ', make('span', `s ${letter}`, wordOf(finding.severity)), ' ',
    make('span', 'message', sentence(finding.message)), name !== null && make('span', 'named', say('IN_THE_FILE', {name: clean(name)}))];
  const says = context.choose === undefined ? make('p', 'says', content)
    : make('button', {type: 'button', class: 'says finding', id: `finding-${index}`, 'aria-current': String(index === context.chosen)}, content);
  if (context.choose !== undefined) says.addEventListener('click', () => context.choose(index));
  const more = make('details', null, make('summary', null, say(context.isFirst(index) ? 'PAGE_WHY_AND_WHERE' : 'PAGE_WHERE')));
  const film = (context.shown.films ?? []).find((one) => one.finding === index);
  const command = finding.related.map(({message}) => message).findLast((message) => message.startsWith('vrmlint simulate '));
  const fix = finding.fixable && finding.fix in FIXES && (context.fix?.(finding) ?? make('p', 'fix', say(FIXES[finding.fix])));
  const see = command !== undefined && (context.see?.(command)
    ?? make('p', 'do', make('strong', null, `${say('HEAD_TO_SEE_IT')}${say('COLON')}`), make('code', null, clean(command, 1500))));
  const item = make('li', {class: `f ${letter}`, id: `${context.id}f${number}`, 'data-rule': finding.rule}, says,
    fix, stepsPart(finding.steps), film !== undefined && filmFigure(film), see,
    ...(finding.consequences === undefined ? [] : followers(finding.consequences)), more);
  addRule(item, more, finding, index, context).catch(() => {}); // leave out the rule's texts if they can't be loaded
  return item;
}

/** Makes a group of findings, filled when it is opened; reveal(index) adds a finding of it to the page if it isn't shown yet. */
export function groupOf(name, members, context, {open = true, more = (count) => say('AND_MORE_COUNT', {count})} = {}) {
  const list = make('ol');
  const group = make('details', {class: 'group', open}, make('summary', null, make('h3', null, name)), list);
  const button = make('button', {type: 'button', class: 'second'});
  const fill = (to) => {
    list.append(...members.slice(list.childElementCount, to).map((index) => findingItem(index, context)));
    const left = members.length - list.childElementCount;
    button.textContent = more(Math.min(left, ADDED));
    if (left === 0) button.remove();
    else if (button.parentElement === null) group.append(button); // a moved button would lose the focus
  };
  button.addEventListener('click', () => fill(list.childElementCount + ADDED));
  const begin = () => list.childElementCount === 0 && fill(LISTED);
  if (open) begin();
  else group.addEventListener('toggle', begin, {once: true});
  group.reveal = (index) => {
    if (!members.includes(index)) return;
    group.open = true;
    fill(Math.max(LISTED, members.indexOf(index) + 1));
  };
  return group;
}

/** Makes the groups of findings, in order; each has one subject. */
export function groupsOf(order, context, options) {
  const groups = new Map();
  for (const index of order) {
    const {subject} = context.findings[index];
    if (!groups.has(subject)) groups.set(subject, []);
    groups.get(subject).push(index);
  }
  return [...groups].map(([subject, members]) => groupOf(nameOf(subject), members, context, options));
}
