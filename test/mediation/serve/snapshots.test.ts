import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseSnapshot } from '../../../src/resolve/index.ts';
import { checkError } from '../http/support/envelope.ts';
import { ACCOUNT, EXPERIMENT, OTHER, useHttpWorld } from '../http/support/world.ts';
import { servedApp } from './support/app.ts';

const world = useHttpWorld();

const DAY = 24 * 3_600_000;
const sha256 = (bytes: ArrayBuffer) => createHash('sha256').update(Buffer.from(bytes)).digest('hex');

async function get(url: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  const response = await fetch(url, { method, headers });
  const bytes = await response.arrayBuffer();
  return { status: response.status, headers: response.headers, bytes, text: Buffer.from(bytes).toString() };
}

async function snapshotOf(url: string) {
  const { text } = await get(url);
  const parsed = parseSnapshot(text);
  if (parsed.status !== 'OK') throw new Error(text);
  return parsed.snapshot;
}

describe('GET /serve/v1/{key}/apps/{appId}.json', () => {
  it('it answers the snapshot with its hash as ETag, for caches to keep a minute and use in an outage', async () => {
    const app = await servedApp(world());
    const { status, headers, bytes } = await get(app.snapshotUrl, { 'accept-encoding': 'identity' });
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/json; charset=UTF-8',
      etag: `"sha256-${sha256(bytes)}"`,
      'cache-control': 'public, max-age=60, stale-while-revalidate=3600, stale-if-error=604800',
      vary: 'Accept-Encoding',
      'access-control-allow-origin': '*',
    });
    expect(headers.get('set-cookie')).toBeNull();
    const snapshot = await snapshotOf(app.snapshotUrl);
    expect(Object.keys(snapshot.adUnits)).toEqual([app.adUnitId]);
  });

  it('a client that has the snapshot gets 304, also with a weak tag and in a list', async () => {
    const app = await servedApp(world());
    const etag = (await get(app.snapshotUrl)).headers.get('etag') as string;
    for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { status, headers, text } = await get(app.snapshotUrl, { 'if-none-match': sent });
      expect([status, headers.get('etag'), text]).toEqual([304, etag, '']);
      expect(headers.get('cache-control')).toContain('max-age=60');
    }
    expect((await get(app.snapshotUrl, { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await get(app.snapshotUrl, { 'if-none-match': 'no tag' })).status).toBe(400);
  });

  it('a client that accepts gzip gets it, and HEAD answers the same headers without the body', async () => {
    const app = await servedApp(world());
    const packed = await get(app.snapshotUrl, { 'accept-encoding': 'gzip', 'user-agent': 'app' });
    const plain = await get(app.snapshotUrl, { 'accept-encoding': 'identity' });
    expect(packed.text).toBe(plain.text);
    const head = await get(app.snapshotUrl, { 'accept-encoding': 'identity' }, 'HEAD');
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(String(plain.bytes.byteLength));
    expect(head.headers.get('etag')).toBe(plain.headers.get('etag'));
  });

  it('an encoded id in the path is the same app', async () => {
    const app = await servedApp(world());
    expect((await get(app.snapshotUrl.replace('~', '%7E'))).status).toBe(200);
  });

  it('a change of the configuration is in the snapshot a second later, with another tag', async () => {
    const app = await servedApp(world());
    const before = await get(app.snapshotUrl);
    await app.rename('Second');
    world().advance(1000);
    const after = await get(app.snapshotUrl);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    const [group] = (await snapshotOf(app.snapshotUrl)).adUnits[app.adUnitId] ?? [];
    expect(group?.lines.A).toHaveLength(3);
  });

  it('the start, the stop and the end of an experiment are in the snapshot', async () => {
    const app = await servedApp(world());
    const experiments = `${app.group.path}/mediationAbExperiments`;
    const percentage = async () => {
      world().advance(1000);
      return (await snapshotOf(app.snapshotUrl)).adUnits[app.adUnitId]?.[0]?.experiment?.percentage;
    };
    expect(await percentage()).toBeUndefined();
    await world().done('POST', experiments, { body: EXPERIMENT });
    expect(await percentage()).toBe(50);
    await world().done('POST', `${experiments}:stop`, { body: { variantChoice: 'VARIANT_CHOICE_A' } });
    expect(await percentage()).toBeUndefined();
    const { body } = await world().done('POST', experiments, { body: EXPERIMENT });
    expect(await percentage()).toBe(50);
    // At the end nobody writes: the time alone ends the snapshot.
    const left = Date.parse(body.endTime) - world().now();
    world().advance(left - 2000);
    expect(await percentage()).toBe(50);
    expect(await percentage()).toBeUndefined();
    world().advance(-90 * DAY);
  });
});

describe('The address of events in a snapshot', () => {
  it('is that of the key, so that an app which got the snapshot elsewhere sends to the server', async () => {
    const app = await servedApp(world());
    const { key } = (await world().done('POST', app.keys, { body: {} })).body;
    for (const [own, url] of [
      [app.key, app.snapshotUrl],
      [key, app.snapshotUrl.replace(app.key, key)],
    ]) {
      const { eventUrl = '' } = await snapshotOf(url);
      expect(eventUrl).toBe(`${world().url}/serve/v1/${own}/events`);
      const { bytes, headers } = await get(url);
      expect(headers.get('etag')).toBe(`"sha256-${sha256(bytes)}"`);
      const copy = await get(`${app.at}/snapshots/${sha256(bytes)}.json`);
      expect(Buffer.from(copy.bytes)).toEqual(Buffer.from(bytes));
      const body = JSON.stringify({ batchId: crypto.randomUUID(), rows: [] });
      expect((await fetch(eventUrl, { method: 'POST', body })).status).toBe(200);
    }
  });
});

describe('GET /serve/v1/{key}/snapshots/{sha256}.json', () => {
  const copyUrl = (at: string, etag: string) => `${at}/snapshots/${etag.slice(8, -1)}.json`;

  it('the bytes of every snapshot that was served stay under its hash for ever in caches', async () => {
    const app = await servedApp(world());
    const first = await get(app.snapshotUrl);
    await app.rename('Second');
    world().advance(1000);
    const second = await get(app.snapshotUrl);
    for (const served of [first, second]) {
      const etag = served.headers.get('etag') as string;
      const copy = await get(copyUrl(app.at, etag), { 'accept-encoding': 'identity' });
      expect([copy.status, copy.text]).toEqual([200, served.text]);
      expect(copy.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      const packed = await get(copyUrl(app.at, etag), { 'accept-encoding': 'gzip' });
      expect(packed.text).toBe(served.text);
      expect((await get(copyUrl(app.at, etag), { 'if-none-match': etag })).status).toBe(304);
    }
  });

  it('the last 50 snapshots of an app are kept, and those of other apps are not found', async () => {
    const app = await servedApp(world());
    const other = await servedApp(world());
    const etags: string[] = [];
    for (let count = 0; count < 52; count += 1) {
      etags.push((await get(app.snapshotUrl)).headers.get('etag') as string);
      const priority = count + 1;
      await world().done('PATCH', app.group.path, { query: { updateMask: 'priority' }, body: { priority } });
      world().advance(1001);
    }
    const statuses = await Promise.all(etags.map(async (etag) => (await get(copyUrl(app.at, etag))).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(50);
    expect(statuses.slice(0, 2)).toEqual([404, 404]);
    expect((await get(copyUrl(other.at, etags.at(-1) as string))).status).toBe(404);
  });
});

describe('A serving key', () => {
  it('without a valid key every address answers the same 404, so that nobody learns which apps exist', async () => {
    const app = await servedApp(world());
    const other = await servedApp(world());
    const { appId } = app;
    const guess = `pk_${'A'.repeat(24)}`;
    const hash = '0'.repeat(64);
    const answers = await Promise.all(
      [
        `${world().url}/serve/v1/${guess}/apps/${appId}.json`,
        `${world().url}/serve/v1/${guess}/resolve?adUnitId=x`,
        `${world().url}/serve/v1/${guess}/snapshots/${hash}.json`,
        `${world().url}/serve/v1/pk_/apps/${appId}.json`,
        `${world().url}/serve/v1/${'k'.repeat(500)}/apps/${appId}.json`,
        `${other.at}/apps/${appId}.json`,
        `${other.at}/apps/${other.appId}`,
        `${other.at}/snapshots/${hash}.json`,
        `${other.at}/snapshots/..%2f..%2fetc%2fpasswd`,
        `${other.at}/nothing`,
        `${other.at}/apps/%00.json`,
      ].map((url) => get(url)),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    for (const { status, text, headers } of answers) {
      checkError(404, text);
      expect([status, headers.get('cache-control')]).toEqual([404, 'no-store']);
      expect(headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  it('a revoked key is refused with 403 a second later', async () => {
    const app = await servedApp(world());
    expect((await get(app.snapshotUrl)).status).toBe(200);
    await app.revoke();
    world().advance(1000);
    const { status, text } = await get(app.snapshotUrl);
    expect(status).toBe(403);
    expect(checkError(403, text).details).toContainEqual(
      expect.objectContaining({ reason: 'SERVING_KEY_REVOKED' }),
    );
  });

  it('keys need an access token of the publisher: readonly to list, monetization to create', async () => {
    const app = await servedApp(world());
    const { read, other } = world().token;
    expect((await world().call('GET', app.keys, { token: read })).status).toBe(200);
    expect((await world().call('POST', app.keys, { token: read, body: {} })).status).toBe(403);
    expect((await world().call('GET', app.keys, { token: other })).status).toBe(403);
    const elsewhere = app.keys.replace(ACCOUNT.slice(8), `accounts/${OTHER}`);
    expect((await world().call('GET', elsewhere, { token: other })).status).toBe(404);
  });
});

describe('Requests under /serve', () => {
  it('a page of any origin may send them, after the same preflight for every address', async () => {
    const url = `${world().url}/serve/v1/pk_x/resolve`;
    const answer = await get(url, { origin: 'https://game.example' }, 'OPTIONS');
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST',
      'access-control-allow-headers': 'Authorization, Content-Encoding, Content-Type, If-None-Match',
    });
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('other methods are refused', async () => {
    const app = await servedApp(world());
    expect((await get(app.snapshotUrl, {}, 'DELETE')).status).toBe(404);
  });

  it('the log has no line about them, and the metrics have the route and the outcome', async () => {
    const app = await servedApp(world());
    const before = world().log.length;
    await get(app.snapshotUrl, { 'x-forwarded-for': '203.0.113.7' });
    await get(app.resolveUrl({ unit: 'a-unit', country: 'DE' }));
    await get(`${app.at}/nothing`);
    expect(world().log.slice(before).join('')).not.toMatch(/127\.0\.0\.1|203\.0\.113|a-unit|pk_|serve/);
    const metrics = await (await fetch(`${world().server.adminUrl}/metrics`)).text();
    expect(metrics).toContain('diptych_serve_request_seconds_count{endpoint="snapshot",outcome="ok"}');
  });
});
