import { expect, it } from 'vitest';
import { tellSignedOut } from '../../../frame/signed-out.ts';
import { keyOf, wordsOf } from './searched-words.ts';

it('searched words are known by a key, until the person signs out', () => {
  const key = keyOf('Elena Brandt');
  expect(key).not.toContain('Brandt');
  expect(wordsOf(key)).toBe('Elena Brandt');
  expect(wordsOf(undefined)).toBeUndefined();
  tellSignedOut();
  expect(wordsOf(key)).toBeUndefined();
});
