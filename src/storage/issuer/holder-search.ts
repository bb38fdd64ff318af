import { type Kysely, sql } from 'kysely';
import type { HolderSearchReader, HolderSearchWriter } from '../../issuer/ports/holder-search.ts';
import type { HolderEpochs } from '../../keys/holder-keys/epochs.ts';
import type { Schema } from '../schema/index.ts';
import { insertRows, preparedChange } from '../statements.ts';
import { openHolders } from './holder-keys.ts';

const dropDigests = preparedChange((db, { holderId }: { readonly holderId: string }) =>
  db.deleteFrom('holder_search').where('holder_id', '=', holderId),
);

const noteIndexed = preparedChange(
  (db, { holderId, version }: { readonly holderId: string; readonly version: number }) =>
    db.updateTable('holder').set({ searched_version: version }).where('holder_id', '=', holderId),
);

export function holderSearchReader(db: Kysely<Schema>, epochs: HolderEpochs): HolderSearchReader {
  return {
    async holdersByDigest(digest, limit) {
      const ids = db.selectFrom('holder_search').select('holder_id').where('digest', '=', digest);
      const query = db.selectFrom('holder').selectAll().where('holder_id', 'in', ids);
      return openHolders(db, epochs, await query.orderBy('holder_id').limit(limit).execute());
    },
    async unindexedHolders(limit) {
      const query = db
        .selectFrom('holder')
        .selectAll()
        // The same condition as in the partial index, so that the index is used.
        .where(sql<boolean>`(searched_version is null or searched_version <> record_version)`);
      return openHolders(db, epochs, await query.orderBy('holder_id').limit(limit).execute());
    },
  };
}

export function holderSearchWriter(db: Kysely<Schema>): HolderSearchWriter {
  return {
    async indexHolder(holderId, recordVersion, digests) {
      await dropDigests(db, { holderId });
      await insertRows(
        db,
        'holder_search',
        digests.map((digest) => ({ digest, holder_id: holderId })),
      );
      await noteIndexed(db, { holderId, version: recordVersion });
    },
  };
}
