import { type ColumnDataType, type Kysely, type RawBuilder, sql } from 'kysely';

/** Column types that the databases name differently. */
export interface DialectTypes {
  readonly bytes: ColumnDataType | ReturnType<typeof sql>;
  /** Ends the definition of a table whose rows are stored in the tree of its primary key. */
  readonly clustered?: RawBuilder<unknown>;
}

const TYPES: Record<'sqlite' | 'postgres', DialectTypes> = {
  sqlite: { bytes: 'blob', clustered: sql`without rowid` },
  postgres: { bytes: 'bytea' },
};

export type DialectName = keyof typeof TYPES;

/** A frozen step: it may not import today's schema, so it takes the database untyped. */
export interface NumberedMigration {
  readonly name: string;
  up(db: Kysely<unknown>, types: DialectTypes): Promise<void>;
}

export function dialectTypes(dialect: DialectName): DialectTypes {
  return TYPES[dialect];
}
