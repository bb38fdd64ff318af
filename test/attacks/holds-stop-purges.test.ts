import { expect, it } from 'vitest';
import { DAY } from '../../src/conventions/time.ts';
import { execute, rows } from '../support/database.ts';
import { proofedPhone } from '../support/devices.ts';
import { startWorld } from '../support/world.ts';

/** More than the conditions that a statement of SQLite can have. */
const HOLDS = 1100;

it('very many legal holds do not stop the purges of what concerns others', async () => {
  const world = await startWorld();
  const { context } = world.server;
  const requests = () =>
    rows(world, 'select content from handled_request').map(({ content }) => String(content));
  try {
    const [held, other] = [await proofedPhone(world), await proofedPhone(world)];
    await context.requests.settled();
    execute(
      context.folder.database,
      `with recursive number (i) as (select 0 union all select i + 1 from number where i < ${HOLDS})
       insert into legal_hold (hold_id, holder_id, from_at, reason, review_at, placed_at)
       select 'hold-' || i, case i when 0 then '${held.holderId}' else 'another-' || i end, 0, 'litigation', 0, 0
       from number`,
    );
    world.advance(120 * DAY);
    expect((await context.purge()).requests).toBeGreaterThan(0);
    expect(requests().some((content) => content.includes(held.ids.deviceReferenceId))).toBe(true);
    expect(requests().some((content) => content.includes(other.ids.deviceReferenceId))).toBe(false);
  } finally {
    await world.close();
  }
});
