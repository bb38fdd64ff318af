import { expect } from 'vitest';
import type { ServerProcess } from '../../support/server-process.ts';
import type { Load } from './load.ts';
import type { Disk } from './mounts.ts';
import { READY, UNAVAILABLE, untilTold } from './readiness.ts';

/** Fills the disk under load and empties it again. */
export async function expectFullDiskToPass(disk: Disk, server: ServerProcess, load: Load): Promise<void> {
  await load.liveUntil(async () => {
    await load.answers(30);
    disk.fill();
  });
  expect(load.unavailable).toBeGreaterThanOrEqual(load.writers.length);
  await untilTold(server.url, UNAVAILABLE);
  await untilTold(server.connection.url, UNAVAILABLE);
  disk.empty();
  await untilTold(server.url, READY);
  await load.expectKept();
  await load.finish();
}
