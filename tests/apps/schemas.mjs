// Compares three judgements of generated instances of VRM's extensions: ajv with the published schemas, ajv with the schemas
// in schema/, and vrmlint check: node schemas.mjs PROGRAM SOURCE MODULES PUBLISHED
// MODULES: a folder whose node_modules has ajv 8 (npm install ajv@8 there). PUBLISHED: a folder with the published schemas, a
// folder each: VRMC_vrm-1.0, ..., 0.0. Skips (77) without one of them.
// An instance is one that the published schema describes, with one change; or with two, of which the first keeps it valid.
// Differences are allowed only if DIFFERENCES lists them, with the reason.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

const [program, source, modules, published, only] = process.argv.slice(2);
let Ajv;
try {
    Ajv = createRequire(join(modules, 'package.json'))('ajv/dist/2020').default;
} catch {
    console.log(`skipped: no ajv 8 in ${modules}`);
    process.exit(77);
}
if (!existsSync(join(published, 'VRMC_vrm-1.0'))) {
    console.log(`skipped: no published schemas in ${published}`);
    process.exit(77);
}

const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const copy = (value) => structuredClone(value);
const PART = 500; // files that are checked in one run
const VARIANTS = 5; // valid instances with one change that are changed again

// ---- what is compared ----

// The place of an instance in a file, and what else the file must have.
const AVATAR = (name) => (file, value) => { file.extensions = { [name]: value }; };
const PAIRS = [
    { ours: 'VRMC_vrm-1.0', theirs: 'VRMC_vrm-1.0/VRMC_vrm.schema.json', uses: ['VRMC_vrm'], put: AVATAR('VRMC_vrm') },
    { ours: 'VRMC_springBone-1.0', theirs: 'VRMC_springBone-1.0/VRMC_springBone.schema.json', uses: ['VRMC_springBone'],
      put: AVATAR('VRMC_springBone') },
    { ours: 'VRMC_springBone_extended_collider-1.0',
      theirs: 'VRMC_springBone_extended_collider-1.0/VRMC_springBone_extended_collider.schema.json',
      uses: ['VRMC_springBone', 'VRMC_springBone_extended_collider'],
      put: (file, value) => {
          const shape = { sphere: { radius: 0.1 } };
          const colliders = [{ node: 0, shape, extensions: { VRMC_springBone_extended_collider: value } }];
          file.extensions = { VRMC_springBone: { specVersion: '1.0', colliders } };
      } },
    { ours: 'VRMC_springBone_limit-1.0-draft', theirs: 'VRMC_springBone_limit-1.0-draft/VRMC_springBone_limit.schema.json',
      version: '1.0-draft', uses: ['VRMC_springBone', 'VRMC_springBone_limit'],
      put: (file, value) => {
          const joints = [{ node: 0, extensions: { VRMC_springBone_limit: value } }, { node: 1 }];
          file.extensions = { VRMC_springBone: { specVersion: '1.0', springs: [{ joints }] } };
      } },
    { ours: 'VRMC_node_constraint-1.0', theirs: 'VRMC_node_constraint-1.0/VRMC_node_constraint.schema.json', uses: ['VRMC_node_constraint'],
      put: (file, value) => { file.nodes[2].extensions = { VRMC_node_constraint: value }; } },
    { ours: 'VRMC_vrm_animation-1.0', theirs: 'VRMC_vrm_animation-1.0/VRMC_vrm_animation.schema.json', uses: ['VRMC_vrm_animation'],
      put: AVATAR('VRMC_vrm_animation') },
    { ours: 'VRMC_materials_mtoon-1.0', theirs: 'VRMC_materials_mtoon-1.0/VRMC_materials_mtoon.schema.json', uses: ['VRMC_materials_mtoon'],
      put: (file, value) => { file.materials[0].extensions = { VRMC_materials_mtoon: value }; } },
    { ours: 'VRMC_materials_hdr_emissiveMultiplier-1.0',
      theirs: 'VRMC_materials_hdr_emissiveMultiplier-1.0/VRMC_materials_hdr_emissiveMultiplier.json',
      uses: ['VRMC_materials_hdr_emissiveMultiplier'],
      put: (file, value) => { file.materials[0].extensions = { VRMC_materials_hdr_emissiveMultiplier: value }; } },
    { ours: 'VRM-0.x', theirs: '0.0/vrm.schema.json', uses: ['VRM'], put: AVATAR('VRM') },
];

// who: ajv (with our schemas) or vrmlint; accepted: by that one. at and change are patterns.
const OBJECT = '\\{"a":1\\}';
const DIFFERENCES = [
    { who: 'ajv', change: `an unknown member|${OBJECT}`, accepted: false, why: 'a member that the schema doesn\'t define is most likely a typing error' },
    { who: 'ajv', schema: 'VRM-0.x', accepted: false,
      why: 'the published schemas of VRM 0.x require nothing; ours require what apps need, as warnings of vrmlint' },
    { who: 'vrmlint', change: '3.5e\\+38', accepted: false, why: 'not a value that single precision can hold' },
    { who: 'vrmlint', change: '.*', at: '.*/rotation/.', schema: 'VRMC_springBone_limit-1.0-draft', accepted: true,
      why: 'a quaternion that is longer than 1 by a rounding error is accepted' },
    { who: 'vrmlint', schema: 'VRM-0.x', at: '.*/presetName', change: 'a choice in another case', accepted: true,
      why: 'Unknown was written by early exporters, and apps read it as unknown' },
    { who: 'vrmlint', schema: 'VRM-0.x', at: '.*/(firstPersonFlag|meshAnnotations.*)', accepted: false,
      why: 'the words are listed in the README only' },
    { who: 'vrmlint', at: '.*/(humanBones|preset|custom)', change: `an unknown member|${OBJECT}`, accepted: false,
      why: 'apps read each member as a bone or an expression' },
    { who: 'vrmlint', change: '100000000000000000', at: '.*/texCoord', accepted: false, why: 'not a value that an index can have' },
    { who: 'vrmlint', schema: 'VRM-0.x', at: '/materialProperties.*', accepted: false, why: 'a vector of a material has four numbers' },
];

// Rules that ask for more than a schema can, and why a file that the schemas accept may break them.
const BEYOND = [
    { rule: 'unresolved-.*|center-invalid|collider-group-node|no-.*', why: 'an index must point to something' },
    { rule: 'spec-version-unknown', why: 'the text names the versions' },
    { rule: 'bone-.*|required-bone-missing|rest-.*|feet-off-ground|not-facing-forward|side-swapped', why: 'the skeleton and its T-pose' },
    { rule: 'duplicate-joint|repeated-joint|joint-not-descendant|skipped-node-overlap|center-.*', why: 'the chains of joints' },
    { rule: 'self-source|circular-dependency', why: 'what a node may follow' },
    { rule: 'extended-shape-missing|plane-normal-.*', why: 'the text requires it' },
];

// ---- the schemas ----

const number = { type: 'integer', minimum: 0 };
const STUBS = {
    'glTFid.schema.json': number,
    'glTFProperty.schema.json': { type: 'object', properties: { extensions: { type: 'object' } } },
    'glTFChildOfRootProperty.schema.json': { type: 'object', properties: { name: { type: 'string' } } },
    'textureInfo.schema.json': { type: 'object', properties: { index: number, texCoord: number }, required: ['index'] },
};

function load(folder, ending, stubs) {
    const all = { ...stubs };
    for (const name of readdirSync(folder).filter((one) => one.endsWith(ending))) {
        const { $schema: _, id: __, $id: ___, ...schema } = read(join(folder, name));
        all[name] = schema;
    }
    return all;
}

function validator(all, name) {
    const ajv = new Ajv({ strict: false, logger: false, validateSchema: false });
    for (const [key, schema] of Object.entries(all)) ajv.addSchema(schema, key);
    return ajv.getSchema(name);
}

// ---- making instances ----

/** Returns a walker over a published schema, which makes values and changes them. */
function walker(all, version) {
    /** Returns a keyword of a schema, of a schema that it refers to, or of its allOf. */
    function look(schema, keyword) {
        if (schema === undefined) return undefined;
        if (schema[keyword] !== undefined) return schema[keyword];
        if (schema.$ref !== undefined) return look(all[schema.$ref], keyword);
        return (schema.allOf ?? []).map((part) => look(part, keyword)).find((value) => value !== undefined);
    }
    /** Returns all properties of a schema, with those of the schemas that it is made of. */
    function propertiesOf(schema) {
        const parts = [...(schema.allOf ?? []), ...(schema.$ref === undefined ? [] : [all[schema.$ref]])];
        const inherited = Object.assign({}, ...parts.map(propertiesOf));
        const own = Object.entries(schema.properties ?? {}).filter(([name, one]) => Object.keys(one).length > 0 || !(name in inherited));
        return { ...inherited, ...Object.fromEntries(own) };
    }
    const requiredOf = (schema) => [...(schema.required ?? []), ...(schema.allOf ?? []).flatMap(requiredOf),
                                    ...(schema.$ref === undefined ? [] : requiredOf(all[schema.$ref]))];
    const alternatives = (schema) => (look(schema, 'oneOf') ?? []).map(({ required }) => required[0]);

    function make(schema, full, chosen = 0, key = '') {
        const choices = look(schema, 'enum');
        if (choices !== undefined) return choices[0];
        const type = look(schema, 'type');
        switch (type) {
        case 'string': return key === 'specVersion' ? version : 'text';
        case 'integer': return 1;
        case 'number': return Math.max(look(schema, 'minimum') ?? 0, 0.5);
        case 'boolean': return true;
        case 'array': return Array.from({ length: Math.max(look(schema, 'minItems') ?? 1, 1) }, () => make(look(schema, 'items'), full));
        default: break;
        }
        const value = {};
        for (const [name, member] of Object.entries(propertiesOf(schema))) {
            if (name === 'extensions' || name === 'extras') continue;
            const which = alternatives(schema).indexOf(name);
            const wanted = which >= 0 ? which === chosen : full || requiredOf(schema).includes(name);
            if (wanted) value[name] = make(member, full, 0, name);
        }
        const others = look(schema, 'additionalProperties');
        if (full && typeof others === 'object') value.smirk = make(others, full);
        return value;
    }

    const KINDS = [null, true, false, '', 'text', '+X', 0, 1, -1, 2.5, -2.5, 1000000, 1e17, 3.5e38, [], [1], {}, { a: 1 }];

    /** Calls judge(pointer, change) for each change of root.value, which is the instance. */
    function visit(schema, holder, key, pointer, judge) {
        const before = holder[key];
        const with_ = (change, value) => { holder[key] = value; judge(pointer, change); holder[key] = before; };
        KINDS.forEach((value) => with_(JSON.stringify(value), value));
        for (const bound of ['minimum', 'maximum'].map((name) => look(schema, name)).filter((one) => one !== undefined)) {
            for (const step of [-0.001, 0, 0.001]) with_('near a bound', bound + step);
        }
        for (const choice of (look(schema, 'enum') ?? []).filter((one) => typeof one === 'string')) {
            with_('a choice', choice);
            with_('a choice in another case', choice === choice.toUpperCase() ? choice.toLowerCase() : choice.toUpperCase());
            with_('a choice and a blank', `${choice} `);
        }
        if (Array.isArray(before)) {
            for (let length = before.length - 1; length <= before.length + 2; length++) {
                with_(`length ${length}`, Array.from({ length }, () => copy(before[0])));
            }
            visit(look(schema, 'items'), before, 0, `${pointer}/0`, judge);
            return;
        }
        if (typeof before !== 'object' || look(schema, 'type') === undefined) return;
        const names = alternatives(schema);
        names.forEach((_, chosen) => with_('another alternative', make(schema, true, chosen)));
        if (names.length > 1) with_('all alternatives', Object.assign({}, ...names.map((_, chosen) => make(schema, true, chosen))));
        const visited = {}; // members with the same schema, such as bones: a few of them are enough
        for (const name of Object.keys(before)) {
            const member = propertiesOf(schema)[name] ?? look(schema, 'additionalProperties');
            visited[member?.$ref] = (visited[member?.$ref] ?? 0) + 1;
            const { [name]: gone, ...rest } = before;
            with_(`no ${name}`, rest);
            if (typeof member === 'object' && (member.$ref === undefined || visited[member.$ref] <= 2)) visit(member, before, name, `${pointer}/${name}`, judge);
        }
        with_('an unknown member', { ...before, unheardOf: 1 });
    }
    return { make, visit };
}

// ---- the comparison ----

const FILE = () => ({
    asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0, 2] }],
    nodes: [{ name: 'a', children: [1] }, { name: 'b', translation: [0, 0.1, 0], mesh: 0 }, { name: 'c', mesh: 1 }],
    meshes: [{}, {}].map(() => ({ primitives: [{ attributes: { POSITION: 0 }, targets: [{ POSITION: 0 }, { POSITION: 0 }] }] })),
    accessors: [{ componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [0, 0, 0] }],
    materials: [{ name: 'm' }, { name: 'n' }], textures: [{ source: 0 }, { source: 1 }],
    images: [{ uri: 'a.png' }, { uri: 'b.png' }],
});

/** Returns the findings of class must in a report, with those that follow from others: {rule, pointer}. */
function musts(report) {
    const found = [];
    const add = (list) => list.forEach((finding) => {
        if (finding.class === 'must') found.push({ rule: finding.rule, pointer: finding.pointer });
        add(finding.consequences?.findings ?? []);
    });
    add(report.findings);
    return found;
}

const keyOf = ({ rule, pointer }) => `${rule} ${pointer}`;
const ruleName = (rule) => rule.slice(rule.indexOf('/') + 1);
const matches = (pattern, text) => new RegExp(`^(?:${pattern})$`).test(text);
const totals = { instances: 0, refused: 0, listed: 0, unlisted: 0, beyond: {} };
const hits = new Map();

function listed(pair, who, pointer, change, accepted) {
    const found = DIFFERENCES.find((one) => one.who === who && matches(one.schema ?? '.*', pair.ours) && matches(one.at ?? '.*', pointer) &&
        matches(one.change ?? '.*', change) && one.accepted === accepted);
    if (found !== undefined) hits.set(found, (hits.get(found) ?? 0) + 1);
    return found !== undefined;
}

function compare(pair, folder) {
    const [place, name] = pair.theirs.split('/');
    const theirs = load(join(published, place), '.json', STUBS);
    const published_ = validator(theirs, name);
    const own = validator(load(join(source, 'schema'), '.schema.json', {}), `${pair.ours}.schema.json`);
    const { make, visit } = walker(theirs, pair.version ?? '1.0');
    const cases = [];
    const root = {};
    const judge = (pointer, change) => {
        const file = FILE();
        file.extensionsUsed = pair.uses;
        pair.put(file, root.value);
        const part = join(folder, String(Math.floor(cases.length / PART)));
        if (cases.length % PART === 0) mkdirSync(part);
        writeFileSync(join(part, `${String(cases.length).padStart(6, '0')}.gltf`), JSON.stringify(file));
        cases.push({ pointer, change, theirs: published_(root.value), ours: own(root.value) });
    };
    for (const full of [false, true]) {
        root.value = make(theirs[name], full);
        judge('', full ? 'everything' : 'the least');
        const valid = [];
        visit(theirs[name], root, 'value', '', (pointer, change) => {
            judge(pointer, change);
            if (cases.at(-1).theirs && cases.at(-1).ours) valid.push(copy(root.value));
        });
        for (let i = 0; i < VARIANTS && valid.length > 0; i++) {
            let count = 0;
            root.value = valid[Math.floor((i + 0.5) * valid.length / VARIANTS)];
            judge('', 'a variant');
            visit(theirs[name], root, 'value', '', (pointer, change) => { if (count++ % VARIANTS === i) judge(pointer, change); });
        }
    }
    const reports = readdirSync(folder).sort((x, y) => x - y).flatMap((part) => {
        const run = spawnSync(program, ['check', '--no-config', '--no-simulation', '--fail-on', 'never', '--all-findings', '--format', 'ndjson',
                                        join(folder, part)], { maxBuffer: 1 << 29, encoding: 'utf8' });
        return run.stdout.trim().split('\n').slice(0, -1).map((line) => musts(JSON.parse(line)));
    });
    if (reports.length !== cases.length) throw new Error(`${reports.length} reports of ${cases.length} files`);
    let base = new Set();
    cases.forEach((one, i) => {
        const found = reports[i];
        if (['the least', 'everything', 'a variant'].includes(one.change)) base = new Set(found.map(keyOf));
        const fresh = found.filter((finding) => !base.has(keyOf(finding)));
        const beyond = fresh.filter(({ rule }) => BEYOND.some((row) => matches(row.rule, ruleName(rule))));
        const plain = fresh.length > beyond.length;
        totals.instances++;
        totals.refused += !one.theirs;
        const tell = (who, accepted, more = '') => {
            if (listed(pair, who, one.pointer, one.change, accepted)) {
                totals.listed++;
            } else {
                totals.unlisted++;
                console.log(`${pair.ours}: ${one.change} at '${one.pointer}' is ${accepted ? 'accepted' : 'refused'} only by ${who}${more}`);
            }
        };
        if (one.ours !== one.theirs) tell('ajv', one.ours);
        if (one.theirs && plain) tell('vrmlint', false, `: ${fresh.map(keyOf).join(', ')}`);
        if (!one.theirs && fresh.length === 0) tell('vrmlint', true);
        if (one.theirs) beyond.forEach(({ rule }) => { totals.beyond[ruleName(rule)] = (totals.beyond[ruleName(rule)] ?? 0) + 1; });
    });
}

const folder = mkdtempSync(join(tmpdir(), 'schemas-'));
try {
    for (const pair of PAIRS.filter(({ ours }) => only === undefined || ours === only)) {
        const own = join(folder, pair.ours);
        mkdirSync(own);
        compare(pair, own);
    }
} finally {
    rmSync(folder, { recursive: true });
}
console.log(`${totals.instances} instances, of which the published schemas refuse ${totals.refused}; ${totals.listed} differences with a reason, ` +
    `${totals.unlisted} without`);
console.log(`broken beyond the schemas: ${JSON.stringify(totals.beyond)}`);
for (const one of DIFFERENCES.filter((row) => only === undefined && !hits.has(row))) {
    console.log(`listed, but it doesn't occur: ${JSON.stringify(one)}`);
    process.exitCode = 1;
}
if (totals.unlisted > 0 || totals.instances < 3000) process.exitCode = only === undefined || totals.unlisted > 0 ? 1 : 0;
