import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ServerProcess, startProcess } from '../support/server-process.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { neverRead, raw, vanish, vanishMidAnswer } from './support/bad-clients.ts';

const SLOW = 240_000;
const WAVES = 7;
const EACH = 40;
const MB = 1024 * 1024;
/** The memory that may stay in use, in bytes. The clients send and request several times as much. */
const MOST_GROWTH = 128 * MB;

const folder = mkdtempSync(join(tmpdir(), 'diptych-memory-'));
let server: ServerProcess;
beforeAll(async () => {
  server = await startProcess(folder);
}, HOOK_TIMEOUT);
afterAll(async () => {
  await server.kill();
  rmSync(folder, { recursive: true, force: true });
});

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${server.connection.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

const body = 'x'.repeat(MB / 2);
const upload = raw({ path: '/v1/vdc/proofUser', body });
const large = raw({ method: 'GET', path: '/openapi/mediation.json' });

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** Requests that stop in the middle, and answers that are not read. */
async function wave(): Promise<void> {
  const deaf = await times(EACH, () => neverRead(server.url, large, 5));
  await times(EACH, (index) => vanish(server.url, upload.slice(0, -1 - index), 'reset'));
  await times(EACH, () => vanishMidAnswer(server.url, large));
  for (const socket of deaf) socket.resetAndDestroy();
}

describe('Many misbehaving clients', () => {
  it('misbehaving clients leave no open connections and no memory in use', { timeout: SLOW }, async () => {
    const open = await metric('process_open_fds');
    await wave();
    await wave();
    const memory = await metric('process_resident_memory_bytes');
    for (let count = 2; count < WAVES; count += 1) await wave();
    await vi.waitFor(
      async () => {
        expect(await metric('process_open_fds')).toBeLessThanOrEqual(open + 1);
        expect((await metric('process_resident_memory_bytes')) - memory).toBeLessThan(MOST_GROWTH);
      },
      { timeout: HOOK_TIMEOUT, interval: 100 },
    );
    expect(await server.stop()).toBe(0);
  });
});
