import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { dropDatabaseOf } from './database-of.ts';
import { parseRaw, rawExchange } from './raw-http.ts';
import { type MeteredServerProcess, startMetered } from './server-process.ts';
import { HOOK_TIMEOUT } from './use-world.ts';

/** Whether this run measures, on a machine without other work. */
export const isMeasured = process.env.TEST_MEASURED === '1';

/** Processor time in milliseconds that one request may take before the next request is served. */
export const LONGEST_TURN = 50;

/**
 * The limits of a test. The attacks took seconds and hundreds of megabytes. Ten times the promised limits
 * still detects them, and no busy machine makes the test fail. TEST_MEASURED=1 applies the promised limits.
 */
const MOST_STALL = isMeasured ? LONGEST_TURN : 10 * LONGEST_TURN;
const MOST_MEMORY = (isMeasured ? 64 : 192) * 1024 * 1024;

export interface Toll {
  /** Processor time in milliseconds in which the server served no other request. */
  readonly stalled: number;
  /** Maximum additional memory of the server, in bytes. */
  readonly memory: number;
}

/** Fails if the server served no other request for too long, or used too much memory. Without memory, only the time counts. */
export function expectBounded({ stalled, memory = 0 }: Pick<Toll, 'stalled'> & Partial<Toll>): void {
  expect(stalled).toBeLessThan(MOST_STALL);
  expect(memory).toBeLessThan(MOST_MEMORY);
}

/** A server in a separate process, which tests attack over the network. */
export interface Target extends MeteredServerProcess {
  /** Sends bytes on a new connection; `raw` in test/faults/support/bad-clients.ts makes a request. */
  send(parts: string | Uint8Array | readonly (string | Uint8Array)[]): Promise<ReturnType<typeof parseRaw>>;
  /** Measures the cost of the work for the server. */
  toll(work: () => Promise<unknown>): Promise<Toll>;
}

export async function startTarget(folder: string, settings: Readonly<Record<string, string>> = {}) {
  const server = await startMetered(folder, settings);
  const target: Target = {
    ...server,
    async send(parts) {
      const all = typeof parts === 'string' || parts instanceof Uint8Array ? [parts] : parts;
      return parseRaw(await rawExchange(server.url, all));
    },
    async toll(work) {
      await server.meter.reset();
      await work();
      const { cpu, peak, before } = await server.meter.read();
      return { stalled: cpu, memory: peak - before };
    },
  };
  return target;
}

/**
 * One server for all attacks of a file; `settings` are environment variables. `fill` writes into the data folder before it
 * starts.
 */
export function useTarget(
  settings: Readonly<Record<string, string>> = {},
  fill: (folder: string) => Promise<void> = async () => {},
): () => Target {
  let target: Target | undefined;
  let folder: string | undefined;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'diptych-target-'));
    await fill(folder);
    target = await startTarget(folder, settings);
  }, HOOK_TIMEOUT);
  afterAll(async () => {
    await target?.kill();
    if (folder === undefined) return;
    await dropDatabaseOf(folder);
    rmSync(folder, { recursive: true, force: true });
  });
  return () => target as Target;
}
