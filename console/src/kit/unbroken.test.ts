import { expect, it } from 'vitest';
import { unbroken } from './unbroken.ts';

it.each([
  ['23 Sept 2027', '23~Sept~2027'],
  ['23 Sept 2027, 14:05 UTC', '23~Sept~2027, 14:05~UTC'],
  ['27 Oct – 23 Nov 2026', '27~Oct – 23~Nov~2026'],
])('%s is broken into lines only after a comma, or beside a dash: %s', (text, marked) => {
  expect(unbroken(text).replaceAll('\u00a0', '~')).toBe(marked);
});
