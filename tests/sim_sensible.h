/* Random avatars as somebody makes them who knows how: for what mustn't be scolded. */
#ifndef VRMLINT_TESTS_SIM_SENSIBLE_H
#define VRMLINT_TESTS_SIM_SENSIBLE_H

/*
 * A humanoid in a T-pose, the same for the same seed, with some of: hair, a skirt, a tail, ears, a bust; colliders on
 * the head, the arms and the thighs; numbers as avatars have them. No chain is modelled into a collider as that stands
 * once the arms are down. The caller frees it; ' stands for ".
 */
char *sensible_rig(unsigned seed);

#endif
