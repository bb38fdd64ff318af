import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diptych, to } from '../../support/cli.ts';
import { dump, expectNothingWritten, rows } from '../../support/database.ts';
import { DATABASE } from '../../support/database-of.ts';
import { activePhone, proofedPhone, registeredDevice } from '../../support/devices.ts';
import { changeHolder, codeFor, mdl, newHolder } from '../../support/records.ts';
import { adminRefusal } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
const manual = useWorld({ settings: { 'issuer.decisions': 'manual' } });

let erased: string;

describe('Erasing a holder (A5, ISSU_35b)', () => {
  it('erasing a holder deletes record, codes and MSOs, revokes the credential, and replaces the id in the audit log', async () => {
    const phone = await activePhone(world());
    const id = phone.holderId;
    await changeHolder(world(), id, { family_name: 'Vergissmeinnicht' });
    expect(rows(world(), 'select * from holder_key where holder_id = ?', id)).toHaveLength(1);
    erased = id;
    await codeFor(world(), id);
    const receipt = await world().admin('eraseHolder', { id });
    expect(receipt).toMatchObject({ revokedCredentials: 1, rejectedProofings: 0, codes: 2 });
    // 30 days of the epoch and 30 of recovery, from the start of the world.
    expect(receipt.completeTime).toBe('2027-01-19T12:00:00.000Z');
    const stored = dump(world()).join('\n');
    expect(stored).not.toContain(id);
    expect(rows(world(), 'select count(*) as n from issued_mso where static_auth_data is not null')).toEqual([
      { n: 0 },
    ]);
    expect(await phone.device.status()).toMatchObject({ credentialStatus: { revoked: {} } });
    const [last] = rows(world(), "select * from state_change where event = 'erase'");
    expect(last).toMatchObject({ subject: 'holder', subject_id: receipt.erasureId, to_state: 'erased' });
  });

  it('no file of the data folder holds data of the erased person', () => {
    const { path } = world().server.context.folder;
    const files = readdirSync(path).filter((name) => name.startsWith('diptych.sqlite'));
    expect(files.includes('diptych.sqlite-wal')).toBe(DATABASE === 'sqlite');
    for (const name of files) {
      const bytes = readFileSync(join(path, name));
      for (const text of ['Vergissmeinnicht', erased]) expect(bytes.includes(text)).toBe(false);
    }
  });

  it('a key that was certified for the holder is never certified again (U7)', () => {
    expect(rows(world(), 'select count(*) as n from issued_mso')[0]?.n).toBeGreaterThan(0);
  });

  it('erasing a holder rejects an open proofing of the holder', async () => {
    const { device, holderId: id } = await proofedPhone(manual());
    expect(await manual().admin('eraseHolder', { id })).toMatchObject({ rejectedProofings: 1 });
    expect(await device.proofingStatus()).toEqual({ rejected: { primaryRejection: { recordNotFound: {} } } });
    const [proofing] = rows(manual(), 'select state, holder_id from proofing');
    expect(proofing).toMatchObject({ state: 'rejected', holder_id: expect.stringMatching(/^erased-/) });
  });

  it('what the wallet was told when it sent a code of a revoked person stays the same, byte for byte', async () => {
    const holderId = await newHolder(world());
    const code = await codeFor(world(), holderId);
    await world().admin('revokeHolder', { id: holderId });
    const device = await registeredDevice(world());
    const id = await device.proof(code);
    const told = async () => JSON.stringify(await device.proofingStatus());
    const message = async () => {
      const { events } = await world().admin('listEvents', { subjectId: id });
      return events[0]?.message;
    };
    const before = { status: await told(), message: await message() };
    expect(before.status).toContain('"invalidityReason":"revoked"');
    expect(before.message).toEqual(JSON.parse(before.status));

    expect(await world().admin('eraseHolder', { id: holderId })).toMatchObject({
      rejectedProofings: 0,
      codes: 1,
    });
    expect({ status: await told(), message: await message() }).toEqual(before);
    const proofing = await world().admin('getProofing', { id });
    expect(proofing).toMatchObject({ state: 'rejected', holderId: expect.stringMatching(/^erased-/) });
    expect(dump(world()).join('\n')).not.toContain(holderId);
    const verified = await diptych('events', 'verify', '--json', ...to(world()));
    expect(JSON.parse(verified.out)).not.toHaveProperty('problem');
  });

  it('the same person can be imported again, as a new holder', async () => {
    const holders = [{ id: erased, elements: mdl() }];
    expect((await world().admin('importHolders', { holders })).holders[0]?.result).toBe('created');
  });

  it('erasing an unknown holder is answered with 404, and nothing is written', async () => {
    await expectNothingWritten(world(), () =>
      adminRefusal(world().admin('eraseHolder', { id: 'nobody' }), 'NOT_FOUND', 'HOLDER_NOT_FOUND'),
    );
  });

  it('diptych holders erase requires --yes', async () => {
    const erase = (...options: string[]) => diptych('holders', 'erase', erased, ...options, ...to(world()));
    expect(await erase()).toMatchObject({ exit: 2, err: expect.stringContaining('--yes') });
    expect(await erase('--yes')).toMatchObject({ exit: 0, out: expect.stringContaining('erased-') });
  });
});
