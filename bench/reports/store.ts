import type { OpenStore } from '../mediation/store.ts';
import { postgresStore } from './postgres-store.ts';
import type { Size, Times } from './sizes.ts';
import { sqliteStore } from './sqlite-store.ts';

export interface FilledStore extends OpenStore {
  /** Size of the database. */
  readonly bytes: number;
  /**
   * Reads all rows of a table, and the combinations of dimensions that they name by number. Returns the number of
   * rows, without those of the combinations.
   */
  readRows(times: Times): () => number | Promise<number>;
}

/** A store with the statistics of a month. */
export const filledStore = (folder: string, size: Size, postgres: boolean): Promise<FilledStore> =>
  postgres ? postgresStore(size) : sqliteStore(folder, size);
