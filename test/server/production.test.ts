import { describe, expect, it } from 'vitest';
import { useProduction } from '../support/production.ts';

describe('U1: the production profile, with keys in files by an explicit override', () => {
  const production = useProduction(() => ({ 'keys.extractable': true }));

  it('a production server starts, and a caller with a pinned certificate can use the operations', async () => {
    const { operate, platform } = production();
    const nonce = await operate('getDeviceRegistrationNonce', { deviceReferenceId: 'd' }, platform);
    expect([nonce.status, typeof nonce.body.nonce]).toEqual([200, 'string']);
    for (const name of ['getIdentityKey', 'getHybridEncryptionKey'])
      expect((await operate(name, {}, platform)).status).toBe(200);
  });

  it('a production server refuses every other caller', async () => {
    const answer = await production().operate('getIdentityKey');
    expect([answer.status, answer.body.permissionDenied]).toEqual([403, {}]);
  });

  it('production has default limits, which stop a device that sends too many requests', async () => {
    const { operate, platform } = production();
    const members = { deviceReferenceId: 'eager' };
    const ask = async () => (await operate('getDeviceRegistrationNonce', members, platform)).status;
    const statuses: number[] = [];
    for (let round = 0; round < 13; round += 1)
      statuses.push(...(await Promise.all(Array.from({ length: 10 }, ask))));
    expect(statuses.filter((status) => status === 200)).toHaveLength(120);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });

  it('diptych doctor reports no problem in production, except for a log without an anchor, no backups, a proxy whose header is not named, passwords alone and actions of one person alone', async () => {
    const { level, findings } = await production().diagnose();
    const told = findings.filter((finding) => finding.level !== 'ok');
    expect(told.map(({ check, text }) => [check, text])).toEqual([
      ['audit log', expect.stringMatching(/^audit\.anchors is empty/)],
      ['backups', expect.any(String)],
      ['backups', expect.any(String)],
      ['tls', expect.stringMatching(/^a proxy ends TLS /)],
      ['passkeys', 'users may sign in by password alone (users.passkeys is optional)'],
      ['people', expect.stringMatching(/^one person alone can /)],
    ]);
    expect(level).toBe('warning');
  });
});
