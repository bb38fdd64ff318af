import { expect, it } from 'vitest';
import { DAY } from '../../src/conventions/time.ts';
import { rows } from '../support/database.ts';
import { newHolder } from '../support/records.ts';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();

async function expectVacuumed(table: string, times: number) {
  const sql = 'select vacuum_count as n from pg_stat_user_tables where relname = ?';
  await expect.poll(() => Number(rows(world(), sql, table)[0]?.n)).toBe(times);
}

it('an erasure vacuums the tables of the keys and of the search, and so does the end of an epoch', async () => {
  await newHolder(world());
  await world().admin('eraseHolder', { id: await newHolder(world()) });
  for (const table of ['holder_key', 'holder_search']) await expectVacuumed(table, 1);
  await world().server.context.rewrapHolderKeys();
  world().advance(30 * DAY);
  await world().server.context.rewrapHolderKeys();
  await expectVacuumed('holder_key', 2);
});
