// Compiles WebAssembly for Node: in a moment, and so that what runs seldom isn't compiled again.
//
// V8 makes quick code of each function when it is first called, and better code of it, in threads beside, once it has run
// for a while. How long that is, its budget, is copied into a module as it is compiled. Here each file calls hundreds of
// functions, each of them for a moment: by V8's own budget fifty small files have two hundred of them compiled again, which
// takes longer than all else together. By this one it is eight; and who checks thousands of files still gets better code of all
// that their time is spent in.
'use strict';

const BUDGET = 250000000;
// V8's own by its version: it can't be asked for, and has to be put back, for what else the process compiles.
const own = {'10.2': 1800000, '11.3': 1800000, '12.4': 13000000, '13.6': 13000000};

/** The budget of this Node; undefined if it isn't known, or if who started it has chosen another. */
function ownBudget() {
  const [, version] = /^(\d+\.\d+)\..*-node\./.exec(process.versions.v8) ?? [];
  const chosen = [process.env.NODE_OPTIONS, ...process.execArgv].some((text) => /tiering.budget/.test(text));
  return chosen ? undefined : own[version];
}

/** v8: the module node:v8, which a bundle of ES modules couldn't require. */
module.exports = function compile(v8, bytes) {
  const before = ownBudget();
  if (before === undefined) return new WebAssembly.Module(bytes);
  v8.setFlagsFromString(`--wasm-tiering-budget=${BUDGET}`);
  try {
    return new WebAssembly.Module(bytes);
  } finally {
    v8.setFlagsFromString(`--wasm-tiering-budget=${before}`);
  }
};
