// Tests "Can it be uploaded?" of pages, with a few elements instead of a browser: node stamps.mjs PROGRAM FOLDER...
// It needs no WebAssembly. For all files of the folders that exist, the heading of the page, the stamps and the card of the avatar must not
// contradict the findings.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

class Element {
    constructor(tag) { Object.assign(this, { tag, children: [], attributes: {} }); }
    setAttribute(name, value) { this.attributes[name] = value; }
    append(...children) { this.children.push(...children); }
    get text() { return this.children.map((child) => child.text ?? String(child)).join(' '); }
}
globalThis.document = { documentElement: { lang: 'en' }, createElement: (tag) => new Element(tag), createElementNS: (_, tag) => new Element(tag) };
const { stampsOf, outcomeOf } = await import('../../web/report/stamps.js');
const { setWords } = await import('../../web/report/text.js');
setWords({ PAGE_FITS: 'fits', PAGE_EXCEEDS: 'exceeds the limits', PAGE_BEYOND_ALL: 'exceeds all ranks', PAGE_NO_LIMITS: 'no limits published',
           PAGE_NOT_TAKEN: 'takes only VRM {generations}', PAGE_REFUSED: '{loader} refuses the file', PAGE_MAY_REFUSE: '{loader} may refuse the file',
           PAGE_HAS_ERRORS: 'has errors',
           PAGE_ABOVE: '{figure} {value} (at most {limit})', FIGURE_TRIANGLES: 'triangles', COMMA: ', ' });

function check(holds, what) {
    console.log(`${holds ? 'ok' : 'FAILED'}: ${what}`);
    process.exitCode ||= holds ? 0 : 1;
}

const preset = (platform, rank, loader, generations, triangles, source = platform) => ({
    name: `${platform}-${rank}`, platform, rank, loader, generations, source, date: '2026-11', requirements: '', note: '',
    limits: triangles === null ? {} : { triangles },
});
const BUDGETS = [
    preset('Clusters 0', '', 'UniVRM', '0.x', null, 'clusters'), preset('Clusters 1', '', 'UniVRM', '1.0', 72000, 'clusters'),
    preset('Old', '', 'UniVRM', '0.x', 100), preset('Web', 'Good', 'three-vrm', '0.x, 1.0', 1000), preset('Web', 'Heavy', 'three-vrm', '0.x, 1.0', 5000),
];
const avatar = (more) => ({ extensions: { VRMC_vrm: '1.0' }, counts: { error: 0 }, figures: { triangles: 2000 }, ...more });
const stamps = (report) => Object.fromEntries(stampsOf(BUDGETS, report).map((line) => {
    const [link, stamp, ...rest] = line.children.filter((child) => child instanceof Element);
    return [link.text, [line.attributes.class, stamp.text, ...rest.map((one) => one.text)].join(' | ')];
}));

let found = stamps(avatar());
check(found['Clusters 1'] === 'fine | fits' && !('Clusters 0' in found), 'a platform with other limits for another generation has one line');
check(found.Old === 'over | takes only VRM 0.x', 'a generation that is not taken');
check(found.Web === 'fine | Heavy | triangles 2,000 (at most 1,000)', `the best rank, and what is above the next: ${found.Web}`);
found = stamps(avatar({ figures: { triangles: 9000 } }));
check(found.Web === 'over | exceeds all ranks | triangles 9,000 (at most 5,000)', `beyond all ranks: ${found.Web}`);
found = stamps(avatar({ extensions: { VRM: '' } }));
check(found['Clusters 0'] === 'fine | no limits published' && !('Clusters 1' in found), 'requirements without limits');

check(Object.keys(stamps(avatar({ extensions: {} }))).length === 0, 'a file that is no avatar gets no stamp');
check(Object.keys(stamps(avatar({ figures: {} }))).length === 0, 'nor does one that shows nothing');
found = stamps(avatar({ counts: { error: 1 } }));
check(Object.entries(found).every(([name, line]) => name === 'Old' || line === 'over | has errors'), 'an avatar with errors fits nowhere');

const verdicts = [{ app: 'three-vrm', verdict: 'refuses' }, { app: 'UniVRM', verdict: 'fine' }];
found = stamps(avatar({ counts: { error: 1 }, verdicts }));
check(found.Web === 'over | three-vrm refuses the file' && found['Clusters 1'] === 'fine | fits', 'a loader that refuses the file beats its limits');
check(outcomeOf({ verdicts: [{ app: 'UniVRM', verdict: 'unknown' }], counts: { error: 1 } }, 'UniVRM') === 'errors', 'unknown is not fine');
check(outcomeOf({ verdicts: [{ app: 'UniVRM', verdict: 'may-refuse' }], counts: {} }, 'UniVRM') === 'may-refuse', 'nor is what a loader may refuse');
found = stamps(avatar({ verdicts: [{ app: 'UniVRM', verdict: 'may-refuse' }] }));
check(found['Clusters 1'] === 'over | UniVRM may refuse the file', 'which a page without errors does not call an error');
check(outcomeOf({ verdicts, counts: { error: 1 } }, '') === 'fine', 'without a known loader, one that loads the file is enough');
check(outcomeOf({ verdicts: verdicts.slice(0, 1), counts: {} }, '') === 'refuses', 'and none is not');

// ---- whole pages ----

const [program, ...folders] = process.argv.slice(2);
const paths = folders.filter((folder) => existsSync(folder)).flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(vrma?|gltf|glb)$/.test(entry.name)).map((entry) => join(entry.parentPath ?? entry.path, entry.name))).sort();
const REFUSED = ['refuses', 'no-avatar', 'hangs'];
const REFUSES = ['refuses', 'drops-avatar', 'hangs'];

/** Returns what contradicts the findings of a file in its heading, its stamps and its card. */
function contradictions(budgets, { report, shown }, { counts, findings, verdicts }) {
    const found = [];
    const verdictOf = (app) => verdicts.find((one) => one.app === app)?.verdict ?? 'unknown';
    const refuses = (app) => findings.some(({ apps = [] }) => apps.some((one) => one.app === app && !one.some && REFUSES.includes(one.effect)));
    for (const { app, verdict } of verdicts) {
        if (refuses(app) !== REFUSED.includes(verdict)) found.push(`${app}: ${verdict}`);
    }
    if ((counts.error > 0) !== (shown.state === 'e') && shown.state !== 't') found.push(`${counts.error} errors: ${shown.verdict}`);
    const known = verdicts.filter(({ verdict }) => verdict !== 'unknown');
    if (known.some(({ verdict }) => REFUSED.includes(verdict)) && /fine|loads it|not known/.test(shown.meaning)) found.push(`refused: ${shown.meaning}`);
    if (known.length > 0 && /not known/.test(shown.meaning)) found.push(`known: ${shown.meaning}`);
    for (const line of stampsOf(budgets, report).filter(({ attributes }) => attributes.class === 'fine')) {
        const { loader } = budgets.find(({ platform }) => platform === line.children[0].text);
        const apps = loader === '' ? known.map(({ app }) => app) : [loader];
        const outcomes = apps.map(verdictOf);
        const bad = outcomes.every((one) => [...REFUSED, 'may-refuse'].includes(one) || (one === 'unknown' && counts.error > 0));
        if (bad && (counts.error > 0 || outcomes.length > 0)) found.push(`${line.text}: ${outcomes.join()}`);
    }
    const lacks = findings.find(({ rule, severity }) => /^vrm0?\/required-bone-missing$/.test(rule) && severity === 'error');
    if (lacks !== undefined && shown.card !== undefined && shown.card.missingNeeded === 0) found.push(`card without missing bones: ${lacks.message}`);
    if (shown.card?.missingNeeded > 0 && counts.error + counts.warning === 0) found.push(`card with ${shown.card.missingNeeded} missing bones, but no finding`);
    return found;
}

let files = 0;
let bad = 0;
for (let i = 0; i < paths.length; i += 25) {
    const [html, lines] = ['html', 'ndjson'].map((format) => spawnSync(program, ['check', '--no-config', '--no-simulation', '--fail-on', 'never',
        '--lang', 'en', '--format', format, ...paths.slice(i, i + 25)], { maxBuffer: 1 << 29, encoding: 'utf8' }).stdout);
    const reports = new Map(lines.trim().split('\n').map((line) => JSON.parse(line)).map((report) => [report.path, report]));
    const [common, ...pages] = [...html.matchAll(/<script type="application\/json"[^>]*>(.*?)<\/script>/gs)].map(([, text]) => JSON.parse(text));
    setWords(common?.words ?? {});
    for (const page of pages.filter(({ report }) => report?.verdicts?.length > 0)) {
        files++;
        for (const what of contradictions(common.budgets, page, reports.get(page.report.path))) {
            bad++;
            if (bad <= 20) console.log(`${page.report.path}: ${what}`);
        }
    }
}
if (program !== undefined) check(files > 1000 && bad === 0, `${files} pages of files with verdicts: ${bad} contradictions`);
