import { describe, expect, it } from 'vitest';
import { METRICS } from '../../src/mediation/ports/statistics.ts';
import type { Resolution } from '../../src/resolve/index.ts';
import { APPLOVIN, useHttpWorld } from '../mediation/http/support/world.ts';
import { servedApp } from '../mediation/serve/support/app.ts';
import { mediationOf } from '../support/panels.ts';

/** The address that the proxy reports. */
const FROM = 'X-From';
const DAY = 24 * 3_600_000;
const STRANGER = '192.0.2.1';
const DEVICE = '192.0.2.2';

const world = useHttpWorld({
  'oauth.addressHeader': FROM,
  'limits.eventsPerAddress': 0,
  'limits.mediationPerCaller': 0,
});

interface Answer {
  readonly status: number;
  readonly accepted?: number;
  readonly rejected?: readonly { readonly index: number; readonly reason: string }[];
}

/** An app with a LIVE line in a group, and what anybody can send with its key. */
async function app() {
  const served = await servedApp(world());
  const mediationGroupId = served.group.path.split('/').at(-1)!;
  const read = async () => (await world().done('GET', served.group.path)).body;
  const lineId = Object.keys((await read()).mediationGroupLines)[0]!;
  const rowOf = (changes: object = {}) => ({
    time: new Date(world().now()).toISOString(),
    adUnitId: served.adUnitId,
    lineId,
    country: 'DE',
    ...changes,
  });
  async function send(from: string, rows: readonly object[]): Promise<Answer> {
    const response = await fetch(`${served.at}/events`, {
      method: 'POST',
      headers: { [FROM]: from },
      body: JSON.stringify({ batchId: crypto.randomUUID(), rows }),
    });
    return { status: response.status, ...((await response.json()) as object) };
  }
  return { ...served, mediationGroupId, lineId, rowOf, send };
}

const database = () => world().server.context.database.reader;
const batches = async () => {
  const query = database()
    .selectFrom('statistics_batch')
    .select(({ fn }) => fn.countAll().as('rows'));
  return Number((await query.executeTakeFirstOrThrow()).rows);
};

describe('A stranger with the key of an app', () => {
  it('takes a small part of the money of a day, with one request and with many from one address', async () => {
    const { send, rowOf } = await app();
    const dear = Array.from({ length: 500 }, () => rowOf({ impressions: 40, revenueMicros: '40000000' }));
    const one = await send(STRANGER, dear.slice(0, 1));
    expect(one.rejected).toEqual([{ index: 0, reason: 'IMPLAUSIBLE_REVENUE' }]);
    const cheap = Array.from({ length: 500 }, () => rowOf({ impressions: 1, revenueMicros: '1000000' }));
    const statuses = new Set<number>();
    for (let sent = 0; sent < 60; sent += 1) {
      const { status, accepted = 0 } = await send(STRANGER, cheap);
      // 20 of 20 000 dollars.
      expect(accepted).toBeLessThanOrEqual(20);
      statuses.add(status);
    }
    expect([...statuses]).toEqual([200, 429]);
    expect(await send(DEVICE, [rowOf({ impressions: 1, revenueMicros: 1000 })])).toMatchObject({
      accepted: 1,
    });
  });

  it('stores nothing by batches that count nothing', async () => {
    const { send, rowOf } = await app();
    const before = await batches();
    for (const rows of [
      [],
      [{}],
      [rowOf({ impressions: 'x' })],
      [rowOf({ impressions: 1, revenueMicros: 9e15 })],
    ])
      expect(await send(STRANGER, rows)).toMatchObject({ status: 200, accepted: 0 });
    expect(await batches()).toBe(before);
  });

  it.each([...METRICS, 'newUsers'])(
    '%s has a ceiling in a row, in a batch and for an address',
    async (name) => {
      const { send, rowOf } = await app();
      const of = (value: number) => rowOf({ [name]: value, ...(name === 'newUsers' && { impressions: 0 }) });
      const implausible =
        name === 'revenueMicros' ? 'IMPLAUSIBLE_REVENUE' : /IMPLAUSIBLE_NUMBER|INCOMPLETE_EXPERIMENT/;
      const { rejected } = await send(STRANGER, [of(Number.MAX_SAFE_INTEGER)]);
      expect(rejected).toEqual([{ index: 0, reason: expect.stringMatching(implausible) }]);
    },
  );

  it('one address cannot pile up a number: it is refused, and others are not', async () => {
    const { send, rowOf } = await app();
    const rows = Array.from({ length: 500 }, () => rowOf({ impressions: 1000 }));
    let accepted = 0;
    let last: Answer = { status: 0 };
    for (let sent = 0; sent < 12; sent += 1) {
      last = await send(STRANGER, rows);
      accepted += last.accepted ?? 0;
    }
    expect([last.status, accepted]).toEqual([429, 50]);
    expect(await send(DEVICE, [rowOf({ impressions: 20 })])).toMatchObject({ accepted: 1 });
  });

  it('raises no sample-ratio alarm', async () => {
    const { send, rowOf, group, mediationGroupId } = await app();
    const { body } = await world().done('POST', `${group.path}/mediationAbExperiments`, {
      body: {
        displayName: 'Test',
        treatmentTrafficPercentage: '50',
        treatmentMediationLines: [
          {
            mediationGroupLine: {
              displayName: 'B',
              adSourceId: APPLOVIN,
              cpmMode: 'MANUAL',
              cpmMicros: '1000000',
              state: 'ENABLED',
            },
          },
        ],
      },
    });
    const { experimentId } = body;
    const user = (newUsers: number, slot = 700) =>
      rowOf({ mediationGroupId, experimentId, variant: 'VARIANT_A', slot, newUsers });
    expect((await send(STRANGER, [user(100_000)])).rejected).toEqual([
      { index: 0, reason: 'IMPLAUSIBLE_NUMBER' },
    ]);
    for (let sent = 0; sent < 100; sent += 1)
      await send(
        STRANGER,
        Array.from({ length: 20 }, (_, index) => user(1, 500 + index)),
      );
    const seen = (await world().done('GET', `${group.path}/mediationAbExperiments/${experimentId}`)).body;
    expect(seen).toMatchObject({
      variantLeader: 'TOO_EARLY_TO_CALL',
      analysis: { control: { users: '100' } },
    });
    // Phones of a carrier share an address: what else they count is not lost.
    expect(await send(STRANGER, [{ ...user(1), impressions: 2 }, user(1)])).toMatchObject({
      status: 200,
      accepted: 1,
      rejected: [{ index: 1, reason: 'IMPLAUSIBLE_NUMBER' }],
    });
    expect(await send(DEVICE, [user(1)])).toMatchObject({ accepted: 1 });
  });

  it('fills neither the versions of a day, nor the restrictions, nor the currencies', async () => {
    const { send, rowOf } = await app();
    const names = ['osVersion', 'sdkVersion', 'appVersion', 'servingRestriction'] as const;
    for (let sent = 0; sent < 3; sent += 1) {
      const rows = Array.from({ length: 500 }, (_, index) =>
        rowOf({ adRequests: 1, ...Object.fromEntries(names.map((name) => [name, `${sent}.${index}`])) }),
      );
      expect((await send(STRANGER, rows)).accepted).toBe(500);
    }
    const currencies = Intl.supportedValuesOf('currency').map((currency) =>
      rowOf({ adRequests: 1, currency }),
    );
    await send(STRANGER, currencies.slice(0, 300));
    const rows = await database()
      .selectFrom('statistics_key')
      .select(['os_version', 'sdk_version', 'app_version', 'serving_restriction', 'currency'])
      .execute();
    for (const column of ['os_version', 'sdk_version', 'app_version'] as const)
      expect(new Set(rows.map((row) => row[column]).filter((value) => /^\d\.\d+$/.test(value))).size).toBe(
        20,
      );
    expect(new Set(rows.map(({ serving_restriction }) => serving_restriction)).size).toBeLessThan(10);
    expect(new Set(rows.map(({ currency }) => currency)).size).toBe(1);
    expect((await send(DEVICE, [rowOf({ adRequests: 1, osVersion: 'Android 16' })])).accepted).toBe(1);
    const known = await database().selectFrom('statistics_key').select('os_version').execute();
    expect(known).toContainEqual({ os_version: 'Android 16' });
  });

  it('moves no price of a LIVE line; time passes, so this is last', async () => {
    const { send, rowOf, resolveUrl } = await app();
    const price = async () => {
      const answer = await fetch(resolveUrl({ country: 'DE' }));
      return ((await answer.json()) as Resolution).bidding[0]?.cpmMicros;
    };
    const before = await price();
    for (const from of [STRANGER, DEVICE])
      expect(await send(from, [rowOf({ impressions: 1000, revenueMicros: '15000000' })])).toMatchObject({
        accepted: 1,
      });
    world().advance(DAY);
    await mediationOf(world().server).observePrices();
    world().advance(2000);
    expect(await price()).toBe(before);
  });
});
