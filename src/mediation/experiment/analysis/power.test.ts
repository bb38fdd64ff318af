import { expect, it } from 'vitest';
import { DEFAULT_SEQUENCE } from './confidence-sequence.ts';
import { detectableEffect, neededUsers } from './power.ts';

it('the needed number of users is the smallest that detects the effect', () => {
  const users = neededUsers(0.1, 2, DEFAULT_SEQUENCE)!;
  expect(detectableEffect(users, 2, DEFAULT_SEQUENCE)).toBeLessThanOrEqual(0.1);
  expect(detectableEffect(users - 1, 2, DEFAULT_SEQUENCE)).toBeGreaterThan(0.1);
  // The standard error is half per user, and bounds and power need 3.9 of them: (3.9 * 2 / 0.1)² = 6000.
  expect(users).toBeGreaterThan(5500);
  expect(users).toBeLessThan(7000);
});

it('half the effect needs about four times as many users', () => {
  const [once, half] = [0.02, 0.01].map((effect) => neededUsers(effect, 2, DEFAULT_SEQUENCE)!);
  expect(half! / once!).toBeGreaterThan(3.8);
  expect(half! / once!).toBeLessThan(4.5);
});

it('no number of users shows that there is no effect', () => {
  expect(neededUsers(0, 2, DEFAULT_SEQUENCE)).toBeUndefined();
});
