import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { ApiError, Unreachable } from '../../../client/errors.ts';
import { allOf } from '../../../client/pages.ts';
import { PATIENCE } from '../../../client/retries.ts';
import { mediationAt } from './client.ts';

interface Scripted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Sent instead of JSON. */
  readonly raw?: string | Uint8Array;
  /** Closes the connection without an answer. */
  readonly breaks?: boolean;
}

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
});

/** A server that gives these answers in turn, and a client of it. */
async function scripted(answers: readonly Scripted[], { path = '' } = {}) {
  const asked: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[] = [];
  const pauses: number[] = [];
  const server = createServer(({ method, url, headers }, response) => {
    const { status = 200, headers: more, body = {}, raw, breaks } = answers[asked.length] ?? {};
    asked.push({ method, url, headers });
    if (breaks) return response.destroy();
    response.writeHead(status, { 'content-type': 'application/json', ...more });
    return response.end(raw ?? JSON.stringify(body));
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const pause = async (milliseconds: number) => pauses.push(milliseconds);
  const api = mediationAt({
    baseUrl: `http://127.0.0.1:${port}${path}`,
    token: () => 'secret-token-1',
    patience: { ...PATIENCE, pause },
  });
  return { api, asked, pauses };
}

const refused = (status: number, message: string, details: readonly object[] = []): Scripted => ({
  status,
  body: { error: { code: status, status: 'INVALID_ARGUMENT', message, details } },
});

const GROUP = 'accounts/pub-1/mediationGroups/2';

describe('The client of the mediation interface', () => {
  it('a base URL may have a path, and a call has the token, the query and the condition', async () => {
    const { api, asked } = await scripted([{}], { path: '/ads/eu' });
    await api.call('accounts.mediationGroups.patch', {
      on: GROUP,
      query: { updateMask: 'targeting.adUnitIds' },
      body: {},
      ifMatch: '"7"',
    });
    expect(asked).toMatchObject([
      {
        method: 'PATCH',
        url: `/ads/eu/v1beta/${GROUP}?updateMask=targeting.adUnitIds`,
        headers: { authorization: 'Bearer secret-token-1', 'if-match': '"7"' },
      },
    ]);
  });

  it('lists follow the pages, and refuse a page that names itself as the next one', async () => {
    const page = (name: string, nextPageToken: string) => ({
      body: { mediationGroups: [{ name }], nextPageToken },
    });
    const { api, asked } = await scripted([page('a', 't1'), page('b', '')]);
    const groups = await allOf(
      api.items('accounts.mediationGroups.list', 'mediationGroups', {
        on: 'accounts/pub-1',
        query: { filter: 'f' },
      }),
    );
    expect(groups.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(asked.map(({ url }) => url)).toEqual([
      '/v1beta/accounts/pub-1/mediationGroups?filter=f',
      '/v1beta/accounts/pub-1/mediationGroups?filter=f&pageToken=t1',
    ]);
    const endless = await scripted([page('a', 't1'), page('b', 't1')]);
    const all = allOf(endless.api.items('accounts.mediationGroups.list', 'mediationGroups', {}));
    await expect(all).rejects.toThrow('same next page');
  });

  it('compressed answers are asked for and unpacked', async () => {
    const raw = gzipSync(JSON.stringify({ name: GROUP }));
    const { api, asked } = await scripted([{ headers: { 'content-encoding': 'gzip' }, raw }]);
    expect(await api.call('accounts.mediationGroups.get', { on: GROUP })).toEqual({ name: GROUP });
    expect(asked[0]?.headers).toMatchObject({
      'accept-encoding': expect.stringContaining('gzip'),
      'user-agent': expect.stringContaining('gzip'),
    });
  });

  it.each<readonly [string, Scripted]>([
    ['429', { status: 429 }],
    ['500', { status: 500 }],
    ['502', { status: 502, raw: '<html>' }],
    ['503', { status: 503 }],
    ['a broken connection', { breaks: true }],
  ])('a read is repeated after %s', async (_, failure) => {
    const { api, asked, pauses } = await scripted([failure, failure, { body: { name: GROUP } }]);
    expect(await api.call('accounts.mediationGroups.get', { on: GROUP })).toEqual({ name: GROUP });
    expect(asked.length).toBe(3);
    expect(pauses.map((pause) => pause > 0)).toEqual([true, true]);
  });

  it('it gives up after four attempts and names the refusal', async () => {
    const { api, asked } = await scripted(Array.from({ length: 9 }, () => refused(503, 'busy')));
    await expect(api.call('accounts.mediationGroups.get', { on: GROUP })).rejects.toThrow('busy');
    expect(asked.length).toBe(4);
  });

  it('Retry-After tells how long it waits; more than a minute is not waited for', async () => {
    const asks = (seconds: string) => ({ ...refused(429, 'quota'), headers: { 'retry-after': seconds } });
    const short = await scripted([asks('7'), {}]);
    await short.api.call('accounts.mediationGroups.get', { on: GROUP });
    expect(short.pauses).toEqual([7000]);
    const long = await scripted([asks('3600'), {}]);
    await expect(long.api.call('accounts.mediationGroups.get', { on: GROUP })).rejects.toThrow('quota');
    expect(long.pauses).toEqual([]);
  });

  it('a write is repeated only if the server says that it did nothing and when to come back', async () => {
    const create = { on: 'accounts/pub-1', body: {} };
    const asks = { ...refused(503, 'busy'), headers: { 'retry-after': '1' } };
    const again = await scripted([asks, { body: { name: GROUP } }]);
    expect(await again.api.call('accounts.mediationGroups.create', create)).toEqual({ name: GROUP });
    for (const failure of [refused(503, 'busy'), refused(500, 'broken'), { breaks: true }]) {
      const { api, asked } = await scripted([failure, {}]);
      await expect(api.call('accounts.mediationGroups.create', create)).rejects.toThrow();
      expect(asked.length).toBe(1);
    }
  });

  it('no answer is Unreachable', async () => {
    const failure = { breaks: true };
    const { api } = await scripted(Array.from({ length: 4 }, () => failure));
    await expect(api.call('accounts.list', {})).rejects.toBeInstanceOf(Unreachable);
  });

  it('a refusal has its code, its reason and one line per field', async () => {
    const fields = [
      { field: 'displayName', description: 'at most 120 characters' },
      { field: 'state', description: 'unknown value' },
    ];
    const details = [{ reason: 'INVALID_FIELDS' }, { fieldViolations: fields }];
    const { api } = await scripted([refused(400, '2 fields are wrong', details)]);
    const error = await api.call('accounts.list', {}).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 400,
      code: 'INVALID_ARGUMENT',
      reason: 'INVALID_FIELDS',
      violations: fields,
      message: '2 fields are wrong\n  displayName: at most 120 characters\n  state: unknown value',
    });
  });

  it('an error that comes in an array, as of streamed reports, is read too', async () => {
    const { api } = await scripted([{ status: 400, body: [{ error: { message: 'no metrics' } }] }]);
    await expect(api.call('accounts.list', {})).rejects.toThrow('no metrics');
  });

  it('an answer that is not JSON says what it is', async () => {
    const page = { headers: { 'content-type': 'text/html' }, raw: '<html>' };
    const { api } = await scripted([page]);
    await expect(api.call('accounts.list', {})).rejects.toThrow('answers 200 with text/html, not with JSON');
  });

  it('a redirect is not followed, so that the token goes nowhere else', async () => {
    const { api, asked } = await scripted(
      Array.from({ length: 4 }, () => ({ status: 302, headers: { location: 'http://127.0.0.1:1/' } })),
    );
    await expect(api.call('accounts.list', {})).rejects.toThrow('redirects');
    expect(asked.length).toBeGreaterThan(0);
  });

  it('a token that the server puts into its error is not shown', async () => {
    const { api } = await scripted([refused(400, 'bad header Bearer secret-token-1')]);
    const error = (await api.call('accounts.list', {}).catch((cause: unknown) => cause)) as ApiError;
    expect(error.message).toBe('bad header Bearer ***');
    expect(`${JSON.stringify(error.body)}${error.stack}`).not.toContain('secret-token-1');
  });
});
