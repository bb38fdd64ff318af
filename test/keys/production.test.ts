import { afterAll, describe, expect, it } from 'vitest';
import { useProduction } from '../support/production.ts';
import { makeToken, type TestToken, TOKEN_MISSING } from './support/token.ts';

describe.skipIf(TOKEN_MISSING)('U1, 7.4: the production profile with keys in a token', () => {
  let token: TestToken | undefined;
  const production = useProduction(() => {
    token = makeToken('diptych-production');
    return token.settings;
  });
  afterAll(() => token?.remove());

  it('with keys in a token production needs no override, and a caller with a pinned certificate is answered', async () => {
    const { operate, platform } = production();
    for (const name of ['getIdentityKey', 'getHybridEncryptionKey'])
      expect((await operate(name, {}, platform)).status).toBe(200);
    expect((await operate('getIdentityKey')).status).toBe(403);
  });

  it('diptych doctor warns of settings that it cannot decide, and can open the token while the server uses it', async () => {
    const { findings } = await production().diagnose();
    const told = findings.filter((finding) => finding.level !== 'ok');
    expect(told.map(({ check }) => check)).toEqual([
      'audit log',
      'backups',
      'backups',
      'tls',
      'passkeys',
      'people',
    ]);
    expect(findings).toContainEqual({
      check: 'keys',
      level: 'ok',
      text: 'every private key is held (pkcs11)',
    });
  });
});
