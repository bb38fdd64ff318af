import { describe, expect, it } from 'vitest';
import { METHODS } from '../../../src/admin/contract/index.ts';
import { adminHttp } from '../../support/admin-http.ts';
import { expectNothingWritten } from '../../support/database.ts';
import { mdl } from '../../support/records.ts';
import { useWorld } from '../../support/use-world.ts';
import { BOTH_INTERFACES } from '../../support/world.ts';

const world = useWorld({ settings: BOTH_INTERFACES });
const CASES = Object.entries(METHODS).map(
  ([name, { http }]) => [name, http[0], http[1].replace(/\{\w+\}/g, 'x')] as const,
);

function expectStatus(answer: { status: number; body: unknown }, code: number, status: string): void {
  expect(answer.status).toBe(code);
  expect(answer.body).toEqual({
    error: {
      code,
      status,
      message: expect.any(String),
      details: [
        expect.objectContaining({
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: expect.stringMatching(/^[A-Z][A-Z_]+[A-Z]$/),
          domain: 'diptych',
        }),
        ...(answer.body as { error: { details: unknown[] } }).error.details.slice(1),
      ],
    },
  });
}

describe('Access with the admin token', () => {
  it.each(CASES)('a request without the admin token is refused: %s', async (_, method, path) => {
    const body = method === 'POST' ? '{}' : undefined;
    const { token } = world().connection;
    for (const wrong of [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      `Bearer ${token}x`,
      `Bearer ${token.slice(1)}`,
      `Bearer ${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`,
      token,
      `Basic ${token}`,
      `Bearer Bearer ${token}`,
    ]) {
      const call = { method, token: wrong, ...(body ? { body } : {}) };
      const answer = await expectNothingWritten(world(), () => adminHttp(world(), path, call));
      expectStatus(answer, 401, 'UNAUTHENTICATED');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  it('a refusal contains neither the token nor the wrong token that was sent', async () => {
    const answer = await adminHttp(world(), '/admin/v1/holders', { token: 'Bearer something-else' });
    const { token } = world().connection;
    expect(JSON.stringify(answer.body)).not.toMatch(/something-else/);
    expect(JSON.stringify(answer.body)).not.toContain(token);
    expect(world().log.join('')).not.toContain(token);
  });

  it('the scheme Bearer is accepted in upper and lower case', async () => {
    const { token } = world().connection;
    expect((await adminHttp(world(), '/admin/v1/holders', { token: `bearer ${token}` })).status).toBe(200);
  });

  it('the panels do not serve the admin interface', async () => {
    const { token } = world().connection;
    const response = await fetch(`${world().url}/admin/v1/holders`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(404);
  });
});

describe('Requests to the admin interface', () => {
  it('an unknown address is answered with google.rpc.Status and 404', async () => {
    for (const path of [
      '/admin/v1/nothing',
      '/admin/v2/holders',
      '/',
      '/admin/v1/holders/x:dance',
      '/v1/vdc/healthCheck',
    ]) {
      expectStatus(await adminHttp(world(), path, { method: 'POST', body: '{}' }), 404, 'NOT_FOUND');
    }
  });

  it.each(['{', '[', 'nonsense', '{"a":1,}'])(
    'the body %s is answered with google.rpc.Status and 400',
    async (body) => {
      const answer = await expectNothingWritten(world(), () =>
        adminHttp(world(), '/admin/v1/codes', { method: 'POST', body }),
      );
      expectStatus(answer, 400, 'INVALID_ARGUMENT');
    },
  );

  it.each(['[]', '"text"', '5', 'true'])(
    'the body %s is answered with 400, because it must be an object',
    async (body) => {
      const answer = await expectNothingWritten(world(), () =>
        adminHttp(world(), '/admin/v1/codes', { method: 'POST', body }),
      );
      expectStatus(answer, 400, 'INVALID_ARGUMENT');
      expect(answer.body.error.message).toBe('The body must be a JSON object.');
    },
  );

  it.each(['null', '{}'])(
    'the body %s is answered with 400, which names each missing member',
    async (body) => {
      const answer = await expectNothingWritten(world(), () =>
        adminHttp(world(), '/admin/v1/codes', { method: 'POST', body }),
      );
      expectStatus(answer, 400, 'INVALID_ARGUMENT');
      expect(answer.body.error.details[1]['@type']).toBe('type.googleapis.com/google.rpc.BadRequest');
    },
  );

  it('unknown members are answered with 400', async () => {
    const body = JSON.stringify({ holderId: 'x', ttl: 5 });
    expectStatus(
      await adminHttp(world(), '/admin/v1/codes', { method: 'POST', body }),
      400,
      'INVALID_ARGUMENT',
    );
    expectStatus(await adminHttp(world(), '/admin/v1/holders?size=5'), 400, 'INVALID_ARGUMENT');
  });

  it.each(['__proto__', 'constructor'])(
    'a member named %s is refused with 400 and changes no prototype',
    async (name) => {
      const body = `{"holderId":"x","${name}":{"prototype":{"polluted":true}}}`;
      expectStatus(
        await adminHttp(world(), '/admin/v1/codes', { method: 'POST', body }),
        400,
        'INVALID_ARGUMENT',
      );
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    },
  );

  it('a body of another media type, or compressed, is refused, and nothing is written', async () => {
    const body = JSON.stringify({ holders: [{ id: 'h', elements: mdl() }] });
    for (const headers of [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
    ]) {
      const call = { method: 'POST', body, headers };
      const answer = await expectNothingWritten(world(), () =>
        adminHttp(world(), '/admin/v1/holders:import', call),
      );
      expect([400, 415]).toContain(answer.status);
      expect(answer.body.error.status).toBe('INVALID_ARGUMENT');
    }
  });

  it('an unknown id is answered with NOT_FOUND', async () => {
    for (const [path, method] of [
      ['/admin/v1/holders/none', 'GET'],
      ['/admin/v1/holders/none:revoke', 'POST'],
      ['/admin/v1/proofings/none', 'GET'],
      ['/admin/v1/proofings/none:accept', 'POST'],
      ['/admin/v1/credentials/none', 'GET'],
      ['/admin/v1/credentials/none:revoke', 'POST'],
    ] as const) {
      const call = { method, ...(method === 'POST' ? { body: '{}' } : {}) };
      expectStatus(
        await expectNothingWritten(world(), () => adminHttp(world(), path, call)),
        404,
        'NOT_FOUND',
      );
    }
    const body = JSON.stringify({ holderId: 'none' });
    expectStatus(await adminHttp(world(), '/admin/v1/codes', { method: 'POST', body }), 404, 'NOT_FOUND');
  });

  it('a method without required members accepts a request without a body', async () => {
    const { status } = await adminHttp(world(), '/admin/v1/holders/none:revoke', { method: 'POST' });
    expect(status).toBe(404);
  });

  it('ruling 44: an id in the body that differs from the id in the address is refused', async () => {
    await world().admin('importHolders', {
      holders: [
        { id: 'one', elements: mdl() },
        { id: 'two', elements: mdl() },
      ],
    });
    const body = JSON.stringify({ id: 'two' });
    const answer = await adminHttp(world(), '/admin/v1/holders/one:revoke', { method: 'POST', body });
    expect(answer.status).toBe(400);
    const states = await Promise.all(
      ['one', 'two'].map(async (id) => (await world().admin('getHolder', { id })).state),
    );
    expect(states).toEqual(['active', 'active']);
  });

  it('the log and the metrics record the method, the status and the request id', async () => {
    await world().admin('listHolders', {});
    await adminHttp(world(), '/admin/v1/holders/none');
    const lines = world()
      .log.slice(-2)
      .map((line) => JSON.parse(line));
    expect(lines).toEqual([
      expect.objectContaining({ method: 'listHolders', status: 200, requestId: expect.any(String) }),
      expect.objectContaining({ method: 'getHolder', status: 404, requestId: expect.any(String) }),
    ]);
    const metrics = await (await fetch(`${world().server.adminUrl}/metrics`)).text();
    expect(metrics).toContain('diptych_admin_request_seconds_count{method="getHolder",status="404"}');
  });
});
