import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { fetchTransport, issuerClient, simulatedDevice } from '../../src/wallet/index.ts';
import { mdl } from '../support/records.ts';
import { exitOf, type ServerProcess, spawnServer, startProcess } from '../support/server-process.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { ISSUER_ID } from '../support/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'diptych-workers-'));
let server: ServerProcess;
beforeAll(async () => {
  server = await startProcess(folder, { DIPTYCH_WORKERS: '3' });
}, HOOK_TIMEOUT);
afterAll(async () => {
  await server.kill();
  rmSync(folder, { recursive: true, force: true });
});

const healthCheck = () =>
  issuerClient({ baseUrl: server.url, issuerId: ISSUER_ID, transport: fetchTransport() }).healthCheck({
    clientMessage: 'here',
  });

/** Ids of the processes that the server started. */
function workers(): readonly number[] {
  const { pid } = server;
  const text = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return text.split('\n').filter(Boolean).map(Number);
}

describe('diptych serve --workers 3', () => {
  it('three processes serve one issuer', async () => {
    expect(workers()).toHaveLength(3);
    expect(server.output).toMatch(/^workers +3 processes/m);
    const { connection } = server;
    await callAdmin(connection, 'importHolders', { holders: [{ id: 'h-1', elements: mdl() }] });
    const { code } = await callAdmin(connection, 'issueCode', { holderId: 'h-1' });
    const issuer = { baseUrl: server.url, issuerId: ISSUER_ID, transport: fetchTransport() };
    const device = simulatedDevice({ issuer });
    await device.register();
    await device.proof(code);
    await device.provision();
    expect(await device.provisionMsos(5)).toBe(5);
  });

  it('the metrics count the requests of all processes', async () => {
    const count = async () => {
      const text = await (await fetch(`${server.connection.url}/metrics`)).text();
      const counted =
        /^diptych_issuer_request_seconds_count\{operation="healthCheck",outcome="ok"\} (\d+)$/m.exec(text);
      return Number(counted?.[1] ?? 0);
    };
    const before = await count();
    for (let index = 0; index < 12; index += 1) await healthCheck();
    expect(await count()).toBe(before + 12);
  });

  it('a process that ends is replaced, and the others answer meanwhile', async () => {
    const [victim, ...others] = workers();
    process.kill(victim as number, 'SIGKILL');
    await vi.waitFor(() => expect(workers()).not.toContain(victim), { timeout: 180_000 });
    // The connections to the ended process are closed. New connections are answered.
    await healthCheck().catch(healthCheck);
    await vi.waitFor(() => expect(workers()).toHaveLength(3), { timeout: 180_000, interval: 200 });
    expect(workers()).toEqual(expect.arrayContaining(others));
  });

  it('all processes stop cleanly', async () => {
    const pids = workers();
    expect(await server.stop()).toBe(0);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});

describe('A server that cannot start', () => {
  it.each(['1', '2'])('a server with %s processes that cannot start exits with an error', async (count) => {
    const data = mkdtempSync(join(tmpdir(), 'diptych-workers-'));
    mkdirSync(join(data, 'admin.token'));
    const child = await spawnServer(data, { DIPTYCH_WORKERS: count });
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += String(chunk);
    });
    expect(await exitOf(child)).toBeGreaterThan(0);
    expect(errors).toContain('EISDIR');
    rmSync(data, { recursive: true, force: true });
  });
});

describe('A server that is stopped while it starts', () => {
  it.each(['1', '2'])(
    'a server with %s processes that is stopped while it starts ends cleanly',
    async (count) => {
      const data = mkdtempSync(join(tmpdir(), 'diptych-workers-'));
      const child = await spawnServer(data, { DIPTYCH_WORKERS: count });
      // Only the first process has started, and answers readiness checks.
      for await (const chunk of child.stderr) if (String(chunk).includes('"listening"')) break;
      child.kill('SIGTERM');
      expect(await exitOf(child)).toBe(0);
      rmSync(data, { recursive: true, force: true });
    },
  );
});
