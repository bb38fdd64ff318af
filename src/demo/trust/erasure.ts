import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callAdmin } from '../../cli/admin/client.ts';
import { demoHolder } from '../issuer/participants.ts';
import { expectEqual } from '../narrator.ts';
import type { Scene } from './scene.ts';

const MDL = 'org.iso.18013.5.1';
const ERASED = 'h-2';

/** An erased person does not come back with a backup. */
export const erase: Scene = async (_stage, tell, { folder, terminalOn }) => {
  const holder = await demoHolder();
  const { diptych, serve } = terminalOn('office');
  const person = { given_name: 'Ingrid', family_name: 'Marchetti', document_number: 'DX0050099' };
  const second = {
    ...holder,
    id: ERASED,
    elements: { ...holder.elements, [MDL]: { ...holder.elements[MDL], ...person } },
  };
  writeFileSync(join(folder, 'passphrase'), 'four words of your own\n', { mode: 0o600 });

  tell.step('An office with two holders makes its backup, as every night');
  mkdirSync(join(folder, 'office'), { mode: 0o700 });
  const office = await serve('office');
  await callAdmin(office.operator, 'importHolders', { holders: [{ ...holder, id: 'h-1' }, second] });
  await diptych('holders', 'list');
  await diptych('backup', '--to', 'last-night', '--with-keys', '--passphrase-file', 'passphrase');
  const copy = readFileSync(join(folder, 'last-night', 'diptych.sqlite'));
  const found = Object.values(person).filter((text) => copy.includes(text));
  expectEqual(found, [], 'unencrypted data in the backup');
  tell.result(
    `records are encrypted: none of “${Object.values(person).join('”, “')}” is in its ${copy.length} bytes`,
  );

  tell.step(`Today ${person.given_name} ${person.family_name} asks to be erased`);
  await diptych('holders', 'erase', ERASED, '--yes');
  await office.stop();

  tell.step('The database is damaged, and the office goes back to last night’s backup');
  await diptych(
    ...['restore', '--from', 'last-night', '--data', 'restored'],
    ...['--passphrase-file', 'passphrase', '--erasures-from', 'office'],
  );
  const restored = await serve('restored');
  const after = terminalOn('restored');
  const { holders } = await callAdmin(restored.operator, 'listHolders', {});
  await after.diptych('holders', 'list');
  expectEqual(
    holders.map(({ id }) => id),
    ['h-1'],
    'holders after the restore',
  );
  await after.diptych('events', 'list', '--subject', 'holder', '--event', 'erase');
  await restored.stop();
  tell.result(
    `${person.given_name} is not in it: the start erased her again, by the list of erasures beside the keys`,
  );
};
