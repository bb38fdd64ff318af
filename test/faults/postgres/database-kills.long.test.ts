import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startProcess } from '../../support/server-process.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { LONGEST, lives, ROUNDS, SEED } from '../support/kills.ts';
import { Load } from '../support/load.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/own-postgres.ts';
import { READY, UNAVAILABLE, untilTold } from '../support/readiness.ts';

let own: OwnPostgres;
let server: ServerProcess;
let load: Load;

beforeAll(async () => {
  // When a process dies, its written data survive: the machine keeps them, synced or not.
  own = await startOwnPostgres({ settings: { fsync: 'off' } });
  server = await startProcess(own.folder);
  load = new Load(join(own.folder, 'diptych.sqlite'), server);
  await load.prepare();
}, HOOK_TIMEOUT);
afterAll(async () => {
  await server.kill();
  await own.close();
});

describe(`A PostgreSQL server that is killed at any moment, ${ROUNDS} times, seed ${SEED}`, () => {
  it('when PostgreSQL is killed no acknowledged change is lost, and requests meanwhile get a retryable error', {
    timeout: LONGEST,
  }, async () => {
    const life = lives();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const { answers, milliseconds } = life();
      await load.liveUntil(async () => {
        await load.answers(answers);
        await setTimeout(milliseconds);
        await own.postgres.crash();
      });
      await untilTold(server.url, UNAVAILABLE);
      await own.postgres.resume();
      await untilTold(server.url, READY);
      await load.expectKept().catch((cause: unknown) => {
        throw new Error(`round ${round}, killed ${milliseconds} ms after ${answers} answers`, { cause });
      });
    }
    expect(load.unavailable).toBeGreaterThan(ROUNDS);
  });

  it('after the kills all remaining requests are served without a restart', async () => {
    await load.finish();
    expect(await server.stop()).toBe(0);
  });
});
