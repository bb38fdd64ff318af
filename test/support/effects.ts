import { type Effects, REAL_EFFECTS } from '../../src/server/effects.ts';

/** Passwords are hashed at the least cost: most tests sign in, few are about how passwords are kept. */
export const TEST_EFFECTS: Effects = { ...REAL_EFFECTS, passwordCost: { ln: 4, r: 8, p: 1 } };
