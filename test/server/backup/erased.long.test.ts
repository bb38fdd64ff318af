import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ErasingDeps } from '../../../src/admin/holders/erase-holder.ts';
import { repeatErasures } from '../../../src/admin/holders/repeat-erasures.ts';
import type { IssuerStore } from '../../../src/issuer/ports/store.ts';
import { erasureJournal } from '../../../src/keys/holder-keys/erasures.ts';
import { diptych } from '../../support/cli.ts';
import { execute } from '../../support/database.ts';
import { mdl, newHolder } from '../../support/records.ts';
import { adminRefusal } from '../../support/refusal.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { startWorld, type World } from '../../support/world.ts';

const folder = temporaryFolder('erased-backup');
const passphrase = join(folder, 'passphrase');
const data = join(folder, 'data');
const backup = join(folder, 'backup');
const newerBackup = join(folder, 'newer-backup');

let erased: string;
let kept: string;
let startAt: number;

const secret = ['--passphrase-file', passphrase];
const restoreFrom = (from: string, to: string, ...options: string[]) =>
  diptych('restore', '--from', from, '--data', join(folder, to), ...secret, ...options);
const restore = (to: string, ...options: string[]) => restoreFrom(backup, to, ...options);
const makeBackup = (to: string) => diptych('backup', '--data', data, '--to', to, '--with-keys', ...secret);

beforeAll(async () => {
  writeFileSync(passphrase, 'four words of your own\n');
  const world = await startWorld({ folder: data });
  [erased, kept] = [await newHolder(world), await newHolder(world)];
  expect(await makeBackup(backup)).toMatchObject({ exit: 0 });
  world.advance(1000);
  await world.admin('eraseHolder', { id: erased });
  world.advance(1000);
  await world.admin('importHolders', { holders: [{ id: erased, elements: mdl() }] });
  expect(await makeBackup(newerBackup)).toMatchObject({ exit: 0 });
  world.advance(1000);
  startAt = world.now();
  await world.close();
}, HOOK_TIMEOUT);

let restored: World | undefined;
afterAll(() => restored?.close());

it('a holder who was erased after the backup is erased again at the start', { timeout: 60_000 }, async () => {
  expect(await restore('again', '--erasures-from', data)).toMatchObject({ exit: 0 });
  restored = await startWorld({ folder: join(folder, 'again'), startAt });
  await adminRefusal(restored.admin('getHolder', { id: erased }), 'NOT_FOUND', 'HOLDER_NOT_FOUND');
  expect(await restored.admin('getHolder', { id: kept })).toMatchObject({ id: kept });
  const { events } = await restored.admin('listEvents', { subject: 'holder', event: 'erase' });
  expect(events.map(({ actor }) => actor)).toEqual(['start']);
});

/** How often the work of a start reads holders. */
async function readsOfHolders({ server: { context } }: World): Promise<number> {
  const { store, clock, folder } = context;
  let reads = 0;
  const counting: IssuerStore = {
    ...store,
    read: (use) =>
      store.read((reader) =>
        use({
          ...reader,
          holdersBehind: (...page) => {
            reads += 1;
            return reader.holdersBehind(...page);
          },
        }),
      ),
  };
  // Without the keys that an erasure needs: all holders were erased by the start.
  const deps = { store: counting, clock } as ErasingDeps;
  await repeatErasures(deps, erasureJournal(folder.keys));
  return reads;
}

/** The erasures that the start found missing in the audit log. */
async function repeated(world: World) {
  const { events } = await world.admin('listEvents', { subject: 'erasures' });
  return events.map(({ details }) => (details as { readonly after: object }).after);
}

it('the next start does not look for these holders again', { timeout: 60_000 }, async () => {
  const missing = [{ erasureIds: [expect.stringMatching(/^erased-/)], erased: 1 }];
  expect(await repeated(restored!)).toEqual(missing);
  await restored?.close();
  restored = await startWorld({ folder: join(folder, 'again'), startAt });
  expect(await repeated(restored)).toEqual(missing);
  expect(await readsOfHolders(restored)).toBe(0);
});

it('erasures that retention purged from the audit log are looked for once', { timeout: 60_000 }, async () => {
  execute(
    restored!.server.context.folder.database,
    `delete from state_change where subject_id like 'erased-%'`,
  );
  expect(await readsOfHolders(restored!)).toBe(1);
  expect(await readsOfHolders(restored!)).toBe(0);
  expect(await repeated(restored!)).toHaveLength(2);
});

it('an older database in the same data folder is looked through again', { timeout: 60_000 }, async () => {
  await restored?.close();
  const database = join(folder, 'again', 'diptych.sqlite');
  for (const suffix of ['-wal', '-shm']) rmSync(`${database}${suffix}`, { force: true });
  cpSync(join(backup, 'diptych.sqlite'), database);
  restored = await startWorld({ folder: join(folder, 'again'), startAt });
  await adminRefusal(restored.admin('getHolder', { id: erased }), 'NOT_FOUND', 'HOLDER_NOT_FOUND');
  expect(await restored.admin('getHolder', { id: kept })).toMatchObject({ id: kept });
  expect(await repeated(restored)).toMatchObject([{ erased: 1 }]);
  expect(await readsOfHolders(restored)).toBe(0);
});

it('who was imported again comes back with the newer backup, although the older one was restored first', {
  timeout: 60_000,
}, async () => {
  await restored?.close();
  const newer = await restoreFrom(newerBackup, 'newer', '--erasures-from', join(folder, 'again'));
  expect(newer).toMatchObject({ exit: 0 });
  restored = await startWorld({ folder: join(folder, 'newer'), startAt: startAt + 1000 });
  expect(await restored.admin('getHolder', { id: erased })).toMatchObject({ id: erased });
  expect(await repeated(restored)).toMatchObject([{ erased: 0 }]);
});

it('restore tells what happens without the data folder that knows of it', { timeout: 60_000 }, async () => {
  expect((await restore('without')).out).toContain('Holders that were erased after the backup are back');
  expect(await restore('wrong', '--erasures-from', join(folder, 'nowhere'))).toMatchObject({ exit: 1 });
});
