import { describe, expect, it } from 'vitest';
import { loadSettings } from '../config/load-settings.ts';
import { passkeyDomain, relyingPartyOf } from './passkeys.ts';

const load = (options: Readonly<Record<string, unknown>>) => loadSettings({ environment: {}, options });
const domainOf = (issuerUrl?: string) => passkeyDomain(load({ 'oauth.issuerUrl': issuerUrl }));

describe('The domain of passkeys', () => {
  it('the domain is the host of the public address, and an IP address has none', () => {
    expect(domainOf('https://issuer.dmv.example:8443')).toBe('issuer.dmv.example');
    expect(domainOf('http://localhost:8080')).toBe('localhost');
    for (const none of [undefined, 'http://127.0.0.1:8080', 'http://[::1]:8080'])
      expect(domainOf(none)).toBeUndefined();
  });

  it('the origins are the public address and the names of the consoles below the domain', () => {
    const settings = load({
      'oauth.issuerUrl': 'https://issuer.dmv.example',
      'users.passkeyDomain': 'dmv.example',
      'console.names': ['console.dmv.example:8443', 'console.other.example', 'notdmv.example'],
    });
    expect(relyingPartyOf(settings, () => 8081)?.origins()).toEqual([
      'https://issuer.dmv.example',
      'https://console.dmv.example:8443',
    ]);
  });

  it('on localhost the operators’ console is an origin with its own port', () => {
    const settings = load({ 'oauth.issuerUrl': 'http://localhost:8080' });
    expect(relyingPartyOf(settings, () => 8081)?.origins()).toEqual([
      'http://localhost:8080',
      'http://localhost:8081',
    ]);
  });

  it.each([
    [{ 'users.passkeys': 'required' }, /users\.passkeys .*needs a host name/],
    [{ 'users.deviceBoundAdministrators': true }, /users\.deviceBoundAdministrators .*needs a host name/],
    [
      { 'oauth.issuerUrl': 'https://a.example', 'users.passkeyDomain': 'b.example' },
      /users\.passkeyDomain .*must be the host/,
    ],
    [
      { 'oauth.issuerUrl': 'https://a.example', 'users.passkeys': 'required' },
      /console\.names .*has no name that is a\.example/,
    ],
  ])('settings under which nobody could use a passkey are refused: %j', (options, problem) => {
    expect(() => load(options)).toThrow(problem);
  });
});
