import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { NOTHING_HALF_DONE } from '../../mediation/concurrency/support/invariants.ts';
import { clientOf, type MediationClient, MINE } from '../../mediation/concurrency/support/processes.ts';
import { halfDone } from '../../support/crash-invariants.ts';
import { CrashWallet } from '../../support/crash-wallet.ts';
import { randomOf } from '../../support/random.ts';
import type { ServerProcess } from '../../support/server-process.ts';
import { CrashWriter } from './crash-writer.ts';
import { MediationTrail } from './mediation-trail.ts';

const WALLETS = 6;
const WRITERS = 6;

const several = <T>(count: number, make: (number: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, number) => make(number));

/** Phones and API clients that write as fast as they get answers, and remember what was acknowledged. */
export class Load {
  readonly wallets: readonly CrashWallet[];
  readonly writers: readonly CrashWriter[];
  readonly #database: string;
  readonly #trail: MediationTrail;
  #server: ServerProcess;
  #client: MediationClient | undefined;
  #living = 0;
  #endsSoon = false;

  /** `database`: path of the SQLite file. On PostgreSQL, it identifies the database. */
  constructor(database: string, server: ServerProcess) {
    this.#server = server;
    this.#database = database;
    this.wallets = several(WALLETS, (number) => {
      const encrypt = number % 2 === 0;
      return new CrashWallet({ number, encrypt, random: randomOf(number + 1), server: () => this.#server });
    });
    this.writers = several(
      WRITERS,
      (number) =>
        new CrashWriter({
          number,
          random: randomOf(number + 1),
          client: () => this.#client as MediationClient,
        }),
    );
    this.#trail = new MediationTrail(database, this.writers);
  }

  async prepare(): Promise<void> {
    await callAdmin(this.#server.connection, 'createPublisher', { id: MINE, displayName: 'Acme' });
    await this.moveTo(this.#server);
  }

  /** From now on, the clients use this server. */
  async moveTo(server: ServerProcess): Promise<void> {
    this.#server = server;
    this.#client = await clientOf(server);
  }

  get acknowledged(): number {
    const counts = [
      ...this.wallets.map(({ acknowledged }) => acknowledged),
      ...this.writers.map(({ answered }) => answered),
    ];
    return counts.reduce((sum, count) => sum + count, 0);
  }

  get unavailable(): number {
    return [...this.wallets, ...this.writers].reduce((sum, { unavailable }) => sum + unavailable, 0);
  }

  /** Waits for this number of further answers. */
  async answers(count: number): Promise<void> {
    const goal = this.acknowledged + count;
    while (this.acknowledged < goal && this.#living > 0) await setTimeout(1);
  }

  /** Keeps all clients running until `happens` has ended. Each ends when it gets no answer. */
  async liveWhile(happens: () => Promise<void>): Promise<void> {
    await this.liveUntil(async () => {
      await happens();
      this.#endsSoon = true;
    });
    this.#endsSoon = false;
  }

  /** Keeps all clients running until `happens` has ended and no client gets answers any more. */
  async liveUntil(happens: () => Promise<void>): Promise<void> {
    const goesOn = () => !this.#endsSoon;
    const lives = [
      ...this.wallets.map((wallet) => wallet.liveUntilUnreachable(goesOn)),
      ...this.writers.map((writer) => writer.liveUntilUnanswered(goesOn)),
    ];
    this.#living = lives.length;
    const ends = Promise.allSettled(
      lives.map((life) =>
        life.finally(() => {
          this.#living -= 1;
        }),
      ),
    );
    await happens();
    for (const end of await ends) if (end.status === 'rejected') throw end.reason;
  }

  /** Checks that everything acknowledged is stored and that no change is half done. */
  async expectKept(): Promise<void> {
    expect(halfDone(this.#database)).toEqual([]);
    expect(halfDone(this.#database, NOTHING_HALF_DONE)).toEqual([]);
    await Promise.all(this.wallets.map((wallet) => wallet.expectKept()));
    await this.#trail.expectKept();
  }

  /** Takes every wallet to the end of its life cycle. */
  async finish(): Promise<void> {
    for (const wallet of this.wallets) await wallet.finish();
    await this.expectKept();
  }
}
