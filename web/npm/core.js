// The library; node.js and browser.js pass it the WebAssembly and the texts. Except for the first call in a language, all calls
// run synchronously in the calling thread.
import start from './dist/library.mjs';
import {asBytes, asSignal, treeOf, unlessAborted, withLoaded} from './files.js';
import {engines as ENGINES, languages as LANGUAGES, motions as MOTIONS, poses as POSES} from './names.js';

const CLASSES = {safe: 2, repair: 4, unsafe: 8};
const FOLDER = '/work'; // where the files of a call are mounted
const FACTS = 16; // flag: also collect what a comparison needs besides findings

/** Returns the flags of web/surface.c for the options of a check. */
function flagsOf({simulation, data, allFindings}) {
  return (simulation === false ? 1 : 0) | (data === false ? 2 : 0) | (allFindings === true ? 32 : 0);
}
const BESIDE = 'file';
const OWN = '\u0001'; // a name that no file beside it can have
const MOVES = 'animation';
/** Returns the name of the caller's file among those of a call: with the ending that it has, by which rules know what it is meant to be. */
const ownName = (options) => OWN + (/\.(?:vrma?|glb|gltf)$/i.exec(options.name ?? '')?.[0] ?? '');
const ANIMATION = `${FOLDER}/${MOVES}`;
const MODE_FILE = 0o100444;
const MODE_FOLDER = 0o40777;
const NODE_NONE = 0xFFFFFFFF;
const RESULT_MOST = 2 ** 28; // bytes of numbers that simulate() returns, unless maxBytes says otherwise

function one(list, name, what) {
  const index = list.indexOf(name);
  if (index < 0) throw new TypeError(`${what} '${name}' is none of ${list.join(', ')}`);
  return index;
}

function asNumber(value, what, {least = -Infinity, most = Infinity, whole = false} = {}) {
  if (typeof value !== 'number' || !(value >= least && value <= most) || !Number.isFinite(value) || (whole && !Number.isInteger(value))) {
    throw new TypeError(`${what} must be a ${whole ? 'whole ' : ''}number${least > -Infinity ? ` from ${least}` : ''}${most < Infinity ? ` to ${most}` : ''}`);
  }
  return value;
}

/** Returns poses of the root as arrays of seven numbers each. */
function rootPoses(list) {
  return Array.from(list, (pose, step) => {
    const numbers = Array.from(pose ?? []).slice(0, 7);
    if (numbers.length !== 7) throw new TypeError(`root[${step}] must have seven numbers`);
    return numbers.map((value) => asNumber(value, `a number of root[${step}]`));
  });
}

class Library {
  /** places: [address, size] of each text file in the memory. */
  constructor(module, places, fetchTexts) {
    this.module = module;
    this.places = places;
    this.fetchTexts = fetchTexts;
    this.texts = new Map();
    module.FS.mkdir(FOLDER);
    this.policy = {key: '', at: 0};
  }

  // ---- texts ----

  /** Copies the texts of a file into the program's memory, unless they are loaded already: the WebAssembly contains no texts. */
  load(name) {
    if (!this.texts.has(name)) {
      const [at, size] = this.places[name];
      this.texts.set(name, this.fetchTexts(name).then((bytes) => {
        if (bytes.byteLength !== size) throw new Error(`${name} isn't of this version`);
        this.module.HEAPU8.set(new Uint8Array(bytes), at);
      }).catch((error) => {
        this.texts.delete(name);
        throw error;
      }));
    }
    return this.texts.get(name);
  }

  /** Loads the texts for messages in the given languages, and in English, because findings are sorted by their English texts. */
  async speak(languages, kind = 'messages') {
    const wanted = new Set(kind === 'rules' ? languages : ['en', ...languages]);
    const file = kind === 'rules' ? 'rules' : 'messages';
    await Promise.all([...wanted].filter((language) => LANGUAGES.includes(language)).map((language) => this.load(`${file}.${language}.txt`)));
  }

  // ---- memory and files ----

  text(pointer) {
    return this.module.UTF8ToString(pointer);
  }

  /** Returns a string that the library passes to the caller, and frees it there. */
  taken(pointer) {
    if (pointer === 0) throw new Error('not enough memory');
    const text = this.text(pointer);
    this.module._free(pointer);
    return text;
  }

  put(text) {
    const size = this.module.lengthBytesUTF8(text) + 1;
    const at = this.room(size);
    this.module.stringToUTF8(text, at, size);
    return at;
  }

  room(size) {
    const at = this.module._malloc(size);
    if (at === 0) throw new Error('not enough memory');
    return at;
  }

  /** Adds a file to a folder, with the bytes themselves and not a copy: nothing here changes them. */
  write(folder, name, bytes) {
    const node = folder.node_ops.mknod(folder, name, MODE_FILE, 0);
    node.contents = bytes;
    node.usedBytes = bytes.length;
  }

  /** Adds a tree of files to a folder. Each step starts from its folder, so the time is linear in the depth of the paths. */
  writeTree(folder, tree) {
    const pending = [[folder, tree]];
    while (pending.length > 0) {
      const [into, files] = pending.pop();
      for (const [name, content] of files) {
        if (content instanceof Map) pending.push([into.node_ops.mknod(into, name, MODE_FOLDER, 0), content]);
        else this.write(into, name, content);
      }
    }
  }

  /** Runs a function on files in a file system of their own, which is always removed afterwards. */
  with(bytes, options, run) {
    const {FS} = this.module;
    const own = asBytes(bytes, 'the file');
    const tree = treeOf(options.beside);
    const animation = options.animation === undefined ? null : asBytes(options.animation, 'the animation');
    const root = FS.mount(FS.filesystems.MEMFS, {}, FOLDER);
    try {
      const files = root.node_ops.mknod(root, BESIDE, MODE_FOLDER, 0);
      this.write(files, ownName(options), own);
      this.writeTree(files, tree);
      if (animation !== null) this.write(root, MOVES, animation);
      return run();
    } finally {
      FS.unmount(FOLDER);
    }
  }

  /** Calls run() with a policy, which is kept for the next call with the same options. */
  withPolicy(options, flags, languages, run) {
    const settings = {...options.settings};
    for (const key of ['select', 'ignore', 'severity', 'thresholds', 'budget']) {
      if (options[key] !== undefined) settings[key] = options[key];
    }
    const language = one(LANGUAGES, options.language ?? 'en', 'language');
    const timeout = asNumber(options.timeout ?? 0, 'timeout', {least: 0});
    const told = languages.reduce((set, name) => set | (1 << one(LANGUAGES, name, 'language')), 0);
    const text = JSON.stringify(settings);
    const key = `${flags} ${language} ${told} ${text}`;
    if (this.policy.at === 0 || this.policy.key !== key) {
      this.module._web_policy_free(this.policy.at);
      this.policy = {key, at: 0};
      const put = this.put(text);
      this.policy.at = this.module._web_policy_new(put, flags, language, told);
      this.module._free(put);
      if (this.policy.at === 0) throw new Error('not enough memory');
    }
    const error = this.text(this.module._web_policy_error(this.policy.at));
    if (error !== '') throw new TypeError(error);
    this.module._web_policy_timeout(this.policy.at, timeout);
    return run(this.policy.at, language);
  }

  withPath(options, run) {
    const path = this.put(`${FOLDER}/${BESIDE}/${ownName(options)}`);
    try {
      return run(path);
    } finally {
      this.module._free(path);
    }
  }

  // ---- the functions ----

  /** Returns the report of a check. A file is read from the file system if it may have others beside it, else from memory. */
  checked(bytes, options, policy) {
    if (options.beside !== undefined) {
      return this.with(bytes, options, () => this.withPath(options, (path) => this.module._web_check(policy, path)));
    }
    const own = asBytes(bytes, 'the file');
    const room = this.room(own.length + 1);
    try {
      this.module.HEAPU8.set(own, room);
      return this.withPath(options, (path) => this.module._web_check_bytes(policy, path, room, own.length));
    } finally {
      this.module._free(room);
    }
  }

  /** Returns the report in each language. drawing, curves: with the data that pages show (src/report/shown_json.h). */
  reports(bytes, options, languages, drawing = false, curves = false) {
    const flags = flagsOf(options) | (drawing ? 4 : 0) | (curves ? 8 : 0);
    return this.withPolicy(options, flags, languages, (policy) => {
      const report = this.checked(bytes, options, policy);
      if (report === 0) throw new Error('not enough memory');
      try {
        const texts = {};
        for (const language of languages) {
          const [file] = JSON.parse(this.taken(this.module._web_report(report, LANGUAGES.indexOf(language)))).files;
          texts[language] = {...file, path: options.name ?? ''};
          if (drawing) texts[language].shown = JSON.parse(this.taken(this.module._web_shown(report, LANGUAGES.indexOf(language))));
        }
        return {texts};
      } finally {
        this.module._web_report_free(report);
      }
    });
  }

  check(bytes, options = {}) {
    const language = options.language ?? 'en';
    one(LANGUAGES, language, 'language');
    return this.reports(bytes, options, [language]).texts[language];
  }

  fix(bytes, options = {}) {
    const flags = flagsOf(options);
    let classes = 0;
    for (const name of options.classes ?? ['safe', 'repair']) {
      one(Object.keys(CLASSES), name, 'class');
      classes |= CLASSES[name];
    }
    const languages = [options.language ?? 'en'];
    return this.with(bytes, options, () => this.withPolicy(options, flags, languages, (policy, language) => this.withPath(options, (path) => {
      const fixed = this.module._web_fix(policy, path, classes);
      if (fixed === 0) throw new Error('not enough memory');
      try {
        const result = JSON.parse(this.taken(this.module._web_fixed(policy, fixed, language)));
        if (result.error !== undefined) throw new Error(result.error);
        const at = this.module._web_fixed_bytes(fixed);
        const size = this.module._web_fixed_size(fixed);
        for (const when of ['before', 'after']) {
          result[when] = {...result[when].files[0], path: options.name ?? ''};
        }
        return {...result, bytes: at === 0 ? null : this.module.HEAPU8.slice(at, at + size)};
      } finally {
        this.module._web_fixed_free(fixed);
      }
    })));
  }

  simulate(bytes, options = {}) {
    const {module} = this;
    const dt = options.dt === undefined ? 1 / asNumber(options.fps ?? 60, 'fps', {least: 1e-6, most: 1e6})
      : asNumber(options.dt, 'dt', {least: 0, most: 1e6});
    const root = options.root === undefined ? undefined : rootPoses(options.root);
    const steps = root?.length ?? asNumber(options.steps ?? 600, 'steps', {least: 0, most: 1e6, whole: true});
    const size = asNumber(options.size ?? 1, 'size', {least: 1e-6, most: 1e6});
    const hitches = {};
    for (const [step, seconds] of Object.entries(options.hitches ?? {})) {
      asNumber(Number(step), 'a step of hitches', {least: 1, most: 1e6, whole: true});
      hitches[step] = asNumber(seconds, `hitches[${step}]`, {least: 0, most: 1e6});
    }
    const pbd = {spring: 100, damp: 0.85, gravity: 9.8, pointSize: 0.02, ...options.pbd};
    const article = ['spring', 'damp', 'gravity', 'pointSize'].map((name) => asNumber(pbd[name], `pbd.${name}`, name === 'gravity' ? {} : {least: 0}));
    const engine = one(ENGINES, options.engine ?? 'spec', 'engine');
    const motion = one(MOTIONS, options.motion ?? 'none', 'motion');
    const limbs = one(POSES, options.pose ?? 'as-modelled', 'pose');
    const maxBytes = asNumber(options.maxBytes ?? RESULT_MOST, 'maxBytes', {least: 0});
    const timeout = asNumber(options.timeout ?? 0, 'timeout', {least: 0});
    const deadline = timeout === 0 ? Infinity : performance.now() + 1000 * timeout;
    return this.with(bytes, options, () => this.withPath(options, (path) => {
      const animation = options.animation === undefined ? 0 : this.put(ANIMATION);
      const room = this.room(16 * 8);
      let simulation = 0;
      try {
        module.HEAPF64.set(article, room / 8);
        simulation = module._web_simulation(path, engine, limbs, size, animation, options.pbd === 'from-file' ? 0 : room, timeout, 0, 0);
        if (simulation === 0) throw new Error(performance.now() > deadline ? 'reading the file took longer than timeout' : 'not enough memory');
        const error = module._web_simulation_error(simulation);
        if (error !== 0) throw new Error(this.text(error));
        return this.run(simulation, room, {engine: ENGINES[engine], motion, dt, steps, root, hitches, animated: animation !== 0,
          maxBytes, deadline});
      } finally {
        if (simulation !== 0) module._web_simulation_free(simulation);
        module._free(room);
        if (animation !== 0) module._free(animation);
      }
    }));
  }

  run(simulation, room, {engine, motion, dt, steps, root, hitches, animated, maxBytes, deadline}) {
    const {module} = this;
    module._web_simulation_parts(simulation, room);
    const [jointCount, nodeCount, springs, whole, jointsAt, nodesAt, tailsAt, statesAt, matricesAt] =
      module.HEAPU32.slice(room / 4, room / 4 + 9);
    const bytes = 8 * steps * (7 + 6 * jointCount + 12 * nodeCount);
    if (bytes > maxBytes) {
      throw new RangeError(`${steps} steps of ${jointCount} joints and ${nodeCount} nodes take ${bytes} bytes, more than maxBytes, ${maxBytes}: `
        + 'simulate fewer steps');
    }
    const place = (index) => (index === NODE_NONE ? null : index);
    const joints = Array.from({length: jointCount}, (_, index) => {
      const [spring, joint, node] = module.HEAPU32.slice(jointsAt / 4 + 3 * index, jointsAt / 4 + 3 * index + 3);
      return {spring, joint, node: place(node)};
    });
    const nodes = Array.from(module.HEAPU32.slice(nodesAt / 4, nodesAt / 4 + nodeCount), place);
    const result = {engine, dt, steps, springs, whole: whole !== 0, joints, nodes, root: new Float64Array(7 * steps),
      tails: new Float64Array(3 * jointCount * steps), states: new Float64Array(3 * jointCount * steps),
      matrices: new Float64Array(12 * nodeCount * steps)};
    if (animated) {
      module._web_simulation_animation(simulation, room);
      const [seconds, scale] = module.HEAPF64.slice(room / 8, room / 8 + 2);
      result.animation = {seconds, scale};
    }
    let time = 0;
    for (let step = 0; step < steps; step++) {
      if (performance.now() > deadline) throw new Error(`the simulation took longer than timeout: step ${step} of ${steps}`);
      const seconds = hitches[step + 1] ?? dt;
      time += seconds;
      if (root === undefined) {
        module._web_motion(motion, time, room);
      } else {
        module.HEAPF64.fill(0, room / 8, room / 8 + 11);
        module.HEAPF64.set(root[step], room / 8);
      }
      module._web_step(simulation, room, seconds);
      const heap = module.HEAPF64; // the memory may have grown
      result.root.set(heap.subarray(room / 8, room / 8 + 7), 7 * step);
      result.tails.set(heap.subarray(tailsAt / 8, tailsAt / 8 + 3 * jointCount), 3 * jointCount * step);
      result.states.set(heap.subarray(statesAt / 8, statesAt / 8 + 3 * jointCount), 3 * jointCount * step);
      result.matrices.set(heap.subarray(matricesAt / 8, matricesAt / 8 + 12 * nodeCount), 12 * nodeCount * step);
    }
    return result;
  }

  /** For the web page: returns an animation's weights of expressions at each step, {name, values}, without those it lacks. */
  weights(bytes, names, {steps, fps}) {
    const {module} = this;
    const own = asBytes(bytes, 'the animation');
    const room = this.room(Math.max(own.length, 8 * steps, 1));
    try {
      module.HEAPU8.set(own, room);
      const face = module._web_face(room, own.length);
      if (face === 0) return [];
      const weights = names.map((name) => {
        const put = this.put(name);
        module._web_face_weights(face, put, fps, steps, room);
        module._free(put);
        return {name, values: Float32Array.from(module.HEAPF64.subarray(room / 8, room / 8 + steps))};
      });
      module._web_face_free(face);
      return weights.filter(({values}) => !Number.isNaN(values[0]));
    } finally {
      module._free(room);
    }
  }

  diff(before, after, options = {}) {
    const flags = flagsOf({...options, allFindings: false}) | FACTS;
    const sides = [[before, options.oldBeside], [after, options.newBeside]];
    return this.withPolicy(options, flags, ['en', options.language ?? 'en'], (policy, language) => {
      const reports = [];
      try {
        for (const [bytes, beside] of sides) {
          const report = this.checked(bytes, {beside}, policy);
          if (report === 0) throw new Error('not enough memory');
          reports.push(report);
        }
        const {files: [{path: _, ...diff}]} = JSON.parse(this.taken(this.module._web_diff(policy, ...reports, language)));
        return diff;
      } finally {
        reports.forEach((report) => this.module._web_report_free(report));
      }
    });
  }

  rules(options = {}) {
    return JSON.parse(this.taken(this.module._web_rules(one(LANGUAGES, options.language ?? 'en', 'language'))));
  }

  /** Returns the words of the reports that the web page shows. */
  words(language) {
    return JSON.parse(this.taken(this.module._web_words(LANGUAGES.indexOf(language))));
  }

  /** Returns the budgets that platforms publish, for the web page. */
  budgets(language = 'en') {
    return JSON.parse(this.taken(this.module._web_budgets(LANGUAGES.indexOf(language))));
  }

  /** Returns the table of symptoms, for the web page. */
  symptoms(language) {
    return JSON.parse(this.taken(this.module._web_symptoms(LANGUAGES.indexOf(language))));
  }

  version() {
    return this.text(this.module._web_version());
  }
}

/** Returns a source of random bytes that asks the system for 4096 at a time, because emscripten asks for them one by one. */
function pooled(crypto) {
  const pool = new Uint8Array(4096);
  let used = pool.length;
  return {
    getRandomValues(array) {
      for (let i = 0; i < array.length; i++) {
        if (used === pool.length) {
          crypto.getRandomValues(pool);
          used = 0;
        }
        array[i] = pool[used++];
      }
      return array;
    },
  };
}

/**
 * Compiles the WebAssembly that init() was given: a module, its bytes, or a path or URL to read or fetch it from. Without one
 * it compiles library.wasm, which ownBytes() returns.
 */
export async function programOf(wasm, {ownBytes, read, compile}) {
  let given = await (wasm ?? ownBytes());
  if (typeof given === 'string' || given instanceof URL) given = await read(given);
  if (given instanceof WebAssembly.Module) return given;
  if (typeof Response === 'undefined' || !(given instanceof Response)) return compile(asBytes(given, 'wasm'));
  if (!given.ok) throw new Error(`${given.url}: ${given.status}`);
  return compile(await given.arrayBuffer());
}

/**
 * Returns the functions of the library, which is loaded by the first call. fetchProgram(wasm) returns a compiled
 * WebAssembly.Module, wasm being the argument of init(); fetchTexts(name) returns the bytes of a text file of the module.
 */
export function open(fetchProgram, fetchTexts, crypto) {
  let loading = null;
  const load = async (wasm) => {
    const program = await fetchProgram(wasm);
    const [texts] = WebAssembly.Module.customSections(program, 'texts');
    if (texts === undefined) throw new TypeError("the WebAssembly isn't the library.wasm of this package");
    const module = await new Promise((started, failed) => start({
      crypto: pooled(crypto),
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(program, imports).then((instance) => done(instance, program)).catch(failed);
        return {};
      },
    }).then(started).catch(failed));
    return new Library(module, JSON.parse(new TextDecoder().decode(texts)), fetchTexts);
  };
  /** speak: returns the texts that a call with these arguments needs, [languages, kind]. */
  const call = (name, speak) => async (...args) => {
    const signal = asSignal(args[name === 'diff' ? 2 : 1]?.signal);
    loading ??= load();
    let library;
    try {
      library = await unlessAborted(loading, signal);
    } catch (error) {
      if (signal?.aborted !== true) loading = null;
      throw error;
    }
    if (speak !== undefined) await unlessAborted(library.speak(...speak(...args)), signal);
    if (args[1]?.externalResourceFunction !== undefined) args[1] = await withLoaded(...args);
    signal?.throwIfAborted();
    try {
      return library[name](...args);
    } catch (error) {
      // a trap or a stack overflow leaves the memory in an unknown state
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) loading = null;
      throw error;
    }
  };
  const inItsLanguage = (bytes, options) => [[options?.language ?? 'en']];
  return {
    async init({wasm} = {}) {
      if (loading !== null && wasm !== undefined) throw new Error('init() with its own wasm must come before all other calls');
      loading ??= load(wasm);
      try {
        await loading;
      } catch (error) {
        loading = null;
        throw error;
      }
    },
    check: call('check', inItsLanguage),
    fix: call('fix', inItsLanguage),
    diff: call('diff', (before, after, options) => [[options?.language ?? 'en']]),
    simulate: call('simulate', () => [['en']]),
    rules: call('rules', (options) => [[options?.language ?? 'en'], 'rules']),
    version: call('version'),
    reports: call('reports', (bytes, options, languages) => [languages]),
    weights: call('weights'),
    words: call('words', (language) => [[language]]),
    budgets: call('budgets'),
    symptoms: call('symptoms', (language) => [[language]]),
  };
}

export {engines, motions, poses} from './names.js';
