import { sql } from 'kysely';
import type { KeyRegister } from '../../keys/key-register.ts';
import { keyRegister } from '../keys/key-register.ts';
import { MIGRATION_NAMES } from '../migrations/index.ts';
import { openConnection } from './connection.ts';

/** A database that is looked at and not changed; its server may be running. */
export interface Inspection {
  /** What SQLite finds wrong with the file; empty when it is sound. */
  faults(): Promise<readonly string[]>;
  /** `pending`: the next start runs them. `unknown`: a newer version ran them. */
  migrations(): Promise<{ readonly pending: readonly string[]; readonly unknown: readonly string[] }>;
  /** When the youngest change of a state was written, milliseconds since the epoch; undefined for none. */
  newestChange(): Promise<number | undefined>;
  readonly keys: Pick<KeyRegister, 'list'>;
  close(): void;
}

/** The file must be there. */
export function inspectSqlite(path: string): Inspection {
  const { raw, kysely } = openConnection(path, { readonly: true });
  const reader = kysely;
  const register = keyRegister({ reader } as Parameters<typeof keyRegister>[0]);
  return {
    async faults() {
      const { rows } = await sql<{ quick_check: string }>`pragma quick_check`.execute(reader);
      return rows.map(({ quick_check: fault }) => fault).filter((fault) => fault !== 'ok');
    },
    async migrations() {
      const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(reader);
      const done = rows.map(({ name }) => name);
      return {
        pending: MIGRATION_NAMES.filter((name) => !done.includes(name)),
        unknown: done.filter((name) => !MIGRATION_NAMES.includes(name)),
      };
    },
    async newestChange() {
      const newest = reader.selectFrom('state_change').select(({ fn }) => fn.max('at').as('at'));
      return (await newest.executeTakeFirst())?.at ?? undefined;
    },
    keys: { list: () => register.list() },
    close: () => raw.close(),
  };
}
