// The expressions of an avatar applied to its meshes, as apps apply them.

const KINDS = {
  blink: ['blink', 'blinkLeft', 'blinkRight'],
  lookAt: ['lookUp', 'lookDown', 'lookLeft', 'lookRight'],
  mouth: ['aa', 'ih', 'ou', 'ee', 'oh'],
};

export class Faces {
  /** meshesOf: returns the drawn meshes of a node. */
  constructor(expressions, meshesOf) {
    this.expressions = expressions.map(({binds, ...rest}) => ({...rest, binds: binds.flatMap(({nodes, index, weight}) => nodes.flatMap(meshesOf)
      .filter(({morphTargetInfluences}) => Number.isInteger(index) && morphTargetInfluences?.[index] !== undefined)
      .map(({morphTargetInfluences}) => ({influences: morphTargetInfluences, index, weight})))}));
    this.show(new Map());
  }

  /** Returns the names of the expressions that change a mesh. */
  names() {
    return [...new Set(this.expressions.filter(({binds}) => binds.length > 0).map(({name}) => name))];
  }

  /** Applies weights of expressions, given by name; expressions without one get 0. */
  show(weights) {
    const own = this.expressions.map(({name, binary}) => {
      const weight = Math.min(Math.max(weights.get(name) || 0, 0), 1);
      return binary ? Number(weight > 0.5) : weight;
    });
    // VRMC_vrm 1.0, expressions: some expressions suppress blinking, looking around or the mouth
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
