import { sql } from 'kysely';
import { accounts } from './baseline/accounts.ts';
import { audit } from './baseline/audit.ts';
import { issuer } from './baseline/issuer.ts';
import { keys } from './baseline/keys.ts';
import { groupTerms, mediation } from './baseline/mediation.ts';
import { statistics } from './baseline/statistics.ts';
import type { Dialect, NumberedMigration } from './dialect.ts';

/** The statements, with the words for which a database has its own. */
const statementsOf = (text: string, dialect: Dialect): readonly string[] =>
  text
    .replaceAll(/\b(text|bytes|clustered)\b/g, (word) => dialect[word as 'text' | 'bytes' | 'clustered'])
    .split(';\n')
    .filter((statement) => statement.trim() !== '');

/** The schema of 1.0.0, the first version that was published. */
export const baseline: NumberedMigration = {
  name: '001-baseline',
  async up(db, dialect) {
    const parts = [issuer, keys, mediation, groupTerms[dialect.name], statistics, accounts, audit];
    for (const statement of parts.flatMap((part) => statementsOf(part, dialect)))
      await sql.raw(statement).execute(db);
  },
};
