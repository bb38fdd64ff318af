import { expect, it } from 'vitest';
import { SEALED_AFTER } from '../../src/audit/index.ts';
import { execute, rows } from '../support/database.ts';
import { newHolder } from '../support/records.ts';
import { startWorld } from '../support/world.ts';

it('whoever can make a purge fail does not stop the seals of the audit log', async () => {
  const world = await startWorld({ sweepEvery: 20 });
  try {
    execute(
      world.server.context.folder.database,
      `create trigger broken before insert on retention_purge begin select raise(abort, 'broken'); end`,
    );
    await newHolder(world);
    world.advance(SEALED_AFTER + 1);
    await expect.poll(() => rows(world, 'select 1 from trail_seal').length).toBeGreaterThan(0);
    await expect.poll(() => world.log.some((line) => line.includes('sweep failed'))).toBe(true);
  } finally {
    await world.close();
  }
});
