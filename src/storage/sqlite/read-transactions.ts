import type { Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';
import { openConnection } from './connection.ts';

/** Read transactions at a time; further ones wait. */
const MOST_OPEN = 8;

function opened(path: string) {
  const { raw, kysely } = openConnection(path, { readonly: true });
  const statement = (text: string) => {
    const prepared = raw.prepare(text);
    return () => void prepared.run();
  };
  return { raw, kysely, begin: statement('begin'), end: statement('rollback') };
}

type Opened = ReturnType<typeof opened>;

/**
 * Read transactions, each on a connection of its own: all statements see the data of the first one, although others write
 * between them. A used connection is used again.
 */
export class ReadTransactions {
  readonly #path: string;
  readonly #all: Opened[] = [];
  readonly #idle: Opened[] = [];
  readonly #waiting: ((connection: Opened) => void)[] = [];

  constructor(path: string) {
    this.#path = path;
  }

  async run<T>(use: (kysely: Kysely<Schema>) => Promise<T>): Promise<T> {
    const connection = await this.#take();
    try {
      connection.begin();
      return await use(connection.kysely);
    } finally {
      if (connection.raw.inTransaction) connection.end();
      const next = this.#waiting.shift();
      if (next) next(connection);
      else this.#idle.push(connection);
    }
  }

  close(): void {
    for (const { raw } of this.#all) raw.close();
  }

  #take(): Opened | Promise<Opened> {
    const idle = this.#idle.pop();
    if (idle) return idle;
    if (this.#all.length >= MOST_OPEN) return new Promise((resolve) => void this.#waiting.push(resolve));
    const made = opened(this.#path);
    this.#all.push(made);
    return made;
  }
}
