import { describe, expect, it } from 'vitest';
import { revokeWithCredential } from '../../../src/cli/revoke-with-credential.ts';
import { commandOn } from '../../../src/server/process/own-command.ts';
import { as, diptych, to } from '../../support/cli.ts';
import { execute, rows } from '../../support/database.ts';
import { activePhone, proofedPhone, provisionedPhone } from '../../support/devices.ts';
import { useGuardedWorld } from '../../support/guarded-world.ts';
import { codeFor } from '../../support/records.ts';
import { refusalOf } from '../../support/refusal.ts';
import { terminal } from '../../support/terminal.ts';
import { useWorld } from '../../support/use-world.ts';

const alone = useWorld();
const { world: two, operator } = useGuardedWorld(
  { 'admin.secondPerson': ['credentials'] },
  { ada: 'approver' },
);

describe('diptych proofings revoke', () => {
  const revoke = (...args: readonly string[]) =>
    diptych('proofings', 'revoke', ...args, '--yes', ...to(alone()));

  it('proofings revoke ends provisioning and names the credential, which gets MSOs until it is revoked itself', async () => {
    const { device, ids } = await activePhone(alone());
    const { exit, out } = await revoke(ids.proofingId);
    const stays = `credential ${ids.credentialId} stays active: ${commandOn(alone().folder)} credentials revoke ${ids.credentialId}`;
    expect([exit, out]).toEqual([0, `${ids.proofingId} is revoked; ${stays}\n`]);
    await refusalOf(device.provision(), 'invalidIdentifier');
    expect(await device.refresh(1)).toBe(1);
    await alone().admin('revokeCredential', { id: ids.credentialId });
    await refusalOf(device.refresh(1), 'invalidState');
  });

  it('proofings revoke --with-credential revokes both, and records the note with both', async () => {
    const { device, ids } = await activePhone(alone());
    const { exit, out } = await revoke(ids.proofingId, '--with-credential', '--note', 'issued in error');
    expect([exit, out]).toEqual([
      0,
      `${ids.proofingId} is revoked; credential ${ids.credentialId} is revoked\n`,
    ]);
    expect((await device.status()).credentialStatus).toEqual({ revoked: {} });
    for (const subjectId of [ids.proofingId, ids.credentialId]) {
      const { events } = await alone().admin('listEvents', { subjectId });
      expect(events.at(-1)).toMatchObject({ to: 'revoked', note: 'issued in error' });
    }
  });

  it.each([
    ['y', 'revoked'],
    ['n', 'active'],
  ])(
    'proofings revoke at a terminal offers to revoke the credential too: after %s it is %s',
    async (key, state) => {
      const { ids } = await activePhone(alone());
      const proofing = await alone().admin('revokeProofing', { id: ids.proofingId });
      const asked = terminal(key);
      const { credentials } = await revokeWithCredential(alone().connection, proofing, {}, asked);
      expect(asked.shown()).toContain(`Credential ${ids.credentialId} was provisioned with proofing`);
      expect(credentials).toEqual([{ id: ids.credentialId, state }]);
    },
  );

  it('proofings revoke also finds a credential that has no MSOs yet', async () => {
    const { ids } = await provisionedPhone(alone());
    const { out } = await revoke(ids.proofingId, '--with-credential');
    expect(out).toContain(`credential ${ids.credentialId} is revoked`);
  });

  it('proofings revoke does not revoke a credential of another proofing of the device', async () => {
    const { device, holderId, ids } = await activePhone(alone());
    const again = await device.proof(await codeFor(alone(), holderId));
    const { out } = await revoke(again, '--with-credential');
    expect(again).not.toBe(ids.proofingId);
    expect(out).toBe(`${again} is revoked\n`);
  });

  it('proofings revoke finds the credential also behind a page full of ended ones', async () => {
    const { ids } = await activePhone(alone());
    const [row = {}] = rows(alone(), 'select * from credential where credential_id = ?', ids.credentialId);
    const columns = Object.keys(row);
    const places = columns.map(() => '?').join(', ');
    const values = Array(101).fill(`(${places})`).join(', ');
    const ended = Array.from({ length: 101 }, (_, index) =>
      Object.values({ ...row, credential_id: `!${index}`, state: 'revoked' }),
    );
    const { database } = alone().server.context.folder;
    execute(database, `insert into credential (${columns.join(', ')}) values ${values}`, ...ended.flat());
    const { out } = await revoke(ids.proofingId, '--with-credential');
    expect(out).toBe(`${ids.proofingId} is revoked; credential ${ids.credentialId} is revoked\n`);
  });

  it('proofings revoke names no credential if none was provisioned, also for several ids and as JSON', async () => {
    const unused = (await proofedPhone(alone())).ids;
    const used = (await activePhone(alone())).ids;
    const { out } = await revoke(unused.proofingId, used.proofingId, '--with-credential', '--json');
    expect(JSON.parse(out).results).toMatchObject([
      { id: unused.proofingId, answer: { state: 'revoked', credentials: [] } },
      { id: used.proofingId, answer: { credentials: [{ id: used.credentialId, state: 'revoked' }] } },
    ]);
  });

  it('proofings revoke leaves the credential to a second person where that is required', async () => {
    const { ids } = await activePhone(two());
    const args = [ids.proofingId, '--with-credential', '--yes'];
    const { exit, out } = await diptych('proofings', 'revoke', ...args, ...as(operator('ada'), two()));
    expect(exit).toBe(4);
    expect(out).toContain(
      `${ids.proofingId} is revoked; credential ${ids.credentialId} waits for a second person`,
    );
    expect((await two().admin('getCredential', { id: ids.credentialId })).state).toBe('active');
  });

  it('proofings revoke says that the proofing is revoked, even if revoking the credential was refused', async () => {
    const { ids } = await activePhone(two());
    const args = [ids.proofingId, '--with-credential', '--yes'];
    const { exit, out } = await diptych('proofings', 'revoke', ...args, ...to(two()));
    const stays = `credential ${ids.credentialId} stays active: the admin token cannot call a method`;
    expect([exit, out]).toEqual([1, expect.stringContaining(`${ids.proofingId} is revoked; ${stays}`)]);
  });
});
