import { readdirSync, renameSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SEALED_AFTER } from '../../../src/audit/index.ts';
import { DAY } from '../../../src/conventions/time.ts';
import { holderKeyFolder } from '../../../src/keys/holder-keys/epochs.ts';
import { diagnose } from '../../../src/server/doctor/index.ts';
import { diptych, to } from '../../support/cli.ts';
import { dump, execute, type Row, rows } from '../../support/database.ts';
import { databaseOf } from '../../support/database-of.ts';
import { activePhone } from '../../support/devices.ts';
import { changeHolder, mdl, newHolder } from '../../support/records.ts';
import { verifyEvents } from '../../support/seals.ts';
import { asBeforeEncryption, encryptedColumns, recordOf } from '../../support/stored-holders.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { HOOK_TIMEOUT, useWorld } from '../../support/use-world.ts';
import { startWorld, type World } from '../../support/world.ts';

const world = useWorld();
const NOTE = 'Vergissmeinnicht said so';

/** The first byte of the envelope. */
const SEALED = 1;
const isSealed = (bytes: Buffer) => bytes[0] === SEALED;

const sweepKeys = (one: World) => one.server.context.sweepHolderKeys();
const epochFiles = (one: World) =>
  readdirSync(holderKeyFolder(one.server.context.folder.keys)).filter((name) => name.startsWith('epoch'));

describe('Records and stored MSOs are encrypted by a key of their holder', () => {
  it('a new database encrypts them from the start', async () => {
    const { holderId } = await activePhone(world());
    await changeHolder(world(), holderId, { family_name: 'Quittengelb' });
    await activePhone(world());
    const columns = encryptedColumns(world());
    expect(columns.length).toBeGreaterThan(2);
    expect(columns.every(isSealed)).toBe(true);
    expect(columns.some((bytes) => bytes.includes('family_name'))).toBe(false);
    expect((await recordOf(world(), holderId)).includes('Quittengelb')).toBe(true);
    expect(rows(world(), 'select distinct epoch from holder_key')).toEqual([{ epoch: 1 }]);
  });

  it('a record in the row of another holder is not decrypted, and can still be erased', async () => {
    const [one, other] = [await newHolder(world()), await newHolder(world())];
    const { database } = world().server.context.folder;
    const [row] = rows(world(), 'select record from holder where holder_id = ?', one);
    execute(database, 'update holder set record = ? where holder_id = ?', row?.record, other);
    await expect(recordOf(world(), other)).rejects.toThrow('holder.record cannot be decrypted');
    const [key] = rows(world(), 'select wrapped from holder_key where holder_id = ?', one);
    execute(database, 'update holder_key set wrapped = ? where holder_id = ?', key?.wrapped, other);
    await expect(recordOf(world(), other)).rejects.toThrow('holder_key.wrapped cannot be decrypted');
    await world().admin('eraseHolder', { id: other });
  });
});

describe('Epochs', () => {
  it('keys of holders move to the key of the new epoch, and that of the old one is destroyed after the recovery window', async () => {
    const one = await startWorld();
    try {
      const id = await newHolder(one);
      await sweepKeys(one);
      expect(epochFiles(one)).toHaveLength(2);
      one.advance(30 * DAY);
      expect(await sweepKeys(one)).toEqual({ rewrapped: 1, destroyedEpochs: 0 });
      expect(rows(one, 'select epoch from holder_key')).toEqual([{ epoch: 2 }]);
      one.advance(30 * DAY);
      expect(await sweepKeys(one)).toEqual({ rewrapped: 1, destroyedEpochs: 1 });
      expect(await sweepKeys(one)).toEqual({ rewrapped: 0, destroyedEpochs: 0 });
      expect(epochFiles(one).sort()).toEqual(['epoch-2.key', 'epoch-3.key', 'epoch-4.key']);
      expect((await recordOf(one, id)).includes('family_name')).toBe(true);
      const { events } = await one.admin('listEvents', { subject: 'recordKey' });
      expect(events.map(({ event, subjectId }) => `${event} ${subjectId}`).sort()).toEqual([
        'destroy epoch-1',
        'rewrap epoch-2',
        'rewrap epoch-3',
      ]);
    } finally {
      await one.close();
    }
  });
});

describe('A database of a version before 0.3', () => {
  it(
    'stays as it is until diptych holders encrypt, which encrypts all of it',
    async () => {
      const folder = temporaryFolder('plain');
      const before = await startWorld({ folder });
      const { database, keys } = before.server.context.folder;
      const phone = await activePhone(before);
      const { credentialId } = (await activePhone(before)).ids;
      await before.admin('revokeCredential', { id: credentialId, note: NOTE });
      before.advance(SEALED_AFTER + 1);
      await before.server.context.sealLog();
      const record = await recordOf(before, phone.holderId);
      const startAt = before.now();
      await before.close();
      asBeforeEncryption(database, keys, () => startAt);

      const after = await startWorld({ folder, startAt });
      try {
        const noted = () => dump(after).some((row) => row.includes(NOTE));
        expect(noted()).toBe(true);
        await newHolder(after);
        await changeHolder(after, phone.holderId, { family_name: 'Plain' });
        expect(encryptedColumns(after).some(isSealed)).toBe(false);
        expect(await recordOf(after, phone.holderId)).not.toEqual(record);
        const found = async () =>
          (
            await diagnose({ environment: {}, options: { data: folder, ...(await databaseOf(folder)) } })
          ).findings.map(({ text }) => text);
        expect(await found()).toContain('records of an earlier version are stored unencrypted');

        const encrypt = (...options: string[]) => diptych('holders', 'encrypt', ...options, ...to(after));
        expect(await encrypt()).toMatchObject({ exit: 2, err: expect.stringContaining('--yes') });
        expect(await encrypt('--yes')).toMatchObject({ exit: 0, out: expect.stringContaining('3 holders') });
        expect(encryptedColumns(after).every(isSealed)).toBe(true);
        expect(noted()).toBe(false);
        const { events } = await after.admin('listEvents', { subjectId: credentialId });
        expect(events.at(-1)?.note).toBe(NOTE);
        expect(await verifyEvents(after)).toMatchObject({ exit: 0, seals: 1 });
        expect((await recordOf(after, phone.holderId)).includes('Plain')).toBe(true);
        expect(await encrypt('--yes')).toMatchObject({ exit: 0, out: expect.stringContaining('0 holders') });
        expect(await found()).toContain('the keys that encrypt records are held');
      } finally {
        await after.close();
      }
    },
    HOOK_TIMEOUT,
  );
});

/** A statement and values that store a row. */
function insertOf(table: string, row: Row): [string, ...unknown[]] {
  const names = Object.keys(row);
  const values = names.map(() => '?').join();
  return [`insert into ${table} (${names.join()}) values (${values})`, ...Object.values(row)];
}

describe('An older database', () => {
  it(
    'loses at the start whom a later one erased, but not who was imported again',
    async () => {
      const folder = temporaryFolder('older');
      const one = await startWorld({ folder });
      const { database } = one.server.context.folder;
      const [gone, back] = [await newHolder(one), await newHolder(one)];
      const before = (['holder', 'holder_key'] as const).map(
        (table) => [table, rows(one, `select * from ${table} where holder_id = ?`, gone)[0] as Row] as const,
      );
      one.advance(1000);
      for (const id of [gone, back]) await one.admin('eraseHolder', { id });
      one.advance(1000);
      await one.admin('importHolders', { holders: [{ id: back, elements: mdl() }] });
      const startAt = one.now();
      await one.close();
      for (const [table, row] of before) execute(database, ...insertOf(table, row));
      execute(database, "delete from state_change where subject_id like 'erased-%'");
      const older = await startWorld({ folder, startAt });
      try {
        expect(rows(older, 'select holder_id from holder')).toEqual([{ holder_id: back }]);
        const { events } = await older.admin('listEvents', { subject: 'holder', event: 'erase' });
        expect(events.map(({ actor }) => actor)).toEqual(['start']);
      } finally {
        await older.close();
      }
    },
    HOOK_TIMEOUT,
  );
});

describe('Without the keys', () => {
  it('the server does not start, and doctor tells what to restore', async () => {
    const folder = temporaryFolder('keyless');
    const one = await startWorld({ folder });
    await newHolder(one);
    const { keys } = one.server.context.folder;
    await one.close();
    renameSync(holderKeyFolder(keys), `${folder}/away`);
    await expect(startWorld({ folder })).rejects.toThrow('restore the key folder from a backup');
    const { findings } = await diagnose({
      environment: {},
      options: { data: folder, ...(await databaseOf(folder)) },
    });
    expect(findings.find(({ text }) => text.includes('epoch 1'))).toMatchObject({ level: 'failure' });
  });
});
