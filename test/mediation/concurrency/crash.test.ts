import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { halfDone } from '../../support/crash-invariants.ts';
import { query } from '../../support/database.ts';
import { randomOf } from '../../support/random.ts';
import { runs } from '../../support/runs.ts';
import { type ServerProcess, startProcess } from '../../support/server-process.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { CrashWriter } from './support/crash-writer.ts';
import { NOTHING_HALF_DONE } from './support/invariants.ts';
import { clientOf, type MediationClient, MINE } from './support/processes.ts';

const WRITERS = 6;
const ROUNDS = runs(6);
/** Fewer rounds where the machine is slow. */
const BUDGET = runs(20_000);
const FEWEST = 3;
/** Milliseconds until a server is killed. */
const LIFE = { shortest: 100, longest: 900 };

const folder = mkdtempSync(join(tmpdir(), 'diptych-mediation-crash-'));
const database = join(folder, 'diptych.sqlite');
const random = randomOf(20_261_121);
let server: ServerProcess;
let client: MediationClient;

async function start(): Promise<void> {
  server = await startProcess(folder);
}

beforeAll(async () => {
  await start();
  await callAdmin(server.connection, 'createPublisher', { id: MINE, displayName: 'Acme' });
  client = await clientOf(server);
}, HOOK_TIMEOUT);
afterAll(async () => {
  await server.kill();
  rmSync(folder, { recursive: true, force: true });
});

const writers = Array.from(
  { length: WRITERS },
  (_, number) => new CrashWriter({ number, random: randomOf(number + 1), client: () => client }),
);
const sum = (count: (writer: CrashWriter) => number) =>
  writers.reduce((total, writer) => total + count(writer), 0);

/** All writers live until their server is gone. */
async function liveUntilKilled(milliseconds: number): Promise<void> {
  const lives = Promise.allSettled(writers.map((writer) => writer.liveUntilGone()));
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  await server.kill();
  for (const life of await lives) if (life.status === 'rejected') throw life.reason;
}

interface Entry {
  readonly before: unknown;
  readonly after: unknown;
}

/** The trail by resource, oldest first. */
function trail(): ReadonlyMap<string, readonly Entry[]> {
  const rows = query(
    database,
    `select * from mediation_audit where method <> 'createPublisher' order by entry_id`,
  );
  const entries = rows.map(({ resource, before, after }) => ({
    resource: String(resource),
    before: before === null ? undefined : JSON.parse(String(before)),
    after: JSON.parse(String(after)),
  }));
  return Map.groupBy(entries, ({ resource }) => resource);
}

/** Every answer is in the trail, which is a chain from the first state of a resource to the one that is read. */
async function expectKept(): Promise<void> {
  const kept = trail();
  for (const [resource, entries] of kept) {
    if (!/mediationGroups\/\d+$/.test(resource)) continue;
    for (const [index, { before }] of entries.entries()) {
      expect(isDeepStrictEqual(before, entries[index - 1]?.after), resource).toBe(true);
    }
  }
  for (const writer of writers) {
    for (const answer of writer.acknowledged) {
      const found = kept.get(answer.name)?.some(({ after }) => isDeepStrictEqual(after, answer));
      expect(found, JSON.stringify(answer)).toBe(true);
    }
    for (const group of await writer.readGroups()) expect(kept.get(group.name)?.at(-1)?.after).toEqual(group);
  }
}

describe('A server that is killed while mediation is changed', () => {
  it('keeps what it acknowledged and leaves nothing half done', { timeout: 4 * BUDGET }, async () => {
    const started = performance.now();
    const isTime = (round: number) => round <= FEWEST || performance.now() - started < BUDGET;
    for (let round = 1; round <= ROUNDS && isTime(round); round += 1) {
      await liveUntilKilled(LIFE.shortest + random() * (LIFE.longest - LIFE.shortest));
      expect(halfDone(database, NOTHING_HALF_DONE), `after crash ${round}`).toEqual([]);
      await start();
      client = await clientOf(server);
      await expectKept();
      const requests = query(database, `select count(distinct request_id) - 1 as n from mediation_audit`)[0]
        ?.n;
      expect(requests).toBeGreaterThanOrEqual(sum(({ answered }) => answered));
      expect(requests).toBeLessThanOrEqual(sum(({ sent }) => sent));
    }
    expect(sum(({ answered }) => answered)).toBeGreaterThan(FEWEST * WRITERS);
  });

  it('ends in good order when it is asked to', async () => {
    expect(await server.stop()).toBe(0);
    expect(halfDone(database, NOTHING_HALF_DONE)).toEqual([]);
  });
});
