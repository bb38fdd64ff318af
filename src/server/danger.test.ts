import { describe, expect, it } from 'vitest';
import { loadSettings, SettingsError } from './config/load.ts';
import { refuseDangers } from './danger.ts';

function dangers(options: Readonly<Record<string, unknown>>): readonly string[] {
  try {
    refuseDangers(loadSettings({ environment: {}, options }));
    return [];
  } catch (error) {
    if (error instanceof SettingsError)
      return error.problems.map((problem) => problem.split(':')[0] as string);
    throw error;
  }
}

describe('a configuration', () => {
  it('of a sandbox on this machine is fine as it is', () => {
    expect(dangers({})).toEqual([]);
  });

  it('for production needs TLS around passwords, tokens and keys of issuers', () => {
    const issuers = [{ issuer: 'http://id.example', audience: 'x' }];
    const refused = dangers({ profile: 'production', 'oauth.issuers': issuers });
    expect(refused).toContain('oauth.issuerUrl');
    expect(refused).toContain('oauth.issuers');
    const safe = dangers({
      profile: 'production',
      'oauth.issuerUrl': 'https://auth.example',
      'oauth.issuers': [{ issuer: 'https://id.example', audience: 'x' }],
    });
    expect(safe.filter((name) => name.startsWith('oauth'))).toEqual([]);
    const switchedOff = dangers({ profile: 'production', 'oauth.embedded': false });
    expect(switchedOff).not.toContain('oauth.issuerUrl');
  });

  it.each([
    { 'oauth.issuerUrl': 'https://auth.example/path' },
    { 'oauth.issuerUrl': 'auth.example' },
    { 'oauth.scopeBase': 'with space' },
    { 'oauth.scopes.readonly': 'quo"te' },
    { 'oauth.issuers': [{ issuer: 'https://id.example' }] },
    { 'oauth.accessTokenTtlSeconds': 86_401 },
  ])('is refused with %j', (options) => {
    expect(() => loadSettings({ environment: {}, options })).toThrow(SettingsError);
  });
});
