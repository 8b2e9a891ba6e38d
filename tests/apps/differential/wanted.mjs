// Counts what a glTF JSON asks a loader for, as the specifications describe it. Things with errors count too: a joint whose
// node doesn't exist is a joint. Never throws, whatever the JSON is.
const list = (x) => (Array.isArray(x) ? x : []);
const object = (x) => (typeof x === 'object' && x !== null && !Array.isArray(x) ? x : {});
const extension = (of, name) => object(object(object(of).extensions)[name]);
const present = (x) => x !== undefined && x !== null;

const changes = (expression) => Object.entries(object(expression)).some(([name, of]) => /bind/i.test(name) && list(of).length > 0);

// Returns counts by name, and tracks: { animation, channel, kind, of } (kind: rotation, translation, expression or lookAt).
export function wanted(json) {
  const counts = { joints: 0, centers: 0, collisions: 0, roots: 0, constraints: 0, bones: 0, expressions: 0 };
  springs(extension(json, 'VRMC_springBone'), counts);
  // VRM 1.0 springs replace those of VRM 0.x
  if (Object.keys(extension(json, 'VRMC_springBone')).length === 0 && Object.keys(extension(json, 'VRMC_vrm')).length === 0) {
    groups(object(extension(json, 'VRM').secondaryAnimation), counts);
  }
  for (const node of list(object(json).nodes)) {
    const held = extension(node, 'VRMC_node_constraint');
    const constraint = { ...held, ...object(held.constraint) }; // the first draft has the kinds in the extension itself
    if (['roll', 'aim', 'rotation'].some((kind) => present(constraint[kind]))) { counts.constraints += 1; }
  }
  avatar(extension(json, 'VRMC_vrm'), extension(json, 'VRM'), counts);
  return { counts, tracks: tracks(json) };
}

// Counts joints: each joint moves its node and has the next one as its tail; the last joint is only a tail.
function springs(spring, counts) {
  const groups = list(spring.colliderGroups);
  for (const { joints, colliderGroups, center } of list(spring.springs).map(object)) {
    const moving = Math.max(list(joints).length - 1, 0);
    const colliders = list(colliderGroups).reduce((sum, index) => sum + list(object(groups[index]).colliders).length, 0);
    counts.joints += moving;
    counts.collisions += moving * colliders;
    if (present(center)) { counts.centers += moving; }
  }
}

// Counts roots: in VRM 0.x, everything below a root moves, so the roots are the content of a group.
function groups(secondary, counts) {
  for (const group of list(secondary.boneGroups)) {
    counts.roots += list(object(group).bones).length;
  }
}

// Whether a file uses VRM at all.
export function isVrm(json) {
  return [...list(object(json).extensionsUsed), ...Object.keys(object(object(json).extensions))].some((name) => String(name).startsWith('VRM'));
}

// Whether a file has an avatar to show, even one with errors.
export function isAvatar(json) {
  const { VRM, VRMC_vrm } = object(object(json).extensions);
  return present(VRM) || present(VRMC_vrm);
}

// Whether each bone of an avatar is a node of the file.
export function bonesThere(json) {
  const bones = [extension(json, 'VRMC_vrm'), extension(json, 'VRM')].flatMap((vrm) => Object.values(object(vrm.humanoid).humanBones ?? {}));
  return bones.every((bone) => object(bone).node === -1 || list(object(json).nodes)[object(bone).node] !== undefined);
}

const OLD = { joy: 'happy', sorrow: 'sad', fun: 'relaxed', a: 'aa', i: 'ih', u: 'ou', e: 'ee', o: 'oh' };

function avatar(vrm1, vrm0, counts) {
  if (Object.keys(vrm1).length > 0) {
    counts.bones = Object.values(object(object(vrm1.humanoid).humanBones)).filter(present).length;
    const { preset, custom } = object(vrm1.expressions);
    // an expression without binds isn't missed; a VRM 0.x name beside its VRM 1.0 name is the same expression twice
    const named = Object.entries(object(preset)).filter(([name]) => !present(object(preset)[OLD[name]]));
    counts.expressions = [...named.map(([, of]) => of), ...Object.values(object(custom))].filter(changes).length;
    return;
  }
  // exporters of VRM 0.x write -1 for none
  const bones = list(object(vrm0.humanoid).humanBones).map(object)
    .filter(({ bone, node }) => present(bone) && present(node) && node !== -1);
  counts.bones = new Set(bones.map((bone) => bone.bone)).size;
  // an app can't use an expression without a preset and a name
  const named = list(object(vrm0.blendShapeMaster).blendShapeGroups).map(object)
    .filter(({ presetName, name }) => (present(presetName) && presetName !== 'unknown') || (present(name) && name !== ''));
  counts.expressions = new Set(named.map(({ presetName, name }) =>
    (present(presetName) && presetName !== 'unknown' ? `preset ${presetName}` : name))).size;
}

// Returns a map from a node to its role in a VRM Animation.
function roles(animation) {
  const result = new Map();
  for (const [bone, { node }] of Object.entries(object(object(animation.humanoid).humanBones)).map(([k, v]) => [k, object(v)])) {
    if (present(node)) { result.set(node, { kind: 'bone', of: bone }); }
  }
  const { preset, custom } = object(animation.expressions);
  for (const [name, { node }] of [preset, custom].flatMap((of) => Object.entries(object(of))).map(([k, v]) => [k, object(v)])) {
    if (present(node)) { result.set(node, { kind: 'expression', of: name }); }
  }
  const { node } = object(animation.lookAt);
  if (present(node)) { result.set(node, { kind: 'lookAt', of: '' }); }
  return result;
}

// Returns the channels with an effect: they rotate a bone, move the hips, set the weight of an expression, or turn the eyes.
function tracks(json) {
  const role = roles(extension(json, 'VRMC_vrm_animation'));
  const result = [];
  list(object(json).animations).forEach((animation, a) => list(object(animation).channels).forEach((channel, c) => {
    const { node, path } = object(object(channel).target);
    const { kind, of } = role.get(node) ?? {};
    if (kind === 'bone' && (path === 'rotation' || (path === 'translation' && of === 'hips'))) {
      result.push({ animation: a, channel: c, kind: path, of });
    } else if ((kind === 'expression' && path === 'translation') || (kind === 'lookAt' && path === 'rotation')) {
      result.push({ animation: a, channel: c, kind, of });
    }
  }));
  return result;
}
