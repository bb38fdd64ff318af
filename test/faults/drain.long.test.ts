import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { query } from '../support/database.ts';
import { randomOf } from '../support/random.ts';
import { type ServerProcess, startProcess } from '../support/server-process.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { ISSUER_ID } from '../support/world.ts';
import { KeepAliveClient } from './support/keep-alive-client.ts';
import { READY, UNAVAILABLE } from './support/readiness.ts';

const MINE = 'pub-1111111111111111';
const EACH = 8;

let folder: string;
let server: ServerProcess;
let token: string;

async function start(workers: number): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'diptych-drain-'));
  server = await startProcess(folder, { DIPTYCH_WORKERS: String(workers) });
  await callAdmin(server.connection, 'createPublisher', { id: MINE, displayName: 'Acme' });
  const issued = await callAdmin(server.connection, 'issueToken', {
    publishers: [MINE],
    scopes: ['monetization'],
  });
  token = issued.accessToken;
}

const clients = (url: string, count: number, asked: ConstructorParameters<typeof KeepAliveClient>[1]) =>
  Array.from({ length: count }, () => new KeepAliveClient(url, asked));

function mappingClients(): readonly KeepAliveClient[] {
  return clients(server.url, EACH, {
    method: 'POST',
    path: `/v1beta/accounts/${MINE}/adUnits/0000000001/adUnitMappings`,
    headers: { authorization: `Bearer ${token}` },
    body: { displayName: 'M', adapterId: '111', adUnitConfigurations: { '1111': 'key' } },
  });
}

function healthClients(): readonly KeepAliveClient[] {
  const requestMetadata = { requestId: 'r', version: { major: 1, minor: 0 }, issuerId: ISSUER_ID };
  return clients(server.url, EACH, {
    method: 'POST',
    path: '/v1/vdc/healthCheck',
    body: { requestMetadata, clientMessage: 'here' },
  });
}

const supervisors = () => clients(server.connection.url, EACH, { method: 'GET', path: '/readyz' });

/** A request on its own connection, of which only the last byte has not been sent. */
async function unfinishedRequest() {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  const requestMetadata = { requestId: 'late', version: { major: 1, minor: 0 }, issuerId: ISSUER_ID };
  const body = JSON.stringify({ requestMetadata, clientMessage: 'late' });
  const head = `POST /v1/vdc/healthCheck HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  socket.write(head + body.slice(0, -1));
  return {
    async finish() {
      const answer = text(socket);
      socket.write(body.slice(-1));
      return answer;
    },
  };
}

async function refusal(): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  try {
    await once(socket, 'connect');
    return 'accepted';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? '';
  } finally {
    socket.destroy();
  }
}

describe.each([1, 2])('SIGTERM under load, processes: %i', (workers) => {
  beforeAll(() => start(workers), HOOK_TIMEOUT);
  afterAll(async () => {
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  it('SIGTERM drops no accepted request; new ones are refused, and the server exits with 0', async () => {
    const random = randomOf(1);
    const pause = () => setTimeout(random() * 50);
    const [mappings, healths, readies] = [mappingClients(), healthClients(), supervisors()];
    const all = [...mappings, ...healths, ...readies];
    const ends = Promise.all(all.map((client) => client.askUntilRefused(pause)));
    await vi.waitFor(() => expect(Math.min(...all.map(({ told }) => told.length))).toBeGreaterThan(5), {
      timeout: 180_000,
    });
    const late = await unfinishedRequest();

    const exit = server.stop();
    await vi.waitFor(async () => expect(await refusal()).toBe('ECONNREFUSED'), { timeout: 180_000 });
    expect(await late.finish()).toMatch(/^HTTP\/1\.1 200 (.|\r\n)*connection: close(.|\r\n)*"late"/i);
    expect(await exit).toBe(0);
    await ends;

    expect(all.map(({ dropped }) => dropped)).toEqual(all.map(() => 0));
    const told = [...mappings, ...healths].flatMap((client) => client.told);
    expect(new Set(told.map(({ status }) => status))).toEqual(new Set([200]));
    for (const { told: states } of readies) expect(states[0]).toEqual(READY);
    // A state that was read just before the end may be the last answer of its connection, but not of all.
    const last = readies.map(({ told: states }) => states.at(-1));
    expect([READY, UNAVAILABLE]).toEqual(expect.arrayContaining(last));
    expect(last).toContainEqual(UNAVAILABLE);
    const [{ n } = {}] = query(join(folder, 'diptych.sqlite'), 'select count(*) as n from ad_unit_mapping');
    expect(n).toBe(mappings.reduce((sum, client) => sum + client.told.length, 0));
  });
});
