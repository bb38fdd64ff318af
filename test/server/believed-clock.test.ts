import { describe, expect, it, vi } from 'vitest';
import { DAY, MINUTE } from '../../src/conventions/time.ts';
import { isClockBelieved } from '../../src/server/rounds/believed-clock.ts';
import { TABLES } from '../../src/storage/schema/index.ts';
import { signedIn } from '../console/support/people.ts';
import { STATUS_URI } from '../issuer/status/support/status.ts';
import { rows } from '../support/database.ts';
import { activePhone } from '../support/devices.ts';
import { useWorld } from '../support/use-world.ts';
import { WITH_CONSOLES, type World } from '../support/world.ts';
import { SETTINGS, stock } from './lists/support/stock.ts';

const HOUR = 60 * MINUTE;
const sweeping = useWorld({ sweepEvery: 50, settings: { 'issuer.status.uri': STATUS_URI } });
const jumping = useWorld({ sweepEvery: 50, settings: { 'issuer.status.uri': STATUS_URI } });
const stocked = useWorld({ sweepEvery: 50, settings: { ...SETTINGS, ...WITH_CONSOLES } });
const counting = useWorld({ sweepEvery: 50, settings: SETTINGS });
const world = useWorld();

/** Expects that the log has that many lines with this text, soon. */
const logged = ({ log }: World, text: string, times: number) =>
  expect.poll(() => log.filter((line) => line.includes(text)).length).toBe(times);

const DOUBTED = 'nothing is deleted for good for an hour';
const BELIEVED = 'believe the clock again';

/** The tables that have fewer rows than before. */
const losses = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>) =>
  TABLES.filter((table) => after.get(table)! < before.get(table)!);

const COUNTS = TABLES.map((table) => `select '${table}' as name, count(*) as n from ${table}`).join(
  ' union all ',
);

const counts = (one: World): ReadonlyMap<string, number> =>
  new Map(rows(one, COUNTS).map(({ name, n }) => [String(name), Number(n)]));

/** What each round reads first. */
const isBelievedTime = (result: unknown) =>
  typeof result === 'object' && result !== null && 'believedAt' in result;

/** Waits until two further rounds have begun. */
async function rounds(one: World) {
  const { store } = one.server.context;
  const { read } = store;
  let begun = 0;
  const spy = vi.spyOn(store, 'read').mockImplementation(async (work) => {
    const result = await read(work);
    if (isBelievedTime(result)) begun += 1;
    return result;
  });
  await expect.poll(() => begun).toBeGreaterThan(2);
  spy.mockRestore();
}

/** Private keys that were retired or destroyed. */
const endedKeys = (one: World) =>
  rows(one, "select key_id from issuer_key where stage in ('retired', 'destroyed')").length;

describe('A clock that is far ahead for a moment', () => {
  it('deletes nothing; doctor and the log tell; after an hour it is believed', async () => {
    const { admin, advance } = sweeping();
    const phone = await activePhone(sweeping(), 2);
    await admin('revokeCredential', { id: phone.ids.credentialId });
    const bits = () => rows(sweeping(), 'select idx from status_revoked').length;
    await expect.poll(() => rows(sweeping(), 'select 1 from clock_sight').length).toBe(1);

    advance(45 * DAY);
    await logged(sweeping(), DOUBTED, 1);
    const { findings } = await admin('getFindings', {});
    expect(findings.map(({ text }) => text)).toContainEqual(
      expect.stringContaining('nothing is deleted for good before'),
    );
    advance(-45 * DAY);
    await logged(sweeping(), BELIEVED, 1);
    expect(bits()).toBe(2);

    advance(45 * DAY);
    await logged(sweeping(), DOUBTED, 2);
    advance(HOUR);
    await logged(sweeping(), BELIEVED, 2);
    await expect.poll(bits).toBe(0);
  });

  it('deletes no row of any table and ends no key, until it is believed', async () => {
    const one = stocked();
    await stock(one);
    await signedIn(one, 'grace', 'viewer');
    await one.admin('rotateKey', { role: 'encryption' });
    // Else they are stored while the rounds run, after what is old was deleted.
    await one.server.context.requests.settled();
    await rounds(one);
    const before = counts(one);

    one.advance(400 * DAY);
    await logged(one, DOUBTED, 1);
    await rounds(one);
    expect([losses(before, counts(one)), endedKeys(one)]).toEqual([[], 0]);
    one.advance(HOUR);
    await logged(one, BELIEVED, 1);
    await expect.poll(() => endedKeys(one)).toBe(1);
    await expect
      .poll(() => losses(before, counts(one)))
      .toEqual(expect.arrayContaining(['console_session', 'statistics_hour', 'handled_request']));
  });

  it('decides no prices of lines and no experiments: these would stay until the time of that clock', async () => {
    const one = counting();
    await stock(one);
    const decided = () => [
      rows(one, 'select day from observed_price'),
      rows(one, 'select looked_day from mediation_ab_experiment where looked_day is not null'),
    ];
    one.advance(400 * DAY);
    await logged(one, DOUBTED, 1);
    await rounds(one);
    expect(decided()).toEqual([[], []]);
    one.advance(-400 * DAY);
    await logged(one, BELIEVED, 1);
    one.advance(HOUR);
    await expect.poll(() => decided()[0]).toEqual([{ day: expect.any(Number) }]);
  });

  it('deletes nothing in the round in which it jumps, after it was believed', async () => {
    const { store } = jumping().server.context;
    const { read } = store;
    const phone = await activePhone(jumping(), 2);
    await jumping().admin('revokeCredential', { id: phone.ids.credentialId });
    const before = counts(jumping()).get('status_revoked');
    const spy = vi.spyOn(store, 'read').mockImplementation(async (work) => {
      const result = await read(work);
      if (isBelievedTime(result)) {
        spy.mockRestore();
        jumping().advance(45 * DAY);
      }
      return result;
    });
    await logged(jumping(), DOUBTED, 1);
    expect(counts(jumping()).get('status_revoked')).toBe(before);
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
