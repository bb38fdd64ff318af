import type { Kysely, Selectable } from 'kysely';
import { sha256 } from '../../audit/node-crypto.ts';
import type { Seal, SealReader, SealWriter } from '../../audit/ports/seals.ts';
import { statementOf } from '../../audit/statement.ts';
import type { HolderEpochs } from '../../keys/holder-keys/epochs.ts';
import { countThatFits } from '../pages.ts';
import type { AuditTables } from '../schema/audit.ts';
import type { Schema } from '../schema/index.ts';
import { timePrefix } from '../time-ordered-ids.ts';
import { DETAILS_WEIGHT } from './audit-log.ts';
import { openTexts } from './erasable-texts.ts';
import { toSealedEntry } from './rows.ts';

function toSeal(row: Selectable<AuditTables['trail_seal']>): Seal {
  return {
    number: row.seal_number,
    statement: row.statement,
    lineDigests: row.line_digests,
    signature: row.signature,
    ...(row.edge && { edge: row.edge }),
  };
}

/** Without `epochs`, entries have the digests of encrypted texts. */
export function sealReader(db: Kysely<Schema>, epochs?: HolderEpochs): SealReader {
  const seals = db.selectFrom('trail_seal').selectAll();
  return {
    async lastSeal() {
      const row = await seals.orderBy('seal_number', 'desc').limit(1).executeTakeFirst();
      return row && toSeal(row);
    },
    async sealAfter(number) {
      const query = seals.where('seal_number', '>', number).orderBy('seal_number').limit(1);
      const row = await query.executeTakeFirst();
      return row && toSeal(row);
    },
    async sealedEntries({ after, upTo, before, limit }) {
      const query = db
        .selectFrom('state_change')
        .where('change_id', '>', after)
        .$if(upTo !== undefined, (lines) => lines.where('change_id', '<=', upTo as string))
        .$if(before !== undefined, (lines) => lines.where('change_id', '<', timePrefix(before as number)))
        .orderBy('change_id')
        .limit(limit);
      // Sealed entries were already limited in size when they were sealed.
      const weights = upTo === undefined ? await query.select(DETAILS_WEIGHT).execute() : [];
      const most = upTo === undefined ? countThatFits(weights) : limit;
      return (await openTexts(db, epochs, await query.selectAll().limit(most).execute())).map(toSealedEntry);
    },
  };
}

export function sealWriter(db: Kysely<Schema>): SealWriter {
  return {
    async insertSeal({ number, statement, lineDigests, signature, edge = null }) {
      const row = { seal_number: number, statement, signature, edge };
      await db
        .insertInto('trail_seal')
        .values({ ...row, line_digests: lineDigests })
        .execute();
    },
    async purgeBefore({ number, statement }) {
      const purged = await db
        .selectFrom('trail_seal')
        .select(['seal_number', 'statement'])
        .where('seal_number', '<', number)
        .orderBy('seal_number')
        .execute();
      // Nothing is left before a first seal that is not the first of all. PostgreSQL would search these deleted rows again.
      const [first] = purged;
      const isPurged = first !== undefined && first.seal_number > 1;
      await db
        .deleteFrom('state_change')
        .where('change_id', '<=', statementOf({ statement }).lastChangeId)
        .$if(isPurged, (rows) => rows.where('change_id', '>', statementOf(first!).lastChangeId))
        .execute();
      const heads = purged.map((seal) => sha256(seal.statement));
      if (heads.length > 0) await db.deleteFrom('seal_time_stamp').where('head', 'in', heads).execute();
      await db.deleteFrom('trail_seal').where('seal_number', '<', number).execute();
    },
    async saltSubject(changeId, salt) {
      const query = db.updateTable('state_change').set({ subject_salt: salt });
      await query.where('change_id', '=', changeId).execute();
    },
  };
}
