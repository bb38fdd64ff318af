import type { Kysely } from 'kysely';
import type { RandomFill } from '../../conventions/effects.ts';
import type { IssuerStore } from '../../issuer/ports/store.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema/index.ts';
import { idsOf } from '../time-ordered-ids.ts';
import { issuerReader } from './issuer-reader.ts';
import { issuerWriter } from './issuer-writer.ts';

export function issuerStore(database: Database, now: () => number, random: RandomFill): IssuerStore {
  const newId = idsOf(database, now, random);
  const reader = issuerReader(database.reader, database.replica);
  const writerOf = (transaction: Kysely<Schema>) => issuerWriter(transaction, newId, random);
  return {
    read: (use) => use(reader),
    write: (use) => database.write((transaction) => use(writerOf(transaction))),
    expunge: () => database.expunge(),
  };
}
