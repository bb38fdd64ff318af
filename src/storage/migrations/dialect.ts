import type { ColumnDataType, Kysely, sql } from 'kysely';

/** Column types that the databases name differently. */
export interface DialectTypes {
  readonly bytes: ColumnDataType | ReturnType<typeof sql>;
}

const TYPES: Record<'sqlite' | 'postgres', DialectTypes> = {
  sqlite: { bytes: 'blob' },
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
