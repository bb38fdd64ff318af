import { describe, expect, it } from 'vitest';
import { checkError } from '../http/support/envelope.ts';
import { useHttpWorld } from '../http/support/world.ts';
import { servedApp } from './support/app.ts';

const world = useHttpWorld({
  'limits.servePerAddress': 3,
  'limits.resolvePerAddress': 2,
  'oauth.addressHeader': 'X-Forwarded-For',
});

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

async function statuses(count: number, url: string, address: string) {
  const found: number[] = [];
  for (let sent = 0; sent < count; sent += 1) found.push((await fetch(url, from(address))).status);
  return found;
}

describe('Limits of requests under /serve', () => {
  it('requests are counted by key and address', async () => {
    const [app, other] = [await servedApp(world()), await servedApp(world())];
    expect(await statuses(4, app.snapshotUrl, '192.0.2.1')).toEqual([200, 200, 200, 429]);
    expect(await statuses(1, app.snapshotUrl, '192.0.2.2')).toEqual([200]);
    expect(await statuses(1, other.snapshotUrl, '192.0.2.1')).toEqual([200]);
    const refused = await fetch(app.snapshotUrl, from('192.0.2.1'));
    const text = await refused.text();
    expect(checkError(429, text).status).toBe('RESOURCE_EXHAUSTED');
    expect(text).not.toContain('192.0.2');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('cache-control')).toBe('no-store');
  });

  it('resolve requests have their own limit', async () => {
    const app = await servedApp(world());
    expect(await statuses(3, app.resolveUrl(), '192.0.2.3')).toEqual([200, 200, 429]);
    expect(await statuses(1, app.snapshotUrl, '192.0.2.3')).toEqual([200]);
  });

  it('guesses of keys are counted by address, whatever the key', async () => {
    const found: number[] = [];
    for (let guess = 0; guess < 4; guess += 1) {
      const key = `pk_${String(guess).repeat(24)}`;
      found.push(...(await statuses(1, `${world().url}/serve/v1/${key}/apps/x.json`, '192.0.2.4')));
    }
    expect(found).toEqual([404, 404, 404, 429]);
  });
});
