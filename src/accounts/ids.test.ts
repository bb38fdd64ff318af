import { describe, expect, it } from 'vitest';
import { normalEmail } from './ids.ts';
import { permissionsIn, scopeNamed } from './permissions.ts';

const STRINGS = {
  monetization: 'https://m.example/auth/monetization',
  readonly: 'ads.readonly',
  report: 'ads.report',
  statistics: 'ads.statistics',
};

describe('Emails of users', () => {
  it.each([
    [' Ada@Example.COM ', 'ada@example.com'],
    ['a+b.c@sub.example.org', 'a+b.c@sub.example.org'],
    ['ada@localhost', 'ada@localhost'],
    ['mu\u0308ller@example.com', 'm\u00fcller@example.com'],
  ])('an email is normalized to one spelling: %s', (typed, kept) => {
    expect(normalEmail(typed)).toBe(kept);
  });

  it.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'a b@example.com',
    'ada@ex ample.com',
    'ada@-x.example',
    'a@b@c',
    'ada\u0000@example.com',
    'ad\u200ba@example.com',
    '\u202eada@example.com',
  ])('the text is refused as an email: %s', (typed) => {
    expect(normalEmail(typed)).toBeUndefined();
  });

  it('the length of an email is limited, and its check takes linear time', () => {
    expect(normalEmail(`${'a'.repeat(64)}@${'b.'.repeat(100)}example`)).toBeUndefined();
    expect(normalEmail(`a@${'a-'.repeat(100_000)}`)).toBeUndefined();
  });
});

describe('OAuth scopes', () => {
  it('a permission is granted only for the exact scope string, and other scopes are ignored', () => {
    const given = ['openid', STRINGS.readonly, 'monetization', 'x/readonly'];
    expect([...permissionsIn(STRINGS, given)]).toEqual(['readonly']);
    expect(permissionsIn(STRINGS, []).size).toBe(0);
  });

  it('scopes can be given by their short names', () => {
    expect(scopeNamed(STRINGS, 'monetization')).toBe('monetization');
    expect(scopeNamed(STRINGS, STRINGS.readonly)).toBe('readonly');
    expect(scopeNamed(STRINGS, 'everything')).toBeUndefined();
  });
});
