import { expect, it } from 'vitest';
import { tellSignedOut } from '../../../frame/signed-out.ts';
import { keyOf, wordsOf } from './searched-words.ts';

it('searched words are known by a key, until the person signs out', () => {
  const key = keyOf('Elena Brandt', undefined);
  expect(key).not.toContain('Brandt');
  expect(wordsOf(key)).toBe('Elena Brandt');
  expect(wordsOf(undefined)).toBeUndefined();
  tellSignedOut();
  expect(wordsOf(key)).toBeUndefined();
});

it('further words are added to those that are searched, so that they narrow', () => {
  const key = keyOf('stolen', keyOf('Elena', undefined));
  expect(wordsOf(key)).toBe('Elena stolen');
  expect(wordsOf(keyOf('stolen', 'forgotten'))).toBe('stolen');
});
