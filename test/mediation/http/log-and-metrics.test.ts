import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { execute } from '../../support/database.ts';
import { checkError } from './support/envelope.ts';
import { GROUP, GROUPS, MINE, OTHER, useHttpWorld } from './support/world.ts';

const world = useHttpWorld();

function lastLine(): Record<string, unknown> {
  const line = world().log.findLast((one) => one.includes('mediation request'));
  return JSON.parse(line ?? '{}') as Record<string, unknown>;
}

const metrics = async () => (await fetch(`${world().server.adminUrl}/metrics`)).text();

describe('The log and metrics of mediation requests', () => {
  it('each request has one line in the log', async () => {
    const before = world().log.length;
    await world().done('GET', GROUPS);
    expect(world().log.length).toBe(before + 1);
    expect(lastLine()).toEqual({
      level: 30,
      time: expect.any(String),
      method: 'admob.accounts.mediationGroups.list',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 200,
      outcome: 'ok',
      publisherId: MINE,
      milliseconds: expect.any(Number),
      msg: 'mediation request',
    });
  });

  it.each([
    ['GET', `${GROUPS}/0`, {}, { status: 404, outcome: 'NOT_FOUND', publisherId: MINE }],
    [
      'GET',
      GROUPS,
      { query: 'fields=x' },
      { status: 400, outcome: 'INVALID_FIELD_SELECTION', publisherId: MINE },
    ],
    ['GET', GROUPS, { token: null }, { status: 401, outcome: 'CREDENTIALS_MISSING' }],
    [
      'GET',
      `/v1beta/accounts/${OTHER}`,
      {},
      { status: 403, outcome: 'PUBLISHER_NOT_GRANTED', publisherId: OTHER },
    ],
    [
      'PUT',
      GROUPS,
      { body: {} },
      { status: 405, outcome: 'METHOD_NOT_ALLOWED', method: 'unknown', publisherId: MINE },
    ],
    ['GET', '/v1beta/secret-address', {}, { status: 404, outcome: 'ROUTE_NOT_FOUND', method: 'unknown' }],
    [
      'POST',
      `${GROUPS}/0`,
      { body: {}, headers: { 'x-http-method-override': 'PATCH' } },
      { status: 404, overridden: 'POST', method: 'admob.accounts.mediationGroups.patch' },
    ],
  ] as const)('each refused request has one line in the log: %s %s', async (method, path, call, expected) => {
    await world().call(method, path, call);
    expect(lastLine()).toMatchObject({ ...expected, msg: 'mediation request refused' });
    if (!('publisherId' in expected) && !('overridden' in expected))
      expect(lastLine()).not.toHaveProperty('publisherId');
  });

  it('the log has no contents of requests', async () => {
    const secret = 'a-name-that-nobody-logs';
    const body = { ...GROUP, displayName: secret, [secret]: 1 };
    await world().call('POST', `${GROUPS}?${secret}=${secret}`, {
      body,
      headers: { 'x-secret': secret, 'user-agent': secret },
    });
    await world().call('GET', `/v1beta/accounts/${secret}/${secret}`);
    await world().call('GET', `/v1beta/accounts/${secret}`);
    const log = world().log.join('');
    expect(log).not.toContain(secret);
    for (const token of Object.values(world().token)) expect(log).not.toContain(token);
  });

  it('metrics count requests by method and outcome', async () => {
    await world().call('GET', `${GROUPS}/0`);
    await world().call('GET', '/v1beta/no-such-address');
    const text = await metrics();
    expect(text).toContain(
      'diptych_mediation_request_seconds_count{method="admob.accounts.mediationGroups.get",outcome="NOT_FOUND"}',
    );
    expect(text).toContain(
      'diptych_mediation_request_seconds_count{method="unknown",outcome="ROUTE_NOT_FOUND"}',
    );
    expect(text).not.toContain('no-such-address');
  });
});

describe('An internal failure of the mediation panel', () => {
  it('an internal failure is answered without details, and the stack is logged', async () => {
    const { database } = world().server.context.folder;
    execute(database, 'alter table mediation_group rename to gone');
    try {
      const { status, text, error } = await world().call('GET', GROUPS);
      expect([status, error.status, error.message]).toEqual([500, 'INTERNAL', 'Internal error encountered.']);
      expect(text).not.toMatch(/sqlite|mediation_group|no such/i);
      checkError(status, text);
      expect(lastLine()).toMatchObject({
        level: 50,
        outcome: 'internal',
        msg: 'mediation request failed',
        stack: expect.stringContaining('at '),
      });
      expect(lastLine().stack).not.toContain('no such table');
    } finally {
      execute(database, 'alter table gone rename to mediation_group');
    }
    await world().done('GET', GROUPS);
  });
});

describe('A client that disconnects in the middle of a body', () => {
  it.each([[], ['x-http-method-override: GET']])(
    'a client that disconnects is not logged as a failure of the server: %s',
    async (...override) => {
      const socket = connect(Number(new URL(world().url).port), '127.0.0.1');
      const type = override.length > 0 ? 'application/x-www-form-urlencoded' : 'application/json';
      const head = [
        `POST ${GROUPS} HTTP/1.1`,
        'host: x',
        `authorization: Bearer ${world().token.write}`,
        `content-type: ${type}`,
        'content-length: 1000',
        ...override,
      ];
      const before = world().log.length;
      const text = `${head.join('\r\n')}\r\n\r\n{"displayName":`;
      await new Promise((resolve) => socket.write(text, resolve));
      socket.destroy();
      await expect.poll(() => world().log.length).toBe(before + 1);
      expect(lastLine()).toMatchObject({ level: 30, status: 400, outcome: 'BODY_CUT_OFF' });
    },
  );
});
