import type { Kysely, Selectable } from 'kysely';
import type { Seal, SealReader, SealWriter } from '../../audit/ports/seals.ts';
import { toChange } from '../issuer/rows.ts';
import type { Schema } from '../schema/index.ts';
import type { IssuerTables } from '../schema/issuer.ts';
import { timePrefix } from '../time-ordered-ids.ts';

function toSeal(row: Selectable<IssuerTables['trail_seal']>): Seal {
  return {
    number: row.seal_number,
    statement: row.statement,
    lineDigests: row.line_digests,
    signature: row.signature,
  };
}

export function sealReader(db: Kysely<Schema>): SealReader {
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
    async sealedChanges({ after, upTo, before, limit }) {
      const query = db
        .selectFrom('state_change')
        .selectAll()
        .where('change_id', '>', after)
        .$if(upTo !== undefined, (lines) => lines.where('change_id', '<=', upTo as string))
        .$if(before !== undefined, (lines) => lines.where('change_id', '<', timePrefix(before as number)));
      const rows = await query.orderBy('change_id').limit(limit).execute();
      return rows.map((row) => ({
        changeId: row.change_id,
        ...toChange(row),
        ...(row.subject_salt && { subjectSalt: row.subject_salt }),
        ...(row.subject_digest && { subjectDigest: row.subject_digest }),
        ...(row.note_salt && { noteSalt: row.note_salt }),
        ...(row.note_digest && { noteDigest: row.note_digest }),
      }));
    },
  };
}

export function sealWriter(db: Kysely<Schema>): SealWriter {
  return {
    async insertSeal({ number, statement, lineDigests, signature }) {
      const row = { seal_number: number, statement, signature };
      await db
        .insertInto('trail_seal')
        .values({ ...row, line_digests: lineDigests })
        .execute();
    },
    async saltSubject(changeId, salt) {
      const query = db.updateTable('state_change').set({ subject_salt: salt });
      await query.where('change_id', '=', changeId).execute();
    },
  };
}
