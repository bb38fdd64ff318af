import { readdirSync, renameSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DAY } from '../../../src/conventions/time.ts';
import { holderKeyFolder } from '../../../src/keys/holder-keys/epochs.ts';
import { diagnose } from '../../../src/server/doctor/index.ts';
import { execute, type Row, rows } from '../../support/database.ts';
import { databaseOf } from '../../support/database-of.ts';
import { activePhone } from '../../support/devices.ts';
import { changeHolder, mdl, newHolder } from '../../support/records.ts';
import { encryptedColumns, recordOf } from '../../support/stored-holders.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { HOOK_TIMEOUT, useWorld } from '../../support/use-world.ts';
import { startWorld, type World } from '../../support/world.ts';

const world = useWorld();

/** The first byte of the envelope. */
const SEALED = 1;
const isSealed = (bytes: Buffer) => bytes[0] === SEALED;

const sweepKeys = (one: World) => one.server.context.rewrapHolderKeys();
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

  it('a record that somebody wrote into the database unencrypted is not accepted', async () => {
    const id = await newHolder(world());
    const { database } = world().server.context.folder;
    const plain = await recordOf(world(), id);
    execute(database, 'update holder set record = ? where holder_id = ?', plain, id);
    await expect(recordOf(world(), id)).rejects.toThrow('holder.record cannot be decrypted');
    execute(database, 'delete from holder_key where holder_id = ?', id);
    expect(await recordOf(world(), id)).toHaveLength(0);
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
