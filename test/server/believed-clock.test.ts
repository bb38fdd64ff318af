import { describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '../../src/conventions/time.ts';
import { isClockBelieved } from '../../src/server/rounds/believed-clock.ts';
import { STATUS_URI } from '../issuer/status/support/status.ts';
import { rows } from '../support/database.ts';
import { activePhone } from '../support/devices.ts';
import { useWorld } from '../support/use-world.ts';

const HOUR = 60 * MINUTE;
const sweeping = useWorld({ sweepEvery: 20, settings: { 'issuer.status.uri': STATUS_URI } });
const world = useWorld();

describe('A clock that is far ahead for a moment', () => {
  it('deletes nothing; doctor and the log tell; after an hour it is believed', async () => {
    const { admin, advance, log } = sweeping();
    const phone = await activePhone(sweeping(), 2);
    await admin('revokeCredential', { id: phone.ids.credentialId });
    const bits = () => rows(sweeping(), 'select idx from status_revoked').length;
    const told = (part: string, times: number) =>
      expect.poll(() => log.filter((line) => line.includes(part)).length).toBe(times);
    await expect.poll(() => rows(sweeping(), 'select 1 from clock_sight').length).toBe(1);

    advance(45 * DAY);
    await told('nothing is deleted for good for an hour', 1);
    const { findings } = await admin('getFindings', {});
    expect(findings.map(({ text }) => text)).toContainEqual(
      expect.stringContaining('nothing is deleted for good before'),
    );
    advance(-45 * DAY);
    await told('believe the clock again', 1);
    expect(bits()).toBe(2);

    advance(45 * DAY);
    await told('nothing is deleted for good for an hour', 2);
    advance(HOUR);
    await told('believe the clock again', 2);
    await expect.poll(bits).toBe(0);
  });

  it('is not believed while a sweep of another machine has the earlier time', async () => {
    const { store } = world().server.context;
    const start = world().now();
    const sweepAt = (time: number) => isClockBelieved(store, start + time);
    expect(await sweepAt(0)).toBe(true);
    for (let minutes = 0; minutes < 120; minutes += 30) {
      expect(await sweepAt(40 * DAY + minutes * MINUTE)).toBe(false);
      expect(await sweepAt(minutes * MINUTE)).toBe(true);
    }
    // Nor is one that jumps again.
    for (const days of [40, 80, 120]) expect(await sweepAt(days * DAY)).toBe(false);
    expect(await sweepAt(120 * DAY + HOUR)).toBe(true);
    // It was wrong all the time.
    expect(await sweepAt(0)).toBe(true);
  });
});
