/** A deployment to measure: the number of processes, and the kind of database. */
export interface Place {
  readonly name: string;
  readonly database: 'sqlite' | 'postgres';
  /** Number of servers that share the database. */
  readonly servers: number;
  /** Number of worker processes of each server. */
  readonly workers: number;
  /** Number of independent copies of this deployment. */
  readonly apart: number;
}

export const PLACES = {
  one: { name: 'one process, SQLite', database: 'sqlite', servers: 1, workers: 1, apart: 1 },
  two: { name: 'two workers, SQLite', database: 'sqlite', servers: 1, workers: 2, apart: 1 },
  control: { name: 'two processes that share nothing', database: 'sqlite', servers: 1, workers: 1, apart: 2 },
  postgres: { name: 'one process, PostgreSQL', database: 'postgres', servers: 1, workers: 1, apart: 1 },
  three: { name: 'three processes, PostgreSQL', database: 'postgres', servers: 3, workers: 1, apart: 1 },
} as const satisfies Record<string, Place>;

export type PlaceName = keyof typeof PLACES;

export const PLACE_NAMES = Object.keys(PLACES) as readonly PlaceName[];
