import { expect, it } from 'vitest';
import { CHALLENGE_KINDS, REJECTION_REASONS } from '../contract/index.ts';
import { REJECTION_CAUSES } from '../model/index.ts';
import { hasFixedWords } from './rejections.ts';

it('automatic rejections have fixed words; decisions of operators have none', () => {
  expect(REJECTION_CAUSES.filter((cause) => !hasFixedWords(cause))).toEqual([]);
  const given = [...Object.keys(REJECTION_REASONS), ...Object.keys(CHALLENGE_KINDS)];
  expect(given.filter(hasFixedWords)).toEqual([]);
  expect(hasFixedWords(undefined)).toBe(false);
});
