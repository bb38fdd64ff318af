import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { DAY } from '../../src/conventions/time.ts';
import { epochKeys } from '../../src/keys/holder-keys/epochs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PROCESS = fileURLToPath(new URL('./support/rotation-process.ts', import.meta.url));

const opened = (folder: string, now = Date.now()) => epochKeys(folder, { clock: () => now, length: DAY });

/** The keys of all epochs, as a process that starts now reads them. */
function keysIn(folder: string): readonly string[] {
  const epochs = opened(folder);
  return epochs.list().map(({ number }) => Buffer.from(epochs.keyOf(number)).toString('hex'));
}

it('a rotation of the master key that is killed before any change of a file loses no key, and can be ended', () => {
  const start = temporaryFolder('rotation');
  opened(start, Date.now() - DAY).start();
  opened(start).prepare();
  const before = keysIn(start);
  expect(before).toHaveLength(2);
  let steps = 0;
  for (let isKilled = true; isKilled; steps += 1) {
    const folder = temporaryFolder(`rotation-${steps}`);
    cpSync(start, folder, { recursive: true });
    const { status, signal } = spawnSync(process.execPath, [PROCESS, folder, String(steps)]);
    isKilled = signal === 'SIGKILL';
    if (!isKilled) expect(status).toBe(0);
    expect(keysIn(folder)).toEqual(before);
    const epochs = opened(folder);
    epochs.rewrap();
    for (const { number } of epochs.unusedMasters()) epochs.destroyMaster(number);
    expect(keysIn(folder)).toEqual(before);
    expect(epochs.masters()).toHaveLength(1);
  }
  // Five to make the master key, four for each epoch, and one to destroy the old master key.
  expect(steps).toBe(15);
});
