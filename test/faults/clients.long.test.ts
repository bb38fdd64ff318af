import { once } from 'node:events';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { rows } from '../support/database.ts';
import { parseRaw } from '../support/raw-http.ts';
import { HOOK_TIMEOUT, useWorld } from '../support/use-world.ts';
import { ISSUER_ID, startWorld } from '../support/world.ts';
import { dribble, neverRead, raw, vanish, vanishMidAnswer } from './support/bad-clients.ts';
import { READY, untilTold } from './support/readiness.ts';

const MINE = 'pub-1111111111111111';
const MANY = 200;
/** Replaces the limits of half a minute for clients; milliseconds. */
const SHORT = 500;

const world = useWorld();
const server = () => world().server.panels.server;
const connections = () => promisify(server().getConnections.bind(server()))();

/** Time for a whole request to arrive. */
function giveTime(milliseconds: number): void {
  server().headersTimeout = milliseconds;
  server().requestTimeout = milliseconds;
}

async function untilNobodyIsThere(): Promise<void> {
  await vi.waitFor(
    async () => {
      server().closeIdleConnections();
      expect(await connections()).toBe(0);
    },
    { timeout: HOOK_TIMEOUT },
  );
}

/**
 * Expects that no connection of a bad client is left, that the log reports no failure of the server, and that the
 * server works.
 */
afterEach(async () => {
  await untilNobodyIsThere();
  const failures = world().log.filter((line) => JSON.parse(line).level >= 50);
  expect(failures).toEqual([]);
  await untilTold(world().url, READY);
});

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

const requestMetadata = { requestId: 'r-1', version: { major: 1, minor: 0 }, issuerId: ISSUER_ID };
const health = raw({
  path: '/v1/vdc/healthCheck',
  body: JSON.stringify({ requestMetadata, clientMessage: 'x'.repeat(10_000) }),
});
const mapping = {
  path: `/v1beta/accounts/${MINE}/adUnits/1/adUnitMappings`,
  body: JSON.stringify({ displayName: 'x'.repeat(10_000) }),
};
const large = raw({ method: 'GET', path: '/openapi/mediation.json' });

/** Requests that are sent slowly, and the answers to them. */
function slowRequests(token: string): readonly (readonly [string, object])[] {
  const authorized = raw({ ...mapping, headers: [`Authorization: Bearer ${token}`] });
  return [
    [health, { status: 408, body: { invalidFieldValue: {} } }],
    [authorized, { status: 408, body: { error: { code: 408, status: 'INVALID_ARGUMENT' } } }],
    // This client sends the request head slowly.
    [raw(mapping), { status: 401, body: { error: { code: 401, status: 'UNAUTHENTICATED' } } }],
  ];
}

describe('A client that sends a request slowly', () => {
  it('a slow client gets one timeout error in the form of the panel, and is disconnected', async () => {
    await world().admin('createPublisher', { id: MINE, displayName: 'Acme' });
    const issued = await world().admin('issueToken', { publishers: [MINE], scopes: ['monetization'] });
    const requests = slowRequests(issued.accessToken);
    const requestOf = (index: number) => requests[index % requests.length] ?? ['', {}];
    const { requestTimeout } = server();
    giveTime(SHORT);
    const slow = await times(MANY, (index) => dribble(world().url, requestOf(index)[0]));
    // Clients that are not slow do not wait for those that are.
    expect((await world().operate('healthCheck', { clientMessage: 'here' })).status).toBe(200);
    for (const [index, { told }] of slow.entries())
      expect(parseRaw(await told)).toMatchObject(requestOf(index)[1]);
    giveTime(requestTimeout);
    expect(requestTimeout).toBeGreaterThan(0);
  });
});

describe('A client that does not read its answers', () => {
  it('a client that does not read is disconnected, and the buffer for its answers is limited', async () => {
    const { timeout } = server();
    server().timeout = SHORT;
    const deaf = await times(5, () => neverRead(world().url, large, 100));
    await untilNobodyIsThere();
    for (const socket of deaf) socket.destroy();
    server().timeout = timeout;
    expect(timeout).toBeGreaterThan(0);
  });
});

describe('A client that disconnects', () => {
  it.each(['end', 'reset'] as const)(
    'a client disconnects in the middle of its request (%s): nothing is executed',
    async (how) => {
      const before = rows(world(), 'select count(*) as n from state_change');
      await times(MANY, (index) => vanish(world().url, health.slice(0, 10 * index), how));
      expect(rows(world(), 'select count(*) as n from state_change')).toEqual(before);
    },
  );

  it('a client disconnects in the middle of its answer: nothing is logged as an error', async () => {
    await times(MANY, () => vanishMidAnswer(world().url, large));
  });

  it('a client disconnects after its request: the request is executed', async () => {
    const id = 'pub-2222222222222222';
    const { connection } = world();
    const body = JSON.stringify({ id, displayName: 'Gone' });
    const headers = [`Authorization: Bearer ${connection.token}`];
    await vanish(connection.url, raw({ path: '/admin/v1/publishers', headers, body }), 'end');
    const publishers = () => rows(world(), 'select display_name from publisher where publisher_id = ?', id);
    await vi.waitFor(() => expect(publishers()).toEqual([{ display_name: 'Gone' }]), {
      timeout: HOOK_TIMEOUT,
    });
  });
});

describe('A server that stops while clients are slow', () => {
  it.each<readonly [string, (url: string) => Promise<unknown>]>([
    ['a request does not arrive', (url) => dribble(url, health)],
    ['an answer is not read', (url) => neverRead(url, large, 200)],
  ])('a server that stops while %s waits for a limited time', async (_, client) => {
    const ending = await startWorld({ drain: { grace: 50, longest: SHORT } });
    const arrived = once(ending.server.panels.server, 'request');
    await client(ending.url);
    await arrived;
    await ending.close();
    await expect(fetch(ending.url)).rejects.toThrow('fetch failed');
  });
});
