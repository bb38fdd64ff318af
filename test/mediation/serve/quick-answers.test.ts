import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MANUAL_LINE, MAPPING, mappingsPath, SDK_KEY } from '../http/support/panel.ts';
import { GROUP, newGroup, useHttpWorld } from '../http/support/world.ts';
import { servedApp } from './support/app.ts';

const world = useHttpWorld({
  'mediation.serving.countryHeader': 'CF-IPCountry',
  'limits.resolvePerAddress': 40,
  'oauth.addressHeader': 'X-Forwarded-For',
});

/** Number of requests that a route has handled. */
let routed = 0;
const count = () => {
  routed += 1;
};
beforeAll(() => subscribe('tracing:fastify.request.handler:start', count));
afterAll(() => unsubscribe('tracing:fastify.request.handler:start', count));

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterAll(() => agent.destroy());

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly byRoute: boolean;
}

async function get(url: string, headers: Readonly<Record<string, string>>, method = 'GET'): Promise<Answer> {
  const before = routed;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method, headers, agent }, resolve).on('error', reject).end();
  });
  response.setEncoding('latin1');
  const body = await text(response);
  const { date: _, ...rest } = response.headers;
  return { status: response.statusCode, headers: rest, body, byRoute: routed > before };
}

/** Sends a request until it is answered before routing: the first one of a second is not. */
async function quickly(url: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await get(url, headers);
    if (!answer.byRoute || tries === 10) return answer;
  }
}

/** Only a GET without a body is answered before routing. */
const BY_ROUTE = { 'content-length': '0' };

describe('Answers before routing', () => {
  it('a request whose snapshot is in memory gets the answer of the route without the route', async () => {
    const app = await servedApp(world());
    const { headers: first } = await get(app.snapshotUrl, {});
    const etag = String(first.etag);
    const url = app.snapshotUrl;
    const requests: [string, Readonly<Record<string, string>>][] = [
      [url, {}],
      [`${url}?later=1`, { 'accept-encoding': 'gzip, deflate, br' }],
      [url, { 'accept-encoding': 'gzip;q=0' }],
      [url, { 'if-none-match': etag }],
      [url, { 'if-none-match': `"other", W/${etag}`, 'accept-encoding': 'gzip' }],
      [url, { 'if-none-match': '"other"' }],
      [app.resolveUrl(), {}],
      [app.resolveUrl({ country: 'de', platform: 'ANDROID', unit: 'ä 1', later: '1' }), {}],
    ];
    for (const [index, [at, headers]] of requests.entries()) {
      const from = { 'x-forwarded-for': `192.0.2.${index}` };
      const quick = await quickly(at, { ...from, ...headers });
      const slow = await get(at, { ...from, ...headers, ...BY_ROUTE });
      expect([quick.byRoute, slow.byRoute]).toEqual([false, true]);
      expect({ ...quick, byRoute: true }).toEqual(slow);
    }
  });

  it('values outside ASCII arrive as they are', async () => {
    const app = await servedApp(world());
    const adUnitConfigurations = { [SDK_KEY]: 'größer 😀' };
    const mapping = await world().done('POST', mappingsPath(app.adUnitId.slice(-10)), {
      body: { ...MAPPING, adUnitConfigurations },
    });
    await newGroup(world(), {
      priority: 1,
      targeting: { ...GROUP.targeting, adUnitIds: [app.adUnitId] },
      mediationGroupLines: {
        '-1': { ...MANUAL_LINE, adUnitMappings: { [app.adUnitId]: mapping.body.name } },
      },
    });
    for (const url of [app.snapshotUrl, app.resolveUrl()]) {
      const { body, byRoute } = await quickly(url, { 'x-forwarded-for': '192.0.2.50' });
      expect(byRoute).toBe(false);
      expect(Buffer.from(body, 'latin1').toString()).toContain('größer 😀');
    }
  });

  it('everything else is left to the routes: refusals, explanations, other methods, other forms of the address', async () => {
    const app = await servedApp(world());
    const from = { 'x-forwarded-for': '192.0.2.60' };
    await quickly(app.snapshotUrl, from);
    const cases: [number, string, Readonly<Record<string, string>>, string?][] = [
      [400, app.resolveUrl({ platform: 'WINDOWS' }), {}],
      [401, app.resolveUrl({ explain: '1' }), {}],
      [400, app.snapshotUrl, { 'if-none-match': 'no tag' }],
      [404, app.snapshotUrl.replace('.json', '0.json'), {}],
      [200, app.snapshotUrl, {}, 'HEAD'],
      [200, app.snapshotUrl.replace('~', '%7E'), {}],
    ];
    for (const [status, url, headers, method] of cases) {
      const answer = await get(url, { ...from, ...headers }, method);
      expect(answer.status).toBe(status);
      // Hooks of the route refuse some of them before its handler.
      if (status === 200) expect(answer.byRoute).toBe(true);
    }
    await app.revoke();
    world().advance(1000);
    expect((await get(app.snapshotUrl, from)).status).toBe(403);
  });

  it('they count against the same limit and are in the same metrics as those of the route', async () => {
    const app = await servedApp(world());
    const from = { 'x-forwarded-for': '192.0.2.70' };
    const metric = async () => {
      const metrics = await (await fetch(`${world().server.adminUrl}/metrics`)).text();
      const [, value] =
        /serve_request_seconds_count\{endpoint="resolve",outcome="ok"\} (\d+)/.exec(metrics) ?? [];
      return Number(value ?? 0);
    };
    const before = await metric();
    const found: Answer[] = [];
    for (let sent = 0; sent < 42; sent += 1)
      found.push(await get(app.resolveUrl(), { ...from, ...(sent % 2 === 0 && BY_ROUTE) }));
    expect(found.map(({ status }) => status)).toEqual([...Array(40).fill(200), 429, 429]);
    expect(found.filter(({ byRoute }) => !byRoute).length).toBeGreaterThan(10);
    expect(await metric()).toBe(before + 40);
  });

  it('answers come in the order of the requests on a connection, and bad heads are refused as by the routes', async () => {
    const app = await servedApp(world());
    await quickly(app.snapshotUrl, {});
    const { pathname, port, hostname } = new URL(app.snapshotUrl);
    const line = (path: string, rest = 'Host: x\r\n') => `GET ${path} HTTP/1.1\r\n${rest}\r\n`;
    const missing = pathname.replace('.json', '0.json');
    const [quick, slow, noHost, bad] = [
      line(pathname),
      line(missing),
      line(pathname, ''),
      'no request\r\n\r\n',
    ];
    const statuses = async (...sent: readonly string[]) => {
      const socket = connect({ host: hostname, port: Number(port) });
      socket.write(sent.join(''));
      return [...(await text(socket)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    };
    expect(await statuses(quick, slow, quick, noHost, quick, bad)).toEqual([
      '200',
      '404',
      '200',
      '400',
      '200',
      '400',
    ]);
    expect(await statuses(quick, quick, quick, bad)).toEqual(['200', '200', '200', '400']);
  });
});
