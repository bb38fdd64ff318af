import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { repeatErasures } from '../../../src/admin/holders/repeat-erasures.ts';
import type { IssuerDatabase } from '../../../src/issuer/ports/database.ts';
import { erasureJournal } from '../../../src/keys/holder-keys/erasures.ts';
import { diagnose } from '../../../src/server/doctor/index.ts';
import { diptych } from '../../support/cli.ts';
import { execute } from '../../support/database.ts';
import { databaseOf } from '../../support/database-of.ts';
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
  const counting: IssuerDatabase = {
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
  const deps = { ...context, store: counting, clock };
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

const MAY_RETURN = 'people who were erased after the backup of 20';

async function foundIn(to: string): Promise<readonly string[]> {
  const options = { data: join(folder, to), ...(await databaseOf(folder)) };
  const { findings } = await diagnose({ environment: {}, options });
  return findings.filter(({ check }) => check === 'erasures').map(({ level, text }) => `${level} ${text}`);
}

/** Whether the start of a restored folder warns, and whom it has. */
async function started(to: string) {
  await restored?.close();
  restored = await startWorld({ folder: join(folder, to), startAt });
  const { holders } = await restored.admin('listHolders', {});
  const isTold = restored.log.some((line) => line.includes(MAY_RETURN));
  return { isTold, ids: holders.map(({ id }) => id).toSorted() };
}

const inOrder = (...ids: readonly string[]) => ids.toSorted();

it('without newer knowledge restore refuses, whatever else is asked', { timeout: 60_000 }, async () => {
  for (const options of [[], ['--json'], ['--no-keys']]) {
    expect(await restore('refused', ...options)).toMatchObject({
      exit: 2,
      out: '',
      err: expect.stringContaining('--erasures-from'),
    });
    expect(existsSync(join(folder, 'refused'))).toBe(false);
  }
  expect(await restore('refused', '--erasures-from', data, '--erased-may-return')).toMatchObject({ exit: 2 });
});

it('restore refuses a folder that cannot know the erasures', { timeout: 60_000 }, async () => {
  const other = await startWorld({ folder: join(folder, 'other') });
  await other.close();
  for (const [options, err] of [
    [['--erasures-from', join(folder, 'nowhere')], 'has no keys'],
    [['--erasures-from', join(folder, 'other')], 'belongs to another server'],
    [['--erasures-from', data, '--no-keys'], 'without its keys'],
  ] as const) {
    expect(await restore('wrong', ...options)).toMatchObject({ exit: 1, err: expect.stringContaining(err) });
    expect(existsSync(join(folder, 'wrong'))).toBe(false);
  }
});

it('erasures of the backup are not lost by a folder that was restored from an older one', {
  timeout: 60_000,
}, async () => {
  expect(await restore('older', '--erased-may-return')).toMatchObject({ exit: 0 });
  expect(await restoreFrom(newerBackup, 'both', '--erasures-from', join(folder, 'older'))).toMatchObject({
    exit: 0,
  });
  const idsIn = (to: string) =>
    erasureJournal(join(folder, to, 'keys'))
      .list()
      .map(({ digest }) => digest);
  expect(idsIn('older')).toEqual([]);
  expect(idsIn('both')).toEqual(idsIn('data'));
});

it('if erased people may return, each start and doctor say so until somebody settles it', {
  timeout: 60_000,
}, async () => {
  expect(await restore('without', '--erased-may-return')).toMatchObject({
    exit: 0,
    out: expect.stringContaining('may be back'),
  });
  for (let starts = 2; starts > 0; starts -= 1) {
    expect(await started('without')).toEqual({ isTold: true, ids: inOrder(erased, kept) });
    expect(await foundIn('without')).toEqual([expect.stringContaining(`warning ${MAY_RETURN}`)]);
  }
  await restored?.admin('eraseHolder', { id: erased });
  const settle = (...options: string[]) =>
    diptych('restore', 'settle', '--data', join(folder, 'without'), ...options);
  expect(await settle()).toMatchObject({ exit: 2, err: expect.stringContaining('--yes') });
  expect(await settle('--yes')).toMatchObject({ exit: 0 });
  expect(await settle('--yes')).toMatchObject({
    exit: 2,
    err: expect.stringContaining('nothing is to be settled'),
  });
  expect(await foundIn('without')).toEqual([expect.stringMatching(/^ok/)]);
  expect(await started('without')).toEqual({ isTold: false, ids: [kept] });
});

it('a folder that is found later settles it: its erasures are repeated', { timeout: 60_000 }, async () => {
  expect(await restore('later', '--erased-may-return')).toMatchObject({ exit: 0 });
  expect(await started('later')).toMatchObject({ isTold: true });
  const settle = () => diptych('restore', 'settle', '--data', join(folder, 'later'), '--erasures-from', data);
  await restored?.close();
  expect(await settle()).toMatchObject({ exit: 0 });
  expect(await started('later')).toEqual({ isTold: false, ids: [kept] });
});
