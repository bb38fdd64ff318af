import { describe, expect, it } from 'vitest';
import { erfc, lnGamma } from './special-functions.ts';

// Computed with mpmath at 30 digits.
const LN_GAMMA = [
  [0.5, 0.5723649429247001],
  [1, 0],
  [3.7, 1.428072326665388],
  [9.99, 12.779315214350193],
  [10, 12.801827480081469],
  [100, 359.1342053695754],
  [5003, 37608.17849515962],
  [10004, 82136.55945786029],
  [826588, 10435718.576844739],
] as const;
const ERFC = [
  [0, 1],
  [0.1, 0.887537083981715],
  [0.5, 0.4795001221869535],
  [1, 0.15729920705028513],
  [1.99, 0.004888586800383003],
  [2, 0.004677734981047266],
  [2.5, 0.0004069520174449589],
  [5, 1.537459794428035e-12],
  [10, 2.088487583762545e-45],
  [26, 5.663192408856143e-296],
] as const;

describe('Special functions', () => {
  it.each(LN_GAMMA)('ln Γ(%d) agrees with a computation of 30 digits', (x, expected) => {
    expect(Math.abs(lnGamma(x) - expected)).toBeLessThanOrEqual(1e-14 * Math.max(1, Math.abs(expected)));
  });

  it.each(ERFC)('erfc(%d) agrees with a computation of 30 digits', (x, expected) => {
    expect(Math.abs(erfc(x) / expected - 1)).toBeLessThanOrEqual(1e-12);
  });

  it('erfc of a huge number is zero', () => {
    expect(erfc(1e6)).toBe(0);
  });
});
