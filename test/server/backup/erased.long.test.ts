import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { diptych } from '../../support/cli.ts';
import { newHolder } from '../../support/records.ts';
import { adminRefusal } from '../../support/refusal.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { startWorld, type World } from '../../support/world.ts';

const folder = temporaryFolder('erased-backup');
const passphrase = join(folder, 'passphrase');
const data = join(folder, 'data');
const backup = join(folder, 'backup');

let erased: string;
let kept: string;
let startAt: number;

const secret = ['--passphrase-file', passphrase];
const restore = (to: string, ...options: string[]) =>
  diptych('restore', '--from', backup, '--data', join(folder, to), ...secret, ...options);

beforeAll(async () => {
  writeFileSync(passphrase, 'four words of your own\n');
  const world = await startWorld({ folder: data });
  [erased, kept] = [await newHolder(world), await newHolder(world)];
  const made = await diptych('backup', '--data', data, '--to', backup, '--with-keys', ...secret);
  expect(made).toMatchObject({ exit: 0 });
  world.advance(1000);
  await world.admin('eraseHolder', { id: erased });
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

it('restore tells what happens without the data folder that knows of it', { timeout: 60_000 }, async () => {
  expect((await restore('without')).out).toContain('Holders that were erased after the backup are back');
  expect(await restore('wrong', '--erasures-from', join(folder, 'nowhere'))).toMatchObject({ exit: 1 });
});
