import { type Effects, REAL_EFFECTS } from '../../src/server/effects.ts';

/** Passwords are hashed at minimum cost, because most tests sign in and few test the hashing. */
export const TEST_EFFECTS: Effects = { ...REAL_EFFECTS, passwordCost: { ln: 4, r: 8, p: 1 } };
