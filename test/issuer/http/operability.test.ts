import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { OPERATION_NAMES } from '../../../src/issuer/contract/index.ts';
import { query } from '../../support/database.ts';
import { bodyOf, provisionedPhone, send } from '../../support/devices.ts';
import { useWorld } from '../../support/use-world.ts';
import { startServing, startWorld } from '../../support/world.ts';

const world = useWorld();

describe('Monitoring of the server', () => {
  it.each(['/healthz', '/readyz'])('%s is answered on both listeners', async (path) => {
    for (const url of [world().url, world().server.adminUrl]) {
      const response = await fetch(`${url}${path}`);
      expect([response.status, typeof ((await response.json()) as { status: unknown }).status]).toEqual([
        200,
        'string',
      ]);
    }
  });

  it('the metrics are in the format of Prometheus, by operation and outcome', async () => {
    await world().operate('healthCheck');
    await world().operate('healthCheck', {}, { issuerId: 'other' });
    const response = await fetch(`${world().server.adminUrl}/metrics`);
    expect(response.headers.get('content-type')).toContain('text/plain');
    const text = await response.text();
    expect(text).toMatch(/diptych_issuer_request_seconds_count\{operation="healthCheck",outcome="ok"\} \d/);
    expect(text).toMatch(
      /diptych_issuer_request_seconds_count\{operation="healthCheck",outcome="forbidden"\} \d/,
    );
  });

  it.each([
    [false, 404],
    [true, 200],
  ])(
    'metrics are on the admin listener; with metrics.public %s the other listeners answer %i',
    async (isPublic, others) => {
      const serving = await startServing({ settings: { 'metrics.public': isPublic, 'issuer.port': 0 } });
      const { url, issuerUrl, adminUrl } = serving.server;
      const status = async (at: string) => (await fetch(`${at}/metrics`)).status;
      expect(new Set([url, issuerUrl, adminUrl]).size).toBe(3);
      expect(await Promise.all([url, issuerUrl, adminUrl].map(status))).toEqual([others, others, 200]);
      await serving.close();
    },
  );

  it('labels of metrics contain names of the contract, never contents of requests', async () => {
    for (const path of ['nothing', 'label"}injected', randomUUID()])
      await world().post(`/v1/vdc/${path}`, '{}');
    const text = await (await fetch(`${world().server.adminUrl}/metrics`)).text();
    const operations = new Set(
      [...text.matchAll(/issuer_request_seconds_count\{operation="([^"]*)"/g)].map(([, name]) => name),
    );
    for (const operation of operations) expect(['unknown', ...OPERATION_NAMES]).toContain(operation);
    expect(operations).toContain('unknown');
  });
});

describe('The log of the server', () => {
  it('the log has one line of JSON for each request, with useful members only', async () => {
    const before = world().log.length;
    await world().operate('healthCheck', { clientMessage: 'not for the log' });
    await world().operate('getCredentialStatus', { deviceReferenceId: 'x', credentialId: 'y' });
    const lines = world()
      .log.slice(before)
      .map((line) => JSON.parse(line));
    expect(lines.map((line) => Object.keys(line).toSorted())).toEqual([
      ['issuerId', 'level', 'milliseconds', 'msg', 'operation', 'outcome', 'requestId', 'status', 'time'],
      [
        'description',
        'issuerErrorIdentifier',
        'issuerId',
        'level',
        'milliseconds',
        'msg',
        'operation',
        'outcome',
        'requestId',
        'status',
        'time',
      ],
    ]);
    expect(lines.map(({ operation, outcome, status }) => [operation, outcome, status])).toEqual([
      ['healthCheck', 'ok', 200],
      ['getCredentialStatus', 'invalidIdentifier', 404],
    ]);
  });
});

describe('Stopping the server', () => {
  it('a server that stops completes running requests: the answer arrives and is stored', async () => {
    const closing = await startWorld();
    const { device } = await provisionedPhone(closing, { encrypt: false });
    const operation = 'provisionMobileSecurityObjects';
    const body = await bodyOf(device, operation, (copy) => copy.provisionMsos(100));
    const { database } = closing.server.context.folder;
    const arrived = once(closing.server.panels.server, 'request');
    const answer = send(closing, operation, body);
    await arrived;
    await closing.server.close();
    const { status, body: answered } = await answer;
    expect([status, answered.mobileSecurityObjects?.length]).toEqual([200, 100]);
    expect(query(database, 'select count(*) as n from issued_mso')).toEqual([{ n: 100 }]);
    await expect(fetch(`${closing.url}/healthz`)).rejects.toThrow();
    rmSync(closing.folder, { recursive: true });
  });
});
