/* Random avatars as skilled artists make them, for tests that the simulation reports nothing about them. */
#ifndef VRMLINT_TESTS_SIM_SENSIBLE_H
#define VRMLINT_TESTS_SIM_SENSIBLE_H

/*
 * Returns a humanoid in a T-pose, the same for the same seed, with some of: hair, a skirt, a tail, ears, a bust;
 * colliders on the head, the arms and the thighs; parameters as real avatars have them. No chain is modelled into a
 * collider, not even with the arms down. The caller frees it. ' stands for ".
 */
char *sensible_rig(unsigned seed);

#endif
