import { describe, expect, it } from 'vitest';
import { issuerPolicy } from '../issuer/issuer-policy.ts';
import { effectiveSettings } from './effective-settings.ts';
import { loadWithOrigins } from './load-settings.ts';

function effective(
  environment: Readonly<Record<string, string>>,
  options: Readonly<Record<string, unknown>>,
) {
  const { settings, origins } = loadWithOrigins({ environment, options });
  const all = effectiveSettings(settings, origins, issuerPolicy(settings));
  return (name: string) => all.find((setting) => setting.name === name);
}

describe('Effective settings', () => {
  it('the effective settings name the source of each value', () => {
    const of = effective({ DIPTYCH_PORT: '9000' }, { adminPort: 9001 });
    expect(of('port')).toMatchObject({
      value: 9000,
      source: 'environment',
      origin: 'the variable DIPTYCH_PORT',
    });
    expect(of('adminPort')).toMatchObject({ value: 9001, source: 'option' });
    expect(of('workers')).toMatchObject({ value: 1, source: 'default' });
    expect(of('workers')).not.toHaveProperty('origin');
  });

  it('the effective settings show no secret, and no password of an address', () => {
    const url = 'postgres://me:secret@db/diptych';
    const of = effective({ DIPTYCH_KEYS_PKCS11_PIN: '4711-secret' }, { 'database.url': url });
    expect(of('keys.pkcs11.pin')).toMatchObject({ value: '(set)', source: 'environment' });
    expect(of('database.url')).toMatchObject({ value: 'postgres://(set)@db/diptych' });
  });

  it('the effective settings have the defaults of the profile', () => {
    const of = effective({}, {});
    expect(of('issuer.attestation.requireIdentityCredentialKey')).toMatchObject({
      value: false,
      source: 'default',
      isPolicy: true,
    });
    expect(of('port')).toMatchObject({ isPolicy: false });
  });
});
