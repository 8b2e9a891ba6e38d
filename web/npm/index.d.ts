/** Checks VRM avatars for mistakes, above all in the parts that move. */

export type Language = 'en' | 'ja';
export type Severity = 'error' | 'warning' | 'info';
export type RuleClass = 'must' | 'should' | 'advice';
export type FixClass = 'none' | 'safe' | 'repair' | 'unsafe';
export type Bytes = Uint8Array | ArrayBuffer | ArrayBufferView;

/** A number that a rule measured; those that aren't finite are strings. */
export type Measure = number | 'Infinity' | '-Infinity' | 'NaN' | string;

/** What an app does with a file that has a finding. */
export interface AppEffect {
  app: string;
  version: string;
  /** "refuses", "drops-springs", "loads" and the like */
  effect: string;
  /** in some of these files only */
  some?: true;
  /** a test runs the app, or its source was read */
  by: 'run' | 'read';
  /** the file in the app's repository that was read */
  source?: string;
}

export interface Finding {
  /** "family/name" */
  rule: string;
  severity: Severity;
  /** what the specifications say of it */
  class: RuleClass;
  message: string;
  /** RFC 6901, into the JSON of the file; "" for the whole document */
  pointer: string;
  /** from 1, in the JSON text; absent where there is no place */
  line?: number;
  column?: number;
  /** bytes from the file's start */
  offset?: number;
  length?: number;
  fix: FixClass;
  /** of how many more places the same holds; the first hundred are among the related ones. Absent with allFindings */
  more?: number;
  /** the findings that follow from this one and aren't reported themselves: how many, and with allFindings which */
  consequences?: {count: number; findings?: Finding[]};
  related: {pointer: string; message: string}[];
  data: Record<string, Measure>;
  /** what the finding is about: "Spring 0 'Hair'" */
  subject?: string;
  excerpt?: string;
  /** the same from run to run */
  fingerprint?: string;
  /** which of the rule's messages it is */
  variant?: string;
  apps?: AppEffect[];
  /** Where to click: the tool that exported the file comes first. Absent if no tool shows it. */
  steps?: Steps[];
}

/** What to do about a finding in a tool in which avatars are made. */
export interface Steps {
  tool: 'blender' | 'unity' | 'vroid';
  /** in the language of the report, with the names of panels, menus and fields as the tool shows them */
  text: string;
}

/** What an app does with a file, the worst first. */
export type VerdictKind = 'refuses' | 'no-avatar' | 'hangs' | 'may-refuse' | 'loses' | 'unknown' | 'differs' | 'fine';

/** What an app does with a file, as far as its findings state it. */
export interface Verdict {
  app: string;
  version: string;
  verdict: VerdictKind;
  /** The parts that are lost: "springs" and the like. */
  loses: string[];
  /** Indices in findings. */
  because: number[];
}

/** What --format json has of one file. */
export interface Report {
  path: string;
  generator?: string;
  /** exporterVersion of VRM 0.x */
  exporterVersion?: string;
  /** Bytes of the file, and their BLAKE2b-256 as 64 hexadecimal digits. */
  size?: number;
  hash?: string;
  glb?: boolean;
  extensions: Record<string, string>;
  unchecked: string[];
  skipped: {what: string; why: string}[];
  /** whether the file is as its specifications require; absent of a file that couldn't be judged */
  valid?: {specifications: string[]; valid: boolean; rules: number; unchecked: string[]};
  counts: {error: number; warning: number; info: number; ignored?: number; known?: number; hidden?: number};
  figures?: Record<string, number>;
  findings: Finding[];
  verdicts?: Verdict[];
}

/** What a file .vrmlint.json holds. */
export interface Settings {
  select?: string[];
  ignore?: string[];
  severity?: Record<string, Severity | 'off'>;
  thresholds?: Record<string, number>;
  budget?: Record<string, number>;
  [name: string]: unknown;
}

/** What is used of an AbortSignal, so that these types hold where those of a browser or of Node aren't there. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason: any;
  throwIfAborted(): void;
}

export interface FileOptions {
  /** what the report calls the file */
  name?: string;
  /**
   * files that a .gltf refers to, by their paths beside it; without this member they aren't looked for, {} means that there are none.
   * A path that is empty, leads out of the folder or is there twice is a TypeError.
   */
  beside?: Record<string, Bytes>;
  /**
   * Loads a file that the file refers to and beside lacks, by its URI as it is written; as gltf-validator calls it. One for which
   * it rejects, or resolves to nothing, is missing. It isn't called for a URI that leads out of the folder.
   */
  externalResourceFunction?: (uri: string) => Promise<Bytes | null | undefined>;
  /**
   * Aborts the call while it loads: the call rejects with the signal's reason. What has begun is done at once, in the thread that
   * calls, and isn't stopped, except in a worker (vrmlint/client).
   */
  signal?: Signal;
}

export interface CheckOptions extends FileOptions, Pick<Settings, 'select' | 'ignore' | 'severity' | 'thresholds' | 'budget'> {
  language?: Language;
  settings?: Settings;
  /** seconds that the check of one file may take; a file that takes longer gets only the finding file/timed-out. 0: no limit */
  timeout?: number;
  /** false: spring bones aren't simulated */
  simulation?: boolean;
  /** false: nothing is looked at that needs the bytes of buffers and images */
  data?: boolean;
  /**
   * true: each finding is reported separately, with a list of those that follow from it, as by --all-findings; otherwise one
   * finding stands for all places with the same mistake, as by vrmlint check. A comparison ignores it
   */
  allFindings?: boolean;
}

/** Where library.wasm is, or its content: a URL, a path in Node, bytes, or a Response or a WebAssembly.Module. */
export type Wasm = string | Bytes | {readonly href: string} | object;

/**
 * Loads the library, which the first call does otherwise. wasm: instead of the copy that is part of the modules; it must be that of
 * the same version, vrmlint/library.wasm, and be given before all other calls.
 */
export function init(options?: {wasm?: Wasm | Promise<Wasm>}): Promise<void>;

/** The report of one file. Rejects with a TypeError for settings that vrmlint doesn't know. */
export function check(bytes: Bytes, options?: CheckOptions): Promise<Report>;

export interface FixOptions extends CheckOptions {
  /** safe and repair, if it isn't said */
  classes?: Exclude<FixClass, 'none'>[];
}

export interface Operation {
  op: 'add' | 'replace' | 'remove' | 'move';
  path: string;
  from?: string;
  value?: unknown;
}

type Named = Pick<Finding, 'rule' | 'fix' | 'message' | 'pointer'>;

export interface Fixed {
  /** the fixed file; null where nothing was fixed */
  bytes: Uint8Array | null;
  /** all changes of the JSON as one JSON patch, RFC 6902 */
  patch: Operation[];
  fixed: (Named & {changes: {line: number; pointer: string; before: string; after: string}[]})[];
  /** what was to be fixed and couldn't be */
  left: (Named & {why: string})[];
  before: Report;
  after: Report;
}

/** Fixes what can be fixed of one file; its bytes stay as they are. */
export function fix(bytes: Bytes, options?: FixOptions): Promise<Fixed>;

export interface DiffOptions extends Omit<CheckOptions, keyof FileOptions>, Pick<FileOptions, 'signal'> {
  /** files that the earlier avatar refers to, as beside of check() */
  oldBeside?: Record<string, Bytes>;
  newBeside?: Record<string, Bytes>;
}

export interface Change {
  kind: 'spring' | 'joint' | 'collider' | 'collider group' | 'constraint' | 'bone' | 'expression' | 'gaze' | 'material' | 'image' |
    'licence' | 'figure';
  /** the name of the thing; "" for gaze, licence and figures */
  of: string;
  /** the property; absent: the whole thing was added or removed */
  what?: string;
  before?: string;
  after?: string;
  /** the change as a sentence */
  message: string;
}

type Compared = Omit<Finding, 'related' | 'data'> & Partial<Pick<Finding, 'related' | 'data'>>;

/** What vrmlint diff --format json has of a pair of files. */
export interface Diff {
  /** same: byte for byte */
  state: 'same' | 'changed';
  new: Compared[];
  fixed: Compared[];
  /** at another place, or under other names at the same place; from: where it was */
  moved: (Compared & {from: string})[];
  /** only found in one version, because the other one wasn't checked for it: neither new nor fixed */
  brought: Compared[];
  dropped: Compared[];
  /** why: "unread" is what could not be checked in a version */
  because?: 'version' | 'settings' | 'unread' | 'removed';
  unread?: {side: 'old' | 'new'; what: string; why: string}[];
  changes: Change[];
  /** the apps that do something else with the later version; absent if there are none */
  verdicts?: {app: string; before: VerdictKind; after: VerdictKind}[];
}

/** What is different between two versions of an avatar. */
export function diff(before: Bytes, after: Bytes, options?: DiffOptions): Promise<Diff>;

export type Engine = 'spec' | 'three-vrm' | 'univrm' | 'pbd';
export type Motion = 'none' | 'step' | 'shake' | 'bob' | 'spin' | 'turn' | 'bow' | 'teleport' | 'walk' | 'nod' |
  'shake-stop' | 'teleport-far';
export type Pose = 'as-modelled' | 'arms-down' | 'step-left' | 'step-right' | 'sit' | 'arms-crossed' | 'head-turn' |
  'head-nod';

export interface SimulateOptions extends FileOptions {
  engine?: Engine;
  motion?: Motion;
  pose?: Pose;
  /** steps a second: 60 */
  fps?: number;
  /** seconds a step, instead */
  dt?: number;
  /** 600 */
  steps?: number;
  /** seconds of single steps, counted from 1 */
  hitches?: Record<number, number>;
  /** where the root is after each step, instead of a motion: px, py, pz, qx, qy, qz, qw */
  root?: ArrayLike<number>[];
  /** at how many times its size the avatar is shown */
  size?: number;
  /** the most bytes that the numbers of the result may take, by default 256 MiB; if they need more, the call rejects with a RangeError */
  maxBytes?: number;
  /** seconds after which the call rejects, while the file is read or between steps. 0: no limit */
  timeout?: number;
  /** a VRM animation that moves the limbs, instead of a pose */
  animation?: Bytes;
  /** for the engine pbd: the article's numbers, or what comes nearest to the file's */
  pbd?: 'from-file' | {spring?: number; damp?: number; gravity?: number; pointSize?: number};
}

export interface Trajectories {
  engine: Engine;
  dt: number;
  steps: number;
  /** with an animation: its seconds, and how many times as far as in its file the hips move, since avatars differ in size */
  animation?: {seconds: number; scale: number};
  /** springs, or bone groups, of the file */
  springs: number;
  /** false: the file asks for more than can be simulated */
  whole: boolean;
  joints: {spring: number; joint: number; node: number | null}[];
  /** the nodes that the simulation turns; null for one that only an app makes up */
  nodes: (number | null)[];
  /** step by step: position and rotation of the root */
  root: Float64Array;
  /** step by step, joint by joint: x, y and z of its tail in world space, metres */
  tails: Float64Array;
  /** the same of the engine's own tail */
  states: Float64Array;
  /** step by step, node by node: its world matrix, rows of x, y and z with 4 numbers each */
  matrices: Float64Array;
}

/** The spring bones of a file in motion. Rejects for a file that can't be simulated, and with a TypeError for numbers that aren't. */
export function simulate(bytes: Bytes, options?: SimulateOptions): Promise<Trajectories>;

export interface Rule {
  id: string;
  severity: Severity;
  class: RuleClass;
  /** off until it is selected */
  optIn: boolean;
  fix: FixClass;
  summary: string;
  why: string;
  how: string;
  spec: string;
  /** the version that added the rule */
  since: string;
}

/** All rules. */
export function rules(options?: {language?: Language}): Promise<Rule[]>;

export function version(): Promise<string>;

export const engines: readonly Engine[];
export const motions: readonly Motion[];
export const poses: readonly Pose[];
