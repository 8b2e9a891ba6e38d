// The expressions of an avatar on its meshes, as apps show them.

const KINDS = {
  blink: ['blink', 'blinkLeft', 'blinkRight'],
  lookAt: ['lookUp', 'lookDown', 'lookLeft', 'lookRight'],
  mouth: ['aa', 'ih', 'ou', 'ee', 'oh'],
};

export class Faces {
  /** meshesOf: the drawn meshes of a node. */
  constructor(expressions, meshesOf) {
    this.expressions = expressions.map(({binds, ...rest}) => ({...rest, binds: binds.flatMap(({nodes, index, weight}) => nodes.flatMap(meshesOf)
      .filter(({morphTargetInfluences}) => Number.isInteger(index) && morphTargetInfluences?.[index] !== undefined)
      .map(({morphTargetInfluences}) => ({influences: morphTargetInfluences, index, weight})))}));
    this.show(new Map());
  }

  /** The names of those that change a mesh. */
  names() {
    return [...new Set(this.expressions.filter(({binds}) => binds.length > 0).map(({name}) => name))];
  }

  /** Takes the weights of expressions, by their names; those without one have none. */
  show(weights) {
    const own = this.expressions.map(({name, binary}) => {
      const weight = Math.min(Math.max(weights.get(name) || 0, 0), 1);
      return binary ? Number(weight > 0.5) : weight;
    });
    // VRMC_vrm 1.0, expressions: some suppress blinking, looking around, or the mouth
    const left = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, Math.max(0, this.expressions.reduce((rest, {overrides}, i) =>
      rest - (overrides[kind] === 'block' ? Math.ceil(own[i]) : overrides[kind] === 'blend' ? own[i] : 0), 1))]));
    for (const {binds} of this.expressions) for (const {influences, index} of binds) influences[index] = 0;
    this.expressions.forEach(({name, binary, binds}, i) => {
      const kind = Object.keys(KINDS).find((one) => KINDS[one].includes(name));
      const weight = own[i] * (left[kind] ?? 1);
      const applied = binary ? Math.floor(weight) : weight;
      if (applied > 0) for (const bind of binds) bind.influences[bind.index] += applied * bind.weight;
    });
  }
}
