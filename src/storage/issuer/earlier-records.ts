import type { Kysely } from 'kysely';
import type { EarlierRecordReader, EarlierRecordWriter } from '../../issuer/ports/earlier-records.ts';
import type { HolderEpochs } from '../../keys/holder-keys/epochs.ts';
import type { Schema } from '../schema/index.ts';
import { storedKey } from './holder-keys.ts';

// A reviewer compares a record with the one before. There is at most one for a holder, encrypted with its key.

type Db = Kysely<Schema>;

export function earlierRecordReader(db: Db, epochs: HolderEpochs): EarlierRecordReader {
  return {
    async earlierRecord(holderId) {
      const query = db.selectFrom('earlier_record').selectAll().where('holder_id', '=', holderId);
      const row = await query.executeTakeFirst();
      const key = row && (await storedKey(db, epochs, holderId));
      if (!key) return undefined;
      return {
        recordVersion: row.record_version,
        record: key.open('earlierRecord', holderId, row.record),
        replacedAt: Number(row.replaced_at),
      };
    },
  };
}

export function earlierRecordWriter(db: Db, epochs: HolderEpochs): EarlierRecordWriter {
  return {
    async saveEarlierRecord({ holderId, recordVersion, record }, replacedAt) {
      const key = await storedKey(db, epochs, holderId);
      if (!key) return;
      const set = {
        record_version: recordVersion,
        record: key.seal('earlierRecord', holderId, record),
        replaced_at: replacedAt,
      };
      const query = db.insertInto('earlier_record').values({ holder_id: holderId, ...set });
      await query.onConflict((conflict) => conflict.column('holder_id').doUpdateSet(set)).execute();
    },
  };
}
