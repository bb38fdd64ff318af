import type { Kysely } from 'kysely';
import type { Schema } from './schema/index.ts';

type Db = Kysely<Schema>;

/** Makes something once for each database handle: on SQLite all transactions have the same one, and all it makes. */
export function keptWith<Made extends object>(make: (db: Db) => Made): (db: Db) => Made {
  const kept = new WeakMap<Db, Made>();
  return (db) => {
    const known = kept.get(db);
    if (known) return known;
    const made = make(db);
    kept.set(db, made);
    return made;
  };
}
