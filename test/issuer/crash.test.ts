import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { halfDone } from '../support/crash-invariants.ts';
import { CrashWallet } from '../support/crash-wallet.ts';
import { randomOf } from '../support/random.ts';
import { runs } from '../support/runs.ts';
import { type ServerProcess, startProcess } from '../support/server-process.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';

const WALLETS = 6;
const ROUNDS = runs(10);
/** Fewer rounds where the machine is slow. */
const BUDGET = runs(35_000);
const FEWEST = 4;
/** Milliseconds until a server is killed. */
const LIFE = { shortest: 100, longest: 1100 };

const folder = mkdtempSync(join(tmpdir(), 'diptych-crash-'));
const database = join(folder, 'diptych.sqlite');
const random = randomOf(20_261_120);
let server: ServerProcess;

beforeAll(async () => {
  server = await startProcess(folder);
}, HOOK_TIMEOUT);
afterAll(async () => {
  await server.kill();
  rmSync(folder, { recursive: true, force: true });
});

const wallets = Array.from(
  { length: WALLETS },
  (_, number) =>
    new CrashWallet({
      number,
      encrypt: number % 2 === 0,
      random: randomOf(number + 1),
      server: () => server,
    }),
);

/** All wallets live until their server is gone. */
async function liveUntilKilled(milliseconds: number): Promise<void> {
  const lives = Promise.allSettled(wallets.map((wallet) => wallet.liveUntilUnreachable()));
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  await server.kill();
  for (const life of await lives) if (life.status === 'rejected') throw life.reason;
}

describe('A server that is killed at any moment', () => {
  it('keeps what it acknowledged and leaves nothing half done', { timeout: 4 * BUDGET }, async () => {
    const started = performance.now();
    const isTime = (round: number) => round <= FEWEST || performance.now() - started < BUDGET;
    for (let round = 1; round <= ROUNDS && isTime(round); round += 1) {
      await liveUntilKilled(LIFE.shortest + random() * (LIFE.longest - LIFE.shortest));
      expect(halfDone(database), `after crash ${round}`).toEqual([]);
      server = await startProcess(folder);
      await Promise.all(wallets.map((wallet) => wallet.expectKept()));
    }
    const acknowledged = wallets.reduce((sum, wallet) => sum + wallet.acknowledged, 0);
    expect(acknowledged).toBeGreaterThan(FEWEST * WALLETS);
  });

  it('serves every wallet to the end afterwards', async () => {
    for (const wallet of wallets) {
      await wallet.finish();
      await wallet.expectKept();
    }
    expect(halfDone(database)).toEqual([]);
  });

  it('has lost no key, and has none that it does not know', async () => {
    const { keys } = await callAdmin(server.connection, 'listKeys', {});
    const files = readdirSync(join(folder, 'keys')).filter((name) => name.endsWith('.pem'));
    expect(files.toSorted()).toEqual(keys.map(({ id }) => `${id}.pem`).toSorted());
  });

  it('ends in good order when it is asked to', async () => {
    expect(await server.stop()).toBe(0);
    expect(readdirSync(folder)).not.toContain('server.json');
    expect(halfDone(database)).toEqual([]);
  });
});
