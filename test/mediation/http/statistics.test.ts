import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { mediationOf } from '../../support/panels.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { ACCOUNT, APPLOVIN, MINE, useHttpWorld } from './support/world.ts';

const INGEST = `${ACCOUNT}/statistics:ingest`;
const rates = join(temporaryFolder('rates'), 'rates.csv');
const today = new Date().toISOString().slice(0, 10);
writeFileSync(rates, `date,currency,rate\n${today},USD,1.25\n${today},JPY,150\n`);

const world = useHttpWorld({
  'mediation.rates': rates,
  'limits.eventsPerAddress': 0,
  'mediation.statistics.devices.mostRowsPerDay': 1200,
});

let key: string;
let adUnitId: string;
let otherUnit: string;
let batches = 0;
const batchId = () => {
  batches += 1;
  return `b-${batches}`;
};
const rowOf = (changes: object = {}) => ({
  time: new Date(world().now()).toISOString(),
  adUnitId,
  adSourceId: APPLOVIN,
  impressions: 1,
  ...changes,
});

/** What a page in a browser sends, without a token. */
async function events(body: unknown, headers: Record<string, string> = {}, as = key) {
  const sent = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const response = await fetch(`${world().url}/serve/v1/${as}/events`, {
    method: 'POST',
    headers: { origin: 'https://game.example', 'content-type': 'text/plain', ...headers },
    body: sent as string,
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
}

const reasons = async (rows: readonly object[]) =>
  (await events({ batchId: batchId(), rows })).body.rejected.map(
    ({ index, reason }: { index: number; reason: string }) => `${index} ${reason}`,
  );

beforeAll(async () => {
  const app = await world().done('POST', `${ACCOUNT}/apps`, { body: { platform: 'ANDROID' } });
  const other = await world().done('POST', `${ACCOUNT}/apps`, { body: { platform: 'IOS' } });
  const unitOf = async (appId: string) => {
    const body = { appId, displayName: 'Unit', adFormat: 'BANNER' };
    return (await world().done('POST', `${ACCOUNT}/adUnits`, { body })).body.adUnitId as string;
  };
  adUnitId = await unitOf(app.body.appId);
  otherUnit = await unitOf(other.body.appId);
  const path = `/v1beta/${app.body.name}/servingKeys`;
  key = (await world().done('POST', path, { body: {} })).body.key;
});

describe('statistics:ingest over HTTP', () => {
  it('the scope statistics sends statistics and nothing else', async () => {
    const token = await world().issueToken({ scopes: ['statistics'] });
    const body = { batchId: batchId(), source: 'max', mode: 'ADD', rows: [rowOf()] };
    const { text } = await world().done('POST', INGEST, { token, body, query: 'prettyPrint=false' });
    expect(text.trim()).toBe('{"accepted":1,"rejected":[],"duplicate":false}');
    const { status } = await world().call('GET', `${ACCOUNT}/apps`, { token });
    expect(status).toBe(403);
    expect((await world().call('POST', INGEST, { token: world().token.read, body })).status).toBe(403);
  });

  it('5000 rows are one batch, also compressed', async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => rowOf({ impressions: String(index % 7) }));
    const text = JSON.stringify({ batchId: batchId(), source: 'max', mode: 'ADD', rows });
    expect(text.length).toBeLessThan(1024 * 1024);
    const response = await fetch(`${world().url}${INGEST}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${world().token.write}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      body: gzipSync(text),
    });
    expect(await response.json()).toMatchObject({ accepted: 5000 });
  });

  it('more than 1 MiB of rows is refused, also if it is less when compressed', async () => {
    const text = JSON.stringify({
      batchId: batchId(),
      source: 'max',
      mode: 'ADD',
      rows: ['x'.repeat(2 ** 20)],
    });
    const headers = { 'content-encoding': 'gzip', authorization: `Bearer ${world().token.write}` };
    const response = await fetch(`${world().url}${INGEST}`, {
      method: 'POST',
      headers,
      body: gzipSync(text),
    });
    expect(response.status).toBe(413);
  });
});

describe('Events of devices', () => {
  it('a page of any origin sends rows with the publishable key of its app', async () => {
    const { status, headers, body } = await events({
      batchId: batchId(),
      rows: [rowOf(), rowOf({ clicks: 'x' })],
    });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(body).toEqual({
      accepted: 1,
      rejected: [{ index: 1, reason: 'INVALID_NUMBER' }],
      duplicate: false,
    });
    const { statistics } = mediationOf(world().server);
    expect(await statistics.feeds(MINE)).toContainEqual(
      expect.objectContaining({ source: 'device', settled: false, adSourceId: APPLOVIN }),
    );
  });

  it('a batch that is sent again, compressed or not, counts once', async () => {
    const batch = { batchId: batchId(), rows: [rowOf()] };
    await events(batch);
    const again = await events(gzipSync(JSON.stringify(batch)), { 'content-encoding': 'gzip' });
    expect(again.body).toEqual({ accepted: 1, rejected: [], duplicate: true });
  });

  it('rows of another app of the publisher are left out', async () => {
    expect(await reasons([rowOf({ adUnitId: otherUnit })])).toEqual(['0 UNKNOWN_AD_UNIT']);
  });

  it('devices may be 7 days late', async () => {
    const at = (days: number) => new Date(world().now() - days * 86_400_000).toISOString();
    expect(await reasons([rowOf({ time: at(6.9) }), rowOf({ time: at(7.1) })])).toEqual(['1 TOO_LATE']);
  });

  it('the mean revenue of an impression in a batch is at most 1 US dollar', async () => {
    const high = rowOf({ impressions: 1, revenueMicros: 1_500_000, currency: 'USD' });
    expect(await reasons([high, rowOf({ impressions: 1, revenueMicros: 400_000, currency: 'USD' })])).toEqual(
      [],
    );
    expect(await reasons([high, rowOf()])).toEqual([]);
    expect(await reasons([high, rowOf({ impressions: 0, revenueMicros: 1 })])).toEqual([
      '0 IMPLAUSIBLE_REVENUE',
      '1 IMPLAUSIBLE_REVENUE',
    ]);
  });

  it('revenue in other currencies is compared at the rate of the day', async () => {
    const yen = (micros: number) => rowOf({ revenueMicros: micros, currency: 'JPY' });
    expect(await reasons([yen(120_000_000)])).toEqual([]);
    expect(await reasons([yen(121_000_000)])).toEqual(['0 IMPLAUSIBLE_REVENUE']);
    expect(await reasons([rowOf({ revenueMicros: 1, currency: 'CHF' })])).toEqual(['0 NO_RATE']);
  });

  it.each([
    ['501 rows', () => ({ batchId: 'b', rows: Array.from({ length: 501 }, () => ({})) })],
    ['no batch id', () => ({ rows: [] })],
    ['a mode', () => ({ batchId: 'b', rows: [], mode: 'REPLACE' })],
    ['text that is no JSON', () => 'x'],
  ])('a batch with %s is refused whole', async (_, body) => {
    expect((await events(body())).status).toBe(400);
  });

  it('an unknown key is not found, and its body is not read', async () => {
    const { status } = await events({ batchId: 'b', rows: [] }, {}, 'pk_000000000000000000000000');
    expect(status).toBe(404);
  });

  it('what the devices of a key send on a day has a ceiling', async () => {
    const send = () => events({ batchId: batchId(), rows: Array.from({ length: 500 }, () => rowOf()) });
    const answers = [];
    for (let number = 0; number < 3; number += 1) answers.push(await send());
    const [last] = answers.slice(-1);
    expect(last?.status).toBe(429);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('neither ids of batches nor keys nor addresses are in the log', () => {
    const lines = world().log.filter((line) => line.includes('"events"') || line.includes('serve'));
    expect(lines.join('\n')).not.toMatch(/pk_|127\.0\.0\.1|"b-/);
  });
});
