import { describe, expect, it } from 'vitest';
import { prove } from '../../connector/support.ts';
import { rows } from '../../support/database.ts';
import { startRecordSystem } from '../../support/record-system.ts';
import { HOOK_TIMEOUT, useWorld } from '../../support/use-world.ts';
import { startWorld } from '../../support/world.ts';

const NONCE = 'getDeviceRegistrationNonce';

const metric = async (url: string, limit: string) => {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^diptych_rate_limited_total\\{limit="${limit}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
};

describe('Rate limit of one caller of the issuer panel', () => {
  const world = useWorld({ settings: { 'limits.issuerPerCaller': 3 } });

  it('a caller gets 429, Retry-After and an ErrorResponse without a reason beyond the limit; healthCheck is never limited', async () => {
    for (let count = 0; count < 3; count += 1)
      expect((await world().operate(NONCE, { deviceReferenceId: `d${count}` })).status).toBe(200);
    const { status, headers, body } = await world().operate(NONCE, { deviceReferenceId: 'd' });
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(Object.keys(body).sort()).toEqual([
      'errorDescription',
      'issuerErrorIdentifier',
      'responseMetadata',
    ]);
    expect((await fetch(`${world().url}/healthz`)).status).toBe(200);
    expect(await metric(world().server.adminUrl, 'issuerPerCaller')).toBe(1);
    expect(world().log.some((line) => line.includes('"outcome":"rateLimited"'))).toBe(true);
  });
});

describe('Rate limit of one device', () => {
  const world = useWorld({ settings: { 'limits.issuerPerDevice': 2 } });

  it('the limit of one device does not affect other devices', async () => {
    const of = async (deviceReferenceId: string) =>
      (await world().operate(NONCE, { deviceReferenceId })).status;
    expect([await of('one'), await of('one'), await of('one'), await of('other')]).toEqual([
      200, 200, 429, 200,
    ]);
    expect((await world().operate('getIdentityKey')).status).toBe(200);
    expect(await metric(world().server.adminUrl, 'issuerPerDevice')).toBe(1);
  });

  it('the limit of a device counts valid requests, and takes the device from the member that the contract names', async () => {
    const deviceReferenceId = 'third';
    const invalid = () => world().operate('getProofingStatus', { deviceReferenceId });
    const reasons = [await invalid(), await invalid(), await invalid()].map(({ body }) => Object.keys(body));
    for (const members of reasons) expect(members).toContain('missingRequiredField');
    for (const status of [200, 200, 429])
      expect((await world().operate(NONCE, { deviceReferenceId })).status).toBe(status);
    expect((await world().operate('getIdentityKey', { deviceReferenceId })).status).toBe(200);
  });
});

describe('Rate limit of one pre-authorization code', () => {
  const world = useWorld({ settings: { 'limits.issuerPerCode': 2 } });
  const kept = () => rows(world(), 'select * from proofing').length;

  it('the limit of a code counts attempts of all devices, whatever their result, and writes nothing beyond the limit', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1)
      statuses.push((await prove(world(), 'posted somewhere')).answer.status);
    expect(statuses).toEqual([200, 200, 429, 429]);
    expect(kept()).toBe(2);
    const other = await prove(world(), 'another one');
    expect([other.answer.status, kept()]).toEqual([200, 3]);
    expect(await metric(world().server.adminUrl, 'issuerPerCode')).toBe(2);
  });
});

describe('Rate limit of one code of a system of record', () => {
  it(
    'beyond the limit of a code no requests are sent to the system of record',
    async () => {
      const system = await startRecordSystem();
      const settings = {
        'issuer.records.source': 'http',
        'issuer.records.url': system.url,
        'limits.issuerPerCode': 2,
      };
      const sourced = await startWorld({ settings });
      for (let count = 0; count < 4; count += 1) await prove(sourced, 'posted somewhere');
      expect(system.calls).toHaveLength(2);
      await sourced.close();
      await system.close();
    },
    HOOK_TIMEOUT,
  );
});

describe('The sandbox, which has no rate limits', () => {
  const world = useWorld();

  it('without configured limits requests are not counted', async () => {
    const calls = Array.from({ length: 60 }, () => world().operate(NONCE, { deviceReferenceId: 'd' }));
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe('Rate limit of one operator', () => {
  const world = useWorld({ settings: { 'limits.adminPerOperator': 2 } });

  it('an operator beyond the limit gets google.rpc.Status with ErrorInfo and RetryInfo', async () => {
    const list = () =>
      fetch(`${world().connection.url}/admin/v1/holders`, {
        headers: { authorization: `Bearer ${world().connection.token}` },
      });
    expect([(await list()).status, (await list()).status]).toEqual([200, 200]);
    const refused = await list();
    const { error } = (await refused.json()) as {
      error: { status: string; details: { '@type': string }[] };
    };
    expect([refused.status, error.status]).toEqual([429, 'RESOURCE_EXHAUSTED']);
    expect(error.details).toMatchObject([
      {
        reason: 'RATE_LIMIT_EXCEEDED',
        metadata: { quota_limit: 'adminPerOperator', quota_limit_value: '2' },
      },
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: expect.stringMatching(/^\d+s$/) },
    ]);
    expect((await fetch(`${world().connection.url}/readyz`)).status).toBe(200);
  });
});
