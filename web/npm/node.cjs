// For require(): the same functions. They load the module with their first call.
'use strict';
const names = require('./names.cjs');

const call = (name) => async (...args) => (await import('./node.js'))[name](...args);

exports.init = call('init');
exports.check = call('check');
exports.diff = call('diff');
exports.fix = call('fix');
exports.simulate = call('simulate');
exports.rules = call('rules');
exports.version = call('version');
exports.engines = names.engines;
exports.motions = names.motions;
exports.poses = names.poses;
