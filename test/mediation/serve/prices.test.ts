import { describe, expect, it } from 'vitest';
import { parseSnapshot, type Resolution, resolve } from '../../../src/resolve/index.ts';
import { mediationOf } from '../../support/panels.ts';
import { ACCOUNT, GROUP, INMOBI, newGroup, useHttpWorld } from '../http/support/world.ts';
import { servedApp } from './support/app.ts';

const world = useHttpWorld();

const DAY = 24 * 3_600_000;

interface Traffic {
  readonly line: string;
  readonly country: string;
  readonly impressions: number;
  /** US dollars. */
  readonly revenue: number;
  /** Days before now. */
  readonly ago?: number;
}

/** An app whose ad unit is in a group of its own with two LIVE lines and a MANUAL one, at 2 US dollars. */
async function app() {
  const served = await servedApp(world());
  const live = { displayName: 'Live', adSourceId: INMOBI, cpmMode: 'LIVE', state: 'ENABLED' };
  const { group } = await newGroup(world(), {
    priority: 1,
    targeting: { ...GROUP.targeting, adUnitIds: [served.adUnitId] },
    mediationGroupLines: {
      '-1': { ...live, displayName: 'First' },
      '-2': { ...live, displayName: 'Second' },
      '-3': { ...live, displayName: 'Manual', cpmMode: 'MANUAL', cpmMicros: '2000000' },
    },
  });
  const lines = group.mediationGroupLines as Readonly<Record<string, { readonly displayName: string }>>;
  const idOf = (name: string) => Object.keys(lines).find((id) => lines[id]?.displayName === name) as string;
  const nameOf = (id = '') => lines[id]?.displayName;

  async function count(traffic: readonly Traffic[]) {
    const rows = traffic.map(({ line, country, impressions, revenue, ago = 1 }) => ({
      time: new Date(world().now() - ago * DAY).toISOString(),
      adUnitId: served.adUnitId,
      lineId: idOf(line),
      country,
      currency: 'USD',
      impressions,
      revenueMicros: String(revenue * 1e6),
    }));
    // Days have passed since the tokens of the world were issued.
    const token = await world().issueToken({});
    const body = { batchId: crypto.randomUUID(), source: 'test', mode: 'ADD', rows };
    const answer = await world().done('POST', `${ACCOUNT}/statistics:ingest`, { token, body });
    expect(answer.body).toMatchObject({ accepted: rows.length, rejected: [] });
  }

  /** The bidding lines in order, each with its price, from the snapshot and live. */
  async function order(country?: string) {
    const asked = { adUnitId: served.adUnitId, ...(country !== undefined && { country }) };
    const parsed = parseSnapshot(await (await fetch(served.snapshotUrl)).text());
    if (parsed.status !== 'OK') throw new Error(parsed.status);
    const { bidding } = resolve(parsed.snapshot, asked);
    const live = (await (
      await fetch(served.resolveUrl(country === undefined ? {} : { country }))
    ).json()) as Resolution;
    expect(live.bidding).toEqual(bidding);
    return bidding.map(({ id, cpmMicros }) => `${nameOf(id)} ${Number(cpmMicros) / 1e6}`);
  }
  const etag = async () => (await fetch(served.snapshotUrl)).headers.get('etag');
  return { count, order, etag };
}

/** A day later, the sweep observes the prices, and processes look for the change. */
async function nextDay() {
  world().advance(DAY);
  const observed = await mediationOf(world().server).observePrices();
  world().advance(1000);
  return observed;
}

describe('The order of LIVE lines', () => {
  it('it follows what each line earned for 1000 impressions in a country in the last seven days', async () => {
    const { count, order, etag } = await app();
    const stored = ['Manual 2', 'First 0.01', 'Second 0.01'];
    await count([
      { line: 'Second', country: 'DE', impressions: 1000, revenue: 3 },
      { line: 'First', country: 'DE', impressions: 2000, revenue: 5 },
      { line: 'First', country: 'FR', impressions: 999, revenue: 9 },
      { line: 'Second', country: 'FR', impressions: 1000, revenue: 1.004 },
      { line: 'Manual', country: 'FR', impressions: 5000, revenue: 0 },
      { line: 'First', country: 'JP', impressions: 1000, revenue: 9e12 },
      { line: 'First', country: 'JP', impressions: 0, revenue: 9e12, ago: 2 },
      { line: 'Second', country: 'JP', impressions: 1000, revenue: 9e12 },
    ]);
    expect(await order('DE')).toEqual(stored);
    await nextDay();
    expect(await order('DE')).toEqual(['Second 3', 'First 2.5', 'Manual 2']);
    // Fewer than 1000 impressions tell nothing, and a MANUAL line keeps its price.
    expect(await order('FR')).toEqual(['Manual 2', 'Second 1', 'First 0.01']);
    // A price that is no int64 is left out, so that the snapshot can be read.
    expect(await order('JP')).toEqual([`Second ${9e12}`, 'Manual 2', 'First 0.01']);
    expect([await order('US'), await order()]).toEqual([stored, stored]);

    // More statistics of the same day, and days that change no price, leave the snapshot as it is.
    const before = await etag();
    await count([{ line: 'First', country: 'US', impressions: 5000, revenue: 50 }]);
    expect(await mediationOf(world().server).observePrices()).toBe(0);
    world().advance(1000);
    expect(await etag()).toBe(before);

    for (let day = 0; day < 8; day += 1) await nextDay();
    expect(await order('DE')).toEqual(stored);
    expect(await order('US')).toEqual(stored);
  });
});
