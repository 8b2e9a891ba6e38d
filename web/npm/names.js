// The names that calls accept.
export const languages = ['en', 'ja'];
export const engines = ['spec', 'three-vrm', 'univrm', 'pbd'];
export const motions = ['none', 'step', 'shake', 'bob', 'spin', 'turn', 'bow', 'teleport', 'walk', 'nod', 'shake-stop', 'teleport-far'];
export const poses = ['as-modelled', 'arms-down', 'step-left', 'step-right', 'sit', 'arms-crossed', 'head-turn', 'head-nod'];
export const calls = ['check', 'diff', 'fix', 'simulate', 'rules', 'version'];
