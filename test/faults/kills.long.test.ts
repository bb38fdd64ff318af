import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { type ServerProcess, startProcess } from '../support/server-process.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { hasPromtool } from '../watching/support/promtool.ts';
import { alertsAfter } from '../watching/support/rules.ts';
import { type Samples, scrape } from '../watching/support/samples.ts';
import { LONGEST, lives, ROUNDS, SEED } from './support/kills.ts';
import { Load } from './support/load.ts';

const folder = mkdtempSync(join(tmpdir(), 'diptych-kills-'));
let server: ServerProcess;
let load: Load;
/** One scrape after each start. */
const scrapes: Samples[] = [];

beforeAll(async () => {
  server = await startProcess(folder);
  scrapes.push(await scrape(server.connection.url));
  load = new Load(join(folder, 'diptych.sqlite'), server);
  await load.prepare();
}, HOOK_TIMEOUT);
afterAll(async () => {
  await server.kill();
  rmSync(folder, { recursive: true, force: true });
});

describe(`A server that is killed at any moment, ${ROUNDS} times, seed ${SEED}`, () => {
  it('a killed server keeps acknowledged changes, and leaves no unfinished ones', {
    timeout: LONGEST,
  }, async () => {
    const life = lives();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const { answers, milliseconds } = life();
      await load.liveUntil(async () => {
        await load.answers(answers);
        await setTimeout(milliseconds);
        await server.kill();
      });
      server = await startProcess(folder);
      scrapes.push(await scrape(server.connection.url));
      await load.moveTo(server);
      await load.expectKept().catch((cause: unknown) => {
        throw new Error(`round ${round}, killed ${milliseconds} ms after ${answers} answers`, { cause });
      });
    }
    expect(load.acknowledged).toBeGreaterThan(ROUNDS);
    expect(load.unavailable).toBe(0);
  });

  it('after the kills the server still serves all clients', () => load.finish());

  it.skipIf(!hasPromtool())('an alert fires after more than three restarts in half an hour', () => {
    expect(alertsAfter(scrapes.slice(0, 4), 0)).not.toContain('DiptychRestarts');
    expect(alertsAfter(scrapes.slice(0, 8), 0)).toContain('DiptychRestarts');
  });

  it('after the kills no key is lost, and the folder holds no unknown key', async () => {
    const { keys } = await callAdmin(server.connection, 'listKeys', {});
    const files = readdirSync(join(folder, 'keys')).filter((name) => name.endsWith('.pem'));
    expect(files.toSorted()).toEqual(keys.map(({ id }) => `${id}.pem`).toSorted());
  });

  it('after the kills the server still stops cleanly on SIGTERM', async () => {
    expect(await server.stop()).toBe(0);
    expect(readdirSync(folder)).not.toContain('server.json');
  });
});
