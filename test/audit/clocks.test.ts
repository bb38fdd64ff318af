import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '../../src/conventions/time.ts';
import { newHolder } from '../support/records.ts';
import { verifyEvents } from '../support/seals.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';

/** Its clock is right. */
let world: World;
/** A server on the same database, whose clock goes wrong. */
let other: World;
beforeAll(async () => {
  world = await startWorld();
  other = await startWorld({ folder: world.folder });
}, HOOK_TIMEOUT);
afterAll(async () => {
  await other.close();
  await world.close();
});

/** Makes an entry and seals after it is old enough for that, by the clock of the server. */
async function sealed(one: World): Promise<number> {
  await newHolder(one);
  one.advance(6 * MINUTE);
  return (await one.server.context.sealLog()).length;
}

describe('A clock that is ahead when entries are sealed', () => {
  it('the entries of servers with a right clock are sealed later, and the log verifies', async () => {
    expect(await sealed(world)).toBe(1);
    other.advance(2 * DAY);
    expect(await sealed(other)).toBe(1);
    // Another server sees the seal in its next round.
    await world.server.context.sealLog();
    const startAt = world.now();
    expect(await sealed(world)).toBe(0);
    const restarted = await startWorld({ folder: world.folder, startAt });
    try {
      await newHolder(restarted);
      expect(await restarted.server.context.checkSeals()).toBeUndefined();
      restarted.advance(3 * DAY);
      expect(await sealed(restarted)).toBe(1);
      expect(await verifyEvents(restarted)).toMatchObject({ exit: 0, seals: 3 });
    } finally {
      await restarted.close();
    }
  });
});
