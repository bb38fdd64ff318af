import { describe, expect, it } from 'vitest';
import { shownEmail } from './person-of-claims.ts';

describe('The name that people see', () => {
  it.each([
    ['the email', { email: 'ada@agency.example', preferred_username: 'ada' }, 'ada@agency.example'],
    ['the user name, if the email is no text', { email: ['x'], preferred_username: 'ada' }, 'ada'],
    [
      'the subject, if nothing visible is left of the others',
      { email: '\u200b\n', preferred_username: '' },
      'sub-1',
    ],
    ['nothing that turns the direction of text', { email: 'ada\u202egro.live@x' }, 'adagro.live@x'],
    ['one line', { email: 'ada\r\n\u2028\u2029\u0085level=error' }, 'adalevel=error'],
    ['at most 254 characters', { email: 'a'.repeat(300) }, 'a'.repeat(254)],
  ])('is %s', (_, claims, expected) => {
    expect(shownEmail({ sub: 'sub-1', ...claims })).toBe(expected);
  });
});
