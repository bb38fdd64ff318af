import { expect, it } from 'vitest';
import { platformOf } from './enum-values.ts';
import { violationsOf } from './refusals.ts';
import { storedOf } from './reports/dimension-values.ts';

const platformIn = (sent: string) => {
  const violations = violationsOf('INVALID_APP');
  const platform = platformOf(sent, 'platform', violations);
  violations.refuse();
  return platform;
};

it.each(['iOS', 'ios', 'IOS'])('the platform %s is IOS', (sent) => {
  expect(platformIn(sent)).toBe('IOS');
  expect(storedOf('PLATFORM', sent, '')).toBe('IOS');
});

// A dotless i, and a long s: toUpperCase makes I and S of them.
it.each(['\u0131os', 'io\u017f'])(
  'the platform %s is none, although Unicode has the same upper case for it',
  (sent) => {
    expect(() => platformIn(sent)).toThrow();
    expect(storedOf('PLATFORM', sent, '')).not.toBe('IOS');
  },
);
