// For require(): the same functions. They load the module with their first call.
'use strict';
const names = require('./names.cjs');

const call = (name) => async (...args) => (await import('./node.js'))[name](...args);

for (const name of ['init', ...names.calls]) exports[name] = call(name);
for (const name of ['engines', 'motions', 'poses']) exports[name] = names[name];
