import type { Kysely } from 'kysely';
import type { RandomFill } from '../../conventions/effects.ts';
import type { MediationStore } from '../../mediation/ports/store.ts';
import { logWriter } from '../audit/audit-writer.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema/index.ts';
import { idsOf } from '../time-ordered-ids.ts';
import { fromRecentRows } from './from-rows.ts';
import { mediationReader } from './mediation-reader.ts';
import { mediationWriter } from './mediation-writer.ts';

export function mediationStore(database: Database, now: () => number, random: RandomFill): MediationStore {
  const newEntryId = idsOf(database, now, random);
  const reader = mediationReader(database.reader, fromRecentRows(), database.replica);
  const writerOf = (transaction: Kysely<Schema>) =>
    mediationWriter(transaction, logWriter(transaction, newEntryId, random));
  return {
    read: (use) => use(reader),
    write: (use) => database.write((transaction) => use(writerOf(transaction))),
  };
}
