import type { Kysely } from 'kysely';
import type { NumberedMigration } from './dialect.ts';

/** Lists are sorted by these; ids break ties. */
const SORTS = [
  ['proofing', 'state_created_at', ['state', 'created_at', 'proofing_id']],
  ['proofing', 'state_deadline_at', ['state', 'deadline_at', 'proofing_id']],
  ['credential', 'state_created_at', ['state', 'created_at', 'credential_id']],
  ['holder', 'created_at', ['created_at', 'holder_id']],
  ['approval', 'created_at', ['created_at', 'approval_id']],
] as const;

interface Rejected {
  proofing_id: string;
  detail: string | null;
  state: string;
  rejection_id: string | null;
}

const BATCH = 500;

/** What support staff of the wallet platform quote, out of the messages that were sent. */
async function fillIn(untyped: Kysely<unknown>): Promise<void> {
  const db = untyped as Kysely<{ proofing: Rejected }>;
  let after = '';
  for (;;) {
    const rows = await db
      .selectFrom('proofing')
      .select(['proofing_id', 'detail'])
      .where('state', '=', 'rejected')
      .where('proofing_id', '>', after)
      .orderBy('proofing_id')
      .limit(BATCH)
      .execute();
    for (const { proofing_id, detail } of rows) {
      const rejection = JSON.parse(detail ?? '{}') as {
        readonly primaryRejection?: { readonly issuerRejectionIdentifier?: string };
      };
      const rejection_id = rejection.primaryRejection?.issuerRejectionIdentifier;
      if (rejection_id === undefined) continue;
      await db.updateTable('proofing').set({ rejection_id }).where('proofing_id', '=', proofing_id).execute();
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.proofing_id;
  }
}

export const sortedLists: NumberedMigration = {
  name: '018-sorted-lists',
  async up(db) {
    for (const [table, name, columns] of SORTS)
      await db.schema
        .createIndex(`${table}_by_${name}`)
        .on(table)
        .columns([...columns])
        .execute();
    await db.schema.alterTable('proofing').addColumn('rejection_id', 'text').execute();
    await fillIn(db);
    await db.schema
      .createIndex('proofing_by_rejection_id')
      .on('proofing')
      .column('rejection_id')
      .where('rejection_id', 'is not', null)
      .execute();
  },
};
