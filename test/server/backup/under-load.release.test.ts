import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { halfDone } from '../../support/crash-invariants.ts';
import { CrashWallet } from '../../support/crash-wallet.ts';
import { randomOf } from '../../support/random.ts';
import { type ServerProcess, startProcess } from '../../support/server-process.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { makePlace, sumsOf } from './support.ts';

const WALLETS = 4;
const SLOW = 240_000;

const place = makePlace();
const data = place.at('data');
let server: ServerProcess;

const wallets = Array.from(
  { length: WALLETS },
  (_, number) =>
    new CrashWallet({ number, encrypt: number === 0, random: randomOf(number), server: () => server }),
);
const acknowledged = () => wallets.reduce((sum, wallet) => sum + wallet.acknowledged, 0);

/** Waits for this number of further answers to wallets. */
async function answers(count: number): Promise<void> {
  const goal = acknowledged() + count;
  await vi.waitFor(() => expect(acknowledged()).toBeGreaterThanOrEqual(goal), {
    timeout: SLOW,
    interval: 20,
  });
}

const keysOf = async () => (await callAdmin(server.connection, 'listKeys', {})).keys;
const pemOf = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.pem'));

beforeAll(async () => {
  server = await startProcess(data);
}, HOOK_TIMEOUT);
afterAll(async () => {
  await server.kill();
  place.remove();
});

describe('A backup of a server under load', () => {
  it('the backup holds the database at one moment, without unfinished changes', {
    timeout: SLOW,
  }, async () => {
    const lives = Promise.allSettled(wallets.map((wallet) => wallet.liveUntilUnreachable()));
    await answers(40);
    const before = acknowledged();
    expect(await place.backup(data, place.at('busy'))).toMatchObject({ exit: 0, err: '' });
    await answers(20);
    expect(acknowledged()).toBeGreaterThan(before);
    await server.kill();
    for (const life of await lives) if (life.status === 'rejected') throw life.reason;

    expect(await place.restore(place.at('busy'), place.at('from-busy'))).toMatchObject({ exit: 0 });
    expect(halfDone(place.at('from-busy', 'diptych.sqlite'))).toEqual([]);
    const rows = (await sumsOf(place.at('from-busy'))).reduce((sum, one) => sum + one.rows, 0);
    expect(rows).toBeGreaterThan(40);
    expect(pemOf(place.at('from-busy', 'keys'))).toEqual(pemOf(place.at('data', 'keys')));
  });
});

describe('A restored data folder', () => {
  it('a restored data folder equals the saved one, by counts and checksums', { timeout: SLOW }, async () => {
    expect(await place.backup(data, place.at('quiet'))).toMatchObject({ exit: 0 });
    expect(await place.restore(place.at('quiet'), place.at('restored'))).toMatchObject({ exit: 0 });
    expect(await sumsOf(place.at('restored'))).toEqual(await sumsOf(data));
  });

  it('a restored data folder has the same keys', { timeout: SLOW }, async () => {
    server = await startProcess(data);
    const before = await keysOf();
    await server.stop();
    server = await startProcess(place.at('restored'));
    expect(await keysOf()).toEqual(before);
  });

  it('a restored server keeps all states, MSOs for retries, and used codes', { timeout: SLOW }, async () => {
    for (const wallet of wallets) await wallet.expectKept();
  });

  it('a restored server serves every wallet', { timeout: SLOW }, async () => {
    for (const wallet of wallets) {
      await wallet.finish();
      await wallet.expectKept();
    }
    expect(halfDone(place.at('restored', 'diptych.sqlite'))).toEqual([]);
  });
});
