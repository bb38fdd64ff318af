import { expect, it } from 'vitest';
import { omit, omitUndefined } from './omit.ts';

it('members are left out by name, and the object itself stays as it was', () => {
  const value = { a: 1, b: 2, c: 3 };
  expect(omit(value, 'a', 'c')).toStrictEqual({ b: 2 });
  expect(value).toEqual({ a: 1, b: 2, c: 3 });
});

it('only members that are undefined are left out', () => {
  const value = { none: null, zero: 0, empty: '', no: false };
  expect(Object.keys(omitUndefined<object>({ ...value, absent: undefined }))).toEqual(Object.keys(value));
});
