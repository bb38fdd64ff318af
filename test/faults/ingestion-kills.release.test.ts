import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { query } from '../support/database.ts';
import { dropDatabaseOf } from '../support/database-of.ts';
import { runs } from '../support/runs.ts';
import { type ServerProcess, startProcess } from '../support/server-process.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { LONGEST, lives, SEED } from './support/kills.ts';

const PUBLISHER = 'pub-1234567890123456';
const APPLOVIN = '1063618907739174004';
const ROWS = 300;
const ADDING = 3;
const ROUNDS = runs(2);

const folder = mkdtempSync(join(tmpdir(), 'diptych-ingestion-kills-'));
const database = join(folder, 'diptych.sqlite');
const today = new Date();
let server: ServerProcess;
let token: string;
let adUnitId: string;

/** The address of a server, and with it the issuer of its tokens, changes with each start. */
async function start(): Promise<void> {
  server = await startProcess(folder);
  const asked = { publishers: [PUBLISHER], scopes: ['monetization'], ttlSeconds: 3600 };
  token = (await callAdmin(server.connection, 'issueToken', asked)).accessToken;
}

async function call(path: string, body: object) {
  const response = await fetch(`${server.url}/v1beta/accounts/${PUBLISHER}/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  // biome-ignore lint/suspicious/noExplicitAny: answers of several methods
  return (await response.json()) as any;
}

/** Sends batches one after the other, and each of them again until it is answered. */
class Sender {
  readonly source: string;
  readonly #mode: 'ADD' | 'REPLACE';
  /** Impressions of the acknowledged batches: their sum, or those of the last one that replaced the others. */
  acknowledged = 0;
  /** Impressions of the batch that is not answered yet. */
  pending = 0;
  answers = 0;
  duplicates = 0;
  #batch = 0;

  constructor(source: string, mode: 'ADD' | 'REPLACE') {
    this.source = source;
    this.#mode = mode;
  }

  async sendUntil(stopped: () => boolean): Promise<void> {
    while (!stopped()) {
      if (this.pending === 0) this.#begin();
      try {
        const { accepted, duplicate } = await call('statistics:ingest', this.#body());
        expect(accepted).toBe(ROWS);
        if (duplicate) this.duplicates += 1;
      } catch (error) {
        // The server was killed. The batch is sent again when the next one runs.
        if (error instanceof TypeError) return;
        throw error;
      }
      this.answers += 1;
      this.acknowledged = this.pending + (this.#mode === 'ADD' ? this.acknowledged : 0);
      this.pending = 0;
    }
  }

  #begin(): void {
    this.#batch += 1;
    this.pending = ROWS * this.#batch;
  }

  /** Each batch has another number of impressions in every row. */
  #body(): object {
    const time = today.toISOString();
    const date = { year: today.getUTCFullYear(), month: today.getUTCMonth() + 1, day: today.getUTCDate() };
    const rows = Array.from({ length: ROWS }, (_, index) => {
      const country = String(index).padStart(3, '0');
      return { time, adUnitId, adSourceId: APPLOVIN, country, impressions: this.#batch };
    });
    const replace = { dateRange: { startDate: date, endDate: date }, adSourceIds: [APPLOVIN] };
    const isAdding = this.#mode === 'ADD';
    const body = { batchId: `b-${this.#batch}`, source: this.source, mode: this.#mode, rows };
    return isAdding ? body : { ...body, replace };
  }

  /** What may be stored: the pending batch may have been stored before the kill. */
  possible(): readonly number[] {
    const { acknowledged, pending } = this;
    if (pending === 0) return [acknowledged];
    return [acknowledged, pending + (this.#mode === 'ADD' ? acknowledged : 0)];
  }

  stored(table: 'hour' | 'day'): number {
    const sum = `select coalesce(sum(impressions), 0) as sum from statistics_${table}
      where feed_no in (select feed_no from statistics_feed where source = ?)`;
    return Number(query(database, sum, this.source)[0]?.sum);
  }
}

const senders = [
  ...Array.from({ length: ADDING }, (_, index) => new Sender(`relay-${index}`, 'ADD')),
  new Sender('max', 'REPLACE'),
];

beforeAll(async () => {
  const first = await startProcess(folder);
  await callAdmin(first.connection, 'createPublisher', { id: PUBLISHER, displayName: 'Acme' });
  await first.stop();
  await start();
  const { appId } = await call('apps', { platform: 'ANDROID' });
  ({ adUnitId } = await call('adUnits', { appId, displayName: 'Unit', adFormat: 'BANNER' }));
}, HOOK_TIMEOUT);
afterAll(async () => {
  await server.kill();
  await dropDatabaseOf(folder);
  rmSync(folder, { recursive: true, force: true });
});

describe(`A server that is killed while it counts, ${ROUNDS} times, seed ${SEED}`, () => {
  it('sums equal the acknowledged batches, by hour and by day', { timeout: LONGEST }, async () => {
    const life = lives();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const { answers, milliseconds } = life();
      const before = senders.reduce((sum, sender) => sum + sender.answers, 0);
      let isKilled = false;
      const sending = Promise.all(senders.map((sender) => sender.sendUntil(() => isKilled)));
      while (senders.reduce((sum, sender) => sum + sender.answers, 0) - before < answers / 4)
        await setTimeout(1);
      await setTimeout(milliseconds);
      await server.kill();
      isKilled = true;
      await sending;
      await start();
      for (const sender of senders) {
        expect(sender.possible(), `${sender.source} in round ${round}`).toContain(sender.stored('day'));
        expect(sender.stored('hour')).toBe(sender.stored('day'));
      }
    }
    const sending = senders.map((sender) => {
      const { answers } = sender;
      return sender.sendUntil(() => sender.answers > answers && sender.pending === 0);
    });
    await Promise.all(sending);
    for (const sender of senders) expect(sender.stored('day')).toBe(sender.acknowledged);
  });
});
