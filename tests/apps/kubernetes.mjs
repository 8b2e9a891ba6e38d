// Checks docs/batch/kubernetes.yaml against the published types of Kubernetes: node kubernetes.mjs SOURCE MODULES
// MODULES: a folder whose node_modules has kubernetes-models and yaml (npm install kubernetes-models yaml there).
// Skips (77) without them.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';
import process from 'node:process';

const [source, modules] = process.argv.slice(2);
const require = createRequire(join(modules, 'package.json'));
let validate;
let parseAllDocuments;
try {
  ({validate} = require(join(dirname(require.resolve('kubernetes-models')), '_schemas/IoK8sApiBatchV1Job.js')));
  ({parseAllDocuments} = require('yaml'));
} catch {
  console.log(`skipped: no kubernetes-models and yaml in ${modules}`);
  process.exit(77);
}

/** Returns a proxy of a value that records which members are read; forgotten(list) adds the paths of all others to a list. */
function watch(value, path) {
  const asked = new Map();
  const watched = new Proxy(value, {
    get(target, name) {
      const member = target[name];
      const isObject = typeof member === 'object' && member !== null;
      if (!asked.has(name)) asked.set(name, isObject ? watch(member, `${path}/${name}`) : {watched: member, forgotten: () => {}});
      return asked.get(name).watched;
    },
  });
  return {watched, forgotten(list) {
    for (const name of Object.keys(value)) if (!asked.has(name)) list.push(`${path}/${name}`);
    for (const member of asked.values()) member.forgotten(list);
  }};
}

/** Returns what is wrong with a job: the validator's errors, otherwise the members that it never reads, as no type has them. */
function faults(job) {
  const {watched, forgotten} = watch(job, '');
  if (!validate(watched)) return validate.errors.map(({instancePath}) => instancePath);
  const unknown = [];
  forgotten(unknown);
  return unknown;
}

const jobs = () => parseAllDocuments(readFileSync(join(source, 'docs/batch/kubernetes.yaml'), 'utf8')).map((document) => document.toJS());
assert.equal(jobs().length, 2);
for (const job of jobs()) assert.deepEqual(faults(job), []);
// errors are found, too
const [misnamed, wrong] = jobs();
misnamed.spec.completionsMode = 'Indexed';
assert.deepEqual(faults(misnamed), ['/spec/completionsMode']);
wrong.spec.template.spec.containers[0].volumeMounts[0].readOnly = 'yes';
assert.deepEqual(faults(wrong), ['/spec/template/spec/containers/0/volumeMounts/0/readOnly']);
console.log('both jobs are what Kubernetes takes');
