import { setTimeout } from 'node:timers/promises';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import type { ServerProcess } from '../../support/server-process.ts';

const WRITERS = 4;
/** Pause of each writer after each answer, in milliseconds. */
const PAUSE = 20;

/** Clients that write all the time, whatever the answers are, and note what was acknowledged when. */
export class Pulse {
  readonly #server: ServerProcess;
  readonly #writers: readonly Promise<void>[];
  readonly acknowledged: string[] = [];
  #next = 0;
  #lives = true;
  #times: number[] = [performance.now()];
  #refused = 0;
  #notReady: number[] = [];

  constructor(server: ServerProcess) {
    this.#server = server;
    this.#writers = [...Array.from({ length: WRITERS }, () => this.#write()), this.#watch()];
  }

  async #write(): Promise<void> {
    while (this.#lives) {
      this.#next += 1;
      const id = `pub-${String(9_000_000_000_000_000 + this.#next)}`;
      try {
        await callAdmin(this.#server.connection, 'createPublisher', { id, displayName: 'Pulse' });
        this.acknowledged.push(id);
        this.#times.push(performance.now());
      } catch {
        this.#refused += 1;
      }
      await setTimeout(PAUSE);
    }
  }

  async #watch(): Promise<void> {
    while (this.#lives) {
      const isReady = await fetch(`${this.#server.url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (!isReady) this.#notReady.push(performance.now());
      await setTimeout(PAUSE);
    }
  }

  /** Starts counting again. */
  mark(): void {
    this.#times = [performance.now()];
    this.#notReady = [];
    this.#refused = 0;
  }

  /** Waits until changes are acknowledged that were sent after this call. */
  async flows(): Promise<void> {
    const goal = this.acknowledged.length + 2 * WRITERS;
    while (this.acknowledged.length < goal) await setTimeout(PAUSE);
  }

  /** What happened since the mark. */
  get told(): string {
    const now = performance.now();
    const gaps = [...this.#times, now].map((time, index, all) => time - (all[index - 1] ?? time));
    const [first = now, last = now] = [this.#notReady[0], this.#notReady.at(-1)];
    const seconds = (time: number) => (time / 1000).toFixed(1);
    return (
      `${this.#times.length - 1} acknowledged, ${this.#refused} refused, ` +
      `${seconds(Math.max(...gaps))} s without writes, not ready for ${seconds(last - first)} s`
    );
  }

  async stop(): Promise<void> {
    this.#lives = false;
    await Promise.all(this.#writers);
  }
}
