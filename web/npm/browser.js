// The library for browsers and for bundlers that target them.
import {modules} from './modules.js';
import {openPacked} from './packed.js';

const library = openPacked(async (name) => (await modules[name]()).default);

export const {init, check, diff, fix, simulate, rules, version} = library;
export {engines, motions, poses} from './names.js';
