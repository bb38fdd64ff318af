import type { Kysely } from 'kysely';

export type DialectName = 'sqlite' | 'postgres';

/** What the databases name differently, as words of SQL. */
export interface Dialect {
  readonly name: DialectName;
  /** Text that is sorted by its bytes. */
  readonly text: string;
  readonly bytes: string;
  /** Ends the definition of a table whose rows are stored in the tree of its primary key. */
  readonly clustered: string;
}

export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  sqlite: { name: 'sqlite', text: 'text', bytes: 'blob', clustered: 'without rowid' },
  postgres: { name: 'postgres', text: 'text collate "C"', bytes: 'bytea', clustered: '' },
};

/** A frozen step: it may not import today's schema, so it takes the database untyped. */
export interface NumberedMigration {
  readonly name: string;
  up(db: Kysely<unknown>, dialect: Dialect): Promise<void>;
}
