import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { mappingsPath } from '../http/support/panel.ts';
import { exchangeRaw } from '../http/support/raw.ts';
import { ACCOUNT, APPLOVIN, GROUPS, newGroup, useHttpWorld } from '../http/support/world.ts';

const world = useHttpWorld();

beforeAll(async () => {
  for (let count = 0; count < 3; count += 1) await newGroup(world());
});

const get = (target: string, headers: readonly string[]) =>
  exchangeRaw(world().url, [
    `GET ${target} HTTP/1.1`,
    'host: x',
    `authorization: Bearer ${world().token.read}`,
    ...headers,
  ]);

describe('Compression', () => {
  it('Accept-Encoding: gzip and a User-Agent with the string gzip get a gzip-encoded response', async () => {
    const { headers, body } = await get(GROUPS, ['accept-encoding: gzip', 'user-agent: my program (gzip)']);
    expect(headers.get('content-encoding')).toBe('gzip');
    expect(JSON.parse(gunzipSync(body).toString()).mediationGroups).toHaveLength(3);
    expect(headers.get('content-length')).toBe(String(body.length));
  });

  it.each([
    ['Accept-Encoding alone', ['accept-encoding: gzip', 'user-agent: my program']],
    ['only the User-Agent', ['user-agent: my program (gzip)']],
    ['Accept-Encoding without a User-Agent', ['accept-encoding: gzip']],
    ['another accepted encoding', ['accept-encoding: br, deflate', 'user-agent: my program (gzip)']],
    ['gzip refused by q=0', ['accept-encoding: gzip;q=0', 'user-agent: my program (gzip)']],
  ])('with %s the response is not compressed', async (_, headers) => {
    const { headers: answered, text } = await get(GROUPS, headers);
    expect(answered.get('content-encoding')).toBeUndefined();
    expect(JSON.parse(text).mediationGroups).toHaveLength(3);
  });

  it.each([
    '/v1beta/accounts',
    GROUPS,
    `${ACCOUNT}/adSources`,
    `${ACCOUNT}/adSources/${APPLOVIN}/adapters`,
    mappingsPath(),
    `${GROUPS}/0000000000`,
    '/v1beta/nothing',
  ])('answers of %s vary by both headers', async (target) => {
    const { headers } = await get(target, []);
    expect(headers.get('vary')).toBe('Accept-Encoding, User-Agent');
  });

  it('errors and the discovery document are compressed in the same way', async () => {
    const both = ['accept-encoding: gzip', 'user-agent: my program (gzip)'];
    const error = await get(`${GROUPS}?updateMask=x&${'a=1&'.repeat(50)}`, both);
    expect([error.status, error.headers.get('content-encoding')]).toEqual([400, 'gzip']);
    const document = await get('/$discovery/rest?version=v1beta', both);
    expect(JSON.parse(gunzipSync(document.body).toString()).version).toBe('v1beta');
  });
});
